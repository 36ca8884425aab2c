"""Makes the context of a run page from a pair's figures."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from site_builder.charts.drawing import Chart
from site_builder.charts.frontier import draw_frontier, series_tags
from site_builder.charts.trend import CostLine, draw_costs, draw_history
from site_builder.derive.cost import usd_per_million_tokens
from site_builder.derive.figures import HistoryPoint, Ladder, PairFigures, Read, SeriesCurve, SweepPoint
from site_builder.formats import (
    format_count,
    format_date,
    format_interactivity,
    format_percent,
    format_throughput,
    marked_throughput,
)
from site_builder.pages.beside import Neighbours
from site_builder.pages.comparisons import ComparisonPaths
from site_builder.pages.contexts.reads import LadderContext, ReadContext
from site_builder.pages.contexts.run import EmptyRunContext, HistoryContext, RunContext, SeriesContext, SetAsideContext
from site_builder.pages.lazy import lazily
from site_builder.pages.listing import Listing, Pair
from site_builder.pages.news import change_between
from site_builder.pages.ranking_pages import RankingPages
from site_builder.pages.words import Words, write_difference
from site_builder.routes import RUN_DATA, RUN_ROWS, beside
from site_builder.settings.catalogs import Scenario, Settings

Makers = Mapping[str, Callable[[], Any]]

_THIN_SWEEP = 3


class RunPages:
    """Makes the contexts of all run pages of a site."""

    def __init__(
        self,
        settings: Settings,
        listing: Listing,
        words: Words,
        *,
        comparisons: ComparisonPaths,
        rankings: RankingPages,
    ) -> None:
        self._settings = settings
        self._site = settings.site
        self._listing = listing
        self._words = words
        self._neighbours = Neighbours(settings, words, comparisons)
        self._comparisons = comparisons
        self._rankings = rankings
        self._newest = max((p.figures.newest_run for p in listing.pairs if p.figures.newest_run), default=None)

    def empty(self, pair: Pair) -> EmptyRunContext:
        """The short page of a pair without a ladder."""
        return EmptyRunContext(
            model=pair.model,
            gpu=pair.gpu,
            model_path=self._listing.model_hub(pair),
            set_aside=_set_aside(pair.figures),
            configs=format_count(pair.figures.configs),
            none_competes=pair.figures.configs > 0,
        )

    def full(self, pair: Pair, ladder: Ladder, primary: Read, lead_scenario: int) -> RunContext:
        """The page of a pair with a ladder."""
        figures, words, gpu_key = pair.figures, self._words, pair.figures.gpu_key
        scenario = self._site.scenarios[ladder.scenario]
        at = next(place for place, read in enumerate(ladder.reads) if read is primary)
        prices = words.prices(primary, gpu_key)
        peak, ttft, tpot = words.throughput(figures.best_throughput), figures.best_ttft, figures.best_tpot
        if peak is None or figures.oldest_run is None or figures.newest_run is None or self._newest is None:
            raise AssertionError("a pair with a ladder has current rows")
        reads = cache(lambda: words.ladder(ladder.reads, gpu_key))
        return lazily(
            RunContext,
            {
                "model": pair.model,
                "gpu": pair.gpu,
                "model_path": self._listing.model_hub(pair),
                "gpu_path": self._listing.gpu_hub(pair),
                "configs": format_count(figures.configs),
                "engines": tuple(sorted({words.engine_label(key) for key in figures.frameworks})),
                "precisions": figures.precisions,
                "oldest_run": format_date(figures.oldest_run),
                "newest_run": format_date(figures.newest_run),
                "days_behind": _days_between(figures.newest_run, self._newest),
                "disagg": figures.disagg,
                "is_multinode": figures.is_multinode,
                "workload_phrase": scenario.phrase,
                "statistic": scenario.statistic,
                "input_share": _input_share(scenario, primary),
                "is_lead_scenario": pair.is_lead,
                "lead_workload": self._site.scenarios[lead_scenario].label,
                "prices": prices,
                "price_dates": tuple(dict.fromkeys(price.as_of for price in prices if price.usd_per_gpu_hour)),
                "peak": peak,
                "data_path": beside(pair.path, RUN_DATA),
                "rows_path": beside(pair.path, RUN_ROWS),
                "set_aside": _set_aside(figures),
                "selected_engines": tuple(words.engine_label(key) for key in self._site.engines or ()),
                "selected_precisions": self._site.precisions or (),
            },
            {
                "primary": lambda: reads()[at],
                "ladder": reads,
                "other_ladders": lambda: tuple(self._other_ladders(figures)),
                "cheaper_tiers": lambda: _is_cheaper_below(reads(), at, ladder),
                **self._drawings(figures, ladder),
                **self._around(pair),
                "best_ttft": lambda: words.latency(ttft, ttft.median_ttft_s if ttft else None),
                "best_tpot": lambda: words.latency(tpot, tpot.median_tpot_s if tpot else None),
                "series": lambda: tuple(self._series(ladder)),
                "history": lambda: tuple(self._history(figures.history)),
                "footnotes": lambda: words.footnotes({*figures.frameworks, *(self._site.engines or ())}),
            },
        )

    def _drawings(self, figures: PairFigures, ladder: Ladder) -> Makers:
        return {
            "frontier_chart": lambda: draw_frontier(
                ladder, self._site.primary_tier, self._series_name, self._point_title
            ),
            "cost_chart": lambda: self._cost_chart(ladder, figures.gpu_key),
            "history_chart": lambda: draw_history(figures.history),
        }

    def _around(self, pair: Pair) -> Makers:
        """What stands beside a pair: its GPUs and models, and the pages that quote it."""
        return {
            "other_gpus": lambda: self._neighbours.rows(pair, self._gpus_around(pair), lambda one: one.gpu.name),
            "other_models": lambda: self._neighbours.rows(pair, self._models_around(pair), lambda one: one.model.name),
            "rankings": lambda: self._rankings.links(pair.figures.model_id) if pair.is_comparable else (),
            "part_comparisons": lambda: self._comparisons.part_links(pair),
        }

    def quoted(self, pair: Pair) -> tuple[Pair, ...]:
        """Every pair whose figures stand on a pair's page."""
        return (pair, *self._gpus_around(pair), *self._models_around(pair))

    def _gpus_around(self, pair: Pair) -> tuple[Pair, ...]:
        model_id = pair.figures.model_id
        return self._neighbours.around("model", model_id, pair, self._listing.by_model[model_id])

    def _models_around(self, pair: Pair) -> tuple[Pair, ...]:
        gpu_key = pair.figures.gpu_key
        return self._neighbours.around("gpu", gpu_key, pair, self._listing.by_gpu[gpu_key])

    def _other_ladders(self, figures: PairFigures) -> Iterator[LadderContext]:
        for at, ladder in enumerate(figures.ladders):
            if at != figures.leading:
                scenario = self._site.scenarios[ladder.scenario]
                reads = self._words.ladder(ladder.reads, figures.gpu_key)
                yield LadderContext(scenario.id, scenario.phrase, reads)

    def _series(self, ladder: Ladder) -> Iterator[SeriesContext]:
        for curve, tag in zip(ladder.curves, series_tags(), strict=False):
            fewer = len(curve.points) < curve.points_before
            yield SeriesContext(
                tag=tag,
                engine=self._words.engine(curve.series),
                model_key=curve.series.model_key,
                points=format_count(len(curve.points)),
                points_before=format_count(curve.points_before) if fewer else None,
                newest_run=format_date(curve.newest_run),
                is_thin=fewer or len(curve.points) < _THIN_SWEEP,
            )

    def _series_name(self, curve: SeriesCurve) -> str:
        """What a series is called on the chart: the engine with its speculative decoding, and the precision."""
        engine = self._words.engine(curve.series)
        spec = engine.features[:1] if curve.series.spec_method != "none" else ()
        return " ".join((engine.name, *spec, engine.precision))

    def _point_title(self, curve: SeriesCurve, point: SweepPoint) -> str:
        engine = self._words.engine(curve.series)
        speed, throughput = (
            format_interactivity(point.interactivity_tok_s_user),
            format_throughput(point.throughput_tok_s_gpu),
        )
        users = (f"C{point.concurrency}",) if point.concurrency is not None else ()
        return ", ".join((engine.cell, engine.precision, *users, f"{throughput} @ {speed}", format_date(point.date)))

    def _cost_chart(self, ladder: Ladder, gpu_key: str) -> Chart | None:
        lines = []
        for tier in self._settings.prices.tiers:
            price = self._settings.prices.of(gpu_key, tier.id)
            reached = [
                (read, read.throughput_tok_s_gpu) for read in ladder.reads if read.throughput_tok_s_gpu is not None
            ]
            if price is None or len(reached) < 2:
                continue
            points = [
                (read.tier, usd_per_million_tokens(price, value), self._words.cost_cell(gpu_key, tier.id, read) or "")
                for read, value in reached
            ]
            lines.append(CostLine(tier.label, tuple(points)))
        return draw_costs(lines) if lines else None

    def _history(self, points: Sequence[HistoryPoint]) -> Iterator[HistoryContext]:
        """Newest first."""
        for before, point in reversed(list(zip((None, *points), points, strict=False))):
            value = point.throughput_tok_s_gpu
            yield HistoryContext(
                date=format_date(point.date),
                throughput_cell=marked_throughput(format_throughput(value), point.kind) if value is not None else None,
                engine=self._words.engine(point.series),
                model_key=point.series.model_key,
                change=write_difference(change_between(before, point)),
            )


def _input_share(scenario: Scenario, primary: Read) -> str | None:
    """How much of the tokens is input: by the lengths of the workload or, without any, by the rows of the read."""
    share = scenario.input_share or primary.input_share
    return format_percent(share) if share else None


def _set_aside(figures: PairFigures) -> tuple[SetAsideContext, ...]:
    return tuple(SetAsideContext(reason.name.lower(), format_count(count)) for reason, count in figures.set_aside)


def _days_between(older: datetime.date, newer: datetime.date) -> str | None:
    days = (newer - older).days
    return format_count(days) if days else None


def _is_cheaper_below(reads: Sequence[ReadContext], primary: int, ladder: Ladder) -> bool:
    """Whether every slower target delivers more and costs less than the primary one, as printed."""
    at_primary = ladder.reads[primary].throughput_tok_s_gpu
    return primary > 0 and all(
        at_primary is not None and (read.throughput_tok_s_gpu or 0) > at_primary and shown.cost != reads[primary].cost
        for read, shown in zip(ladder.reads[:primary], reads[:primary], strict=True)
    )
