"""Short marks of what rows say, to tell whether those behind a page have changed since the last build."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b

import numpy as np

from site_builder.dataset.columns import COLUMNS, Kind
from site_builder.dataset.rows import Array, Rows, is_absent

_TEXTS = (Kind.KEY, Kind.TEXT)
_ODD = np.uint64(0x9E3779B97F4A7C15)
_AT_ONCE = 2**16  # rows: as many as stay in the caches of a core


def fingerprint_groups(rows: Rows, by: Sequence[str]) -> Mapping[tuple[str, ...], int]:
    """A mark of 64 bits for the rows that share the words of the columns `by`, whatever their order and files.

    Each row is mixed to 64 bits of all that its columns say, and the rows of a group are added up. It is no defence
    against somebody who wants two to be alike; by chance they are once in 2**64.
    """
    words = {column.name: _marks(rows.words[column.name]) for column in COLUMNS if column.kind in _TEXTS}
    found: dict[tuple[int, ...], int] = {}
    for start in range(0, len(rows), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        mixed = np.zeros(len(rows.row[part]), dtype=np.uint64)
        for column in COLUMNS:
            values = rows[column.name]
            one_or_all = values[:1] if is_absent(values) else values[part]
            mixed += _mix(_bits(one_or_all, words.get(column.name)), _constant(column.name))
        mixed = _mix(mixed, _ODD)
        codes = np.stack([rows[name][part] for name in by])
        first = np.flatnonzero(np.append(True, (np.diff(codes) != 0).any(axis=0)))
        sums = np.add.reduceat(mixed, first)
        for group, total in zip(codes[:, first].T.tolist(), sums.tolist(), strict=True):
            key = tuple(group)
            found[key] = (found.get(key, 0) + total) % 2**64
    return {
        tuple(rows.words[name][code] for name, code in zip(by, key, strict=True)): mark for key, mark in found.items()
    }


def _bits(values: Array, words: Array | None) -> Array:
    """Values (n,) as 64 bits each; those of texts are the marks of their words, not their places in the list."""
    if words is not None:
        return words[values]
    if values.dtype == np.float64:
        return np.ascontiguousarray(values).view(np.uint64)
    return values.astype(np.int64).view(np.uint64)


def _mix(bits: Array, odd: np.uint64) -> Array:
    """Spreads what differs over all bits."""
    spread = (bits ^ (bits >> np.uint64(32))) * odd
    spread ^= spread >> np.uint64(29)
    spread *= _ODD
    return np.asarray(spread ^ (spread >> np.uint64(32)))


def _constant(name: str) -> np.uint64:
    """An odd number of a column's own, so that the same value in two columns is not the same."""
    return np.uint64(_mark(name) | 1)


def _marks(words: Sequence[str]) -> Array:
    return np.array([_mark(word) for word in words], dtype=np.uint64)


def _mark(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")
