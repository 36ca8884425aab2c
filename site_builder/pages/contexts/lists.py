"""What the templates of lists for machines get: llms.txt and the feed."""

from __future__ import annotations

from dataclasses import dataclass

from site_builder.pages.contexts.entries import FootnoteContext
from site_builder.pages.contexts.home import NewsContext
from site_builder.pages.contexts.links import LinkContext, PartComparisonContext, RankingLinkContext
from site_builder.pages.contexts.reads import PairRowContext


@dataclass(frozen=True, slots=True)
class FeedContext:
    """The feed of the newest results."""

    news: tuple[NewsContext, ...]
    """The newest results, newest first, a hundred at most."""
    updated: str | None
    """The day of the first of them; none where there is none."""
    footnotes: tuple[FootnoteContext, ...]
    """The notes of the marks that names of engines in it carry."""


@dataclass(frozen=True, slots=True)
class ModelLinksContext:
    """The pages of one model that search engines may list."""

    model: LinkContext
    """The model, and its hub."""
    rows: tuple[PairRowContext, ...]
    """Its GPUs with a result, and their run pages."""
    rankings: tuple[RankingLinkContext, ...]
    """The rankings of its GPUs."""
    comparisons: tuple[LinkContext, ...]
    """The pages that compare two of its GPUs."""
    part_comparisons: tuple[PartComparisonContext, ...]
    """The pages that compare precisions of one pair, or speculative decoding on and off."""


@dataclass(frozen=True, slots=True)
class LinkListContext:
    """Every page that search engines may list, and the files for machines."""

    models: tuple[ModelLinksContext, ...]
    """Each model with a result, and its pages."""
    gpus: tuple[LinkContext, ...]
    """Each GPU with a result, and its hub."""
    data_files: tuple[str, ...]
    """The addresses of the site's data files, from its root."""
    footnotes: tuple[FootnoteContext, ...]
    """The notes of the marks that names of engines in it carry."""
