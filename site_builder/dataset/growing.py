"""The rows of one file as they are put together from pieces: each column at once as long as the file, and as narrow as
the values so far let it be, so that nothing is held twice."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from site_builder.dataset.columns import BY_NAME
from site_builder.dataset.rows import Array, Part, is_absent, narrowed


@dataclass
class GrowingRows:
    """total: how many rows there will be; size: how many there are."""

    total: int
    size: int = 0
    _columns: dict[str, Array] = field(default_factory=dict)
    _codes: dict[str, dict[str, int]] = field(default_factory=dict)

    def add(self, part: Part) -> None:
        """The next rows, of which the columns that are only checked are let go."""
        for name in BY_NAME:
            column = part.columns[name]
            if name in part.words:
                column = self._with_own_words(name, column, part.words[name])
            self._columns[name] = self._extended(self._columns.get(name), narrowed(column))
        self.size += part.size

    def finish(self) -> Part:
        """All rows."""
        return Part(self._columns, {name: tuple(codes) for name, codes in self._codes.items()}, self.size)

    def _with_own_words(self, name: str, codes: Array, words: tuple[str, ...]) -> Array:
        """The codes of a piece as places among the words met so far."""
        known = self._codes.setdefault(name, {})
        own = [known.setdefault(word, len(known)) for word in words]
        return codes if own == list(range(len(own))) else np.array(own or [0], dtype=np.int32)[codes]

    def _extended(self, column: Array | None, more: Array) -> Array:
        """A column with the values of a piece behind those that it has."""
        if column is None and is_absent(more):
            return np.broadcast_to(more[:1], (self.total,))
        if column is None:
            column = np.empty(self.total, dtype=more.dtype)
        elif is_absent(column):
            if is_absent(more) and repr(more[0]) == repr(column[0]):
                return column
            column = _filled(column, self.total, self.size, more.dtype)
        elif more.dtype != column.dtype:
            column = column.astype(np.result_type(column, more), copy=False)
        column[self.size : self.size + len(more)] = more
        return column


def _filled(constant: Array, total: int, size: int, kind: np.dtype[np.generic]) -> Array:
    """A column of `total` rows, of which the first `size` hold one value; of a type that holds it and `kind` too."""
    column = np.empty(total, dtype=np.result_type(constant, kind))
    column[:size] = constant[0]
    return column
