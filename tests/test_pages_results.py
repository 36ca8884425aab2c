"""Which pairs are results: the model's first workload, the selection, pairs without a figure."""

import pytest

from tests.folders import Folder, points, row
from tests.reading_pages import CURVE, KIMI, KIMI_MI355X, Node, Page, built, page_of

CHAT = "single-turn chat workload (8k input / 1k output)"
SHORT = "single-turn chat workload (1k input / 1k output)"
UNUSABLE = [
    row(50, 1000, error="out of memory"),
    row(50, 1000, conc=2, status="failed"),
    row(50, 1000, conc=3, isl=4096),
    row(tput_per_gpu=None, conc=4),
    row(median_intvty=None, conc=5),
    row(median_intvty=None, conc=6),
]


def robots(page: Page) -> str | None:
    return page.meta("robots")


def matrix(folder: Folder) -> list[list[str]]:
    """The models by GPUs on the home page, head first; in a cell what stands below a figure comes after it."""
    rows = page_of(folder).root.one("table", class_="matrix").all("tr")
    cells = [[cell for cell in row.children if isinstance(cell, Node)] for row in rows]
    return [
        [" ".join(part.text for part in cell.all("a") + cell.all("small")) or cell.text for cell in row]
        for row in cells
    ]


def listed(folder: Folder) -> list[str]:
    """The pairs with a cell in the matrix of the home page, by address; each is in the list of all pages too."""
    home = page_of(folder)
    cells = [a.attrs["href"] or "" for cell in home.root.all("td") for a in cell.all("a")]
    without = linked_below(folder)
    below = [(a.text, a.attrs["href"] or "") for a in home.section("all").all("a")]
    runs = [link for link in below if link[1].startswith("./run/") and link not in without]
    assert sorted(address for _, address in runs) == sorted(cells)
    return cells


def linked_below(folder: Folder) -> list[tuple[str, str]]:
    """The pairs that the home page links without a figure."""
    items = page_of(folder).section("all").all("li")
    marked = [item for item in items if item.text.startswith("With rows, but without a figure at any target:")]
    return [(a.text, a.attrs["href"] or "") for item in marked for a in item.all("a")]


def test_a_page_leads_with_the_first_workload_that_its_model_has(folder):
    """Not with the first of the settings, which nobody ran."""
    page = built(folder, [*points(*CURVE, isl=1024), *points(*CURVE, isl=1024, hardware="mi355x")])
    assert f"on a {SHORT}" in page.says("ladder")
    assert "not ranked" not in page.says("answer")
    assert page.section("beside").text
    (group,) = page_of(folder).root.all("li", id="model-kimi-k26")
    assert group.text.startswith(f"Kimi K2.6 Kimi K2.5/K2.6/K2.7-Code 1T {SHORT} ")
    assert matrix(folder)[1] == ["Kimi K2.6", "2,500 $0.25", "2,500 $0.17"]


def test_a_pair_without_the_models_first_workload_says_so_and_is_in_no_comparison(folder):
    """B300 and B200 have 8k/1k and stand beside each other; MI355X has 1k/1k only and stands beside nobody."""
    rows = [*points(*CURVE), *points(*CURVE, hardware="b200"), *points(*CURVE, hardware="mi355x", isl=1024)]
    page = built(folder, rows, KIMI_MI355X)
    said = page.says("answer")
    assert f"This page reads a {SHORT} instead, so it is not ranked or compared with other GPUs." in said
    assert CHAT in said
    assert page.root.all("section", aria_labelledby="beside") == []
    assert [cells[0] for cells in page_of(folder, KIMI).table("gpus-caption")[1:]] == [
        "B200 side by side",
        "B300 this page",
    ]
    assert matrix(folder)[0] == ["Model", "B200", "B300", "MI355X"]
    assert matrix(folder)[1] == ["Kimi K2.6", "2,500 $0.19", "2,500 $0.25", "2,500 $0.17 other workload"]
    shades = [(cell.attrs["class"] or "").split()[1:] for cell in page_of(folder).root.one("tbody").all("td")]
    assert shades == [["shade-4"], ["shade-4"], []]
    assert robots(page) is None


def test_a_pair_whose_rows_of_the_first_workload_may_not_compete_is_not_said_to_have_none(folder):
    """SGLang ran the 8k/1k chat on B200 but does not compete; there are rows, so no sentence may deny it."""
    folder.edit("data/site.toml", '# engines = ["vllm", "sglang"]', 'engines = ["vllm"]')
    own = [*points(*CURVE, hardware="b200", framework="sglang"), *points(*CURVE, hardware="b200", isl=1024)]
    said = built(folder, [*points(*CURVE), *own], "run/kimi-k26-on-b200/").says("answer")
    assert "instead, so it is not ranked" in said
    assert "no rows" not in said


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ('engines = ["vllm", "sglang"]', "the engines vLLM and SGLang."),
        ('engines = ["vllm"]\nprecisions = ["fp4"]', "the engines vLLM; the precisions FP4."),
    ],
)
def test_a_narrowed_selection_is_told_where_figures_are(folder, setting, sentence):
    """What may not compete leads no target, though it is faster."""
    folder.edit("data/site.toml", '# engines = ["vllm", "sglang"]', setting)
    page = built(folder, [*points(*CURVE), *points((20, 9000), (60, 8000), framework="trt")])
    assert f"Only some may compete on this site: {sentence}" in page.says("ladder")
    assert page.ladder()["50 tok/s"][2:] == ["vLLM", "fp4"]


def test_a_full_selection_is_not_told(folder):
    assert "may compete" not in built(folder, points(*CURVE)).text


def test_a_pair_where_nothing_may_compete_says_so(folder):
    """Its rows are good, so it is not said that they were set aside."""
    folder.edit("data/site.toml", '# engines = ["vllm", "sglang"]', 'engines = ["sglang"]')
    page = built(folder, [*points(*CURVE), *points(*CURVE, hardware="b200", framework="sglang")])
    assert page.root.one("h1").text == "Running Kimi K2.6 on B300"
    assert page.paragraphs(page.main) == [
        (
            "There are 3 configs of Kimi K2.6 on B300, but none with an engine and precision that may compete on this "
            "site, so there is no figure to give."
        )
    ]
    assert robots(page) == "noindex"
    assert listed(folder) == ["./run/kimi-k26-on-b200/"]
    assert linked_below(folder) == [("Kimi K2.6 on B300", f"./{KIMI}")]


def test_a_pair_without_usable_rows_has_a_short_page_with_the_reasons(folder):
    """Each reason with its rows; the page is not indexed, listed as no result, and yet linked under its model."""
    page = built(folder, [*UNUSABLE, *points(*CURVE, hardware="mi355x")])
    assert page.paragraphs(page.main) == [
        (
            "There is no figure to give for Kimi K2.6 on B300: all its rows were set aside, 1 row (the run reported "
            "an error); 1 row (the run failed); 1 row (the workload is not one that this site reads); 1 row (no "
            "throughput is given); 2 rows (no speed per user is given)."
        )
    ]
    assert page.meta("description") == page.paragraphs(page.main)[0]
    assert robots(page) == "noindex"
    assert (page.link("canonical"), page.root.all("table"), page.root.all("script")) == (None, [], [])
    assert listed(folder) == [f"./{KIMI_MI355X}"]
    assert linked_below(folder) == [("Kimi K2.6 on B300", f"./{KIMI}")]


def test_a_model_without_any_usable_row_is_on_the_home_page_all_the_same(folder):
    """No result at all: the home page says so, claims no newest run, and links the short page."""
    home = built(folder, UNUSABLE, "", base_url="https://example.org/")
    assert "There is no result to list yet" in home.text
    assert home.root.all("table") == home.root.all("template") == []
    assert "The newest run" not in home.text
    assert all("dateModified" not in part for part in home.json_ld()["@graph"])
    assert linked_below(folder) == [("Kimi K2.6 on B300", f"./{KIMI}")]


def test_a_pair_that_reaches_no_target_is_not_indexed_nor_listed(folder):
    """Its page holds what there is: how far the fastest config gets."""
    page = built(folder, [*points((10, 900), (20, 500)), *points(*CURVE, hardware="mi355x")], base_url="https://e.org/")
    assert robots(page) == "noindex"
    assert page.link("canonical") is None
    assert {cells[0] for cells in page.ladder().values()} == {"-"}
    assert "The fastest reaches 20.0" in page.says("answer")
    assert listed(folder) == [f"./{KIMI_MI355X}"]
    assert linked_below(folder) == [("Kimi K2.6 on B300", f"./{KIMI}")]
    assert robots(page_of(folder, KIMI_MI355X)) is None


def test_a_pair_that_reaches_a_lower_target_only_is_a_result(folder):
    """Listed with a dash and how far it gets, indexed, and last in comparisons."""
    page = built(folder, [*points((30, 900), (42.5, 500)), *points(*CURVE, hardware="mi355x")])
    assert robots(page) is None
    assert matrix(folder) == [["Model", "B300", "MI355X"], ["Kimi K2.6", "- max 42.5 tok/s", "2,500 $0.17"]]
    beside = page_of(folder, KIMI_MI355X).table("gpus-caption")
    assert beside[1:] == [
        ["MI355X this page", "2,500", "$0.17"],
        ["B300 side by side", "- tops out at 42.5 tok/s", "-"],
    ]


def test_rows_of_a_result_that_were_set_aside_are_told_on_its_page(folder):
    page = built(folder, [*points(*CURVE), *[one | {"conc": 10 + at} for at, one in enumerate(UNUSABLE[3:])]])
    assert "Rows set aside: 1 row (no throughput is given); 2 rows (no speed per user is given)." in [
        li.text for li in page.section("trust").all("li")
    ]


def test_no_row_set_aside_is_told_as_none(folder):
    assert "Rows set aside: none." in built(folder, points(*CURVE)).section("trust").text
