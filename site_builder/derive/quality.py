"""What a reader should know about how much stands behind a pair: rows set aside by reason, and thin sweeps."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from site_builder.dataset.rows import Array, Rows
from site_builder.derive.groups import dense, group_codes
from site_builder.derive.ladder import SERIES
from site_builder.derive.table import Table
from site_builder.derive.usable import SetAside


def count_set_aside(pair: Array, reason: Array, pairs: int) -> list[tuple[tuple[SetAside, int], ...]]:
    """For each pair the reasons for which rows were set aside, each with its count. pair, reason: (n,), of all rows."""
    reasons = list(SetAside)[1:]
    counts = np.stack([np.bincount(pair[reason == why], minlength=pairs) for why in reasons], axis=1).tolist()
    return [tuple((why, n) for why, n in zip(reasons, row, strict=True) if n) for row in counts]


def size_before(usable: Table, rows: Rows, pair: Array, scenario: Array) -> Sequence[int]:
    """For each of some current rows (n,) how many points the sweep before its series' newest had; 0 without one.

    usable: all usable rows, whose earlier runs are looked at; rows, pair, scenario (n,): the rows asked for.
    """
    both = [np.concatenate([usable.rows[name], rows[name]]) for name in SERIES]
    code = group_codes([np.concatenate([usable.pair, pair]), np.concatenate([usable.scenario, scenario]), *both])
    series, asked = code[: len(usable)], code[len(usable) :]
    run = group_codes([series, usable.run_date])
    _, first = np.unique(run, return_index=True)
    points = np.bincount(_distinct_points(usable, run))
    series_of_run = series[first]
    is_last = np.diff(series_of_run, append=-1) != 0
    has_before = np.concatenate([[False], series_of_run[1:] == series_of_run[:-1]])
    before = np.zeros(int(code.max(initial=-1)) + 1, dtype=np.int64)
    last_runs = np.flatnonzero(is_last & has_before)
    before[series_of_run[last_runs]] = points[last_runs - 1]
    sizes: list[int] = before[asked].tolist()
    return sizes


def _distinct_points(usable: Table, run: Array) -> Array:
    """The run of each distinct point: copies and repeated measurements of one point count once."""
    names = [name for name in usable.rows.columns if name.startswith(("prefill_", "decode_"))]
    point = group_codes([run, *(usable.rows[name] for name in names), usable.rows["conc"], usable.rows["request_rate"]])
    first = np.unique(dense(point), return_index=True)[1]
    return run[first]
