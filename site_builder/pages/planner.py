"""Plans every page of the site: its path, template, context and date, and where it used to be."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial

from site_builder.derive.figures import Figures
from site_builder.formats import format_date
from site_builder.pages.addresses import FormerPaths
from site_builder.pages.comparison_pages import ComparisonPages
from site_builder.pages.comparisons import ComparisonPaths
from site_builder.pages.contexts.home import NewsContext
from site_builder.pages.contexts.lists import FeedContext
from site_builder.pages.contexts.site import PageContext, RedirectContext
from site_builder.pages.entries import Entries
from site_builder.pages.home import make_home
from site_builder.pages.hubs import HubPages
from site_builder.pages.listing import Listing, Pair, list_pairs
from site_builder.pages.machine_lists import list_links
from site_builder.pages.news import list_news, notes_of
from site_builder.pages.planned import PageData, PlannedPage, TextPage
from site_builder.pages.ranking_pages import RankingPages
from site_builder.pages.rows import PairRows
from site_builder.pages.run import RunPages
from site_builder.pages.words import Words
from site_builder.routes import (
    FEED,
    HOME,
    LLMS,
    NOT_FOUND,
    ROBOTS,
    WEB_MANIFEST,
    absolute,
    gpu_path,
    model_path,
    ranking_path,
    root_from,
)
from site_builder.settings.catalogs import Settings

_MOST_NEWS_AT_HOME, _MOST_NEWS_IN_FEED = 10, 100


def _as_it_is(data: PageData) -> PageData:
    return data


class Planner:
    """Knows the whole site and plans its pages, kind by kind."""

    def __init__(self, figures: Figures, settings: Settings, entries: Entries) -> None:
        self._settings = settings
        self._site = settings.site
        self._entries = entries
        self._lead_scenario = figures.lead_scenario
        self.words = self._words = Words(settings)
        self._listing = list_pairs(figures, settings, entries)
        self._rows = PairRows(settings, self._words)
        self._former = FormerPaths(entries)
        self._comparisons = ComparisonPaths(self._listing, settings)
        parts = (settings, self._listing, self._words)
        self._rankings = RankingPages(*parts, self._rows, self._comparisons)

    @property
    def listing(self) -> Listing:
        """All pairs of the site."""
        return self._listing

    @cached_property
    def _news(self) -> tuple[NewsContext, ...]:
        return list_news(self._listing, self._words, _MOST_NEWS_IN_FEED)

    def pages(self, texts: Sequence[TextPage]) -> Iterator[PlannedPage]:
        """Every page but those of addresses that moved."""
        yield from self._run_pages()
        yield from self._comparison_pages()
        yield from self._ranking_pages()
        yield from self._hubs()
        yield from self._text_pages(texts)
        yield self._home()
        yield self._not_found()
        yield from self._lists()

    def redirect_pages(self, redirects: dict[str, str]) -> Iterator[PlannedPage]:
        """A page at each address that moved, which leads on."""
        for old, new in redirects.items():
            page = PageContext(old, root_from(old), absolute(self._site.base_url, new), noindex=True)
            yield PlannedPage(page, "redirect.html", partial(_as_it_is, RedirectContext(new)), f"the redirect {old}")

    def _run_pages(self) -> Iterator[PlannedPage]:
        """The page of every pair with rows."""
        runs = RunPages(
            self._settings, self._listing, self._words, comparisons=self._comparisons, rankings=self._rankings
        )
        for pair in self._listing.pairs:
            make_data: Callable[[], PageData] = partial(runs.empty, pair)
            if pair.ladder is not None and pair.primary is not None:
                lead = self._lead_scenario[pair.figures.model_id]
                make_data = partial(runs.full, pair, pair.ladder, pair.primary, lead)
            yield self._planned(
                pair.path,
                "run.html" if pair.ladder else "run_empty.html",
                make_data,
                pair.name,
                self._modified(runs.quoted(pair), [pair]),
                noindex=not pair.is_result,
                former=self._former.run(pair),
                slug=pair.slug,
                card="run" if pair.is_result else None,
                pair=pair if pair.ladder else None,
                subjects=(pair.slug, pair.model_slug, pair.gpu_slug),
                rests_on=(pair.figures.model_id, pair.figures.gpu_key),
            )

    def _comparison_pages(self) -> Iterator[PlannedPage]:
        pages = ComparisonPages(self._settings, self._words, self._rows)
        for one in self._comparisons.all():
            source = f"{one.first.pair.name}, {one.first.name} against {one.second.name}"
            yield self._planned(
                one.path,
                "comparison.html",
                partial(pages.make, one),
                source,
                self._modified((), (one.first.pair, one.second.pair)),
                former=self._former.comparison(one),
                card="comparison",
                subjects=(one.first.pair.model_slug,),
                rests_on=(one.first.pair.figures.model_id, None),
            )

    def _ranking_pages(self) -> Iterator[PlannedPage]:
        for model_id, pairs in self._listing.by_model.items():
            for order in self._rankings.orders(model_id):
                yield self._planned(
                    ranking_path(order, pairs[0].model_slug),
                    "ranking.html",
                    partial(self._rankings.make, model_id, order),
                    f"the {order} GPU for {pairs[0].model.name}",
                    self._modified(self._listing.comparable(model_id)),
                    former=self._former.ranking(model_id, order),
                    card="ranking",
                    subjects=(pairs[0].model_slug,),
                    rests_on=(model_id, None),
                )

    def _hubs(self) -> Iterator[PlannedPage]:
        hubs = HubPages(
            self._settings,
            self._listing,
            self._words,
            self._rows,
            comparisons=self._comparisons,
            rankings=self._rankings,
        )
        for model_id, pairs in self._listing.by_model.items():
            if model_id in self._listing.model_ids_shown:
                yield self._planned(
                    model_path(pairs[0].model_slug),
                    "model.html",
                    partial(hubs.model, model_id, self._lead_scenario[model_id]),
                    pairs[0].model.name,
                    self._modified(pairs),
                    former=self._former.model(model_id),
                    card="model",
                    subjects=(pairs[0].model_slug,),
                )
        for gpu_key, pairs in self._listing.by_gpu.items():
            if gpu_key in self._listing.gpu_keys_shown:
                yield self._planned(
                    gpu_path(pairs[0].gpu_slug),
                    "gpu.html",
                    partial(hubs.gpu, gpu_key),
                    pairs[0].gpu.name,
                    self._modified(pairs, pairs[:1]),
                    former=self._former.gpu(gpu_key),
                    card="gpu",
                    subjects=(pairs[0].gpu_slug,),
                )

    def _text_pages(self, texts: Sequence[TextPage]) -> Iterator[PlannedPage]:
        """The pages that editors wrote in Markdown."""
        for text in texts:
            page = text.context
            make_data = partial(_as_it_is, page)
            yield self._planned(page.path, "text.html", make_data, f"the page {page.title}", text.updated, card="text")

    def _home(self) -> PlannedPage:
        news = self._news[:_MOST_NEWS_AT_HOME]
        lead = {model_id: self._site.scenarios[at] for model_id, at in self._lead_scenario.items()}
        make_data = partial(
            make_home,
            self._listing,
            self._rows,
            self._rankings,
            (news, notes_of(news, self._words)),
            gpu_order=self._entries.gpus,
            lead=lead,
        )
        return self._planned(
            HOME, "home.html", make_data, "the home page", self._modified(self._listing.pairs), card="home"
        )

    def _not_found(self) -> PlannedPage:
        """The page of a wrong address; a host serves it at any depth, so its links start at the root."""
        base_url = self._site.base_url
        root = "/" + base_url.split("/", 3)[3] if base_url else "/"
        page = PageContext(NOT_FOUND, root, None, noindex=True)
        return PlannedPage(page, "404.html", partial(_as_it_is, None), "the page of a wrong address")

    def _lists(self) -> Iterator[PlannedPage]:
        """The lists for machines that are made from templates; those that need whole addresses need a base URL."""
        links = partial(list_links, self._listing, self._words, self._rows, self._rankings, self._comparisons)
        yield self._list(LLMS, links, template="llms.md")
        yield self._list(ROBOTS, partial(_as_it_is, None))
        yield self._list(WEB_MANIFEST, partial(_as_it_is, None))
        if self._site.base_url:
            news = self._news
            feed = FeedContext(news, news[0].date if news else None, notes_of(news, self._words))
            yield self._list(FEED, partial(_as_it_is, feed))

    def _list(self, path: str, make_data: Callable[[], PageData], *, template: str = "") -> PlannedPage:
        page = PageContext(path, root_from(path), absolute(self._site.base_url, path), noindex=True)
        return PlannedPage(page, template or path, make_data, path)

    def _planned(
        self,
        path: str,
        template: str,
        make_data: Callable[[], PageData],
        source: str,
        modified: datetime.date | None,
        *,
        noindex: bool = False,
        former: tuple[str, ...] = (),
        slug: str | None = None,
        card: str | None = None,
        pair: Pair | None = None,
        subjects: tuple[str, ...] = (),
        rests_on: tuple[str | None, str | None] = (None, None),
    ) -> PlannedPage:
        page = PageContext(
            path,
            root_from(path),
            absolute(self._site.base_url, path),
            noindex,
            modified=format_date(modified) if modified else None,
            subjects=subjects,
        )
        return PlannedPage(page, template, make_data, source, slug, card, pair, modified, former, *rests_on)

    def _modified(self, pairs: Iterable[Pair], priced: Iterable[Pair] = ()) -> datetime.date | None:
        """The newest date behind a page: of the runs of its pairs, and of the prices that their costs are given at.

        priced: the pairs whose costs it gives at every tier, not at the first alone."""
        tiers = self._settings.prices.tiers
        shown = [(pair, tiers[:1]) for pair in pairs] + [(pair, tiers) for pair in priced]
        dates = [pair.figures.newest_run for pair, _ in shown]
        for pair, own in shown:
            gpu_key = pair.figures.gpu_key
            if pair.is_result:
                dates += [tier.as_of for tier in own if self._settings.prices.of(gpu_key, tier.id) is not None]
        return max((date for date in dates if date), default=None)
