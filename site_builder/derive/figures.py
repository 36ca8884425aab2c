"""The frozen values that pages are made of: what was read where, and which rows stand behind it.

Units are in the names; throughput and cost are of total (input + output) tokens unless a name says otherwise.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from enum import StrEnum

from site_builder.derive.curve import ReadKind
from site_builder.derive.deferred import Deferred
from site_builder.derive.usable import SetAside


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
    power_w_per_gpu: float | None
    joules_per_token: float | None
    requests: int | None
    requests_successful: int | None
    date: datetime.date
    image: str
    run_url: str


@dataclass(frozen=True, slots=True)
class Read(Deferred):
    """A pair's best throughput at a tier: None where out of reach, when `evidence` is the row of the fastest knot.

    Shares, energy and TTFT are those of the evidence, linear between two rows; None where a row lacks its own."""

    tier: int | float
    kind: ReadKind
    throughput_tok_s_gpu: float | None
    output_share: float | None
    input_share: float | None
    joules_per_token: float | None
    median_ttft_s: float | None
    series: SeriesKey
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class SweepPoint:
    """One row of a sweep, as a chart shows it."""

    interactivity_tok_s_user: float
    throughput_tok_s_gpu: float
    concurrency: int | None
    date: datetime.date


@dataclass(frozen=True, slots=True)
class SeriesCurve(Deferred):
    """A series' newest sweep: its points by rising interactivity, and the knots of its curve with the slope at each.

    points_before: how many points the sweep before it had, 0 without one."""

    series: SeriesKey
    newest_run: datetime.date
    points: tuple[SweepPoint, ...]
    x: tuple[float, ...]
    y: tuple[float, ...]
    slope: tuple[float, ...]
    points_before: int


@dataclass(frozen=True, slots=True)
class HistoryPoint:
    """A pair's primary read as it was on a date; throughput is None where the target was out of reach."""

    date: datetime.date
    kind: ReadKind
    throughput_tok_s_gpu: float | None
    series: SeriesKey


@dataclass(frozen=True, slots=True)
class Ladder(Deferred):
    """A pair's reads at all tiers on one scenario (an index into the site's list); `reached`: at how many it has one.

    `curves`: those that compete, in the order in which ties are settled; a pair's leading ladder alone has them."""

    scenario: int
    reached: int
    reads: tuple[Read, ...]
    curves: tuple[SeriesCurve, ...] = ()

    def most_known(self, tier: float) -> float | None:
        """The most that any of its series delivers at any speed, where one of them was run at a target or slower. None
        elsewhere: of a ladder that was never run so slow, nobody knows how much it would deliver."""
        if not any(curve.x[0] <= tier for curve in self.curves):
            return None
        return max(curve.y[0] for curve in self.curves)


class PartKind(StrEnum):
    """What the series of a part have in common."""

    PRECISION = "precision"
    SPECULATION = "speculation"


@dataclass(frozen=True, slots=True)
class Part:
    """A pair's leading ladder from some of its series alone, read like any other. name: the precision, or whether
    speculative decoding is on or off."""

    kind: PartKind
    name: str
    ladder: Ladder


@dataclass(frozen=True, slots=True)
class PairFigures(Deferred):
    """All that is known of one model on one GPU.

    `configs` counts its current rows; without any, only the rows set aside are known. `best_*` are each the best of all
    current rows, on its own. `leading` is the place in `ladders` of the one that the page leads with; `history` is how
    its primary read moved, empty where it never did; `read_since` then is the date since which it has stood, None with
    one run date. `parts`: its leading ladder by precision and by speculative
    decoding, where its series differ in it."""

    model_id: str
    gpu_key: str
    configs: int
    set_aside: tuple[tuple[SetAside, int], ...] = ()
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
    leading: int = 0
    history: tuple[HistoryPoint, ...] = ()
    parts: tuple[Part, ...] = ()
    read_since: datetime.date | None = None

    @property
    def rows_set_aside(self) -> int:
        """How many rows of the pair do not count."""
        return sum(count for _, count in self.set_aside)


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
