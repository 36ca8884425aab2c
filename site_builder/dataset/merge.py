"""Sorts any number of canonical rows in bounded memory, and leaves one row for each result of a point.

Rows come in batches; full ones are sorted and set down on the disk. At the end all are merged: an imported row takes
the place of an earlier one of its point, copies collapse, and different results of one import for one point all stay.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from site_builder.dataset.order import content_of, is_old_of, order_of, point_of
from site_builder.dataset.rows import Array

_RUN_ROWS = 2**16
_HEAD_ROWS = 2**16  # rows of all sorted runs together that a merge holds
_LEAST_HEAD_ROWS = 128
_ORDER = "_order"


@dataclass
class Counts:
    """What merging did: rows that came, copies among them, earlier rows that they replaced, and all that are left."""

    imported: int = 0
    copies: int = 0
    replaced: int = 0
    total: int = 0
    conflicts: list[tuple[str, ...]] = field(default_factory=list)


class SortedRows:
    """Takes canonical rows in any order and gives them back sorted. folder: for sorted runs on the disk."""

    def __init__(self, folder: Path, *, run_rows: int = _RUN_ROWS) -> None:
        self._folder = folder
        self._run_rows = run_rows
        self._waiting: list[pa.Table] = []
        self._waiting_rows = 0
        self._runs: list[_Run] = []
        self.counts = Counts()

    def add(self, table: pa.Table, *, is_old: bool) -> None:
        """Take rows; is_old: they were there before this import."""
        if not is_old:
            self.counts.imported += table.num_rows
        for start in range(0, table.num_rows, self._run_rows):
            part = table.slice(start, self._run_rows).replace_schema_metadata()
            self._waiting.append(part.append_column(_ORDER, order_of(part, is_old=is_old)))
            self._waiting_rows += part.num_rows
            if self._waiting_rows >= self._run_rows:
                self._set_down()

    def batches(self) -> Iterator[pa.Table]:
        """All rows in order, one for each result of a point."""
        if self._waiting and not self._runs:
            tables: Iterator[pa.Table] = iter([_sorted(pa.concat_tables(self._waiting))])
        else:
            self._set_down()
            tables = _merged(self._runs)
        for table in _whole_points(tables):
            kept = self._one_per_result(table)
            self.counts.total += kept.num_rows
            yield kept.drop_columns([_ORDER])

    def _set_down(self) -> None:
        if not self._waiting:
            return
        path = self._folder / f"{len(self._runs)}.arrow"
        self._runs.append(_Run(path, _sorted(pa.concat_tables(self._waiting))))
        self._waiting, self._waiting_rows = [], 0

    def _one_per_result(self, table: pa.Table) -> pa.Table:
        order = table.column(_ORDER).combine_chunks()
        point = _groups(point_of(order))
        is_old = is_old_of(order)
        has_new = np.zeros(int(point.max(initial=-1)) + 1, dtype=bool)
        has_new[point[~is_old]] = True
        replaced = is_old & has_new[point]
        self.counts.replaced += int(replaced.sum())
        keep = ~replaced
        several = np.flatnonzero(keep & (np.bincount(point[keep], minlength=len(has_new))[point] > 1))
        if len(several):
            keep[several] = self._first_of_equal(table, point, several)
        if keep.all():
            return table
        return table.take(pa.array(np.flatnonzero(keep).tolist(), pa.int64()))

    def _first_of_equal(self, table: pa.Table, point: Array, several: Array) -> Array:
        """Of rows that share their point, which ones say something that none before them said."""
        part = table.take(pa.array(several.tolist(), pa.int64()))
        contents = content_of(part).tolist()
        places = zip(part.column("source_path").to_pylist(), part.column("source_index").to_pylist(), strict=True)
        seen: dict[int, dict[int, str]] = {}
        keep = []
        for of, content, (path, index) in zip(point[several].tolist(), contents, places, strict=True):
            results = seen.setdefault(of, {})
            keep.append(content not in results)
            results.setdefault(content, f"{path} row {index + 1}")
        self.counts.copies += keep.count(False)
        self.counts.conflicts += [tuple(results.values()) for results in seen.values() if len(results) > 1]
        return np.array(keep)


class _Run:
    """Sorted rows on the disk, read back a few at a time."""

    def __init__(self, path: Path, table: pa.Table) -> None:
        self._path = path
        self._at = 0
        with (
            pa.OSFile(str(path), "wb") as file,
            pa.ipc.new_file(file, table.schema, options=pa.ipc.IpcWriteOptions(compression="lz4")) as writer,
        ):
            writer.write_table(table, max_chunksize=_LEAST_HEAD_ROWS * 8)

    def next(self, rows: int) -> pa.Table | None:
        """About so many rows more, or None at the end."""
        with pa.OSFile(str(self._path), "rb") as file, pa.ipc.open_file(file) as reader:
            batches = []
            while self._at < reader.num_record_batches and sum(map(len, batches)) < rows:
                batches.append(reader.get_batch(self._at))
                self._at += 1
        return pa.Table.from_batches(batches) if batches else None


def _merged(runs: list[_Run]) -> Iterator[pa.Table]:
    """The rows of sorted runs in one order. Each turn gives all rows up to the least of the heads' last rows."""
    size = max(_HEAD_ROWS // max(len(runs), 1), _LEAST_HEAD_ROWS)
    heads = [_Head(run, size) for run in runs]
    while heads := [head for head in heads if head.fill()]:
        bound = min(head.last for head in heads)
        parts = [part for head in heads if (part := head.up_to(bound)).num_rows]
        yield _sorted(pa.concat_tables(parts))


class _Head:
    """The next rows of a sorted run."""

    def __init__(self, run: _Run, size: int) -> None:
        self._run = run
        self._size = size
        self._table: pa.Table | None = None
        self._orders: list[bytes] = []

    def fill(self) -> bool:
        """Read on when all rows are gone; false when there are no more."""
        if self._table is None or not self._table.num_rows:
            self._table = self._run.next(self._size)
            self._orders = self._table.column(_ORDER).to_pylist() if self._table else []
        return bool(self._orders)

    @property
    def last(self) -> bytes:
        return self._orders[-1]

    def up_to(self, bound: bytes) -> pa.Table:
        """Take the rows up to a bound."""
        assert self._table is not None
        count = bisect_right(self._orders, bound)
        taken, self._table, self._orders = self._table.slice(0, count), self._table.slice(count), self._orders[count:]
        return taken


def _whole_points(tables: Iterator[pa.Table]) -> Iterator[pa.Table]:
    """The same rows, cut so that all rows of a point are together."""
    rest: pa.Table | None = None
    for table in tables:
        whole = table if rest is None else pa.concat_tables([rest, table])
        points = point_of(whole.column(_ORDER).combine_chunks())
        last = points[-1].as_py()
        size = len(points)
        while size and points[size - 1].as_py() == last:
            size -= 1
        rest = whole.slice(size)
        if size:
            yield whole.slice(0, size)
    if rest is not None:
        yield rest


def _sorted(table: pa.Table) -> pa.Table:
    return table.take(pc.sort_indices(table.column(_ORDER)))


def _groups(point: pa.Array) -> Array:
    """Codes 0..k-1 (n,) of equal points that follow one another."""
    if len(point) < 2:
        return np.zeros(len(point), dtype=np.int64)
    differs = pc.not_equal(point.slice(1), point.slice(0, len(point) - 1)).cast(pa.int8())
    return np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(np.from_dlpack(differs), dtype=np.int64)])
