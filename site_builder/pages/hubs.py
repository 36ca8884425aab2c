"""Makes the contexts of hubs: all GPUs of a model, all models on a GPU."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from site_builder.charts.envelopes import NamedEnvelope, draw_envelopes
from site_builder.charts.frontier import series_tags
from site_builder.formats import format_date, format_tier, format_usd_per_gpu_hour
from site_builder.pages.comparisons import ComparisonPaths
from site_builder.pages.contexts.entries import FootnoteContext
from site_builder.pages.contexts.hubs import (
    BestAtContext,
    GpuHubContext,
    GpuPriceContext,
    ModelHubContext,
    WinnerContext,
)
from site_builder.pages.contexts.links import LinkContext, TaggedLinkContext
from site_builder.pages.listing import Listing, Pair
from site_builder.pages.ranking import Order, Ranker
from site_builder.pages.ranking_pages import RankingPages
from site_builder.pages.rows import PairRows, newest_run
from site_builder.pages.words import Words
from site_builder.settings.catalogs import Settings

# More lines than these cannot be told apart.
_MOST_DRAWN = 10


class HubPages:
    """Makes the contexts of all hubs of a site. A model or GPU has one when some pair of it is a result."""

    def __init__(
        self,
        settings: Settings,
        listing: Listing,
        words: Words,
        rows: PairRows,
        *,
        comparisons: ComparisonPaths,
        rankings: RankingPages,
    ) -> None:
        self._settings = settings
        self._site = settings.site
        self._listing = listing
        self._words = words
        self._rows = rows
        self._comparisons = comparisons
        self._rankings = rankings
        self._ranker = Ranker(settings)

    def model(self, model_id: str, lead_scenario: int) -> ModelHubContext:
        """The hub of a model."""
        pairs = self._listing.by_model[model_id]
        results = [pair for pair in pairs if pair.is_result]
        alike = self._listing.comparable(model_id)
        scenario = self._site.scenarios[lead_scenario]
        tagged = list(zip(series_tags(), self._drawn(alike), strict=False))
        lines = [
            NamedEnvelope(pair.gpu.name, tag, self._rows.envelope(pair.ladder)) for tag, pair in tagged if pair.ladder
        ]
        return ModelHubContext(
            model=pairs[0].model,
            workload_phrase=scenario.phrase,
            statistic=scenario.statistic,
            rows=tuple(self._rows.of(pair) for pair in alike),
            best=tuple(self._best_at(alike)),
            chart=draw_envelopes(lines, self._site.primary_tier) if lines else None,
            drawn=tuple(TaggedLinkContext(tag, pair.gpu.name, pair.path) for tag, pair in tagged),
            elsewhere=tuple(self._rows.of(pair) for pair in results if not pair.is_lead),
            without_figure=_without_figure(pairs, lambda pair: pair.gpu.name),
            rankings=self._rankings.links(model_id),
            comparisons=tuple(
                LinkContext(f"{one.first.name} vs {one.second.name}", one.path)
                for one in self._comparisons.of_model[model_id]
            ),
            newest_run=format_date(newest_run(results)),
            footnotes=self._footnotes(results),
        )

    def gpu(self, gpu_key: str) -> GpuHubContext:
        """The hub of a GPU."""
        pairs = self._listing.by_gpu[gpu_key]
        results = [pair for pair in pairs if pair.is_result]
        return GpuHubContext(
            gpu=pairs[0].gpu,
            prices=tuple(self._prices(gpu_key)),
            rows=tuple(self._rows.of(pair) for pair in results),
            without_figure=_without_figure(pairs, lambda pair: pair.model.name),
            newest_run=format_date(newest_run(results)),
            footnotes=self._footnotes(results),
        )

    def _drawn(self, pairs: Sequence[Pair]) -> list[Pair]:
        """The pairs of the chart: all, or those that deliver the most at the primary target where they are many."""
        ranking = self._ranker.rank([(pair, pair.primary) for pair in pairs if pair.primary], Order.FASTEST)
        best = {entry.pair.slug for entry in ranking.entries[:_MOST_DRAWN]}
        if len(pairs) <= _MOST_DRAWN:
            return list(pairs)
        return [pair for pair in pairs if pair.slug in best] or list(pairs[:_MOST_DRAWN])

    def _best_at(self, pairs: Sequence[Pair]) -> Iterator[BestAtContext]:
        for at, tier in enumerate(self._site.tiers_tok_s_user):
            yield BestAtContext(
                tier=format_tier(tier),
                is_primary=tier == self._site.primary_tier,
                fastest=self._best(pairs, at, Order.FASTEST),
                cheapest=self._best(pairs, at, Order.CHEAPEST),
            )

    def _best(self, pairs: Sequence[Pair], at: int, order: Order) -> WinnerContext | None:
        """The first of a ranking at a target, with all that share its place."""
        ranking = self._ranker.rank([(pair, pair.ladder.reads[at]) for pair in pairs if pair.ladder], order)
        if not ranking.entries:
            return None
        first = ranking.entries[0]
        return WinnerContext(
            gpus=tuple(LinkContext(one.pair.gpu.name, one.pair.path) for one in ranking.entries if one.rank == 1),
            read=self._words.read(first.read, first.pair.figures.gpu_key),
            among=len(ranking.entries),
            open=tuple(one.pair.gpu.name for one in ranking.open_ends),
        )

    def _prices(self, gpu_key: str) -> Iterator[GpuPriceContext]:
        for tier in self._settings.prices.tiers:
            price = self._settings.prices.of(gpu_key, tier.id)
            yield GpuPriceContext(
                tier.label, format_usd_per_gpu_hour(price) if price is not None else None, format_date(tier.as_of)
            )

    def _footnotes(self, pairs: Sequence[Pair]) -> tuple[FootnoteContext, ...]:
        reads = (read for pair in pairs if pair.ladder for read in pair.ladder.reads)
        return self._words.footnotes({read.series.framework for read in reads})


def _without_figure(pairs: Sequence[Pair], name_of: Callable[[Pair], str]) -> tuple[LinkContext, ...]:
    """Links to the pages of pairs that are no result."""
    return tuple(LinkContext(name_of(pair), pair.path) for pair in pairs if not pair.is_result)
