"""What the templates of run pages get: one model on one GPU."""

from __future__ import annotations

from dataclasses import dataclass

from site_builder.charts.drawing import Chart
from site_builder.pages.contexts.entries import FootnoteContext, GpuContext, ModelContext
from site_builder.pages.contexts.evidence import BestContext, EngineContext
from site_builder.pages.contexts.links import PartComparisonContext, RankingLinkContext
from site_builder.pages.contexts.reads import BesideContext, DifferenceContext, LadderContext, RungContext


@dataclass(frozen=True, slots=True)
class PriceContext:
    """What a pair costs at one price tier, such as a hyperscaler's."""

    tier: str
    """What the price tier is called."""
    as_of: str
    """The day that its prices are of."""
    usd_per_gpu_hour: str | None
    """$ for one GPU for an hour; none where no price is entered."""
    exact_usd_per_gpu_hour: str | None
    """The same as a plain number, for the reader's own price; none where no price is entered."""
    cost: str | None
    """$ per million total tokens at the primary target, for sentences; none where out of reach or without a price."""
    cost_cell: str | None
    """The same with the mark of its kind, for tables; none where out of reach or without a price."""


@dataclass(frozen=True, slots=True)
class SeriesContext:
    """A series (rows alike in engine, precision and serving) whose curve is drawn on the page."""

    tag: str
    """Its letter in the chart."""
    engine: EngineContext
    """How it was served."""
    model_key: str
    """The model as the data calls it."""
    points: str
    """How many points its newest sweep has."""
    points_before: str | None
    """How many points the sweep before it had; none where that was not more."""
    newest_run: str
    """The day of its newest run."""
    is_thin: bool
    """Whether it has fewer than three points, or fewer than the sweep before it."""


@dataclass(frozen=True, slots=True)
class HistoryContext:
    """The read at the primary target as it was from a date on."""

    date: str
    """The first day it stood."""
    throughput_cell: str | None
    """The throughput in tokens/s per GPU with the mark of its kind; none where the target was out of reach."""
    engine: EngineContext
    """How it was served."""
    model_key: str
    """The model as the data calls it."""
    change: DifferenceContext | None
    """How it compares with the one before it; none for the oldest, and where that cannot be said."""


@dataclass(frozen=True, slots=True)
class SetAsideContext:
    """Rows that do not count, for one reason."""

    reason: str
    """Why: `error`, `failed`, `other_workload`, `no_throughput` or `no_interactivity`."""
    rows: str
    """How many rows."""


@dataclass(frozen=True, slots=True)
class RunContext:
    """The run page of one model on one GPU."""

    model: ModelContext
    """The model."""
    gpu: GpuContext
    """The GPU."""
    model_path: str | None
    """The address of the model's hub from the site's root; none where it has no hub."""
    gpu_path: str | None
    """The address of the GPU's hub from the site's root; none where it has no hub."""
    configs: str
    """How many configs count: rows of the newest runs, on all workloads of the site."""
    engines: tuple[str, ...]
    """The engines of these configs, in the order of the alphabet."""
    precisions: tuple[str, ...]
    """Their precisions as the data calls them."""
    oldest_run: str
    """The day of the oldest run that still counts."""
    newest_run: str
    """The day of the newest run."""
    days_behind: str | None
    """How many days that is before the newest run of the whole site; none where it is the same day."""
    disagg: bool
    """Whether some config keeps prefill and decode on GPUs of their own."""
    is_multinode: bool
    """Whether some config runs on several nodes."""
    workload_phrase: str
    """The workload that the page leads with, as it stands in a sentence, with its article."""
    statistic: str
    """What speed per user is among requests: `median`, or `p90`, which nine in ten tokens keep up with."""
    input_share: str | None
    """How much of the tokens is input at the primary target, in per cent; none where not known."""
    is_lead_scenario: bool
    """Whether the page leads with the model's first workload; only then is it ranked and compared."""
    lead_workload: str
    """What the model's first workload is called."""
    primary: RungContext
    """The rung of the ladder at the primary target."""
    ladder: tuple[RungContext, ...]
    """A rung for each speed target, the slowest first."""
    other_ladders: tuple[LadderContext, ...]
    """The ladders on the other workloads that the pair has rows for."""
    prices: tuple[PriceContext, ...]
    """What it costs at each price tier, the first tier first."""
    price_dates: tuple[str, ...]
    """The days that the prices of this GPU are of, each once; empty where no price is entered."""
    cheaper_tiers: bool
    """Whether every target slower than the primary one costs less, as printed."""
    peak: BestContext
    """The largest throughput of all configs, in tokens/s per GPU."""
    best_ttft: BestContext | None
    """The shortest median time to the first token of all configs; none where not measured."""
    best_tpot: BestContext | None
    """The shortest median time per output token of all configs; none where not measured."""
    series: tuple[SeriesContext, ...]
    """The series drawn in the chart, by its letters."""
    frontier_chart: Chart
    """The chart of throughput against speed per user: a line for each series, and one for the best of them all."""
    cost_chart: Chart | None
    """The chart of cost at each target, a line for each price; none without a price or with one target reached."""
    history: tuple[HistoryContext, ...]
    """How the read at the primary target moved, newest first; empty where it never did."""
    history_chart: Chart | None
    """The same as a chart; none where the target was in reach on fewer than two dates."""
    other_gpus: tuple[BesideContext, ...]
    """The model on the GPUs nearest in throughput, with this page's own row; empty where it stands alone."""
    other_models: tuple[BesideContext, ...]
    """The models nearest in throughput on this GPU, with this page's own row; empty where it stands alone."""
    rankings: tuple[RankingLinkContext, ...]
    """The rankings of the model's GPUs; empty where this pair may not be ranked."""
    part_comparisons: tuple[PartComparisonContext, ...]
    """The pages that compare precisions of this pair, or speculative decoding on and off."""
    data_path: str
    """The address of all this as JSON, from the site's root."""
    rows_path: str
    """The address of the rows behind it as CSV, from the site's root."""
    set_aside: tuple[SetAsideContext, ...]
    """How many rows do not count, by reason."""
    selected_engines: tuple[str, ...]
    """The engines that may compete on this site; empty where all may."""
    selected_precisions: tuple[str, ...]
    """The precisions that may compete on this site; empty where all may."""
    footnotes: tuple[FootnoteContext, ...]
    """The notes of the marks that names of engines on this page carry."""


@dataclass(frozen=True, slots=True)
class EmptyRunContext:
    """The short page of a pair without a figure: all its rows were set aside, or none may compete."""

    model: ModelContext
    """The model."""
    gpu: GpuContext
    """The GPU."""
    model_path: str | None
    """The address of the model's hub from the site's root; none where it has no hub."""
    set_aside: tuple[SetAsideContext, ...]
    """How many rows do not count, by reason."""
    configs: str
    """How many configs there are that may not compete."""
    none_competes: bool
    """Whether there are such configs; if not, all rows were set aside."""
