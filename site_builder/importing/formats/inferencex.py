"""What the rows of InferenceX have in common, whoever wrote them: identity, layout, statistics."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from site_builder.dataset.rows import Array
from site_builder.dataset.texts import Texts, combined
from site_builder.importing.batch import DATA_PARALLEL, SHARED_LAYOUT, column_of, flag_of, number_of, text_of
from site_builder.importing.statistics import canonical_key

AGENTIC = "agentic_traces"
_RUN_URL = re.compile(r"/actions/runs/(\d+)(?:/attempts/(\d+))?")
_SPEED = re.compile(r"(mean|median|p\d+(?:\.\d+)?)_intvty")
_MEANINGLESS = "std_intvty"  # the reciprocal of a standard deviation
_PLAIN_NUMBERS = (
    *("tput_per_gpu", "output_tput_per_gpu", "input_tput_per_gpu", "total_tput_tps", "output_tput_tps"),
    *("input_tput_tps", "avg_power_w", "joules_per_output_token", "joules_per_total_token", "duration_seconds"),
    *("num_requests_total", "num_requests_successful", "mean_input_tokens", "mean_output_tokens_actual"),
    *("median_e2e_norm_intvty", "p90_e2e_norm_intvty"),
)
ROLE_KEYS = tuple(f"{role}_{name}" for role in ("prefill", "decode") for name in SHARED_LAYOUT)
LAYOUT_KEYS = (*SHARED_LAYOUT, *ROLE_KEYS, "num_prefill_gpu", "num_decode_gpu")
_DATA_PARALLEL_KEYS = ("dp", "dp_size", "data_parallel_size")


def column_of_metric(key: str) -> str | None:
    """The canonical column of a metric's key, None for a key that is kept under its own name."""
    if key in _PLAIN_NUMBERS:
        return key
    if found := _SPEED.fullmatch(key):
        column = canonical_key(f"{found[1]}_tpot")
        return column.replace("_tpot", "_intvty") if column else None
    return canonical_key(key)


def metric_columns(
    metrics: Sequence[Mapping[str, Any]], apart: frozenset[str]
) -> tuple[dict[str, Array], list[dict[str, float]] | None]:
    """The metrics of many rows as columns, and what else is a number in each. apart: keys that are no metrics."""
    found = _number_columns(metrics)
    columns: dict[str, Array] = {}
    others = []
    for key in sorted(found.keys() - apart - {_MEANINGLESS}):
        column = column_of_metric(key)
        if column is None:
            others.append(key)
        elif column not in columns or column == key:
            columns[column] = found[key]
    return columns, extras(metrics, others) if others else None


def _number_columns(rows: Sequence[Mapping[str, Any]]) -> dict[str, Array]:
    """Every key's numbers (n,). Rows of one kind have the same keys in the same order and are taken together."""
    alike: dict[tuple[str, ...], list[int]] = {}
    for place, row in enumerate(rows):
        alike.setdefault(tuple(row), []).append(place)
    columns: dict[str, Array] = {}
    for keys, places in alike.items():
        values = [list(rows[place].values()) for place in places]
        try:
            matrix = np.array(values, dtype=np.float64)
        except (TypeError, ValueError, OverflowError):  # a text among them
            matrix = np.stack([column_of(column) for column in zip(*values, strict=True)], axis=1)
        matrix = np.where(np.isfinite(matrix), matrix, np.nan)
        for key, column in zip(keys, matrix.T, strict=True):
            if len(places) == len(rows):
                columns[key] = column
            else:
                columns.setdefault(key, np.full(len(rows), np.nan))[places] = column
    return columns


def extras(rows: Sequence[Mapping[str, Any]], keys: Sequence[str]) -> list[dict[str, float]]:
    """For each row the numbers that stand under some keys."""
    found: list[dict[str, float]] = [{} for _ in rows]
    for key in keys:
        for place, row in enumerate(rows):
            value = row.get(key)
            if isinstance(value, int | float) and (number := number_of(value)) is not None:
                found[place][key] = number
    return found


def layout_columns(rows: Mapping[str, Sequence[Any]]) -> dict[str, Array]:
    """Parallelism, workers and GPUs of each role, as far as the columns of rows tell."""
    columns = {
        key: flags(rows[key]) if key.endswith("dp_attention") else column_of(rows[key])
        for key in LAYOUT_KEYS
        if key in rows
    }
    for key in _DATA_PARALLEL_KEYS:
        if key in rows:
            columns[DATA_PARALLEL] = column_of(rows[key])
    return columns


def columns_of(rows: Sequence[Mapping[str, Any]]) -> dict[str, Sequence[Any]]:
    """The values of each key (n,), None where a row lacks it. Rows that have the same keys in one order go quickly."""
    first = tuple(rows[0])
    if all(tuple(row) == first for row in rows):
        return dict(zip(first, zip(*(row.values() for row in rows), strict=True), strict=True))
    keys = dict.fromkeys(key for row in rows for key in row)
    return {key: [row.get(key) for row in rows] for key in keys}


def flags(values: Sequence[Any]) -> Array:
    """True and false, also written as texts, as 1 and 0."""
    return column_of([flag_of(value) if isinstance(value, str) else value for value in values])


def texts(values: Sequence[Any]) -> Texts:
    """A column of texts; other values count as none."""
    try:
        return Texts.of(values)
    except (AttributeError, TypeError):
        return Texts.of([text_of(value) for value in values])


def run_id_of(url: str | None) -> str | None:
    """The CI run and its attempt, from the address of a run."""
    found = _RUN_URL.search(url) if url else None
    return f"{found[1]}/{found[2] or 1}" if found else None


def image_of(image: str | None) -> str | None:
    """An image as registries write it; InferenceX writes # for /."""
    return image.replace("#", "/") if image else None


def offload_of(*values: object) -> str:
    """on or off, from the first of the keys that a row may say it with."""
    found = next((value for each in values if (value := text_of(each))), "off").casefold()
    return "off" if found in ("none", "off") else "on"


def offload_column(columns: Sequence[Texts]) -> Texts:
    """on or off for each row, from the columns that may say it."""
    codes, modes = combined(columns, offload_of)
    return Texts(codes, tuple(modes))


def basis_of(benchmark: str | None) -> str | None:
    """What the speeds of a workload are 1 over: on agentic traces the gap latency of the row."""
    return "itl" if benchmark == AGENTIC else None


def benchmark_of(value: object) -> str:
    """Agentic traces under any of their names, single turns otherwise."""
    found = (text_of(value) or "").casefold()
    return AGENTIC if found.startswith("agentic") else found or "single_turn"
