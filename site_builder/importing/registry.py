"""Every format and every known kind of file that is refused. A tenth format is a module in formats/ and a line here."""

from __future__ import annotations

import fnmatch
import posixpath
from collections.abc import Iterator, Mapping
from typing import Any

from site_builder.importing.format import Format, Refusal
from site_builder.importing.formats import (
    aiperf,
    aiperf_records,
    genai_perf,
    guidellm,
    inference_perf,
    inferencex_api,
    inferencex_row,
    mlperf,
    sglang,
    vllm,
)

# In the order in which they are asked: the first that recognises a table reads it.
FORMATS: tuple[Format, ...] = (
    inferencex_api.FORMAT,
    inferencex_row.FORMAT,
    sglang.FORMAT,
    vllm.FORMAT,
    vllm.SECONDS_FORMAT,
    aiperf.FORMAT,
    genai_perf.FORMAT,
    aiperf_records.FORMAT,
    guidellm.FORMAT,
    inference_perf.FORMAT,
    inference_perf.REPORT_FORMAT,
    mlperf.FORMAT,
)

REFUSALS: tuple[Refusal, ...] = (
    Refusal(
        lambda table: {"elapsed_time", "num_requests"} <= table.keys(),
        "a result of vLLM bench throughput, which runs offline and measures no latency",
        "import a result of vllm bench serve",
    ),
    Refusal(
        lambda table: "avg_latency" in table,
        "a result of vLLM bench latency, which runs one batch and measures no serving",
        "import a result of vllm bench serve",
    ),
    Refusal(
        lambda table: isinstance(table.get("benchmark"), Mapping) and "metric" in table,
        "a result for PyTorch's dashboard, with one metric a table and without a run's setting",
        "import the .json of the same run",
    ),
    Refusal(
        lambda table: "experiments" in table,
        "raw measurements of perf-analyzer, before statistics were made of them",
        "import profile_export_genai_perf.json of the same run",
    ),
    Refusal(
        lambda table: "timeslices" in table,
        "AIPerf's parts of a run by time, not the run",
        "import profile_export_aiperf.json of the same run",
    ),
    Refusal(
        lambda table: "legacy_loadgen_window_duration_ns" in table,
        "details of one MLPerf run, in nanoseconds and over another window than the result",
        "import the summary of the round",
    ),
)

# Kinds whose content has no mark of its own.
REFUSED_NAMES: tuple[tuple[str, str, str], ...] = (
    ("*.pytorch.json", "a result for PyTorch's dashboard", "import the .json of the same run"),
    ("*_timeslices.*", "AIPerf's parts of a run by time, not the run", "import profile_export_aiperf.json"),
    ("*_aggregate.*", "AIPerf's statistics over several runs, not a run", "import the report of each run"),
    ("*_collated.*", "AIPerf's collection of several runs, not a run", "import the report of each run"),
    ("*server_metrics_export.*", "what the server said of itself, not a measurement", "import the run's report"),
    ("*_prometheus_metrics.json", "what the server said of itself, not a measurement", "import the stage's report"),
    ("per_request_*", "inference-perf's records of requests", "import the stage's report"),
)


def recognise(table: object) -> Format | None:
    """The format of a table, None when it is of none."""
    if not isinstance(table, Mapping):
        return None
    return next((each for each in FORMATS if each.recognises(table)), None)


def refusal(table: object, name: str) -> tuple[str, str] | None:
    """Why a file is known and not imported, and what to import instead; None when it is not known either.

    table: its first value. name: the file's."""
    base = posixpath.basename(name)
    for pattern, reason, hint in REFUSED_NAMES:
        if fnmatch.fnmatchcase(base, pattern):
            return reason, hint
    if not isinstance(table, Mapping):
        return None
    for each in REFUSALS:
        if each.recognises(table):
            return each.reason, each.hint
    return _wrapper(table)


def rows_of_table(table: object) -> list[Any] | None:
    """The rows of a table whose keys are numbers, as MLPerf writes them since v6.1; None for any other value."""
    if isinstance(table, Mapping) and next(iter(table), "").isdecimal() and all(key.isdecimal() for key in table):
        return list(table.values())
    return None


def _wrapper(table: Mapping[str, Any]) -> tuple[str, str] | None:
    for key, value in _inner(table):
        found = recognise(value)
        if found is not None:
            reason = f"a table of something else around a result ({found.title} under '{key}')"
            return reason, f"save what stands under '{key}' as a file of its own and import that"
    return None


def _inner(table: Mapping[str, Any], depth: int = 3) -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        inner = value[0] if isinstance(value, list) and value else value
        if isinstance(inner, Mapping):
            yield key, inner
            if depth > 1:
                yield from ((f"{key}.{name}", each) for name, each in _inner(inner, depth - 1))


def same_run(name: str) -> tuple[str, int] | None:
    """Of which run a file of this name tells that files beside it may tell of too, and its place among them."""
    return next((found for each in FORMATS if each.same_run and (found := each.same_run(name))), None)
