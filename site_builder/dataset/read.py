"""Reads every Parquet file of a data folder into one Rows; each fault names its file, row and column."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from site_builder.dataset.coerce import TextCells, read_text, read_values, read_word
from site_builder.dataset.columns import BY_NAME, COLUMNS, NO_DATE, REQUIRED, SINGLE_TURN, Column, Kind
from site_builder.dataset.names import CATALOG_OF, SPEC_METHOD, UnknownNames, canonical, report_unknown
from site_builder.dataset.parquet import FileColumns, find_files, read_file
from site_builder.dataset.rows import DTYPES, Array, Rows, absent, joined
from site_builder.errors import Problems, nearest_hint, quoted
from site_builder.settings.catalogs import Names, fold

BENCHMARKS = "benchmarks"


@dataclass(frozen=True)
class Dataset:
    """All rows, and the spellings of the names that no catalog knows, by column and folded name."""

    rows: Rows
    unknown: Mapping[str, Mapping[str, tuple[str, ...]]]


Part = tuple[dict[str, Array], dict[str, tuple[str, ...]], int]


def read_dataset(data_dir: Path, names: Names, problems: Problems, *, allow_unknown: bool = False) -> Dataset:
    """Read data_dir/benchmarks/**/*.parquet. Raises BuildError after all files have been looked at."""
    folder = data_dir / BENCHMARKS
    unknown = UnknownNames()
    parts: list[Part] = []
    files: list[str] = []
    for path in find_files(folder, folder.as_posix(), problems):
        file = read_file(path, folder, path.as_posix(), problems)
        part = _read_part(file, names, unknown, problems) if file else None
        if file and part and part[2]:
            parts.append(part)
            files.append(file.name)
        elif file and part:
            problems.note("no-rows", file.name, "no rows in this file, expected at least one")
    report_unknown(unknown, names, problems, allow=allow_unknown)
    problems.stop_on_errors()
    if not parts:
        problems.error("no-rows", folder.as_posix(), "no rows in any file, expected at least one")
    problems.stop_on_errors()
    return Dataset(joined(parts, tuple(files)), {column: unknown.of(column) for column in CATALOG_OF})


def _read_part(file: FileColumns, names: Names, unknown: UnknownNames, problems: Problems) -> Part | None:
    before = len(problems)
    if not _has_required(file, problems):
        return None
    columns: dict[str, Array] = {}
    words: dict[str, tuple[str, ...]] = {}
    disagg = np.zeros(file.size, dtype=bool)
    for column in COLUMNS:
        if column.kind not in (Kind.KEY, Kind.TEXT):
            values = _read_plain(file, column, problems)
            columns[column.name] = values if values is not None else absent(column.kind, file.size)
            continue
        cells = _read_words(file, column, names, problems)
        if column.name in CATALOG_OF or column.name == SPEC_METHOD:
            known = canonical(cells, column.name, names, unknown, file.name)
            cells = known.cells
            disagg |= known.sets_disagg if known.sets_disagg is not None else False
        elif column.kind is Kind.KEY:
            cells = TextCells(cells.codes, tuple(fold(word) for word in cells.words))
        cells = _with_default(cells, column)
        _check_filled(file, column, np.array([not word for word in cells.words])[cells.codes], problems)
        columns[column.name], words[column.name] = cells.codes, cells.words
    columns["disagg"] = np.where(disagg, np.int8(1), columns["disagg"])
    _check_single_turn(file, columns, words, problems)
    return (columns, words, file.size) if not _errors_since(problems, before) else None


def _errors_since(problems: Problems, before: int) -> bool:
    return any(problem.severity == "error" for problem in list(problems)[before:])


def _has_required(file: FileColumns, problems: Problems) -> bool:
    missing = [name for name in REQUIRED if name not in file.columns and name not in file.folder_values]
    for name in missing:
        hint = nearest_hint(name, set(file.all_names) - set(REQUIRED))
        found = f"its columns are {', '.join(sorted(file.all_names)[:12])}" if not hint else ""
        problems.error("missing-column", file.name, f"no column '{name}', expected one", hint or found)
    return not missing


def _read_words(file: FileColumns, column: Column, names: Names, problems: Problems) -> TextCells:
    empty = TextCells(np.zeros(file.size, dtype=np.int32), ("",))
    source = file.columns.get(column.name)
    cells = read_text(source, file.name, column.name, problems) if source is not None else None
    if column.name not in file.folder_values:
        return cells or empty
    value = (file.folder_values[column.name] or "").strip()
    if cells is not None:
        _check_folder(file, column, cells, value, names, problems)
        return cells
    return TextCells(empty.codes, (value,))


def _check_folder(
    file: FileColumns, column: Column, cells: TextCells, value: str, names: Names, problems: Problems
) -> None:
    """A folder and a column that both name the same thing must agree on what they mean."""
    met = [cells.words[code] for code in np.unique(cells.codes)]
    both = TextCells(np.arange(len(met) + 1), (*met, value))
    if column.name in CATALOG_OF or column.name == SPEC_METHOD:
        both = canonical(both, column.name, names, UnknownNames(), file.name).cells
    folded = [fold(word) for word in both.words]
    for word, meaning in zip(met, folded, strict=False):
        if meaning != folded[-1]:
            row = int(np.argmax(np.array(cells.words)[cells.codes] == word)) + 1
            message = f"{quoted(word)}, but the folder says {quoted(value)}, expected the same name in both"
            problems.error("folder-disagrees", f"{file.name} row {row} column {column.name}", message)
            return


def _read_plain(file: FileColumns, column: Column, problems: Problems) -> Array | None:
    source = file.columns.get(column.name)
    name = column.name
    if source is None and column.instead and name not in file.folder_values:
        name = column.instead
        source = file.columns.get(name)
    values = read_values(source, column.kind, file.name, name, problems) if source is not None else None
    if column.name in file.folder_values:
        given = _folder_array(file, column, problems)
        if values is None or given is None:
            values = given
        elif (differs := values != given).any():
            row = int(np.argmax(differs)) + 1
            message = f"the column and the folder ({column.name}={file.folder_values[column.name]}) differ, expected the same"
            problems.error("folder-disagrees", f"{file.name} row {row} column {column.name}", message)
    if values is None:
        values = absent(column.kind, file.size)
    if isinstance(column.default, bool):
        values = np.where(values < 0, np.int8(column.default), values)
    if column.kind is Kind.DATE and column.needed:
        _check_filled(file, column, values == NO_DATE, problems)
    return values


def _folder_array(file: FileColumns, column: Column, problems: Problems) -> Array | None:
    word = (file.folder_values[column.name] or "").strip()
    value = read_word(word, column.kind, f"{file.name} (folder)", column.name, problems)
    return np.full(file.size, value, dtype=DTYPES[column.kind]) if value is not None else None


def _with_default(cells: TextCells, column: Column) -> TextCells:
    if not isinstance(column.default, str):
        return cells
    return replace(cells, words=tuple(word or column.default for word in cells.words))


def _check_filled(file: FileColumns, column: Column, empty: Array, problems: Problems) -> None:
    if column.needed and empty.any():
        rows = int(np.count_nonzero(empty))
        more = f" (and in {rows - 1:,} more rows)" if rows > 1 else ""
        place = f"{file.name} row {int(np.argmax(empty)) + 1} column {column.name}"
        problems.error("empty-cell", place, f"empty{more}, expected a value in every row")


def _check_single_turn(
    file: FileColumns, columns: dict[str, Array], words: dict[str, tuple[str, ...]], problems: Problems
) -> None:
    """Single-turn rows need their lengths, and the file a column that interactivity can be read from."""
    single = np.array([word == SINGLE_TURN for word in words["benchmark_type"]])[columns["benchmark_type"]]
    if not single.any():
        return
    for name in ("isl", "osl"):
        if name not in file.columns and name not in file.folder_values:
            problems.error("missing-column", file.name, f"no column '{name}', expected one for single-turn rows")
        else:
            _check_filled(file, replace(BY_NAME[name], needed=True), single & (columns[name] < 0), problems)
    if "median_intvty" not in file.columns and "median_tpot" not in file.columns:
        message = "no column 'median_intvty' or 'median_tpot', expected one of them for single-turn rows"
        problems.error("missing-column", file.name, message, nearest_hint("median_intvty", file.all_names))
