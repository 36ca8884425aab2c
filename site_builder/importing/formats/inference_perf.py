"""inference-perf: the report on a stage of load, in seconds, over the requests that succeeded.

Its median gap between chunks is useless where a chunk holds several tokens, and its normalized time per output token
includes the wait for the first: interactivity is 1 over time_per_output_token. llm-d's benchmark report holds the same
figures, each with its unit.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from typing import Any

from site_builder.importing.batch import Record, first_of, leaves_of, number_of, quotient, taken, text_of, total
from site_builder.importing.dates import day_of, of_unix
from site_builder.importing.format import Format, Reading, each
from site_builder.importing.statistics import block_latencies, canonical_statistic, unit_seconds

_LATENCIES = {
    "time_to_first_token": "ttft",
    "time_per_output_token": "tpot",
    "inter_token_latency": "itl",
    "request_latency": "e2el",
}


def recognises(table: Mapping[str, Any]) -> bool:
    """A load with those that succeeded and those that failed."""
    return {"load_summary", "successes", "failures"} <= table.keys()


def read(index: int, report: Mapping[str, Any]) -> Iterator[Reading]:
    """One stage."""
    good = report.get("successes")
    succeeded, failed = (number_of(taken(report, f"{name}.count")) for name in ("successes", "failures"))
    numbers: dict[str, float | None] = {}
    for name, latency in _LATENCIES.items():
        numbers |= block_latencies(taken(good, f"latency.{name}"), latency, 1.0)
    rates = taken(good, "throughput")
    output, fed = (number_of(taken(rates, f"{name}_tokens_per_sec")) for name in ("output", "input"))
    numbers |= {
        "request_rate": number_of(taken(report, "load_summary.requested_rate")),
        "conc": number_of(taken(report, "load_summary.concurrency")),
        "num_requests_total": total(succeeded, failed),
        "num_requests_successful": succeeded,
        "output_tput_tps": output,
        "input_tput_tps": fed,
        "total_tput_tps": first_of((number_of(taken(rates, "total_tokens_per_sec")), total(fed, output))),
        "mean_input_tokens": first_of(number_of(taken(good, f"prompt_{name}.mean")) for name in ("len", "tokens")),
        "mean_output_tokens_actual": first_of(
            number_of(taken(good, f"output_{name}.mean")) for name in ("len", "tokens")
        ),
        "duration_seconds": quotient(succeeded, number_of(taken(rates, "requests_per_sec"))),
    }

    def wanted(path: str) -> bool:
        parts = path.split(".")
        kept_elsewhere = len(parts) > 3 and parts[1] == "latency" and parts[2] in _LATENCIES
        return not (kept_elsewhere and canonical_statistic(".".join(parts[3:])) is not None)

    yield Record(index, numbers, {}, dict(leaves_of(report, wanted)))


def same_run(name: str) -> tuple[str, int] | None:
    """A summary merges the stages that lie beside it: import those, or it, never both."""
    folder, file = posixpath.split(name)
    if file.endswith("_lifecycle_metrics.json") and file.startswith(("stage_", "summary_")):
        return f"{folder}/lifecycle", int(file.startswith("summary_"))
    return None


def recognises_report(table: Mapping[str, Any]) -> bool:
    """Latencies and throughput with units, beside the scenario that they were measured in."""
    return isinstance(taken(table, "metrics.latency"), Mapping) and isinstance(
        taken(table, "metrics.throughput"), Mapping
    )


def read_report(index: int, report: Mapping[str, Any]) -> Iterator[Reading]:
    """One benchmark report."""
    metrics, scenario = report.get("metrics"), report.get("scenario")
    numbers: dict[str, float | None] = {}
    doubts = []
    for name, latency in _LATENCIES.items():
        block = taken(metrics, f"latency.{name}")
        unit = unit_seconds(taken(block, "units") or "s")
        if unit is not None:
            numbers |= block_latencies(block, latency, unit)
        else:
            doubts.append(f"{name} is in {taken(block, 'units')}, expected a unit of time: left out")
    sent, failed = (number_of(taken(metrics, f"requests.{name}")) for name in ("total", "failures"))
    output, fed = (number_of(taken(metrics, f"throughput.{name}_tokens_per_sec")) for name in ("output", "input"))
    start = taken(metrics, "time.start")
    day, moment = of_unix(start)
    numbers |= {
        "date": first_of((day, day_of(str(start)) if start is not None else None)),
        "run_started_at": moment,
        "num_requests_total": sent,
        "num_requests_successful": None if sent is None else sent - (failed or 0),
        "output_tput_tps": output,
        "input_tput_tps": fed,
        "total_tput_tps": first_of((number_of(taken(metrics, "throughput.total_tokens_per_sec")), total(fed, output))),
        "mean_input_tokens": number_of(taken(metrics, "requests.input_length.mean")),
        "mean_output_tokens_actual": number_of(taken(metrics, "requests.output_length.mean")),
        "duration_seconds": number_of(taken(metrics, "time.duration")),
    }
    texts = {
        "model": text_of(taken(scenario, "model.name")),
        "source_version": str(report.get("version") or "") or None,
    }
    hints = {"accelerator": str(found)} if (found := taken(scenario, "host.accelerator")) else {}
    yield Record(index, numbers, texts, {}, tuple(doubts), hints)


FORMAT = Format("inference-perf", "inference-perf report", recognises, each(read), same_run=same_run)
REPORT_FORMAT = Format("llm-d-report", "llm-d benchmark report", recognises_report, each(read_report))
