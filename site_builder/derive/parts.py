"""Reads parts of a ladder on their own: each precision, and serving with and without speculative decoding."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from site_builder.dataset.rows import Array
from site_builder.derive.figures import Evidence, Ladder, Part, PartKind, SeriesCurve
from site_builder.derive.groups import group_codes
from site_builder.derive.ladder import BestReads, Sweeps, best_reads, make_ladders
from site_builder.derive.table import Table

_NO_SPECULATION = "none"
WITH_SPECULATION, WITHOUT_SPECULATION = "on", "off"


@dataclass(frozen=True)
class PartReads:
    """All parts of one kind: which ladder each (p,) belongs to, its name, and its reads at each tier."""

    kind: PartKind
    ladder: Array
    names: tuple[str, ...]
    reads: Sequence[BestReads]


def read_parts(table: Table, sweeps: Sweeps, leads: Array, tiers: Sequence[float]) -> tuple[PartReads, ...]:
    """The parts of every leading ladder whose series are of two kinds or more. leads (ladders,): which ones lead."""
    rows = table.rows.take(sweeps.knot_row[sweeps.curves.start])
    methods = rows.words["spec_method"]
    speculates = np.array([method != _NO_SPECULATION for method in methods], dtype=np.int64)[rows["spec_method"]]
    kinds = (
        (PartKind.PRECISION, rows["precision"], rows.words["precision"]),
        (PartKind.SPECULATION, 1 - speculates, (WITH_SPECULATION, WITHOUT_SPECULATION)),
    )
    return tuple(_read_kind(kind, codes, names, sweeps, (leads, tiers)) for kind, codes, names in kinds)


def _read_kind(
    kind: PartKind, codes: Array, names: Sequence[str], sweeps: Sweeps, asked: tuple[Array, Sequence[float]]
) -> PartReads:
    leads, tiers = asked
    group = group_codes([sweeps.ladder, codes])
    count = int(group.max(initial=-1)) + 1
    ladder, code = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
    ladder[group], code[group] = sweeps.ladder, codes
    several = np.bincount(ladder, minlength=len(leads)) > 1
    wanted = np.flatnonzero((several & leads)[ladder])
    grouped = replace(sweeps, ladder=group)
    reads = [_taken(best_reads(grouped, count, tier), wanted) for tier in tiers] if len(wanted) else []
    return PartReads(kind, ladder[wanted], tuple(names[at] for at in code[wanted].tolist()), reads)


def _taken(reads: BestReads, index: Array) -> BestReads:
    return BestReads(reads.kind[index], reads.y[index], reads.slower[index], reads.faster[index])


def make_parts(
    found: PartReads, ladders: Sequence[Ladder], tiers: Sequence[float], evidence_of: Callable[[int], Evidence]
) -> dict[int, list[Part]]:
    """Frozen parts by ladder, in the order of their names. ladders: all, with the curves of those that lead."""
    parts: dict[int, list[Part]] = {}
    if not found.reads:
        return parts
    owners = found.ladder.tolist()
    scenarios = [ladders[owner].scenario for owner in owners]
    made = make_ladders(scenarios, tiers, found.reads, evidence_of)
    for owner, name, ladder in sorted(zip(owners, found.names, made, strict=True), key=lambda one: one[:2]):
        curves = tuple(curve for curve in ladders[owner].curves if _part_of(curve, found.kind) == name)
        parts.setdefault(owner, []).append(Part(found.kind, name, replace(ladder, curves=curves)))
    return parts


def _part_of(curve: SeriesCurve, kind: PartKind) -> str:
    if kind is PartKind.PRECISION:
        return curve.series.precision
    return WITHOUT_SPECULATION if curve.series.spec_method == _NO_SPECULATION else WITH_SPECULATION
