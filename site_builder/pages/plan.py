"""Plans the site: every page with its path, template and context, in a fixed order, no two on one file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from site_builder.derive.figures import Figures
from site_builder.errors import Problems, nearest_hint, quoted
from site_builder.formats import format_date, format_tier
from site_builder.pages.context import (
    EmptyRunContext,
    ExtraPageContext,
    IndexContext,
    ModelGroupContext,
    PageContext,
    PairLinkContext,
    PairRowContext,
    RunContext,
    ScenarioContext,
    SiteContext,
)
from site_builder.pages.entries import Entries
from site_builder.pages.listing import Listing, Pair, list_pairs
from site_builder.pages.run import RunPages
from site_builder.pages.words import Words
from site_builder.routes import HOME, NOT_FOUND, absolute, output_path, root_from
from site_builder.settings.catalogs import Settings

PageData = RunContext | EmptyRunContext | IndexContext | ExtraPageContext | None


@dataclass(frozen=True, slots=True)
class PlannedPage:
    """A page to render. `make_data` makes its context when its turn comes, so that a large site is never held at once;
    `slug` names it for --only; `source` says what it is about, for messages."""

    page: PageContext
    template: str
    make_data: Callable[[], PageData]
    source: str
    slug: str | None = None


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
        scenarios=tuple(ScenarioContext(scenario.id, scenario.label) for scenario in site.scenarios),
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
    extra_pages: Sequence[ExtraPageContext],
    problems: Problems,
) -> tuple[PlannedPage, ...]:
    """Run pages first, lists last. Raises BuildError when two pages claim one file."""
    planner = _Planner(figures, settings, entries)
    pages = (*planner.run_pages(), *planner.extra_pages(extra_pages), planner.index(), planner.not_found())
    taken: dict[str, PlannedPage] = {}
    for planned in pages:
        file = output_path(planned.page.path)
        other = taken.setdefault(file, planned)
        if other is not planned:
            message = f"{quoted(other.source)} and {quoted(planned.source)} share this file, expected one page for it"
            problems.error("address-taken", file, message, "give one of them another slug in its catalog")
    problems.stop_on_errors()
    return pages


def select_only(pages: Sequence[PlannedPage], slugs: Sequence[str], problems: Problems) -> tuple[PlannedPage, ...]:
    """The run pages with these slugs; an error for each slug that no page has."""
    known = {planned.slug: planned for planned in pages if planned.slug}
    for slug in slugs:
        if slug not in known:
            message = "no such page, expected a name such as kimi-k26-on-b300"
            problems.error("unknown-page", f"--only {slug}", message, nearest_hint(slug, known))
    return tuple(known[slug] for slug in dict.fromkeys(slugs) if slug in known)


def _as_it_is(data: PageData) -> PageData:
    return data


class _Planner:
    def __init__(self, figures: Figures, settings: Settings, entries: Entries) -> None:
        self._settings = settings
        self._site = settings.site
        self._entries = entries
        self._lead_scenario = figures.lead_scenario
        self._words = Words(settings)
        self._listing: Listing = list_pairs(figures, settings, entries)

    def run_pages(self) -> Iterator[PlannedPage]:
        """The page of every pair with rows."""
        runs = RunPages(self._settings, self._listing, self._words)
        for pair in self._listing.pairs:
            make_data: Callable[[], PageData] = partial(runs.empty, pair)
            if pair.ladder is not None and pair.primary is not None:
                lead = self._lead_scenario[pair.figures.model_id]
                make_data = partial(runs.full, pair, pair.ladder, pair.primary, lead)
            yield PlannedPage(
                page=self._page(pair.path, noindex=not pair.is_result),
                template="run.html" if pair.ladder else "run_empty.html",
                make_data=make_data,
                source=f"{pair.model.name} on {pair.gpu.name}",
                slug=pair.slug,
            )

    def extra_pages(self, pages: Sequence[ExtraPageContext]) -> Iterator[PlannedPage]:
        """The pages that editors wrote in Markdown."""
        for page in pages:
            yield PlannedPage(self._page(page.path), "text.html", partial(_as_it_is, page), f"the page {page.title}")

    def index(self) -> PlannedPage:
        """The home page, which lists every pair by model."""
        return PlannedPage(self._page(HOME), "index.html", self._index, "the home page")

    def _index(self) -> IndexContext:
        newest = max((p.figures.newest_run for p in self._listing.pairs if p.figures.newest_run), default=None)
        shown = [pair.primary.series.framework for pair in self._listing.pairs if pair.primary and pair.is_result]
        return IndexContext(
            groups=tuple(self._group(model_id, pairs) for model_id, pairs in self._listing.by_model.items()),
            newest_run=format_date(newest) if newest else None,
            footnotes=self._words.footnotes(shown),
        )

    def not_found(self) -> PlannedPage:
        """The page of a wrong address; a host serves it at any depth, so its links start at the root."""
        base_url = self._site.base_url
        root = "/" + base_url.split("/", 3)[3] if base_url else "/"
        page = PageContext(NOT_FOUND, root, None, noindex=True)
        return PlannedPage(page, "404.html", partial(_as_it_is, None), "the page of a wrong address")

    def _page(self, path: str, *, noindex: bool = False) -> PageContext:
        return PageContext(path, root_from(path), absolute(self._site.base_url, path), noindex)

    def _group(self, model_id: str, pairs: Sequence[Pair]) -> ModelGroupContext:
        lead = self._lead_scenario.get(model_id)
        return ModelGroupContext(
            model=pairs[0].model,
            slug=self._entries.model_slugs[model_id],
            workload=self._site.scenarios[lead].label if lead is not None else None,
            pairs=tuple(self._row(pair) for pair in pairs if pair.is_result),
            without_figure=tuple(PairLinkContext(pair.gpu.name, pair.path) for pair in pairs if not pair.is_result),
        )

    def _row(self, pair: Pair) -> PairRowContext:
        if pair.ladder is None or pair.primary is None or pair.figures.newest_run is None:
            raise AssertionError("a result has a ladder and current rows")
        return PairRowContext(
            gpu=pair.gpu.name,
            path=pair.path,
            primary=self._words.read(pair.primary, pair.figures.gpu_key),
            newest_run=format_date(pair.figures.newest_run),
            workload=None if pair.is_lead else self._site.scenarios[pair.ladder.scenario].label,
        )
