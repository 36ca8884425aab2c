"""Every sentence of a run page follows from its data: by the kind of its primary read, its prices and its rows."""

import re

import pytest

from tests.folders import points, row
from tests.reading_pages import CURVE, built, real

CHAT = "single-turn chat workload (8k input / 1k output)"
SPEED = "How fast is Kimi K2.6 on B300?"
COST = "How much does it cost to serve Kimi K2.6 on B300?"
ENGINES = "Which serving engines run Kimi K2.6 on B300?"
B300 = "b300       = { hyperscaler = 2.26, neocloud = 2.52, retail = 3.00 }"
AT_LEAST = ((110.0, 1500.0), (160.0, 700.0))
WIDE = ((30.0, 4000.0), (80.0, 1500.0))  # a straight line: 4000 - 2500 x 20 / 50 = 3,000 at 50
OUT_OF_REACH = ((20.0, 1500.0), (42.5, 700.0))
READS = {"measured": CURVE, "at least": AT_LEAST, "wide": WIDE, "out of reach": OUT_OF_REACH}


@pytest.mark.parametrize(
    ("kind", "headline"),
    [
        (
            "measured",  # $2.26 x 1e6 / (2,500 x 3,600) = $0.2511
            (
                "At 50 tokens/s per user, B300 delivers 2,500 tokens/s per GPU for Kimi K2.6, with vLLM in FP4. "
                "At hyperscaler prices that is $0.25 per million tokens."
            ),
        ),
        (
            "at least",  # 2.26e6 / (1,500 x 3,600) = 0.4185
            (
                "At 50 tokens/s per user, B300 delivers at least 1,500 tokens/s per GPU for Kimi K2.6, with "
                "vLLM in FP4. At hyperscaler prices that is at most $0.42 per million tokens."
            ),
        ),
        (
            "wide",  # 2.26e6 / (3,000 x 3,600) = 0.2093
            (
                "At 50 tokens/s per user, B300 delivers an estimated 3,000 tokens/s per GPU for Kimi K2.6, with "
                "vLLM in FP4. At hyperscaler prices that is an estimated $0.21 per million tokens."
            ),
        ),
        (
            "out of reach",
            (
                "No config of Kimi K2.6 on B300 reaches 50 tokens/s per user. The fastest reaches 42.5, with vLLM in "
                "FP4, at 700 tokens/s per GPU."
            ),
        ),
    ],
)
def test_the_answer_says_what_kind_of_read_it_is(folder, kind, headline):
    """An estimate is called one, a bound a bound, and a target out of reach has another sentence; then the workload."""
    page = built(folder, points(*READS[kind]))
    assert page.meta("description") == headline
    assert page.paragraphs(page.section("answer"))[0] == f"{headline} Read on a {CHAT}."


@pytest.mark.parametrize(
    ("kind", "more"),
    [
        ("measured", "; the first token takes a median 404 ms there"),
        ("at least", "; the first token takes a median 404 ms there"),
        ("wide", "; the first token takes a median 404 ms there"),
        ("out of reach", ""),
    ],
)
def test_the_answer_gives_the_wait_for_a_first_token_where_the_target_is_reached(folder, kind, more):
    page = built(folder, points(*READS[kind], median_ttft=0.404))
    assert page.paragraphs(page.section("answer"))[0].endswith(f". Read on a {CHAT}{more}.")


@pytest.mark.parametrize("columns", [{}, {"median_ttft": 0.404}])
def test_no_paragraph_is_empty(folder, columns):
    """Also where there is no latency to tell."""
    page = built(folder, points(*CURVE, **columns))
    assert [text for text in page.paragraphs(page.main) if not text] == []


@pytest.mark.parametrize(
    ("kind", "answer"),
    [
        ("measured", f"At 50 tokens/s per user on a {CHAT}, B300 delivers 2,500 tokens/s per GPU for "),
        (
            "at least",
            f"At 50 tokens/s per user on a {CHAT}, B300 delivers at least 1,500 tokens/s per GPU for ",
        ),
        (
            "wide",
            f"At 50 tokens/s per user on a {CHAT}, B300 delivers an estimated 3,000 tokens/s per GPU for ",
        ),
        (
            "out of reach",
            f"No config of Kimi K2.6 on B300 reaches 50 tokens/s per user on a {CHAT}; the fastest gives 42.5. The ",
        ),
    ],
)
def test_the_answer_on_speed_says_so_too(folder, kind, answer):
    assert built(folder, points(*READS[kind])).faq()[SPEED].startswith(answer)


def test_the_most_that_any_config_reaches_is_told_with_its_speed(folder):
    """4,000 tokens/s per GPU are those of the point at 20."""
    assert (
        built(folder, points(*CURVE))
        .faq()[SPEED]
        .endswith(
            " The most that any config reaches is 4,000 tokens/s per GPU, at 20.0 tok/s per user "
            f"(vLLM, FP4, {CHAT}, concurrency 1)."
        )
    )


@pytest.mark.parametrize(
    ("kind", "answer"),
    [
        (
            "measured",  # at 30: more than 2,500 tokens/s, so it costs less
            (
                "At hyperscaler prices and 50 tokens/s per user, $0.25 per million tokens, input and output together. "
                "The cost at neocloud and retail prices is in the table above. Slower targets cost less."
            ),
        ),
        (
            "at least",  # the same point serves 30 and 50, so the cost stays flat
            (
                "At hyperscaler prices and 50 tokens/s per user, at most $0.42 per million tokens, input and output "
                "together. The cost at neocloud and retail prices is in the table above."
            ),
        ),
        (
            "wide",
            (
                "At hyperscaler prices and 50 tokens/s per user, an estimated $0.21 per million tokens, input and "
                "output together. The cost at neocloud and retail prices is in the table above. Slower targets cost "
                "less."
            ),
        ),
        ("out of reach", None),
    ],
)
def test_the_answer_on_cost_says_what_is_known(folder, kind, answer):
    """No primary read, no question on cost, neither on the page nor for machines."""
    page = built(folder, points(*READS[kind]))
    told = {e["name"]: e["acceptedAnswer"]["text"] for e in page.graph("FAQPage")["mainEntity"]}
    assert page.faq().get(COST) == told.get(COST) == answer


def test_a_cost_that_prints_alike_is_not_called_lower(folder):
    """2.26e6 / 3,600 / 2,500 = 0.2511 and / 2,510 = 0.2501: both are $0.25."""
    page = built(folder, points((30, 2510), (50, 2500), (100, 1250)))
    assert [page.ladder()[f"{tier} tok/s"][1] for tier in (30, 50)] == ["$0.25", "$0.25"]
    assert "less" not in page.faq()[COST]


def test_slower_targets_are_called_cheaper_only_where_each_of_them_is(folder):
    """One config at 80 serves 50 and 75 alike; only 30 has a cheaper one."""
    folder.edit("data/site.toml", "primary_tier = 50 ", "primary_tier = 75 ")
    page = built(folder, [row(30, 5000, framework="sglang"), row(80, 2000)])
    assert [cells[1] for cells in page.ladder().values()][:3] == ["$0.13", "≤ $0.31", "≤ $0.31"]
    assert "Slower targets cost less" not in page.faq()[COST]


@pytest.mark.parametrize("kind", ["measured", "at least", "wide"])
def test_figures_of_tables_carry_the_signs_of_their_kind(folder, kind):
    page = built(folder, points(*READS[kind]))
    cells = {"measured": ["2,500", "$0.25"], "at least": ["≥ 1,500", "≤ $0.42"], "wide": ["~3,000", "~$0.21"]}
    assert page.ladder()["50 tok/s"][:2] == cells[kind]
    figures = [dd.text for dd in page.root.one("dl", class_="key-figures").all("dd")]
    assert figures == [*cells[kind], "vLLM"]
    assert page.table("prices-caption")[1][2] == cells[kind][1]


def test_out_of_reach_is_a_dash_in_tables_and_says_how_far_the_fastest_gets(folder):
    page = built(folder, points(*OUT_OF_REACH))
    assert page.ladder()["50 tok/s"] == ["-", "-", "vLLM", "fp4"]
    assert page.table("ladder-caption")[2][1].startswith("- tops out at 42.5 tok/s")
    assert [row[1:] for row in page.table("prices-caption")[1:]] == [["$2.26", "-"], ["$2.52", "-"], ["$3.00", "-"]]
    assert page.root.all("dl", class_="key-figures") == []


def test_an_estimate_shows_its_bracket_unopened(folder):
    page = built(folder, points(*WIDE))
    assert "~3,000 between 4,000 at 30.0 and 1,500 at 80.0 tok/s" in page.table("ladder-caption")[2][1]
    assert "~ is an estimate" in page.section("ladder").text


@pytest.mark.parametrize(("kind", "sign"), [("at least", "≥ stands"), ("wide", "~ is an estimate")])
def test_a_sign_is_explained_where_it_stands_and_nowhere_else(folder, kind, sign):
    assert sign in built(folder, points(*READS[kind])).section("ladder").text
    assert sign not in built(folder, points((30, 4000), (50, 2500), (100, 1250))).section("ladder").text


@pytest.mark.parametrize(
    ("prices", "sentence"),
    [
        ("b300 = { hyperscaler = 2.26, neocloud = 2.52 }", " The cost at neocloud prices is in the table above."),
        ("b300 = { hyperscaler = 2.26 }", ""),
    ],
)
def test_the_answer_on_cost_names_the_other_price_tiers_that_there_are(folder, prices, sentence):
    folder.edit("data/tco.toml", B300, prices)
    page = built(folder, points((50, 2500), (100, 1250)))
    start = "At hyperscaler prices and 50 tokens/s per user, $0.25 per million tokens, input and output together."
    assert page.faq()[COST] == start + sentence


def test_without_a_price_no_cost_is_told_to_people_or_machines(folder):
    """Neither sentence nor question; the table keeps its dashes."""
    folder.edit("data/tco.toml", f"{B300}\n", "")
    page = built(folder, points(*CURVE))
    assert COST not in page.faq()
    assert COST not in page.root.one("script", type="application/ld+json").raw
    assert "$" not in page.says("answer") + page.says("faq") + page.says("cost") + str(page.json_ld())
    assert page.says("cost") == "No rental price is entered here for B300, so there is no cost to give."
    assert page.root.all("svg", aria_labelledby="costs-title costs-desc") == []


@pytest.mark.parametrize(
    ("isl", "osl", "share"), [(8192, 1024, "89 %"), (1024, 1024, "50 %"), (1024, 8192, "11 %"), (None, None, None)]
)
def test_the_cost_lead_says_how_much_of_the_tokens_is_input(folder, isl, osl, share):
    """8,192 / 9,216 = 88.9 %; agentic traces have no fixed lengths, so no share is given."""
    rows = points(*CURVE, isl=isl, osl=osl)
    if isl is None:
        rows = [row(60, 2000, isl=None, osl=None, benchmark_type="agentic_traces", p90_intvty=60.0)]
    said = built(folder, rows).says("cost")
    assert ("of them are input" in said) == (share is not None)
    assert share is None or f"; {share} of them are input on this workload." in said


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({}, ""),
        ({"disagg": True}, ", some with disaggregated prefill"),
        ({"is_multinode": True}, ", some on several nodes"),
        ({"disagg": True, "is_multinode": True}, ", some with disaggregated prefill and on several nodes"),
    ],
)
def test_ways_of_serving_are_told_only_where_rows_are(folder, columns, words):
    """The rows of the pair beside it do not count."""
    other = points(*CURVE, hardware="mi355x", disagg=True, is_multinode=True)
    page = built(folder, [*points(*CURVE), row(30, 90, framework="sglang", precision="int4", **columns), *other])
    assert page.faq()[ENGINES].startswith(
        f"The rows behind this page come from SGLang and vLLM, in FP4 and INT4{words}. "
    )


@pytest.mark.parametrize("kind", READS)
@pytest.mark.parametrize("priced", [True, False])
def test_no_sentence_has_a_gap(folder, kind, priced):
    """No lonely dash or dollar, no doubled word, no blank before a full stop, and every answer ends in one."""
    if not priced:
        folder.edit("data/tco.toml", f"{B300}\n", "")
    page = built(real(folder), points(*READS[kind]))
    sentences = [*page.paragraphs(page.main), *(node.raw for node in page.root.all("desc")), *page.faq().values()]
    for text in sentences:
        assert re.findall(r"(?:^| )-(?: |$)|\$(?!\s?/|\d)|\b(\w+) \1\b| [.,;]|None|undefined|\(\)", text) == [], text
    assert all(answer.endswith(".") for answer in page.faq().values())
