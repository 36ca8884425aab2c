"""From rows to one Parquet file: columns, types, order of rows, and the note on where they come from."""

from collections.abc import Iterable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from sample.rows import Row

SOURCE = "Sample rows made by `python -m sample`; not measurements."
COMPRESSION = "zstd"
ROLES = ("prefill", "decode")

# What tells one row from another. Rows are sorted by these: the order of plans leaves no trace in the file.
KEYS = (
    *("model", "hardware", "framework", "precision", "spec_method", "disagg", "is_multinode", "offload_mode"),
    *("benchmark_type", "isl", "osl", "date", "num_gpus"),
    *(f"{role}_{part}" for role in ROLES for part in ("tp", "ep", "dp_attention", "num_workers")),
    "conc",
)


def schema() -> pa.Schema:
    """The columns of the canonical results table that a page can use, in its types."""
    text, whole, real, flag = pa.string(), pa.int32(), pa.float64(), pa.bool_()
    topology = [(f"{role}_{part}", whole) for role in ROLES for part in ("tp", "ep", "num_workers")]
    latencies = [
        (f"{stat}_{name}", real)
        for name in ("ttft", "tpot", "itl", "e2el")
        for stat in ("mean", "median", "p90", "p99")
    ]
    fields = [
        *((name, text) for name in ("model", "hardware", "framework", "precision", "spec_method")),
        *((name, flag) for name in ("disagg", "is_multinode")),
        *((name, whole) for name in ("num_gpus", "num_prefill_gpu", "num_decode_gpu")),
        *topology,
        *((f"{role}_dp_attention", flag) for role in ROLES),
        ("benchmark_type", text),
        *((name, whole) for name in ("isl", "osl", "conc")),
        *((name, text) for name in ("offload_mode", "image")),
        ("date", pa.date32()),
        ("run_url", text),
        ("run_started_at", pa.timestamp("us", tz="UTC")),
        *((name, text) for name in ("status", "error")),
        *((f"{kind}tput_per_gpu", real) for kind in ("", "output_", "input_")),
        *latencies,
        *((f"{stat}_intvty", real) for stat in ("median", "p90", "p99")),
        *((name, whole) for name in ("num_requests_total", "num_requests_successful")),
        *((name, real) for name in ("avg_power_w", "joules_per_output_token", "joules_per_total_token")),
    ]
    return pa.schema(fields, metadata={"source": SOURCE})


def table(rows: Iterable[Row]) -> pa.Table:
    """All rows, sorted; a name outside the schema is a slip of this package, so it is refused."""
    ordered = sorted(rows, key=_order)
    columns = schema()
    for row in ordered:
        if unknown := sorted(set(row) - set(columns.names)):
            raise ValueError(f"rows hold columns that the schema lacks: {', '.join(unknown)}")
    return pa.Table.from_pylist(ordered, schema=columns)


def write(content: pa.Table, path: Path) -> None:
    """Write beside the target and rename, so that a half-written file is never read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(path.name + ".tmp")
    try:
        pq.write_table(content, draft, compression=COMPRESSION)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _order(row: Row) -> tuple[tuple[bool, str | float], ...]:
    """Null sorts first; numbers and flags by size, all else by its text (ISO dates sort as text)."""
    return tuple(_cell(row.get(key)) for key in KEYS)


def _cell(value: object) -> tuple[bool, str | float]:
    if value is None:
        return (False, 0)
    return (True, value if isinstance(value, int) else str(value))
