"""Every way in which texts, numbers and flags may be stored reads as the one type of its column."""

import decimal
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from site_builder.dataset.coerce import read_text, read_values, read_word
from site_builder.dataset.columns import Kind
from site_builder.errors import Problems
from tests.folders import row
from tests.reading import Store, copies

TEXTS = (pa.string(), pa.large_string(), pa.string_view())
WIDTHS = (pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.uint8(), pa.uint16(), pa.uint32(), pa.uint64())
PLACE = "data/benchmarks/a.parquet row"
NUMBER, WHOLE, FLAG = "a number", "a whole number from 0 to 2,000,000,000", "true or false"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


@pytest.mark.parametrize("kind", [*TEXTS, *(pa.dictionary(pa.int32(), text) for text in TEXTS[:2])])
def test_texts_read_alike_in_every_form(store, kind):
    """Plain, large, view and dictionary texts are the same; blanks around them go, and nothing is ""."""
    words = pa.array(["lmsys/A:1", " lmsys/A:1 ", None, "", "lmsys/a:1"], pa.string()).cast(kind)
    store.columns(5, image=words)
    assert store.values("image") == ["lmsys/A:1", "lmsys/A:1", "", "", "lmsys/a:1"]


@pytest.mark.parametrize("kind", [pa.string(), pa.dictionary(pa.int32(), pa.string())])
def test_keys_are_folded(store, kind):
    """Keys compare without case and without blanks around them."""
    statuses = pa.array(["OK ", "ok", " Ok", None], pa.string()).cast(kind)
    store.columns(4, status=statuses)
    assert store.values("status") == ["ok", "ok", "ok", ""]


def test_text_of_many_parts_is_one_column(store):
    """Row groups with dictionaries of their own are one column of texts."""
    path = store.columns(6, image=pa.array(["a", "b", "c", "a", None, "d"]).dictionary_encode())
    pq.write_table(pq.read_table(path), path, row_group_size=2)
    assert store.values("image") == ["a", "b", "c", "a", "", "d"]


def test_dictionary_may_hold_an_empty_entry():
    """An entry of the dictionary itself may be null: that is nothing, as an empty cell is."""
    array = pa.DictionaryArray.from_arrays(pa.array([0, 1, None]), pa.array(["a", None]))
    cells = read_text(pa.chunked_array([array]), "a.parquet", "image", Problems())
    assert cells is not None
    assert [cells.words[code] for code in cells.codes] == ["a", "", ""]


def test_numbers_are_no_texts(store):
    """A text column of numbers is refused as a whole, with the type that it has."""
    store.columns(2, image=pa.array([1, 2]))
    assert store.faults() == ["data/benchmarks/a.parquet column image: error: type int64, expected a text [bad-type]"]


def _not_utf8() -> pa.Array:
    return pa.array([b"1", b"\xff\xfe"]).view(pa.string())


@pytest.mark.parametrize(("column", "expected"), [("image", "a text"), ("median_ttft", NUMBER), ("conc", WHOLE)])
def test_bytes_that_are_no_text_are_refused(store, column, expected):
    """A text must be UTF-8, one that holds a number too: the first row where it is not is named."""
    store.columns(2, **{column: _not_utf8()})
    assert store.faults() == [
        f"{PLACE} 2 column {column}: error: bytes that are not UTF-8, expected {expected} [bad-cell]"
    ]


@pytest.mark.parametrize("kind", WIDTHS)
def test_whole_numbers_of_every_width_read_alike(store, kind):
    """The width in the file never shows: all become the same."""
    store.columns(3, conc=pa.array([1, 100, None], kind))
    assert store.values("conc") == [1, 100, None]
    assert store.dataset().rows["conc"].dtype == np.int32


def test_narrow_numbers_do_not_overflow(store):
    """int16 isl x int16 conc: 8192 x 256 is 2,097,152, which a narrow product would make 0."""
    store.columns(1, isl=pa.array([8192], pa.int16()), conc=pa.array([256], pa.int16()))
    rows = store.dataset().rows
    assert (rows["isl"] * rows["conc"]).tolist() == [2_097_152]


@pytest.mark.parametrize(
    "cells",
    [
        pa.array([8192.0, None, 64.0]),
        pa.array([8192.0, float("nan"), 64.0]),
        pa.array([decimal.Decimal("8192.00"), None, decimal.Decimal("64.00")], pa.decimal128(10, 2)),
        pa.array(["8192", None, "64"]),
        pa.array([" 8192.0 ", "", "6.4e1"]),
        pa.array(["+8192", " ", "64."]),
        pa.array(["8192", None, "64"]).dictionary_encode(),
    ],
)
def test_whole_numbers_may_be_stored_as_others(store, cells):
    """Floats, decimals and texts that are whole numbers are read as such; nothing stays nothing."""
    store.columns(3, conc=cells)
    assert store.values("conc") == [8192, None, 64]


@pytest.mark.parametrize(
    ("cells", "shown"),
    [
        (pa.array([1, 8192.5]), "8192.5"),
        (pa.array([1, -1]), "-1"),
        (pa.array([1, 2_000_000_001]), "2000000001"),
        (pa.array([1, 2**63], pa.uint64()), "9223372036854775808"),
        (pa.array([1.0, float("inf")]), "inf"),
        (pa.array([decimal.Decimal("1.00"), decimal.Decimal("8.50")], pa.decimal128(10, 2)), "8.50"),
        (pa.array(["1", "8k"]), "'8k'"),
        (pa.array(["1", "-1"]), "'-1'"),
        (pa.array(["1", "1.5"]), "'1.5'"),
        (pa.array(["1", "2000000001"]), "'2000000001'"),
        (pa.array(["1", "inf"]), "'inf'"),
        (pa.array(["1", "8k"]).dictionary_encode(), "'8k'"),
    ],
)
def test_what_is_no_whole_number_is_refused(store, cells, shown):
    """The message names file, row, column and value."""
    store.columns(2, conc=cells)
    assert store.faults() == [f"{PLACE} 2 column conc: error: {shown}, expected {WHOLE} [bad-cell]"]


@pytest.mark.parametrize("kind", [pa.float16(), pa.float32(), pa.float64(), pa.decimal128(10, 2), pa.decimal32(6, 1)])
def test_numbers_of_every_width_read_alike(store, kind):
    """500.5 fits all of them, half a float too: it reads the same."""
    number = decimal.Decimal("500.5") if pa.types.is_decimal(kind) else np.float16(500.5)
    store.columns(2, tput_per_gpu=pa.array([number, None], kind))
    assert store.values("tput_per_gpu") == [500.5, None]
    assert store.dataset().rows["tput_per_gpu"].dtype == np.float64


@pytest.mark.parametrize("kind", WIDTHS)
def test_numbers_may_be_stored_as_whole_ones(store, kind):
    """A throughput of 100 may be an integer of any width."""
    store.columns(2, tput_per_gpu=pa.array([100, None], kind))
    assert store.values("tput_per_gpu") == [100.0, None]


def test_greatest_whole_number_reads_as_a_number(store):
    """uint64 goes beyond what a signed number holds: 2^63 stays 2^63."""
    store.columns(1, tput_per_gpu=pa.array([2**63], pa.uint64()))
    assert store.values("tput_per_gpu") == [2.0**63]


@pytest.mark.parametrize(
    ("word", "number"),
    [("1536.5", 1536.5), (" 1.5e3 ", 1500.0), ("-.5", -0.5), ("+2.", 2.0), ("1E3", 1000.0), ("", None), ("NaN", None)],
)
def test_numbers_may_be_texts(store, word, number):
    """A text that is a number is that number."""
    store.columns(1, median_ttft=pa.array([word]))
    assert store.values("median_ttft") == [number]


@pytest.mark.parametrize(("word", "number"), [("inf", np.inf), ("-Infinity", -np.inf), ("1e999", np.inf)])
def test_endless_numbers_may_be_texts(store, word, number):
    """Python tools write inf for a request rate without limit."""
    store.columns(1, request_rate=pa.array([word]))
    assert store.values("request_rate") == [number]


@pytest.mark.parametrize("word", ["fast", "1,536", "1_536", "1536 tok/s", "0x10", "1e", ".", "--1", "infinite"])
def test_what_is_no_number_is_refused(store, word):
    """The message names file, row, column and value."""
    store.columns(2, tput_per_gpu=pa.array(["1", word]))
    assert store.faults() == [f"{PLACE} 2 column tput_per_gpu: error: '{word}', expected {NUMBER} [bad-cell]"]


def test_more_bad_cells_of_a_column_are_counted(store):
    """One line for a column: its first bad cell, and how many more there are."""
    words = ["1", "?", "2", "?", "!", *["3"] * 10, *["?"] * 1999]
    store.columns(len(words), tput_per_gpu=pa.array(words))
    assert store.faults() == [
        f"{PLACE} 2 column tput_per_gpu: error: '?' (and in 2,001 more rows), expected {NUMBER} [bad-cell]"
    ]


def test_one_more_bad_cell_is_one_row(store):
    """Two bad cells: the first, and one more row."""
    store.columns(3, tput_per_gpu=pa.array(["?", "1", "!"]))
    assert store.faults() == [
        f"{PLACE} 1 column tput_per_gpu: error: '?' (and in 1 more row), expected {NUMBER} [bad-cell]"
    ]


def test_long_and_multi_line_values_are_shown_short(store):
    """A value that is shown can neither flood a report nor forge a line of it."""
    store.columns(1, tput_per_gpu=pa.array(["a\nb: error: c" + "x" * 100]))
    (line,) = store.faults()
    assert line == (f"{PLACE} 1 column tput_per_gpu: error: 'a\\nb: error: c{'x' * 46}…, expected {NUMBER} [bad-cell]")


@pytest.mark.parametrize(
    ("cells", "kind"),
    [(pa.array([True]), "bool"), (pa.array([[1.0]]), "list<element: double>"), (pa.array([b"1"]), "binary")],
)
def test_types_that_are_no_numbers_are_refused(store, cells, kind):
    """A column of another type is refused as a whole."""
    store.columns(1, tput_per_gpu=cells)
    assert store.faults() == [
        f"data/benchmarks/a.parquet column tput_per_gpu: error: type {kind}, expected {NUMBER} [bad-type]"
    ]


def test_dictionary_of_numbers_is_its_numbers():
    """Arrow may hand on numbers by dictionary: what they mean is the same."""
    column = pa.chunked_array([pa.array([1.5, None, 1.5, 2.0]).dictionary_encode()])
    found = read_values(column, Kind.NUMBER, "a.parquet", "median_ttft", Problems())
    assert found is not None
    assert np.array_equal(found, [1.5, np.nan, 1.5, 2.0], equal_nan=True)


@pytest.mark.parametrize(
    "cells",
    [
        pa.array([True, False, None]),
        pa.array(["true", "false", None]),
        pa.array(["True", " FALSE ", ""]),
        pa.array(["TRUE", "False", " "]).dictionary_encode(),
    ],
)
def test_flags_may_be_texts(store, cells):
    """ "false" is false, whatever a programming language thinks of a text that is not empty."""
    store.columns(3, prefill_dp_attention=cells)
    assert store.values("prefill_dp_attention") == [1, 0, None]


@pytest.mark.parametrize("word", ["yes", "0", "1", "t", "none", "disagg"])
def test_what_is_no_flag_is_refused(store, word):
    """Nothing but true and false is guessed at."""
    store.columns(2, disagg=pa.array(["true", word]))
    assert store.faults() == [f"{PLACE} 2 column disagg: error: '{word}', expected {FLAG} [bad-cell]"]


def test_numbers_are_no_flags(store):
    """0 and 1 are not guessed at either."""
    store.columns(1, is_multinode=pa.array([1]))
    assert store.faults() == [
        f"data/benchmarks/a.parquet column is_multinode: error: type int64, expected {FLAG} [bad-type]"
    ]


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind not in (Kind.KEY, Kind.TEXT)])
def test_empty_word_is_nothing_in_every_kind(kind):
    """A value that is given as an empty text is what an empty cell is."""
    problems = Problems()
    cells = read_values(pa.chunked_array([pa.array([None], pa.null())]), kind, "a.parquet", "x", problems)
    word = read_word("", kind, "a.parquet", "x", problems)
    assert cells is not None
    assert np.array_equal(cells, np.array([word], cells.dtype), equal_nan=kind is Kind.NUMBER)
    assert len(problems) == 0


def test_columns_without_values_take_no_type(store):
    """All-null columns of the null type are empty columns of any kind."""
    names = ("image", "status", "is_multinode", "num_gpus", "median_ttft", "run_started_at")
    store.columns(2, **{name: pa.nulls(2) for name in names})
    assert [store.values(name)[0] for name in names] == ["", "", 0, None, None, None]


def test_forms_may_differ_from_file_to_file(store):
    """Each file has types of its own; the result is one column."""
    store.columns(1, "a.parquet", conc=pa.array([1], pa.int8()), image=pa.array(["x"]).dictionary_encode())
    store.columns(1, "b.parquet", conc=pa.array(["2"]), image=pa.array(["x"], pa.large_string()))
    store.rows([row(conc=3.0, image="x")], "c.parquet")
    store.rows(copies(1, conc=decimal.Decimal(4)), "d.parquet")
    assert store.values("conc") == [1, 2, 3, 4]
    assert store.values("image") == ["x", "x", "x", ""]
