"""What each template is given as `data`: the class of its context, by the template's name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from site_builder.pages.context import EmptyRunContext, ExtraPageContext, PageContext, RunContext, SiteContext
from site_builder.pages.lists import FeedContext, LinkListContext
from site_builder.pages.overviews import (
    ComparisonContext,
    GpuHubContext,
    HomeContext,
    ModelHubContext,
    RankingContext,
    RedirectContext,
)

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
