"""The canonical schema: the columns of the Parquet that `import` writes, with their units and meanings.

One row is one measured point. Times are seconds, rates are per second; an unknown value is null, never 0. What a build
reads of it stands in columns.py; docs/data.md shows this table.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

LATENCIES = {
    "ttft": "time to first token",
    "tpot": "time per output token after the first: (end - first token) / (output tokens - 1) of a request",
    "itl": "gap between streamed chunks, whatever their tokens; on agentic traces what their tool calls so",
    "e2el": "time from sending a request to its last token",
}
STATISTICS = ("mean", "median", "p75", "p90", "p95", "p99", "p999", "std")
SPEEDS = STATISTICS[:-1]
ROLES = ("prefill", "decode")


class Type(StrEnum):
    """What a column holds."""

    TEXT = "text"
    WHOLE = "whole number"
    NUMBER = "number"
    FLAG = "true or false"
    DATE = "date"
    TIME = "moment, UTC"
    TEXTS = "list of texts"
    NUMBERS = "numbers by name"


class Need(StrEnum):
    """When a row must have a value."""

    ALWAYS = "always"
    WHEN_OK = "unless failed"
    WHEN_DISAGG = "when disaggregated"
    WHEN_SINGLE_TURN = "for single-turn"
    NEVER = ""


@dataclass(frozen=True, slots=True)
class Field:
    """One column of the canonical schema."""

    name: str
    type: Type
    meaning: str
    unit: str = ""
    need: Need = Need.NEVER


def _texts(need: Need, **meanings: str) -> tuple[Field, ...]:
    return tuple(Field(name, Type.TEXT, meaning, need=need) for name, meaning in meanings.items())


def _role(role: str) -> tuple[Field, ...]:
    meanings = {
        "tp": "tensor parallelism",
        "pp": "pipeline parallelism",
        "dcp_size": "decode context parallelism; adds no GPUs",
        "pcp_size": "prefill context parallelism",
        "ep": "expert parallelism; adds no GPUs",
        "num_workers": "workers of this role",
    }
    whole = (Field(f"{role}_{name}", Type.WHOLE, f"{role}: {meaning}") for name, meaning in meanings.items())
    return (*whole, Field(f"{role}_dp_attention", Type.FLAG, f"{role}: attention is data-parallel"))


def _latency(name: str) -> tuple[Field, ...]:
    return tuple(Field(f"{each}_{name}", Type.NUMBER, f"{each} {LATENCIES[name]}", "s") for each in STATISTICS)


FIELDS: tuple[Field, ...] = (
    Field("source_format", Type.TEXT, "which importer read the file", need=Need.ALWAYS),
    Field("source_version", Type.TEXT, "version of the tool or of its file format, where the file says"),
    Field("source_path", Type.TEXT, "the file, as it was named", need=Need.ALWAYS),
    Field("source_sha256", Type.TEXT, "hash of the file's content, unpacked", need=Need.ALWAYS),
    Field("source_index", Type.WHOLE, "position in the file, from 0", need=Need.ALWAYS),
    Field("status", Type.TEXT, "ok, partial (some requests failed) or failed (no metrics)", need=Need.ALWAYS),
    Field("supplied_fields", Type.TEXTS, "what was supplied because the file does not say it", need=Need.ALWAYS),
    Field("warnings", Type.TEXTS, "what looked wrong", need=Need.ALWAYS),
    *_texts(
        Need.ALWAYS,
        model="model key",
        hardware="GPU key",
        framework="serving engine key",
        precision="number format of the weights",
        spec_method="speculative decoding; none without",
    ),
    *_texts(
        Need.NEVER,
        model_raw="model as found",
        hardware_raw="GPU as found",
        framework_raw="engine as found",
        precision_raw="precision as found",
    ),
    Field("disagg", Type.FLAG, "prefill and decode run on GPUs of their own", need=Need.ALWAYS),
    Field("is_multinode", Type.FLAG, "the deployment spans several nodes", need=Need.ALWAYS),
    Field("num_gpus", Type.WHOLE, "physical GPUs of the deployment, by which totals are divided", "GPUs", Need.ALWAYS),
    Field("num_prefill_gpu", Type.WHOLE, "GPUs that prefill; unless disaggregated shared with decode, and never added",
          "GPUs", Need.WHEN_DISAGG),
    Field("num_decode_gpu", Type.WHOLE, "GPUs that decode", "GPUs", Need.WHEN_DISAGG),
    *(field for role in ROLES for field in _role(role)),
    Field("benchmark_type", Type.TEXT, "single_turn, agentic_traces or other", need=Need.ALWAYS),
    Field("isl", Type.WHOLE, "nominal input length", "tokens", Need.WHEN_SINGLE_TURN),
    Field("osl", Type.WHOLE, "nominal output length", "tokens", Need.WHEN_SINGLE_TURN),
    Field("conc", Type.WHOLE, "requests offered at once; null when a rate drives the load", "requests"),
    Field("request_rate", Type.NUMBER, "requests offered per second; null: as fast as conc allows", "requests/s"),
    Field("offload_mode", Type.TEXT, "whether the KV cache is offloaded: on or off", need=Need.ALWAYS),
    Field("image", Type.TEXT, "container image"),
    Field("date", Type.DATE, "day of the run", need=Need.ALWAYS),
    Field("run_id", Type.TEXT, "CI run and attempt (`123/1`), else the hash of the file", need=Need.ALWAYS),
    Field("run_started_at", Type.TIME, "when the run started, where the file says it with its time zone"),
    Field("run_url", Type.TEXT, "address of the run"),
    Field("tput_per_gpu", Type.NUMBER, "input and output tokens over all deployed GPUs", "tokens/s/GPU", Need.WHEN_OK),
    Field("output_tput_per_gpu", Type.NUMBER, "output tokens; disaggregated single-turn rows: per decode GPU",
          "tokens/s/GPU"),
    Field("input_tput_per_gpu", Type.NUMBER, "input tokens; disaggregated single-turn rows: per prefill GPU",
          "tokens/s/GPU"),
    Field("total_tput_tps", Type.NUMBER, "input and output tokens of the whole deployment", "tokens/s"),
    Field("output_tput_tps", Type.NUMBER, "output tokens of the whole deployment", "tokens/s"),
    Field("input_tput_tps", Type.NUMBER, "input tokens of the whole deployment", "tokens/s"),
    *(field for name in LATENCIES for field in _latency(name)),
    *(Field(f"{each}_intvty", Type.NUMBER, f"interactivity: 1 / {each} latency; a high percentile is a slow one",
            "tokens/s/user") for each in SPEEDS),
    Field("intvty_basis", Type.TEXT, "what interactivity is 1 over: tpot, itl, full_response_itl or none",
          need=Need.WHEN_OK),
    Field("median_e2e_norm_intvty", Type.NUMBER, "1 / median of (e2el / output tokens); includes the wait",
          "tokens/s/user"),
    Field("p90_e2e_norm_intvty", Type.NUMBER, "1 / p90 of (e2el / output tokens); includes the wait", "tokens/s/user"),
    Field("mean_input_tokens", Type.NUMBER, "actual input length", "tokens"),
    Field("mean_output_tokens_actual", Type.NUMBER, "actual output length", "tokens"),
    Field("num_requests_total", Type.WHOLE, "requests sent", "requests"),
    Field("num_requests_successful", Type.WHOLE, "requests that succeeded", "requests"),
    Field("duration_seconds", Type.NUMBER, "length of the measurement", "s"),
    Field("avg_power_w", Type.NUMBER, "measured power of a GPU", "W"),
    Field("joules_per_output_token", Type.NUMBER, "measured energy", "J/token"),
    Field("joules_per_total_token", Type.NUMBER, "measured energy", "J/token"),
    Field("extra", Type.NUMBERS, "other numbers of the file under its own names, in its own units"),
)  # fmt: skip

BY_FIELD = {field.name: field for field in FIELDS}

# A measured value: a failed row has none of them.
METRICS = tuple(
    field.name
    for field in FIELDS
    if field.type is Type.NUMBER and field.name not in ("request_rate", "duration_seconds")
)

# What identifies a point beside its run: the configuration, the workload and the offered load.
POINT_TEXTS = ("model", "hardware", "framework", "precision", "spec_method", "benchmark_type", "offload_mode")
POINT_WHOLES = (
    *("disagg", "is_multinode", "isl", "osl", "num_prefill_gpu", "num_decode_gpu"),
    *(f"{role}_{name}" for role in ROLES for name in ("tp", "ep", "dp_attention", "num_workers")),
    "conc",
)
POINT_RATE = "request_rate"
