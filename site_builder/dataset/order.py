"""The order of canonical rows and what makes two of them the same point, as one sortable text of bytes per row.

A point is its configuration, workload, offered load and run. Where no CI run is known, its date and what was measured
stand in for the run, so that a file that has grown, or was packed, brings nothing in twice.
"""

from __future__ import annotations

import hashlib
import re

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from site_builder.dataset.rows import Array
from site_builder.dataset.schema import LATENCIES, POINT_RATE, POINT_TEXTS, POINT_WHOLES, SPEEDS
from site_builder.dataset.texts import Texts, combined

# What a file measured, whatever was supplied beside it.
_MEASURED = (
    *(f"{statistic}_{latency}" for latency in LATENCIES for statistic in SPEEDS),
    *("total_tput_tps", "output_tput_tps", "duration_seconds", "mean_input_tokens", "mean_output_tokens_actual"),
    *("num_requests_total", "num_requests_successful"),
)
_RUN = re.compile(r"(\d{1,18})/(\d{1,9})", re.ASCII)
_RUN_BYTES = 21
_FILE_BYTES = 16
# What follows the point in a row's bytes: whether the row was there before, its file, its place in the file.
_SUFFIX_BYTES = 1 + _FILE_BYTES + 4
_SEED, _PRIME = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xFF51AFD7ED558CCD)


def order_of(table: pa.Table, *, is_old: bool) -> pa.Array:
    """Bytes of each row (n,) that sort by point, then new rows before old ones, then by file and place in it."""
    columns = [
        *(_big_endian(_wholes(table, name) + 1, ">u4") for name in POINT_WHOLES),
        _big_endian(_bits(table, POINT_RATE), ">u8"),
        _runs(table),
        np.full((table.num_rows, 1), int(is_old), dtype=np.uint8),
        _files(table),
        _big_endian(_wholes(table, "source_index"), ">u4"),
    ]
    return pc.binary_join_element_wise(_names(table), _as_bytes(np.hstack(columns)), pa.scalar(b"\0"))


def point_of(order: pa.Array) -> pa.Array:
    """The part of each row's bytes that says which point it is."""
    return pc.binary_slice(order, 0, -_SUFFIX_BYTES)


def is_old_of(order: pa.Array) -> Array:
    """Whether each row (n,) was there before."""
    flags = _whole(pc.binary_slice(order, -_SUFFIX_BYTES, -_SUFFIX_BYTES + 1))
    return np.asarray(np.frombuffer(flags.buffers()[2], dtype=np.uint8)[: len(order)] == 1)


def content_of(table: pa.Table) -> Array:
    """A number for what each row (n,) measured; equal for equal measurements."""
    mixed = np.full(table.num_rows, _SEED)
    for name in _MEASURED:
        mixed = (mixed ^ _bits(table, name)) * _PRIME
        mixed ^= mixed >> np.uint64(29)
    return mixed


def _names(table: pa.Table) -> pa.Array:
    """The texts of each row's point (n,), one after the other."""
    codes, joined = combined(
        [_texts(table, name) for name in POINT_TEXTS], lambda *texts: "\0".join(t or "" for t in texts)
    )
    return pa.array([text.encode() for text in joined], pa.binary()).take(_whole(pa.array(codes)))


def _runs(table: pa.Table) -> Array:
    """Bytes (n, 21) for the run of each row: CI runs by number and attempt, after those without."""
    ids = _texts(table, "run_id")
    hashes = set(_texts(table, "source_sha256").words)
    known = np.zeros((len(ids.words) or 1, _RUN_BYTES), dtype=np.uint8)
    for place, word in enumerate(ids.words):
        known[place] = np.frombuffer(_run_bytes(word or ""), dtype=np.uint8)
    runs, nameless = known[ids.codes], ids.where(lambda word: word in hashes)
    if nameless.any():
        dates = _wholes(table, "date") + 2**31
        runs[nameless] = 0
        runs[nameless, 1:5] = _big_endian(dates[nameless], ">u4")
        runs[nameless, 5:13] = _big_endian(content_of(table)[nameless], ">u8")
    return runs


def _run_bytes(run_id: str) -> bytes:
    """A run of a number and an attempt by both, any other by its name's hash."""
    if found := _RUN.fullmatch(run_id):
        return b"\1" + int(found[1]).to_bytes(16, "big") + int(found[2]).to_bytes(4, "big")
    return b"\2" + hashlib.sha256(run_id.encode()).digest()[: _RUN_BYTES - 1]


def _files(table: pa.Table) -> Array:
    """Bytes (n, 16) of each row's file."""
    hashes = _texts(table, "source_sha256")
    known = [bytes.fromhex(word or "")[:_FILE_BYTES] for word in hashes.words]
    matrix = np.frombuffer(b"".join(known) or bytes(_FILE_BYTES), dtype=np.uint8).reshape(-1, _FILE_BYTES)
    return matrix[hashes.codes]


def _texts(table: pa.Table, name: str) -> Texts:
    """A column of texts, which may be a dictionary already."""
    column = table.column(name)
    if pa.types.is_null(column.type):
        return Texts.constant(None, table.num_rows)
    whole = _whole(column if pa.types.is_dictionary(column.type) else column.dictionary_encode())
    codes = np.from_dlpack(pc.coalesce(whole.indices, pa.scalar(-1, pa.int32())))
    words = (*whole.dictionary.to_pylist(), None)
    return Texts(np.where(codes < 0, len(words) - 1, codes), words)


def _wholes(table: pa.Table, name: str) -> Array:
    """A column of whole numbers, flags or dates (n,) int64, -1 where empty."""
    column = table.column(name).cast(pa.int32())
    return np.from_dlpack(_whole(pc.coalesce(column, pa.scalar(-1, pa.int32())))).astype(np.int64)


def _bits(table: pa.Table, name: str) -> Array:
    """A column of numbers as the bits of doubles (n,), which order as positive numbers do; 0 where empty."""
    column = table.column(name).cast(pa.float64())
    return np.from_dlpack(_whole(pc.coalesce(column, pa.scalar(0.0)))).view(np.uint64)


def _big_endian(values: Array, kind: str) -> Array:
    width = int(kind[-1])
    return np.ascontiguousarray(values.astype(kind)).view(np.uint8).reshape(len(values), width)


def _as_bytes(matrix: Array) -> pa.Array:
    """The rows of a matrix of bytes as an Arrow array of byte texts."""
    size, width = matrix.shape
    offsets = np.arange(size + 1, dtype=np.int32) * width
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(np.ascontiguousarray(matrix))]
    return pa.Array.from_buffers(pa.binary(), size, buffers)


def _whole(column: pa.Array | pa.ChunkedArray) -> pa.Array:
    """A column in one piece."""
    if isinstance(column, pa.ChunkedArray):
        column = column.unify_dictionaries() if pa.types.is_dictionary(column.type) else column
        return column.combine_chunks() if column.num_chunks != 1 else column.chunk(0)
    return column
