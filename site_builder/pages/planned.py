"""A page as it is planned: what it is about, where it goes, and how its context is made when its turn comes."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from site_builder.pages.contexts.comparisons import ComparisonContext
from site_builder.pages.contexts.home import HomeContext
from site_builder.pages.contexts.hubs import GpuHubContext, ModelHubContext
from site_builder.pages.contexts.lists import FeedContext, LinkListContext
from site_builder.pages.contexts.rankings import RankingContext
from site_builder.pages.contexts.run import EmptyRunContext, RunContext
from site_builder.pages.contexts.site import ExtraPageContext, PageContext, RedirectContext
from site_builder.pages.listing import Pair

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
class TextPage:
    """A page that an editor wrote in Markdown, and the date that it says it was updated on."""

    context: ExtraPageContext
    updated: datetime.date | None


@dataclass(frozen=True, slots=True)
class PlannedPage:
    """A page to render.

    make_data: makes its context when its turn comes, so that a large site is never held at once. source: what it is
    about, for messages. slug: names it for --only. card: the template of its preview picture. pair: whose data files
    lie beside it. modified: the newest date behind it. former: paths that lead here now. model_id, gpu_key: it rests on
    the pairs of this model and of this GPU and on no others; without a model, on any of the site.
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
    model_id: str | None = None
    gpu_key: str | None = None
