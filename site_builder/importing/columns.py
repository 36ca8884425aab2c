"""Columns under work: rows of one batch on their way to the canonical schema, every missing column being unknown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from site_builder.dataset.rows import Array
from site_builder.dataset.texts import Texts
from site_builder.importing.batch import Batch


class Columns:
    """The columns of a batch. Numbers are float64 (size,) with NaN where unknown; texts are None there."""

    def __init__(self, batch: Batch) -> None:
        self.size = batch.size
        self.numbers = dict(batch.numbers)
        self.texts: dict[str, Texts] = dict(batch.texts)
        self.doubts = {place: list(found) for place, found in batch.doubts.items()}
        self._unknown = np.full(batch.size, np.nan)

    def number(self, name: str) -> Array:
        """A column of numbers."""
        return self.numbers.get(name, self._unknown)

    def text(self, name: str) -> Texts:
        """A column of texts."""
        return self.texts[name] if name in self.texts else Texts.constant(None, self.size)

    def is_text(self, name: str, word: str) -> Array:
        """Where a text is this word (size,)."""
        return self.text(name).where(lambda own: own == word)

    def fill(self, name: str, values: Array | float) -> None:
        """Fill the unknown cells of a column of numbers."""
        own = self.number(name)
        self.numbers[name] = np.where(np.isnan(own), values, own)

    def fill_text(self, name: str, word: str) -> None:
        """Fill the unknown cells of a column of texts."""
        self.texts[name] = self.text(name).filled(word)

    def doubt(self, mask: Array, text: str, *cells: Sequence[Any] | Array | Texts) -> None:
        """Note a doubt about the rows where a mask holds. text: has a {} for a row's cell of each column."""
        for place in np.flatnonzero(mask).tolist():
            self.doubts.setdefault(place, []).append(text.format(*(column[place] for column in cells)))
