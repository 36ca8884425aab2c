"""`python -m bench.folder N DIR`: write a data folder of N pairs, catalogs and rows; prints how many rows."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from bench.names import Pair, gpus_toml, models_toml, pairs, tco_toml
from bench.rows import Row, rows
from site_builder.dataset.columns import COLUMNS
from site_builder.dataset.export import ARROW_TYPES

PROJECT = Path(__file__).resolve().parent.parent
_SHIPPED = ("engines.toml", "site.toml")
_PAIRS_AT_ONCE = 500
# Columns that real files have too, whether the builder reads them or not.
_STATS = tuple(
    f"{stat}_{name}" for name in ("ttft", "tpot", "itl", "e2el") for stat in ("mean", "median", "p90", "p99")
)
_MORE_NUMBERS = (*_STATS, "avg_power_w")
_MORE_COUNTS = ("num_requests_total", "num_requests_successful")


def write_folder(total: int, folder: Path) -> int:
    """Write catalogs and rows of `total` pairs; gives the number of rows."""
    chosen = pairs(total)
    benchmarks = folder / "benchmarks"
    benchmarks.mkdir(parents=True)
    for name in _SHIPPED:
        shutil.copy(PROJECT / "data" / name, folder)
    for name, text in (("models", models_toml), ("gpus", gpus_toml), ("tco", tco_toml)):
        (folder / f"{name}.toml").write_text(text(chosen), encoding="utf-8")
    return _write_rows(chosen, benchmarks / "rows.parquet")


def _schema() -> pa.Schema:
    fields = {column.name: ARROW_TYPES[column.kind] for column in COLUMNS}
    fields = dict.fromkeys(_MORE_COUNTS, pa.int32()) | dict.fromkeys(_MORE_NUMBERS, pa.float64()) | fields
    return pa.schema(list(fields.items()))


def _write_rows(chosen: Sequence[Pair], path: Path) -> int:
    """Some pairs at a time, so that memory stays small whatever their number."""
    schema, written = _schema(), 0
    with pq.ParquetWriter(path, schema, compression="zstd") as writer:
        for start in range(0, len(chosen), _PAIRS_AT_ONCE):
            some = [row for pair in chosen[start : start + _PAIRS_AT_ONCE] for row in rows(pair)]
            writer.write_table(_table(some, schema))
            written += len(some)
    return written


def _table(some: Iterable[Row], schema: pa.Schema) -> pa.Table:
    listed = list(some)
    columns = [pa.array([row.get(field.name) for row in listed], type=field.type) for field in schema]
    return pa.Table.from_arrays(columns, schema=schema)


if __name__ == "__main__":
    print(write_folder(int(sys.argv[1]), Path(sys.argv[2])))
