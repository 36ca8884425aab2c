"""Reads every series at every tier and gives each pair the best: the ladders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from site_builder.dataset.rows import Array, Rows
from site_builder.derive.curve import CurveReads, Curves, ReadKind, draw_curves, read_curves
from site_builder.derive.evidence import blended
from site_builder.derive.figures import Evidence, Ladder, Read, SeriesKey
from site_builder.derive.frontier import find_frontier
from site_builder.derive.groups import best_of_group, first_where, group_codes

SERIES = ("model", "framework", "precision", "spec_method", "disagg", "is_multinode", "offload_mode")


@dataclass(frozen=True)
class Sweeps:
    """The curves of k series, those of one ladder side by side and in the order in which ties are settled.

    ladder (k,): which pair and scenario each belongs to, 0..; knot_row (m,): the row behind each knot of `curves`."""

    curves: Curves
    ladder: Array
    knot_row: Array


@dataclass(frozen=True)
class BestReads:
    """For each ladder at one tier: kind and throughput, and the rows behind them, slower and faster (or one)."""

    kind: Array
    y: Array
    slower: Array
    faster: Array


def find_sweeps(
    rows: Rows, ladder: Array, interactivity: Array, run_date: Array, *, sweep_days: int, competing: Array
) -> Sweeps:
    """The sweeps of all series among current rows and their curves. All arrays (n,), in row order.

    A sweep is the rows of a series whose run date is at most `sweep_days` before its newest one. Ties between series of
    a ladder: the newer sweep, then model key, framework, precision, spec_method, disagg, multi-node, offload in order.
    """
    index = np.flatnonzero(competing)
    series = group_codes([ladder[index], *(rows[name][index] for name in SERIES)])
    count = int(series.max(initial=-1)) + 1
    newest = best_of_group(series, count, run_date[index], np.iinfo(np.int64).min)
    in_sweep = run_date[index] >= newest[series] - sweep_days
    index, series = index[in_sweep], series[in_sweep]
    ladder_of_series = np.zeros(count, dtype=np.int64)
    ladder_of_series[series] = ladder[index]
    order = np.lexsort((np.arange(count), -newest, ladder_of_series))
    place = np.empty(count, dtype=np.int64)
    place[order] = np.arange(count)
    x, y = interactivity[index], rows["tput_per_gpu"][index]
    kept = find_frontier(place[series], x, y)
    return Sweeps(draw_curves(place[series][kept], x[kept], y[kept]), ladder_of_series[order], index[kept])


def best_reads(sweeps: Sweeps, ladders: int, tier: float) -> BestReads:
    """The best read of each ladder at a tier; out of reach, the fastest knot of all its series."""
    reads = read_curves(sweeps.curves, tier)
    reached = reads.kind != ReadKind.OUT_OF_REACH
    winner = _winner(sweeps.ladder, ladders, np.where(reached, reads.y, -np.inf))
    fastest = _fastest(sweeps, ladders)
    series = np.where(np.isfinite(np.where(reached, reads.y, -np.inf)[winner]), winner, fastest)
    return _of_series(sweeps, reads, series)


def _fastest(sweeps: Sweeps, ladders: int) -> Array:
    """For each ladder the series with the fastest knot; of equally fast ones that with the higher throughput there."""
    last = sweeps.curves.start + sweeps.curves.size - 1
    x, y = sweeps.curves.x[last], sweeps.curves.y[last]
    top = x == best_of_group(sweeps.ladder, ladders, x, -np.inf)[sweeps.ladder]
    return _winner(sweeps.ladder, ladders, np.where(top, y, -np.inf))


def _winner(ladder: Array, ladders: int, values: Array) -> Array:
    """The first series of each ladder that has its largest value."""
    return first_where(values == best_of_group(ladder, ladders, values, -np.inf)[ladder], ladder, ladders)


def _of_series(sweeps: Sweeps, reads: CurveReads, series: Array) -> BestReads:
    slower, faster = sweeps.knot_row[reads.slower[series]], sweeps.knot_row[reads.faster[series]]
    return BestReads(reads.kind[series], reads.y[series], slower, faster)


def make_ladders(
    scenario: Sequence[int], tiers: Sequence[float], best: Sequence[BestReads], evidence_of: Callable[[int], Evidence]
) -> list[Ladder]:
    """Frozen ladders from the best reads at each tier; `evidence_of` gives the Evidence of a row."""
    by_tier = []
    for tier, reads in zip(tiers, best, strict=True):
        cells = zip(reads.kind.tolist(), reads.y.tolist(), reads.slower.tolist(), reads.faster.tolist(), strict=True)
        by_tier.append([_read(tier, ReadKind(k), y, evidence_of(s), evidence_of(f)) for k, y, s, f in cells])
    return [Ladder(of, reads) for of, reads in zip(scenario, zip(*by_tier, strict=True), strict=True)]


def _read(tier: float, kind: ReadKind, y: float, slower: Evidence, faster: Evidence) -> Read:
    """A read with its evidence; token shares are linear between the two rows."""
    series: SeriesKey = slower.series
    if kind is ReadKind.OUT_OF_REACH:
        return Read(tier, kind, None, None, None, series, (faster,))
    if slower is faster:
        return Read(tier, kind, y, slower.output_share, slower.input_share, series, (slower,))
    width = faster.interactivity_tok_s_user - slower.interactivity_tok_s_user
    weight = (tier - slower.interactivity_tok_s_user) / width
    weights = (1 - weight, weight)
    output_share = blended((slower.output_share, faster.output_share), weights)
    input_share = blended((slower.input_share, faster.input_share), weights)
    return Read(tier, kind, y, output_share, input_share, series, (slower, faster))
