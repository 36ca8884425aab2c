"""AIPerf's report on a run (`profile_export_aiperf.json`, or the same as CSV): metrics with their units.

Its `output_token_throughput_per_user` has the fast users at its high percentiles; interactivity here is 1 over the
latency's percentile, whose high ones are slow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from site_builder.importing.batch import Record, first_of, number_of, quotient, taken, text_of, total
from site_builder.importing.dates import day_of, moment_of, of_unix
from site_builder.importing.format import Format, Reading, each
from site_builder.importing.formats.inferencex import AGENTIC
from site_builder.importing.formats.metric_blocks import (
    average,
    is_block,
    latencies,
    lengths,
    other_numbers,
    seconds,
)

_SUFFIXES = ("_aiperf.json", "_aiperf.csv", ".jsonl")
_OWN_TOTAL_TOLERANCE = 0.002
_USED = (
    *(f"{name}.avg" for name in ("total_token_throughput", "output_token_throughput", "input_token_throughput")),
    *("input_sequence_length.avg", "output_sequence_length.avg", "request_count.avg", "error_request_count.avg"),
    "benchmark_duration.avg",
)


def recognises(table: Mapping[str, Any]) -> bool:
    """Metrics beside the settings of an endpoint, or (as CSV) beside the length of the run."""
    has_metrics = is_block(table.get("request_latency")) or is_block(table.get("time_to_first_token"))
    return has_metrics and (
        is_block(table.get("benchmark_duration")) or taken(table, "input_config.endpoint") is not None
    )


def read(index: int, report: Mapping[str, Any]) -> Iterator[Reading]:
    """One report."""
    config = report.get("input_config")
    agentic = "agentx" in (text_of(taken(report, "metadata.scenario")) or "").casefold()
    times, doubts = latencies(report)
    prompt = taken(config, "input.prompt")
    asked = taken(prompt, "input_tokens.mean"), taken(prompt, "output_tokens.mean")
    sizes = lengths(report, *asked)
    if agentic:
        sizes |= {"isl": None, "osl": None}
    throughput, odd_total = _throughputs(report)
    succeeded = average(report, "request_count")
    failed = average(report, "error_request_count") or 0.0
    day, moment = _start(report)
    numbers = times | sizes | throughput | {
        "date": day,
        "run_started_at": moment,
        "conc": number_of(taken(config, "loadgen.concurrency")),
        "request_rate": number_of(taken(config, "loadgen.request_rate")),
        "duration_seconds": seconds(report, "benchmark_duration"),
        "num_requests_successful": succeeded,
        "num_requests_total": None if succeeded is None else succeeded + failed,
    }  # fmt: skip
    cancelled = report.get("was_cancelled") is True
    texts = {
        "model": _model(config),
        "benchmark_type": AGENTIC if agentic else None,
        "status": "partial" if cancelled and succeeded else None,
        "source_version": text_of(report.get("schema_version")) or text_of(report.get("aiperf_version")),
    }
    found = (*doubts, *odd_total, *(("the run was cancelled before its end",) if cancelled else ()))
    yield Record(index, numbers, texts, other_numbers(report, _USED), found, _hints(report))


def same_run(name: str) -> tuple[str, int] | None:
    """Reports and records of one run stand beside each other under one name: JSON is the most exact."""
    for preferred, suffix in enumerate(_SUFFIXES):
        if name.endswith(suffix):
            return name.removesuffix(suffix), preferred
    return None


def _throughputs(report: Mapping[str, Any]) -> tuple[dict[str, float | None], tuple[str, ...]]:
    duration = seconds(report, "benchmark_duration")
    output = average(report, "output_token_throughput")
    counted = quotient(total(average(report, "total_isl"), average(report, "total_osl")), duration)
    own = average(report, "total_token_throughput")
    whole = first_of((own, counted))
    fed = first_of((average(report, "input_token_throughput"), quotient(average(report, "total_isl"), duration)))
    if fed is None and whole is not None and output is not None:
        fed = whole - output
    doubts: tuple[str, ...] = ()
    if own and counted and abs(own - counted) > _OWN_TOTAL_TOLERANCE * counted:
        doubts = (
            f"total_token_throughput {own:.6g} is not total tokens / duration, {counted:.6g}: the file's own is kept",
        )
    return {"total_tput_tps": whole, "output_tput_tps": output, "input_tput_tps": fed}, doubts


def _start(report: Mapping[str, Any]) -> tuple[int | None, int | None]:
    """The day and, where the file knows it in UTC, the moment at which the run began."""
    first = taken(report, "min_request_timestamp")
    per_second = {"ns": 10**9, "us": 10**6, "ms": 10**3}.get(str(taken(first, "unit")), 1)
    day, moment = of_unix(taken(first, "avg"), per_second)
    written = report.get("start_time")
    own_day = day_of(written)
    return day if own_day is None else own_day, moment_of(written) or moment


def _model(config: object) -> str | None:
    names = taken(config, "endpoint.model_names") or taken(config, "model_names")
    return text_of(names[0]) if isinstance(names, list) and names else text_of(names)


def _hints(report: Mapping[str, Any]) -> dict[str, str]:
    """The GPUs that telemetry has seen; they may be more than those that serve."""
    endpoints = taken(report, "telemetry_data.endpoints")
    names = [
        text_of(taken(gpu, "gpu_name"))
        for endpoint in (endpoints.values() if isinstance(endpoints, Mapping) else ())
        for gpu in (taken(endpoint, "gpus") or {}).values()
    ]
    found = [name for name in names if name]
    return {"GPUs seen by telemetry": f"{len(found)} x {', '.join(sorted(set(found)))}"} if found else {}


FORMAT = Format("aiperf", "AIPerf report", recognises, each(read), same_run=same_run)
