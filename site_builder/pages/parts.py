"""Parts of the contexts that templates get: engines, evidence, reads, prices, comparisons. See context.py."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EngineContext:
    """How a config was served. `name` is the engine alone; `cell` adds speculative decoding and the like."""

    name: str
    features: tuple[str, ...]
    cell: str
    precision: str
    precision_upper: str


@dataclass(frozen=True, slots=True)
class LayoutContext:
    """How GPUs share the work. role: all, prefill or decode."""

    role: str
    gpus: str | None
    tp: str | None
    ep: str | None
    dp_attention: bool
    workers: str | None


@dataclass(frozen=True, slots=True)
class EvidenceContext:
    """One row behind a figure. statistic: what its interactivity is, median or p90; requests: `598 of 600`, only where
    some did not succeed."""

    engine: EngineContext
    model_key: str
    workload: str
    statistic: str
    interactivity: str
    slow_tail: str | None
    throughput: str
    concurrency: str | None
    gpus: str | None
    layout: tuple[LayoutContext, ...]
    median_ttft: str | None
    p99_ttft: str | None
    median_e2el: str | None
    power: str | None
    requests: str | None
    date: str
    image: str
    run_url: str | None


@dataclass(frozen=True, slots=True)
class ReadContext:
    """What a pair gives at a target. kind: measured, interpolated, wide, at_least or out_of_reach; when out of reach,
    throughput and cost are None, and fastest_* is the config that comes closest. Without a price cost is None.
    model_key: the model as the data calls it."""

    tier: str
    is_primary: bool
    kind: str
    throughput: str | None
    throughput_cell: str | None
    cost: str | None
    cost_cell: str | None
    engine: EngineContext
    model_key: str
    fastest_speed: str | None
    fastest_throughput: str | None


@dataclass(frozen=True, slots=True)
class RungContext(ReadContext):
    """A read as a rung of a page's own ladder, with what stands behind it.

    exact_*: unrounded numbers for the reader's own price, shares of the throughput. first_token: the median TTFT there;
    is_long_wait: whether it is above ten seconds. bar: the throughput in per cent of the ladder's largest.
    *_joule: tokens per joule."""

    evidence: tuple[EvidenceContext, ...]
    exact_throughput: str | None
    exact_output_share: str | None
    exact_input_share: str | None
    first_token: str | None
    is_long_wait: bool
    bar: str | None
    catalog_joule: str | None
    measured_joule: str | None


@dataclass(frozen=True, slots=True)
class PriceContext:
    """One price tier: $/GPU/hr, and $/1M tokens at the primary target; None where there is none."""

    tier: str
    as_of: str
    usd_per_gpu_hour: str | None
    exact_usd_per_gpu_hour: str | None
    cost: str | None
    cost_cell: str | None


@dataclass(frozen=True, slots=True)
class BestContext:
    """The best value of one kind over all configs, and the row it comes from."""

    value: str
    row: EvidenceContext


@dataclass(frozen=True, slots=True)
class DifferenceContext:
    """How another value compares: direction is more, less or same.

    bound: exact, about, at_least or at_least_about. text: `25 %`, or `2.4` when is_times says that it is a multiple;
    empty when the same."""

    direction: str
    bound: str
    text: str
    is_times: bool


@dataclass(frozen=True, slots=True)
class BesideContext:
    """A pair next to that of the page. path is None for the page's own row, which is compared with nothing; comparison:
    the page that compares the two, if there is one."""

    name: str
    path: str | None
    comparison: str | None
    read: ReadContext
    throughput: DifferenceContext | None
    cost: DifferenceContext | None


@dataclass(frozen=True, slots=True)
class SeriesContext:
    """A series that competes on the page. tag: its letter in the chart; is_thin: fewer than three points, or fewer
    than `points_before`, the sweep it replaces."""

    tag: str
    engine: EngineContext
    model_key: str
    points: str
    points_before: str | None
    newest_run: str
    is_thin: bool


@dataclass(frozen=True, slots=True)
class HistoryContext:
    """The primary read as it was from a date on; change: against the one before it."""

    date: str
    throughput_cell: str | None
    engine: EngineContext
    model_key: str
    change: DifferenceContext | None


@dataclass(frozen=True, slots=True)
class SetAsideContext:
    """How many rows do not count, and why. reason: error, failed, other_workload, no_throughput, no_interactivity."""

    reason: str
    rows: str


@dataclass(frozen=True, slots=True)
class LadderContext:
    """A ladder on another workload of the page."""

    id: str
    workload: str
    workload_phrase: str
    reads: tuple[RungContext, ...]


@dataclass(frozen=True, slots=True)
class GpuContext:
    """A GPU as the catalog describes it."""

    name: str
    vendor: str | None
    architecture: str | None
    power: str | None
    memory: str | None
    rated_power: str | None


@dataclass(frozen=True, slots=True)
class ModelContext:
    """A model as the catalog calls it: `label` also names the point releases that its pages gather."""

    name: str
    label: str


@dataclass(frozen=True, slots=True)
class LinkContext:
    """A page of the site: what it is called where it is linked, and its path from the site's root."""

    name: str
    path: str


@dataclass(frozen=True, slots=True)
class TaggedLinkContext:
    """A page and the letter that stands for it in a chart."""

    tag: str
    name: str
    path: str


@dataclass(frozen=True, slots=True)
class RankingLinkContext:
    """A link to a ranking. order: fastest or cheapest."""

    order: str
    path: str


@dataclass(frozen=True, slots=True)
class PartComparisonContext:
    """A link to a comparison of two parts of a pair. kind: precision or speculation; pair: what the pair is called."""

    kind: str
    pair: str
    first: str
    second: str
    path: str


@dataclass(frozen=True, slots=True)
class FootnoteContext:
    """A mark that stands on the page, and its note."""

    mark: str
    text: str
