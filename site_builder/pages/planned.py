"""A page as it is planned: what it is about, where it goes, and how its context is made when its turn comes."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from site_builder.pages.context import EmptyRunContext, ExtraPageContext, PageContext, RunContext
from site_builder.pages.listing import Pair
from site_builder.pages.lists import FeedContext, LinkListContext
from site_builder.pages.overviews import (
    ComparisonContext,
    GpuHubContext,
    HomeContext,
    ModelHubContext,
    RankingContext,
    RedirectContext,
)

PageData: TypeAlias = (
    RunContext
    | EmptyRunContext
    | HomeContext
    | ModelHubContext
    | GpuHubContext
    | RankingContext
    | ComparisonContext
    | RedirectContext
    | ExtraPageContext
    | FeedContext
    | LinkListContext
    | None
)


@dataclass(frozen=True, slots=True)
class PlannedPage:
    """A page to render.

    make_data: makes its context when its turn comes, so that a large site is never held at once. source: what it is
    about, for messages. slug: names it for --only. card: the template of its preview picture. pair: whose data files
    lie beside it. modified: the newest date behind it. former: paths that lead here now.
    """

    page: PageContext
    template: str
    make_data: Callable[[], PageData]
    source: str
    slug: str | None = None
    card: str | None = None
    pair: Pair | None = None
    modified: datetime.date | None = None
    former: tuple[str, ...] = field(default=())
