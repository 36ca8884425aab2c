"""How a pair's primary read moved: at each of its run dates, the read of what was current on that date."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from site_builder.dataset.rows import Array
from site_builder.derive.current import Runs, select_current
from site_builder.derive.curve import ReadKind
from site_builder.derive.evidence import day, series_keys
from site_builder.derive.figures import HistoryPoint
from site_builder.derive.groups import dense, group_codes
from site_builder.derive.ladder import best_reads, find_sweeps
from site_builder.derive.table import Table

# A page shows at most so many moves, the newest ones, and looks for them on at most so many run dates.
MOST_MOVES = 12
MOST_DATES = 60


@dataclass(frozen=True)
class _Steps:
    """For each row (n,) how many of its pair's run dates are older than its own; for each pair its newest dates,
    rising, and whether it has older ones, which count as the first of them."""

    step: Array
    dates: list[list[int]]
    is_cut: list[bool]


def find_history(table: Table, runs: Runs, tier: float, sweep_days: int) -> dict[int, tuple[HistoryPoint, ...]]:
    """The history of each pair with several run dates: the dates at which its read moved, or the one since which it did
    not.

    table: all usable rows that count for it (the pair's leading scenario, competing), with their runs.
    """
    steps = _steps(table)
    found: dict[int, list[HistoryPoint]] = {}
    most = max((len(dates) for dates in steps.dates), default=0)
    several = np.array([len(dates) > 1 for dates in steps.dates], dtype=bool)
    for step in range(most):
        known = (steps.step <= step) & several[table.pair]
        going_on = np.array([step < len(dates) for dates in steps.dates], dtype=bool)
        _read_step(
            found, table, runs, np.flatnonzero(known & going_on[table.pair]), _Reading(steps, step, tier, sweep_days)
        )
    moved = {pair: _newest_moves(points, steps.is_cut[pair]) for pair, points in found.items()}
    return {pair: points for pair, points in moved.items() if points}


@dataclass(frozen=True)
class _Reading:
    """Which step of the histories is read, and by which rules."""

    steps: _Steps
    step: int
    tier: float
    sweep_days: int


def _steps(table: Table) -> _Steps:
    pairs = int(table.pair.max(initial=-1)) + 1
    code = group_codes([table.pair, table.run_date])
    first = np.unique(code, return_index=True)[1]
    dates: list[list[int]] = [[] for _ in range(pairs)]
    for pair, date in zip(table.pair[first].tolist(), table.run_date[first].tolist(), strict=True):
        dates[pair].append(date)
    before = np.concatenate([[0], np.cumsum([len(of) for of in dates])])
    skipped = np.array([max(0, len(of) - MOST_DATES) for of in dates] or [0], dtype=np.int64)
    step = np.maximum(code - before[table.pair] - skipped[table.pair], 0)
    return _Steps(step, [of[-MOST_DATES:] for of in dates], [len(of) > MOST_DATES for of in dates])


def _read_step(found: dict[int, list[HistoryPoint]], table: Table, runs: Runs, index: Array, reading: _Reading) -> None:
    """Add the read of one step to the history of every pair that has rows in it."""
    rows, interactivity = table.rows.take(index), table.interactivity[index]
    current = select_current(rows, runs.take(index), interactivity)
    at = table.take(index[current.index]).in_canonical_order()
    pairs = np.unique(at.pair)
    if not len(pairs):
        return
    sweeps = find_sweeps(
        at.rows, dense(at.pair), at.interactivity, at.run_date, sweep_days=reading.sweep_days, competing=at.competing
    )
    best = best_reads(sweeps, len(pairs), reading.tier)
    keys = series_keys(at.rows.take(best.slower))
    for pair, kind, y, series in zip(pairs.tolist(), best.kind.tolist(), best.y.tolist(), keys, strict=True):
        date = day(reading.steps.dates[pair][reading.step])
        throughput = None if kind == ReadKind.OUT_OF_REACH else y
        found.setdefault(pair, []).append(HistoryPoint(date, ReadKind(kind), throughput, series))


def _newest_moves(points: list[HistoryPoint], is_cut: bool) -> tuple[HistoryPoint, ...]:
    """The newest moves. Where older dates were not looked at, the first point need not be one."""
    return tuple(_moves(points))[1 if is_cut else 0 :][-MOST_MOVES:]


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
