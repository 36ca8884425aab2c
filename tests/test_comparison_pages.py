"""Pages that compare: their sentences in every shape, which of them there are, and where they are."""

import re

import pytest

from tests.folders import Folder, Row, points, row, tree
from tests.reading_pages import page_of

START = "At 50 tokens/s per user"
MORE = "delivers more tokens/s per GPU"
LESS = "costs less per token"
LIMIT = "since no config of the other delivers as much at any speed"
CHEAP = "At hyperscaler prices,"
ONE_OF = "all, same vendor, none, or a list such as ['b300 vs mi355x']"
Curve = list[tuple[float, float]]

# By model key: the curves of B300 and MI355X; a third list is what SGLang delivers on both at 20 tok/s per user, below
# all targets, which are 30, 50, 75, 100, 150 and 200. An hour costs $2.26 and $1.50, so that B300 must deliver
# 2.26 / 1.50 = 1.507 times as much to cost less.
SHAPES: dict[str, list[Curve]] = {
    "dsv4": [[(30, 5000), (50, 4000), (75, 3000)], [(30, 4000), (50, 3200), (75, 2400)]],
    "dsr1": [[(30, 3000), (50, 2500), (75, 2000)], [(30, 6000), (50, 2600), (75, 1000)]],
    "kimik3": [[(30, 5000), (50, 4000), (75, 3000)], [(30, 4000)]],
    "kimik2.6": [[(30, 3000), (50, 2000), (75, 1000)], [(30, 3000), (50, 2001), (75, 1000)]],
    "glm5.1": [[(50, 2000)], [(60, 1500)], [(20, 9000)]],
    "glm5.2": [[(20, 4000), (80, 2000)], [(30, 2500), (50, 1500)]],
    "minimaxm3": [[(30, 2000)], [(30, 1000)]],
    "minimaxm2.7": [[(30, 4000)], [(30, 3000), (50, 2000)]],
    "qwen3.5": [[(30, 9000), (50, 2000)], [(50, 2000)], [(20, 2100)]],
    "gptoss120b": [[(50, 2000)], [(60, 1500)], [(20, 1600)]],
    "llama70b": [[(50, 2000)], [(50, 2000)]],
    "dsv2lite": [[(30, 2000)], [(30, 2000)]],
    "gemma4": [[(80, 1004)], [(20, 4000), (50, 1000)]],
}


def two(model: str, b300: Curve, mi355x: Curve, slow: Curve) -> list[Row]:
    """Rows of a model on B300 and on MI355X, and those of SGLang on both."""
    gpus = (("b300", b300), ("mi355x", mi355x))
    return [
        each
        for gpu, curve in gpus
        for each in points(*curve, model=model, hardware=gpu)
        + points(*slow, model=model, hardware=gpu, framework="sglang")
    ]


@pytest.fixture(scope="module")
def shapes(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    """A site with a comparison of every shape."""
    folder = Folder(tmp_path_factory.mktemp("shapes") / "project")
    folder.rows(each for key, curves in SHAPES.items() for each in two(key, *curves, *([[]] * (3 - len(curves)))))
    folder.build()
    return folder


def answer(folder: Folder, slug: str) -> list[str]:
    """The quick answer of a comparison, paragraph by paragraph; the first is the description as well."""
    page = page_of(folder, f"compare/{slug}-b300-vs-mi355x/")
    first, *rest = page.paragraphs(page.section("answer"))
    assert first == page.meta("description") == page.graph("WebPage")["description"]
    return [first, *rest]


@pytest.mark.parametrize(
    ("slug", "b300", "mi355x", "end"),
    [
        # 4,000 / 3,200 = 1.25; 2,600 / 2,500 = 1.04; 2,001 / 2,000 rounds to nothing; half way from 4,000 to 2,000
        ("deepseek-v4", "4,000", "3,200", ": B300 delivers 25 % more"),
        ("deepseek-r1", "2,500", "2,600", ": MI355X delivers 4 % more"),
        ("kimi-k26", "2,000", "2,001", ": about the same"),
        ("qwen-3-5", "2,000", "2,000", ": the same"),
        ("glm-5-2", "an estimated 3,000", "1,500", ": B300 delivers about 2.0 times as much"),
        ("glm-5-1", "2,000", "at least 1,500", "; a lower bound leaves open which is more"),
        ("gptoss-120b", "2,000", "at least 1,500", f"; B300 is ahead, {LIMIT}"),  # 1,600 at 20, and less at 60
        ("gemma-4-31b", "at least 1,004", "1,000", "; B300 is ahead"),  # 0.4 %, and MI355X has 4,000 at 20
    ],
)
def test_the_first_sentence_compares_at_the_primary_target(shapes, slug, b300, mi355x, end):
    """Both figures with the words of their kind, and what they differ by."""
    text = re.sub(r" for .*, and", " for it, and", answer(shapes, slug)[0])
    unit = "tokens/s per GPU"
    assert text == f"{START} B300 delivers {b300} {unit} for it, and MI355X {mi355x} {unit}{end}."


def test_who_alone_is_fast_enough_is_told_with_how_far_the_other_gets(shapes):
    """Whichever of the two it is."""
    unit, alone = "tokens/s per GPU", f"{START} only"
    b300 = f"{alone} B300 is fast enough for Kimi K3, with 4,000 {unit}; MI355X tops out at 30.0 tok/s per user."
    mi355x = f"{alone} MI355X is fast enough for MiniMax M2.7, with 2,000 {unit}; B300 tops out at 30.0 tok/s per user."
    assert (answer(shapes, "kimi-k3")[0], answer(shapes, "minimax-m27")[0]) == (b300, mi355x)


def test_a_target_that_neither_reaches_gives_another_sentence(shapes):
    """No figure, and nothing in its place; `neither reaches 100 and 150` would leave open whether one reaches one."""
    assert answer(shapes, "minimax-m3")[0] == "Neither B300 nor MI355X reaches 50 tokens/s per user for MiniMax M3."
    assert answer(shapes, "deepseek-v4")[1].endswith(" Neither reaches 100, 150 or 200.")


@pytest.mark.parametrize(
    ("speed", "value", "end"),
    [
        (60, 1250, "at least 1,250 tokens/s per GPU: mi355X delivers at least about 25 % more"),
        (60, 1004, "at least 1,004 tokens/s per GPU; mi355X is ahead"),  # 0.4 %, rounded down
        (50, 1004, "1,004 tokens/s per GPU: about the same"),
    ],
)
def test_a_bound_and_an_estimate_each_leave_their_word(folder, speed, value, end):
    """Beside about 1,000, half way from 1,200 to 800. A name keeps its first letter, also where a sentence begins."""
    folder.edit("data/gpus.toml", 'label = "MI355X"', 'label = "mi355X"')
    folder.rows(two("dsv4", [(30, 1200), (70, 800)], [(speed, value)], []))
    folder.build()
    first, then, *_ = answer(folder, "deepseek-v4")
    assert first.endswith(f"B300 delivers an estimated 1,000 tokens/s per GPU for DeepSeek V4 Pro, and mi355X {end}.")
    assert then.startswith(f"mi355X {MORE} " if speed == 60 else "The two are level at 50 tok/s per user")


def verdict(folder: Folder, slug: str) -> str:
    """What the verdict says of targets that a side reaches."""
    return re.sub(r" Neither reaches [^.]*\.", "", answer(folder, slug)[1])


MI355X_COSTS_LESS = f"MI355X {LESS} than B300 at every target that both reach."
TOK = "tok/s per user"
CROSS = "neither is ahead everywhere: "
OPEN = "a lower bound leaves the order open."
AT_BEST = "and is not known to be behind at any other target."
GUESSED = "All of this rests on estimates."


@pytest.mark.parametrize(
    ("slug", "more", "less"),
    [
        (
            *("deepseek-v4", f"B300 {MORE} than MI355X at every target that both reach."),
            f"{MI355X_COSTS_LESS} At neocloud prices B300 costs less at 50.",  # 2.52 / 4,000 against 2.09 / 3,200
        ),
        (
            "deepseek-r1",
            f"N{CROSS[1:]}B300 {MORE} at 75 tok/s per user, MI355X at 30 and 50.",
            f"{CROSS}B300 {LESS} at 75 tok/s per user, MI355X at 30 and 50.",
        ),
        (
            "kimi-k3",
            f"B300 {MORE} than MI355X at every target that either reaches. Only B300 reaches 50 and 75.",
            MI355X_COSTS_LESS,
        ),
        (
            "minimax-m27",
            f"N{CROSS[1:]}B300 {MORE} at 30 tok/s per user, MI355X at 50. Only MI355X reaches 50.",
            MI355X_COSTS_LESS,  # 3,000 / 1.50 = 2,000 against 4,000 / 2.26 = 1,770
        ),
        ("kimi-k26", f"The two are level at 30, 50 and 75 {TOK}, the targets that both reach.", MI355X_COSTS_LESS),
        (
            "glm-5-1",
            f"The rows do not settle which {MORE} at any target. At 30 and 50 {OPEN}",
            # at 50 at least 1,500 / 1.50 = 1,000 against 2,000 / 2.26 = 885; at 30 SGLang may beat both bounds
            f"MI355X {LESS} at 50 tok/s per user, {AT_BEST} At 30 {OPEN}",
        ),
        (
            "glm-5-2",
            f"B300 {MORE} than MI355X at every target that either reaches. Only B300 reaches 75. {GUESSED}",
            # at 30 about 3,667 / 2.26 = 1,622 against 2,500 / 1.50 = 1,667; at 50 3,000 / 2.26 = 1,327 against 1,000
            f"{CROSS}B300 {LESS} at 50 tok/s per user, MI355X at 30. {GUESSED}",
        ),
        (
            "qwen-3-5",
            f"B300 {MORE} at 30 tok/s per user, {AT_BEST} The two are level at 50.",
            # at 30 9,000 / 2.26 = 3,982 against at most 2,100 / 1.50 = 1,400, at any speed
            f"{CROSS}B300 {LESS} at 30 tok/s per user, MI355X at 50.",
        ),
        (
            "llama-3-3-70b",  # nobody knows what either delivers at 30, below all that was run
            f"The two are level at 50 {TOK}. At 30 {OPEN}",
            f"MI355X {LESS} at 50 {TOK}, {AT_BEST} At 30 {OPEN}",
        ),
        ("deepseek-coder-v2-lite", f"The two are level at 30 {TOK}, the target that both reach.", MI355X_COSTS_LESS),
    ],
)
def test_the_verdicts_say_who_is_ahead_where(shapes, slug, more, less):
    """Who delivers more, and who costs less where both deliver: each target has its sentence."""
    assert verdict(shapes, slug) == more
    assert answer(shapes, slug)[2:] == [f"{CHEAP} {less}"]


def test_the_table_names_the_better_side_with_its_lead(shapes):
    """5,000 / 4,000 is 25 % more; 1.50 / 4,000 against 2.26 / 5,000 is 17 % less."""
    page = page_of(shapes, "compare/deepseek-v4-b300-vs-mi355x/")
    head, first, *_, last = page.table("ladders-caption")
    assert head == ["Target", "B300", "MI355X", "More tokens/s", "Less cost"]
    assert [first[0], *first[3:]] == ["30 tok/s", "B300, 25 % more", "MI355X, 17 % less"]
    assert [last[0], *last[3:]] == ["200 tok/s", "-", "-"]
    assert [node.text for node in page.root.all("tr", class_="primary")[0].all("th")] == ["50 tok/s"]


def test_costs_are_compared_at_each_price_tier(shapes):
    """At 50: 2.26, 2.52 and 3.00 over 4,000 against 1.50, 2.09 and 2.10 over 3,200 tokens/s."""
    rows = page_of(shapes, "compare/deepseek-v4-b300-vs-mi355x/").table("costs-caption")[1:]
    assert [[cells[0].split()[0], cells[3]] for cells in rows] == [
        ["Hyperscaler", "MI355X, 17 % less"],  # 0.469 / 0.565
        ["Neocloud", "B300, 4 % less"],  # 0.630 / 0.653
        ["Retail", "MI355X, 13 % less"],  # 0.656 / 0.750, which is 12.5 exactly
    ]


def test_a_side_that_does_not_reach_a_target_is_not_beaten_on_cost(shapes):
    """Where it serves nothing it costs nothing: nobody costs less than a dash."""
    page = page_of(shapes, "compare/kimi-k3-b300-vs-mi355x/")
    assert [cells[4] for cells in page.table("ladders-caption")[2:4]] == ["-", "-"]
    assert [cells[3] for cells in page.table("costs-caption")[1:]] == ["-", "-", "-"]


@pytest.mark.parametrize(
    ("column", "slug", "x", "y"),
    [
        ({"precision": "fp8"}, "fp4-vs-fp8", "FP4", "FP8"),
        ({"spec_method": "mtp"}, "plain-decoding-vs-speculative-decoding", "plain decoding", "speculative decoding"),
    ],
)
def test_two_parts_of_a_pair_are_compared_without_a_word_on_costs(folder, column, slug, x, y):
    """1,200 / 1,000 is 20 % more; both run on the same GPU for the same price. The run page leads there."""
    folder.rows([*points((30, 2000), (50, 1000)), *points((30, 2400), (50, 1200), **column)])
    folder.build()
    page, path = page_of(folder, f"compare/kimi-k26-on-b300-{slug}/"), f"../../compare/kimi-k26-on-b300-{slug}/"
    assert page.root.one("h1").text == f"Kimi K2.6 on B300: {x} vs {y}"
    first, then, *also = page.paragraphs(page.section("answer"))
    model, figures = "Kimi K2.6 on B300", ("1,000 tokens/s per GPU", "1,200 tokens/s per GPU")
    assert first == f"{START} {x} delivers {figures[0]} for {model}, and {y} {figures[1]}: {y} delivers 20 % more."
    assert then.startswith(f"{y[0].upper()}{y[1:]} {MORE} than {x} at every target that both reach.")
    assert also == (["What a precision does to the answers is not measured here."] if x == "FP4" else [])
    assert page.table("ladders-caption")[0] == ["Target", x, y, "More tokens/s"]
    assert [a.attrs["href"] for a in page_of(folder, "run/kimi-k26-on-b300/").root.all("a")].count(path) == 1


def compared(folder: Folder) -> list[str]:
    """The pages that compare, and the stubs that lead to them, by the last part of their addresses."""
    files = [path for path in tree(folder.public) if path.startswith("compare/")]
    return [path.removeprefix("compare/kimi-k26-").removesuffix("/index.html") for path in files]


def test_a_part_that_reaches_no_target_is_not_compared(folder):
    """Nor is a pair of one precision alone, or without speculation."""
    folder.rows([row(50, 1000), row(20, 9000, precision="fp8"), row(20, 9000, spec_method="mtp")])
    folder.build()
    assert compared(folder) == []


@pytest.mark.parametrize(
    ("setting", "pages"),
    [
        ('"all"', ["b200-vs-b300", "b200-vs-mi355x", "b300-vs-mi355x"]),
        ('"same vendor"', ["b200-vs-b300"]),
        ('"none"', []),
        ('["mi355x vs B300"]', ["b300-vs-mi355x"]),
    ],
)
def test_the_settings_say_which_gpus_are_compared(folder, setting, pages):
    """Smaller address first, whatever the order of rows and settings; the other way round leads there."""
    folder.rows([row(50, 1000, hardware=gpu) for gpu in ("mi355x", "b200", "b300")])
    folder.edit("data/site.toml", 'comparisons = "all" ', f"comparisons = {setting} ")
    folder.build()
    turned = {"-vs-".join(reversed(page.split("-vs-"))): page for page in pages}
    assert compared(folder) == sorted([*pages, *turned])
    for stub, page in turned.items():
        text = folder.page(f"compare/kimi-k26-{stub}/")
        assert f'<a href="../../compare/kimi-k26-{page}/">' in text
        assert '<meta name="robots" content="noindex">' in text
    hub = [a.attrs["href"] or "" for a in page_of(folder, "models/kimi-k26/").root.all("a")]
    assert [link[23:-1] for link in hub if "/compare/" in link] == pages


def test_without_a_price_on_one_side_nobody_costs_less(folder):
    """Its column says so, the other has its costs, and no sentence is made of them; a tier without any is left out."""
    folder.edit("data/tco.toml", "mi355x     = { hyperscaler = 1.50, neocloud = 2.09, retail = 2.10 }\n", "")
    folder.edit("data/tco.toml", "hyperscaler = 2.26, neocloud = 2.52, retail = 3.00", "hyperscaler = 2.26")
    folder.rows([row(50, 1000), row(50, 1200, hardware="mi355x")])
    folder.build()
    page = page_of(folder, "compare/kimi-k26-b300-vs-mi355x/")
    assert len(page.paragraphs(page.section("answer"))) == 2
    assert page.table("ladders-caption")[0] == ["Target", "B300", "MI355X", "More tokens/s"]
    # $2.26 x 1e6 / (1,000 x 3,600) = $0.628
    assert page.table("costs-caption")[1:] == [["Hyperscaler 2026-08-15", "$0.63 $2.26 / hr", "- no price", "-"]]


@pytest.mark.parametrize(
    ("setting", "error"),
    [
        ('"same vender"', f"'same vender', expected one of: {ONE_OF} [unknown-name]\n    did you mean 'same vendor'?"),
        ('["b300"]', "'b300', expected two GPUs such as 'b300 vs mi355x' [wrong-type]"),
        ('["b300 vs B300"]', "'b300 vs B300' names one GPU twice, expected two [same-gpu]"),
        ('["b300 vs xyz"]', "'xyz', expected a key of gpus.toml [unknown-name]"),
    ],
)
def test_a_setting_that_names_no_comparisons_is_an_error_at_its_line(folder, setting, error):
    """With what may stand there, and the nearest that may."""
    folder.rows([row(50, 1000)])
    line = folder.edit("data/site.toml", 'comparisons = "all" ', f"comparisons = {setting} ")
    assert folder.errors() == [f"data/site.toml:{line}: error: comparisons: {error}"]


def test_parts_are_not_compared_where_the_site_does_not_want_it(folder):
    """A large site may leave these pages out, and nothing leads to them; those of two GPUs stay."""
    for precision, top in (("fp4", 4000), ("fp8", 3000)):
        folder.rows(points((20, top), (60, top / 2), precision=precision), f"{precision}.parquet")
    folder.rows(points((20, 4000), (60, 2000), hardware="mi355x"), "other.parquet")
    folder.build()
    of_parts = {"compare/kimi-k26-on-b300-fp4-vs-fp8/index.html", "compare/kimi-k26-on-b300-fp8-vs-fp4/index.html"}
    before = {path for path in tree(folder.public) if path.startswith("compare/")}
    assert of_parts < before
    folder.edit("data/site.toml", "compare_parts = true", "compare_parts = false")
    folder.build()
    after = {path for path in tree(folder.public) if path.startswith("compare/")}
    assert after == before - of_parts
    assert "fp4-vs-fp8" not in folder.page("run/kimi-k26-on-b300/")
