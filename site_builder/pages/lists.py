"""What the templates of lists for machines get: llms.txt, the feed, robots.txt and the web manifest."""

from __future__ import annotations

from dataclasses import dataclass

from site_builder.pages.overviews import NewsContext, PairRowContext
from site_builder.pages.parts import FootnoteContext, LinkContext, PartComparisonContext, RankingLinkContext


@dataclass(frozen=True, slots=True)
class FeedContext:
    """The newest moves of results, the newest first. updated: the date of the first of them."""

    news: tuple[NewsContext, ...]
    updated: str | None
    footnotes: tuple[FootnoteContext, ...]


@dataclass(frozen=True, slots=True)
class ModelLinksContext:
    """The pages of one model that are indexed."""

    model: LinkContext
    rows: tuple[PairRowContext, ...]
    rankings: tuple[RankingLinkContext, ...]
    comparisons: tuple[LinkContext, ...]
    part_comparisons: tuple[PartComparisonContext, ...]


@dataclass(frozen=True, slots=True)
class LinkListContext:
    """Every indexed page of the site, and the files for machines."""

    models: tuple[ModelLinksContext, ...]
    gpus: tuple[LinkContext, ...]
    data_files: tuple[str, ...]
    footnotes: tuple[FootnoteContext, ...]
