"""InferenceX API rows: a list of tables with flat identity columns and `metrics` in seconds and tokens/s/GPU.

For a row without a layout of its own for each role the site stores tp x ep as GPUs of both roles: those columns are
kept, since they identify a line, but GPUs are never counted from them (complete.py does that).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from site_builder.dataset.rows import Array
from site_builder.dataset.texts import Texts
from site_builder.importing.batch import Batch, column_of
from site_builder.importing.dates import day_of, moment_of
from site_builder.importing.format import Format, Reading
from site_builder.importing.formats.inferencex import (
    basis_of,
    benchmark_of,
    columns_of,
    flags,
    image_of,
    layout_columns,
    metric_columns,
    offload_column,
    texts,
)

_NO_METRICS = frozenset({"offload_mode", "kv_offloading", "offloading", "kv_offload_backend", "router_name"})
_OFFLOAD = ("offload_mode", "kv_offloading", "offloading")
_TEXTS = (*("hardware", "framework", "model", "precision", "spec_method", "image", "run_url", "benchmark_type"),)


def recognises(table: Mapping[str, Any]) -> bool:
    """Identity columns beside a table of metrics."""
    return {"hardware", "spec_method", "metrics"} <= table.keys() and isinstance(table["metrics"], Mapping)


def read(tables: list[tuple[int, Mapping[str, Any]]]) -> Iterator[Reading]:
    """All rows at once, column by column."""
    size = len(tables)
    metrics = [row["metrics"] for _, row in tables]
    rows = columns_of([row for _, row in tables])
    nothing: list[Any] = [None] * size
    numbers, extra = metric_columns(metrics, _NO_METRICS)
    numbers |= layout_columns(rows)
    numbers |= {name: column_of(rows[name]) for name in ("isl", "osl", "conc", "num_gpus") if name in rows}
    numbers |= {name: flags(rows[name]) for name in ("disagg", "is_multinode") if name in rows}
    numbers["date"] = _converted(rows.get("date", nothing), day_of)
    if "run_started_at" in rows:
        numbers["run_started_at"] = _converted(rows["run_started_at"], moment_of)
    yield Batch(
        size, np.array([index for index, _ in tables], np.float64), numbers, _texts(rows, metrics), extra, _failed(rows)
    )


def _texts(rows: Mapping[str, Sequence[Any]], metrics: list[Mapping[str, Any]]) -> dict[str, Texts]:
    size = len(metrics)
    found = {name: texts(rows[name]) for name in _TEXTS if name in rows}
    nothing = Texts.constant(None, size)
    said = [texts(rows[name]) for name in _OFFLOAD if name in rows]
    said += [texts([each.get(name) for each in metrics]) for name in _OFFLOAD if any(name in each for each in metrics)]
    errors = rows.get("error", ())
    if any(errors):
        found["status"] = texts(["failed" if error else None for error in errors])
    benchmark = found.get("benchmark_type", nothing).mapped(benchmark_of)
    return found | {
        "image": found.get("image", nothing).mapped(image_of),
        "benchmark_type": benchmark,
        "intvty_basis": benchmark.mapped(basis_of),
        "offload_mode": offload_column(said or [nothing]),
    }


def _failed(rows: Mapping[str, Sequence[Any]]) -> dict[int, tuple[str, ...]]:
    errors = enumerate(rows.get("error", ()))
    return {place: (f"the row says that it failed: {error}",) for place, error in errors if error}


def _converted(values: Sequence[Any], convert: Callable[[object], int | None]) -> Array:
    """Texts as numbers, each distinct one once."""
    column = texts(values)
    numbers = [convert(word) for word in column.words]
    return np.array([np.nan if number is None else number for number in numbers], dtype=np.float64)[column.codes]


FORMAT = Format("inferencex-api", "InferenceX API rows", recognises, read, per_gpu=True)
