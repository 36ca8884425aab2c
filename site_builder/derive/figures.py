"""The frozen values that pages are made of: what was read where, and which rows stand behind it.

Units are in the names; throughput and cost are of total (input + output) tokens unless a name says otherwise.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from site_builder.derive.curve import ReadKind


@dataclass(frozen=True, slots=True)
class SeriesKey:
    """What all rows of a series have in common, in the order in which ties are settled."""

    model_key: str
    framework: str
    precision: str
    spec_method: str
    disagg: bool
    is_multinode: bool
    offload_mode: str


@dataclass(frozen=True, slots=True)
class Role:
    """How the prefill or the decode side is laid out; None where the data does not say."""

    tp: int | None
    ep: int | None
    dp_attention: bool | None
    workers: int | None
    gpus: int | None


@dataclass(frozen=True, slots=True)
class Evidence:
    """One current row as a reader can check it. `gpus` are the physical GPUs of the deployment."""

    series: SeriesKey
    scenario: int
    interactivity_tok_s_user: float
    slow_tail_tok_s_user: float | None
    throughput_tok_s_gpu: float
    output_share: float | None
    input_share: float | None
    concurrency: int | None
    gpus: int | None
    prefill: Role
    decode: Role
    median_ttft_s: float | None
    p99_ttft_s: float | None
    median_tpot_s: float | None
    median_e2el_s: float | None
    date: datetime.date
    image: str
    run_url: str


@dataclass(frozen=True, slots=True)
class Read:
    """A pair's best throughput at a tier: None where out of reach, when `evidence` is the row of the fastest knot."""

    tier: int | float
    kind: ReadKind
    throughput_tok_s_gpu: float | None
    output_share: float | None
    input_share: float | None
    series: SeriesKey
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Ladder:
    """A pair's reads at all tiers on one scenario (an index into the site's list)."""

    scenario: int
    reads: tuple[Read, ...]


@dataclass(frozen=True, slots=True)
class PairFigures:
    """All that is known of one model on one GPU. `configs` counts its current rows; without any, only the number of
    rows set aside is known. `best_*` are each the best of all current rows, on its own."""

    model_id: str
    gpu_key: str
    configs: int
    rows_set_aside: int
    frameworks: tuple[str, ...] = ()
    precisions: tuple[str, ...] = ()
    oldest_run: datetime.date | None = None
    newest_run: datetime.date | None = None
    best_throughput: Evidence | None = None
    best_ttft: Evidence | None = None
    best_tpot: Evidence | None = None
    disagg: bool = False
    is_multinode: bool = False
    ladders: tuple[Ladder, ...] = ()


@dataclass(frozen=True, slots=True)
class RowCounts:
    """Where the rows went: read = used + older runs + copies + lost conflicts + set aside."""

    read: int
    used: int
    superseded: int
    copies: int
    lost_conflicts: int
    set_aside: int


@dataclass(frozen=True, slots=True)
class Figures:
    """Every pair that has rows, sorted by model and GPU, the first scenario of each model, and the row counts."""

    pairs: tuple[PairFigures, ...]
    lead_scenario: dict[str, int]
    counts: RowCounts
