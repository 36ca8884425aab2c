"""What the templates of overview pages get: home, hubs of models and GPUs, rankings, comparisons. See context.py."""

from __future__ import annotations

from dataclasses import dataclass

from site_builder.charts.drawing import Chart
from site_builder.pages.parts import (
    DifferenceContext,
    EngineContext,
    FootnoteContext,
    GpuContext,
    LinkContext,
    ModelContext,
    RankingLinkContext,
    ReadContext,
    TaggedLinkContext,
)


@dataclass(frozen=True, slots=True)
class CellContext:
    """A pair in the matrix of the home page. shade: 0 to 4, its throughput against the best of its model, None where it
    has none or is not read on its model's first workload."""

    name: str
    path: str
    read: ReadContext
    shade: str | None
    is_lead: bool


@dataclass(frozen=True, slots=True)
class MatrixRowContext:
    """A model in the matrix, with a cell for each GPU of the matrix, None where the pair has no result."""

    model: LinkContext
    cells: tuple[CellContext | None, ...]


@dataclass(frozen=True, slots=True)
class NewsContext:
    """A primary read that changed on a date, or one that never did and the date of the row behind it (is_new).

    id: names it among all; read_cell, before_cell: None where the target was out of reach; change: None where it cannot
    be said."""

    id: str
    date: str
    name: str
    path: str
    read_cell: str | None
    before_cell: str | None
    change: DifferenceContext | None
    engine: EngineContext
    is_new: bool


@dataclass(frozen=True, slots=True)
class ModelGroupContext:
    """A model's pages in the list of the home page; `without_figure` links pairs that reach no target or have no usable
    row. hub: None where no pair of the model is a result."""

    model: ModelContext
    slug: str
    hub: str | None
    workload: str | None
    pairs: tuple[LinkContext, ...]
    without_figure: tuple[LinkContext, ...]
    rankings: tuple[RankingLinkContext, ...]


@dataclass(frozen=True, slots=True)
class HomeContext:
    """The home page: the matrix of models by GPUs, the newest results, and links to every page."""

    gpus: tuple[LinkContext, ...]
    matrix: tuple[MatrixRowContext, ...]
    news: tuple[NewsContext, ...]
    groups: tuple[ModelGroupContext, ...]
    newest_run: str | None
    footnotes: tuple[FootnoteContext, ...]


@dataclass(frozen=True, slots=True)
class PairRowContext:
    """A pair in a table of an overview. is_lead: whether it is read on its model's first workload."""

    model: str
    gpu: str
    path: str
    gpu_path: str
    reads: tuple[ReadContext, ...]
    primary: ReadContext
    newest_run: str
    workload: str
    is_lead: bool


@dataclass(frozen=True, slots=True)
class WinnerContext:
    """The GPUs with the best figure at a target, several where it is written alike, and the first one's read.

    among: how many GPUs have such a figure there; open: GPUs of which a lower bound leaves open how they compare."""

    gpus: tuple[LinkContext, ...]
    read: ReadContext
    among: int
    open: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BestAtContext:
    """What is best for a model at a target; None where no GPU reaches it, or none that does has a price."""

    tier: str
    is_primary: bool
    fastest: WinnerContext | None
    cheapest: WinnerContext | None


@dataclass(frozen=True, slots=True)
class ModelHubContext:
    """All GPUs of one model. drawn: the GPUs of the chart, each with its letter; elsewhere: pairs read on another
    workload, which are not compared."""

    model: ModelContext
    workload: str
    workload_phrase: str
    statistic: str
    rows: tuple[PairRowContext, ...]
    best: tuple[BestAtContext, ...]
    chart: Chart | None
    drawn: tuple[TaggedLinkContext, ...]
    elsewhere: tuple[PairRowContext, ...]
    without_figure: tuple[LinkContext, ...]
    rankings: tuple[RankingLinkContext, ...]
    comparisons: tuple[LinkContext, ...]
    newest_run: str
    footnotes: tuple[FootnoteContext, ...]


@dataclass(frozen=True, slots=True)
class GpuPriceContext:
    """What an hour of a GPU costs at a price tier."""

    tier: str
    usd_per_gpu_hour: str | None
    as_of: str


@dataclass(frozen=True, slots=True)
class GpuHubContext:
    """All models on one GPU, with what the catalog says of it."""

    gpu: GpuContext
    prices: tuple[GpuPriceContext, ...]
    rows: tuple[PairRowContext, ...]
    without_figure: tuple[LinkContext, ...]
    newest_run: str
    footnotes: tuple[FootnoteContext, ...]


@dataclass(frozen=True, slots=True)
class RankedContext:
    """A GPU in a ranking.

    is_open: a lower bound leaves open how it compares with the first. difference: its throughput or cost against that
    of the first; comparison: the page that compares the two, None for the first or where there is none."""

    rank: str
    is_shared: bool
    is_open: bool
    row: PairRowContext
    difference: DifferenceContext | None
    comparison: str | None


@dataclass(frozen=True, slots=True)
class RankingContext:
    """GPUs of a model by what they deliver or cost at the primary target. order: fastest or cheapest.

    winners: all that share the first place; lead: how far they are ahead of the next, runner_up. open: GPUs of
    which a lower bound leaves open how they compare with the first, so that no winner is certain."""

    order: str
    model: ModelContext
    hub: str
    workload: str
    workload_phrase: str
    statistic: str
    rows: tuple[RankedContext, ...]
    winners: tuple[str, ...]
    first: PairRowContext
    runner_up: PairRowContext | None
    lead: DifferenceContext | None
    open: tuple[str, ...]
    out_of_reach: tuple[PairRowContext, ...]
    unpriced: tuple[LinkContext, ...]
    elsewhere: tuple[LinkContext, ...]
    others: tuple[RankingLinkContext, ...]
    newest_run: str
    footnotes: tuple[FootnoteContext, ...]


@dataclass(frozen=True, slots=True)
class VerdictContext:
    """Who is ahead at which targets; *_alone: where only that side reaches the target. shape: see contest.judge."""

    shape: str
    first: tuple[str, ...]
    first_alone: tuple[str, ...]
    second: tuple[str, ...]
    second_alone: tuple[str, ...]
    level: tuple[str, ...]
    unsure: tuple[str, ...]
    neither: tuple[str, ...]
    estimates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SideContext:
    """One side of a comparison: a GPU, a precision, or speculative decoding `on` or `off`.

    newest_run: of the rows behind its reads; model_keys: the models as the data calls them."""

    name: str
    path: str
    hub: str | None
    newest_run: str
    model_keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoundContext:
    """Both sides at a target. ahead: first, second, level, unsure or neither; cheaper likewise, None where one does not
    reach it or has no price. is_by_limit: no config of the side behind delivers as much at any speed."""

    first: ReadContext
    second: ReadContext
    ahead: str
    difference: DifferenceContext | None
    is_by_limit: bool
    cheaper: str | None
    cost_difference: DifferenceContext | None


@dataclass(frozen=True, slots=True)
class CostPairContext:
    """What both sides cost at a price tier, at the primary target; None where one has no price or no read."""

    tier: str
    as_of: str
    first_price: str | None
    first_cost: str | None
    second_price: str | None
    second_cost: str | None
    cheaper: str | None
    difference: DifferenceContext | None


@dataclass(frozen=True, slots=True)
class ComparisonContext:
    """Two GPUs of one model, or two parts of one pair. kind: gpus, precision or speculation.

    also: in what else the two differ at some target that both reach: model_key, engine, precision, speculation, disagg,
    multinode, offload."""

    kind: str
    model: ModelContext
    hub: str
    gpu: GpuContext | None
    first: SideContext
    second: SideContext
    workload: str
    workload_phrase: str
    statistic: str
    rounds: tuple[RoundContext, ...]
    primary: RoundContext
    verdict: VerdictContext
    cost_verdict: VerdictContext | None
    also: tuple[str, ...]
    costs: tuple[CostPairContext, ...]
    chart: Chart
    newest_run: str
    footnotes: tuple[FootnoteContext, ...]


@dataclass(frozen=True, slots=True)
class RedirectContext:
    """An address that has moved: the path that took its place."""

    path: str
