"""vLLM `bench serve`, its forerunner `benchmark_serving.py`, and forks: milliseconds, or seconds without a suffix.

`backend` is the API of the client, not the engine, and `max_concurrent_requests` a measured peak, not what was offered.
ITL counts streamed chunks, so that interactivity comes from TPOT alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from site_builder.importing.batch import Record, leaves_of, number_of, quotient, text_of, total
from site_builder.importing.dates import day_of_stamp
from site_builder.importing.format import Format, Reading, each
from site_builder.importing.statistics import canonical_key, flat_latencies

_NAMES = frozenset(
    {
        *("date", "backend", "endpoint_type", "model_id", "tokenizer_id", "num_prompts", "request_rate", "label"),
        *("max_concurrency", "duration", "completed", "failed", "total_input_tokens", "total_output_tokens"),
        *("output_throughput", "input_throughput", "total_token_throughput", "best_of", "vllm_version", "version"),
    }
)


def recognises(table: Mapping[str, Any]) -> bool:
    """What every version of the tool writes, with latencies in milliseconds."""
    return _is_serving(table) and "median_ttft" not in table


def recognises_seconds(table: Mapping[str, Any]) -> bool:
    """The same with latencies in seconds, whose names have no suffix."""
    return _is_serving(table) and "median_ttft" in table


def _is_serving(table: Mapping[str, Any]) -> bool:
    return {"model_id", "tokenizer_id", "completed", "output_throughput"} <= table.keys()


def read(index: int, result: Mapping[str, Any]) -> Iterator[Reading]:
    """One result in milliseconds."""
    yield _record(index, result, suffix="_ms", seconds=1e-3)


def read_seconds(index: int, result: Mapping[str, Any]) -> Iterator[Reading]:
    """One result in seconds."""
    yield _record(index, result, suffix="", seconds=1.0)


def _record(index: int, result: Mapping[str, Any], *, suffix: str, seconds: float) -> Record:
    latencies, used = flat_latencies(result, suffix=suffix, seconds=seconds)
    completed = number_of(result.get("completed"))
    sent = number_of(result.get("num_prompts"))
    duration = number_of(result.get("duration"))
    total_input, total_output = (number_of(result.get(f"total_{name}_tokens")) for name in ("input", "output"))
    output = number_of(result.get("output_throughput"))
    fed = number_of(result.get("input_throughput"))
    fed = quotient(total_input, duration) if fed is None else fed
    whole = number_of(result.get("total_token_throughput"))
    numbers = latencies | {
        "date": day_of_stamp(result.get("date")),
        "conc": number_of(result.get("max_concurrency")),
        "request_rate": number_of(result.get("request_rate")),
        "duration_seconds": duration,
        "num_requests_total": sent,
        "num_requests_successful": completed,
        "output_tput_tps": output,
        "input_tput_tps": fed,
        "total_tput_tps": total(fed, output) if whole is None else whole,
        "mean_input_tokens": quotient(total_input, completed),
        "mean_output_tokens_actual": quotient(total_output, completed),
    }
    texts = {
        "model": text_of(result.get("model_id")),
        "status": _status(result, completed),
        "source_version": text_of(result.get("vllm_version")) or text_of(result.get("version")),
    }
    speculative = any(key.startswith("spec_decode_") for key in result)
    doubts = ("figures of speculative decoding are in the file: spec_method tells which, unless it is none",)
    return Record(index, numbers, texts, _extra(result, used), doubts if speculative else (), _hints(result))


def _status(result: Mapping[str, Any], completed: float | None) -> str | None:
    """failed, partial or ok; None where the counts tell it alone."""
    failed = number_of(result.get("failed"))
    if completed == 0:
        return "failed"
    if failed is None:
        return None
    return "partial" if failed > 0 else "ok"


def _extra(result: Mapping[str, Any], used: set[str]) -> dict[str, float]:
    """Numbers that no column holds; `request_goodput:` lost its colon in later versions."""

    def wanted(path: str) -> bool:
        return path not in _NAMES and path not in used and canonical_key(path) is None

    return {name.rstrip(":"): value for name, value in leaves_of(result, wanted)}


def _hints(result: Mapping[str, Any]) -> dict[str, str]:
    """What was noted with --metadata: texts under names of the user's own."""
    return {key: text for key, value in result.items() if key not in _NAMES and (text := text_of(value))}


FORMAT = Format("vllm-serving", "vLLM serving benchmark", recognises, each(read))
SECONDS_FORMAT = Format(
    "vllm-serving-seconds", "vLLM serving benchmark in seconds", recognises_seconds, each(read_seconds)
)
