"""What AIPerf and genai-perf have in common: a table {unit, avg, p50, …} for each metric. The unit is what it says.

Their `inter_token_latency` is (latency - TTFT) / (output tokens - 1) of a request, which is TPOT; the gap between
chunks is `inter_chunk_latency`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from site_builder.importing.batch import leaves_of, number_of, taken
from site_builder.importing.statistics import block_latencies, canonical_statistic, scaled, unit_seconds

_LATENCIES = {
    "time_to_first_token": "ttft",
    "inter_token_latency": "tpot",
    "inter_chunk_latency": "itl",
    "request_latency": "e2el",
}
_APART = ("input_config", "telemetry_data", "warmup_metrics", "metadata")


def is_block(value: object) -> bool:
    """Whether a value is a metric."""
    return isinstance(value, Mapping) and "unit" in value and "avg" in value


def average(report: Mapping[str, Any], name: str) -> float | None:
    """The average of a metric, which is all that a figure of the whole run has."""
    return number_of(taken(report, f"{name}.avg"))


def seconds(report: Mapping[str, Any], name: str) -> float | None:
    """The average of a metric that is a time, in seconds."""
    unit = unit_seconds(taken(report, f"{name}.unit"))
    return scaled(taken(report, f"{name}.avg"), unit) if unit is not None else None


def latencies(report: Mapping[str, Any]) -> tuple[dict[str, float | None], list[str]]:
    """All latencies in seconds, and doubts about units that are none of time."""
    numbers: dict[str, float | None] = {}
    doubts = []
    for name, latency in _LATENCIES.items():
        block = report.get(name)
        if not is_block(block):
            continue
        unit = unit_seconds(taken(block, "unit"))
        if unit is None:
            doubts.append(f"{name} is in {taken(block, 'unit')}, expected a unit of time: left out")
        else:
            numbers |= block_latencies(block, latency, unit)
    return numbers, doubts


def lengths(report: Mapping[str, Any], asked_input: object, asked_output: object) -> dict[str, float | None]:
    """Input and output lengths: actual ones, nominal ones from the load's settings, and what may stand in for those."""
    numbers: dict[str, float | None] = {}
    for own, column, mean, asked in (
        ("input_sequence_length", "isl", "mean_input_tokens", asked_input),
        ("output_sequence_length", "osl", "mean_output_tokens_actual", asked_output),
    ):
        numbers[column] = number_of(asked) or None
        numbers[mean] = numbers[f"mean_{column}"] = average(report, own)
        numbers[f"spread_{column}"] = number_of(taken(report, f"{own}.std"))
    return numbers


def other_numbers(report: Mapping[str, Any], used: tuple[str, ...]) -> dict[str, float]:
    """The numbers that no column holds, under their dotted names."""

    def wanted(path: str) -> bool:
        metric, _, statistic = path.partition(".")
        if metric in _APART or path in used:
            return False
        return not (metric in _LATENCIES and canonical_statistic(statistic) is not None)

    return dict(leaves_of(report, wanted))
