"""The data files of a site: those beside a run page, made when their page's turn comes, and those of all pairs."""

import pytest

from site_builder.dataset.export import write_rows_csv
from site_builder.exports import beside
from site_builder.exports.beside import DataBeside, site_tables
from site_builder.exports.run_json import run_schema
from site_builder.pages.words import Words
from tests.exporting import SETTINGS, derived, pairs_of, read_table, strict
from tests.folders import Folder, points, row, tree

ROWS = [
    *points((20, 4000), (50, 2500), (100, 1000)),
    *points((20, 3000), (50, 2000), hardware="mi355x"),
    *points((20, 700), (50, 300), model="dsr1", hardware="h200"),
]
FAILED = row(30, 10, hardware="h100", error="failed")


def data_beside(rows=ROWS) -> DataBeside:
    return DataBeside(derived(rows), SETTINGS, Words(SETTINGS))


def test_a_pair_has_its_document_and_its_rows(folder: Folder):
    """Of that pair and no other, with the names that pages link to."""
    made = data_beside()
    found = {pair.slug: made.of(pair) for pair in pairs_of(ROWS)}
    assert list(found) == ["deepseek-r1-on-h200", "kimi-k26-on-b300", "kimi-k26-on-mi355x"]
    for slug, files in found.items():
        assert list(files) == ["data.json", "rows.csv"]
        model, _, gpu = slug.partition("-on-")
        document = strict(files["data.json"])
        assert (document["model"]["slug"], document["gpu"]["key"]) == (model, gpu)
        own = [each for each in ROWS if each["hardware"] == gpu]
        assert [(line["hardware"], float(line["tput_per_gpu"])) for line in read_table(files["rows.csv"])] == [
            (each["hardware"], each["tput_per_gpu"]) for each in own
        ]


def test_the_tables_of_rows_are_written_once(monkeypatch: pytest.MonkeyPatch):
    """Before any page is made, so that no worker does it again."""
    calls = []

    def write(*args):
        calls.append(args)
        return write_rows_csv(*args)

    monkeypatch.setattr(beside, "write_rows_csv", write)
    made = data_beside()
    assert calls == []
    assert made.prepare(pairs_of(ROWS)) is made
    assert len(calls) == 1
    for pair in pairs_of(ROWS):
        made.of(pair)
    assert len(calls) == 1


def test_the_data_of_a_pair_does_not_depend_on_the_order_of_pages():
    made, again = data_beside().prepare(pairs_of(ROWS)), data_beside()
    assert [made.of(pair) for pair in pairs_of(ROWS)] == [again.of(pair) for pair in pairs_of(ROWS)[::-1]][::-1]


def test_the_tables_of_all_pairs_have_their_paths():
    found = site_tables(derived(ROWS), pairs_of(ROWS), SETTINGS, Words(SETTINGS))
    assert list(found) == ["data/ladder.csv", "data/benchmarks.parquet", "data/run.schema.json"]
    assert found["data/run.schema.json"] == run_schema()
    assert {line["gpu"] for line in read_table(found["data/ladder.csv"])} == {"b300", "mi355x", "h200"}


def test_a_build_puts_them_where_pages_link_to(folder: Folder):
    """Beside every page with a figure, and nowhere else."""
    folder.rows([*ROWS, FAILED])
    folder.build()
    found = tree(folder.public)
    pairs = {pair.path: pair for pair in pairs_of([*ROWS, FAILED])}
    with_data = {path for path in pairs if "h100" not in path}
    assert {name for name in found if name.endswith(("data.json", "rows.csv"))} == {
        f"{path}{name}" for path in with_data for name in ("data.json", "rows.csv")
    }
    assert "run/kimi-k26-on-h100/index.html" in found
    for path in with_data:
        page = found[f"{path}index.html"].decode()
        assert f'href="../../{path}data.json"' in page
        assert f'href="../../{path}rows.csv"' in page


def test_one_page_alone_has_its_data_and_leaves_the_tables_of_all(folder: Folder):
    """--only writes neither the tables of all pairs nor the data of other pages."""
    folder.rows(ROWS)
    folder.build(only=["kimi-k26-on-b300"])
    assert {name for name in tree(folder.public) if not name.startswith("assets/")} == {
        "build.json",
        "run/kimi-k26-on-b300/index.html",
        "run/kimi-k26-on-b300/data.json",
        "run/kimi-k26-on-b300/rows.csv",
    }
