"""`python -m bench.imports [ROWS]`: how fast rows come in, and in how much memory, from Parquet and from API JSON."""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from bench.document import with_imports

_CONCURRENCIES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
_STATISTICS = ("mean", "median", "p90", "p99", "p99.9", "std")
_PIECE_ROWS = 50_000
# The kernel's own high-water mark: what the parent used before is not in it.
_CHILD = """
import sys
from site_builder.cli import main
try:
    main(prog_name="build-site")
finally:
    print(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")).split()[1])
"""
_PROJECT = Path(__file__).resolve().parent.parent
_DOCUMENT = _PROJECT / "docs/benchmarks.md"
_PART = """\
Written by `{command}`, one run of each in a process of its own, into an empty target; machine and versions as above.

{table}
"""


@dataclass(frozen=True)
class Measured:
    """An import in a process of its own: what it read, wall and CPU seconds, the largest resident size."""

    source: str
    rows: int
    megabytes: float
    wall_seconds: float
    cpu_seconds: float
    peak_megabytes: float


def main(arguments: Sequence[str]) -> int:
    """Measure and print a table; with --write put it into docs/benchmarks.md."""
    parser = argparse.ArgumentParser(prog="python -m bench.imports", description="Measure imports of ROWS rows.")
    parser.add_argument("rows", metavar="ROWS", nargs="?", type=int, default=1_000_000)
    parser.add_argument("--write", action="store_true", help="renew the part on imports of docs/benchmarks.md")
    options = parser.parse_args(arguments)
    count = options.rows
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = {"Parquet of API rows": _write_parquet(folder, count), "API JSON, one list": _write_json(folder, count)}
        found = [_measured(source, file, count) for source, file in files.items()]
        found.append(_measured("canonical Parquet", folder / "rows.parquet.out.parquet", count))
    table = "\n".join(_table(found))
    print(table)
    if options.write:
        command = f"python -m bench.imports {count} --write"
        page = with_imports(_DOCUMENT.read_text(encoding="utf-8"), _PART.format(command=command, table=table))
        _DOCUMENT.write_text(page, encoding="utf-8")
    return 0


def _table(found: Sequence[Measured]) -> Iterator[str]:
    yield "| Source | Rows | MB | Wall s | CPU s | Rows/s (wall) | Rows/s (CPU) | Peak MB |"
    yield "|:--|--:|--:|--:|--:|--:|--:|--:|"
    for each in found:
        per_wall, per_cpu = each.rows / each.wall_seconds, each.rows / each.cpu_seconds
        cells = [f"{each.rows:,}", f"{each.megabytes:,.0f}", f"{each.wall_seconds:.1f}", f"{each.cpu_seconds:.1f}"]
        cells += [f"{per_wall:,.0f}", f"{per_cpu:,.0f}", f"{each.peak_megabytes:,.0f}"]
        yield f"| {' | '.join([each.source, *cells])} |"


def _rows(count: int) -> Iterator[dict[str, Any]]:
    """Made-up API rows with the keys that real ones have, every point once."""
    stream = random.Random(1)
    for number in range(count):
        conc = _CONCURRENCIES[number % len(_CONCURRENCIES)]
        line = number // len(_CONCURRENCIES)
        tp, run = (4, 8)[line % 2], 10_000_000_000 + line // 6
        tpot = 0.005 + stream.random() * 0.03
        e2el = tpot * 922 + 0.3
        output = conc * 922 / e2el / tp
        times = {"ttft": 0.3, "tpot": tpot, "itl": tpot * 1.1, "e2el": e2el}
        metrics = {f"{s}_{name}": value * (1 + 0.1 * place) for name, value in times.items()
                   for place, s in enumerate(_STATISTICS)}  # fmt: skip
        metrics |= {"mean_e2el": e2el, "median_tpot": tpot, "median_intvty": 1 / tpot}
        metrics |= {"tput_per_gpu": output * 9, "output_tput_per_gpu": output, "input_tput_per_gpu": output * 8}
        layout = {"tp": tp, "ep": 1, "dp_attention": False, "num_workers": 0}
        yield {
            "hardware": ("b300", "b200", "mi355x")[line % 3],
            "framework": ("vllm", "sglang", "trt")[line // 3 % 3],
            "model": "dsr1",
            "precision": "fp8",
            "spec_method": "none",
            "disagg": False,
            "is_multinode": False,
            **{f"{role}_{key}": value for role in ("prefill", "decode") for key, value in layout.items()},
            "num_prefill_gpu": tp,
            "num_decode_gpu": tp,
            "isl": 8192,
            "osl": 1024,
            "conc": conc,
            "image": "vllm/vllm-openai:v0.21.0",
            "metrics": metrics,
            "workers": None,
            "date": "2026-09-01",
            "run_url": f"https://github.com/o/r/actions/runs/{run}/attempts/1",
        }


def _write_json(folder: Path, count: int) -> Path:
    path = folder / "rows.json"
    with path.open("w", encoding="utf-8") as file:
        for place, row in enumerate(_rows(count)):
            file.write(("," if place else "[") + json.dumps(row))
        file.write("]")
    return path


def _write_parquet(folder: Path, count: int) -> Path:
    path = folder / "rows.parquet"
    writer: pq.ParquetWriter | None = None
    piece: list[dict[str, Any]] = []
    for place, row in enumerate(_rows(count), start=1):
        metrics = row.pop("metrics")
        del row["workers"]
        piece.append(row | metrics)
        if len(piece) == _PIECE_ROWS or place == count:
            table = pa.Table.from_pylist(piece)
            writer = writer or pq.ParquetWriter(path, table.schema, compression="zstd")
            writer.write_table(table)
            piece = []
    assert writer is not None
    writer.close()
    return path


def _measured(source: str, file: Path, count: int) -> Measured:
    """One import in a process of its own, which tells its largest size at the end."""
    target = file.with_name(f"{file.name}.out.parquet")
    command = [sys.executable, "-c", _CHILD, "import", str(file), "--out", str(target), "--quiet"]
    start = time.perf_counter()
    with subprocess.Popen(command, cwd=_PROJECT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        said = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.perf_counter() - start
    if process.returncode or pq.read_metadata(target).num_rows != count:
        raise SystemExit(f"{source}: the import failed or lost rows")
    cpu = usage.ru_utime + usage.ru_stime
    return Measured(source, count, file.stat().st_size / 1e6, wall, cpu, int(said) / 1e3)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
