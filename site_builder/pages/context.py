"""What templates get: frozen values, every figure already written as text by site_builder.formats.

A figure that may be missing is None here; the template decides whether to print a dash or to leave a sentence out.
Fields that end in `_cell` carry the marks of a table (`≥`, `~`); the others are plain, for sentences.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SiteContext:
    """The site as a whole."""

    name: str
    description: str
    fleet: str | None
    sample_data: bool
    notices: tuple[str, ...]
    primary_tier: str
    price_source: str
    base_url: str | None


@dataclass(frozen=True, slots=True)
class PageContext:
    """The page being rendered: its path from the site's root, the link back to the root, and what machines are told."""

    path: str
    root: str
    canonical: str | None
    noindex: bool


@dataclass(frozen=True, slots=True)
class EngineContext:
    """How a config was served. `name` is the engine alone; `cell` adds speculative decoding and the like."""

    name: str
    features: tuple[str, ...]
    cell: str
    precision: str
    precision_upper: str


@dataclass(frozen=True, slots=True)
class EvidenceContext:
    """One row behind a figure."""

    engine: EngineContext
    model_key: str
    workload: str
    interactivity: str
    throughput: str
    concurrency: str | None
    gpus: str | None
    median_ttft: str | None
    p99_ttft: str | None
    median_e2el: str | None
    date: str
    image: str
    run_url: str | None


@dataclass(frozen=True, slots=True)
class ReadContext:
    """One rung of a ladder. kind: measured, interpolated, wide, at_least or out_of_reach; when out of reach,
    throughput and cost are None and the evidence is the row of the fastest config. Without a price cost is None."""

    tier: str
    is_primary: bool
    kind: str
    throughput: str | None
    throughput_cell: str | None
    cost: str | None
    cost_cell: str | None
    engine: EngineContext
    evidence: tuple[EvidenceContext, ...]


@dataclass(frozen=True, slots=True)
class PriceContext:
    """One price tier: $/GPU/hr, and $/1M tokens at the primary target; None where there is none."""

    tier: str
    as_of: str
    usd_per_gpu_hour: str | None
    cost: str | None
    cost_cell: str | None


@dataclass(frozen=True, slots=True)
class BestContext:
    """The best value of one kind over all configs, and the row it comes from."""

    value: str
    row: EvidenceContext


@dataclass(frozen=True, slots=True)
class GpuContext:
    """A GPU as the catalog describes it."""

    name: str
    vendor: str | None
    architecture: str | None


@dataclass(frozen=True, slots=True)
class ModelContext:
    """A model as the catalog calls it: `label` also names the point releases that its pages gather."""

    name: str
    label: str


@dataclass(frozen=True, slots=True)
class FootnoteContext:
    """A mark that stands on the page, and its note."""

    mark: str
    text: str


@dataclass(frozen=True, slots=True)
class RunContext:
    """The run page of one model on one GPU.

    is_lead_scenario: whether the ladder is read on the model's first workload. cheaper_tiers: whether a slower target
    costs less than the primary one as printed. selection: what competes, where the settings narrow it.
    """

    model: ModelContext
    gpu: GpuContext
    configs: str
    engines: tuple[str, ...]
    precisions: tuple[str, ...]
    oldest_run: str
    newest_run: str
    disagg: bool
    is_multinode: bool
    workload: str
    input_share: str | None
    is_lead_scenario: bool
    lead_workload: str
    primary: ReadContext
    ladder: tuple[ReadContext, ...]
    prices: tuple[PriceContext, ...]
    price_dates: tuple[str, ...]
    cheaper_tiers: bool
    peak: BestContext
    best_ttft: BestContext | None
    best_tpot: BestContext | None
    selected_engines: tuple[str, ...]
    selected_precisions: tuple[str, ...]
    footnotes: tuple[FootnoteContext, ...]


@dataclass(frozen=True, slots=True)
class EmptyRunContext:
    """The short page of a pair without a figure: all its rows were set aside, or none may compete."""

    model: ModelContext
    gpu: GpuContext
    rows_set_aside: str
    configs: str
    none_competes: bool


@dataclass(frozen=True, slots=True)
class PairRowContext:
    """One pair in a list, at the primary target. workload: named where it is not the model's first one."""

    gpu: str
    path: str
    primary: ReadContext
    newest_run: str
    workload: str | None


@dataclass(frozen=True, slots=True)
class PairLinkContext:
    """A pair that has a page but no figure to list."""

    gpu: str
    path: str


@dataclass(frozen=True, slots=True)
class ModelGroupContext:
    """A model's pairs in a list; `without_figure` links those that reach no target or have no usable row."""

    model: ModelContext
    slug: str
    workload: str | None
    pairs: tuple[PairRowContext, ...]
    without_figure: tuple[PairLinkContext, ...]


@dataclass(frozen=True, slots=True)
class IndexContext:
    """The home page: every pair by model."""

    groups: tuple[ModelGroupContext, ...]
    newest_run: str | None
    footnotes: tuple[FootnoteContext, ...]
