"""The home page: the matrix of models by GPUs, the newest results, and the list of every page."""

import datetime

import pytest

from tests.folders import Folder, Row, points, row
from tests.reading_pages import Node, Page, built, html_pages, page_of

AT = "at 50 tok/s per user, vLLM, fp4"


def day(number: int) -> datetime.date:
    return datetime.date(2026, 7, number)


def cells(page: Page, model: str) -> list[Node]:
    """The cells of a model in the matrix."""
    (row,) = [
        row for row in page.root.one("table", class_="matrix").one("tbody").all("tr") if row.one("th").text == model
    ]
    return row.all("td")


def shades(page: Page, model: str) -> list[str | None]:
    """How dark each cell is: 0 to 4, or None without a shade."""
    found = [(cell.attrs["class"] or "").split() for cell in cells(page, model)]
    return [next((name.removeprefix("shade-") for name in names if name.startswith("shade-")), None) for names in found]


def test_the_matrix_shows_each_pair_with_its_figure_and_cost(folder):
    """Models by rows and GPUs by columns in the order of the catalogs; $2.26 x 1e6 / (5,000 x 3,600) = $0.126."""
    page = built(folder, [row(50, 5000), row(50, 4000, hardware="h200"), row(50, 900, model="dsv4")], "")
    table = page.table("matrix-caption")
    assert [[text.split(" ")[0] for text in line] for line in table] == [
        ["Model", "H200", "B300"],
        ["DeepSeek", "", "900"],
        ["Kimi", "4,000", "5,000"],
    ]
    assert cells(page, "Kimi K2.6")[1].all("small")[0].text == "$0.13"
    assert cells(page, "DeepSeek V4 Pro")[0].all("a") == []


def test_rows_columns_and_cells_of_the_matrix_are_links(folder):
    """To the hubs and the page of the pair, which the link's title names."""
    page = built(folder, [row(50, 5000)], "")
    table = page.root.one("table", class_="matrix")
    assert [(a.text, a.attrs["href"]) for a in table.all("a")] == [
        ("B300", "./gpus/b300/"),
        ("Kimi K2.6", "./models/kimi-k26/"),
        ("5,000", "./run/kimi-k26-on-b300/"),
    ]
    assert cells(page, "Kimi K2.6")[0].one("a").attrs["title"] == "Kimi K2.6 on B300"


def test_a_cell_is_the_darker_the_nearer_it_is_to_the_best_of_its_model(folder):
    """Fifths of the model's best, 5,000: from 1,000 on the second, from 4,000 on the last; each model has its own."""
    figures = {"h100": 999, "h200": 1000, "b200": 2500, "b300": 3999, "gb200": 4000, "gb300": 5000}
    rows = [row(50, figure, hardware=gpu) for gpu, figure in figures.items()]
    page = built(folder, [*rows, row(50, 10, model="dsv4")], "")
    assert shades(page, "Kimi K2.6") == ["0", "1", "2", "3", "4", "4"]
    assert shades(page, "DeepSeek V4 Pro") == [None, None, None, "4", None, None]


def test_a_pair_below_the_target_says_how_far_it_gets_and_has_no_shade(folder):
    """It is a result at another target, so it has its cell."""
    page = built(folder, [row(50, 5000), *points((30, 9000), (42.5, 900), hardware="mi355x")], "")
    assert [cell.text for cell in cells(page, "Kimi K2.6")][1].split() == ["-", "max", "42.5", "tok/s"]
    assert shades(page, "Kimi K2.6") == ["4", None]


def test_a_pair_read_on_another_workload_is_marked_and_neither_shaded_nor_the_measure(folder):
    """MI355X has 9,000 on the 1k/1k: B300 is the best on the 8k/1k all the same."""
    page = built(folder, [row(50, 5000), row(50, 9000, hardware="mi355x", isl=1024)], "")
    assert shades(page, "Kimi K2.6") == ["4", None]
    assert [small.text for small in cells(page, "Kimi K2.6")[1].all("small")] == ["$0.046", "other workload"]
    assert [small.text for small in cells(page, "Kimi K2.6")[0].all("small")] == ["$0.13"]


@pytest.mark.parametrize(
    ("rows", "text"), [([row(60, 5000)], "≥ 5,000 ≤ $0.13"), (points((20, 5200), (80, 4800)), "~5,000 ~$0.13")]
)
def test_bounds_and_estimates_carry_their_marks(folder, rows, text):
    """In the matrix as in every table; half way on a line from 5,200 to 4,800."""
    assert " ".join(cells(built(folder, rows, ""), "Kimi K2.6")[0].text.split()) == text


def test_a_gpu_without_a_price_shows_its_throughput_alone(folder):
    """No dash stands below it."""
    folder.edit("data/tco.toml", "b300       = { hyperscaler = 2.26, neocloud = 2.52, retail = 3.00 }\n", "")
    assert cells(built(folder, [row(50, 5000)], ""), "Kimi K2.6")[0].text.strip() == "5,000"


def news(page: Page) -> list[str]:
    """The newest results, line by line."""
    return [item.text for item in page.section("news").all("li")]


@pytest.mark.parametrize(
    ("rows", "lines"),
    [
        ([row(50, 1000, date=day(3))], [f"2026-07-03 Kimi K2.6 on B300: 1,000 tokens/s per GPU {AT}"]),
        (
            [row(50, 1000, date=day(1)), row(50, 1250, date=day(3))],  # 1,250 / 1,000 = 1.25
            [
                f"2026-07-03 Kimi K2.6 on B300: 1,250 tokens/s per GPU {AT}; before 1,000 (25 % more)",
                f"2026-07-01 Kimi K2.6 on B300: 1,000 tokens/s per GPU {AT}",
            ],
        ),
        (
            [row(50, 1000, date=day(1)), row(50, 800, date=day(3))],
            [
                f"2026-07-03 Kimi K2.6 on B300: 800 tokens/s per GPU {AT}; before 1,000 (20 % less)",
                f"2026-07-01 Kimi K2.6 on B300: 1,000 tokens/s per GPU {AT}",
            ],
        ),
        (
            [row(50, 1000, date=day(1)), row(50, 2400, date=day(3))],
            [
                f"2026-07-03 Kimi K2.6 on B300: 2,400 tokens/s per GPU {AT}; before 1,000 (2.4 times as much)",
                f"2026-07-01 Kimi K2.6 on B300: 1,000 tokens/s per GPU {AT}",
            ],
        ),
        (
            [row(60, 1000, date=day(1)), row(50, 1500, date=day(3))],
            [
                f"2026-07-03 Kimi K2.6 on B300: 1,500 tokens/s per GPU {AT}; before ≥ 1,000",
                f"2026-07-01 Kimi K2.6 on B300: ≥ 1,000 tokens/s per GPU {AT}",
            ],
        ),
    ],
)
def test_a_line_of_news_says_what_a_read_is_and_what_it_was(folder, rows, lines):
    """With how much that is, as a share of what it was; a bound is compared with nothing."""
    assert news(built(folder, rows, "")) == lines


def test_a_change_of_an_estimate_is_about_so_much(folder):
    """About 1,000, half way on a line from 1,200 to 800, and then 1,250."""
    estimate = points((20, 1200), (80, 800), date=day(1))
    page = built(folder, [*estimate, row(50, 1250, date=day(3))], "")
    assert (
        news(page)[0] == f"2026-07-03 Kimi K2.6 on B300: 1,250 tokens/s per GPU {AT}; before ~1,000 (about 25 % more)"
    )


def test_a_change_that_rounds_to_nothing_is_about_the_same(folder):
    """1,002 after 1,000; and about 1,003 after that, half way on a line from 1,203 to 803."""
    later = points((20, 1203), (80, 803), date=day(5))
    page = built(folder, [row(50, 1000, date=day(1)), row(50, 1002, date=day(3)), *later], "")
    assert [line.partition("; ")[2] for line in news(page)] == [
        "before 1,002 (about the same)",
        "before 1,000 (about the same)",
        "",
    ]


def test_a_target_that_comes_into_reach_or_goes_out_of_it_is_news(folder):
    """A first run that did not reach it is none."""
    page = built(folder, [row(40, 1000, date=day(1)), row(50, 900, date=day(2))], "")
    assert news(page) == [f"2026-07-02 Kimi K2.6 on B300: 900 tokens/s per GPU {AT}; before out of reach"]
    page = built(folder, [row(50, 900, date=day(1)), row(40, 1000, date=day(2))], "")
    assert news(page) == [
        "2026-07-02 Kimi K2.6 on B300: 50 tok/s per user is out of reach now; before 900 tokens/s per GPU",
        f"2026-07-01 Kimi K2.6 on B300: 900 tokens/s per GPU {AT}",
    ]


def test_the_ten_newest_moves_are_shown_the_newest_first(folder):
    """Of twelve models with a run on a day each; those of one day in the order of the catalogs."""
    models = [
        "dsv4",
        "dsr1",
        "kimik3",
        "kimik2.6",
        "glm5",
        "glm5.2",
        "minimaxm3",
        "minimaxm2.7",
        "qwen3.5",
        "gptoss120b",
    ]
    rows = [
        row(50, 1000, model=model, date=day(20 - at // 2)) for at, model in enumerate([*models, "llama70b", "gemma4"])
    ]
    dates = [line[:10] for line in news(built(folder, rows[::-1], ""))]
    assert dates == [f"2026-07-{20 - at // 2}" for at in range(10)]
    assert [line[11:].split(" on ")[0] for line in news(page_of(folder))][:4] == [
        *("DeepSeek V4 Pro", "DeepSeek R1", "Kimi K3", "Kimi K2.6"),
    ]


def groups(page: Page) -> dict[str, list[str]]:
    """The list of all pages: the links of each group by what it is called."""
    items = [item for item in page.root.one("ul", class_="all").children if isinstance(item, Node) and item.tag == "li"]
    return {(item.attrs.get("id") or "gpus"): [a.attrs["href"] or "" for a in item.all("a")] for item in items}


def test_every_page_of_a_model_is_listed_in_its_group(folder):
    """Its hub, runs and rankings, and the runs without a figure as such; a model without results has no hub."""
    rows = [row(50, 1000), row(50, 900, hardware="h200"), row(20, 1000, hardware="mi355x"), row(20, 500, model="glm5")]
    page = built(folder, rows, "")
    assert groups(page) == {
        "model-kimi-k26": [
            "./models/kimi-k26/",
            "./run/kimi-k26-on-h200/",
            "./run/kimi-k26-on-b300/",
            "./rankings/fastest-gpu-for-kimi-k26/",
            "./rankings/cheapest-gpu-for-kimi-k26/",
            "./run/kimi-k26-on-mi355x/",
        ],
        "model-glm-5-1": ["./run/glm-5-1-on-b300/"],
        "gpus": ["./gpus/h200/", "./gpus/b300/"],
    }
    assert "With rows, but without a figure at any target: Kimi K2.6 on MI355X" in page.section("all").text


def test_every_page_is_reached_from_home_in_a_few_steps(folder: Folder):
    """Home lists runs, hubs and rankings; comparisons are linked from those."""
    rows: list[Row] = [
        row(50, 1000, hardware=gpu, **more) for gpu in ("h200", "b300") for more in ({}, {"precision": "fp8"})
    ]
    folder.rows(rows)
    folder.build()
    pages = html_pages(folder)
    links = {
        path: {(a.attrs["href"] or "").split("#")[0].replace("../", "").removeprefix("./") for a in page.root.all("a")}
        for path, page in pages.items()
    }
    near = links["index.html"]
    there = near.union(*(links[f"{path}index.html"] for path in near if f"{path}index.html" in links))
    assert {path.removesuffix("index.html") for path in pages} - {"404.html"} <= there


def test_a_site_without_a_result_says_so(folder):
    """No matrix, no news; the pages there are are listed."""
    page = built(folder, [row(20, 1000)], "")
    assert "There is no result to list yet: no model has a figure at any target." in page.text
    assert page.root.all("table", class_="matrix") == []
    assert page.root.all("section", aria_labelledby="news") == []
    assert groups(page) == {"model-kimi-k26": ["./run/kimi-k26-on-b300/"]}


@pytest.mark.parametrize("described", [True, False])
def test_the_description_is_the_editors_or_else_the_lead(folder, described):
    """Both where there are both, and the lead alone where nobody wrote one."""
    own = "What each GPU delivers for each model, at the speed each user gets, and what it costs."
    if not described:
        folder.edit("data/site.toml", f'description = "{own}"', 'description = ""')
    page = built(folder, [row(50, 1000, date=day(3))], "")
    lead = (
        "How many tokens a second one GPU delivers when each user gets 50, and what a million tokens then cost at "
        "hyperscaler prices of the SemiAnalysis AI Cloud TCO model, as of 2026-08-15. The newest run is of 2026-07-03."
    )
    assert page.meta("description") == (own if described else lead)
    assert lead in page.text
    assert page.graph("Dataset")["description"] == (own if described else lead)
