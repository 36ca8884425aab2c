"""InferenceX API rows: a list of tables with flat identity columns and `metrics` in seconds and tokens/s/GPU.

For a row without a layout of its own for each role the site stores tp x ep as GPUs of both roles: those columns are
kept, since they identify a line, but GPUs are never counted from them (complete.py does that).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from site_builder.importing.batch import Batch, column_of
from site_builder.importing.dates import day_of, moment_of
from site_builder.importing.format import Format, Reading
from site_builder.importing.formats.inferencex import (
    LAYOUT_KEYS,
    benchmark_of,
    flags,
    image_of,
    layout_columns,
    metric_columns,
    offload_of,
    run_id_of,
    texts,
)

_NO_METRICS = frozenset({"offload_mode", "kv_offloading", "offloading", "kv_offload_backend", "router_name"})
_IDENTITY = frozenset(
    {
        *LAYOUT_KEYS,
        *("hardware", "framework", "model", "precision", "spec_method", "disagg", "is_multinode", "isl", "osl", "conc"),
        *("image", "metrics", "workers", "date", "run_url", "benchmark_type", "offload_mode", "error", "id"),
    }
)


def recognises(table: Mapping[str, Any]) -> bool:
    """Identity columns beside a table of metrics."""
    return {"hardware", "spec_method", "metrics"} <= table.keys() and isinstance(table["metrics"], Mapping)


def read(tables: list[tuple[int, Mapping[str, Any]]]) -> Iterator[Reading]:
    """All rows at once, column by column."""
    rows = [row for _, row in tables]
    metrics = [row["metrics"] for row in rows]
    numbers, extra = metric_columns(metrics, _NO_METRICS)
    numbers |= layout_columns(rows)
    numbers |= {name: column_of([row.get(name) for row in rows]) for name in ("isl", "osl", "conc")}
    numbers |= {name: flags([row.get(name) for row in rows]) for name in ("disagg", "is_multinode")}
    numbers["date"] = column_of([day_of(row.get("date")) for row in rows])
    numbers["run_started_at"] = column_of([moment_of(row.get("run_started_at")) for row in rows])
    urls = texts(rows, "run_url")
    found = {
        **{name: texts(rows, name) for name in ("hardware", "framework", "model", "precision", "spec_method")},
        "image": [image_of(image) for image in texts(rows, "image")],
        "run_url": urls,
        "run_id": [run_id_of(url) for url in urls],
        "benchmark_type": [benchmark_of(row.get("benchmark_type")) for row in rows],
        "offload_mode": [offload_of(*_offloads(row, each)) for row, each in zip(rows, metrics, strict=True)],
        "status": ["failed" if row.get("error") else None for row in rows],
    }
    doubts = {
        place: (f"the row says that it failed: {row['error']}",) for place, row in enumerate(rows) if row.get("error")
    }
    yield Batch(len(rows), np.array([index for index, _ in tables], np.float64), numbers, found, extra, doubts)


_OFFLOAD = ("offload_mode", "kv_offloading", "offloading")


def _offloads(row: Mapping[str, Any], metrics: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(each.get(name) for name in _OFFLOAD for each in (row, metrics))


FORMAT = Format("inferencex-api", "InferenceX API rows", recognises, read, per_gpu=True)
