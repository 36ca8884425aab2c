"""Which usable rows are current: of each line its newest run, with all its concurrencies and none of an older run.

A run is the id in `run_url` (its attempts are one run) or, without one, the date. Run dates are taken over the rows of
one catalog model, so that a model's figures depend on that model's rows only.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from site_builder.dataset.columns import BY_NAME, COLUMNS, LINE, NO_TIME, Kind
from site_builder.dataset.rows import Array, Rows
from site_builder.derive.groups import best_of_group, group_codes

_MEASURED = tuple(column.name for column in COLUMNS if column.kind is Kind.NUMBER)
_RUN = re.compile(r"/runs/(\d{1,40})(?!\d)(?:/attempts/(\d{1,40})(?!\d))?", re.ASCII)


@dataclass(frozen=True)
class Conflict:
    """Different results for one point of one run: the positions of all, the one that counts first."""

    positions: tuple[int, ...]


@dataclass(frozen=True)
class Current:
    """index (m,): positions of the current rows; run_date (m,): days since 1970 of their runs; how many rows fell out
    because their run is not the newest of their line, because they are copies, or because they lost a conflict."""

    index: Array
    run_date: Array
    superseded: int
    copies: int
    conflicts: tuple[Conflict, ...]


@dataclass(frozen=True)
class Runs:
    """For each row (n,): the rank of its run (newer is higher), its attempt, and the date of its run."""

    rank: Array
    attempt: Array
    date: Array

    def take(self, index: Array) -> Runs:
        """The runs of the rows at these positions."""
        return Runs(self.rank[index], self.attempt[index], self.date[index])


def select_current(rows: Rows, runs: Runs, interactivity: Array) -> Current:
    """Pick the current rows among usable ones. runs: of these rows; interactivity (n,)."""
    line = group_codes([rows[name] for name in LINE])
    lines = int(line.max(initial=-1)) + 1
    newest = runs.rank == best_of_group(line, lines, runs.rank, -1)[line]
    last_attempt = best_of_group(line[newest], lines, runs.attempt[newest], -1)
    index = np.flatnonzero(newest & (runs.attempt == last_attempt[line]))
    kept, conflicts, copies = _one_per_point(rows, line, interactivity, index)
    return Current(kept, runs.date[kept], len(rows) - len(index), copies, conflicts)


def rank_runs(rows: Rows, model: Array) -> Runs:
    """The runs of usable rows. model (n,): the catalog model of each row.

    Newer by (date of the newest row, latest run_started_at with none lowest, run id as a number with none lowest).
    """
    run_id, attempt = _run_ids(rows.words["run_url"])
    run_id, attempt = run_id[rows["run_url"]], attempt[rows["run_url"]]
    date = rows["date"].astype(np.int64)
    run = group_codes([model, run_id, np.where(run_id < 0, date, 0)])
    runs = int(run.max(initial=-1)) + 1
    run_date = best_of_group(run, runs, date, np.iinfo(np.int64).min)
    started = best_of_group(run, runs, rows["run_started_at"], NO_TIME)
    id_of_run = best_of_group(run, runs, run_id, -1)
    order = np.lexsort((id_of_run, started, run_date))
    rank = np.empty(runs, dtype=np.int64)
    rank[order] = np.arange(runs)
    return Runs(rank[run], attempt, run_date[run])


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


def _one_per_point(
    rows: Rows, line: Array, interactivity: Array, index: Array
) -> tuple[Array, tuple[Conflict, ...], int]:
    """One row for each point (line and offered load) among the rows at `index`; exact copies collapse."""
    point = group_codes([line[index], rows["conc"][index], rows["request_rate"][index]])
    if len(index) == int(point.max(initial=-1)) + 1:
        return index, (), 0
    repeated = np.bincount(point)[point] > 1
    single, several, point = index[~repeated], index[repeated], point[repeated]
    content = group_codes([rows[column.name][several] for column in COLUMNS])
    first = _first_by_place(rows, several, content)
    copies = len(several) - len(first)
    several, point = several[first], point[first]
    order = np.argsort(point, kind="stable")
    starts = np.flatnonzero(np.diff(point[order], prepend=-1))
    groups = [positions.tolist() for positions in np.split(several[order], starts[1:])]
    ranked = [sorted(group, key=lambda at: _conflict_order(rows, interactivity, at)) for group in groups]
    results = [_distinct_results(rows, group) for group in ranked]
    conflicts = tuple(Conflict(tuple(group)) for group in results if len(group) > 1)
    copies += sum(len(group) - len(result) for group, result in zip(ranked, results, strict=True))
    kept = np.array([group[0] for group in ranked], dtype=np.int64)
    return np.sort(np.concatenate([single, kept])), conflicts, copies


def _distinct_results(rows: Rows, group: list[int]) -> list[int]:
    """Of the rows of one point, one for each result: rows that differ in what was noted, not in what was measured, are
    copies."""
    seen: dict[tuple[str, ...], int] = {}
    for at in group:
        seen.setdefault(tuple(repr(rows[name][at].item()) for name in _MEASURED), at)
    return list(seen.values())


def _first_by_place(rows: Rows, positions: Array, content: Array) -> Array:
    """Of the rows with equal content, one: which one changes nothing but the place that messages name."""
    order = np.lexsort((rows.row[positions], rows.file[positions], content))
    return order[np.flatnonzero(np.diff(content[order], prepend=-1))]


def _conflict_order(rows: Rows, interactivity: Array, at: int) -> tuple[float, float, str]:
    """The lower throughput counts, then the lower interactivity, then the smaller canonical text."""
    return float(rows["tput_per_gpu"][at]), float(interactivity[at]), canonical_text(rows, at)


def canonical_text(rows: Rows, at: int) -> str:
    """All that a row says, in one line that depends on nothing else."""
    parts = []
    for name, column in rows.columns.items():
        value = rows.words[name][column[at]] if BY_NAME[name].kind in (Kind.KEY, Kind.TEXT) else column[at].item()
        parts.append(f"{name}={value!r}")
    return " ".join(parts)
