"""Reads every Parquet file of a data folder into one Rows; each fault names its file, row and column."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from site_builder.dataset.coerce import TextCells, read_text, read_values, read_word
from site_builder.dataset.columns import COLUMNS, NO_DATE, NO_WHOLE, REQUIRED, SINGLE_TURN, Column, Kind
from site_builder.dataset.names import CATALOG_OF, SPEC_METHOD, UnknownNames, canonical, report_unknown
from site_builder.dataset.parquet import FileColumns, find_files, read_file
from site_builder.dataset.rows import DTYPES, Array, Part, Rows, absent, joined
from site_builder.errors import Problems, Severity, nearest_hint, quoted
from site_builder.settings.catalogs import Names, fold

BENCHMARKS = "benchmarks"


@dataclass(frozen=True)
class Dataset:
    """All rows, and the spellings of the names that no catalog knows, by column and folded name."""

    rows: Rows
    unknown: Mapping[str, Mapping[str, tuple[str, ...]]]


def read_dataset(data_dir: Path, names: Names, problems: Problems, *, allow_unknown: bool = False) -> Dataset:
    """Read data_dir/benchmarks/**/*.parquet. Raises BuildError after all files have been looked at."""
    folder = data_dir / BENCHMARKS
    unknown = UnknownNames()
    parts: list[Part] = []
    files: list[str] = []
    for path in find_files(folder, folder.as_posix(), problems):
        file = read_file(path, folder, path.as_posix(), problems)
        part = _FileReader(file, names, unknown, problems).read() if file else None
        if file and part and part.size:
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


class _FileReader:
    """Turns the columns of one file into arrays of the stated types."""

    def __init__(self, file: FileColumns, names: Names, unknown: UnknownNames, problems: Problems) -> None:
        self._file = file
        self._names = names
        self._unknown = unknown
        self._problems = problems

    def read(self) -> Part | None:
        """The columns, or None when an error was recorded."""
        before = self._problems.count(Severity.ERROR)
        if not self._has_required():
            return None
        columns: dict[str, Array] = {}
        words: dict[str, tuple[str, ...]] = {}
        disagg = np.zeros(self._file.size, dtype=bool)
        for column in COLUMNS:
            if column.kind in (Kind.KEY, Kind.TEXT):
                cells, sets_disagg = self._read_text(column)
                columns[column.name], words[column.name] = cells.codes, cells.words
                disagg |= sets_disagg if sets_disagg is not None else False
            else:
                columns[column.name] = self._read_plain(column)
        columns["disagg"] = np.where(disagg, np.int8(1), columns["disagg"])
        self._check_single_turn(columns, words)
        fits = self._problems.count(Severity.ERROR) == before
        return Part(columns, words, self._file.size) if fits else None

    def _has_required(self) -> bool:
        file = self._file
        missing = [name for name in REQUIRED if name not in file.columns and name not in file.folder_values]
        for name in missing:
            self._missing(name, "expected one")
        return not missing

    def _missing(self, name: str, expected: str) -> None:
        hint = nearest_hint(name, set(self._file.all_names) - set(REQUIRED))
        found = f"its columns are {', '.join(sorted(self._file.all_names)[:12])}"
        self._problems.error("missing-column", self._file.name, f"no column '{name}', {expected}", hint or found)

    def _read_text(self, column: Column) -> tuple[TextCells, Array | None]:
        """A text column under its canonical names, and where an alias says that serving was disaggregated."""
        cells = self._read_words(column)
        sets_disagg = None
        if column.name in CATALOG_OF or column.name == SPEC_METHOD:
            known = canonical(cells, column.name, self._names, self._unknown, self._file.name)
            cells, sets_disagg = known.cells, known.sets_disagg
        elif column.kind is Kind.KEY:
            cells = TextCells(cells.codes, tuple(fold(word) for word in cells.words))
        if isinstance(column.default, str):
            cells = TextCells(cells.codes, tuple(word or column.default for word in cells.words))
        if column.needed:
            self._check_filled(column.name, np.array([not word for word in cells.words])[cells.codes])
        return cells, sets_disagg

    def _read_words(self, column: Column) -> TextCells:
        file = self._file
        empty = TextCells(np.zeros(file.size, dtype=np.int32), ("",))
        source = file.columns.get(column.name)
        cells = read_text(source, file.name, column.name, self._problems) if source is not None else None
        if column.name not in file.folder_values:
            return cells or empty
        value = (file.folder_values[column.name] or "").strip()
        if cells is None:
            return TextCells(empty.codes, (value,))
        self._check_folder(column, cells, value)
        return cells

    def _check_folder(self, column: Column, cells: TextCells, value: str) -> None:
        """A folder and a column that both name the same thing must agree on what they mean."""
        met = [cells.words[code] for code in np.unique(cells.codes)]
        both = TextCells(np.arange(len(met) + 1), (*met, value))
        if column.name in CATALOG_OF or column.name == SPEC_METHOD:
            both = canonical(both, column.name, self._names, UnknownNames(), self._file.name).cells
        *meanings, expected = (fold(word) for word in both.words)
        wrong = next((word for word, meaning in zip(met, meanings, strict=True) if meaning != expected), None)
        if wrong is not None:
            row = int(np.argmax(np.array(cells.words)[cells.codes] == wrong)) + 1
            self._disagrees(row, column.name, f"{quoted(wrong)}, but the folder says {quoted(value)}")

    def _disagrees(self, row: int, column: str, found: str) -> None:
        place = f"{self._file.name} row {row} column {column}"
        self._problems.error("folder-disagrees", place, f"{found}, expected the same in both")

    def _read_plain(self, column: Column) -> Array:
        file = self._file
        source, name = file.columns.get(column.name), column.name
        if source is None and column.instead and name not in file.folder_values:
            source, name = file.columns.get(column.instead), column.instead
        values = read_values(source, column.kind, file.name, name, self._problems) if source is not None else None
        if column.name in file.folder_values:
            values = self._with_folder(column, values)
        if values is None:
            values = absent(column.kind, file.size)
        if isinstance(column.default, bool):
            values = np.where(values < 0, np.int8(column.default), values)
        if column.kind is Kind.DATE and column.needed:
            self._check_filled(column.name, values == NO_DATE)
        return values

    def _with_folder(self, column: Column, values: Array | None) -> Array | None:
        """The value that the folder gives to every row; it must be that of the column where there is one."""
        word = (self._file.folder_values[column.name] or "").strip()
        value = read_word(word, column.kind, f"{self._file.name} (folder)", column.name, self._problems)
        if value is None:
            return values
        given = np.full(self._file.size, value, dtype=DTYPES[column.kind])
        if values is not None and (differs := values != given).any():
            found = f"another value than the folder's {column.name}={word}"
            self._disagrees(int(np.argmax(differs)) + 1, column.name, found)
        return given

    def _check_filled(self, name: str, empty: Array) -> None:
        if empty.any():
            rows = int(np.count_nonzero(empty))
            more = f" (and in {rows - 1:,} more rows)" if rows > 1 else ""
            place = f"{self._file.name} row {int(np.argmax(empty)) + 1} column {name}"
            self._problems.error("empty-cell", place, f"empty{more}, expected a value in every row")

    def _check_single_turn(self, columns: dict[str, Array], words: dict[str, tuple[str, ...]]) -> None:
        """Single-turn rows need their lengths, and the file a column that interactivity can be read from."""
        file = self._file
        single = np.array([word == SINGLE_TURN for word in words["benchmark_type"]])[columns["benchmark_type"]]
        if not single.any():
            return
        for name in ("isl", "osl"):
            if name not in file.columns and name not in file.folder_values:
                self._missing(name, "expected one for single-turn rows")
            else:
                self._check_filled(name, single & (columns[name] == NO_WHOLE))
        if "median_intvty" not in file.columns and "median_tpot" not in file.columns:
            self._missing("median_intvty", "expected it or median_tpot for single-turn rows")
