"""What the template of comparisons gets: two GPUs of a model, or two parts of one pair (a model on a GPU)."""

from __future__ import annotations

from dataclasses import dataclass

from site_builder.charts.drawing import Chart
from site_builder.pages.contexts.entries import FootnoteContext, GpuContext, ModelContext
from site_builder.pages.contexts.reads import DifferenceContext, ReadContext


@dataclass(frozen=True, slots=True)
class VerdictContext:
    """Who is ahead at which speed targets (in tokens/s per user).

    In short, as `shape`: `first` or `second` where that side is ahead at every target that either reaches;
    `first_or_level` or `second_or_level` where it is ahead at some and not known to be behind at any; `cross` where
    each is ahead somewhere; `level` or `unsure` where none is ahead anywhere; `nothing` where neither reaches any."""

    shape: str
    """All in short: `first`, `second`, `first_or_level`, `second_or_level`, `cross`, `level`, `unsure` or `nothing`."""
    first: tuple[str, ...]
    """The targets at which the first side is ahead of the second."""
    first_alone: tuple[str, ...]
    """The targets that only the first side reaches."""
    second: tuple[str, ...]
    """The targets at which the second side is ahead of the first."""
    second_alone: tuple[str, ...]
    """The targets that only the second side reaches."""
    level: tuple[str, ...]
    """The targets at which the two are level."""
    unsure: tuple[str, ...]
    """The targets at which a lower bound leaves the order open."""
    neither: tuple[str, ...]
    """The targets that neither side reaches."""
    estimates: tuple[str, ...]
    """The targets at which one of the two figures is an estimate."""


@dataclass(frozen=True, slots=True)
class SideContext:
    """One side of a comparison."""

    name: str
    """The GPU, the precision in capitals, or `on` or `off` for speculative decoding."""
    path: str
    """Its run page's address from the site's root; put `page.root` before it in a link."""
    hub: str | None
    """The address of the GPU's hub from the site's root; none where no two GPUs are compared."""
    newest_run: str
    """The newest day of the rows behind its reads."""
    model_keys: tuple[str, ...]
    """The models behind its reads, as the data calls them."""


@dataclass(frozen=True, slots=True)
class RoundContext:
    """Both sides at a speed target."""

    first: ReadContext
    """What the first side gives there."""
    second: ReadContext
    """What the second side gives there."""
    ahead: str
    """Which delivers more: `first`, `second`, `level`, `unsure` (a bound leaves it open) or `neither` (no reach)."""
    difference: DifferenceContext | None
    """The throughput of the side ahead against the other; none where only the order is known, or not even that."""
    is_by_limit: bool
    """Whether the side behind is behind because no config of it delivers as much at any speed."""
    cheaper: str | None
    """Which costs less: `first`, `second`, `level` or `unsure`; none where one does not reach it or has no price."""
    cost_difference: DifferenceContext | None
    """The cost of the cheaper side against the other; none where it is not known."""


@dataclass(frozen=True, slots=True)
class CostPairContext:
    """What both sides cost at a price tier, at the primary target."""

    tier: str
    """What the price tier is called."""
    as_of: str
    """The day that its prices are of."""
    first_price: str | None
    """$ for one GPU of the first side for an hour; none where no price is entered."""
    first_cost: str | None
    """$ per million total tokens on the first side, with its mark; none where out of reach or without a price."""
    second_price: str | None
    """$ for one GPU of the second side for an hour; none where no price is entered."""
    second_cost: str | None
    """$ per million total tokens on the second side, with its mark; none where out of reach or without a price."""
    cheaper: str | None
    """Which costs less: `first`, `second`, `level` or `unsure`; none where one has no cost."""
    difference: DifferenceContext | None
    """The cost of the cheaper side against the other; none where it is not known."""


@dataclass(frozen=True, slots=True)
class ComparisonContext:
    """Two GPUs of one model, or two parts of one pair."""

    kind: str
    """What is compared: `gpus`, `precision`, or `speculation` for speculative decoding."""
    model: ModelContext
    """The model."""
    hub: str
    """The address of the model's hub from the site's root."""
    gpu: GpuContext | None
    """The GPU that both parts are on; none where two GPUs are compared."""
    first: SideContext
    """The first side, in the order of the names in addresses."""
    second: SideContext
    """The second side."""
    workload_phrase: str
    """The workload that both are read on, as it stands in a sentence, with its article."""
    statistic: str
    """What speed per user is among requests: `median`, or `p90`, which nine in ten tokens keep up with."""
    rounds: tuple[RoundContext, ...]
    """Both sides at each speed target, the slowest first."""
    primary: RoundContext
    """Both sides at the primary target."""
    verdict: VerdictContext
    """Who delivers more tokens/s per GPU at which targets."""
    cost_verdict: VerdictContext | None
    """Who costs less at which targets, at the first price tier; none unless two GPUs with prices are compared."""
    also: tuple[str, ...]
    """What else differs: `model_key`, `engine`, `precision`, `speculation`, `disagg`, `multinode`, `offload`."""
    costs: tuple[CostPairContext, ...]
    """What both cost at each price tier that one of them has a price at."""
    chart: Chart
    """The chart of throughput against speed per user, a line for each side."""
    footnotes: tuple[FootnoteContext, ...]
    """The notes of the marks that names of engines on this page carry."""
