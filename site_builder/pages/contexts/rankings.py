"""What the template of rankings gets: the GPUs of a model in the order of what they deliver or cost."""

from __future__ import annotations

from dataclasses import dataclass

from site_builder.pages.contexts.entries import FootnoteContext, ModelContext
from site_builder.pages.contexts.links import LinkContext, RankingLinkContext
from site_builder.pages.contexts.reads import DifferenceContext, PairRowContext


@dataclass(frozen=True, slots=True)
class RankedContext:
    """A GPU in a ranking."""

    rank: str
    """Its place, from `1`; GPUs that are level with the first of a place share it."""
    is_shared: bool
    """Whether it shares its place."""
    is_open: bool
    """Whether a lower bound leaves open how it compares with the first."""
    row: PairRowContext
    """The GPU, what it gives, and its run page."""
    difference: DifferenceContext | None
    """Its throughput or cost against that of the first; none in the first place, and where that is not certain."""
    comparison: str | None
    """The address of the page that compares it with the first; none where there is no such page."""


@dataclass(frozen=True, slots=True)
class RankingContext:
    """The GPUs of a model by what they deliver or cost at the primary target."""

    order: str
    """What the ranking goes by: `fastest` or `cheapest`."""
    model: ModelContext
    """The model."""
    hub: str
    """The address of the model's hub from the site's root."""
    workload_phrase: str
    """The model's first workload as it stands in a sentence, with its article."""
    statistic: str
    """What speed per user is among requests: `median`, or `p90`, which nine in ten tokens keep up with."""
    rows: tuple[RankedContext, ...]
    """The GPUs that are ranked, the best first."""
    winners: tuple[str, ...]
    """The names of all GPUs that share the first place."""
    first: PairRowContext
    """The GPU that stands first."""
    runner_up: PairRowContext | None
    """The first GPU behind the first place; none where there is none."""
    lead: DifferenceContext | None
    """How the first compares with the runner-up; none where that is not certain."""
    open: tuple[str, ...]
    """GPUs of which a lower bound leaves open how they compare with the first, so that no winner is certain."""
    out_of_reach: tuple[PairRowContext, ...]
    """GPUs that do not reach the target."""
    unpriced: tuple[LinkContext, ...]
    """GPUs that reach the target but cannot be ranked, since no price is entered, and their run pages."""
    elsewhere: tuple[LinkContext, ...]
    """GPUs that are read on another workload, and so not ranked, and their run pages."""
    others: tuple[RankingLinkContext, ...]
    """The other rankings of the model."""
    newest_run: str
    """The day of the newest run of all these GPUs."""
    footnotes: tuple[FootnoteContext, ...]
    """The notes of the marks that names of engines on this page carry."""
