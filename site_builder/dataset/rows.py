"""The rows of all files as arrays, one per column: small, quick to select from, and free of any file format."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from site_builder.dataset.columns import BY_NAME, NO_DATE, NO_TIME, NO_WHOLE, READ, Kind

Array = NDArray[Any]
DTYPES = {
    Kind.KEY: np.int32,
    Kind.TEXT: np.int32,
    Kind.FLAG: np.int8,
    Kind.WHOLE: np.int32,
    Kind.NUMBER: np.float64,
    Kind.DATE: np.int32,
    Kind.TIME: np.int64,
}

_KIND_OF = {column.name: column.kind for column in READ}


@dataclass(frozen=True)
class Rows:
    """A table of n rows.

    columns: name -> array (n,). Text columns hold int32 codes into `words`, whose entries are sorted, so that codes
    order as the words do; dates are days since 1970-01-01; times are microseconds UTC. `file` (n,) indexes `files`,
    `row` (n,) counts from 1 within its file.
    """

    columns: Columns
    words: Mapping[str, tuple[str, ...]]
    files: tuple[str, ...]
    file: Array
    row: Array

    def __len__(self) -> int:
        return len(self.row)

    def __getitem__(self, name: str) -> Array:
        return self.columns[name]

    def take(self, index: Array) -> Rows:
        """The rows at these positions (integers) or where a mask is true."""
        index = np.flatnonzero(index) if index.dtype == np.bool_ else index
        return Rows(self.columns.take(index), self.words, self.files, self.file[index], self.row[index])

    def cell(self, name: str, position: int) -> Any:
        """One value as a plain number; of a text column its code."""
        return self.columns.cell(name, position)

    def texts(self, name: str, index: Array | slice = slice(None)) -> list[str]:
        """The words of a text column, in row order."""
        words = self.words[name]
        return [words[code] for code in self.columns[name][index].tolist()]

    def place(self, position: int) -> str:
        """Where a row came from, for messages."""
        return f"{self.files[self.file[position]]} row {self.row[position]}"


class Columns(Mapping[str, Array]):
    """Columns by name, each in the type of its kind; stored in the smallest one that holds it, and widened when asked
    for. Rows that are taken of them come straight from where all are stored, when a column is first asked for."""

    def __init__(self, stored: Mapping[str, Array], index: Array | None = None) -> None:
        """index: the positions (k,) of the rows that are taken; None for all."""
        self._stored, self._index = stored, index
        self._taken: dict[str, Array] = {}

    def __getitem__(self, name: str) -> Array:
        found = self._taken.get(name)
        if found is not None:
            return found
        column, kind = self._stored[name], _KIND_OF[name]
        if is_absent(column):
            size = len(column if self._index is None else self._index)
            return np.broadcast_to(column[:1].astype(DTYPES[kind]), (size,))
        if self._index is None:
            return column.astype(DTYPES[kind], copy=False)
        self._taken[name] = column[self._index].astype(DTYPES[kind], copy=False)
        return self._taken[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._stored)

    def __len__(self) -> int:
        return len(self._stored)

    def take(self, index: Array) -> Columns:
        """The rows at these positions."""
        return Columns(self._stored, index if self._index is None else self._index[index])

    def cell(self, name: str, position: int) -> Any:
        """One value, without looking at any other."""
        return self._stored[name][position if self._index is None else self._index[position]].item()


def absent(kind: Kind, size: int) -> Array:
    """A column without a single value, at no cost in memory."""
    fill: Any = {Kind.NUMBER: np.nan, Kind.TIME: NO_TIME, Kind.DATE: NO_DATE}.get(kind, NO_WHOLE)
    return np.broadcast_to(np.array(fill, dtype=DTYPES[kind]), (size,))


def is_absent(column: Array) -> bool:
    """Whether a column is one of those that `absent` makes: one value in every row."""
    return column.strides == (0,)


def narrowed(column: Array) -> Array:
    """Whole numbers in the smallest type that holds them, a single value as an absent column; floats as they are."""
    if column.dtype.kind != "i" or not len(column):
        return column
    low, high = int(column.min()), int(column.max())
    if low == high:
        return np.broadcast_to(column[:1].copy(), column.shape)
    return column.astype(np.result_type(np.min_scalar_type(low), np.min_scalar_type(high), np.int8), copy=False)


@dataclass(frozen=True)
class Doubts:
    """Rows that one rule doubts (k,): their positions, and what was found in `column` and expected there.

    `column` is empty where the rule looks at more than one row, and `found` and `expected` count rows."""

    rule: str
    column: str
    position: Array
    found: Array
    expected: Array

    def moved(self, offset: int) -> Doubts:
        """The same rows in a table in which `offset` others stand before them."""
        return replace(self, position=self.position + offset)


@dataclass(frozen=True)
class Part:
    """The rows of one file: columns and words as in Rows, but with words in any order; `size` is how many there are."""

    columns: Mapping[str, Array]
    words: Mapping[str, tuple[str, ...]]
    size: int

    def as_rows(self, file: str) -> Rows:
        """The rows as a table of their own, with the columns that are only checked too."""
        numbers = np.arange(1, self.size + 1, dtype=np.int32)
        return Rows(Columns(self.columns), self.words, (file,), np.zeros(self.size, dtype=np.int32), numbers)


def joined(parts: Sequence[Part], files: tuple[str, ...]) -> Rows:
    """One table from the parts of all files, in the order of `files`, without the columns that are only checked."""
    columns: dict[str, Array] = {}
    words: dict[str, tuple[str, ...]] = {}
    for name, column in BY_NAME.items():
        own = [part.columns[name] for part in parts]
        if column.kind in (Kind.KEY, Kind.TEXT):
            own, words[name] = _with_same_words(own, [part.words[name] for part in parts])
        columns[name] = _joined(own)
    sizes = [part.size for part in parts]
    file = np.repeat(np.arange(len(parts), dtype=np.int32), sizes)
    row = np.concatenate([np.arange(1, size + 1, dtype=np.int32) for size in sizes])
    return Rows(Columns(columns), words, files, file, row)


def _joined(parts: Sequence[Array]) -> Array:
    """The columns of several parts as one, a single value still as an absent column does."""
    if all(is_absent(part) for part in parts) and len({repr(part[0].item()) for part in parts}) == 1:
        return np.broadcast_to(parts[0][:1], (sum(map(len, parts)),))
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def _with_same_words(codes: Sequence[Array], words: Sequence[tuple[str, ...]]) -> tuple[list[Array], tuple[str, ...]]:
    """The codes of several parts into one sorted list of all their words."""
    known = tuple(sorted({word for own in words for word in own}))
    code_of = {word: code for code, word in enumerate(known)}
    kind = np.min_scalar_type(-max(len(known), 1))
    recoded = []
    for part, own in zip(codes, words, strict=True):
        new = np.array([code_of[word] for word in own] or [0], dtype=kind)
        recoded.append(np.broadcast_to(new[part[:1]], part.shape) if is_absent(part) else new[part])
    return recoded, known
