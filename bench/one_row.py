"""`python -m bench.one_row DATA`: change the throughput of one row of a data folder a little, by as much each time."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

_COLUMN, _FACTOR = "tput_per_gpu", 1.001


def change_one_row(data: Path) -> None:
    """Write the first file of rows again, with another figure in its middle row."""
    path = min((data / "benchmarks").rglob("*.parquet"))
    table = pq.read_table(path)
    at = table.schema.get_field_index(_COLUMN)
    values = table.column(at).to_pylist()
    values[len(values) // 2] *= _FACTOR
    pq.write_table(table.set_column(at, table.schema.field(at), pa.array(values, table.schema.field(at).type)), path)


def main(arguments: Sequence[str]) -> int:
    """Change it."""
    change_one_row(Path(arguments[0]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
