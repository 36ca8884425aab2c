"""AIPerf's records (`profile_export.jsonl`): one line a request, which together make one row.

Warm-up requests and those that failed are left out. Rates are over the time from the first start to the last end.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from site_builder.importing.batch import Record, number_of, quotient, taken
from site_builder.importing.dates import of_unix
from site_builder.importing.format import Format, Reading
from site_builder.importing.formats.aiperf import same_run
from site_builder.importing.statistics import scaled, unit_seconds

_LATENCIES = {
    "time_to_first_token": "ttft",
    "inter_token_latency": "tpot",
    "inter_chunk_latency": "itl",
    "request_latency": "e2el",
}
_PERCENTILES = {"median": 50, "p75": 75, "p90": 90, "p95": 95, "p99": 99, "p999": 99.9}
_PER_SECOND = 10**9


def recognises(table: Mapping[str, Any]) -> bool:
    """Metrics of one request beside what it was."""
    return isinstance(table.get("metrics"), Mapping) and "request_start_ns" in (table.get("metadata") or {})


class _Requests:
    """What the requests of a run come to; only their figures are kept."""

    def __init__(self) -> None:
        self.latencies = {latency: array("d") for latency in _LATENCIES.values()}
        self.tokens = {"input": array("d"), "output": array("d")}
        self.succeeded = self.failed = self.warmups = 0
        self.start_ns, self.end_ns = float("inf"), float("-inf")

    def add(self, record: Mapping[str, Any]) -> None:
        metadata = record.get("metadata")
        if taken(metadata, "benchmark_phase") not in (None, "profiling"):
            self.warmups += 1
            return
        if record.get("error") or taken(metadata, "was_cancelled") is True:
            self.failed += 1
            return
        self.succeeded += 1
        start, end = (number_of(taken(metadata, f"request_{name}_ns")) for name in ("start", "end"))
        self.start_ns, self.end_ns = min(self.start_ns, start or np.inf), max(self.end_ns, end or -np.inf)
        metrics = record["metrics"]
        for side, lengths in self.tokens.items():
            lengths.append(number_of(taken(metrics, f"{side}_sequence_length.value")) or 0.0)
        for name, latency in _LATENCIES.items():
            unit = unit_seconds(taken(metrics, f"{name}.unit"))
            found = taken(metrics, f"{name}.value")
            for value in found if isinstance(found, list) else [found]:
                if unit is not None and (time := scaled(value, unit)) is not None:
                    self.latencies[latency].append(time)


def read_records(records: Iterator[Mapping[str, Any]]) -> Iterator[Reading]:
    """The row of a whole file."""
    found = _Requests()
    for record in records:
        found.add(record)
    duration = (found.end_ns - found.start_ns) / _PER_SECOND if found.succeeded else None
    day, moment = of_unix(found.start_ns, _PER_SECOND)
    fed, made = (sum(lengths) for lengths in found.tokens.values())
    numbers: dict[str, float | None] = {
        "date": day,
        "run_started_at": moment,
        "duration_seconds": duration,
        "num_requests_total": found.succeeded + found.failed,
        "num_requests_successful": found.succeeded,
        "mean_input_tokens": quotient(fed, found.succeeded),
        "mean_output_tokens_actual": quotient(made, found.succeeded),
        "input_tput_tps": quotient(fed, duration),
        "output_tput_tps": quotient(made, duration),
        "total_tput_tps": quotient(fed + made, duration),
    }
    for column, lengths in zip(("isl", "osl"), found.tokens.values(), strict=True):
        numbers[f"mean_{column}"] = quotient(sum(lengths), len(lengths))
        numbers[f"spread_{column}"] = float(np.std(lengths)) if lengths else None
    for latency, values in found.latencies.items():
        numbers |= _statistics(latency, values)
    doubts = ("not one request was measured, only warm-ups",) if not found.succeeded + found.failed else ()
    texts = {"status": "failed" if not found.succeeded else None}
    yield Record(0, numbers, texts, {"warmup_requests": float(found.warmups)}, doubts)


def _statistics(latency: str, values: array[float]) -> dict[str, float | None]:
    if not values:
        return {}
    times = np.frombuffer(values, dtype=np.float64)
    found: dict[str, float | None] = {f"mean_{latency}": float(times.mean()), f"std_{latency}": float(times.std())}
    percentiles = np.percentile(times, list(_PERCENTILES.values())).tolist()
    return found | {f"{name}_{latency}": value for name, value in zip(_PERCENTILES, percentiles, strict=True)}


def _no_table(tables: list[tuple[int, Mapping[str, Any]]]) -> Iterator[Reading]:
    return read_records(table for _, table in tables)


FORMAT = Format("aiperf-records", "AIPerf records", recognises, _no_table, records=read_records, same_run=same_run)
