"""The hubs of models and GPUs: which there are, who is best at each target, and what is told apart."""

import pytest

from tests.folders import points, row
from tests.reading_pages import Page, html_pages, page_of, pairs
from tests.small_sites import Site, of
from tests.test_ranking import CHEAPEST, FASTEST, field

START = "At 50 tokens/s per user"
SERVED = "with vLLM in FP4"
HIGHEST = "the highest figure for Kimi, 5,000 tokens/s per GPU"
OPEN = "a lower bound leaves open how"
KIMI, SEVERAL = "models/kimi/", "models/kimi-k26/"


def says(*figures: str) -> str:
    """The first sentences of the hub of a model whose GPUs give these figures at the target."""
    page = Site(field(*figures)).page(KIMI)
    text = page.meta("description")
    assert text is not None
    assert page.says("answer").startswith(f"{text} All on chat,")
    return text


def best(page: Page) -> list[list[str]]:
    """At each target: who delivers most, how much, who costs least, and how much."""
    return [[cell for at, cell in enumerate(cells) if at != 3] for cells in page.table("best-caption")[1:]]


@pytest.mark.parametrize(
    ("figures", "sentence"),
    [
        (["5000", "4000"], f"Alpha delivers the most for Kimi: 5,000 tokens/s per GPU, {SERVED}"),
        (["~5000", "4000"], f"Alpha delivers the most for Kimi: an estimated 5,000 tokens/s per GPU, {SERVED}"),
        (["≥5000", "4000"], f"Alpha delivers the most for Kimi: at least 5,000 tokens/s per GPU, {SERVED}"),
        (["5000", "5000"], "Alpha and Beta share the first place for Kimi, about level at 5,000 tokens/s per GPU"),
        (["5000", "≥4000 of 9000"], f"Alpha shows {HIGHEST}, but {OPEN} Beta compares"),
        (["5000", "≥4000"], f"Alpha shows {HIGHEST}, but {OPEN} Beta compares"),  # never run so slow: nobody knows
        (["5000", "≥4000 of 4900"], f"Alpha delivers the most for Kimi: 5,000 tokens/s per GPU, {SERVED}"),
        (["5000", "5000", "≥4000 of 9000"], f"Alpha shows {HIGHEST}, but {OPEN} Gamma compares"),
    ],
)
def test_a_model_leads_with_its_best_gpu_at_the_primary_target(figures, sentence):
    """With the words that the reads demand, in the number that the GPUs demand."""
    assert says(*figures).startswith(f"{START} {sentence}.")


def test_a_figure_is_not_said_of_a_gpu_that_shows_another():
    """Alpha shows 5,024 and Beta, which is level with it, 5,000; Gamma's bound leaves the first place open."""
    site = Site(field("5024", "5000", "≥4000"))
    hub, ranking = site.page(KIMI), site.page(FASTEST)
    said = [hub.says("answer"), hub.root.one("desc", id="envelopes-desc").raw, ranking.says("answer")]
    assert [text for text in said if "Alpha and Beta show" in text or "Alpha and Beta, 5,024" in text] == []


@pytest.mark.parametrize(
    ("figures", "sentence"),
    [
        # $1 / (4,000 x 3,600) and $2 / (5,000 x 3,600) per token: $0.069 and $0.111 per million
        (["4000", "5000"], "A million tokens cost least on Alpha: $0.069 at cloud prices."),
        (["~4000", "5000"], "A million tokens cost least on Alpha: an estimated $0.069 at cloud prices."),
        (["≥4000", "5000"], "A million tokens cost least on Alpha: at most $0.069 at cloud prices."),
        (["5000", "10000"], "A million tokens cost least on Alpha and Beta: $0.056 at cloud prices."),
        (["5000", "≥4000 of 20000"], ""),
        # Delta has no price, so that it is not among those that a million tokens may cost least on
        (
            ["4000", "5000", "", "900"],
            "Of the GPUs with a price, a million tokens cost least on Alpha: $0.069 at cloud prices.",
        ),
        (["4000", "5000", "", "-900"], "A million tokens cost least on Alpha: $0.069 at cloud prices."),
        (["4000", "-5000"], ""),
    ],
)
def test_a_model_names_the_gpu_of_least_cost_where_it_is_known(figures, sentence):
    """Beside a bound that SGLang may beat at another speed nobody is called the cheapest, nor where it is the only one
    with a price that reaches the target."""
    assert says(*figures).partition(". ")[2] == sentence


def test_the_only_gpu_with_a_price_is_not_called_the_cheapest():
    """Delta has no price: nothing is known that Alpha costs less than."""
    assert says("4000", "", "", "5000").endswith(f" {SERVED}.")


def test_a_single_gpu_is_not_compared():
    """It is the only one; there is neither ranking nor comparison."""
    assert says("5000") == (
        f"{START} Alpha, the only GPU with comparable results here, delivers 5,000 tokens/s per GPU for Kimi, "
        "at $0.056 per million tokens."
    )
    assert says("", "", "", "~5000") == (
        f"{START} Delta, the only GPU with comparable results here, delivers an estimated 5,000 tokens/s per GPU for "
        "Kimi."
    )
    assert Site(field("5000")).page(KIMI).root.all("section", aria_labelledby="more") == []


@pytest.mark.parametrize(
    ("figures", "pages"),
    [
        (["4000"], []),
        (["-4000", "-4000"], []),
        (["-4000", "", "", "4000"], [FASTEST]),
        (["4000", "", "", "-4000"], [FASTEST, CHEAPEST]),
    ],
)
def test_a_ranking_needs_two_gpus_and_one_that_can_be_ranked(figures, pages):
    """Otherwise there is no page, and no link to one."""
    site = Site(field(*figures))
    assert [path for path in site.planned if path.startswith("rankings/")] == pages
    links = [a.attrs["href"] or "" for a in site.page("models/kimi/").root.all("a")]
    assert [link.removeprefix("../../") for link in links if "rankings/" in link] == pages


def test_a_model_that_reaches_the_target_nowhere_says_so():
    """No figure, no dash in its place."""
    page = Site(field("-5000", "-4000")).page(KIMI)
    assert page.meta("description") == "No GPU reaches 50 tokens/s per user with Kimi on chat."
    assert page.root.one("desc", id="envelopes-desc").raw == (
        "Only 30 tok/s per user is reached; Alpha shows the most there, at least 5,000 tokens/s per GPU."
    )


def test_the_best_of_each_target_share_their_place_and_name_who_may_be_better():
    """At 50 two are alike, and SGLang may do better on Gamma, also for its money; above, nobody serves."""
    rows = [*of("alpha", "measured", 5000), *of("beta", "measured", 5000), *of("gamma", "at least", 4000, most=9000)]
    at = best(Site(rows).page(KIMI))
    assert at[1] == ["50 tok/s", "Alpha, Beta open: Gamma", "5,000", "Alpha open: Gamma", "$0.056"]
    assert at[2:] == [["75 tok/s", "-", "-", "-", "-"], ["100 tok/s", "-", "-", "-", "-"]]


def test_ladders_stand_side_by_side_with_their_costs():
    """One row for each GPU in the order of the catalog: throughput, and cost below it where there is a price."""
    page = Site([*points((30, 5000), (50, 4000), model="kimik2", hardware="alpha"), *of("delta", "wide", 3000)]).page(
        KIMI
    )
    assert page.table("ladders-caption") == [
        ["GPU", "30", "50", "75", "100"],
        # $1 x 1e6 / (5,000 x 3,600) and / (4,000 x 3,600); between 3,200 at 20 and 2,800 at 80 a line
        ["Alpha", "5,000 $0.056", "4,000 $0.069", "-", "-"],
        ["Delta", "~3,133", "~3,000", "~2,833", "-"],
    ]
    links = [a.attrs["href"] for a in page.section("ladders").one("tbody").all("a")]
    assert links == ["../../run/kimi-on-alpha/", "../../run/kimi-on-delta/"]


def test_a_chart_of_many_gpus_shows_the_best_and_says_so(folder):
    """Of twelve GPUs the ten that deliver the most, in the order of the table, which has them all."""
    gpus = [
        "h100",
        "h200",
        "b200",
        "b300",
        "gb200",
        "gb300",
        "mi300x",
        "mi325x",
        "mi355x",
        "rtx6000pro",
        "xpu1",
        "xpu2",
    ]
    folder.rows([row(50, 1000 + at, hardware=gpu) for at, gpu in enumerate(gpus)])
    folder.build(allow_unknown=True)
    page = page_of(folder, SEVERAL)
    listed = [cells[0] for cells in page.table("ladders-caption")[1:]]
    assert len(listed) == 12
    drawn = [item.text.split(" ", 1) for item in page.root.one("ol", class_="series").all("li")]
    assert drawn == [[tag, name] for tag, name in zip("ABCDEFGHIJ", listed[2:], strict=True)]
    assert "The 10 GPUs that deliver the most at 50 tok/s are drawn." in page.text


def test_a_chart_never_calls_gpus_the_best_at_a_target_that_none_reaches(folder):
    """Of twelve GPUs none reaches 50 tok/s: which of them are drawn has another reason."""
    folder.rows([row(40, 1000 + at, hardware=f"xpu{at}") for at in range(12)])
    folder.build(allow_unknown=True)
    page = page_of(folder, SEVERAL)
    assert len(page.root.one("ol", class_="series").all("li")) == 10
    assert "that deliver the most at 50 tok/s are drawn" not in page.text
    assert "10 of the 12 GPUs are drawn." in page.text


def test_a_hub_is_there_for_every_model_and_gpu_with_a_result_and_for_no_other(folder):
    """Kimi has one on B300; GLM-5 reaches no target, R1 has no usable row: no hub, and no link to one."""
    glm, r1 = row(20, 1000, model="glm5", hardware="h200"), row(50, 0, model="dsr1", hardware="mi355x")
    folder.rows([row(50, 1000), glm, r1])
    folder.build()
    pages = html_pages(folder)
    assert [path for path in pages if path.startswith(("models/", "gpus/"))] == [
        "gpus/b300/index.html",
        "models/kimi-k26/index.html",
    ]
    links = {a.attrs["href"] or "" for page in pages.values() for a in page.root.all("a")}
    assert {link.replace("../", "").removeprefix("./") for link in links if "models/" in link or "gpus/" in link} == {
        "models/kimi-k26/",
        "gpus/b300/",
    }


def test_pairs_without_a_figure_are_linked_below_and_not_listed(folder):
    """On both hubs, by what tells them apart there."""
    folder.rows(
        [row(50, 1000), row(50, 900, hardware="h200"), row(20, 1000, hardware="mi355x"), row(20, 500, model="glm5")]
    )
    folder.build()
    without = "With rows, but without a figure at any target:"
    assert f"{without} Kimi K2.6 on MI355X." in page_of(folder, SEVERAL).text
    assert f"{without} GLM-5 on B300." in page_of(folder, "gpus/b300/").text
    assert "MI355X" not in str(page_of(folder, SEVERAL).table("ladders-caption"))
    assert without not in page_of(folder, "gpus/h200/").text


def test_a_pair_read_on_another_workload_is_told_apart(folder):
    """MI355X has 1k/1k rows alone: it is not in the table of the 8k/1k, ranked or compared, and its own hub says so."""
    short = {"isl": 1024, "osl": 1024, "hardware": "mi355x"}
    folder.rows([row(50, 1000), row(50, 900, hardware="h200"), row(50, 9000, **short)])
    folder.build()
    page = page_of(folder, SEVERAL)
    assert [cells[0] for cells in page.table("ladders-caption")] == ["GPU", "H200", "B300"]
    label = "single-turn chat workload (1k input / 1k output)"
    note = "Read on another workload than the other GPUs of Kimi K2.6, so not compared: Kimi K2.6 on MI355X"
    assert f"{note} ({label})." in page.text
    assert "delivers the most for Kimi K2.6: 1,000 tokens/s per GPU" in page.text
    assert page_of(folder, "gpus/mi355x/").table("models-caption")[1][0].startswith(f"Kimi K2.6 {label}")
    assert label not in page_of(folder, "gpus/b300/").text


@pytest.mark.parametrize(
    ("speeds", "sentence"),
    [
        ([50], "B300 has results for 1 model here: GLM-5. It reaches 50 tokens/s per user."),
        ([30], "B300 has results for 1 model here: GLM-5. It does not reach 50 tokens/s per user."),
        ([50, 50], "B300 has results for 2 models here: GLM-5 and GLM-5.2. All reach 50 tokens/s per user."),
        ([50, 30], "B300 has results for 2 models here: GLM-5 and GLM-5.2. 1 of them reaches 50 tokens/s per user."),
        ([30, 30], "B300 has results for 2 models here: GLM-5 and GLM-5.2. None reaches 50 tokens/s per user."),
        ([50, 50, 50, 30, 50], "B300 has results for 5 models here. 4 of them reach 50 tokens/s per user."),
    ],
)
def test_a_gpu_says_how_many_models_it_has_and_how_many_reach_the_target(folder, speeds, sentence):
    """Names up to four, and the number of the verb that the count demands."""
    models = ["glm5", "glm5.2", "minimaxm3", "minimaxm2.7", "qwen3.5"]
    folder.rows([row(speed, 1000, model=model) for speed, model in zip(speeds, models, strict=False)])
    folder.build()
    assert page_of(folder, "gpus/b300/").meta("description") == sentence


def test_a_gpu_shows_what_the_catalog_says_of_it(folder):
    """Facts that it lacks are left out; a price that it lacks is a dash, without a date."""
    folder.edit("data/tco.toml", "neocloud = 2.52, ", "")
    folder.edit("data/gpus.toml", "memory_gb = 268\n", "")
    folder.rows([*points((30, 2000), (42.5, 900)), row(50, 3600, model="glm5")])
    folder.build()
    page = page_of(folder, "gpus/b300/")
    assert pairs(page.root.one("dl", class_="tiles")) == {
        "Vendor": "NVIDIA",
        "Architecture": "Blackwell",
        "Rated power": "1,200 W",
        "All-in power": "1,900 W",
    }
    assert page.table("prices-caption")[1:] == [
        ["Hyperscaler", "$2.26", "2026-08-15"],
        ["Neocloud", "-", "-"],
        ["Retail", "$3.00", "2026-08-15"],
    ]
    rows = {cells[0].split(" 2026")[0]: cells[1:3] for cells in page.table("models-caption")[1:]}
    # $2.26 x 1e6 / (3,600 x 3,600) = $0.174
    assert rows["GLM-5"] == ["3,600 vLLM, fp4", "$0.17"]
    assert rows["Kimi K2.6"] == ["- tops out at 42.5 tok/s vLLM, fp4", "-"]


def test_a_gpu_of_no_catalog_has_no_facts(folder):
    """Its hub has models, and dashes for prices."""
    folder.rows([row(50, 1000, hardware="xpu9")])
    folder.build(allow_unknown=True)
    page = page_of(folder, "gpus/xpu9/")
    assert page.root.all("dl", class_="tiles") == []
    assert {cells[1] for cells in page.table("prices-caption")[1:]} == {"-"}
