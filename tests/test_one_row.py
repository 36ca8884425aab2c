"""What changes when one thing changes: exactly the files that quote it, in a site of twelve pairs."""

from itertools import combinations, product

import pytest

from tests.folders import Folder, Row, made_site, points

BASE = "https://x.org/bench/"
MODELS = {"dsv4": "deepseek-v4", "kimik2.6": "kimi-k26", "glm5.2": "glm-5-2", "minimaxm3": "minimax-m3"}
GPUS = ("b300", "h200", "mi355x")
MADE = {"build.json"}  # what the build writes down of itself


def rows(changed: dict[str, float] | None = None) -> list[Row]:
    """Three points of each pair, throughputs far apart; those of Kimi on B300 are 3,200, 2,700 and 1,200 unless changed
    by their speed, and a fourth at 40 is worse than that at 50."""
    made = []
    for at, (model, gpu) in enumerate(product(MODELS, GPUS)):
        own = changed if (model, gpu) == ("kimik2.6", "b300") and changed else {}
        level = 100.0 * at
        curve = {"30": 2900 + level, "40": 1000 + level, "50": 2400 + level, "100": 900 + level}
        found = [(float(speed), own.get(speed, value)) for speed, value in curve.items()]
        made += points(*found, model=model, hardware=gpu, image="first")
    return made


def build(folder: Folder, found: list[Row]) -> dict[str, bytes]:
    folder.rows(found)
    folder.edit("data/site.toml", "pictures = true ", "pictures = false ")
    folder.build(base_url=BASE)
    return made_site(folder.public)


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of the site as it was."""
    return build(Folder(tmp_path_factory.mktemp("before") / "project"), rows())


def changes(before: dict[str, bytes], folder: Folder, found: list[Row]) -> set[str]:
    """The files that are not as they were; a page by the path of its folder."""
    after = build(folder, found)
    assert set(before) == set(after)
    return {name.removesuffix("index.html") for name in before if before[name] != after[name]} - MADE


def runs(models: list[str], gpus: tuple[str, ...] = GPUS) -> set[str]:
    return {f"run/{model}-on-{gpu}/" for model in models for gpu in gpus}


def beside(name: str, models: list[str], gpus: tuple[str, ...]) -> set[str]:
    return {f"{path}{name}" for path in runs(models, gpus)}


def rankings(models: list[str]) -> set[str]:
    return {f"rankings/{order}-gpu-for-{model}/" for order in ("cheapest", "fastest") for model in models}


def comparisons(models: list[str], gpu: str) -> set[str]:
    """Those of a GPU with each other one."""
    both = [pair for pair in combinations(GPUS, 2) if gpu in pair]
    return {f"compare/{model}-{one}-vs-{other}/" for model in models for one, other in both}


ALL = list(MODELS.values())
KIMI = ["kimi-k26"]
OWN = {*runs(KIMI, ("b300",)), *beside("data.json", KIMI, ("b300",)), *beside("rows.csv", KIMI, ("b300",))}
TABLES = {"data/ladder.csv", "data/benchmarks.parquet"}


def test_a_row_at_the_primary_target_changes_what_quotes_that_figure(before, folder):
    """The pair's own files, the pages beside it, its rankings, comparisons and hubs, home, feed and lists; no page of
    another model on another GPU."""
    expected = {
        *OWN,
        *runs(KIMI),  # other GPUs stand beside it
        *runs(ALL, ("b300",)),  # and other models
        *rankings(KIMI),
        *comparisons(KIMI, "b300"),
        *("models/kimi-k26/", "gpus/b300/", "", "llms.txt", "feed.xml"),
        *TABLES,
    }
    assert changes(before, folder, rows({"50": 2600})) == expected


def test_a_row_at_another_target_changes_what_shows_whole_ladders(before, folder):
    """The pair's own files, its comparisons, the hub of its model, and the tables."""
    expected = {*OWN, *comparisons(KIMI, "b300"), "models/kimi-k26/", *TABLES}
    assert changes(before, folder, rows({"100": 1100})) == expected


def test_a_row_that_is_worse_than_another_changes_no_ladder(before, folder):
    """It is a point of the chart and a row of the tables of rows, and no figure rests on it."""
    expected = {*runs(KIMI, ("b300",)), *beside("rows.csv", KIMI, ("b300",)), "data/benchmarks.parquet"}
    assert changes(before, folder, rows({"40": 1111})) == expected


def test_a_primary_price_changes_every_cost_that_rests_on_it(before, folder):
    """Of all models on B300, wherever they are quoted; no throughput, so neither feed nor rows."""
    folder.edit("data/tco.toml", "b300       = { hyperscaler = 2.26,", "b300       = { hyperscaler = 2.66,")
    expected = {
        *runs(ALL),
        *beside("data.json", ALL, ("b300",)),
        *rankings(ALL),
        *comparisons(ALL, "b300"),
        *(f"models/{model}/" for model in ALL),
        *("gpus/b300/", "", "llms.txt", "data/ladder.csv"),
    }
    assert changes(before, folder, rows()) == expected


def test_another_price_changes_the_pages_that_show_all_prices(before, folder):
    """The GPU's own pages and its comparisons."""
    folder.edit("data/tco.toml", "neocloud = 2.52, retail = 3.00 }", "neocloud = 2.52, retail = 3.90 }")
    expected = {
        *runs(ALL, ("b300",)),
        *beside("data.json", ALL, ("b300",)),
        *comparisons(ALL, "b300"),
        *("gpus/b300/", "data/ladder.csv"),
    }
    assert changes(before, folder, rows()) == expected


def test_a_label_changes_every_page_that_names_it(before, folder):
    """Addresses and rows keep the key."""
    folder.edit("data/gpus.toml", 'label = "B300"', 'label = "B300 SXM"')
    expected = {
        *runs(ALL),
        *beside("data.json", ALL, ("b300",)),
        *rankings(ALL),
        *comparisons(ALL, "b300"),
        *(f"models/{model}/" for model in ALL),
        *("gpus/b300/", "", "llms.txt", "feed.xml", "data/ladder.csv"),
    }
    assert changes(before, folder, rows()) == expected


@pytest.mark.parametrize(
    ("file", "old", "paths"),
    [
        ("copy/ranking/faq.md", "How is this ranking made?", rankings(ALL)),
        ("labels/gpu.html", "Every model on", {f"gpus/{gpu}/" for gpu in GPUS}),
        ("labels/model.html", "on every GPU", {f"models/{model}/" for model in ALL}),
        ("copy/comparison/lead.md", "Both read on", {path for gpu in GPUS for path in comparisons(ALL, gpu)}),
        ("copy/home/nothing.md", "There is no result to list yet", set()),
        ("labels/home.html", "tok/s per user, {{ one.engine.cell }}", {"", "feed.xml"}),
        ("labels/llms.html", "on all GPUs", {"llms.txt"}),
        ("robots.txt", "Allow: /", {"robots.txt"}),
    ],
)
def test_a_text_changes_the_pages_that_it_stands_on(before, folder, file, old, paths):
    """And no other, also none that shares its figures."""
    folder.edit(f"templates/{file}", old, f"{old} *")
    assert changes(before, folder, rows()) == paths


def test_nothing_changes_when_nothing_does(before, folder):
    """Not even when rows come in another order."""
    assert changes(before, folder, rows()[::-1]) == set()
