"""Reads every series at every tier and gives each pair the best: the ladders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from site_builder.dataset.rows import Array, Rows
from site_builder.derive.curve import CurveReads, Curves, ReadKind, draw_curves, read_curves
from site_builder.derive.evidence import blended, day, series_keys
from site_builder.derive.figures import Evidence, Ladder, Read, SeriesCurve, SweepPoint
from site_builder.derive.frontier import find_frontier
from site_builder.derive.groups import best_of_group, first_where, group_codes
from site_builder.derive.table import Table

SERIES = ("model", "framework", "precision", "spec_method", "disagg", "is_multinode", "offload_mode")


@dataclass(frozen=True)
class Sweeps:
    """The curves of k series, those of one ladder together and in the order in which ties are settled.

    ladder (k,): which pair and scenario each belongs to; newest_run (k,): its date; knot_row (m,): the row behind each
    knot of `curves`; point_row, point_series (p,): every row of every sweep, by series and rising interactivity."""

    curves: Curves
    ladder: Array
    newest_run: Array
    knot_row: Array
    point_row: Array
    point_series: Array


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
    series = place[series]
    x, y = interactivity[index], rows["tput_per_gpu"][index]
    kept = find_frontier(series, x, y)
    by_series = np.lexsort((y, x, series))
    return Sweeps(
        curves=draw_curves(series[kept], x[kept], y[kept]),
        ladder=ladder_of_series[order],
        newest_run=newest[order],
        knot_row=index[kept],
        point_row=index[by_series],
        point_series=series[by_series],
    )


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
    """A read with its evidence, and what else the evidence tells at the tier."""
    if kind is ReadKind.OUT_OF_REACH:
        return Read(tier, kind, None, None, None, None, None, slower.series, (faster,))
    if slower is faster:
        known = (slower.output_share, slower.input_share, slower.joules_per_token, slower.median_ttft_s)
        return Read(tier, kind, y, *known, slower.series, (slower,))
    width = faster.interactivity_tok_s_user - slower.interactivity_tok_s_user
    weight = (tier - slower.interactivity_tok_s_user) / width
    return Read(
        tier=tier,
        kind=kind,
        throughput_tok_s_gpu=y,
        output_share=blended(slower.output_share, faster.output_share, weight),
        input_share=blended(slower.input_share, faster.input_share, weight),
        joules_per_token=blended(slower.joules_per_token, faster.joules_per_token, weight),
        median_ttft_s=blended(slower.median_ttft_s, faster.median_ttft_s, weight),
        series=slower.series,
        evidence=(slower, faster),
    )


def make_curves(
    table: Table, sweeps: Sweeps, wanted: Array, size_before: Sequence[int]
) -> dict[int, list[SeriesCurve]]:
    """The curves of some ladders, by ladder. wanted (ladders,): which; size_before (k,): of each series."""
    curves: dict[int, list[SeriesCurve]] = {}
    series = np.flatnonzero(wanted[sweeps.ladder])
    keys = series_keys(table.rows.take(sweeps.knot_row[sweeps.curves.start[series]]))
    points = _points_of(table, sweeps)
    starts, ends = np.searchsorted(sweeps.point_series, series), np.searchsorted(sweeps.point_series, series, "right")
    knots = zip(sweeps.curves.start[series].tolist(), sweeps.curves.size[series].tolist(), strict=True)
    x, y, slope = sweeps.curves.x.tolist(), sweeps.curves.y.tolist(), sweeps.curves.slope.tolist()
    bounds = zip(starts.tolist(), ends.tolist(), strict=True)
    for at, key, (first, last), (knot, size) in zip(series.tolist(), keys, bounds, knots, strict=True):
        part = slice(knot, knot + size)
        curve = SeriesCurve(
            series=key,
            newest_run=day(int(sweeps.newest_run[at])),
            points=tuple(points[first:last]),
            x=tuple(x[part]),
            y=tuple(y[part]),
            slope=tuple(slope[part]),
            points_before=size_before[at],
        )
        curves.setdefault(int(sweeps.ladder[at]), []).append(curve)
    return curves


def _points_of(table: Table, sweeps: Sweeps) -> list[SweepPoint]:
    """Every point of every sweep, series after series."""
    rows = table.rows
    return [
        SweepPoint(x, y, conc if conc >= 0 else None, day(date))
        for x, y, conc, date in zip(
            table.interactivity[sweeps.point_row].tolist(),
            rows["tput_per_gpu"][sweeps.point_row].tolist(),
            rows["conc"][sweeps.point_row].tolist(),
            rows["date"][sweeps.point_row].tolist(),
            strict=True,
        )
    ]
