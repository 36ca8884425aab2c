"""Files are read in pieces; what comes out is what reading them as a whole gives."""

import tempfile
from collections import Counter
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from site_builder.dataset.columns import COLUMNS
from site_builder.dataset.read import read_dataset
from site_builder.derive.doubts import judge_rows
from site_builder.errors import BuildError, Problems
from tests.derived import random_rows
from tests.folders import row, write_rows
from tests.reading import NAMES


def read(data, piece):
    """All that reading gives, as plain values, and every problem."""
    problems = Problems()
    try:
        found = read_dataset(data, NAMES, problems, allow_unknown=True, judge=judge_rows, piece=piece)
    except BuildError:
        return None, [str(problem) for problem in problems]
    rows = found.rows
    cells = [rows.texts(name) if name in rows.words else rows[name].tolist() for name in (c.name for c in COLUMNS)]
    doubts = Counter(
        (each.rule, each.column, *cells)
        for each in found.doubts
        for cells in zip(each.position.tolist(), each.found.tolist(), each.expected.tolist(), strict=True)
    )
    where = (rows.files, rows.file.tolist(), rows.row.tolist())
    types = [rows[column.name].dtype for column in COLUMNS]
    return (repr(cells), rows.words, where, types, found.unknown, doubts), [str(problem) for problem in problems]


@settings(max_examples=12)
@given(st.lists(random_rows(), min_size=1, max_size=3), st.integers(1, 7), st.integers(1, 9))
def test_pieces_give_what_the_whole_gives(files, piece, group):
    """Columns, words, places, unknown names and doubts, for any size of pieces and of row groups."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        for number, rows in enumerate(files):
            path = write_rows(data / "benchmarks" / f"{number}.parquet", rows)
            pq.write_table(pq.ParquetFile(path).read(), path, row_group_size=group)
        assert read(data, piece) == read(data, 10**6)


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"conc": [1, -2, 3, -4, 5]}, "row 2 column conc: error: -2 (and in 1 more row), expected a whole number"),
        ({"date": ["2026-09-01", "2026-09-02", "2026-09-3", "2026-9-4", "x"]}, "row 3 column date: error: '2026-09-3'"),
        ({"model": ["dsr1", None, "dsr1", "", None]}, "row 2 column model: error: empty (and in 2 more rows)"),
    ],
)
def test_a_fault_is_told_of_all_rows(tmp_path, columns, said):
    """Faults in several pieces are one problem, as when the file is read as a whole."""
    plain = {name: pa.array([value] * 5) for name, value in row().items()}
    path = tmp_path / "data" / "benchmarks" / "a.parquet"
    path.parent.mkdir(parents=True)
    pq.write_table(pa.table(plain | {name: pa.array(values) for name, values in columns.items()}), path)
    found, problems = read(tmp_path / "data", 2)
    assert found is None
    assert (found, problems) == read(tmp_path / "data", 10**6)
    assert len(problems) == 1
    assert said in problems[0]


def test_numbers_are_kept_narrow_and_given_wide(tmp_path):
    """Concurrencies of two pieces that fit one byte and four: one column, in the type of its kind."""
    rows = [row(conc=conc) for conc in (1, 2, 100_000, 3)]
    write_rows(tmp_path / "data" / "benchmarks" / "a.parquet", rows)
    found = read_dataset(tmp_path / "data", NAMES, Problems(), piece=2).rows
    assert (str(found["conc"].dtype), found["conc"].tolist()) == ("int32", [1, 2, 100_000, 3])
    some = found.take(np.array([2, 0])).take(np.array([1]))
    assert (str(some["conc"].dtype), some["conc"].tolist(), some.cell("conc", 0)) == ("int32", [1], 1)
