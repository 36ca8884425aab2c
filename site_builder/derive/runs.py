"""The runs of each line, from the oldest to the newest.

A run is the id in `run_url` (its attempts are one run) or, without one, the date. Run dates are taken over the rows of
one catalog model, so that a model's figures depend on that model's rows only.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from site_builder.dataset.columns import NO_TIME
from site_builder.dataset.rows import Array, Rows
from site_builder.derive.groups import best_of_group, group_codes, order_of, spread_out
from site_builder.derive.lines import Stretches

_RUN = re.compile(r"/runs/(\d{1,40})(?!\d)(?:/attempts/(\d{1,40})(?!\d))?", re.ASCII)
NEVER = 2**40  # a day after all others
NO_RUN = -1


@dataclass(frozen=True)
class LineRuns:
    """What was run of each line (r,), by line and then from the oldest; of each run of a line the rows of its last
    attempt alone. Rows are positions among the usable ones.

    line, date (r,): its line, and its run date in days since 1970; until (r,): the date from which on a newer run of
    the line counts, NEVER for its newest. of_row (u,): the run of each usable row, NO_RUN for earlier attempts;
    date_of_row (u,): the date of its run, also of those.
    """

    line: Array
    date: Array
    until: Array
    of_row: Array
    date_of_row: Array
    _part_run: Array
    _part_start: Array
    _part_size: Array

    @property
    def is_newest(self) -> Array:
        """Which runs (r,) are the newest of their line."""
        return np.asarray(self.until == NEVER)

    def rows_of(self, wanted: Array) -> tuple[Array, Array]:
        """The rows of some runs (given as codes), and the place in `wanted` of the run of each."""
        first = np.searchsorted(self._part_run, wanted)
        parts = np.searchsorted(self._part_run, wanted, "right") - first
        part = spread_out(first, parts)
        size = self._part_size[part]
        return spread_out(self._part_start[part], size), np.repeat(np.repeat(np.arange(len(wanted)), parts), size)


def find_line_runs(rows: Rows, stretches: Stretches, model: Array, usable: Array) -> LineRuns:
    """The runs of all lines. model (l,): the catalog model of each line; usable (n,): which rows count."""
    counts = np.add.reduceat(usable.astype(np.int64), stretches.start) if len(rows) else np.zeros(0, dtype=np.int64)
    live = np.flatnonzero(counts)
    line, size = stretches.line[live], counts[live]
    rank, attempt, date = _rank_runs(rows, stretches.start[live], model[line])
    run = group_codes([line, rank])
    runs = int(run.max(initial=-1)) + 1
    kept = attempt == best_of_group(run, runs, attempt, -1)[run]
    line_of_run, date_of_run = np.zeros(runs, dtype=np.int64), np.zeros(runs, dtype=np.int64)
    line_of_run[run], date_of_run[run] = line, date
    until = np.full(runs, NEVER)
    followed = np.flatnonzero(line_of_run[1:] == line_of_run[:-1])
    until[followed] = date_of_run[followed + 1]
    parts = np.flatnonzero(kept)[order_of(run[kept])]
    return LineRuns(
        line=line_of_run,
        date=date_of_run,
        until=until,
        of_row=np.repeat(np.where(kept, run, NO_RUN), size),
        date_of_row=np.repeat(date, size),
        _part_run=run[parts],
        _part_start=(np.cumsum(size) - size)[parts],
        _part_size=size[parts],
    )


def _rank_runs(rows: Rows, at: Array, model: Array) -> tuple[Array, Array, Array]:
    """For some rows (s,) of known models the rank of their run (newer is higher), their attempt, and their run's date.

    Newer by (date of the newest row, latest run_started_at with none lowest, run id as a number with none lowest).
    """
    run_id, attempt = _run_ids(rows.words["run_url"])
    url = rows["run_url"][at]
    run_id, attempt = run_id[url], attempt[url]
    date = rows["date"][at].astype(np.int64)
    run = group_codes([model, run_id, np.where(run_id < 0, date, 0)])
    runs = int(run.max(initial=-1)) + 1
    run_date = best_of_group(run, runs, date, np.iinfo(np.int64).min)
    started = best_of_group(run, runs, rows["run_started_at"][at], NO_TIME)
    id_of_run = best_of_group(run, runs, run_id, -1)
    order = np.lexsort((id_of_run, started, run_date))
    rank = np.empty(runs, dtype=np.int64)
    rank[order] = np.arange(runs)
    return rank[run], attempt, run_date[run]


def _run_ids(urls: Sequence[str]) -> tuple[Array, Array]:
    """Run ids as their rank among all ids (-1 without one), and attempts (1 where none is named) as ranks too."""
    found = [_RUN.search(url) for url in urls]
    ids = [int(match[1]) if match else -1 for match in found]
    attempts = [int(match[2] or 1) if match else 1 for match in found]
    return _ranks(ids, least=-1), _ranks(attempts, least=0)


def _ranks(numbers: list[int], *, least: int) -> Array:
    """Numbers of any size as small ones in the same order; `least` itself stays as it is."""
    rank = {number: position for position, number in enumerate(sorted({*numbers} - {least}), start=least + 1)}
    return np.array([rank.get(number, least) for number in numbers], dtype=np.int64)
