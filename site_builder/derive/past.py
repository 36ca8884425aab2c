"""The sweeps that were current in the past: what each series had on each of its run dates, when no newer rows were
there. Every row belongs to few of them, so all are found at once, in about the time that one takes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from site_builder.dataset.rows import Array, Rows
from site_builder.derive.current import lowest_of_points
from site_builder.derive.groups import dense, order_of, spread_out
from site_builder.derive.lines import Lines
from site_builder.derive.runs import LineRuns

_DAYS = 2**32  # more than there are days in the data


@dataclass(frozen=True)
class Pool:
    """All usable rows (u,), with their interactivity (u,), the lines of all rows, and what was run of each line."""

    rows: Rows
    interactivity: Array
    lines: Lines
    runs: LineRuns


@dataclass(frozen=True)
class PastSweeps:
    """One for each series and run date of it (d,), by series and rising date: series, date (d,); and the runs in each:
    sweep, run (m,), by sweep."""

    series: Array
    date: Array
    sweep: Array
    run: Array

    def before(self, series: Array, date: Array) -> Array:
        """The newest sweep (k,) of each series before a date, -1 for none."""
        place = np.searchsorted(_key(self.series, self.date), _key(series, date)) - 1
        return np.where((place >= 0) & (self.series[place] == series), place, -1) if len(self.series) else place

    def points_of(self, wanted: Array, pool: Pool) -> tuple[Array, Array]:
        """The points of some sweeps (given by number): positions of usable rows, and the place in `wanted` of each."""
        first = np.searchsorted(self.sweep, wanted)
        size = np.searchsorted(self.sweep, wanted, "right") - first
        member = spread_out(first, size)
        index, of_member = pool.runs.rows_of(self.run[member])
        kept = lowest_of_points(pool.rows, pool.interactivity, index, of_member)
        return index[kept], np.repeat(np.arange(len(wanted)), size)[of_member[kept]]


def find_past_sweeps(pool: Pool, sweep_days: int) -> PastSweeps:
    """All sweeps of all series, the newest too.

    A run counts from its date until its line's next one, and in sweeps of at most `sweep_days` after its date."""
    runs = pool.runs
    series = pool.lines.series[runs.line]
    key = _key(series, runs.date)
    code = dense(key)
    known = np.zeros(int(code.max(initial=-1)) + 1, dtype=np.int64)
    known[code] = key
    last = np.minimum(runs.until - 1, runs.date + sweep_days)
    end = np.searchsorted(known, _key(series, last), "right")
    size = np.maximum(end - code, 0)
    sweep, run = spread_out(code, size), np.repeat(np.arange(len(series)), size)
    order = order_of(sweep)
    of_sweep, of_date = known // _DAYS, known % _DAYS - _DAYS // 2
    return PastSweeps(of_sweep, of_date, sweep[order], run[order])


def _key(series: Array, date: Array) -> Array:
    """One number for a series and a day, that rises with the series and then with the day."""
    return np.asarray(series.astype(np.int64) * _DAYS + date + _DAYS // 2)
