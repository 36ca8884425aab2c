"""Which usable rows are current: of each line its newest run, with all its concurrencies and none of an older run."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from site_builder.dataset.columns import BY_NAME, COLUMNS, Kind
from site_builder.dataset.rows import Array, Rows, is_absent
from site_builder.derive.groups import group_codes, order_within
from site_builder.derive.runs import LineRuns

_MEASURED = tuple(column.name for column in COLUMNS if column.kind is Kind.NUMBER)


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


def select_current(rows: Rows, runs: LineRuns, interactivity: Array) -> Current:
    """Pick the current rows among usable ones. runs: of these rows; interactivity (n,)."""
    of_newest = np.append(runs.is_newest, False)  # what NO_RUN, the last, leads to
    index = np.flatnonzero(of_newest[runs.of_row])
    kept, conflicts, copies = _one_per_point(rows, runs.of_row, interactivity, index)
    return Current(kept, runs.date_of_row[kept], len(rows) - len(index), copies, conflicts)


def repeated_points(rows: Rows, index: Array, run: Array) -> Array:
    """Which of the rows at `index` (k,) share their point with another: a run (k,) of a line and an offered load."""
    load = rows["conc"][index].astype(np.int64) + 1
    if is_absent(rows["request_rate"]):
        point = run.astype(np.int64) << 32 | load
    else:
        point = group_codes([run, load, rows["request_rate"][index]])
    ordered = np.sort(point)
    twice = ordered[1:][ordered[1:] == ordered[:-1]]
    return np.isin(point, twice) if len(twice) else np.zeros(len(index), dtype=bool)


def lowest_of_points(rows: Rows, interactivity: Array, index: Array, run: Array) -> Array:
    """Of the rows at `index` (k,) the positions in it of one for each point: the lowest throughput, then the lowest
    interactivity, as among current rows; what else they say plays no part in reads of the past."""
    repeated = repeated_points(rows, index, run)
    if not repeated.any():
        return np.arange(len(index))
    several = np.flatnonzero(repeated)
    at = index[several]
    point = group_codes([run[several], rows["conc"][at], rows["request_rate"][at]])
    order = order_within(point, (rows["tput_per_gpu"][at], interactivity[at]))
    first = order[np.flatnonzero(np.diff(point[order], prepend=-1))]
    return np.sort(np.concatenate([np.flatnonzero(~repeated), several[first]]))


def _one_per_point(
    rows: Rows, run: Array, interactivity: Array, index: Array
) -> tuple[Array, tuple[Conflict, ...], int]:
    """One row for each point (run of a line and offered load) among the rows at `index`; exact copies collapse."""
    repeated = repeated_points(rows, index, run[index])
    if not repeated.any():
        return index, (), 0
    single, several = index[~repeated], index[repeated]
    part = rows.take(several)
    point = group_codes([run[several], part["conc"], part["request_rate"]])
    first = _first_by_place(part, group_codes([part[column.name] for column in COLUMNS]))
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
        seen.setdefault(tuple(repr(rows.cell(name, at)) for name in _MEASURED), at)
    return list(seen.values())


def _first_by_place(rows: Rows, content: Array) -> Array:
    """Of the rows with equal content, one: which one changes nothing but the place that messages name."""
    order = np.lexsort((rows.row, rows.file, content))
    return order[np.flatnonzero(np.diff(content[order], prepend=-1))]


def _conflict_order(rows: Rows, interactivity: Array, at: int) -> tuple[float, float, str]:
    """The lower throughput counts, then the lower interactivity, then the smaller canonical text."""
    return float(rows.cell("tput_per_gpu", at)), float(interactivity[at]), canonical_text(rows, at)


def canonical_text(rows: Rows, at: int) -> str:
    """All that a row says, in one line that depends on nothing else."""
    parts = []
    for name in rows.columns:
        value = rows.cell(name, at)
        value = rows.words[name][value] if BY_NAME[name].kind in (Kind.KEY, Kind.TEXT) else value
        parts.append(f"{name}={value!r}")
    return " ".join(parts)
