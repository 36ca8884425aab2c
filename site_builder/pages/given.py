"""What each template is given as `data`: the class of its context, by the template's name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from site_builder.pages.contexts.comparisons import ComparisonContext
from site_builder.pages.contexts.home import HomeContext
from site_builder.pages.contexts.hubs import GpuHubContext, ModelHubContext
from site_builder.pages.contexts.lists import FeedContext, LinkListContext
from site_builder.pages.contexts.rankings import RankingContext
from site_builder.pages.contexts.run import EmptyRunContext, RunContext
from site_builder.pages.contexts.site import ExtraPageContext, PageContext, RedirectContext, SiteContext

# Every template of a page or preview picture, with its context; None where it gets none.
TEMPLATES: Mapping[str, type | None] = MappingProxyType(
    {
        "home.html": HomeContext,
        "model.html": ModelHubContext,
        "gpu.html": GpuHubContext,
        "run.html": RunContext,
        "run_empty.html": EmptyRunContext,
        "ranking.html": RankingContext,
        "comparison.html": ComparisonContext,
        "text.html": ExtraPageContext,
        "404.html": None,
        "redirect.html": RedirectContext,
        "llms.md": LinkListContext,
        "feed.xml": FeedContext,
        "robots.txt": None,
        "site.webmanifest": None,
        "cards/home.txt": HomeContext,
        "cards/model.txt": ModelHubContext,
        "cards/gpu.txt": GpuHubContext,
        "cards/run.txt": RunContext,
        "cards/ranking.txt": RankingContext,
        "cards/comparison.txt": ComparisonContext,
        "cards/text.txt": ExtraPageContext,
    }
)
# What every template is given beside `data`.
SHARED: Mapping[str, type] = MappingProxyType({"site": SiteContext, "page": PageContext})
