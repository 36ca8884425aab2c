"""The columns that the builder reads, their types and what they mean when they are absent.

All latencies are seconds, all throughputs tokens/s per GPU, all interactivities output tokens/s per user.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """The one type that a column has after reading."""

    KEY = "key"  # text, trimmed and case-folded
    TEXT = "text"  # text as it stands, trimmed
    FLAG = "flag"  # true or false
    WHOLE = "whole"  # whole number from 0
    NUMBER = "number"  # floating point
    DATE = "date"
    TIME = "time"  # moment, in UTC


EXPECTED = {
    Kind.KEY: "a text",
    Kind.TEXT: "a text",
    Kind.FLAG: "true or false",
    Kind.WHOLE: "a whole number from 0 to 2,000,000,000",
    Kind.NUMBER: "a number",
    Kind.DATE: "a date such as 2026-08-15",
    Kind.TIME: "a moment such as 2026-08-15T09:30:00Z",
}


@dataclass(frozen=True, slots=True)
class Column:
    """One column. `needed` columns must be there and never empty; `default` fills the empty cells of others;
    `instead` names an older column that is read where this one is missing."""

    name: str
    kind: Kind
    needed: bool = False
    default: str | bool | None = None
    instead: str | None = None


def _role_columns(role: str) -> tuple[Column, ...]:
    whole = tuple(Column(f"{role}_{name}", Kind.WHOLE, instead=name) for name in ("tp", "pp", "pcp_size", "ep"))
    flag = Column(f"{role}_dp_attention", Kind.FLAG, instead="dp_attention")
    return (*whole, flag, Column(f"{role}_num_workers", Kind.WHOLE))


COLUMNS: tuple[Column, ...] = (
    Column("model", Kind.KEY, needed=True),
    Column("hardware", Kind.KEY, needed=True),
    Column("framework", Kind.KEY, needed=True),
    Column("precision", Kind.KEY, needed=True),
    Column("spec_method", Kind.KEY, default="none"),
    Column("disagg", Kind.FLAG, default=False),
    Column("is_multinode", Kind.FLAG, default=False),
    *_role_columns("prefill"),
    *_role_columns("decode"),
    Column("num_gpus", Kind.WHOLE),
    Column("num_prefill_gpu", Kind.WHOLE),
    Column("num_decode_gpu", Kind.WHOLE),
    Column("benchmark_type", Kind.KEY, default="single_turn"),
    Column("isl", Kind.WHOLE),
    Column("osl", Kind.WHOLE),
    Column("conc", Kind.WHOLE),
    Column("request_rate", Kind.NUMBER),
    Column("offload_mode", Kind.KEY, default="off"),
    Column("image", Kind.TEXT),
    Column("date", Kind.DATE, needed=True),
    Column("run_url", Kind.TEXT),
    Column("run_started_at", Kind.TIME),
    Column("error", Kind.TEXT),
    Column("status", Kind.KEY),
    Column("tput_per_gpu", Kind.NUMBER),
    Column("output_tput_per_gpu", Kind.NUMBER),
    Column("input_tput_per_gpu", Kind.NUMBER),
    Column("median_intvty", Kind.NUMBER),
    Column("p99_intvty", Kind.NUMBER),
    Column("p90_intvty", Kind.NUMBER),
    Column("median_tpot", Kind.NUMBER),
    Column("p90_itl", Kind.NUMBER),
    Column("intvty_basis", Kind.KEY),
    Column("median_ttft", Kind.NUMBER),
    Column("p99_ttft", Kind.NUMBER),
    Column("median_e2el", Kind.NUMBER),
    Column("avg_power_w", Kind.NUMBER),
    Column("joules_per_total_token", Kind.NUMBER),
    Column("num_requests_total", Kind.WHOLE, instead="num_prompts"),
    Column("num_requests_successful", Kind.WHOLE, instead="completed"),
)

BY_NAME = {column.name: column for column in COLUMNS}

LATENCIES = ("ttft", "tpot", "itl", "e2el")
PERCENTILES = ("median", "p75", "p90", "p95", "p99", "p999")  # rising


def _checked_columns() -> Iterator[Column]:
    for latency in LATENCIES:
        for statistic in ("mean", *PERCENTILES):
            name = f"{statistic}_{latency}"
            if name not in BY_NAME:
                yield Column(name, Kind.NUMBER, instead=f"p99.9_{latency}" if statistic == "p999" else None)
    yield Column("mean_input_tokens", Kind.NUMBER)
    yield Column("mean_output_tokens_actual", Kind.NUMBER)


# Read to judge the rows of a file, and then let go: no figure depends on them.
CHECKED: tuple[Column, ...] = tuple(_checked_columns())
READ = (*COLUMNS, *CHECKED)

# Every file must have these columns; `conc` may be empty in a row that was driven by a request rate.
REQUIRED = ("model", "hardware", "framework", "precision", "conc", "date", "tput_per_gpu")
SINGLE_TURN = "single_turn"
# Where interactivity is read from: the first of the two that a row has.
INTERACTIVITY_OF = {SINGLE_TURN: ("median_intvty", "median_tpot"), "agentic_traces": ("p90_itl", "p90_intvty")}

# What is alike in all rows of a line: the configuration, the workload and the offload mode, but not the concurrency.
LINE = (
    "hardware",
    "framework",
    "model",
    "precision",
    "spec_method",
    "disagg",
    "is_multinode",
    "prefill_tp",
    "prefill_ep",
    "prefill_dp_attention",
    "prefill_num_workers",
    "decode_tp",
    "decode_ep",
    "decode_dp_attention",
    "decode_num_workers",
    "num_prefill_gpu",
    "num_decode_gpu",
    "benchmark_type",
    "isl",
    "osl",
    "offload_mode",
)

# Absent values: numbers are NaN, text is "", these stand in the columns of integers.
NO_WHOLE = -1
NO_FLAG = -1
NO_DATE = -(2**31)
NO_TIME = -(2**63)
