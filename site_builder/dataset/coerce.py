"""Turns one Arrow column of whatever type into the one array type that its Kind states, or says which cell cannot be.

Text is looked at once per distinct value, never once per row.
"""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from site_builder.dataset.buffers import filled, nulls
from site_builder.dataset.columns import EXPECTED, NO_DATE, NO_FLAG, NO_TIME, NO_WHOLE, Kind
from site_builder.dataset.rows import DTYPES, Array
from site_builder.errors import Problems, quoted, without_controls

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|[+-]?(?:nan|inf|infinity)", re.IGNORECASE)
_EPOCH_DAY = datetime.date(1970, 1, 1).toordinal()
_FIRST_DAY, _LAST_DAY = datetime.date.min.toordinal() - _EPOCH_DAY, datetime.date.max.toordinal() - _EPOCH_DAY
_MOST_WHOLE = 2_000_000_000
_PER_SECOND = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}
_DAY_SECONDS = 86_400
_MOST_SECONDS = 10**12
_EMPTY: dict[Kind, Any] = {
    Kind.FLAG: NO_FLAG,
    Kind.NUMBER: math.nan,
    Kind.WHOLE: NO_WHOLE,
    Kind.DATE: NO_DATE,
    Kind.TIME: NO_TIME,
}


def more_rows(count: int) -> str:
    """How many rows beyond the first share a fault."""
    return f" (and in {count:,} more row{'s' if count > 1 else ''})" if count else ""


@dataclass(frozen=True)
class TextCells:
    """A text column: codes (n,) into distinct trimmed words in no particular order; "" stands for empty."""

    codes: Array
    words: tuple[str, ...]


class UnfitCellError(Exception):
    """A cell that does not fit: its position, what was found there, and how many more there are."""

    def __init__(self, bad: Array, found: Callable[[int], str]) -> None:
        self.position = int(np.argmax(bad))
        self.more = int(np.count_nonzero(bad)) - 1
        self.found = found(self.position)


def read_text(column: pa.ChunkedArray, place: str, name: str, problems: Problems) -> TextCells | None:
    """A text column; None, with an error recorded, when it holds something else."""
    try:
        cells = _text_cells(column)
    except UnfitCellError as found:
        _report_unfit(found, Kind.TEXT, place, name, problems)
        return None
    if cells is None:
        problems.error("bad-type", f"{place} column {name}", f"type {column.type}, expected {EXPECTED[Kind.TEXT]}")
    return cells


def read_values(column: pa.ChunkedArray, kind: Kind, place: str, name: str, problems: Problems) -> Array | None:
    """A column that is not text, as the array of its Kind; None, with an error recorded, when a cell does not fit."""
    reader = {
        Kind.FLAG: _flags,
        Kind.WHOLE: _wholes,
        Kind.NUMBER: _floats,
        Kind.DATE: _dates,
        Kind.TIME: _times,
    }[kind]
    try:
        values = reader(column)
    except UnfitCellError as found:
        _report_unfit(found, kind, place, name, problems)
        return None
    if values is None:
        problems.error("bad-type", f"{place} column {name}", f"type {column.type}, expected {EXPECTED[kind]}")
        return None
    return values.astype(DTYPES[kind], copy=False)


def _report_unfit(found: UnfitCellError, kind: Kind, place: str, name: str, problems: Problems) -> None:
    where = f"{place} row {found.position + 1} column {name}"
    problems.error("bad-cell", where, f"{found.found}{more_rows(found.more)}, expected {EXPECTED[kind]}")


def read_word(word: str, kind: Kind, place: str, name: str, problems: Problems) -> Any:
    """One value given as text, such as that of a folder; None, with an error recorded, when it does not fit."""
    value = _EMPTY[kind] if not word else _parse(kind, word)
    if value is None:
        problems.error("bad-cell", f"{place} column {name}", f"{quoted(word)}, expected {EXPECTED[kind]}")
    return value


def _text_cells(column: pa.ChunkedArray) -> TextCells | None:
    kind = column.type
    if pa.types.is_null(kind):
        return TextCells(np.zeros(len(column), dtype=np.int32), ("",))
    value_kind = kind.value_type if pa.types.is_dictionary(kind) else kind
    if not _is_text(value_kind):
        return None
    if not pa.types.is_dictionary(kind):
        column = pc.dictionary_encode(column.cast(pa.large_string()))
    whole = column.unify_dictionaries().combine_chunks()
    array = whole if isinstance(whole, pa.Array) else whole.chunk(0)
    codes = filled(array.indices.cast(pa.int32()), -1)
    own = _words(array.dictionary) or [
        _decoded(word, place, codes) for place, word in enumerate(array.dictionary.cast(pa.large_binary()).to_pylist())
    ]
    words = tuple(dict.fromkeys(["", *own]))
    code_of = {word: code for code, word in enumerate(words)}
    recode = np.array([*(code_of[word] for word in own), 0], dtype=np.int32)  # the last one stands for null
    return TextCells(recode[codes], words)


def _words(dictionary: pa.Array) -> list[str]:
    """The words of a dictionary, trimmed, if all are plain: ASCII without controls, so that they are cut out of one
    text. Nothing otherwise."""
    if not pa.types.is_string(dictionary.type) or dictionary.null_count or not len(dictionary):
        return []
    _, offsets, data = dictionary.buffers()
    ends = np.frombuffer(offsets, dtype=np.int32)[dictionary.offset : dictionary.offset + len(dictionary) + 1].tolist()
    content = data.to_pybytes()[ends[0] : ends[-1]] if data is not None else b""
    if not content.isascii():
        return []
    text = content.decode("ascii")
    if not text.isprintable():
        return []
    return [text[start - ends[0] : end - ends[0]].strip() for start, end in pairwise(ends)]


def _decoded(word: bytes | None, place: int, codes: Array) -> str:
    """A word of a dictionary, trimmed; `codes` tell the first row that holds it."""
    try:
        return without_controls(word.decode("utf-8").strip()) if word is not None else ""
    except UnicodeDecodeError:
        raise UnfitCellError(codes == place, lambda _: "bytes that are not UTF-8") from None


def _from_text(column: pa.ChunkedArray, kind: Kind) -> Array | None:
    """Parse each distinct word once. None when the column is not text at all."""
    cells = _text_cells(column)
    if cells is None:
        return None
    parsed = [_EMPTY[kind] if not word else _parse(kind, word) for word in cells.words]
    unfit = np.array([value is None for value in parsed])
    if unfit[cells.codes].any():
        raise UnfitCellError(unfit[cells.codes], lambda position: quoted(cells.words[cells.codes[position]]))
    values = [_EMPTY[kind] if value is None else value for value in parsed]
    return np.array(values, dtype=DTYPES[kind])[cells.codes]


def _parse(kind: Kind, word: str) -> Any:
    """The value that a word stands for, or None when it stands for none of this kind."""
    if kind is Kind.FLAG:
        return {"true": 1, "false": 0}.get(word.casefold())
    if kind is Kind.NUMBER:
        return float(word) if _NUMBER.fullmatch(word) else None
    if kind is Kind.WHOLE:
        number = float(word) if _NUMBER.fullmatch(word) else -1.0
        if math.isnan(number):
            return NO_WHOLE
        return int(number) if 0 <= number <= _MOST_WHOLE and number == int(number) else None
    return _day_number(word) if kind is Kind.DATE else _moment(word)


def _flags(column: pa.ChunkedArray) -> Array | None:
    if pa.types.is_boolean(column.type):
        return filled(column.cast(pa.int8()), NO_FLAG)
    return _from_text(column, Kind.FLAG)


def _floats(column: pa.ChunkedArray) -> Array | None:
    """Any numeric or text column as float64, NaN where empty."""
    kind = column.type
    if pa.types.is_dictionary(kind) and not _is_text(kind.value_type):
        return _floats(column.cast(kind.value_type))
    if pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind):
        return filled(column if kind == pa.float64() else column.cast(pa.float64(), safe=False), math.nan)
    return _from_text(column, Kind.NUMBER)


def _is_text(kind: pa.DataType) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind))


def _wholes(column: pa.ChunkedArray) -> Array | None:
    if _is_text(column.type):
        return _from_text(column, Kind.WHOLE)
    if column.type in (pa.int32(), pa.int64()) and (plain := _plain_wholes(column)) is not None:
        return plain
    values = _floats(column)
    if values is None:
        return None
    empty = np.isnan(values)
    with np.errstate(invalid="ignore"):
        fits = (values >= 0) & (values <= _MOST_WHOLE) & (values == np.floor(values))
    if not (fits | empty).all():
        raise UnfitCellError(~(fits | empty), lambda position: quoted(column[position].as_py()))
    return np.where(empty, NO_WHOLE, values).astype(np.int32)


def _plain_wholes(column: pa.ChunkedArray) -> Array | None:
    """A column of integers that all fit, without a way round by floats; None when some do not."""
    if column.null_count == len(column):
        return filled(column, NO_WHOLE)
    values = filled(column, 0)
    if values.min(initial=0) < 0 or values.max(initial=0) > _MOST_WHOLE:
        return None
    return np.where(nulls(column), NO_WHOLE, values) if column.null_count else values


def _dates(column: pa.ChunkedArray) -> Array | None:
    """Days since 1970-01-01; a moment gives its day in UTC when it has a zone, and as it stands without one."""
    kind = column.type
    if pa.types.is_temporal(kind) and not (pa.types.is_time(kind) or pa.types.is_duration(kind)):
        seconds = _epoch_units(column)
        days = np.floor_divide(seconds[0], seconds[1] * _DAY_SECONDS)
        outside = ((days < _FIRST_DAY) | (days > _LAST_DAY)) & ~seconds[2]
        if outside.any():
            raise UnfitCellError(outside, lambda position: f"day {days[position]} from 1970")
        return np.where(seconds[2], NO_DATE, days)
    return _from_text(column, Kind.DATE)


def _times(column: pa.ChunkedArray) -> Array | None:
    kind = column.type
    if pa.types.is_temporal(kind) and not (pa.types.is_time(kind) or pa.types.is_duration(kind)):
        values, per_second, empty = _epoch_units(column)
        outside = np.abs(values // per_second) > _MOST_SECONDS
        if (outside & ~empty).any():
            raise UnfitCellError(outside & ~empty, lambda position: f"{values[position]} {kind}")
        scaled = values * (10**6 // per_second) if per_second <= 10**6 else np.floor_divide(values, per_second // 10**6)
        return np.where(empty, NO_TIME, scaled)
    return _from_text(column, Kind.TIME)


def _epoch_units(column: pa.ChunkedArray) -> tuple[Array, int, Array]:
    """(integer time since 1970 UTC, units per second, where empty) of a date or timestamp column."""
    kind = column.type
    empty = nulls(column)
    if pa.types.is_date(kind):
        days = filled(column.cast(pa.date32()).cast(pa.int32()), 0).astype(np.int64)
        return days * _DAY_SECONDS, 1, empty
    return filled(column.cast(pa.int64()), 0), _PER_SECOND[kind.unit], empty


def _day_number(word: str) -> int | None:
    try:
        return datetime.date.fromisoformat(word).toordinal() - _EPOCH_DAY if _DAY.fullmatch(word) else None
    except ValueError:
        return None


def _moment(word: str) -> int | None:
    try:
        moment = datetime.datetime.fromisoformat(word)
    except ValueError:
        return None
    zoned = moment if moment.tzinfo else moment.replace(tzinfo=datetime.UTC)
    return (zoned - datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)) // datetime.timedelta(microseconds=1)
