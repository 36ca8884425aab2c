"""The only module that knows Parquet: finds the files, opens them, and hands on the needed columns as Arrow arrays."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from site_builder.dataset.columns import COLUMNS
from site_builder.errors import Problems, Severity

_MAGIC = b"PAR1"
_SAMPLE = b"Sample rows"
_GIT_LFS = b"version https://git-lfs"
_HIVE_NULL = "__HIVE_DEFAULT_PARTITION__"
_NESTED = "metrics"
_WANTED = tuple(dict.fromkeys(name for column in COLUMNS for name in (column.name, column.instead) if name))


@dataclass(frozen=True)
class FileColumns:
    """What one file gave: its row count, its wanted columns, its folder values, and all its column names.

    is_sample: whether the file says of itself that its rows are made up."""

    name: str
    size: int
    columns: Mapping[str, pa.ChunkedArray]
    folder_values: Mapping[str, str | None]
    all_names: tuple[str, ...]
    is_sample: bool


def find_files(folder: Path, name: str, problems: Problems) -> list[Path]:
    """All *.parquet below a folder, sorted by their path; an error when there are none."""
    if not folder.is_dir():
        problems.error("no-data", name, "the folder does not exist, expected Parquet files in it")
        return []
    found = sorted(_walk(folder, name, problems), key=lambda path: path.relative_to(folder).as_posix())
    if not found and not problems.count(Severity.ERROR):
        problems.error("no-data", name, "no *.parquet file in it or below it, expected at least one")
    return found


def _walk(folder: Path, name: str, problems: Problems) -> Iterator[Path]:
    """The Parquet files below a folder, also through links, each folder once."""

    def unlisted(fault: OSError) -> None:
        place = Path(fault.filename).as_posix() if fault.filename else name
        problems.error("unreadable-file", place, f"cannot be listed ({_first_line(fault)}), expected a readable folder")

    seen: set[Path] = set()
    for where, folders, files in os.walk(folder, followlinks=True, onerror=unlisted):
        real = Path(where).resolve()
        if real in seen:
            folders.clear()
            continue
        seen.add(real)
        folders.sort()
        yield from (Path(where, file) for file in files if file.lower().endswith(".parquet"))


def read_file(path: Path, folder: Path, name: str, problems: Problems) -> FileColumns | None:
    """The wanted columns of one file; None, with an error recorded, when it cannot be read."""
    try:
        fault = _foreign(path)
        if fault:
            problems.error("not-parquet", name, f"{fault}, expected a Parquet file")
            return None
        with pq.ParquetFile(path) as file:
            return _read_columns(file, name, _folder_values(path, folder), problems)
    except (pa.ArrowException, ValueError, NotImplementedError, UnicodeDecodeError) as found:
        problems.error(
            "not-parquet", name, f"damaged or not Parquet ({_first_line(found)}), expected a whole Parquet file"
        )
    except OSError as found:  # Arrow reports damage inside a file as an OSError too, but without a number
        rule, what = ("unreadable-file", "cannot be read") if found.errno else ("not-parquet", "damaged or cut off")
        problems.error(rule, name, f"{what} ({_first_line(found)}), expected a whole, readable Parquet file")
    return None


def release_memory() -> None:
    """Give back the memory that Arrow keeps for further reading; the rest of a build needs it more."""
    pa.default_memory_pool().release_unused()


def _foreign(path: Path) -> str:
    """Why a file cannot be Parquet, judged by its first and last bytes; empty when it may be."""
    if not path.is_file() and path.exists():
        return "not a regular file"
    with path.open("rb") as file:
        head = file.read(len(_GIT_LFS))
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - len(_MAGIC)))
        tail = file.read()
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
    schema = file.schema_arrow
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
    is_map = nested is not None and pa.types.is_map(nested)
    top = {key: actual[key] for key in _WANTED if key in actual}
    paths = [*top.values(), *(f"{actual[_NESTED]}.{value}" for value in inner.values())]
    table = file.read(columns=[*paths, actual[_NESTED]] if is_map else paths)
    is_sample = (schema.metadata or {}).get(b"source", b"").startswith(_SAMPLE)
    columns = {key: table.column(value) for key, value in top.items()}
    columns |= {key: pc.struct_field(table.column(actual[_NESTED]), value) for key, value in inner.items()}
    if is_map:
        columns |= _map_columns(table.column(actual[_NESTED]), set(actual))
    return FileColumns(name, file.metadata.num_rows, columns, folder_values, (*schema.names, *inner_names), is_sample)


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


def _map_columns(column: pa.ChunkedArray, taken: set[str]) -> dict[str, pa.ChunkedArray]:
    """The wanted keys of a map column, each as a column of its own, however a row spells them."""
    columns: dict[str, pa.ChunkedArray] = {}
    keys = pc.unique(pa.chunked_array([chunk.keys for chunk in column.chunks], column.type.key_type))
    for key in sorted(keys.to_pylist()):
        folded = str(key).strip().casefold()
        if folded in _WANTED and folded not in taken:
            values = pc.map_lookup(column, key, "first")
            columns[folded] = pc.coalesce(columns[folded], values) if folded in columns else values
    return columns


def _folder_values(path: Path, folder: Path) -> dict[str, str | None]:
    """The values that hive-style folders (`hardware=b300/`) give to every row below them."""
    values: dict[str, str | None] = {}
    for part in path.relative_to(folder).parts[:-1]:
        key, sign, value = part.partition("=")
        if sign and key.strip().casefold() in _WANTED:
            values[key.strip().casefold()] = None if value == _HIVE_NULL else unquote(value)
    return values


def _first_line(fault: BaseException) -> str:
    text = (getattr(fault, "strerror", None) or str(fault)).strip()
    return text.splitlines()[0].rstrip(".") if text else type(fault).__name__
