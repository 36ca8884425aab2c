"""Sorts any number of canonical rows in bounded memory, and leaves one row for each result of a point.

Rows come in batches; full ones are sorted and set down on the disk. At the end all are merged: an imported row takes
the place of an earlier one of its point, copies collapse, and different results of one import for one point all stay.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from site_builder.dataset.order import content_of, is_old_of, order_of, point_of
from site_builder.dataset.rows import Array
from site_builder.places import first_line

_RUN_ROWS = 2**15
_RANGE_ROWS = 2**15  # about so many rows of all sorted runs together are merged at a time
_CHUNK_ROWS = 2**10  # rows of a run that are read at a time
_ORDER = "_order"


class ScratchError(Exception):
    """Sorted rows cannot be set down: no room, or no right to write."""


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
        self._waiting: dict[bool, list[pa.Table]] = {False: [], True: []}  # by whether rows are old
        self._waiting_rows = 0
        self._runs: list[_Run] = []
        self.counts = Counts()

    def add(self, table: pa.Table, *, is_old: bool) -> None:
        """Take rows; is_old: they were there before this import."""
        if not is_old:
            self.counts.imported += table.num_rows
        for start in range(0, table.num_rows, self._run_rows):
            part = table.slice(start, self._run_rows).replace_schema_metadata()
            self._waiting[is_old].append(part)
            self._waiting_rows += part.num_rows
            if self._waiting_rows >= self._run_rows:
                self._set_down()

    def batches(self) -> Iterator[pa.Table]:
        """All rows in order, one for each result of a point."""
        if not self._runs:
            tables: Iterator[pa.Table] = iter([self._take_waiting()] if self._waiting_rows else [])
        else:
            self._set_down()
            tables = _merged(self._runs)
        for table in tables:
            kept = self._one_per_result(table)
            self.counts.total += kept.num_rows
            yield kept.drop_columns([_ORDER])

    def _set_down(self) -> None:
        if not self._waiting_rows:
            return
        path = self._folder / f"{len(self._runs)}.arrow"
        try:
            self._runs.append(_Run(path, self._take_waiting()))
        except OSError as fault:
            raise ScratchError(first_line(fault)) from fault

    def _take_waiting(self) -> pa.Table:
        """The rows that wait, sorted; then none wait. Small tables are put together before they get their bytes."""
        parts = []
        for is_old, tables in self._waiting.items():
            if tables:
                part = _together(tables)
                parts.append(part.append_column(_ORDER, order_of(part, is_old=is_old)))
        self._waiting, self._waiting_rows = {False: [], True: []}, 0
        return _sorted(parts[0] if len(parts) == 1 else _together(parts))

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
    """Sorted rows on the disk, read back from the front. starts: the first row's bytes of each piece that is read."""

    def __init__(self, path: Path, table: pa.Table) -> None:
        with pa.OSFile(str(path), "wb") as file, pa.ipc.new_file(file, table.schema) as writer:
            writer.write_table(table, max_chunksize=_CHUNK_ROWS)
        order = table.column(_ORDER)
        self.starts: list[bytes] = [order[at].as_py() for at in range(0, table.num_rows, _CHUNK_ROWS)]
        self._reader = pa.ipc.open_file(pa.OSFile(str(path), "rb"))
        self._at = 0
        self._rest: pa.Table = table.schema.empty_table()  # not a slice: that would keep all rows in memory

    def below(self, bound: bytes | None) -> pa.Table:
        """The rows that are left and sort below some bytes, or all that are left."""
        end = len(self.starts) if bound is None else bisect_left(self.starts, bound)
        pieces = [self._reader.get_batch(at) for at in range(self._at, end)]
        self._at = max(self._at, end)
        table = pa.concat_tables([self._rest, pa.Table.from_batches(pieces)]) if pieces else self._rest
        count = table.num_rows
        if bound is not None:
            count -= _CHUNK_ROWS if count > _CHUNK_ROWS else count  # all but the last piece are below the bound
            count += bisect_left(table.column(_ORDER).slice(count).to_pylist(), bound)
        self._rest = table.slice(count)
        return table.slice(0, count)


def _merged(runs: list[_Run]) -> Iterator[pa.Table]:
    """The rows of sorted runs in one order, range by range. No point is cut in two."""
    starts = sorted(start for run in runs for start in run.starts)
    step = max(_RANGE_ROWS // _CHUNK_ROWS, 1)
    bounds = sorted({point_of(pa.array([start], pa.binary()))[0].as_py() for start in starts[step::step]})
    for bound in [*bounds, None]:
        parts = [part for run in runs if (part := run.below(bound)).num_rows]
        if parts:
            yield _sorted(_together(parts))


def _together(tables: list[pa.Table]) -> pa.Table:
    """One table of several; a column that one of them has no value in takes its type from the others."""
    return pa.concat_tables(tables, promote_options="permissive").combine_chunks()


def _sorted(table: pa.Table) -> pa.Table:
    return table.take(pc.sort_indices(table.column(_ORDER)))


def _groups(point: pa.Array) -> Array:
    """Codes 0..k-1 (n,) of equal points that follow one another."""
    if len(point) < 2:
        return np.zeros(len(point), dtype=np.int64)
    differs = pc.not_equal(point.slice(1), point.slice(0, len(point) - 1)).cast(pa.int8())
    return np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(np.from_dlpack(differs), dtype=np.int64)])
