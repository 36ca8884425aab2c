"""InferenceX aggregate rows: one table a run, or a list that a collector has put together without checks.

Fixed sequences and agentic traces; the latter flat (`users`, `ttlt`) or nested (`request_metrics`). Agentic speeds are
1 over the gap latency of the row: the stored ones are percentiles of 1/ITL in some versions, which swaps the tails.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from site_builder.importing.batch import (
    DATA_PARALLEL,
    SHARED_LAYOUT,
    Record,
    first_of,
    flag_of,
    leaves_of,
    number_of,
    taken,
    text_of,
)
from site_builder.importing.dates import day_of
from site_builder.importing.format import Format, Reading, each
from site_builder.importing.formats.inferencex import (
    AGENTIC,
    ROLE_KEYS,
    basis_of,
    benchmark_of,
    column_of_metric,
    image_of,
    offload_of,
)
from site_builder.importing.statistics import block_latencies

_LATENCY = "request_metrics.latency"
_USED = frozenset(
    {
        *SHARED_LAYOUT,
        *ROLE_KEYS,
        *("conc", "users", "isl", "osl", "num_prefill_gpu", "num_decode_gpu", "num_gpus", "std_intvty"),
        *("num_requests_total", "num_requests_successful", "dp", "dp_size", "data_parallel_size"),
        "request_metrics.throughput.duration_seconds",
        *(f"request_metrics.throughput.{name}.tokens_per_second" for name in ("input", "output", "total")),
        *(f"request_metrics.throughput.per_gpu.{name}_tput_tps" for name in ("input", "output", "total")),
        *("request_metrics.tokens.input.mean", "request_metrics.tokens.output_actual.mean"),
    }
)


def recognises(table: Mapping[str, Any]) -> bool:
    """The label of a runner beside a model prefix or a throughput per GPU."""
    return "hw" in table and ("infmax_model_prefix" in table or "tput_per_gpu" in table)


def read(index: int, row: Mapping[str, Any]) -> Iterator[Reading]:
    """One row."""
    nested = isinstance(row.get("request_metrics"), Mapping)
    kind = AGENTIC if nested else benchmark_of(row.get("scenario_type"))
    agentic = kind == AGENTIC
    numbers = _identity(row) | (_nested_metrics(row) if nested else _flat_metrics(row))
    basis = basis_of(kind)
    texts = {
        "model": text_of(row.get("infmax_model_prefix")),
        "model_path": text_of(row.get("model")),
        "hardware": text_of(row.get("hw")),
        "framework": text_of(row.get("framework")),
        "precision": text_of(row.get("precision")),
        "spec_method": text_of(row.get("spec_decoding")) or text_of(row.get("spec_method")),
        "image": image_of(text_of(row.get("image"))),
        "benchmark_type": kind,
        "offload_mode": offload_of(*(row.get(name) for name in ("offload_mode", "kv_offloading", "offloading"))),
        "run_url": text_of(row.get("run_url")),
        "status": _status(row),
        "intvty_basis": basis,
        "source_version": ("agentic v3" if nested else "agentic v2" if "users" in row else "agentic")
        if agentic
        else None,
    }
    yield Record(index, numbers, texts, _extra(row, agentic=agentic))


def _identity(row: Mapping[str, Any]) -> dict[str, float | None]:
    numbers = {name: number_of(row.get(name)) for name in (*SHARED_LAYOUT, *ROLE_KEYS) if name in row}
    numbers |= {name: flag_of(row.get(name)) for name in row if name.endswith("dp_attention")}
    numbers |= {name: flag_of(row.get(name)) for name in ("disagg", "is_multinode")}
    for name in ("isl", "osl", "num_prefill_gpu", "num_decode_gpu", "num_gpus"):
        numbers[name] = number_of(row.get(name))
    numbers["num_requests_total"] = number_of(row.get("num_requests_total"))
    numbers["num_requests_successful"] = number_of(row.get("num_requests_successful"))
    numbers["conc"] = first_of(number_of(row.get(name)) for name in ("conc", "users"))
    numbers["date"] = day_of(row.get("date"))
    numbers[DATA_PARALLEL] = first_of(number_of(row.get(name)) for name in ("dp", "dp_size", "data_parallel_size"))
    return numbers


def _flat_metrics(row: Mapping[str, Any]) -> dict[str, float | None]:
    return {column: number_of(value) for key, value in row.items() if (column := column_of_metric(key))}


def _nested_metrics(row: Mapping[str, Any]) -> dict[str, float | None]:
    numbers: dict[str, float | None] = {}
    for latency in ("ttft", "tpot", "itl", "full_response_itl", "e2el"):
        numbers |= block_latencies(taken(row, f"{_LATENCY}.{latency}"), latency, 1.0)
    speed = taken(row, f"{_LATENCY}.e2e_norm_intvty")
    numbers["median_e2e_norm_intvty"] = number_of(taken(speed, "p50"))
    numbers["p90_e2e_norm_intvty"] = number_of(taken(speed, "p90"))
    throughput = taken(row, "request_metrics.throughput")
    for name, own in (("", "total"), ("output_", "output"), ("input_", "input")):
        numbers[f"{name}tput_per_gpu"] = number_of(taken(throughput, f"per_gpu.{own}_tput_tps"))
        numbers[f"{own}_tput_tps"] = number_of(taken(throughput, f"{own}.tokens_per_second"))
    numbers["duration_seconds"] = number_of(taken(throughput, "duration_seconds"))
    numbers["mean_input_tokens"] = number_of(taken(row, "request_metrics.tokens.input.mean"))
    numbers["mean_output_tokens_actual"] = number_of(taken(row, "request_metrics.tokens.output_actual.mean"))
    return numbers


def _status(row: Mapping[str, Any]) -> str | None:
    """ok where the row accounts for its requests and none failed, though warm-up requests are in its total."""
    return "ok" if number_of(taken(row, "request_accounting.records_error_dropped")) == 0 and (
        number_of(taken(row, "request_accounting.records_dropped_total"))
        == number_of(taken(row, "request_accounting.records_warmup_dropped"))
    ) else None  # fmt: skip


def _extra(row: Mapping[str, Any], *, agentic: bool) -> dict[str, float]:
    """What no column holds; of agentic rows the stored speeds too, under their own names."""

    def wanted(path: str) -> bool:
        if path in _USED:
            return False
        if agentic and ("intvty" in path):
            return "std" not in path and "e2e_norm" not in path
        return not path.startswith(f"{_LATENCY}.") and column_of_metric(path) is None

    return dict(leaves_of(row, wanted))


FORMAT = Format("inferencex-row", "InferenceX aggregate row", recognises, each(read), per_gpu=True)
