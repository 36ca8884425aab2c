"""Reads parts of a ladder on their own: each precision, and serving with and without speculative decoding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from site_builder.dataset.rows import Array, Rows
from site_builder.derive.curve import CurveReads
from site_builder.derive.figures import PartKind, SeriesKey
from site_builder.derive.groups import group_codes
from site_builder.derive.ladder import BestReads, Sweeps, best_reads

_NO_SPECULATION = "none"
WITH_SPECULATION, WITHOUT_SPECULATION = "on", "off"


@dataclass(frozen=True)
class PartReads:
    """All parts of one kind (p,), by ladder and then by name: which ladder each belongs to, its name, and its reads at
    each tier."""

    kind: PartKind
    ladder: Array
    names: tuple[str, ...]
    reads: Sequence[BestReads]


def read_parts(rows: Rows, sweeps: Sweeps, leads: Array, reads: Sequence[CurveReads]) -> tuple[PartReads, ...]:
    """The parts of every leading ladder whose series are of two kinds or more. rows: those that `sweeps` are of; leads
    (ladders,): which ones lead; reads: of all series, at each tier."""
    rows = rows.take(sweeps.knot_row[sweeps.curves.start])
    methods = rows.words["spec_method"]
    speculates = np.array([method != _NO_SPECULATION for method in methods], dtype=np.int64)[rows["spec_method"]]
    kinds = (
        (PartKind.PRECISION, rows["precision"], rows.words["precision"]),
        # The names in their order, so that those of a ladder stand in it too.
        (PartKind.SPECULATION, speculates, (WITHOUT_SPECULATION, WITH_SPECULATION)),
    )
    return tuple(_read_kind(kind, codes, names, sweeps, (leads, reads)) for kind, codes, names in kinds)


def _read_kind(
    kind: PartKind, codes: Array, names: Sequence[str], sweeps: Sweeps, asked: tuple[Array, Sequence[CurveReads]]
) -> PartReads:
    leads, of_series = asked
    group = group_codes([sweeps.ladder, codes])
    count = int(group.max(initial=-1)) + 1
    ladder, code = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
    ladder[group], code[group] = sweeps.ladder, codes
    several = np.bincount(ladder, minlength=len(leads)) > 1
    wanted = np.flatnonzero((several & leads)[ladder])
    reads = [each.take(wanted) for each in best_reads(sweeps, group, of_series)] if len(wanted) else []
    return PartReads(kind, ladder[wanted], tuple(names[at] for at in code[wanted].tolist()), reads)


def name_of_part(kind: PartKind, series: SeriesKey) -> str:
    """The name of the part of a kind that a series belongs to."""
    if kind is PartKind.PRECISION:
        return series.precision
    return WITHOUT_SPECULATION if series.spec_method == _NO_SPECULATION else WITH_SPECULATION
