"""`python -m bench.floor DATA CONTENT OUT`: read the same Parquet columns, write the same bytes, and nothing else.

No build from the same rows to the same files can be expected to take less. CONTENT is what output.py kept of a build:
all bytes in one file, and a list of names and sizes.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pyarrow.parquet as pq


def read(data: Path, wanted: set[str]) -> int:
    """Read the wanted columns of every file; gives the number of rows."""
    rows = 0
    for path in sorted((data / "benchmarks").rglob("*.parquet")):
        with pq.ParquetFile(path) as file:
            table = file.read(columns=[name for name in file.schema_arrow.names if name in wanted])
        rows += table.num_rows
    return rows


def write(content: Path, files: list[tuple[str, int]], out: Path) -> None:
    """Write every file with its bytes, each folder made once."""
    for folder in dict.fromkeys(Path(name).parent for name, _ in files):
        (out / folder).mkdir(parents=True, exist_ok=True)
    with content.open("rb") as source:
        for name, size in files:
            (out / name).write_bytes(source.read(size))


def main() -> None:
    """Do both, once."""
    data, content, out = (Path(argument) for argument in sys.argv[1:])
    kept = json.loads((content / "list.json").read_bytes())
    read(data, set(kept["columns"]))
    write(content / "bytes", kept["files"], out)


if __name__ == "__main__":
    main()
