"""Properties of what importing stands on: reading JSON in pieces, and sorting rows in bounded memory."""

import io
import json
from unittest.mock import patch

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from site_builder.dataset.canonical import Measurements, as_canonical, canonical_schema, table_of
from site_builder.dataset.merge import SortedRows
from site_builder.dataset.texts import Texts, combined
from site_builder.importing.json_stream import JsonFaultError, read_values

TEXT = st.text(st.sampled_from('ab{}[],:"\\ \n\té€'), max_size=8)
VALUE = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
TABLES = st.lists(st.dictionaries(TEXT, VALUE, max_size=4), max_size=8)


def read(raw: bytes, piece: int) -> list:
    with patch("site_builder.importing.json_stream._PIECE_BYTES", piece):
        return [value for values in read_values(io.BytesIO(raw)) for value in values]


@settings(max_examples=100)
@given(TABLES, st.integers(1, 60), st.sampled_from([None, 1]), st.booleans())
def test_a_list_read_in_pieces_is_the_list(tables, piece, indent, ascii_only):
    """Whatever the texts in it hold and wherever a piece ends, also within a character."""
    raw = json.dumps(tables, indent=indent, ensure_ascii=ascii_only).encode()
    assert read(raw, piece) == tables


@given(st.lists(st.dictionaries(TEXT, VALUE, max_size=3), min_size=2, max_size=6), st.integers(1, 60))
def test_lines_read_in_pieces_are_the_lines(tables, piece):
    """The first line is read whole, the others as they come."""
    raw = "\n".join(json.dumps(table) for table in tables).encode()
    assert read(raw, max(piece, len(json.dumps(tables[0])) + 2)) == tables


def test_values_with_nothing_between_them():
    """Indented values, one after the other."""
    assert read(b'{\n "a": 1}\n{\n "b": NaN}', 2**20)[0] == {"a": 1}


@pytest.mark.parametrize("piece", [1, 4, 1000])
@pytest.mark.parametrize(
    ("raw", "line"),
    [(b'[{"a": 1},\n{"a": 2}', 2), (b'[{"a": 1},\n{"a" 2}]', 2), (b'[{"a": 1}]\nx', 2), (b'[{"a": 1}\n{"a": 1}]', 2)],
)
def test_a_fault_names_its_line(raw, line, piece):
    """However the file is cut into pieces."""
    with pytest.raises(JsonFaultError) as caught:
        read(raw, piece)
    assert caught.value.line == line


def rows_of(points: list[tuple[int, int, int]]) -> pa.Table:
    """Rows with a concurrency, a CI run and a result."""
    conc, run, result = (np.array(column, dtype=np.float64) for column in zip(*points, strict=True))
    size = len(points)
    texts = {name: Texts.constant("x", size) for name in ("model", "hardware", "framework", "precision", "source_path")}
    texts |= {"source_sha256": Texts.constant("ab" * 32, size), "run_id": Texts.of([f"{int(each)}/1" for each in run])}
    return table_of(Measurements(size, {"conc": conc, "tput_per_gpu": result, "median_tpot": result + 1,
                                        "source_index": np.arange(size, dtype=np.float64)}, texts))  # fmt: skip


POINTS = st.lists(st.tuples(st.integers(1, 4), st.integers(8, 12), st.integers(1, 3)), min_size=1, max_size=40)


def merged(folder, old, new, run_rows):
    folder.mkdir(exist_ok=True)
    rows = SortedRows(folder, run_rows=run_rows)
    if old:
        rows.add(rows_of(old), is_old=True)
    rows.add(rows_of(new), is_old=False)
    tables = [as_canonical(table, canonical_schema()) for table in rows.batches()]
    table = pa.concat_tables(tables)
    found = zip(*(table.column(name).to_pylist() for name in ("conc", "run_id", "tput_per_gpu")), strict=True)
    return [(conc, int(run.split("/")[0]), int(result)) for conc, run, result in found], rows.counts


@given(
    st.lists(st.tuples(st.integers(1, 4), st.integers(8, 12), st.integers(1, 3)), max_size=40),
    POINTS,
    st.integers(1, 50),
)
def test_rows_are_sorted_and_each_result_is_there_once(tmp_path_factory, old, new, run_rows):
    """New results replace old ones of their point; the rest stays; runs order as numbers, 8 before 12."""
    folder = tmp_path_factory.mktemp("runs")
    with patch("site_builder.dataset.merge._CHUNK_ROWS", 2), patch("site_builder.dataset.merge._RANGE_ROWS", 6):
        found, counts = merged(folder, old, new, run_rows)
    kept = {point for point in old if point[:2] not in {each[:2] for each in new}}
    assert sorted(found) == sorted({*new, *kept})
    assert [point[:2] for point in found] == sorted(point[:2] for point in found)
    assert (counts.imported, counts.total) == (len(new), len(found))
    # Every row that came is there, or was replaced, or says what another one says.
    assert len(old) + len(new) == counts.total + counts.replaced + counts.copies


@given(st.lists(st.sampled_from(["a", "b", " a ", "", None]), max_size=20), st.lists(st.booleans(), max_size=20))
def test_texts_behave_as_lists_of_texts(words, mask):
    """Codes are only a quicker way of keeping them."""
    size = min(len(words), len(mask))
    plain = [word.strip() or None if word else None for word in words[:size]]
    column = Texts.of(words[:size])
    assert list(column) == plain
    assert list(column.filled("z")) == [word or "z" for word in plain]
    assert column.where(lambda word: word == "a").tolist() == [word == "a" for word in plain]
    other = Texts.constant("o", size)
    chosen = list(column.replaced(np.array(mask[:size], dtype=bool), other))
    assert chosen == ["o" if each else word for each, word in zip(mask, plain, strict=False)]
    codes, made = combined([column, column.filled("q")], lambda one, two: f"{one}{two}")
    assert [made[code] for code in codes] == [f"{word}{word or 'q'}" for word in plain]
