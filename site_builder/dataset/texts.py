"""A column of texts as codes into its few distinct words, so that work is done once a word and not once a row."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from site_builder.dataset.rows import Array

Result = TypeVar("Result")
_MOST_PACKED = 2**31


@dataclass(frozen=True)
class Texts:
    """codes (n,): places in `words`, where None stands for no text. Words may come twice."""

    codes: Array
    words: tuple[str | None, ...]

    @classmethod
    def of(cls, values: Sequence[str | None]) -> Texts:
        """The column of these texts; blank ones are none."""
        places = {word: place for place, word in enumerate(dict.fromkeys(values))}
        codes = np.fromiter(map(places.__getitem__, values), np.int32, len(values))
        return cls(codes, tuple(places)).mapped(lambda word: word.strip() or None if word else None)

    @classmethod
    def constant(cls, word: str | None, size: int) -> Texts:
        """One text in every row."""
        return cls(np.zeros(size, dtype=np.int32), (word,))

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, position: int) -> str | None:
        return self.words[int(self.codes[position])]

    def __iter__(self) -> Iterator[str | None]:
        return (self.words[code] for code in self.codes.tolist())

    def mapped(self, change: Callable[[str | None], str | None]) -> Texts:
        """Every word changed."""
        return Texts(self.codes, tuple(change(word) for word in self.words))

    def where(self, test: Callable[[str | None], bool]) -> Array:
        """Whether the text of each row (n,) passes a test."""
        return np.array([test(word) for word in self.words] or [False], dtype=bool)[self.codes]

    def replaced(self, mask: Array, other: Texts) -> Texts:
        """The texts of another column where a mask holds."""
        codes = np.where(mask, other.codes + len(self.words), self.codes).astype(np.int32)
        return Texts(codes, (*self.words, *other.words))

    def filled(self, word: str) -> Texts:
        """A word where there is none."""
        return self.mapped(lambda own: own or word)


def combined(columns: Sequence[Texts], make: Callable[..., Result]) -> tuple[Array, list[Result]]:
    """What each combination of texts makes: codes (n,) into results, one for each combination that is there."""
    packed = columns[0].codes.astype(np.int64)
    spread = max(len(columns[0].words), 1)
    for column in columns[1:]:
        if spread > _MOST_PACKED:
            packed = np.unique(packed, return_inverse=True)[1].astype(np.int64)
            spread = int(packed.max(initial=0)) + 1
        size = max(len(column.words), 1)
        packed = packed * size + column.codes
        spread *= size
    _, first, codes = np.unique(packed, return_index=True, return_inverse=True)
    return codes.astype(np.int32).reshape(-1), [make(*(column[at] for column in columns)) for at in first.tolist()]
