"""Writes rows out again for others to use, under their canonical names: as CSV, group by group, and as Parquet.

Units are those of columns.py: latencies are seconds, throughputs tokens/s per GPU, interactivities output tokens/s per
user. Both functions are pure: the same rows give the same bytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from site_builder.dataset.columns import COLUMNS, NO_DATE, NO_TIME, Column, Kind
from site_builder.dataset.rows import Array, Rows

SAMPLE = "Sample rows; not measurements."
UNITS = {
    "isl": "tokens",
    "osl": "tokens",
    "conc": "requests at a time",
    "request_rate": "requests/s",
    "num_gpus": "GPUs",
    "num_prefill_gpu": "GPUs",
    "num_decode_gpu": "GPUs",
    "tput_per_gpu": "total (input + output) tokens/s/GPU",
    "output_tput_per_gpu": "output tokens/s/GPU; per decode GPU in single-turn rows that are disaggregated",
    "input_tput_per_gpu": "input tokens/s/GPU; per prefill GPU in single-turn rows that are disaggregated",
    **dict.fromkeys(("median_intvty", "p99_intvty", "p90_intvty"), "output tokens/s/user"),
    **dict.fromkeys(("median_tpot", "p90_itl", "median_ttft", "p99_ttft", "median_e2el"), "s"),
    "avg_power_w": "W/GPU",
    "joules_per_total_token": "J/token",
    "num_requests_total": "requests",
    "num_requests_successful": "requests",
}

# Rows are turned into text so many at a time, so that the text of all columns is never held at once.
_AT_ONCE = 16_384
_SECOND = 10**6  # in microseconds
_LEVEL = 9  # of zstd
_TEXTS = (Kind.KEY, Kind.TEXT)
# What each kind of column is in a file that is written.
ARROW_TYPES = {
    Kind.KEY: pa.string(),
    Kind.TEXT: pa.string(),
    Kind.FLAG: pa.bool_(),
    Kind.WHOLE: pa.int32(),
    Kind.NUMBER: pa.float64(),
    Kind.DATE: pa.date32(),
    Kind.TIME: pa.timestamp("us", tz="UTC"),
}
_LARGE = pa.large_string()
_NOT_ON_ONE_LINE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
# Also behind blanks, which some programs cut off before they look; the wide forms count as well where they are typed.
_FORMULA = re.compile(r"\s*[=+\-@＝＋－＠]")
_NEEDS_QUOTES = re.compile('[",]|^ | $')


def cell_of(text: str) -> str:
    """A text as it may stand in a cell: on one line, and with an apostrophe before it where a spreadsheet would take it
    for a formula. Not yet quoted."""
    shown = _NOT_ON_ONE_LINE.sub(" ", text)
    return f"'{shown}" if text.startswith(("\t", "\r")) or _FORMULA.match(shown) else shown


def write_rows_csv(rows: Rows, group: Array, wanted: Sequence[int]) -> list[bytes]:
    """One CSV file for each group in `wanted`, with the rows of that group in the order in which they come.

    group (n,): the group of each row. Every file has the same columns, those that some row of any group fills, and a
    header; without rows that is all. Lines end in a line feed, nothing else does. Missing values, also NaN and
    infinities, are empty.
    """
    columns = [column for column in COLUMNS if _is_filled(rows, column)]
    files = {number: (",".join(column.name for column in columns) + "\n").encode() for number in wanted}
    asked = np.flatnonzero(np.isin(group, np.array(wanted, dtype=np.int64)))
    asked = asked[np.argsort(group[asked], kind="stable")]
    if len(asked) < len(rows) or (np.diff(asked) < 0).any():
        rows, group = rows.take(asked), group[asked]
    writers = [_writer(rows, column) for column in columns]
    for start in range(0, len(rows), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        for number, lines in _cut(_lines(writers, part), group[part]):
            files[number] += lines
    return [files[number] for number in wanted]


def filled_columns(rows: Rows) -> tuple[str, ...]:
    """The names of the columns that a CSV file of any of these rows has."""
    return tuple(column.name for column in COLUMNS if _is_filled(rows, column))


def write_rows_parquet(rows: Rows, *, is_sample: bool = False) -> bytes:
    """All rows as one Parquet file (zstd) that the builder can read again; every canonical column is there.

    The units stand in the metadata of the schema, as JSON. is_sample: the file says of itself that its rows are made
    up. Arrow notes its own version in the file, so another version may give other bytes. Given current rows, the file
    gives the same ladders as all rows did, but where a run's newest day is that of a row that is not current.
    """
    fields = [pa.field(column.name, ARROW_TYPES[column.kind]) for column in COLUMNS]
    metadata = {"units": json.dumps(UNITS, ensure_ascii=False)} | ({"source": SAMPLE} if is_sample else {})
    arrays = [_arrow_column(rows, column) for column in COLUMNS]
    table = pa.Table.from_arrays(arrays, schema=pa.schema(fields, metadata=metadata))
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, compression="zstd", compression_level=_LEVEL)
    content: bytes = sink.getvalue().to_pybytes()
    return content


def _known(rows: Rows, column: Column) -> Array:
    """Where a column has a value (n,). An infinity is one: what to do with it is for the reader of a file to say."""
    values = rows[column.name]
    if column.kind in _TEXTS:
        return np.array([word != "" for word in rows.words[column.name]], dtype=bool)[values]
    if column.kind is Kind.NUMBER:
        return ~np.isnan(values)
    return np.asarray(values != {Kind.DATE: NO_DATE, Kind.TIME: NO_TIME}.get(column.kind, -1))


def _is_filled(rows: Rows, column: Column) -> bool:
    known = _known(rows, column)
    return bool((known & np.isfinite(rows[column.name])).any() if column.kind is Kind.NUMBER else known.any())


def _writer(rows: Rows, column: Column) -> Callable[[slice], pa.Array]:
    """What gives the cells of a column as text, null where there is no value, for some of its rows."""
    values = rows[column.name]
    if column.kind in _TEXTS:
        words = _strings([_quoted(cell_of(word)) for word in rows.words[column.name]])
        return lambda part: words.take(_arrow(values[part], pa.int32()))
    if column.kind is Kind.FLAG:
        flags = _strings(["false", "true", ""])
        return lambda part: flags.take(_arrow(np.where(values[part] < 0, 2, values[part]).astype(np.int32), pa.int32()))
    if column.kind is Kind.WHOLE:
        return lambda part: _arrow(values[part], pa.int32(), values[part] >= 0).cast(_LARGE)
    if column.kind is Kind.NUMBER:
        return lambda part: _arrow(values[part], pa.float64(), np.isfinite(values[part])).cast(_LARGE)
    write, nothing = (_write_days, NO_DATE) if column.kind is Kind.DATE else (_write_moments, NO_TIME)
    return lambda part: _each_once(values[part], write, nothing)


def _each_once(values: Array, write: Callable[[Array], list[str]], nothing: int) -> pa.Array:
    """Days or moments as text; each distinct one is written once."""
    distinct, place = np.unique(values, return_inverse=True)
    texts = write(distinct)
    written = ["" if value == nothing else text for value, text in zip(distinct.tolist(), texts, strict=True)]
    return _strings(written).take(_arrow(place.astype(np.int32), pa.int32()))


def _write_days(days: Array) -> list[str]:
    return list(np.datetime_as_string(days.astype("datetime64[D]")).tolist())


def _write_moments(micros: Array) -> list[str]:
    """Moments in UTC, such as 2026-09-01T03:00:00Z, with a fraction only where there is one."""
    moments = micros.astype("datetime64[us]")
    whole, exact = (np.datetime_as_string(moments, unit=unit, timezone="UTC") for unit in ("s", "us"))
    return list(np.where(micros % _SECOND == 0, whole, exact).tolist())


def _lines(writers: Sequence[Callable[[slice], pa.Array]], part: slice) -> pa.Array:
    """Some rows as lines of text, each with its line feed."""
    empty = {"null_handling": "replace", "null_replacement": ""}
    comma, feed, nothing = _strings([",", "\n", ""])  # pa.scalar would import pandas
    joined = pc.binary_join_element_wise(*[write(part) for write in writers], comma, **empty)
    return pc.binary_join_element_wise(joined, nothing, feed)


def _cut(lines: pa.Array, group: Array) -> Iterator[tuple[int, bytes]]:
    """The text of each stretch of lines of one group. Arrow holds all text in one piece, so nothing is split here."""
    _, offsets, text = lines.buffers()
    starts = np.frombuffer(offsets, dtype=np.int64)[lines.offset :]
    edges = np.flatnonzero(np.diff(group, prepend=-1, append=-1))
    bounds = starts[edges].tolist()
    for number, begin, end in zip(group[edges[:-1]].tolist(), bounds[:-1], bounds[1:], strict=True):
        yield number, text[begin:end].to_pybytes()


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if _NEEDS_QUOTES.search(text) else text


def _arrow_column(rows: Rows, column: Column) -> pa.Array:
    """A column as Arrow has it, null where there is no value."""
    values, known = rows[column.name], _known(rows, column)
    if column.kind in _TEXTS:
        words = _strings(list(rows.words[column.name])).cast(pa.string())
        return words.take(_arrow(values, pa.int32(), known))
    if column.kind is Kind.FLAG:
        return _arrow(values, pa.int8(), known).cast(pa.bool_())
    return _arrow(values, ARROW_TYPES[column.kind], known)


def _arrow(values: Array, kind: pa.DataType, known: Array | None = None) -> pa.Array:
    """Plain numbers as Arrow has them, without a copy; `known` is false where there is none.

    From buffers: Arrow's own way from numpy imports pandas where it is installed.
    """
    bits = None if known is None else pa.py_buffer(np.packbits(known, bitorder="little"))
    return pa.Array.from_buffers(kind, len(values), [bits, pa.py_buffer(np.ascontiguousarray(values))])


def _strings(texts: Sequence[str]) -> pa.Array:
    """Texts as Arrow has them, likewise."""
    encoded = [text.encode() for text in texts]
    offsets = np.concatenate([[0], np.cumsum([len(text) for text in encoded], dtype=np.int64)]).astype(np.int64)
    return pa.Array.from_buffers(_LARGE, len(encoded), [None, pa.py_buffer(offsets), pa.py_buffer(b"".join(encoded))])
