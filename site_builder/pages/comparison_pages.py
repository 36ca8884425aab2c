"""Makes the context of a page that compares two GPUs of a model, or two parts of one pair."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from site_builder.charts.envelopes import NamedEnvelope, draw_envelopes
from site_builder.derive.figures import Read, SeriesKey
from site_builder.formats import format_date, format_usd_per_gpu_hour
from site_builder.pages.comparisons import Comparison, Side
from site_builder.pages.contest import Contender, Outcome, Winner, judge, who_costs_less, who_delivers_more
from site_builder.pages.contexts.comparisons import ComparisonContext, CostPairContext, RoundContext, SideContext
from site_builder.pages.rows import PairRows
from site_builder.pages.words import Words
from site_builder.routes import gpu_path, model_path
from site_builder.settings.catalogs import Settings


class ComparisonPages:
    """Makes the contexts of all comparisons of a site."""

    def __init__(self, settings: Settings, words: Words, rows: PairRows) -> None:
        self._rows = rows
        self._site = settings.site
        self._prices = settings.prices
        self._words = words

    def make(self, comparison: Comparison) -> ComparisonContext:
        """The context of one comparison."""
        first, second = comparison.first, comparison.second
        reads = list(zip(first.ladder.reads, second.ladder.reads, strict=True))
        tier_id = self._prices.tiers[0].id
        contests = [self._contenders(comparison, both, tier_id) for both in reads]
        outcomes = [who_delivers_more(*both) for both in contests]
        is_priced = all(side.price is not None for side in contests[0])
        costs = [who_costs_less(*both) for both in contests] if is_priced else None
        rounds = tuple(
            self._round(comparison, both, outcome, costs[at] if costs else None)
            for at, (both, outcome) in enumerate(zip(reads, outcomes, strict=True))
        )
        primary_at = self._site.tiers_tok_s_user.index(self._site.primary_tier)
        scenario = self._site.scenarios[first.ladder.scenario]
        pair = first.pair
        shown = {read.series.framework for both in reads for read in both}
        return ComparisonContext(
            kind=comparison.kind,
            model=pair.model,
            hub=model_path(pair.model_slug),
            gpu=pair.gpu if comparison.kind != "gpus" else None,
            first=self._side(comparison, first),
            second=self._side(comparison, second),
            workload_phrase=scenario.phrase,
            statistic=scenario.statistic,
            rounds=rounds,
            primary=rounds[primary_at],
            verdict=judge(outcomes),
            cost_verdict=judge([one for one in costs if _is_contest(one)])
            if costs and comparison.kind == "gpus"
            else None,
            also=_also_differ(comparison.kind, reads),
            costs=tuple(self._cost_pairs(comparison, reads[primary_at])),
            chart=draw_envelopes(
                [
                    NamedEnvelope(_name(comparison, one), tag, self._rows.envelope(one.ladder))
                    for one, tag in ((first, "A"), (second, "B"))
                ],
                self._site.primary_tier,
            ),
            footnotes=self._words.footnotes(shown),
        )

    def _side(self, comparison: Comparison, side: Side) -> SideContext:
        is_gpu = comparison.kind == "gpus"
        return SideContext(
            name=side.name.upper() if comparison.kind == "precision" else side.name,
            path=side.pair.path,
            hub=gpu_path(side.pair.gpu_slug) if is_gpu else None,
            newest_run=format_date(max(row.date for read in side.ladder.reads for row in read.evidence)),
            model_keys=tuple(sorted({read.series.model_key for read in side.ladder.reads})),
        )

    def _contenders(self, comparison: Comparison, both: tuple[Read, Read], tier_id: str) -> tuple[Contender, Contender]:
        """Both sides at a target, at the prices of a tier."""
        first, second = (
            Contender(read, side.ladder.most_known(read.tier), self._prices.of(side.pair.figures.gpu_key, tier_id))
            for read, side in zip(both, (comparison.first, comparison.second), strict=True)
        )
        return first, second

    def _round(
        self, comparison: Comparison, both: tuple[Read, Read], outcome: Outcome, cost: Outcome | None
    ) -> RoundContext:
        first, second = (
            self._words.read(read, side.pair.figures.gpu_key)
            for read, side in zip(both, (comparison.first, comparison.second), strict=True)
        )
        return RoundContext(
            first=first,
            second=second,
            ahead=outcome.winner,
            difference=outcome.difference,
            is_by_limit=outcome.is_by_limit,
            cheaper=cost.winner if cost and _is_contest(cost) else None,
            cost_difference=cost.difference if cost else None,
        )

    def _cost_pairs(self, comparison: Comparison, both: tuple[Read, Read]) -> Iterator[CostPairContext]:
        """What both cost at the primary target, at every price tier that one of them has a price for."""
        keys = [side.pair.figures.gpu_key for side in (comparison.first, comparison.second)]
        for tier in self._prices.tiers:
            first, second = self._contenders(comparison, both, tier.id)
            if first.price is None and second.price is None:
                continue
            outcome = who_costs_less(first, second) if first.price and second.price else None
            costs = [self._words.cost_cell(key, tier.id, read) for key, read in zip(keys, both, strict=True)]
            yield CostPairContext(
                tier=tier.label,
                as_of=format_date(tier.as_of),
                first_price=_price(first),
                first_cost=costs[0],
                second_price=_price(second),
                second_cost=costs[1],
                cheaper=outcome.winner if outcome and _is_contest(outcome) else None,
                difference=outcome.difference if outcome else None,
            )


def _price(side: Contender) -> str | None:
    return format_usd_per_gpu_hour(side.price) if side.price is not None else None


_TRAITS: Mapping[str, Callable[[SeriesKey], object]] = {
    "model_key": lambda series: series.model_key,
    "engine": lambda series: series.framework,
    "precision": lambda series: series.precision,
    "speculation": lambda series: series.spec_method != "none",
    "disagg": lambda series: series.disagg,
    "multinode": lambda series: series.is_multinode,
    "offload": lambda series: series.offload_mode,
}


def _also_differ(kind: str, reads: Sequence[tuple[Read, Read]]) -> tuple[str, ...]:
    """What differs between the sides besides what is compared, at the targets that both reach."""
    both = [(a.series, b.series) for a, b in reads if a.throughput_tok_s_gpu and b.throughput_tok_s_gpu]
    return tuple(name for name, trait in _TRAITS.items() if name != kind and any(trait(a) != trait(b) for a, b in both))


def _name(comparison: Comparison, side: Side) -> str:
    """What a side is called beside its line."""
    if comparison.kind == "speculation":
        return f"speculation {side.name}"
    return side.name


def _is_contest(outcome: Outcome) -> bool:
    """Whether both sides reach the target."""
    return not outcome.is_alone and outcome.winner is not Winner.NEITHER
