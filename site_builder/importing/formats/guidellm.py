"""GuideLLM reports: one file of many points. Request latency in seconds, what is named _ms in milliseconds.

`inter_token_latency_ms` is (last token - first) / (tokens - 1), our TPOT; `time_per_output_token_ms` includes the wait.
Rates are tokens over the duration: `tokens_per_second` was wrong in some versions. Missing values are written as 0.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from site_builder.importing.batch import Record, first_of, leaves_of, number_of, quotient, taken, text_of, total
from site_builder.importing.dates import of_unix
from site_builder.importing.format import Format, Reading, each
from site_builder.importing.statistics import canonical_statistic, scaled

_LATENCIES = {
    "time_to_first_token_ms": ("ttft", 1e-3),
    "inter_token_latency_ms": ("tpot", 1e-3),
    "request_latency": ("e2el", 1.0),
}
_STRATEGIES = ("config.strategy", "args.strategy", "scheduler.strategy")
_MODELS = ("config.spec.backend.model", "args.model", "args.backend_kwargs.model", "args.backend.model")
_OWN_MODELS = ("worker.backend_model", "config.backend.model", "benchmarker.backend.model")
_SPEC = re.compile(r"(prompt|output)_tokens\s*[=:]\s*(\d+)")


def recognises(table: Mapping[str, Any]) -> bool:
    """A list of benchmarks of generated text."""
    found = table.get("benchmarks")
    first = found[0] if isinstance(found, list) and found else None
    return "generative_benchmark" in (taken(first, "type_"), taken(first, "type")) or isinstance(
        taken(first, "metrics.request_totals"), Mapping
    )


def read(_: int, report: Mapping[str, Any]) -> Iterator[Reading]:
    """All benchmarks of a report."""
    for index, benchmark in enumerate(report["benchmarks"]):
        yield _record(index, benchmark, report)


def _record(index: int, benchmark: Mapping[str, Any], report: Mapping[str, Any]) -> Record:
    start, end = (number_of(benchmark.get(name)) for name in ("start_time", "end_time"))
    duration = number_of(benchmark.get("duration"))
    if duration is None and start is not None and end is not None:
        duration = end - start
    prompt, output = (_successful(benchmark, f"{name}_token_count") for name in ("prompt", "output"))
    tokens = [number_of(taken(each, "total_sum")) for each in (prompt, output)]
    totals = taken(benchmark, "metrics.request_totals") or benchmark.get("request_totals")
    succeeded, errored = (number_of(taken(totals, name)) for name in ("successful", "errored"))
    day, moment = of_unix(start)
    asked = _lengths(benchmark, report, prompt, output)
    strategy = next((found for path in _STRATEGIES if (found := taken(benchmark, path))), None)
    numbers = _latencies(benchmark) | asked | {
        "date": day,
        "run_started_at": moment,
        "conc": _conc(strategy),
        "request_rate": number_of(taken(strategy, "rate")) if _kind(strategy) in ("constant", "poisson") else None,
        "duration_seconds": duration,
        "num_requests_total": number_of(taken(totals, "total")),
        "num_requests_successful": succeeded,
        "input_tput_tps": quotient(tokens[0], duration),
        "output_tput_tps": quotient(tokens[1], duration),
        "total_tput_tps": quotient(total(*tokens), duration),
        "mean_input_tokens": number_of(taken(prompt, "mean")),
        "mean_output_tokens_actual": number_of(taken(output, "mean")),
    }  # fmt: skip
    status = "failed" if succeeded == 0 else None if errored is None else "partial" if errored > 0 else "ok"
    texts = {
        "model": next((text for path in _MODELS if (text := text_of(taken(report, path)))), None)
        or next((text for path in _OWN_MODELS if (text := text_of(taken(benchmark, path)))), None),
        "status": status,
        "source_version": text_of(taken(report, "metadata.guidellm_version")),
    }
    return Record(index, numbers, texts, _extra(benchmark))


def _successful(benchmark: Mapping[str, Any], metric: str) -> Any:
    return taken(benchmark, f"metrics.{metric}.successful")


def _latencies(benchmark: Mapping[str, Any]) -> dict[str, float | None]:
    numbers: dict[str, float | None] = {}
    for metric, (latency, seconds) in _LATENCIES.items():
        found = _successful(benchmark, metric)
        percentiles = taken(found, "percentiles") or {}
        for name, value in [*_pairs(percentiles), *_pairs(found)]:
            statistic = canonical_statistic(name)
            if statistic is not None:
                numbers[f"{statistic}_{latency}"] = scaled(value, seconds)
    return numbers


def _pairs(values: object) -> list[tuple[str, Any]]:
    return list(values.items()) if isinstance(values, Mapping) else []


def _kind(strategy: object) -> str | None:
    return text_of(taken(strategy, "type_")) or text_of(taken(strategy, "type"))


def _conc(strategy: object) -> float | None:
    """The streams of a concurrent load; other loads have a bound there that says nothing."""
    if _kind(strategy) != "concurrent":
        return None
    return first_of(number_of(taken(strategy, name)) for name in ("streams", "max_concurrency"))


def _lengths(
    benchmark: Mapping[str, Any], report: Mapping[str, Any], prompt: object, output: object
) -> dict[str, float | None]:
    """Nominal lengths from the settings of made-up data, and what may stand in for them."""
    settings = (taken(benchmark, "request_loader.data"), taken(report, "args.data"), taken(report, "config.spec.data"))
    found = dict(_SPEC.findall(json.dumps(settings).replace("\\", "").replace('"', "")))
    numbers: dict[str, float | None] = {}
    for column, side, actual in (("isl", "prompt", prompt), ("osl", "output", output)):
        numbers[column] = number_of(found.get(side))
        numbers[f"mean_{column}"] = number_of(taken(actual, "mean")) or None
        numbers[f"spread_{column}"] = number_of(taken(actual, "std_dev"))
    return numbers


def _extra(benchmark: Mapping[str, Any]) -> dict[str, float]:
    """Figures of successful requests that no column holds."""

    def wanted(path: str) -> bool:
        metric, _, rest = path.partition(".")
        return metric not in _LATENCIES and rest.startswith("successful.") and "percentiles" not in path

    metrics = benchmark.get("metrics")
    return dict(leaves_of(metrics, wanted)) if isinstance(metrics, Mapping) else {}


FORMAT = Format("guidellm", "GuideLLM report", recognises, each(read))
