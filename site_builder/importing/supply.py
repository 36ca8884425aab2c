"""Fills in a batch what its file does not say, from the facts that were supplied for the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from site_builder.dataset.rows import Array
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
        empty &= np.array([word in (None, _SINGLE_TURN) for word in columns.text(_WORKLOAD)])
    columns.doubt(~np.isnan(before) & (before != value), *_stands(name, shown(name, value), [shown(name, each) for each in before]))
    columns.numbers[name] = np.where(empty, value, before)
    used.note(name, empty)


def _supply_text(columns: Columns, name: str, value: str, used: Used) -> None:
    before = columns.text(name)
    empty = np.array([not text for text in before])
    differs = np.array([text not in (None, value) for text in before])
    columns.doubt(differs, *_stands(name, value, before))
    columns.texts[name] = [text or value for text in before]
    used.note(name, empty)


def _supply_name(columns: Columns, name: str, value: str, naming: Naming, used: Used) -> None:
    """A name of the file stands when it is known; what was found stays beside the supplied one in any case."""
    before, paths = columns.text(name), columns.text(f"{name}_path")
    if name == "model":
        known = [_is_known(naming.model(*found)) for found in zip(before, paths, strict=True)]
    else:
        known = [_is_known(getattr(naming, name)(found)) for found in before]
    found = [path or text for path, text in zip(paths, before, strict=True)]
    columns.texts.setdefault(f"{name}_raw", found)
    filled = np.array([not each for each in known])
    meant = _key(naming, name, value)
    differs = np.array([each and _key(naming, name, text) != meant for each, text in zip(known, before, strict=True)])
    columns.doubt(differs, *_stands(name, value, before))
    columns.texts[name] = [text if each else value for each, text in zip(known, before, strict=True)]
    columns.texts[f"{name}_path"] = [path if each else None for each, path in zip(known, paths, strict=True)]
    used.note(name, filled)


def _is_known(name: Name | None) -> bool:
    return name is not None and name.known


def _key(naming: Naming, name: str, text: str | None) -> str | None:
    found = naming.model(text, None) if name == "model" else getattr(naming, name)(text)
    return found.key if found else None


def _stands(name: str, supplied: str, found: Sequence[str | None]) -> tuple[str, Sequence[str], Sequence[str | None]]:
    text = f"{name} {{}} was supplied, the file says {{}}: the file's stands"
    return text, [supplied] * len(found), found
