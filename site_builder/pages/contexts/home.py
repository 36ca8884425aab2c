"""What the template of the home page gets."""

from __future__ import annotations

from dataclasses import dataclass

from site_builder.pages.contexts.entries import FootnoteContext, ModelContext
from site_builder.pages.contexts.evidence import EngineContext
from site_builder.pages.contexts.links import LinkContext, RankingLinkContext
from site_builder.pages.contexts.reads import DifferenceContext, ReadContext


@dataclass(frozen=True, slots=True)
class CellContext:
    """A pair (a model on a GPU) in the matrix of the home page."""

    name: str
    """What the pair is called."""
    path: str
    """Its run page's address from the site's root; put `page.root` before it in a link."""
    read: ReadContext
    """What it gives at the primary target."""
    shade: str | None
    """Its throughput against the best GPU of its model, `0` to `4`; none where out of reach or not to be compared."""
    is_lead: bool
    """Whether it is read on its model's first workload, so that it may be compared."""


@dataclass(frozen=True, slots=True)
class MatrixRowContext:
    """A model in the matrix of the home page."""

    model: LinkContext
    """The model, and its hub."""
    cells: tuple[CellContext | None, ...]
    """A cell for each GPU of the matrix, in their order; none where the pair has no result."""


@dataclass(frozen=True, slots=True)
class NewsContext:
    """A read at the primary target that changed on a date, or that first came up then."""

    date: str
    """The day."""
    name: str
    """What the pair is called."""
    path: str
    """Its run page's address from the site's root; put `page.root` before it in a link."""
    read_cell: str | None
    """The throughput from that day on, in tokens/s per GPU with its mark; none where the target is out of reach now."""
    before_cell: str | None
    """The throughput before; none where the target was out of reach, or where there was none."""
    change: DifferenceContext | None
    """How the two compare; none where that cannot be said."""
    engine: EngineContext
    """How it was served."""
    is_new: bool
    """Whether there was no read before."""


@dataclass(frozen=True, slots=True)
class ModelGroupContext:
    """A model and its pages in the list of the home page."""

    model: ModelContext
    """The model."""
    slug: str
    """Its part of an address, for anchors."""
    hub: str | None
    """The address of its hub from the site's root; none where no GPU has a result for it."""
    workload: str | None
    """What its first workload is called; none where all its rows were set aside."""
    pairs: tuple[LinkContext, ...]
    """The run pages with a result, each called by its GPU."""
    without_figure: tuple[LinkContext, ...]
    """The run pages without a figure at any target, each called by its GPU."""
    rankings: tuple[RankingLinkContext, ...]
    """The rankings of its GPUs."""


@dataclass(frozen=True, slots=True)
class HomeContext:
    """The home page: the matrix of models by GPUs, the newest results, and links to every page."""

    gpus: tuple[LinkContext, ...]
    """The GPUs with a result, as columns of the matrix, and their hubs."""
    matrix: tuple[MatrixRowContext, ...]
    """A row for each model with a result; empty on a site without any."""
    news: tuple[NewsContext, ...]
    """The newest results, newest first, ten at most."""
    groups: tuple[ModelGroupContext, ...]
    """Every model with its pages."""
    newest_run: str | None
    """The day of the newest run of the site; none where no row counts."""
    footnotes: tuple[FootnoteContext, ...]
    """The notes of the marks that names of engines on this page carry."""
