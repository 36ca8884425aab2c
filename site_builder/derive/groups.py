"""Which rows are alike: one integer code per distinct combination of columns, in the order of the combinations."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from site_builder.dataset.rows import Array

_MOST = 2**62


def dense(values: Array) -> Array:
    """Codes 0..k-1 (n,) int64 of the distinct values, in their order; all NaN are one value."""
    return np.unique(values, return_inverse=True)[1].astype(np.int64).reshape(-1)


def group_codes(columns: Iterable[Array]) -> Array:
    """Codes 0..k-1 (n,) int64 of the distinct combinations, ordered by the first column, then the second, and so on."""
    packed: Array | None = None
    spread = 1
    for column in columns:
        codes, size = _small_codes(column)
        if packed is None:
            packed, spread = codes, size
            continue
        if spread > _MOST // size:
            packed = dense(packed)
            spread = int(packed.max(initial=0)) + 1
        packed = packed * size + codes
        spread *= size
    return dense(packed) if packed is not None else np.zeros(0, dtype=np.int64)


def best_of_group(group: Array, size: int, values: Array, worst: float | int) -> Array:
    """The largest value of each group (size,), `worst` for groups without one."""
    best = np.full(size, worst, dtype=values.dtype)
    np.maximum.at(best, group, values)
    return best


def first_where(mask: Array, group: Array, size: int) -> Array:
    """For each group the first position where the mask holds (size,), or n where it never does."""
    first = np.full(size, len(mask), dtype=np.int64)
    hits = np.flatnonzero(mask)
    np.minimum.at(first, group[hits], hits)
    return first


def distinct_of_group(group: Array, size: int, codes: Array) -> list[list[int]]:
    """The distinct codes of each group, rising."""
    count = int(codes.max(initial=0)) + 1
    pairs = np.unique(group.astype(np.int64) * count + codes)
    found: list[list[int]] = [[] for _ in range(size)]
    for of, code in zip((pairs // count).tolist(), (pairs % count).tolist(), strict=True):
        found[of].append(code)
    return found


def _small_codes(column: Array) -> tuple[Array, int]:
    """Order-preserving integer codes from 0, and one more than the largest."""
    if column.dtype.kind in "iu" and len(column):
        low, high = int(column.min()), int(column.max())
        if high - low < 2**24:
            return column.astype(np.int64) - low, high - low + 1
    codes = dense(column)
    return codes, int(codes.max(initial=0)) + 1
