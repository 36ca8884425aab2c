"""Arrow columns of plain numbers as arrays, by their buffers."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from site_builder.dataset.rows import Array

_NUMPY = {pa.int8(): np.int8, pa.int32(): np.int32, pa.int64(): np.int64, pa.float64(): np.float64}


def filled(column: pa.Array | pa.ChunkedArray, empty: float) -> Array:
    """A column of plain numbers as an array, with a stand-in for null.

    Through DLPack: Arrow's own to_numpy and fill_null import pandas, which costs more than a small build takes.
    """
    whole = _whole(column)
    if not whole.null_count:
        return np.from_dlpack(whole)
    kind = _NUMPY[whole.type]
    if whole.null_count == len(whole):
        return np.broadcast_to(np.array(empty, dtype=kind), (len(whole),))
    values = np.frombuffer(whole.buffers()[1], dtype=kind)[whole.offset : whole.offset + len(whole)]
    return np.where(nulls(whole), np.array(empty, dtype=kind), values)


def _whole(column: pa.Array | pa.ChunkedArray) -> pa.Array:
    """A column as one array."""
    if not isinstance(column, pa.ChunkedArray):
        return column
    return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()


def nulls(column: pa.Array | pa.ChunkedArray) -> Array:
    """Where a column is null (n,), from its bits."""
    whole = _whole(column)
    known = whole.buffers()[0]
    if not whole.null_count or known is None:
        return np.full(len(whole), bool(whole.null_count))
    bits = np.unpackbits(np.frombuffer(known, dtype=np.uint8), bitorder="little")
    return np.asarray(bits[whole.offset : whole.offset + len(whole)] == 0)
