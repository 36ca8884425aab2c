"""What templates get: frozen values, every figure already written as text by site_builder.formats.

A figure that may be missing is None here; the template decides whether to print a dash or to leave a sentence out.
Fields that end in `_cell` carry the marks of a table (`≥`, `~`); the others are plain, for sentences.
"""

from __future__ import annotations

from dataclasses import dataclass

from site_builder.charts.drawing import Chart
from site_builder.pages.parts import (
    BesideContext,
    BestContext,
    FootnoteContext,
    GpuContext,
    HistoryContext,
    LadderContext,
    ModelContext,
    PartComparisonContext,
    PriceContext,
    RankingLinkContext,
    RungContext,
    SeriesContext,
    SetAsideContext,
)


@dataclass(frozen=True, slots=True)
class ScenarioContext:
    """A workload that ladders are read on."""

    id: str
    label: str


@dataclass(frozen=True, slots=True)
class SiteContext:
    """The site as a whole. pages: the extra pages, for navigation."""

    name: str
    description: str
    fleet: str | None
    sample_data: bool
    notices: tuple[str, ...]
    tiers: tuple[str, ...]
    primary_tier: str
    scenarios: tuple[ScenarioContext, ...]
    price_source: str
    price_tier: str
    price_date: str
    base_url: str | None
    pages: tuple[ExtraPageContext, ...]


@dataclass(frozen=True, slots=True)
class ExtraPageContext:
    """A page written in Markdown: its path from the site's root, its title, the template it is written in, and the date
    that its front matter says it was updated on."""

    path: str
    title: str
    source: str
    updated: str | None = None


@dataclass(frozen=True, slots=True)
class PageContext:
    """The page being rendered: its path from the site's root, the link back to the root, and what machines are told.

    modified: the newest date of the data behind it, or of its copy. picture: the address of its preview picture.
    subjects: the names in addresses of what it is about, the most specific first, for copy of its own."""

    path: str
    root: str
    canonical: str | None
    noindex: bool
    modified: str | None = None
    picture: str | None = None
    subjects: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RunContext:
    """The run page of one model on one GPU.

    is_lead_scenario: whether the ladder is read on the model's first workload. cheaper_tiers: whether every slower
    target costs less than the primary one as printed. selected_*: what competes, where the settings narrow it.
    days_behind: how many days the newest run is older than the newest one of the whole site. model_path, gpu_path:
    their hubs, None where they have none. data_path, rows_path: the files with all of this for machines.
    """

    model: ModelContext
    gpu: GpuContext
    model_path: str | None
    gpu_path: str | None
    configs: str
    engines: tuple[str, ...]
    precisions: tuple[str, ...]
    oldest_run: str
    newest_run: str
    days_behind: str | None
    site_newest_run: str
    disagg: bool
    is_multinode: bool
    workload: str
    workload_phrase: str
    statistic: str
    input_share: str | None
    is_lead_scenario: bool
    lead_workload: str
    primary: RungContext
    ladder: tuple[RungContext, ...]
    other_ladders: tuple[LadderContext, ...]
    prices: tuple[PriceContext, ...]
    price_dates: tuple[str, ...]
    cheaper_tiers: bool
    peak: BestContext
    best_ttft: BestContext | None
    best_tpot: BestContext | None
    series: tuple[SeriesContext, ...]
    frontier_chart: Chart
    cost_chart: Chart | None
    history: tuple[HistoryContext, ...]
    history_chart: Chart | None
    other_gpus: tuple[BesideContext, ...]
    other_models: tuple[BesideContext, ...]
    rankings: tuple[RankingLinkContext, ...]
    part_comparisons: tuple[PartComparisonContext, ...]
    data_path: str
    rows_path: str
    set_aside: tuple[SetAsideContext, ...]
    selected_engines: tuple[str, ...]
    selected_precisions: tuple[str, ...]
    footnotes: tuple[FootnoteContext, ...]


@dataclass(frozen=True, slots=True)
class EmptyRunContext:
    """The short page of a pair without a figure: all its rows were set aside, or none may compete."""

    model: ModelContext
    gpu: GpuContext
    model_path: str | None
    rows_set_aside: str
    set_aside: tuple[SetAsideContext, ...]
    configs: str
    none_competes: bool
