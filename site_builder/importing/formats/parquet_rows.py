"""Parquet with the column names of InferenceX's API: flat, or with its metrics in a column of their own."""

from __future__ import annotations

import numpy as np

from site_builder.dataset.columns import Kind
from site_builder.dataset.foreign import Piece
from site_builder.dataset.rows import Array
from site_builder.dataset.texts import Texts
from site_builder.errors import Problems
from site_builder.importing.batch import Batch
from site_builder.importing.formats.inferencex import (
    LAYOUT_KEYS,
    basis_of,
    benchmark_of,
    column_of_metric,
    image_of,
    offload_column,
)

KEY, TITLE = "parquet", "Parquet of InferenceX rows"
NEEDED = ("model", "hardware", "framework", "precision", "tput_per_gpu")
_TEXTS = (
    *("model", "hardware", "framework", "precision", "spec_method", "image", "run_url", "run_id", "benchmark_type"),
    *("offload_mode", "kv_offloading", "offloading", "status", "error"),
)
_FLAGS = ("disagg", "is_multinode")
_WHOLES = ("isl", "osl", "conc", "num_gpus", "request_rate")


def read(piece: Piece, file: str, problems: Problems) -> Batch:
    """Some rows of a file; errors are recorded for cells that do not fit."""
    numbers = piece.numbers(_kinds(piece), file, problems)
    texts = piece.texts([name for name in _TEXTS if name in piece.names], file, problems)
    others = [name for name in piece.names if piece.is_number(name) and name not in numbers and name != "std_intvty"]
    extra = _extra(piece.numbers(dict.fromkeys(others, Kind.NUMBER), file, problems), piece.size)
    index = np.arange(piece.start, piece.start + piece.size, dtype=np.float64)
    error = texts.pop("error", Texts.constant(None, piece.size))
    failed = error.where(bool)
    doubts = {place: (f"the row says that it failed: {error[place]}",) for place in np.flatnonzero(failed).tolist()}
    return Batch(piece.size, index, _canonical(numbers), _texts(texts, failed), extra, doubts)


def _kinds(piece: Piece) -> dict[str, Kind]:
    """How the columns that are not text are read."""
    kinds: dict[str, Kind] = {}
    for name in piece.names:
        if name in _FLAGS or name.endswith("dp_attention"):
            kinds[name] = Kind.FLAG
        elif name in (*_WHOLES, *LAYOUT_KEYS) or column_of_metric(name):
            kinds[name] = Kind.NUMBER
        elif name == "date":
            kinds[name] = Kind.DATE
        elif name == "run_started_at":
            kinds[name] = Kind.TIME
    return kinds


def _canonical(numbers: dict[str, Array]) -> dict[str, Array]:
    """Columns under their canonical names, without infinities."""
    found: dict[str, Array] = {}
    for name, values in numbers.items():
        column = column_of_metric(name) or name
        if column not in found or column == name:
            found[column] = np.where(np.isfinite(values), values, np.nan)
    return found


def _texts(texts: dict[str, Texts], failed: Array) -> dict[str, Texts]:
    nothing = Texts.constant(None, len(failed))
    offloads = [texts.pop(name, nothing) for name in ("offload_mode", "kv_offloading", "offloading")]
    benchmark = texts.get("benchmark_type", nothing).mapped(benchmark_of)
    return texts | {
        "image": texts.get("image", nothing).mapped(image_of),
        "benchmark_type": benchmark,
        "intvty_basis": benchmark.mapped(basis_of),
        "offload_mode": offload_column(offloads),
        "status": texts.get("status", nothing).replaced(failed, Texts.constant("failed", len(failed))),
    }


def _extra(columns: dict[str, Array], size: int) -> list[dict[str, float]] | None:
    if not columns:
        return None
    extra: list[dict[str, float]] = [{} for _ in range(size)]
    for name, values in columns.items():
        for place in np.flatnonzero(np.isfinite(values)).tolist():
            extra[place][name] = values[place].item()
    return extra
