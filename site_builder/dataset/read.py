"""Reads every Parquet file of a data folder into one Rows; each fault names its file, row and column."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import accumulate

import numpy as np

from site_builder.dataset.ahead import one_ahead
from site_builder.dataset.coerce import TextCells, more_rows, read_text, read_values, read_word
from site_builder.dataset.columns import (
    INTERACTIVITY_OF,
    NO_DATE,
    NO_WHOLE,
    READ,
    REQUIRED,
    SINGLE_TURN,
    Column,
    Kind,
)
from site_builder.dataset.growing import GrowingRows
from site_builder.dataset.names import CATALOG_OF, SPEC_METHOD, UnknownNames, canonical, report_unknown
from site_builder.dataset.parquet import FileColumns, PieceError, find_files, read_file, read_pieces, release_memory
from site_builder.dataset.rows import DTYPES, Array, Doubts, Part, Rows, absent, joined
from site_builder.errors import Problems, Severity, nearest_hint, quoted
from site_builder.places import Place
from site_builder.settings.catalogs import Names, fold

BENCHMARKS = "benchmarks"
PIECE_ROWS = 2**15  # read at a time: few enough to stay in the caches of a core
_KNOWN = {column.name for column in READ}


@dataclass(frozen=True)
class Dataset:
    """All rows, the spellings of the names that no catalog knows, by column and folded name, the files that say of
    themselves that their rows are made up, and what the judge of the rows doubts."""

    rows: Rows
    unknown: Mapping[str, Mapping[str, tuple[str, ...]]]
    sample_files: tuple[str, ...]
    doubts: tuple[Doubts, ...]


Judge = Callable[[Rows], Iterable[Doubts]]


def no_doubts(rows: Rows) -> Iterable[Doubts]:
    """A judge that believes every row."""
    return ()


def read_dataset(
    data_dir: Place,
    names: Names,
    problems: Problems,
    *,
    allow_unknown: bool = False,
    judge: Judge = no_doubts,
    go_on: bool = False,
    piece: int = PIECE_ROWS,
) -> Dataset:
    """Read data_dir/benchmarks/**/*.parquet. Raises BuildError after all files have been looked at.

    judge: is shown the rows of one piece of a file after the other, with the columns that are only checked. go_on:
    files and names at fault are errors that do not stop; what can be read is handed on, if it is anything. piece: how
    many rows are read at a time.
    """
    folder = data_dir / BENCHMARKS
    unknown = UnknownNames()
    read: list[_FileRows] = []
    reading = _Reading(folder, names, judge, piece)
    for path in find_files(folder, problems):
        file = reading.in_pieces(path, unknown) or reading.whole(path, unknown, problems)
        if file and file.rows.size:
            read.append(file)
        elif file:
            problems.note("no-rows", file.name, "no rows in this file, expected at least one")
    release_memory()
    report_unknown(unknown, names, problems, allow=allow_unknown)
    if not (go_on and read):
        problems.stop_on_errors()
    if not read:
        problems.error("no-rows", folder.as_posix(), "no rows in any file, expected at least one")
        problems.stop_on_errors()
    offsets = accumulate((file.rows.size for file in read), initial=0)
    return Dataset(
        rows=joined([file.rows.finish() for file in read], tuple(file.name for file in read)),
        unknown={column: unknown.of(column) for column in CATALOG_OF},
        sample_files=tuple(file.name for file in read if file.is_sample),
        doubts=tuple(each.moved(offset) for file, offset in zip(read, offsets, strict=False) for each in file.doubts),
    )


@dataclass
class _FileRows:
    """What is kept of a file: its rows, and the doubts about them."""

    name: str
    rows: GrowingRows
    is_sample: bool
    doubts: list[Doubts] = field(default_factory=list)

    def add(self, part: Part, judge: Judge) -> None:
        """Judge the next rows and keep what is needed of them."""
        self.doubts += [each.moved(self.rows.size) for each in judge(part.as_rows(self.name))]
        self.rows.add(part)


@dataclass(frozen=True)
class _Reading:
    """How files are read: where from, by which names, who judges their rows, and how many rows at a time."""

    folder: Place
    names: Names
    judge: Judge
    piece: int

    def in_pieces(self, path: Place, unknown: UnknownNames) -> _FileRows | None:
        """A file read piece by piece; None, with nothing recorded, when there is anything to say of it."""
        name, met, problems = path.as_posix(), UnknownNames(), Problems()
        found: _FileRows | None = None
        try:
            for piece in one_ahead(read_pieces(path, self.folder, name, self.piece)):
                part = _FileReader(piece, self.names, met, problems).read()
                if part is None or not part.size:
                    return None
                found = found or _FileRows(name, GrowingRows(piece.total), piece.is_sample)
                found.add(part, self.judge)
        except PieceError:
            return None
        unknown.add_all(met)
        return found

    def whole(self, path: Place, unknown: UnknownNames, problems: Problems) -> _FileRows | None:
        """A file read at once, so that what is said of it is said of all its rows; None with an error recorded."""
        file = read_file(path, self.folder, path.as_posix(), problems)
        part = _FileReader(file, self.names, unknown, problems).read() if file else None
        if file is None or part is None:
            return None
        found = _FileRows(file.name, GrowingRows(file.total), file.is_sample)
        if part.size:
            found.add(part, self.judge)
        return found


class _FileReader:
    """Turns the columns of one file into arrays of the stated types."""

    def __init__(self, file: FileColumns, names: Names, unknown: UnknownNames, problems: Problems) -> None:
        self._file = file
        self._names = names
        self._unknown = unknown
        self._problems = problems
        self._failed: set[str] = set()

    def read(self) -> Part | None:
        """The columns, or None when an error was recorded."""
        before = self._problems.count(Severity.ERROR)
        self._check_required()
        columns: dict[str, Array] = {}
        words: dict[str, tuple[str, ...]] = {}
        disagg = np.zeros(self._file.size, dtype=bool)
        for column in READ:
            if column.kind in (Kind.KEY, Kind.TEXT):
                cells, sets_disagg = self._read_text(column)
                columns[column.name], words[column.name] = cells.codes, cells.words
                disagg |= sets_disagg if sets_disagg is not None else False
            else:
                columns[column.name] = self._read_plain(column)
        columns["disagg"] = np.where(disagg, np.int8(1), columns["disagg"])
        self._check_workloads(columns, words)
        fits = self._problems.count(Severity.ERROR) == before
        return Part(columns, words, self._file.size) if fits else None

    def _check_required(self) -> None:
        for name in REQUIRED:
            if not self._has(name):
                self._missing(name, "expected one")

    def _has(self, name: str) -> bool:
        return name in self._file.columns or name in self._file.folder_values

    def _missing(self, name: str, expected: str) -> None:
        self._failed.add(name)
        strange = {known for known in self._file.all_names if known.strip().casefold() not in _KNOWN}
        found = f"its columns are {', '.join(sorted(self._file.all_names)[:12])}"
        hint = nearest_hint(name, strange) or found
        self._problems.error("missing-column", self._file.name, f"no column '{name}', {expected}", hint)

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
        """The words of a column, or of a folder where the column is missing, empty or spelt another way."""
        file = self._file
        empty = TextCells(np.zeros(file.size, dtype=np.int32), ("",))
        source = file.columns.get(column.name)
        cells = read_text(source, file.name, column.name, self._problems) if source is not None else empty
        if cells is None:
            self._failed.add(column.name)
            return empty
        value = (file.folder_values.get(column.name) or "").strip()
        if not value:
            return cells
        if source is not None:
            self._check_folder(column, cells, value)
        return TextCells(empty.codes, (value,))

    def _check_folder(self, column: Column, cells: TextCells, value: str) -> None:
        """A folder and a column that both name the same thing must agree on what they mean."""
        met = [word for code in np.unique(cells.codes) if (word := cells.words[code])]
        both = TextCells(np.arange(len(met) + 1), (*met, value))
        if column.name in CATALOG_OF or column.name == SPEC_METHOD:
            both = canonical(both, column.name, self._names, UnknownNames(), self._file.name).cells
        *meanings, expected = (fold(word) for word in both.words)
        wrong = next((word for word, meaning in zip(met, meanings, strict=True) if meaning != expected), None)
        if wrong is not None:
            row = int(np.argmax(np.array(cells.words)[cells.codes] == wrong))
            self._disagrees(row, column.name, quoted(wrong), value)

    def _disagrees(self, at: int, column: str, found: str, folder: str) -> None:
        place = f"{self._file.name} row {at + 1} column {column}"
        message = f"{found}, but the folder says {quoted(folder)}, expected the same in both"
        self._problems.error("folder-disagrees", place, message)

    def _read_plain(self, column: Column) -> Array:
        name = column.name if self._has(column.name) or not column.instead else column.instead
        source = self._file.columns.get(name)
        values: Array | None = absent(column.kind, self._file.size)
        if source is not None:
            values = read_values(source, column.kind, self._file.name, name, self._problems)
        if values is None:
            self._failed.add(column.name)
            values = absent(column.kind, self._file.size)
        if name in self._file.folder_values:
            values = self._with_folder(column, name, values)
        if isinstance(column.default, bool):
            values = np.where(values < 0, np.int8(column.default), values)
        if column.kind is Kind.DATE and column.needed:
            self._check_filled(column.name, values == NO_DATE)
        return values

    def _with_folder(self, column: Column, name: str, values: Array) -> Array:
        """The value that a folder gives to every row; a column beside it must say the same or nothing."""
        word = (self._file.folder_values[name] or "").strip()
        value = read_word(word, column.kind, f"{self._file.name} (folder)", name, self._problems)
        if value is None:
            self._failed.add(column.name)
        if value is None or not word:
            return values
        nothing = absent(column.kind, len(values))
        differs = (values != value) & (values != nothing) & ~(np.isnan(values) if column.kind is Kind.NUMBER else False)
        if differs.any():
            at = int(np.argmax(differs))
            self._disagrees(at, name, str(self._file.columns[name][at].as_py()), word)
        return np.full(len(values), value, dtype=DTYPES[column.kind])

    def _check_filled(self, name: str, empty: Array) -> None:
        """Every row must have a value, unless the column as a whole has already been reported."""
        if name not in self._failed and empty.any():
            rows = int(np.count_nonzero(empty))
            place = f"{self._file.name} row {int(np.argmax(empty)) + 1} column {name}"
            self._problems.error("empty-cell", place, f"empty{more_rows(rows - 1)}, expected a value in every row")

    def _check_workloads(self, columns: dict[str, Array], words: dict[str, tuple[str, ...]]) -> None:
        """Each kind of workload needs a column that interactivity can be read from, single-turn rows also lengths."""
        for workload, (first, second) in INTERACTIVITY_OF.items():
            rows = np.array([word == workload for word in words["benchmark_type"]])[columns["benchmark_type"]]
            if not rows.any():
                continue
            for name in ("isl", "osl") if workload == SINGLE_TURN else ():
                if not self._has(name):
                    self._missing(name, "expected one for single-turn rows")
                self._check_filled(name, rows & (columns[name] == NO_WHOLE))
            if not self._has(first) and not self._has(second):
                self._missing(first, f"expected it or {second} for {workload.replace('_', '-')} rows")
