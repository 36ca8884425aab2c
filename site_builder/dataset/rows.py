"""The rows of all files as arrays, one per column: small, quick to select from, and free of any file format."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from site_builder.dataset.columns import BY_NAME, NO_DATE, NO_TIME, NO_WHOLE, Kind

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


@dataclass(frozen=True)
class Rows:
    """A table of n rows.

    columns: name -> array (n,). Text columns hold int32 codes into `words`, whose entries are sorted, so that codes
    order as the words do; dates are days since 1970-01-01; times are microseconds UTC. `file` (n,) indexes `files`,
    `row` (n,) counts from 1 within its file.
    """

    columns: Mapping[str, Array]
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
        return Rows(_Taken(self.columns, index), self.words, self.files, self.file[index], self.row[index])

    def texts(self, name: str, index: Array | slice = slice(None)) -> list[str]:
        """The words of a text column, in row order."""
        words = self.words[name]
        return [words[code] for code in self.columns[name][index].tolist()]

    def place(self, position: int) -> str:
        """Where a row came from, for messages."""
        return f"{self.files[self.file[position]]} row {self.row[position]}"


class _Taken(Mapping[str, Array]):
    """Some rows of columns; a column is taken when it is first asked for, since most are not."""

    def __init__(self, columns: Mapping[str, Array], index: Array) -> None:
        """`index` (k,): positions. Rows that are taken of rows taken come straight from where all are."""
        self._taken: dict[str, Array] = {}
        self._columns, self._index = columns, index
        if isinstance(columns, _Taken):
            self._columns, self._index = columns._columns, columns._index[index]

    def __getitem__(self, name: str) -> Array:
        if name not in self._taken:
            self._taken[name] = _take(self._columns[name], self._index)
        return self._taken[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)


def absent(kind: Kind, size: int) -> Array:
    """A column without a single value, at no cost in memory."""
    fill: Any = {Kind.NUMBER: np.nan, Kind.TIME: NO_TIME, Kind.DATE: NO_DATE}.get(kind, NO_WHOLE)
    return np.broadcast_to(np.array(fill, dtype=DTYPES[kind]), (size,))


def is_absent(column: Array) -> bool:
    """Whether a column is one of those that `absent` makes: one value in every row."""
    return column.strides == (0,)


def _take(column: Array, index: Array) -> Array:
    """Some cells of a column; of an absent one none need be copied."""
    if is_absent(column) and len(column):
        return np.broadcast_to(column[:1], (len(index),))
    return column[index]


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

    def kept(self) -> Part:
        """The same rows without the columns that are only checked."""
        return replace(self, columns={name: self.columns[name] for name in BY_NAME})

    def as_rows(self, file: str) -> Rows:
        """The rows as a table of their own, with the columns that are only checked too."""
        numbers = np.arange(1, self.size + 1, dtype=np.int32)
        return Rows(self.columns, self.words, (file,), np.zeros(self.size, dtype=np.int32), numbers)


def joined(parts: Sequence[Part], files: tuple[str, ...]) -> Rows:
    """One table from the parts of all files, in the order of `files`, without the columns that are only checked."""
    columns: dict[str, Array] = {}
    words: dict[str, tuple[str, ...]] = {}
    for name, column in BY_NAME.items():
        if column.kind in (Kind.KEY, Kind.TEXT):
            columns[name], words[name] = _joined_text([(part.columns[name], part.words[name]) for part in parts])
        elif len(parts) == 1:
            columns[name] = parts[0].columns[name]
        elif all(is_absent(part.columns[name]) for part in parts):
            columns[name] = absent(column.kind, sum(part.size for part in parts))
        else:
            columns[name] = np.concatenate([part.columns[name] for part in parts])
    sizes = [part.size for part in parts]
    file = np.repeat(np.arange(len(parts), dtype=np.int32), sizes)
    row = np.concatenate([np.arange(1, size + 1, dtype=np.int32) for size in sizes])
    return Rows(columns, words, files, file, row)


def _joined_text(parts: Sequence[tuple[Array, tuple[str, ...]]]) -> tuple[Array, tuple[str, ...]]:
    words = tuple(sorted({word for _, own in parts for word in own}))
    code_of = {word: code for code, word in enumerate(words)}
    recoded = [np.array([code_of[word] for word in own] or [0], dtype=np.int32)[codes] for codes, own in parts]
    return np.concatenate(recoded), words
