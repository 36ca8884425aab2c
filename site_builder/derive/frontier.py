"""The Pareto frontier of each sweep: the points that no other point of the sweep beats."""

from __future__ import annotations

import numpy as np

from site_builder.dataset.rows import Array
from site_builder.derive.groups import changes, order_within


def find_frontier(group: Array, x: Array, y: Array) -> Array:
    """Positions of the frontier points, by group and then by rising x (so falling y).

    group, x, y: (n,) the sweep, interactivity and throughput of each point, both above 0. A point is beaten by one that
    is at least as good in both and better in one; of equal points the first stays.
    """
    order = order_within(group, (x, y))
    return order[frontier_of_sorted(group[order], x[order], y[order])]


def frontier_of_sorted(group: Array, x: Array, y: Array) -> Array:
    """The same of points that are sorted by group, then by rising x, then by rising y."""
    distinct = changes(group) | changes(x) | changes(y)
    falling = np.flatnonzero(distinct)[::-1]
    codes, found = group[falling], y[falling]
    on_frontier = changes(codes)
    on_frontier[1:] |= found[1:] > _best_so_far(codes, found)[:-1]
    return falling[on_frontier][::-1]


def _best_so_far(group: Array, y: Array) -> Array:
    """The largest value up to each point (n,) of its group; points of a group stand together."""
    best, step = y.copy(), 1
    longest = int(np.bincount(group).max(initial=0))
    while step < longest:
        better = (group[step:] == group[:-step]) & (best[:-step] > best[step:])
        best[step:] = np.where(better, best[:-step], best[step:])
        step *= 2
    return best
