"""Monotone cubic curves through frontiers, and what they give at a tier.

Source: M. Steffen, "A simple method for monotonic interpolation in one dimension", Astronomy and Astrophysics 239
(1990), with the end slopes (3s - m) / 2 of d3's curveMonotoneX, so that a chart drawn by either shows the same curve.
Two knots make a straight line, one knot is itself. Nothing is extrapolated.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from site_builder.dataset.rows import Array

WIDE_RATIO = 2.0


class ReadKind(IntEnum):
    """How a figure at a tier came about."""

    OUT_OF_REACH = 0
    AT_LEAST = 1
    WIDE = 2
    INTERPOLATED = 3
    MEASURED = 4


@dataclass(frozen=True)
class Curves:
    """Knots of k curves one after another: x (m,) rising and y (m,) falling within a curve, slope (m,) dy/dx at each,
    start (k,) the first knot of each curve, size (k,) how many it has."""

    x: Array
    y: Array
    slope: Array
    start: Array
    size: Array


@dataclass(frozen=True)
class CurveReads:
    """What k curves give at one tier: kind (k,), y (k,) NaN where out of reach, and the knots behind it, slower (k,)
    and faster (k,): the same one unless the read lies between two; out of reach, both are the fastest knot."""

    kind: Array
    y: Array
    slower: Array
    faster: Array


def draw_curves(group: Array, x: Array, y: Array) -> Curves:
    """Curves through frontier points; group (m,) holds 0..k-1, sorted, with x rising within each."""
    size = np.bincount(group)
    with np.errstate(all="ignore"):  # figures near the ends of what a double holds; reads stay between their knots
        slope = _slopes(group, x, y)
    return Curves(x, y, slope, np.cumsum(size) - size, size)


def read_curves(curves: Curves, tier: float) -> CurveReads:
    """Read every curve at a tier (tok/s/user)."""
    below = np.add.reduceat(curves.x < tier, curves.start) if len(curves.start) else np.zeros(0, dtype=np.int64)
    last = curves.start + curves.size - 1
    faster = np.minimum(curves.start + below, last)
    exact = (curves.x[faster] == tier) & (below < curves.size)
    slower = np.where(exact | (below == 0), faster, curves.start + below - 1)
    kind = np.select(
        [below == curves.size, exact, below == 0, curves.x[faster] / WIDE_RATIO > curves.x[slower]],
        [ReadKind.OUT_OF_REACH, ReadKind.MEASURED, ReadKind.AT_LEAST, ReadKind.WIDE],
        ReadKind.INTERPOLATED,
    )
    y = np.where(slower == faster, curves.y[faster], _hermite(curves.x, curves.y, curves.slope, (slower, faster), tier))
    return CurveReads(kind, np.where(kind == ReadKind.OUT_OF_REACH, np.nan, y), slower, faster)


def curve_values(x: Array, y: Array, slope: Array, at: Array) -> Array:
    """What one curve gives at interactivities (n,): its slowest knot left of it, NaN right of its fastest one."""
    faster = np.minimum(np.searchsorted(x, at), len(x) - 1)
    slower = np.where((faster == 0) | (x[faster] == at), faster, faster - 1)
    values = _hermite(x, y, slope, (slower, faster), at)
    return np.where(at > x[-1], np.nan, np.where(slower == faster, y[faster], values))


def _slopes(group: Array, x: Array, y: Array) -> Array:
    """The slope at each knot: Steffen's inside a curve, (3s - m) / 2 at its ends."""
    if len(x) < 2:
        return np.zeros(len(x))
    joined = group[1:] == group[:-1]
    width = np.where(joined, np.diff(x), 1.0)
    secant = np.where(joined, np.diff(y) / width, 0.0)
    before, after = np.concatenate([[0.0], secant]), np.concatenate([secant, [0.0]])
    left, right = np.concatenate([[1.0], width]), np.concatenate([width, [1.0]])
    share = right / (left + right)
    middle = np.abs(before * share + after * (1 - share))
    inner = (np.sign(before) + np.sign(after)) * np.minimum(np.minimum(np.abs(before), np.abs(after)), 0.5 * middle)
    has_left, has_right = np.concatenate([[False], joined]), np.concatenate([joined, [False]])
    next_inner, last_inner = np.concatenate([inner[1:], [0.0]]), np.concatenate([[0.0], inner[:-1]])
    two_knots_right = ~np.concatenate([has_right[1:], [False]])
    two_knots_left = ~np.concatenate([[False], has_left[:-1]])
    at_start = np.where(two_knots_right, after, (3 * after - next_inner) / 2)
    at_end = np.where(two_knots_left, before, (3 * before - last_inner) / 2)
    return np.asarray(np.select([has_left & has_right, has_right, has_left], [inner, at_start, at_end], 0.0))


def _hermite(x: Array, y: Array, slope: Array, knots: tuple[Array, Array], at: Array | float) -> Array:
    """The cubic Hermite curve between two knots (slower, faster), held within their range against rounding."""
    slower, faster = knots
    y0, y1 = y[slower], y[faster]
    with np.errstate(all="ignore"):
        width = np.where(slower == faster, 1.0, x[faster] - x[slower])
        t = np.clip((at - x[slower]) / width, 0.0, 1.0)
        rise0, rise1, rise = slope[slower] * width, slope[faster] * width, y1 - y0
        value = y0 + t * (rise0 + t * (3 * rise - 2 * rise0 - rise1 + t * (rise0 + rise1 - 2 * rise)))
        value = np.where(np.isfinite(value), value, y0 * (1 - t) + y1 * t)
    return np.asarray(np.clip(value, np.minimum(y0, y1), np.maximum(y0, y1)))
