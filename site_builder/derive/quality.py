"""What to know about how much stands behind a pair: rows set aside by reason, and sweeps smaller than those before."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from site_builder.dataset.rows import Array, Doubts, Rows
from site_builder.derive.current import Runs, select_current
from site_builder.derive.groups import best_of_group, group_codes
from site_builder.derive.ladder import SERIES, Sweeps
from site_builder.derive.table import Table
from site_builder.derive.usable import SetAside

_NEVER = -(2**40)


def count_set_aside(pair: Array, reason: Array, pairs: int) -> list[tuple[tuple[SetAside, int], ...]]:
    """For each pair the reasons for which rows were set aside, each with its count. pair, reason: (n,), of all rows."""
    reasons = list(SetAside)[1:]
    counts = np.stack([np.bincount(pair[reason == why], minlength=pairs) for why in reasons], axis=1).tolist()
    return [tuple((why, n) for why, n in zip(reasons, row, strict=True) if n) for row in counts]


def size_before(usable: Table, runs: Runs, asked: Table, sweep_days: int) -> list[int]:
    """For each of some current rows how many points the sweep had that its series' newest one replaced; 0 without one.

    usable, runs: all usable rows, whose earlier runs are looked at. A sweep that was replaced is what was current, and
    in the sweep, when only the older rows were there.
    """
    names = [*(np.concatenate([usable.rows[name], asked.rows[name]]) for name in SERIES)]
    pair, scenario = (np.concatenate([a, b]) for a, b in ((usable.pair, asked.pair), (usable.scenario, asked.scenario)))
    code = group_codes([pair, scenario, *names])
    series, wanted = code[: len(usable)], code[len(usable) :]
    count = int(code.max(initial=-1)) + 1
    newest = best_of_group(series, count, usable.run_date, _NEVER)
    older = np.flatnonzero(usable.run_date < newest[series] - sweep_days)
    current = select_current(usable.rows.take(older), runs.take(older), usable.interactivity[older])
    kept = older[current.index]
    newest_before = best_of_group(series[kept], count, usable.run_date[kept], _NEVER)
    in_sweep = usable.run_date[kept] >= newest_before[series[kept]] - sweep_days
    sizes: list[int] = np.bincount(series[kept[in_sweep]], minlength=count)[wanted].tolist()
    return sizes


def find_thin_sweeps(usable_rows: Rows, table: Table, sweeps: Sweeps | None, sizes_before: Sequence[int]) -> Doubts:
    """The sweeps with fewer points than the one that they replaced, each at the first of its rows in `usable_rows`.

    table: the current rows that `sweeps` are of; sizes_before (k,): points of the sweep before each, 0 without one.
    """
    before = np.array(sizes_before, dtype=np.int64)
    if sweeps is None:
        return Doubts("thin-sweep", "", before, before, before)
    points = np.bincount(sweeps.point_series, minlength=len(before))
    place_of_point = _place_codes(table.rows)[sweeps.point_row]
    first_place = -best_of_group(sweeps.point_series, len(before), -place_of_point, -(2**62))
    thin = np.flatnonzero(points < before)
    places = _place_codes(usable_rows)
    order = np.argsort(places)
    position = order[np.searchsorted(places, first_place[thin], sorter=order)]
    return Doubts("thin-sweep", "", position, points[thin], before[thin])


def _place_codes(rows: Rows) -> Array:
    """One number for each row (n,), in the order of files and of rows in them."""
    return rows.file.astype(np.int64) * 2**32 + rows.row
