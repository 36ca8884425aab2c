"""What to know about how much stands behind a pair: rows set aside by reason, and sweeps smaller than those before."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from site_builder.dataset.rows import Array, Doubts, Rows
from site_builder.derive.groups import best_of_group
from site_builder.derive.ladder import Sweeps
from site_builder.derive.past import PastSweeps, Pool
from site_builder.derive.table import Table
from site_builder.derive.usable import SetAside


@dataclass(frozen=True)
class FileSetAside:
    """The rows of a file: how many there are and how many count; of the others their positions and reasons (k,)."""

    rows: int
    counting: int
    positions: Array
    reasons: Array


def set_aside_of_files(rows: Rows, reason: Array) -> list[FileSetAside]:
    """What is set aside of each file. rows: of all files, one file after the other; reason (n,): of each row."""
    out = np.flatnonzero(reason != SetAside.NO)
    files = np.arange(len(rows.files) + 1)
    sizes = np.bincount(rows.file, minlength=len(rows.files)).tolist()
    cuts = np.searchsorted(rows.file[out], files).tolist()
    return [
        FileSetAside(size, size - (end - start), out[start:end], reason[out[start:end]])
        for size, start, end in zip(sizes, cuts[:-1], cuts[1:], strict=True)
    ]


def count_set_aside(pair: Array, reason: Array, pairs: int) -> list[tuple[tuple[SetAside, int], ...]]:
    """For each pair the reasons for which rows were set aside, each with its count. pair, reason (n,): of such rows."""
    reasons = list(SetAside)[1:]
    counts = np.stack([np.bincount(pair[reason == why], minlength=pairs) for why in reasons], axis=1)
    found: list[tuple[tuple[SetAside, int], ...]] = [()] * pairs
    for at in np.flatnonzero(counts.any(axis=1)).tolist():
        found[at] = tuple((why, n) for why, n in zip(reasons, counts[at].tolist(), strict=True) if n)
    return found


def size_before(past: PastSweeps, pool: Pool, sweeps: Sweeps, sweep_days: int) -> Array:
    """How many points the sweep had that each of the sweeps (k,) replaced; 0 without one.

    A sweep that was replaced is what was current, and in the sweep, when only the older rows were there.
    """
    replaced = past.before(sweeps.series, sweeps.newest_run - sweep_days)
    there = np.flatnonzero(replaced >= 0)
    sizes = np.zeros(len(replaced), dtype=np.int64)
    sizes[there] = np.bincount(past.points_of(replaced[there], pool)[1], minlength=len(there))
    return sizes


def find_thin_sweeps(table: Table, sweeps: Sweeps, sizes_before: Array) -> Doubts:
    """The sweeps with fewer points than the one that they replaced, each at the first of its usable rows.

    table: the current rows that `sweeps` are of; sizes_before (k,): points of the sweep before each, 0 without one.
    """
    points = np.diff(sweeps.point_start)
    thin = np.flatnonzero(points < sizes_before)
    series = np.repeat(np.arange(len(points)), points)
    first = -best_of_group(series, len(points), -table.position[sweeps.point_row], -(2**62))
    return Doubts("thin-sweep", "", first[thin], points[thin], sizes_before[thin])
