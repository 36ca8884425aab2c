"""Writes figures out for templates: reads, evidence, engines, prices. Each figure is formatted here once."""

from __future__ import annotations

from collections.abc import Iterable

from site_builder.derive.cost import usd_per_million_tokens
from site_builder.derive.figures import Evidence, Read, SeriesKey
from site_builder.formats import (
    format_count,
    format_date,
    format_interactivity,
    format_latency,
    format_throughput,
    format_tier,
    format_usd_per_gpu_hour,
    format_usd_per_million,
    marked_cost,
    marked_throughput,
)
from site_builder.pages.context import (
    BestContext,
    EngineContext,
    EvidenceContext,
    FootnoteContext,
    PriceContext,
    ReadContext,
)
from site_builder.settings.catalogs import Settings


class Words:
    """Writes the figures of one site with the labels of its catalogs; what repeats is written once."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._engines: dict[SeriesKey, EngineContext] = {}
        self._evidence: dict[int, tuple[Evidence, EvidenceContext]] = {}

    def engine_label(self, key: str) -> str:
        """The label of an engine; its own name when no catalog has it."""
        engine = self._settings.engines.get(key)
        return engine.label if engine else key

    def engine(self, series: SeriesKey) -> EngineContext:
        """How a series was served."""
        known = self._engines.get(series)
        if known is None:
            known = self._engines[series] = self._write_engine(series)
        return known

    def evidence(self, row: Evidence) -> EvidenceContext:
        """One row behind a figure."""
        known = self._evidence.get(id(row))
        if known is None:
            known = self._evidence[id(row)] = (row, self._write_evidence(row))
        return known[1]

    def read(self, read: Read, gpu_key: str) -> ReadContext:
        """One rung of a ladder, with its cost at the primary price tier."""
        throughput = cost = None
        if read.throughput_tok_s_gpu is not None:
            throughput = format_throughput(read.throughput_tok_s_gpu)
            cost = self._cost(gpu_key, self._settings.prices.tiers[0].id, read.throughput_tok_s_gpu)
        return ReadContext(
            tier=format_tier(read.tier),
            is_primary=read.tier == self._settings.site.primary_tier,
            kind=read.kind.name.lower(),
            throughput=throughput,
            throughput_cell=marked_throughput(throughput, read.kind) if throughput else None,
            cost=cost,
            cost_cell=marked_cost(cost, read.kind) if cost else None,
            engine=self.engine(read.series),
            evidence=tuple(self.evidence(row) for row in read.evidence),
        )

    def prices(self, primary: Read, gpu_key: str) -> tuple[PriceContext, ...]:
        """What the primary read costs at every price tier."""
        rows = []
        for tier in self._settings.prices.tiers:
            price = self._settings.prices.of(gpu_key, tier.id)
            reached = primary.throughput_tok_s_gpu
            cost = self._cost(gpu_key, tier.id, reached) if reached is not None else None
            rows.append(
                PriceContext(
                    tier=tier.label,
                    as_of=format_date(tier.as_of),
                    usd_per_gpu_hour=format_usd_per_gpu_hour(price) if price is not None else None,
                    cost=cost,
                    cost_cell=marked_cost(cost, primary.kind) if cost else None,
                )
            )
        return tuple(rows)

    def throughput(self, row: Evidence | None) -> BestContext | None:
        """A row's throughput as the best of all configs."""
        return BestContext(format_throughput(row.throughput_tok_s_gpu), self.evidence(row)) if row else None

    def latency(self, row: Evidence | None, seconds: float | None) -> BestContext | None:
        """A row's latency as the best of all configs."""
        return BestContext(format_latency(seconds), self.evidence(row)) if row and seconds is not None else None

    def footnotes(self, engine_keys: Iterable[str]) -> tuple[FootnoteContext, ...]:
        """The notes of the marks that the labels of some engines carry, in the order of the catalog."""
        marks = {engine.mark for key in engine_keys if (engine := self._settings.engines.get(key)) and engine.mark}
        return tuple(FootnoteContext(mark, text) for mark, text in self._settings.footnotes.items() if mark in marks)

    def _cost(self, gpu_key: str, tier_id: str, throughput: float) -> str | None:
        price = self._settings.prices.of(gpu_key, tier_id)
        return format_usd_per_million(usd_per_million_tokens(price, throughput)) if price is not None else None

    def _write_engine(self, series: SeriesKey) -> EngineContext:
        words = self._settings.features
        flags = (
            (series.disagg, words.disagg),
            (series.is_multinode, words.multinode),
            (series.offload_mode != "off", words.offload),
        )
        spec = (
            ""
            if series.spec_method == "none"
            else self._settings.spec_methods.get(series.spec_method, series.spec_method)
        )
        features = (*([spec] if spec else []), *(word for flag, word in flags if flag))
        name = self.engine_label(series.framework)
        return EngineContext(name, features, " · ".join((name, *features)), series.precision, series.precision.upper())

    def _write_evidence(self, row: Evidence) -> EvidenceContext:
        return EvidenceContext(
            engine=self.engine(row.series),
            model_key=row.series.model_key,
            workload=self._settings.site.scenarios[row.scenario].label,
            interactivity=format_interactivity(row.interactivity_tok_s_user),
            throughput=format_throughput(row.throughput_tok_s_gpu),
            concurrency=format_count(row.concurrency) if row.concurrency is not None else None,
            gpus=format_count(row.gpus) if row.gpus is not None else None,
            median_ttft=_latency(row.median_ttft_s),
            p99_ttft=_latency(row.p99_ttft_s),
            median_e2el=_latency(row.median_e2el_s),
            date=format_date(row.date),
            image=row.image,
            run_url=row.run_url if row.run_url.startswith(("https://", "http://")) else None,
        )


def _latency(seconds: float | None) -> str | None:
    return format_latency(seconds) if seconds is not None else None
