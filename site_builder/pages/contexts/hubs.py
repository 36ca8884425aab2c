"""What the templates of hubs get: all GPUs of a model, all models on a GPU."""

from __future__ import annotations

from dataclasses import dataclass

from site_builder.charts.drawing import Chart
from site_builder.pages.contexts.entries import FootnoteContext, GpuContext, ModelContext
from site_builder.pages.contexts.links import LinkContext, RankingLinkContext, TaggedLinkContext
from site_builder.pages.contexts.reads import PairRowContext, ReadContext


@dataclass(frozen=True, slots=True)
class WinnerContext:
    """The best GPU of a model at a speed target, or several that share the first place."""

    gpus: tuple[LinkContext, ...]
    """The GPUs in the first place, and their run pages."""
    read: ReadContext
    """What the first of them gives there."""
    among: int
    """How many GPUs have such a figure there."""
    open: tuple[str, ...]
    """GPUs of which a lower bound leaves open how they compare with the first, so that no winner is certain."""


@dataclass(frozen=True, slots=True)
class BestAtContext:
    """What is best for a model at a speed target."""

    tier: str
    """The speed target in tokens/s per user."""
    is_primary: bool
    """Whether it is the primary target, which answers and lists quote."""
    fastest: WinnerContext | None
    """Who delivers the most tokens/s per GPU; none where no GPU reaches the target."""
    cheapest: WinnerContext | None
    """Who costs the least per token; none where no GPU that reaches the target has a price."""


@dataclass(frozen=True, slots=True)
class ModelHubContext:
    """The hub of a model: all its GPUs."""

    model: ModelContext
    """The model."""
    workload_phrase: str
    """The model's first workload as it stands in a sentence, with its article."""
    statistic: str
    """What speed per user is among requests: `median`, or `p90`, which nine in ten tokens keep up with."""
    rows: tuple[PairRowContext, ...]
    """The GPUs that are read on this workload, in the order of the catalog."""
    best: tuple[BestAtContext, ...]
    """What is best at each speed target, the slowest first."""
    chart: Chart | None
    """The chart of throughput against speed per user, a line for each GPU; none where no GPU may be compared."""
    drawn: tuple[TaggedLinkContext, ...]
    """The GPUs of the chart with their letters and run pages, in the order of its lines; ten at most."""
    elsewhere: tuple[PairRowContext, ...]
    """GPUs that are read on another workload, and so not compared."""
    without_figure: tuple[LinkContext, ...]
    """The run pages without a figure at any target, each called by its GPU."""
    rankings: tuple[RankingLinkContext, ...]
    """The rankings of its GPUs."""
    comparisons: tuple[LinkContext, ...]
    """The pages that compare two of its GPUs."""
    newest_run: str
    """The day of the newest run of the model."""
    footnotes: tuple[FootnoteContext, ...]
    """The notes of the marks that names of engines on this page carry."""


@dataclass(frozen=True, slots=True)
class GpuPriceContext:
    """What an hour of a GPU costs at a price tier."""

    tier: str
    """What the price tier is called."""
    usd_per_gpu_hour: str | None
    """$ for one GPU for an hour; none where no price is entered."""
    as_of: str
    """The day that the prices of the tier are of."""


@dataclass(frozen=True, slots=True)
class GpuHubContext:
    """The hub of a GPU: what it is, what it costs, and all its models."""

    gpu: GpuContext
    """The GPU."""
    prices: tuple[GpuPriceContext, ...]
    """What an hour of it costs at each price tier, the first tier first."""
    rows: tuple[PairRowContext, ...]
    """The models with a result on it, in the order of the catalog."""
    without_figure: tuple[LinkContext, ...]
    """The run pages without a figure at any target, each called by its model."""
    newest_run: str
    """The day of the newest run on it."""
    footnotes: tuple[FootnoteContext, ...]
    """The notes of the marks that names of engines on this page carry."""
