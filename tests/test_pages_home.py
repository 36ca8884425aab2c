"""The home page: its matrix of models by GPUs, the list of all pages below it, and what it says of itself."""

import datetime

import pytest

from tests.folders import points, row
from tests.reading_pages import CURVE, KIMI, KIMI_MI355X, Node, Page, built

AUGUST = datetime.date(2026, 8, 1)
KIMI_ON = "run/kimi-k26-on-"


def cells(page: Page) -> list[list[tuple[str, list[str]]]]:
    """The rows of the matrix: the text of each cell's link, and what stands small below it."""
    rows = page.root.one("table", class_="matrix").one("tbody").all("tr")
    found = [[cell for cell in row.children if isinstance(cell, Node)] for row in rows]
    return [[(" ".join(a.text for a in c.all("a")), [s.text for s in c.all("small")]) for c in each] for each in found]


def links(node: Node) -> list[tuple[str, str | None]]:
    """What is linked, and where it leads."""
    return [(a.text, a.attrs["href"]) for a in node.all("a")]


def test_the_matrix_has_a_row_for_each_model_and_a_column_for_each_gpu(folder):
    """In the order of the catalogs, each with its hub; a cell without a result is empty. 1.50 / 9 = 0.1667."""
    rows = [*points(*CURVE), *points(*CURVE, hardware="mi355x", spec_method="mtp"), *points(*CURVE, model="dsv4")]
    page = built(folder, rows, "")
    table = page.root.one("table", class_="matrix")
    assert links(table.one("thead")) == [("B300", "./gpus/b300/"), ("MI355X", "./gpus/mi355x/")]
    assert cells(page) == [
        [("DeepSeek V4 Pro", []), ("2,500", ["$0.25"]), ("", [])],
        [("Kimi K2.6", []), ("2,500", ["$0.25"]), ("2,500", ["$0.17"])],
    ]
    assert [a.attrs["href"] for a in table.one("tbody").all("a")] == [
        "./models/deepseek-v4/",
        "./run/deepseek-v4-on-b300/",
        "./models/kimi-k26/",
        f"./{KIMI}",
        f"./{KIMI_MI355X}",
    ]
    assert table.one("caption").text.startswith("Total tokens/s per GPU at 50 tokens/s per user, with $ per million")


def test_a_cell_of_the_matrix_names_its_pair_to_those_who_do_not_see_the_table(folder):
    page = built(folder, points(*CURVE), "")
    (link,) = page.root.one("table", class_="matrix").one("td").all("a")
    assert link.attrs["title"] == "Kimi K2.6 on B300"


def test_a_cell_is_the_darker_the_nearer_it_is_to_the_best_of_its_model(folder):
    """A fifth of the best for each shade: 900, 1,900, 2,900, 3,900 and 5,000 of 5,000, and none below the target."""
    gpus = {"h100": 900, "h200": 1900, "b200": 2900, "b300": 3900, "mi355x": 5000}
    rows = [row(50, tput, hardware=gpu) for gpu, tput in gpus.items()]
    page = built(folder, [*rows, row(40, 9000, hardware="mi300x"), row(50, 10, model="dsv4")], "")
    shades = {
        cell.one("a").attrs["title"]: (cell.attrs["class"] or "").split()[1:]
        for cell in page.root.all("td")
        if not cell.has("class", "empty")
    }
    assert shades == {
        "DeepSeek V4 Pro on B300": ["shade-4"],
        "Kimi K2.6 on H100": ["shade-0"],
        "Kimi K2.6 on H200": ["shade-1"],
        "Kimi K2.6 on B200": ["shade-2"],
        "Kimi K2.6 on B300": ["shade-3"],
        "Kimi K2.6 on MI300X": [],
        "Kimi K2.6 on MI355X": ["shade-4"],
    }


def test_marks_of_the_matrix_are_those_of_the_ladders(folder):
    """A bound, an estimate, and a target out of reach: with how far it gets, and no cost."""
    rows = [
        row(60, 6000, hardware="b200"),
        *points((30, 4000), (80, 1500), hardware="h200"),
        *points((30, 900), (42.5, 500)),
    ]
    assert cells(built(folder, rows, "")) == [
        [("Kimi K2.6", []), ("~3,000", ["~$0.11"]), ("≥ 6,000", ["≤ $0.080"]), ("-", ["max 42.5 tok/s"])]
    ]


def test_the_home_page_says_what_its_signs_stand_for(folder):
    page = built(folder, points(*CURVE), "")
    assert page.main.all("p", class_="note")[0].text == (
        "~ is an estimate between two points far apart; ≥ and ≤ stand where the whole curve is faster than the target; "
        "- where it is slower, with the speed that is reached. Cells of another workload than their row's are not "
        "shaded."
    )


def test_the_list_of_all_pages_has_each_model_with_its_pages_and_each_gpu(folder):
    """Results, then rankings, then what has no figure; comparisons are listed on the hub of their model."""
    rows = [*points(*CURVE), *points(*CURVE, hardware="mi355x"), row(20, 90, hardware="h100"), row(50, 9, model="glm5")]
    page = built(folder, rows, "")
    kimi, glm, gpus = [
        item for item in page.root.one("ul", class_="all").children if isinstance(item, Node) and item.tag == "li"
    ]
    assert links(kimi) == [
        ("Kimi K2.6", "./models/kimi-k26/"),
        ("Kimi K2.6 on B300", f"./{KIMI}"),
        ("Kimi K2.6 on MI355X", f"./{KIMI_MI355X}"),
        ("Fastest GPU for Kimi K2.6", "./rankings/fastest-gpu-for-kimi-k26/"),
        ("Cheapest GPU for Kimi K2.6", "./rankings/cheapest-gpu-for-kimi-k26/"),
        ("Kimi K2.6 on H100", f"./{KIMI_ON}h100/"),
    ]
    assert links(glm) == [("GLM-5", "./models/glm-5-1/"), ("GLM-5 on B300", "./run/glm-5-1-on-b300/")]
    assert links(gpus) == [("All models on B300", "./gpus/b300/"), ("All models on MI355X", "./gpus/mi355x/")]


def test_the_newest_results_come_first_with_their_primary_read(folder):
    """Dated by the row behind the read; a move says what it was before."""
    rows = [
        row(50, 1000, date=AUGUST),
        row(50, 1250),
        row(50, 900, hardware="mi355x", date=datetime.date(2026, 8, 20), spec_method="mtp"),
    ]
    page = built(folder, rows, "")
    assert [item.text for item in page.section("news").all("li")] == [
        (
            "2026-09-01 Kimi K2.6 on B300: 1,250 tokens/s per GPU at 50 tok/s per user, vLLM, fp4; before 1,000 "
            "(25 % more)"
        ),
        "2026-08-20 Kimi K2.6 on MI355X: 900 tokens/s per GPU at 50 tok/s per user, vLLM · MTP, fp4",
        "2026-08-01 Kimi K2.6 on B300: 1,000 tokens/s per GPU at 50 tok/s per user, vLLM, fp4",
    ]


def test_a_first_result_out_of_reach_is_no_news(folder):
    """News are of reads at the primary target; that one came into reach is."""
    page = built(folder, [row(40, 1000, date=AUGUST), row(50, 900)], "")
    assert [item.text for item in page.section("news").all("li")] == [
        "2026-09-01 Kimi K2.6 on B300: 900 tokens/s per GPU at 50 tok/s per user, vLLM, fp4; before out of reach",
    ]


@pytest.mark.parametrize("base_url", [None, "https://example.org/bench/"])
def test_the_home_page_says_the_same_to_machines(folder, base_url):
    """Its name, description and date, and where the whole of the data is; addresses with a base URL only."""
    page = built(folder, points(*CURVE), "", base_url=base_url)
    web, data = page.graph("WebPage"), page.graph("Dataset")
    lead = page.root.one("p", class_="lead").text
    assert (web["name"], web["description"], web["dateModified"]) == ("Inference report", lead, "2026-09-01")
    assert (data["name"], data["description"], data["dateModified"]) == ("Inference report", lead, "2026-09-01")
    files = [f"{base_url}data/{name}" for name in ("ladder.csv", "benchmarks.parquet")] if base_url else []
    assert [file["contentUrl"] for file in data.get("distribution", [])] == files
    assert web.get("url") == web.get("@id") == data.get("url") == base_url
    downloads = [href for _, href in links(page.section("all").all("p", class_="note")[0])]
    assert downloads == ["./data/ladder.csv", "./data/benchmarks.parquet"]


def test_the_field_to_filter_is_only_put_on_the_page_by_its_script(folder):
    """Without JavaScript there is no form, and nothing is hidden."""
    page = built(folder, points(*CURVE), "")
    (template,) = page.root.all("template", id="filter")
    assert [form for form in page.root.all("form") if form not in template.all("form")] == []
    assert [node for node in page.root.walk() if "hidden" in node.attrs] == []
    scripts = [node.attrs["src"] for node in page.root.all("script") if "src" in node.attrs]
    assert scripts == [f"./{folder.asset('filter.js')}"]
