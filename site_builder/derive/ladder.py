"""Reads every series at every tier and finds the best of each ladder, all at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from site_builder.dataset.rows import Array
from site_builder.derive.curve import CurveReads, Curves, ReadKind, draw_curves, read_curves
from site_builder.derive.frontier import frontier_of_sorted
from site_builder.derive.groups import best_of_group, changes, first_where, group_codes, order_by, order_within
from site_builder.derive.lines import Lines
from site_builder.derive.table import Table


@dataclass(frozen=True)
class Sweeps:
    """The newest sweep of k series, those of one ladder together and in the order in which ties are settled.

    series (k,): which of the series of lines each is; ladder (k,): which pair and scenario it belongs to; newest_run
    (k,): its date. Points are rows of the table, point_row (p,), by series and rising interactivity: those of a series
    begin at point_start (k + 1,). knot_row (m,): the row behind each knot of `curves`."""

    series: Array
    ladder: Array
    newest_run: Array
    point_row: Array
    point_start: Array
    curves: Curves
    knot_row: Array


@dataclass(frozen=True)
class BestReads:
    """For each ladder (n,) at one tier: kind and throughput, which series it is of, and the rows behind it, slower and
    faster (or one)."""

    kind: Array
    y: Array
    series: Array
    slower: Array
    faster: Array

    def take(self, index: Array) -> BestReads:
        """Those of some ladders."""
        columns = (self.kind, self.y, self.series, self.slower, self.faster)
        return BestReads(*(column[index] for column in columns))


def find_sweeps(table: Table, lines: Lines, sweep_days: int) -> Sweeps:
    """The sweeps of all series that compete, and their curves. Ladders are those of pairs and scenarios, in order.

    A sweep is the rows of a series whose run date is at most `sweep_days` before its newest one. Ties between series of
    a ladder: the newer sweep, then model key, framework, precision, spec_method, disagg, multi-node, offload in order.
    """
    index = np.flatnonzero(table.competing)
    of_rows = lines.series[table.line[index]]  # rising, as the table is sorted
    new = changes(of_rows)
    known, series = of_rows[new], np.cumsum(new) - 1
    count = len(known)
    newest = best_of_group(series, count, table.run_date[index], np.iinfo(np.int64).min)
    in_sweep = table.run_date[index] >= newest[series] - sweep_days
    index, series = index[in_sweep], series[in_sweep]
    first = index[first_where(np.ones(len(index), dtype=bool), series, count)]
    ladder = group_codes([table.pair[first], table.scenario[first]])
    order = order_by([ladder, -newest])
    place = np.empty(count, dtype=np.int64)
    place[order] = np.arange(count)
    series, x, y = place[series], table.interactivity[index], table.rows["tput_per_gpu"][index]
    rising = order_within(series, (x, y))
    index, series, x, y = index[rising], series[rising], x[rising], y[rising]
    knots = frontier_of_sorted(series, x, y)
    return Sweeps(
        series=known[order],
        ladder=ladder[order],
        newest_run=newest[order],
        point_row=index,
        point_start=np.searchsorted(series, np.arange(count + 1)),
        curves=draw_curves(series[knots], x[knots], y[knots]),
        knot_row=index[knots],
    )


def read_sweeps(sweeps: Sweeps, tiers: Sequence[float]) -> list[CurveReads]:
    """What every series gives at each tier."""
    return [read_curves(sweeps.curves, tier) for tier in tiers]


def best_reads(sweeps: Sweeps, ladder: Array, reads: Sequence[CurveReads]) -> list[BestReads]:
    """The best of some reads of all series for each ladder; out of reach, the fastest knot of all its series.

    ladder (k,): the ladder 0.. of each series, which may be one of some of its series only."""
    fastest = fastest_series(sweeps.curves, ladder)
    return [_of_series(sweeps, each, best_series(each, ladder, fastest)) for each in reads]


def best_series(reads: CurveReads, ladder: Array, fastest: Array) -> Array:
    """For each ladder the series (k,) with the best read, or else the fastest one."""
    values = np.where(reads.kind != ReadKind.OUT_OF_REACH, reads.y, -np.inf)
    winner = _winner(ladder, len(fastest), values)
    return np.where(np.isfinite(values[winner]), winner, fastest)


def fastest_series(curves: Curves, ladder: Array) -> Array:
    """For each ladder the series with the fastest knot; of equally fast ones that with the higher throughput there."""
    ladders = int(ladder.max(initial=-1)) + 1
    last = curves.start + curves.size - 1
    x, y = curves.x[last], curves.y[last]
    top = x == best_of_group(ladder, ladders, x, -np.inf)[ladder]
    return _winner(ladder, ladders, np.where(top, y, -np.inf))


def _winner(ladder: Array, ladders: int, values: Array) -> Array:
    """The first series of each ladder that has its largest value."""
    return first_where(values == best_of_group(ladder, ladders, values, -np.inf)[ladder], ladder, ladders)


def _of_series(sweeps: Sweeps, reads: CurveReads, series: Array) -> BestReads:
    slower, faster = sweeps.knot_row[reads.slower[series]], sweeps.knot_row[reads.faster[series]]
    return BestReads(reads.kind[series], reads.y[series], series, slower, faster)
