"""Rows of the canonical schema as Arrow tables: from arrays of measurements, with units and meanings beside them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa

from site_builder.dataset.rows import Array
from site_builder.dataset.schema import FIELDS, Field, Type
from site_builder.dataset.texts import Texts

SOURCE = "build-site import"
SAMPLE_SOURCE = "Sample rows, brought in by build-site import"
_FORMAT = "1"
_TYPES = {
    Type.TEXT: pa.string(),
    Type.WHOLE: pa.int32(),
    Type.NUMBER: pa.float64(),
    Type.FLAG: pa.bool_(),
    Type.DATE: pa.date32(),
    Type.TIME: pa.timestamp("us", tz="UTC"),
    Type.TEXTS: pa.list_(pa.field("element", pa.string(), nullable=False)),
    Type.NUMBERS: pa.map_(pa.string(), pa.float64()),
}


@dataclass(frozen=True)
class Measurements:
    """Some rows by canonical column, in whatever order.

    numbers: float64 (size,), NaN where unknown; whole numbers, flags (1 and 0), days since 1970 and microseconds since
    1970 are such numbers too. texts: of each row. lists: texts for each row. extra: numbers by name for
    each row, None when no row has any.
    """

    size: int
    numbers: Mapping[str, Array] = field(default_factory=dict)
    texts: Mapping[str, Texts] = field(default_factory=dict)
    lists: Mapping[str, Sequence[Sequence[str]]] = field(default_factory=dict)
    extra: Sequence[Mapping[str, float]] | None = None


def canonical_schema(*, is_sample: bool = False) -> pa.Schema:
    """The Arrow schema, with the unit and meaning of each column; is_sample: whether rows are made up."""
    units = {each.name: each.unit for each in FIELDS if each.unit}
    metadata = {
        "source": SAMPLE_SOURCE if is_sample else SOURCE,
        "schema_version": _FORMAT,
        "units": json.dumps(units, ensure_ascii=False),
    }
    return pa.schema([_arrow_field(each) for each in FIELDS], metadata=metadata)


def is_canonical(schema: pa.Schema) -> bool:
    """Whether a file has the columns of the canonical schema and no others, in the same types."""
    return bool(schema.remove_metadata().equals(canonical_schema().remove_metadata(), check_metadata=False))


def table_of(rows: Measurements) -> pa.Table:
    """The rows as a light table: the columns of the canonical schema in types that cost little to sort and to keep.

    Texts are dictionaries, and a column without any value is of the null type; `as_canonical` makes the schema's types.
    """
    return pa.table({each.name: _column(rows, each) for each in FIELDS})


def as_light(table: pa.Table) -> pa.Table:
    """A canonical table as a light one."""
    columns = {}
    for each in FIELDS:
        column = table.column(each.name)
        if column.null_count == table.num_rows:
            column = pa.nulls(table.num_rows)
        elif each.type is Type.TEXT:
            column = column.dictionary_encode()
        columns[each.name] = column
    return pa.table(columns)


def as_canonical(table: pa.Table, schema: pa.Schema) -> pa.Table:
    """A light table in the types of the schema."""
    return pa.Table.from_arrays([table.column(each.name).cast(each.type) for each in schema], schema=schema)


def _arrow_field(each: Field) -> pa.Field:
    metadata = {"meaning": each.meaning, **({"unit": each.unit} if each.unit else {})}
    return pa.field(each.name, _TYPES[each.type], metadata=metadata)


def _column(rows: Measurements, each: Field) -> pa.Array:
    if each.type is Type.TEXT:
        texts = rows.texts.get(each.name)
        return _dictionary(texts) if texts is not None and any(texts.words) else pa.nulls(rows.size)
    if each.type is Type.TEXTS:
        return _lists(rows.lists.get(each.name), rows.size)
    if each.type is Type.NUMBERS:
        return _maps(rows.extra, rows.size)
    values = rows.numbers.get(each.name)
    if values is None:
        return pa.nulls(rows.size)
    known = ~np.isnan(values)
    return _numbers(values, known, _TYPES[each.type]) if known.any() else pa.nulls(rows.size)


def _dictionary(texts: Texts) -> pa.Array:
    known = np.array([word is not None for word in texts.words])[texts.codes]
    codes = _numbers(texts.codes, known, pa.int32())
    return pa.DictionaryArray.from_arrays(codes, pa.array([word or "" for word in texts.words], pa.string()))


def _numbers(values: Array, known: Array, kind: pa.DataType) -> pa.Array:
    """Values as an Arrow array of some type, null where they are not known."""
    if pa.types.is_boolean(kind):
        data = np.packbits(values == 1, bitorder="little")
    elif pa.types.is_float64(kind):
        data = values
    else:
        data = np.where(known, values, 0).astype({4: np.int32, 8: np.int64}[kind.bit_width // 8])
    validity = None if known.all() else pa.py_buffer(np.packbits(known, bitorder="little"))
    return pa.Array.from_buffers(kind, len(values), [validity, pa.py_buffer(np.ascontiguousarray(data))])


def _lists(values: Sequence[Sequence[str]] | None, size: int) -> pa.Array:
    offsets = _offsets(values, size)
    flat = [text for texts in values or () for text in texts]
    return pa.ListArray.from_arrays(offsets, pa.array(flat, pa.string()), type=_TYPES[Type.TEXTS])


def _maps(values: Sequence[Mapping[str, float]] | None, size: int) -> pa.Array:
    pairs = [pair for each in values or () for pair in sorted(each.items())]
    names, numbers = pa.array([name for name, _ in pairs], pa.string()), pa.array([n for _, n in pairs], pa.float64())
    return pa.MapArray.from_arrays(_offsets(values, size), names, numbers, type=_TYPES[Type.NUMBERS])


def _offsets(values: Sequence[Any] | None, size: int) -> pa.Array:
    """Where the part of each row begins in a list of all parts, and where the last one ends."""
    lengths = np.zeros(size, dtype=np.int32) if values is None else np.fromiter(map(len, values), np.int32, size)
    offsets = np.concatenate([np.zeros(1, dtype=np.int32), np.cumsum(lengths, dtype=np.int32)])
    return pa.Array.from_buffers(pa.int32(), size + 1, [None, pa.py_buffer(offsets)])
