"""How a pair's primary read moved: at each of its run dates, the read of what was current on that date.

All histories are read at once. A series' read changes on its own run dates alone, so each of its past sweeps is read
once; a pair's read on a date is the best of those that its series had by then, and on its newest date the present one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace

import numpy as np

from site_builder.dataset.rows import Array
from site_builder.derive.curve import CurveReads, Curves, ReadKind, draw_curves, read_curves
from site_builder.derive.evidence import day
from site_builder.derive.figures import HistoryPoint, SeriesKey
from site_builder.derive.frontier import frontier_of_sorted
from site_builder.derive.groups import changes, order_by, order_within, spread_out
from site_builder.derive.ladder import best_series, fastest_series
from site_builder.derive.past import PastSweeps, Pool

# A page shows at most so many moves, the newest ones, and looks for them on at most so many run dates.
MOST_MOVES = 12
MOST_DATES = 60


@dataclass(frozen=True)
class PrimaryReads:
    """A read of some pairs (n,): pair, date, kind, throughput and series (one of those of lines) of each."""

    pair: Array
    date: Array
    kind: Array
    y: Array
    series: Array


@dataclass(frozen=True)
class Histories:
    """The reads of pairs on their run dates, by pair and rising date; start (pairs + 1,): where those of each pair
    begin; is_cut (pairs,): whether older dates were not looked at. Pairs with one date have none."""

    reads: PrimaryReads
    start: Array
    is_cut: Array

    def moves_of(self, pair: int, keys: Mapping[int, SeriesKey]) -> tuple[HistoryPoint, ...]:
        """The dates at which a pair's read moved, or the one since which it did not; keys: the series of lines."""
        part = slice(int(self.start[pair]), int(self.start[pair + 1]))
        reads = self.reads
        cells = (each[part].tolist() for each in (reads.date, reads.kind, reads.y, reads.series))
        points = [
            HistoryPoint(day(date), ReadKind(kind), None if kind == ReadKind.OUT_OF_REACH else y, keys[series])
            for date, kind, y, series in zip(*cells, strict=True)
        ]
        # Where older dates were not looked at, the first point need not be a move.
        return tuple(_moves(points))[1 if self.is_cut[pair] else 0 :][-MOST_MOVES:]


def find_histories(past: PastSweeps, pool: Pool, lead: Array, now: PrimaryReads, tier: float) -> Histories:
    """The histories of all pairs. lead (pairs,): the scenario that each leads with, -1 for none; now: the present reads
    of those that lead with one, whatever their dates."""
    series = _LeadingSeries.of(pool, lead)
    dates = series.dates(past)
    count = np.bincount(dates.pair, minlength=len(lead))
    end = np.cumsum(count)
    still_to_come = end[dates.pair] - 1 - np.arange(len(dates.pair))
    wanted = (count[dates.pair] > 1) & (still_to_come < MOST_DATES)
    asked = np.flatnonzero(wanted & (still_to_come > 0))
    then = _read_past(past, pool, series, (dates.pair[asked], dates.date[asked]), tier)
    several = np.flatnonzero(count[now.pair] > 1)
    last = dates.date[end[now.pair[several]] - 1]
    present = PrimaryReads(now.pair[several], last, now.kind[several], now.y[several], now.series[several])
    reads = _together(then, present)
    start = np.searchsorted(reads.pair, np.arange(len(lead) + 1))
    return Histories(reads, start, count > MOST_DATES)


@dataclass(frozen=True)
class _RunDates:
    """The run dates of pairs, by pair and rising: pair, date (d,)."""

    pair: Array
    date: Array


@dataclass(frozen=True)
class _LeadingSeries:
    """The series that count for the history of their pair (k,), by pair: which of lines' series, and the pair."""

    series: Array
    pair: Array

    @classmethod
    def of(cls, pool: Pool, lead: Array) -> _LeadingSeries:
        """Those that compete on the scenario that their pair leads with. lead (pairs,): that scenario, -1 for none."""
        lines = pool.lines
        count = int(lines.series.max(initial=-1)) + 1
        pair, counts = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=bool)
        pair[lines.series] = lines.pair
        counts[lines.series] = lines.competing & (lines.scenario >= 0) & (lines.scenario == lead[lines.pair])
        series = np.flatnonzero(counts)
        return cls(series, pair[series])

    def dates(self, past: PastSweeps) -> _RunDates:
        """Every run date of these series."""
        place = np.searchsorted(self.series, past.series)
        own = np.flatnonzero(np.append(self.series, -1)[place] == past.series)
        pair, date = self.pair[place[own]], past.date[own]
        first = order_by([pair, date])
        pair, date = pair[first], date[first]
        new = changes(pair) | changes(date)
        return _RunDates(pair[new], date[new])

    def of_pairs(self, pair: Array) -> tuple[Array, Array]:
        """The series of each pair (n,), one pair after the other, and the place in `pair` of each."""
        first = np.searchsorted(self.pair, pair)
        size = np.searchsorted(self.pair, pair, "right") - first
        return self.series[spread_out(first, size)], np.repeat(np.arange(len(pair)), size)


def _read_past(
    past: PastSweeps, pool: Pool, series: _LeadingSeries, asked: tuple[Array, Array], tier: float
) -> PrimaryReads:
    """The reads of pairs on dates: asked = (pair, date), (n,) each, of which each has rows by then."""
    pair, date = asked
    own, step = series.of_pairs(pair)
    sweep = past.before(own, date[step] + 1)
    there = np.flatnonzero(sweep >= 0)
    there = there[order_by([step[there], -past.date[sweep[there]], own[there]])]
    own, step = own[there], step[there]
    known, place = np.unique(sweep[there], return_inverse=True)
    curves = _curves_of(past, pool, known)
    reads = read_curves(curves, tier)
    entries = CurveReads(reads.kind[place], reads.y[place], reads.slower[place], reads.faster[place])
    expanded = replace(curves, start=curves.start[place], size=curves.size[place])
    best = best_series(entries, step, fastest_series(expanded, step))
    return PrimaryReads(pair, date, entries.kind[best], entries.y[best], own[best])


def _curves_of(past: PastSweeps, pool: Pool, sweeps: Array) -> Curves:
    """The curves of some past sweeps, given by number."""
    index, of = past.points_of(sweeps, pool)
    x, y = pool.interactivity[index], pool.rows["tput_per_gpu"][index]
    rising = order_within(of, (x, y))
    of, x, y = of[rising], x[rising], y[rising]
    knots = frontier_of_sorted(of, x, y)
    return draw_curves(of[knots], x[knots], y[knots])


def _together(one: PrimaryReads, other: PrimaryReads) -> PrimaryReads:
    """The reads of both, by pair and date."""
    columns = [np.concatenate([getattr(each, name.name) for each in (one, other)]) for name in fields(PrimaryReads)]
    order = order_by(columns[:2])
    return PrimaryReads(*(column[order] for column in columns))


def _moves(points: list[HistoryPoint]) -> Iterator[HistoryPoint]:
    """The first point, and each that differs from the one before it."""
    last: HistoryPoint | None = None
    for point in points:
        if last is None or (point.throughput_tok_s_gpu, point.kind, point.series) != (
            last.throughput_tok_s_gpu,
            last.kind,
            last.series,
        ):
            yield point
        last = point
