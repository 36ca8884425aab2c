"""Decides which rankings have a page, and makes their contexts."""

from __future__ import annotations

from collections.abc import Iterator

from site_builder.formats import format_count, format_date
from site_builder.pages.comparisons import ComparisonPaths
from site_builder.pages.contexts.links import LinkContext, RankingLinkContext
from site_builder.pages.contexts.rankings import RankedContext, RankingContext
from site_builder.pages.listing import Listing, Pair
from site_builder.pages.ranking import Order, Ranker, Ranking
from site_builder.pages.rows import PairRows, newest_run
from site_builder.pages.words import Words, write_difference
from site_builder.routes import model_path, ranking_path
from site_builder.settings.catalogs import Settings


class RankingPages:
    """The rankings of all models."""

    def __init__(
        self, settings: Settings, listing: Listing, words: Words, rows: PairRows, comparisons: ComparisonPaths
    ) -> None:
        self._scenarios = settings.site.scenarios
        self._listing = listing
        self._words = words
        self._rows = rows
        self._comparisons = comparisons
        self._ranker = Ranker(settings)
        self._found = {
            (model_id, order): self._rank(model_id, order) for model_id in listing.by_model for order in Order
        }

    def _rank(self, model_id: str, order: Order) -> Ranking:
        pairs = self._listing.comparable(model_id)
        return self._ranker.rank([(pair, pair.primary) for pair in pairs if pair.primary], order)

    def orders(self, model_id: str) -> tuple[Order, ...]:
        """The rankings of a model that have a page: two GPUs at least may be compared, and one of them is ranked."""
        if len(self._listing.comparable(model_id)) < 2:
            return ()
        return tuple(order for order in Order if self._found[model_id, order].entries)

    def links(self, model_id: str) -> tuple[RankingLinkContext, ...]:
        """Links to the rankings of a model."""
        slug = self._listing.by_model[model_id][0].model_slug
        return tuple(RankingLinkContext(order, ranking_path(order, slug)) for order in self.orders(model_id))

    def make(self, model_id: str, order: Order) -> RankingContext:
        """The context of one ranking."""
        ranking = self._found[model_id, order]
        comparable = self._listing.comparable(model_id)
        rows = tuple(self._ranked(ranking))
        second = next((at for at, row in enumerate(rows) if row.rank != rows[0].rank), None)
        first = ranking.entries[0].pair
        assert first.ladder is not None, "ranked pairs have a ladder"
        scenario = self._scenarios[first.ladder.scenario]
        ranked = {entry.pair.slug for entry in ranking.entries}
        out = [pair for pair in comparable if pair.primary and pair.primary.throughput_tok_s_gpu is None]
        unranked = [pair for pair in comparable if pair.slug not in ranked and pair not in out]
        elsewhere = [pair for pair in self._listing.by_model[model_id] if pair.is_result and not pair.is_lead]
        return RankingContext(
            order=order,
            model=first.model,
            hub=model_path(first.model_slug),
            workload_phrase=scenario.phrase,
            statistic=scenario.statistic,
            rows=rows,
            winners=tuple(row.row.gpu for row in rows if row.rank == rows[0].rank),
            first=rows[0].row,
            runner_up=rows[second].row if second is not None else None,
            lead=write_difference(self._ranker.compare(ranking.entries[second], ranking.entries[0], order))
            if second is not None
            else None,
            open=tuple(entry.pair.gpu.name for entry in ranking.open_ends),
            out_of_reach=tuple(self._rows.of(pair) for pair in out),
            unpriced=_links(unranked),
            elsewhere=_links(elsewhere),
            others=tuple(link for link in self.links(model_id) if link.order != order),
            newest_run=format_date(newest_run(comparable)),
            footnotes=self._words.footnotes({pair.primary.series.framework for pair in comparable if pair.primary}),
        )

    def _ranked(self, ranking: Ranking) -> Iterator[RankedContext]:
        first = ranking.entries[0]
        ranks = [entry.rank for entry in ranking.entries]
        for entry in ranking.entries:
            difference = self._ranker.compare(first, entry, ranking.order) if entry.rank > 1 else None
            yield RankedContext(
                rank=format_count(entry.rank),
                is_shared=ranks.count(entry.rank) > 1,
                is_open=entry in ranking.open_ends,
                row=self._rows.of(entry.pair),
                difference=write_difference(difference),
                comparison=self._comparisons.between(first.pair, entry.pair),
            )


def _links(pairs: list[Pair]) -> tuple[LinkContext, ...]:
    return tuple(LinkContext(pair.gpu.name, pair.path) for pair in pairs)
