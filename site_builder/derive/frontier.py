"""The Pareto frontier of each sweep: the points that no other point of the sweep beats."""

from __future__ import annotations

import numpy as np

from site_builder.dataset.rows import Array
from site_builder.derive.groups import dense


def find_frontier(group: Array, x: Array, y: Array) -> Array:
    """Positions of the frontier points, by group and then by rising x (so falling y).

    group, x, y: (n,) the sweep, interactivity and throughput of each point. A point is beaten by one that is at least
    as good in both and better in one; of equal points the first stays.
    """
    order = np.lexsort((-y, -x, group))
    place = dense(y[order]) + 1
    key = group[order].astype(np.int64) * (int(place.max(initial=0)) + 1) + place
    best_before = np.maximum.accumulate(key)[:-1]
    new_group = np.diff(group[order], prepend=-1) != 0
    on_frontier = new_group.copy()
    on_frontier[1:] |= key[1:] > best_before
    return _rising(order[on_frontier], group)


def _rising(falling: Array, group: Array) -> Array:
    """Points listed by group and falling x, turned to rising x within each group."""
    codes = group[falling]
    return falling[np.lexsort((-np.arange(len(falling)), codes))]
