"""Which doubts matter: those about rows that count, each with whether a page rests on the row now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from site_builder.dataset.rows import Array, Doubts
from site_builder.derive.outliers import find_outliers
from site_builder.derive.pairs import Derived


@dataclass(frozen=True, slots=True)
class Finding:
    """A row (its position among all that were read) that a rule doubts: what was found in `column`, and expected.

    is_current: whether the row is of its line's newest run, so that a page rests on it or nearly does. What is found
    in rows of older runs only shows in a pair's history.
    """

    rule: str
    position: int
    column: str
    found: float
    expected: float
    is_current: bool


def find_findings(doubts: Iterable[Doubts], derived: Derived) -> tuple[Finding, ...]:
    """What is doubtful among all rows that count, in their order.

    doubts: about single rows, of all that were read. Outliers and thin sweeps are added to them.
    """
    at = np.flatnonzero(derived.usable.mask)
    of_usable = (find_outliers(derived.usable_rows, derived.usable.scenario[at]), derived.thin_sweeps)
    all_doubts = (*doubts, *(replace(each, position=at[each.position]) for each in of_usable))
    is_current = _current_mask(derived, at)
    found = []
    for each in all_doubts:
        kept = np.flatnonzero(derived.usable.mask[each.position])
        position = each.position[kept]
        cells = (position, each.found[kept], each.expected[kept], is_current[position])
        found += [Finding(each.rule, p, each.column, f, e, c) for p, f, e, c in zip(*map(_list, cells), strict=True)]
    return tuple(sorted(found, key=lambda one: one.position))


def conflict_findings(derived: Derived) -> tuple[Finding, ...]:
    """The results that lost against another for their point of a run: their throughput, and the one that counts."""
    at, throughput = np.flatnonzero(derived.usable.mask), derived.usable_rows["tput_per_gpu"].tolist()
    return tuple(
        Finding(
            "conflicting-rows", int(at[lost]), "tput_per_gpu", throughput[lost], throughput[counts], is_current=True
        )
        for counts, *others in (conflict.positions for conflict in derived.current.conflicts)
        for lost in others
    )


def _current_mask(derived: Derived, at: Array) -> Array:
    """Where a row (n,) is of its line's newest run, also where another result for the same point counts."""
    mask = np.zeros(len(derived.usable.mask), dtype=bool)
    mask[at[derived.current.index]] = True
    for conflict in derived.current.conflicts:
        mask[at[list(conflict.positions)]] = True
    return mask


def _list(values: Array) -> list[float]:
    return list(values.tolist())
