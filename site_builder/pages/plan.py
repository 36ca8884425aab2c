"""Plans the site: every page with its path, template and context, in a fixed order, no two on one file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from site_builder.derive.figures import Figures
from site_builder.errors import Problems, nearest_hint, quoted
from site_builder.formats import format_date, format_tier
from site_builder.pages.addresses import find_redirects
from site_builder.pages.contexts.site import ExtraPageContext, ScenarioContext, SiteContext
from site_builder.pages.entries import Entries
from site_builder.pages.listing import Listing
from site_builder.pages.planned import PlannedPage, TextPage
from site_builder.pages.planner import Planner
from site_builder.pages.words import Words
from site_builder.routes import (
    HOST_FILES,
    RUN_DATA,
    RUN_ROWS,
    SITE_FILES,
    SITEMAP,
    beside,
    output_path,
)
from site_builder.settings.catalogs import Settings


@dataclass(frozen=True)
class SitePlan:
    """Everything that will be on the site. pages: run pages first, lists last; redirects: old path -> path; words: what
    figures are written with, which keeps what it has written."""

    listing: Listing
    words: Words
    pages: tuple[PlannedPage, ...]
    redirects: dict[str, str]

    @property
    def paths(self) -> Iterator[str]:
        """The output path of every page and of the data beside it, and of the files of the whole site."""
        yield from SITE_FILES
        for planned in self.pages:
            yield output_path(planned.page.path)
            if planned.pair is not None:
                yield from (beside(planned.page.path, name) for name in (RUN_DATA, RUN_ROWS))

    @property
    def indexed(self) -> Iterator[PlannedPage]:
        """The pages that search engines and lists are told of."""
        return (planned for planned in self.pages if not planned.page.noindex)


def site_context(settings: Settings, extra_pages: Sequence[ExtraPageContext]) -> SiteContext:
    """What every template knows of the site."""
    site = settings.site
    return SiteContext(
        name=site.name,
        description=site.description,
        fleet=site.fleet,
        sample_data=site.sample_data,
        notices=site.notices,
        tiers=tuple(format_tier(tier) for tier in site.tiers_tok_s_user),
        primary_tier=format_tier(site.primary_tier),
        scenarios=tuple(ScenarioContext(scenario.label) for scenario in site.scenarios),
        price_source=settings.prices.source,
        price_tier=settings.prices.tiers[0].label,
        price_date=format_date(settings.prices.tiers[0].as_of),
        base_url=site.base_url,
        pages=tuple(extra_pages),
    )


def plan_pages(
    figures: Figures,
    settings: Settings,
    entries: Entries,
    texts: Sequence[TextPage],
    problems: Problems,
) -> SitePlan:
    """The whole site. Raises BuildError when two pages claim one file, or an address that moved leads astray."""
    planner = Planner(figures, settings, entries)
    pages = tuple(planner.pages(texts))
    _check_files(pages, problems)
    problems.stop_on_errors()
    files = [*SitePlan(planner.listing, planner.words, pages, {}).paths, SITEMAP, *HOST_FILES]
    redirects = find_redirects(pages, settings.site.redirects, files, problems)
    problems.stop_on_errors()
    return SitePlan(planner.listing, planner.words, (*pages, *planner.redirect_pages(redirects)), redirects)


def _check_files(pages: Iterable[PlannedPage], problems: Problems) -> None:
    taken: dict[str, PlannedPage] = {}
    for planned in pages:
        file = output_path(planned.page.path)
        other = taken.setdefault(file, planned)
        if other is not planned:
            message = f"{quoted(other.source)} and {quoted(planned.source)} share this file, expected one page for it"
            problems.error("address-taken", file, message, "give one of them another slug in its catalog")


def select_only(pages: Iterable[PlannedPage], slugs: Sequence[str], problems: Problems) -> tuple[PlannedPage, ...]:
    """The run pages with these slugs; an error for each slug that no page has."""
    known = {planned.slug: planned for planned in pages if planned.slug}
    for slug in slugs:
        if slug not in known:
            message = "no such page, expected a name such as kimi-k26-on-b300"
            problems.error("unknown-page", f"--only {slug}", message, nearest_hint(slug, known))
    return tuple(known[slug] for slug in dict.fromkeys(slugs) if slug in known)
