"""Writes the canonical Parquet, and brings new rows together with those that a file already holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from site_builder.dataset.ahead import one_ahead
from site_builder.dataset.canonical import as_canonical, as_light, canonical_schema, is_canonical
from site_builder.dataset.merge import SortedRows
from site_builder.dataset.schema import FIELDS, Type
from site_builder.errors import Problems
from site_builder.places import first_line

_GROUP_ROWS = 2**16
_READ_ROWS = 2**15
_SAMPLE = b"Sample rows; not measurements."


def is_sample(schema: pa.Schema) -> bool:
    """Whether a file says of itself that its rows are made up."""
    return bool((schema.metadata or {}).get(b"source", b"").startswith(b"Sample rows"))


def check_target(path: Path, problems: Problems) -> None:
    """Record an error when a file is there that import has not written: it stays as it is."""
    if not path.exists():
        return
    try:
        with pq.ParquetFile(path) as file:
            if not is_canonical(file.schema_arrow):
                message = "it has other columns than import writes, expected a file of import or none"
                problems.error("foreign-target", path.as_posix(), message, "name another file with --out")
    except (pa.ArrowException, OSError, ValueError) as fault:
        message = f"it is no Parquet that can be read ({first_line(fault)}), expected a file of import or none"
        problems.error("foreign-target", path.as_posix(), message, "name another file with --out")


def add_earlier_rows(path: Path, imported: Iterable[str], rows: SortedRows) -> bool:
    """Take the rows that a file holds, without those of files (by hash) that are imported anew.

    Returns whether the file says that rows are made up."""
    if not path.exists():
        return False
    hashes = pa.array(sorted(imported), pa.string())
    with pq.ParquetFile(path) as file:
        for batch in file.iter_batches(_READ_ROWS):
            table = pa.Table.from_batches([batch])
            again = pc.is_in(table.column("source_sha256"), value_set=hashes)
            kept = table.filter(pc.invert(again))
            rows.counts.replaced += table.num_rows - kept.num_rows
            rows.add(as_light(kept), is_old=True)
        return is_sample(file.schema_arrow)


def write_rows(path: Path, rows: SortedRows, *, sample: bool) -> None:
    """Write all rows in order: row groups of one size, compressed, the same bytes for the same rows."""
    schema = canonical_schema(is_sample=sample)
    texts = [each.name for each in FIELDS if each.type is Type.TEXT]
    with pq.ParquetWriter(
        path, schema, compression="zstd", compression_level=3, use_dictionary=texts, write_page_index=False
    ) as writer:
        for group in one_ahead(_groups(rows.batches())):
            writer.write_table(as_canonical(group, schema), row_group_size=_GROUP_ROWS)


def sample_parquet(rows: Iterable[Mapping[str, object]]) -> bytes:
    """Rows that are made up, by their columns' names, as a Parquet file that says so of itself."""
    given = list(rows)
    names = list(dict.fromkeys(name for row in given for name in row))
    columns = {name: pa.array([row.get(name) for row in given]) for name in names}
    sink = pa.BufferOutputStream()
    pq.write_table(pa.table(columns, metadata={"source": _SAMPLE}), sink, compression="zstd")
    content: bytes = sink.getvalue().to_pybytes()
    return content


def _groups(tables: Iterator[pa.Table]) -> Iterator[pa.Table]:
    """The same rows in tables of one size, the last one smaller, each in one piece."""
    waiting: list[pa.Table] = []
    count = 0
    for table in tables:
        waiting.append(table)
        count += table.num_rows
        while count >= _GROUP_ROWS:
            whole = pa.concat_tables(waiting, promote_options="permissive")
            yield whole.slice(0, _GROUP_ROWS).combine_chunks()
            waiting, count = [whole.slice(_GROUP_ROWS)], count - _GROUP_ROWS
    if count:
        yield pa.concat_tables(waiting, promote_options="permissive").combine_chunks()
