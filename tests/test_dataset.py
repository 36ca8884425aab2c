"""What every row must say, and that all faults of all files are reported in one run."""

import datetime
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from site_builder.dataset.columns import BY_NAME, Kind
from site_builder.dataset.rows import DTYPES
from tests.folders import PLAIN, Row, row
from tests.reading import Store, copies

PLACE = "data/benchmarks/a.parquet"
REQUIRED = ("model", "hardware", "framework", "precision", "conc", "date", "tput_per_gpu")
AGENTIC: Row = {
    **{name: value for name, value in PLAIN.items() if name not in ("isl", "osl", "median_intvty")},
    "benchmark_type": "agentic_traces",
    "p90_itl": 0.02,
}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


def _without(*names: str, **columns: object) -> Row:
    return {name: value for name, value in (PLAIN | columns).items() if name not in names}


def _columns_of(rows: Row) -> str:
    return f"its columns are {', '.join(sorted(rows)[:12])}"


def test_rows_have_every_column_in_its_type(store):
    """Whatever a file holds, each known column is there with one entry per row."""
    store.rows(copies(3))
    rows = store.dataset().rows
    assert len(rows) == 3
    assert {name: (column.dtype, len(column)) for name, column in rows.columns.items()} == {
        name: (np.dtype(DTYPES[column.kind]), 3) for name, column in BY_NAME.items()
    }
    assert set(rows.words) == {name for name, column in BY_NAME.items() if column.kind in (Kind.KEY, Kind.TEXT)}


def test_words_are_in_order(store):
    """Codes of a text column order as its words do, over all files."""
    store.rows([row(image=image) for image in ("m", "z")], "a.parquet")
    store.rows([row(image=image) for image in ("b", "m", None)], "b.parquet")
    rows = store.dataset().rows
    assert rows.words["image"] == ("", "b", "m", "z")
    assert rows["image"].tolist() == [2, 3, 1, 2, 0]


def test_taken_rows_keep_their_places(store):
    """A selection of rows knows where each of them came from."""
    store.rows(copies(2), "a.parquet")
    store.rows(copies(2), "b.parquet")
    rows = store.dataset().rows
    assert rows.take(np.array([3, 0])).place(0) == "data/benchmarks/b.parquet row 2"
    assert rows.take(rows["conc"] == 2).texts("model") == ["kimik2.6", "kimik2.6"]
    assert rows.take(rows["conc"] == 1).place(1) == "data/benchmarks/b.parquet row 1"


@pytest.mark.parametrize("name", REQUIRED)
def test_required_column_must_be_there(store, name):
    """The message names the file and the column, and lists what the file has."""
    rows = _without(name)
    store.rows([rows])
    assert store.faults() == [
        f"{PLACE}: error: no column '{name}', expected one [missing-column]\n    {_columns_of(rows)}"
    ]


def test_misspelt_column_is_pointed_at(store):
    """The nearest column of the file that nothing else claims is the hint."""
    store.rows([_without("hardware", Hardwere="b300")])
    assert store.faults() == [
        f"{PLACE}: error: no column 'hardware', expected one [missing-column]\n    did you mean 'Hardwere'?"
    ]


def test_misspelt_nested_column_is_pointed_at(store):
    """Columns inside metrics count as well."""
    store.rows([_without("tput_per_gpu", metrics={"tput_pergpu": 1.0})])
    assert store.faults() == [
        f"{PLACE}: error: no column 'tput_per_gpu', expected one [missing-column]\n    did you mean 'tput_pergpu'?"
    ]


def test_all_missing_columns_are_named(store):
    """A file of something else gets one line for each column, in their order."""
    store.rows([{"when": "today"}])
    assert store.faults()[: len(REQUIRED)] == [
        f"{PLACE}: error: no column '{name}', expected one [missing-column]\n    its columns are when"
        for name in REQUIRED
    ]


@pytest.mark.parametrize("name", ["isl", "osl"])
def test_single_turn_rows_need_their_length_columns(store, name):
    """The workload of a single-turn row is its lengths; the one is no misspelling of the other."""
    rows = _without(name)
    store.rows([rows])
    assert store.faults() == [
        (
            f"{PLACE}: error: no column '{name}', expected one for single-turn rows [missing-column]\n"
            f"    {_columns_of(rows)}"
        )
    ]


@pytest.mark.parametrize("name", ["isl", "osl"])
def test_single_turn_rows_need_their_lengths(store, name):
    """An empty length is an error with the first such row and how many more there are; agentic rows may lack it."""
    agentic = row() | {"benchmark_type": "agentic_traces", "p90_itl": 0.02, name: None}
    store.rows([agentic, row(), *copies(3, **{name: None})])
    assert store.faults() == [
        f"{PLACE} row 3 column {name}: error: empty (and in 2 more rows), expected a value in every row [empty-cell]"
    ]


def test_agentic_rows_need_no_lengths(store):
    """Traces have no nominal lengths: the columns may be missing or empty."""
    store.rows([AGENTIC], "a.parquet")
    store.rows([AGENTIC | {"isl": None, "osl": None}], "b.parquet")
    assert (store.values("isl"), store.values("osl")) == ([None, None], [None, None])


def test_single_turn_file_needs_an_interactivity(store):
    """Neither the interactivity nor the TPOT that it comes from: no row could be used."""
    rows = _without("median_intvty")
    store.rows([rows])
    assert store.faults() == [
        (
            f"{PLACE}: error: no column 'median_intvty', expected it or median_tpot for single-turn rows "
            f"[missing-column]\n    {_columns_of(rows)}"
        )
    ]


@pytest.mark.parametrize("name", ["median_intvty", "median_tpot"])
@pytest.mark.parametrize("nested", [False, True])
def test_either_source_of_interactivity_will_do(store, name, nested):
    """The interactivity or the TPOT, as a column or inside metrics."""
    given = {name: 0.5}
    store.rows([_without("median_intvty") | ({"metrics": given} if nested else given)])
    assert store.values(name) == [0.5]


def test_agentic_file_needs_an_interactivity(store):
    """Traces are read by p90_itl or p90_intvty: a file with neither says so."""
    store.rows([{name: value for name, value in AGENTIC.items() if name != "p90_itl"}])
    (line,) = store.faults()
    assert line.startswith(f"{PLACE}: error: no column 'p90_i")
    assert "[missing-column]" in line


@pytest.mark.parametrize("name", ["p90_itl", "p90_intvty"])
def test_either_source_of_agentic_interactivity_will_do(store, name):
    """Agentic rows need nothing of what single-turn rows are read by."""
    store.rows([{key: value for key, value in AGENTIC.items() if key != "p90_itl"} | {name: 0.5}])
    assert store.values(name) == [0.5]


@pytest.mark.parametrize("name", ["model", "hardware", "framework", "precision", "date"])
@pytest.mark.parametrize("blank", [None, " "])
def test_needed_cells_must_be_filled(store, name, blank):
    """An empty cell is named by its first row, with how many more there are."""
    text_date = row(date="2026-09-01")
    store.rows([text_date, text_date | {name: blank}, text_date, *[text_date | {name: blank}] * 1200])
    assert store.faults() == [
        (
            f"{PLACE} row 2 column {name}: error: empty (and in 1,200 more rows), "
            "expected a value in every row [empty-cell]"
        )
    ]


def test_one_empty_cell_is_no_more_than_that(store):
    """One is one."""
    store.rows([row(), row(model=None)])
    assert store.faults() == [f"{PLACE} row 2 column model: error: empty, expected a value in every row [empty-cell]"]


def test_one_more_empty_cell_is_one_row(store):
    """Two: the first, and one more row."""
    store.rows([row(model=None), row(model="")])
    assert store.faults() == [
        f"{PLACE} row 1 column model: error: empty (and in 1 more row), expected a value in every row [empty-cell]"
    ]


@pytest.mark.parametrize("name", ["conc", "tput_per_gpu"])
def test_cells_that_may_be_empty(store, name):
    """A rate-driven row has no concurrency, a failed one no throughput: the columns must be there, not their values."""
    store.rows([row(), row() | {name: None}])
    assert store.values(name)[1] is None


@pytest.mark.parametrize(
    ("column", "cells", "fault"),
    [
        ("model", pa.array([1, 2]), "type int64, expected a text [bad-type]"),
        ("benchmark_type", pa.array([1, 2]), "type int64, expected a text [bad-type]"),
        ("isl", pa.array([True, False]), "type bool, expected a whole number from 0 to 2,000,000,000 [bad-type]"),
        ("date", pa.array([1.5, 2.5]), "type double, expected a date such as 2026-08-15 [bad-type]"),
    ],
)
def test_column_that_cannot_be_read_is_one_fault(store, column, cells, fault):
    """Its cells are not empty, so nothing is said of empty ones."""
    store.columns(2, **{column: cells})
    assert store.faults() == [f"{PLACE} column {column}: error: {fault}"]


@pytest.mark.parametrize(("column", "word"), [("isl", "8k"), ("date", "soon")])
def test_cell_that_cannot_be_read_is_one_fault(store, column, word):
    """A bad cell in a column that must be filled is bad, not empty."""
    good = {"isl": "8192", "date": "2026-09-01"}[column]
    store.columns(2, **{column: pa.array([good, word])})
    (line,) = store.faults()
    assert line.startswith(f"{PLACE} row 2 column {column}: error: '{word}', expected ")


def test_file_without_rows_is_listed(store):
    """Beside files with rows, one without is a note."""
    store.rows([row()], "a.parquet")
    store.columns(0, "b.parquet")
    found, problems = store.read()
    assert problems == ["data/benchmarks/b.parquet: note: no rows in this file, expected at least one [no-rows]"]
    assert found is not None
    assert found.rows.files == ("data/benchmarks/a.parquet",)


def test_no_rows_at_all_is_an_error(store):
    """An empty site never replaces a good one."""
    store.columns(0, "a.parquet")
    store.columns(0, "b.parquet", date=pa.array([], pa.string()), conc=pa.array([], pa.null()))
    assert store.faults() == [
        "data/benchmarks/a.parquet: note: no rows in this file, expected at least one [no-rows]",
        "data/benchmarks/b.parquet: note: no rows in this file, expected at least one [no-rows]",
        "data/benchmarks: error: no rows in any file, expected at least one [no-rows]",
    ]


def test_faults_of_all_files_are_reported_in_one_run(store):
    """Each file has its own fault, and some have two: one run names them all, in the order of the files."""
    store.raw(b"", "a.parquet")
    store.columns(2, "b.parquet", conc=pa.array(["1", "many"]), disagg=pa.array(["no", "true"]))
    store.rows([row()], "c.parquet")
    store.rows([row(hardware="b301")], "d.parquet")
    store.rows([_without("conc")], "e.parquet")
    store.rows([row(model=None)], "isl=1024/f.parquet")
    lines = [line.split("\n")[0] for line in store.faults()]
    assert [line.removeprefix("data/benchmarks/").split(": error:")[0] for line in lines] == [
        "a.parquet",
        "b.parquet row 1 column disagg",
        "b.parquet row 2 column conc",
        "e.parquet",
        "isl=1024/f.parquet row 1 column model",
        "isl=1024/f.parquet row 1 column isl",
        "d.parquet column hardware",
    ]


def test_missing_column_hides_no_other_fault(store):
    """The rest of a file that lacks a column is looked at all the same."""
    store.rows([_without("conc", date="2026-09-1")])
    found = sorted(line.split(" [")[1].split("]")[0] for line in store.faults())
    assert found == ["bad-cell", "missing-column"]


def test_faults_are_listed_as_often_as_files_have_them(store):
    """The same fault in two files is two lines, so that both are mended at once."""
    for file in ("a.parquet", "b.parquet"):
        store.rows(
            [row(date=datetime.date(2026, 9, 1), spec_method=None, hardware=None)], file, {"hardware": pa.string()}
        )
    assert [line.split(" row")[0] for line in store.faults()] == [f"data/benchmarks/{name}.parquet" for name in "ab"]
