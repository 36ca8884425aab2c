"""What a reader should know about how much stands behind a pair: rows set aside by reason, and thin sweeps."""

from __future__ import annotations

import numpy as np

from site_builder.dataset.rows import Array
from site_builder.derive.current import Runs, select_current
from site_builder.derive.groups import best_of_group, group_codes
from site_builder.derive.ladder import SERIES
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
