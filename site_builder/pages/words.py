"""Writes figures out for templates: reads, evidence, engines, prices. Each figure is formatted here once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TypedDict
from urllib.parse import urlsplit

from site_builder.derive.compare import Difference
from site_builder.derive.cost import usd_per_million_tokens
from site_builder.derive.figures import Evidence, Read, SeriesKey
from site_builder.formats import (
    format_count,
    format_date,
    format_difference,
    format_interactivity,
    format_latency,
    format_power,
    format_throughput,
    format_tier,
    format_times,
    format_tokens_per_joule,
    format_usd_per_gpu_hour,
    format_usd_per_million,
    marked_cost,
    marked_throughput,
)
from site_builder.pages.contexts.entries import FootnoteContext
from site_builder.pages.contexts.evidence import BestContext, EngineContext, EvidenceContext, LayoutContext
from site_builder.pages.contexts.reads import DifferenceContext, ReadContext, RungContext
from site_builder.pages.contexts.run import PriceContext
from site_builder.settings.catalogs import Settings

LONG_WAIT_S = 10.0
_MOST_KEPT = 512


class _ReadFields(TypedDict):
    """The fields of a ReadContext, which those of a RungContext begin with."""

    tier: str
    is_primary: bool
    kind: str
    throughput: str | None
    throughput_cell: str | None
    cost: str | None
    cost_cell: str | None
    engine: EngineContext
    model_key: str
    fastest_speed: str | None
    fastest_throughput: str | None


class Words:
    """Writes the figures of one site with the labels of its catalogs; what repeats is written once."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._engines: dict[SeriesKey, EngineContext] = {}
        self._rows: dict[int, tuple[Evidence, EvidenceContext]] = {}
        self._reads: dict[tuple[int, str], tuple[Read, ReadContext]] = {}

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

    def ladder(self, reads: Iterable[Read], gpu_key: str) -> tuple[RungContext, ...]:
        """All rungs of a ladder."""
        reads = tuple(reads)
        top = max((read.throughput_tok_s_gpu or 0 for read in reads), default=0)
        return tuple([self._rung(read, gpu_key, top) for read in reads])

    def read(self, read: Read, gpu_key: str) -> ReadContext:
        """One read, with its cost at the primary price tier. Overviews show the same reads again and again, so the last
        ones written are kept."""
        key = id(read), gpu_key
        kept = self._reads.get(key)
        if kept is None or kept[0] is not read:
            if len(self._reads) >= _MOST_KEPT:
                self._reads.clear()
            kept = self._reads[key] = (read, ReadContext(**self._read(read, gpu_key)))
        return kept[1]

    def _read(self, read: Read, gpu_key: str) -> _ReadFields:
        value = read.throughput_tok_s_gpu
        throughput = format_throughput(value) if value is not None else None
        cost = self.cost(gpu_key, self._settings.prices.tiers[0].id, read)
        fastest = read.evidence[0] if value is None else None
        return {
            "tier": format_tier(read.tier),
            "is_primary": read.tier == self._settings.site.primary_tier,
            "kind": read.kind.name.lower(),
            "throughput": throughput,
            "throughput_cell": marked_throughput(throughput, read.kind) if throughput else None,
            "cost": cost,
            "cost_cell": marked_cost(cost, read.kind) if cost else None,
            "engine": self.engine(read.series),
            "model_key": read.series.model_key,
            "fastest_speed": format_interactivity(fastest.interactivity_tok_s_user) if fastest else None,
            "fastest_throughput": format_throughput(fastest.throughput_tok_s_gpu) if fastest else None,
        }

    def _rung(self, read: Read, gpu_key: str, top: float) -> RungContext:
        value, wait = read.throughput_tok_s_gpu, read.median_ttft_s
        return RungContext(
            **self._read(read, gpu_key),
            evidence=tuple([self.evidence(row) for row in read.evidence]),
            exact_throughput=_exact(value),
            exact_output_share=_exact(read.output_share),
            exact_input_share=_exact(read.input_share),
            first_token=_latency(wait),
            is_long_wait=wait is not None and wait > LONG_WAIT_S,
            bar=f"{value / top * 100:.1f}" if value is not None and top else None,
            catalog_joule=self._catalog_joule(read, gpu_key),
            measured_joule=_joule(read, 1 / read.joules_per_token if read.joules_per_token else None),
        )

    def prices(self, primary: Read, gpu_key: str) -> tuple[PriceContext, ...]:
        """What the primary read costs at every price tier."""
        rows = []
        for tier in self._settings.prices.tiers:
            price = self._settings.prices.of(gpu_key, tier.id)
            cost = self.cost(gpu_key, tier.id, primary)
            rows.append(
                PriceContext(
                    tier=tier.label,
                    as_of=format_date(tier.as_of),
                    usd_per_gpu_hour=format_usd_per_gpu_hour(price) if price is not None else None,
                    exact_usd_per_gpu_hour=_exact(price),
                    cost=cost,
                    cost_cell=marked_cost(cost, primary.kind) if cost else None,
                )
            )
        return tuple(rows)

    def cost(self, gpu_key: str, tier_id: str, read: Read) -> str | None:
        """$ per million total tokens of a read at a price tier; None where out of reach or without a price."""
        price = self._settings.prices.of(gpu_key, tier_id)
        if price is None or read.throughput_tok_s_gpu is None:
            return None
        return format_usd_per_million(usd_per_million_tokens(price, read.throughput_tok_s_gpu))

    def cost_cell(self, gpu_key: str, tier_id: str, read: Read) -> str | None:
        """The same with the mark of the kind of read."""
        cost = self.cost(gpu_key, tier_id, read)
        return marked_cost(cost, read.kind) if cost else None

    def throughput(self, row: Evidence | None) -> BestContext | None:
        """A row's throughput as the best of all configs."""
        return BestContext(format_throughput(row.throughput_tok_s_gpu), self.evidence(row)) if row else None

    def latency(self, row: Evidence | None, seconds: float | None) -> BestContext | None:
        """A row's latency as the best of all configs."""
        return BestContext(format_latency(seconds), self.evidence(row)) if row and seconds is not None else None

    def all_footnotes(self) -> tuple[FootnoteContext, ...]:
        """The notes of all marks, in the order of the catalog."""
        return tuple(FootnoteContext(mark, text) for mark, text in self._settings.footnotes.items())

    def footnotes(self, engine_keys: Iterable[str]) -> tuple[FootnoteContext, ...]:
        """The notes of the marks that the labels of some engines carry, in the order of the catalog."""
        marks = {engine.mark for key in engine_keys if (engine := self._settings.engines.get(key)) and engine.mark}
        return tuple(note for note in self.all_footnotes() if note.mark in marks)

    def _catalog_joule(self, read: Read, gpu_key: str) -> str | None:
        """Tokens per joule at the GPU's all-in power: tokens/s/GPU over watts."""
        gpu = self._settings.gpus.get(gpu_key)
        if gpu is None or not gpu.power_kw or read.throughput_tok_s_gpu is None:
            return None
        return _joule(read, read.throughput_tok_s_gpu / (gpu.power_kw * 1000))

    def _write_engine(self, series: SeriesKey) -> EngineContext:
        words = self._settings.features
        flags = (
            (series.disagg, words.disagg),
            (series.is_multinode, words.multinode),
            (series.offload_mode != "off", words.offload),
        )
        own = self._settings.spec_methods
        spec = "" if series.spec_method == "none" else own.get(series.spec_method, series.spec_method)
        features = (*([spec] if spec else []), *(word for flag, word in flags if flag))
        name = self.engine_label(series.framework)
        return EngineContext(name, features, " · ".join((name, *features)), series.precision, series.precision.upper())

    def evidence(self, row: Evidence) -> EvidenceContext:
        """One row behind a figure. A page shows the same rows again and again, so the last ones written are kept."""
        kept = self._rows.get(id(row))
        if kept is None or kept[0] is not row:
            if len(self._rows) >= _MOST_KEPT:
                self._rows.clear()
            kept = self._rows[id(row)] = (row, self._write_evidence(row))
        return kept[1]

    def _write_evidence(self, row: Evidence) -> EvidenceContext:
        return EvidenceContext(
            engine=self.engine(row.series),
            model_key=row.series.model_key,
            workload=self._settings.site.scenarios[row.scenario].label,
            statistic=self._settings.site.scenarios[row.scenario].statistic,
            interactivity=format_interactivity(row.interactivity_tok_s_user),
            slow_tail=format_interactivity(row.slow_tail_tok_s_user) if row.slow_tail_tok_s_user else None,
            throughput=format_throughput(row.throughput_tok_s_gpu),
            concurrency=_count(row.concurrency),
            gpus=_count(row.gpus),
            layout=tuple(_layouts(row)),
            median_ttft=_latency(row.median_ttft_s),
            p99_ttft=_latency(row.p99_ttft_s),
            median_e2el=_latency(row.median_e2el_s),
            power=format_power(row.power_w_per_gpu) if row.power_w_per_gpu else None,
            requests=_requests(row),
            date=format_date(row.date),
            image=row.image,
            run_url=row.run_url if _is_address(row.run_url) else None,
        )


def write_difference(difference: Difference | None) -> DifferenceContext | None:
    """How another value compares, as a share of the one it is compared with, or as a multiple from twice on; None where
    nothing is known but the order."""
    if difference is None:
        return None
    ratio, bound = difference.ratio, difference.bound.value
    at_least = difference.bound.is_lower
    if ratio >= 2:
        return DifferenceContext("more", bound, format_times(ratio, at_least=at_least), is_times=True)
    text = format_difference(ratio, at_least=at_least)
    if text == "0 %" and at_least:
        return None
    if text == "0 %":
        return DifferenceContext("same", "exact" if ratio == 1 and bound == "exact" else "about", "", is_times=False)
    return DifferenceContext("more" if ratio > 1 else "less", bound, text, is_times=False)


@lru_cache(maxsize=1024)
def _is_address(text: str) -> bool:
    """Whether a text from the data may be a link: a web address, and nothing that a browser would run."""
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        return False


def _layouts(row: Evidence) -> Iterator[LayoutContext]:
    roles = (("prefill", row.prefill), ("decode", row.decode)) if row.series.disagg else (("all", row.prefill),)
    for name, role in roles:
        yield LayoutContext(
            name, _count(role.gpus), _count(role.tp), _count(role.ep), bool(role.dp_attention), _count(role.workers)
        )


def _requests(row: Evidence) -> str | None:
    """How many requests succeeded, where some did not."""
    if row.requests is None or row.requests_successful is None or row.requests_successful >= row.requests:
        return None
    return f"{format_count(row.requests_successful)} / {format_count(row.requests)}"


def _joule(read: Read, tokens: float | None) -> str | None:
    if tokens is None or read.throughput_tok_s_gpu is None:
        return None
    return marked_throughput(format_tokens_per_joule(tokens), read.kind)


def _latency(seconds: float | None) -> str | None:
    return format_latency(seconds) if seconds is not None else None


def _count(count: int | None) -> str | None:
    return format_count(count) if count is not None else None


def _exact(value: float | None) -> str | None:
    """The shortest text that reads back as the same number, also in JavaScript."""
    return repr(float(value)) if value is not None else None
