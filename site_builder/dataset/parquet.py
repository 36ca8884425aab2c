"""The only module that knows Parquet: finds the files, opens them, and hands on the needed columns as Arrow arrays."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO
from urllib.parse import unquote

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from site_builder.dataset.columns import READ, Kind
from site_builder.errors import Problems, Severity
from site_builder.places import Place, fault_of_store, first_line, hint_of, list_files, open_file, way_to

_MAGIC = b"PAR1"
_SAMPLE = b"Sample rows"
_GIT_LFS = b"version https://git-lfs"
_HIVE_NULL = "__HIVE_DEFAULT_PARTITION__"
_NESTED = "metrics"
_TEXTS = frozenset(column.name for column in READ if column.kind in (Kind.KEY, Kind.TEXT))
_WANTED = tuple(dict.fromkeys(name for column in READ for name in (column.name, column.instead) if name))


@dataclass(frozen=True)
class FileColumns:
    """What one file, or a piece of it, gave: its row count and that of the whole file, its wanted columns, its folder
    values, and all its column names.

    is_sample: whether the file says of itself that its rows are made up."""

    name: str
    size: int
    total: int
    columns: Mapping[str, pa.ChunkedArray]
    folder_values: Mapping[str, str | None]
    all_names: tuple[str, ...]
    is_sample: bool


def find_files(folder: Place, problems: Problems) -> list[Place]:
    """All *.parquet below a folder, sorted by their path; an error when there are none."""
    place, before = folder.as_posix(), problems.count(Severity.ERROR)
    try:
        found = [file for file in list_files(folder, problems) if file.name.lower().endswith(".parquet")]
    except FileNotFoundError:
        problems.error("no-data", place, "the folder does not exist, expected Parquet files in it")
        return []
    if not found and problems.count(Severity.ERROR) == before:
        problems.error("no-data", place, "no *.parquet file in it or below it, expected at least one")
    return found


def read_file(place: Place, folder: Place, name: str, problems: Problems) -> FileColumns | None:
    """The wanted columns of one file; None, with an error recorded, when it cannot be read."""
    try:
        if isinstance(place, Path) and place.exists() and not place.is_file():  # to open a pipe would wait for a writer
            problems.error("not-parquet", name, "not a regular file, expected a Parquet file")
            return None
        with open_file(place) as content:
            if fault := _foreign(content):
                problems.error("not-parquet", name, f"{fault}, expected a Parquet file")
                return None
            # Arrow reads a path without asking Python for every piece
            with pq.ParquetFile(place if isinstance(place, Path) else content) as file:
                return _read_columns(file, name, _folder_values(place, folder), problems)
    except (pa.ArrowException, ValueError, NotImplementedError, UnicodeDecodeError) as found:
        problems.error(
            "not-parquet", name, f"damaged or not Parquet ({first_line(found)}), expected a whole Parquet file"
        )
    except OSError as found:
        _report_unread(fault_of_store(found, place), name, problems)
    return None


def _report_unread(fault: OSError, name: str, problems: Problems) -> None:
    """Arrow reports damage inside a file as an OSError too, but without a number."""
    rule, what = ("unreadable-file", "cannot be read") if fault.errno else ("not-parquet", "damaged or cut off")
    message = f"{what} ({first_line(fault)}), expected a whole, readable Parquet file"
    problems.error(rule, name, message, hint_of(fault))


def release_memory() -> None:
    """Give back the memory that Arrow keeps for further reading; the rest of a build needs it more."""
    pa.default_memory_pool().release_unused()


def _foreign(file: BinaryIO) -> str:
    """Why a file cannot be Parquet, judged by its first and last bytes; empty when it may be."""
    head = file.read(len(_GIT_LFS))
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - len(_MAGIC)))
    tail = file.read()
    file.seek(0)
    if size == 0:
        return "the file is empty (0 bytes)"
    if head == _GIT_LFS:
        return "a Git LFS pointer, not the data itself (git lfs pull fetches it)"
    if not head.startswith(_MAGIC):
        return "the content is not Parquet"
    return "" if tail == _MAGIC and size > 2 * len(_MAGIC) else "the file is cut off before its end"


def _read_columns(
    file: pq.ParquetFile, name: str, folder_values: Mapping[str, str | None], problems: Problems
) -> FileColumns | None:
    chosen = _choose(file.schema_arrow, name, problems)
    if chosen is None:
        return None
    return _columns_of(file.read(columns=chosen.paths), (file.metadata.num_rows,) * 2, name, folder_values, chosen)


def read_pieces(place: Place, folder: Place, name: str, rows: int) -> Iterator[FileColumns]:
    """The wanted columns of a file, so many rows at a time, so that the file is never in memory as a whole.

    Raises PieceError at any fault in the file: read_file says what it is."""
    if isinstance(place, Path) and not place.is_file():
        raise PieceError
    try:
        with open_file(place) as content:
            yield from _pieces(place if isinstance(place, Path) else content, name, _folder_values(place, folder), rows)
    except (pa.ArrowException, ValueError, NotImplementedError, UnicodeDecodeError, OSError) as found:
        raise PieceError from found


def _pieces(
    source: Path | BinaryIO, name: str, folder_values: Mapping[str, str | None], rows: int
) -> Iterator[FileColumns]:
    with pq.ParquetFile(source) as file:
        metadata, chosen = file.metadata, _choose(file.schema_arrow, name, Problems())
        if chosen is None:
            raise PieceError
        if metadata.num_rows <= rows:
            yield _columns_of(file.read(columns=chosen.paths), (metadata.num_rows,) * 2, name, folder_values, chosen)
            return
        with pq.ParquetFile(source, metadata=metadata, read_dictionary=chosen.texts) as words:
            for group in range(metadata.num_row_groups):  # a reader of all would hold all of the file at once
                for batch in words.iter_batches(rows, row_groups=[group], columns=chosen.paths):
                    table = pa.Table.from_batches([batch])
                    yield _columns_of(table, (table.num_rows, metadata.num_rows), name, folder_values, chosen)


class PieceError(Exception):
    """A file that cannot be read in pieces."""


@dataclass(frozen=True)
class _Chosen:
    """The wanted columns of a file: by their folded name those at the top and those in the nested column, the nested
    column if it is a map, and all names."""

    top: Mapping[str, str]
    inner: Mapping[str, str]
    nested: str | None
    nested_map: str | None
    taken: frozenset[str]
    all_names: tuple[str, ...]
    is_sample: bool

    @property
    def paths(self) -> list[str]:
        """What to read."""
        inner = (f"{self.nested}.{value}" for value in self.inner.values())
        return [*self.top.values(), *inner, *([self.nested_map] if self.nested_map else [])]

    @property
    def texts(self) -> list[str]:
        """The columns at the top that should hold texts, which are read as their few distinct words."""
        return [actual for key, actual in self.top.items() if key in _TEXTS]


def _choose(schema: pa.Schema, name: str, problems: Problems) -> _Chosen | None:
    """The wanted columns of a schema; None, with an error recorded, when two of them have one name."""
    actual = _by_folded_name(schema.names, name, problems)
    if actual is None:
        return None
    nested = schema.field(actual[_NESTED]).type if _NESTED in actual else None
    inner: dict[str, str] = {}
    inner_names = [field.name for field in nested] if nested is not None and pa.types.is_struct(nested) else []
    if inner_names:
        found = _by_folded_name(inner_names, f"{name} column {actual[_NESTED]}", problems)
        if found is None:
            return None
        inner = {key: value for key, value in found.items() if key in _WANTED and key not in actual}
    return _Chosen(
        top={key: actual[key] for key in _WANTED if key in actual},
        inner=inner,
        nested=actual.get(_NESTED),
        nested_map=actual[_NESTED] if nested is not None and pa.types.is_map(nested) else None,
        taken=frozenset(actual),
        all_names=(*schema.names, *inner_names),
        is_sample=(schema.metadata or {}).get(b"source", b"").startswith(_SAMPLE),
    )


def _columns_of(
    table: pa.Table, sizes: tuple[int, int], name: str, folder_values: Mapping[str, str | None], chosen: _Chosen
) -> FileColumns:
    columns = {key: table.column(value) for key, value in chosen.top.items()}
    columns |= {key: pc.struct_field(table.column(chosen.nested), value) for key, value in chosen.inner.items()}
    if chosen.nested_map:
        columns |= _map_columns(table.column(chosen.nested_map), chosen.taken)
    return FileColumns(name, *sizes, columns, folder_values, chosen.all_names, chosen.is_sample)


def _by_folded_name(names: list[str], place: str, problems: Problems) -> dict[str, str] | None:
    found: dict[str, str] = {}
    for column in names:
        key = column.strip().casefold()
        if key in found and (key in _WANTED or key == _NESTED):
            message = f"columns '{found[key]}' and '{column}' are the same name, expected one of them"
            problems.error("duplicate-column", place, message)
            return None
        found[key] = column
    return found


def _map_columns(column: pa.ChunkedArray, taken: frozenset[str]) -> dict[str, pa.ChunkedArray]:
    """The wanted keys of a map column, each as a column of its own, however a row spells them."""
    columns: dict[str, pa.ChunkedArray] = {}
    keys = pc.unique(pa.chunked_array([chunk.keys for chunk in column.chunks], column.type.key_type))
    for key in sorted(keys.to_pylist()):
        folded = str(key).strip().casefold()
        if folded in _WANTED and folded not in taken:
            values = pc.map_lookup(column, key, "first")
            columns[folded] = pc.coalesce(columns[folded], values) if folded in columns else values
    return columns


def _folder_values(place: Place, folder: Place) -> dict[str, str | None]:
    """The values that hive-style folders (`hardware=b300/`) give to every row below them."""
    values: dict[str, str | None] = {}
    for part in way_to(place, folder).parts[:-1]:
        key, sign, value = part.partition("=")
        if sign and key.strip().casefold() in _WANTED:
            values[key.strip().casefold()] = None if value == _HIVE_NULL else unquote(value)
    return values
