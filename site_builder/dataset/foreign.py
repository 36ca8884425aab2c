"""Parquet of any layout as an import source: its columns in pieces, each cell checked as a build checks it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from site_builder.dataset.canonical import is_canonical
from site_builder.dataset.coerce import read_text, read_values
from site_builder.dataset.columns import NO_DATE, NO_FLAG, NO_TIME, Kind
from site_builder.dataset.rows import Array
from site_builder.dataset.texts import Texts
from site_builder.dataset.write import is_sample
from site_builder.errors import Problems

PARQUET_FAULTS = (pa.ArrowException, OSError, ValueError, NotImplementedError)
_BATCH_ROWS = 2**15
_BUFFER_BYTES = 2**16  # of each column; whole row groups of some writers are as large as the file
_NESTED = "metrics"
_EMPTY = {Kind.FLAG: NO_FLAG, Kind.DATE: NO_DATE, Kind.TIME: NO_TIME}


@dataclass(frozen=True)
class Piece:
    """Some rows of a file. start: how many rows of it came before; table: its columns, named without case, those of a
    `metrics` column beside the others."""

    start: int
    table: pa.Table

    @property
    def size(self) -> int:
        """How many rows it has."""
        return int(self.table.num_rows)

    @property
    def names(self) -> list[str]:
        """The names of its columns."""
        return list(self.table.column_names)

    def is_number(self, name: str) -> bool:
        """Whether a column holds numbers by its type."""
        kind = self.table.schema.field(name).type
        return bool(pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind))

    def numbers(self, columns: Mapping[str, Kind], file: str, problems: Problems) -> dict[str, Array]:
        """Columns that are not text as float64 (n,), NaN where empty; an error for a cell that does not fit."""
        found = {}
        for name, kind in columns.items():
            values = read_values(self.table.column(name), kind, self._place(file), name, problems)
            if values is not None:
                numbers = values.astype(np.float64)
                found[name] = np.where(values == _EMPTY[kind], np.nan, numbers) if kind in _EMPTY else numbers
        return found

    def texts(self, names: list[str], file: str, problems: Problems) -> dict[str, Texts]:
        """Columns of text; an error is recorded for one that holds something else."""
        found = {}
        for name in names:
            cells = read_text(self.table.column(name), self._place(file), name, problems)
            if cells is not None:
                found[name] = Texts(cells.codes, tuple(word or None for word in cells.words))
        return found

    def _place(self, file: str) -> str:
        return f"{file} after row {self.start:,}" if self.start else file


class ForeignParquet:
    """An open Parquet file. Use as a context; raises PARQUET_FAULTS where it is damaged."""

    def __init__(self, content: Path | BinaryIO) -> None:
        self._file = pq.ParquetFile(content, pre_buffer=False, buffer_size=_BUFFER_BYTES)
        self.is_canonical = is_canonical(self._file.schema_arrow)
        self.is_sample = is_sample(self._file.schema_arrow)

    def __enter__(self) -> ForeignParquet:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def tables(self) -> Iterator[pa.Table]:
        """All rows as they stand, for a file of the canonical schema."""
        for batch in self._file.iter_batches(_BATCH_ROWS):
            yield pa.Table.from_batches([batch])

    def pieces(self) -> Iterator[Piece]:
        """All rows, their columns flattened."""
        start = 0
        for table in self.tables():
            yield Piece(start, _flattened(table))
            start += table.num_rows


def _flattened(table: pa.Table) -> pa.Table:
    """Columns under folded names; a column `metrics` of structs or maps becomes a column for each of its keys."""
    columns: dict[str, pa.ChunkedArray] = {}
    nested = None
    for name, column in zip(table.column_names, table.columns, strict=True):
        if name.strip().casefold() == _NESTED and pa.types.is_nested(column.type):
            nested = column
        else:
            columns.setdefault(name.strip().casefold(), column)
    for name, column in _inner(nested):
        columns.setdefault(name.strip().casefold(), column)
    return pa.table(columns)


def _inner(nested: pa.ChunkedArray | None) -> Iterator[tuple[str, pa.ChunkedArray]]:
    if nested is not None and pa.types.is_struct(nested.type):
        for field in nested.type:
            yield field.name, pc.struct_field(nested, field.name)
    if nested is not None and pa.types.is_map(nested.type):
        keys = pc.unique(pa.chunked_array([chunk.keys for chunk in nested.chunks], nested.type.key_type))
        for key in sorted(keys.to_pylist()):
            yield str(key), pc.map_lookup(nested, key, "first")
