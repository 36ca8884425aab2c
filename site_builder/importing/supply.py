"""Fills in a batch what its file does not say, from the facts that were supplied for the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from site_builder.dataset.rows import Array
from site_builder.dataset.texts import Texts, combined
from site_builder.importing.columns import Columns
from site_builder.importing.names import Name, Naming
from site_builder.importing.supplied import Fact, shown

_NAMES = ("model", "hardware", "framework", "precision")
_LENGTHS = ("isl", "osl")
_WORKLOAD, _SINGLE_TURN = "benchmark_type", "single_turn"


class Used:
    """Which supplied facts a batch has used, row by row."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._masks: dict[str, Array] = {}

    def note(self, name: str, mask: Array) -> None:
        """The rows (size,) that a fact has filled."""
        self._masks[name] = mask

    def lists(self) -> Sequence[Sequence[str]]:
        """The names of the facts that each row has used, in order."""
        names = sorted(self._masks)
        if all(mask.all() or not mask.any() for mask in self._masks.values()):
            return [[name for name in names if self._masks[name].any()]] * self._size
        return [[name for name in names if self._masks[name][at]] for at in range(self._size)]


def supply(columns: Columns, facts: Mapping[str, Fact], naming: Naming) -> Used:
    """Put supplied facts where the file says nothing, or a name that nobody knows. Where it says something else it is
    believed, and the row notes it. A count of GPUs is put in place later, since a file may only seem to tell it."""
    used = Used(columns.size)
    for name in sorted(facts, key=lambda name: name != _WORKLOAD):  # only single turns have nominal lengths
        fact = facts[name]
        if name in _NAMES and isinstance(fact.value, str):
            _supply_name(columns, name, fact.value, naming, used)
        elif isinstance(fact.value, str):
            _supply_text(columns, name, fact.value, used)
        elif name != "num_gpus":
            _supply_number(columns, name, float(fact.value), used)
    return used


def _supply_number(columns: Columns, name: str, value: float, used: Used) -> None:
    before = columns.number(name)
    empty = np.isnan(before)
    if name in _LENGTHS:
        empty &= columns.text(_WORKLOAD).where(lambda word: word in (None, _SINGLE_TURN))
    columns.doubt(
        ~np.isnan(before) & (before != value),
        *_stands(name, shown(name, value), [shown(name, each) for each in before]),
    )
    columns.numbers[name] = np.where(empty, value, before)
    used.note(name, empty)


def _supply_text(columns: Columns, name: str, value: str, used: Used) -> None:
    before = columns.text(name)
    columns.doubt(before.where(lambda text: text not in (None, value)), *_stands(name, value, before))
    columns.texts[name] = before.filled(value)
    used.note(name, before.where(lambda text: not text))


def _supply_name(columns: Columns, name: str, value: str, naming: Naming, used: Used) -> None:
    """A name of the file stands when it is known; what was found stays beside the supplied one in any case."""
    before, path = columns.text(name), columns.text(f"{name}_path")
    codes, found = combined([before, path], lambda text, way: _named(naming, name, text, way))
    known = np.array([each is not None and each.known for each in found])[codes]
    meant = _named(naming, name, value, None)
    differs = (
        known & np.array([each is not None and meant is not None and each.key != meant.key for each in found])[codes]
    )
    columns.doubt(differs, *_stands(name, value, before))
    columns.texts.setdefault(f"{name}_raw", before.replaced(path.where(bool), path))
    columns.texts[name] = before.replaced(~known, Texts.constant(value, columns.size))
    columns.texts[f"{name}_path"] = path.replaced(~known, Texts.constant(None, columns.size))
    used.note(name, ~known)


def _named(naming: Naming, name: str, text: str | None, path: str | None) -> Name | None:
    found: Name | None = naming.model(text, path) if name == "model" else getattr(naming, name)(text)
    return found


def _stands(name: str, supplied: str, found: Sequence[str | None] | Texts) -> tuple[Any, ...]:
    text = f"{name} {{}} was supplied, the file says {{}}: the file's stands"
    return text, [supplied] * len(found), found
