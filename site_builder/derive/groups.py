"""Which rows are alike: one integer code per distinct combination of columns, in the order of the combinations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from site_builder.dataset.rows import Array, is_absent

_MOST = 2**62
_BITS = 63
_FEW = 2**12  # rows for which no quicker way is looked for


def dense(values: Array) -> Array:
    """Codes 0..k-1 (n,) int64 of the distinct values, in their order; all NaN are one value."""
    if values.dtype.kind not in "iu" or not len(values):
        return np.unique(values, return_inverse=True)[1].astype(np.int64).reshape(-1)
    low, high = int(values.min()), int(values.max())
    if high - low <= 4 * len(values):
        return _counted(values.astype(np.int64) - low, high - low + 1)
    if high - low >= _MOST or (high - low).bit_length() + _places(values) > _BITS:
        return np.unique(values, return_inverse=True)[1].astype(np.int64).reshape(-1)
    order = order_of(values.astype(np.int64) - low)
    codes = np.empty(len(values), dtype=np.int64)
    codes[order] = np.cumsum(changes(values[order])) - 1
    return codes


def _counted(values: Array, size: int) -> Array:
    """`dense` of whole numbers from 0 below `size`, without sorting."""
    there = np.zeros(size, dtype=bool)
    there[values] = True
    return (np.cumsum(there) - 1)[values]


def _places(values: Array) -> int:
    """How many bits a position among these values takes."""
    return max(len(values) - 1, 1).bit_length()


def order_of(codes: Array) -> Array:
    """The positions (n,) that sort whole numbers from 0; equal ones stay in their order.

    Sorting the numbers with their positions in their last bits is several times quicker than asking for the order."""
    bits = _places(codes)
    if int(codes.max(initial=0)).bit_length() + bits > _BITS:
        return np.argsort(codes, kind="stable")
    keyed = (codes.astype(np.int64) << bits) | np.arange(len(codes))
    keyed.sort()
    return keyed & ((1 << bits) - 1)


def order_within(group: Array, values: Sequence[Array]) -> Array:
    """The positions (n,) that sort by group, then by the first values, rising, then by the second, and so on; what is
    alike in all stays in its order. group (n,): whole numbers from 0; values (n,): floats above 0 without NaN.

    As order_of: as many leading bits of the first values as there is room for go between group and position; where
    those are alike, which is rare, the rest is sorted in full."""
    bits = _places(group)
    room = _BITS - int(group.max(initial=0)).bit_length() - bits
    if room < 1 or not len(group):
        return np.lexsort((*reversed(values), group))
    leading = _leading(values[0], room)
    key = (group.astype(np.int64) << room) | leading
    order = order_of(key)
    alike = np.flatnonzero(~changes(key[order]))
    if len(alike):
        unsure = np.unique(np.concatenate([alike - 1, alike]))
        part = order[unsure]
        order[unsure] = part[np.lexsort((part, *(each[part] for each in reversed(values)), group[part]))]
    return order


def _leading(values: Array, room: int) -> Array:
    """The leading bits of floats above 0 (n,), at most so many, as whole numbers that rise with the floats."""
    bits = np.ascontiguousarray(values, dtype=np.float64).view(np.int64)
    low = int(bits.min())
    return (bits - low) >> max(0, (int(bits.max()) - low).bit_length() - room)


def changes(values: Array) -> Array:
    """Where a value (n,) is not the one before it; the first always."""
    found = np.ones(len(values), dtype=bool)
    np.not_equal(values[1:], values[:-1], out=found[1:])
    return found


def group_codes(columns: Iterable[Array]) -> Array:
    """Codes 0..k-1 (n,) int64 of the distinct combinations, ordered by the first column, then the second, and so on.

    Rows beside one another are often alike; then one of them is looked at for all."""
    listed = [column for at, column in enumerate(columns) if not at or not is_absent(column)]
    if not listed or len(listed[0]) < _FEW:
        return dense(_packed(listed))
    new = np.zeros(len(listed[0]), dtype=bool)
    for column in listed:
        new |= changes(column)
    start = np.flatnonzero(new)
    if 2 * len(start) > len(new):
        return dense(_packed(listed))
    return np.repeat(dense(_packed([column[start] for column in listed])), np.diff(start, append=len(new)))


def order_by(columns: Iterable[Array]) -> Array:
    """The positions (n,) that sort by the first column, then the second, and so on; equal rows stay in their order."""
    return order_of(_packed(columns))


def _packed(columns: Iterable[Array]) -> Array:
    """Whole numbers from 0 (n,) that are alike and ordered as the combinations are."""
    packed: Array | None = None
    spread = 1
    for column in columns:
        if packed is not None and is_absent(column):
            continue
        codes, size = _small_codes(column)
        if packed is None:
            packed, spread = codes, size
            continue
        if spread > _MOST // size:
            packed = dense(packed)
            spread = int(packed.max(initial=0)) + 1
        packed = packed * size + codes
        spread *= size
    return packed if packed is not None else np.zeros(0, dtype=np.int64)


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
    pairs = np.sort(group.astype(np.int64) * count + codes)
    pairs = pairs[changes(pairs)]
    found: list[list[int]] = [[] for _ in range(size)]
    for of, code in zip((pairs // count).tolist(), (pairs % count).tolist(), strict=True):
        found[of].append(code)
    return found


def spread_out(start: Array, size: Array) -> Array:
    """The positions start..start+size-1 of several stretches, one stretch after the other."""
    total = int(size.sum())
    before = np.cumsum(size) - size
    return np.repeat(start - before, size) + np.arange(total)


def _small_codes(column: Array) -> tuple[Array, int]:
    """Order-preserving integer codes from 0, and one more than the largest."""
    if column.dtype.kind in "iu" and len(column):
        low, high = int(column.min()), int(column.max())
        if high - low < 2**24:
            return column.astype(np.int64) - low, high - low + 1
    codes = dense(column)
    return codes, int(codes.max(initial=0)) + 1
