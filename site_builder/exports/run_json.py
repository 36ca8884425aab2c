"""Writes data.json, all that a run page says as data: figures with unit and text, the rows behind them, the prices.

run.schema.json describes it field by field. What is not known is left out: there is no null, no NaN and no stand-in. A
figure's text is what the page shows, marks included, and is left out where the page does not show the figure.
"""

from __future__ import annotations

import json
from importlib.resources import files

from site_builder.derive.cost import usd_per_million_tokens
from site_builder.derive.curve import ReadKind
from site_builder.derive.figures import Evidence, HistoryPoint, Ladder, PairFigures, Read
from site_builder.exports.run_tables import Object, RunTables, figure, known
from site_builder.formats import (
    format_count,
    format_date,
    format_latency,
    format_throughput,
    format_tokens_per_joule,
    format_usd_per_gpu_hour,
    marked_throughput,
)
from site_builder.pages.contexts.evidence import BestContext
from site_builder.pages.listing import Pair
from site_builder.pages.words import LONG_WAIT_S, Words
from site_builder.routes import RUN_SCHEMA, absolute, root_from
from site_builder.settings.catalogs import PriceTier, Settings

VERSION = 1
COUNTED = "total (input + output)"
THROUGHPUT, SPEED, COST, PRICE = "tokens/s/GPU", "tokens/s/user", "USD/1M tokens", "USD/GPU/hour"
SECONDS, ENERGY, CONFIGS = "s", "tokens/J", "configs"
MEMORY, RATED_POWER, ALL_IN_POWER = "GB", "W", "kW"


def run_schema() -> bytes:
    """The JSON Schema of data.json, as it is published."""
    return files("site_builder.exports").joinpath("run.schema.json").read_bytes()


class RunData:
    """Makes the data.json of each run page of a site."""

    def __init__(self, settings: Settings, words: Words) -> None:
        self._settings = settings
        self._words = words

    def make(self, pair: Pair) -> bytes:
        """The data of one pair: UTF-8, one line, the same bytes for the same figures."""
        site = self._settings.site
        schema = absolute(site.base_url, RUN_SCHEMA) or root_from(pair.path) + RUN_SCHEMA
        url = absolute(site.base_url, pair.path)
        head = {
            "$schema": schema,
            "version": VERSION,
            "tokens_counted": COUNTED,
            "sample_data": site.sample_data,
            "fleet": site.fleet,
            "page": known({"name": pair.name, "path": pair.path, "url": url}),
            "target_tok_s_user": site.primary_tier,
        }
        content = known(head | _Document(self._settings, self._words, pair).content())
        text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return text.encode("utf-8") + b"\n"


class _Document:
    """What data.json says of one pair."""

    def __init__(self, settings: Settings, words: Words, pair: Pair) -> None:
        self._settings = settings
        self._words = words
        self._pair = pair
        self._figures = pair.figures
        self._gpu = settings.gpus.get(pair.figures.gpu_key)
        self._watts = self._gpu.power_kw * 1000 if self._gpu and self._gpu.power_kw else None
        prices = [(tier.id, settings.prices.of(pair.figures.gpu_key, tier.id)) for tier in settings.prices.tiers]
        self._priced = [(tier_id, price) for tier_id, price in prices if price is not None]
        self._first_tier = settings.prices.tiers[0].id
        self._tables = RunTables(settings, words)

    def content(self) -> Object:
        """All parts, the leading ladder before the others."""
        figures, leading = self._figures, self._pair.ladder
        ladders = [self._ladder(leading, leads=True)] if leading else []
        ladders += [self._ladder(one, leads=False) for at, one in enumerate(figures.ladders) if at != figures.leading]
        facts = self._facts(figures)
        history = [self._history(point) for point in reversed(figures.history)]
        return {
            "model": self._describe_model(),
            "gpu": self._describe_gpu(),
            "on_models_first_workload": self._pair.is_lead,
            "facts": facts,
            "prices": {
                "source": self._settings.prices.source,
                "tiers": [self._price(tier) for tier in self._settings.prices.tiers],
            },
            "competing": self._competing(),
            "ladders": ladders,
            "history": history,
            "rows_set_aside": [{"reason": reason.name.lower(), "rows": count} for reason, count in figures.set_aside],
            **self._tables.content(leading.curves if leading else ()),
        }

    def _describe_model(self) -> Object:
        model = self._pair.model
        return {
            "slug": self._pair.model_slug,
            "name": model.name,
            "label": model.label,
            "keys": self._tables.model_keys,
        }

    def _describe_gpu(self) -> Object:
        gpu, own = self._pair.gpu, self._gpu
        return known(
            {
                "key": self._figures.gpu_key,
                "slug": self._pair.gpu_slug,
                "name": gpu.name,
                "vendor": gpu.vendor,
                "architecture": gpu.architecture,
                "memory": figure(own.memory_gb, MEMORY) if own else None,
                "rated_power": figure(own.tdp_w, RATED_POWER) if own else None,
                "all_in_power": figure(own.power_kw, ALL_IN_POWER) if own else None,
            }
        )

    def _facts(self, figures: PairFigures) -> Object:
        words, peak, ttft, tpot = self._words, figures.best_throughput, figures.best_ttft, figures.best_tpot
        throughput = peak.throughput_tok_s_gpu if peak else None
        first, each = ttft.median_ttft_s if ttft else None, tpot.median_tpot_s if tpot else None
        return known(
            {
                "configs": figure(figures.configs, CONFIGS, format_count(figures.configs)),
                "engines": [self._tables.engine(key) for key in figures.frameworks],
                "precisions": figures.precisions,
                "oldest_run": format_date(figures.oldest_run) if figures.oldest_run else None,
                "newest_run": format_date(figures.newest_run) if figures.newest_run else None,
                "disagg": figures.disagg,
                "multinode": figures.is_multinode,
                "peak_throughput": self._best(peak, throughput, THROUGHPUT, words.throughput(peak)),
                "shortest_median_ttft": self._best(ttft, first, SECONDS, words.latency(ttft, first)),
                "shortest_median_tpot": self._best(tpot, each, SECONDS, words.latency(tpot, each)),
            }
        )

    def _best(self, row: Evidence | None, value: float | None, unit: str, shown: BestContext | None) -> Object | None:
        """The best value of all configs, and the row that it comes from."""
        if row is None or value is None or shown is None:
            return None
        return {"value": value, "unit": unit, "text": shown.value, "evidence": self._tables.row(row)}

    def _price(self, tier: PriceTier) -> Object:
        price = self._settings.prices.of(self._figures.gpu_key, tier.id)
        text = format_usd_per_gpu_hour(price) if price is not None else None
        content = {"id": tier.id, "name": tier.label, "as_of": format_date(tier.as_of)}
        return known(content | {"price": figure(price, PRICE, text)})

    def _competing(self) -> Object:
        """Who may compete for the ladders, where the settings narrow it."""
        site = self._settings.site
        engines = [self._tables.engine(key) for key in site.engines] if site.engines is not None else None
        return known({"engines": engines, "precisions": site.precisions})

    def _ladder(self, ladder: Ladder, *, leads: bool) -> Object:
        return {
            "workload": self._tables.workload(ladder.scenario),
            "reads": [self._read(read, leads=leads) for read in ladder.reads],
        }

    def _read(self, read: Read, *, leads: bool) -> Object:
        shown = self._words.read(read, self._figures.gpu_key)
        content = {
            "target_tok_s_user": read.tier,
            "kind": shown.kind,
            "engine": shown.engine.cell,
            "precision": shown.engine.precision,
            "series": self._tables.series(read.series),
            "evidence": [self._tables.row(row) for row in read.evidence],
        }
        value = read.throughput_tok_s_gpu
        if value is None:
            fastest = read.evidence[0]
            speed = figure(fastest.interactivity_tok_s_user, SPEED, shown.fastest_speed)
            throughput = figure(fastest.throughput_tok_s_gpu, THROUGHPUT, shown.fastest_throughput)
            return content | {"fastest": {"speed": speed, "throughput": throughput}}
        answers = leads and shown.is_primary
        reached = {
            "throughput": figure(value, THROUGHPUT, shown.throughput_cell),
            "costs": self._costs(read, value, shown.cost_cell, all_shown=answers),
            "output_share": read.output_share,
            "input_share": read.input_share,
            "median_ttft": _first_token(read, is_shown=answers),
            "tokens_per_joule": self._energy(read, value) if leads else None,
        }
        return content | known(reached)

    def _costs(self, read: Read, value: float, cell: str | None, *, all_shown: bool) -> Object:
        """What a read costs at each price tier. cell: its text at the first one, which every ladder shows; the others
        are shown at the page's target alone."""
        costs = {}
        for tier_id, price in self._priced:
            text = cell if tier_id == self._first_tier else None
            if all_shown and text is None:
                text = self._words.cost_cell(self._figures.gpu_key, tier_id, read)
            costs[tier_id] = figure(usd_per_million_tokens(price, value), COST, text)
        return costs

    def _energy(self, read: Read, value: float) -> Object:
        """Tokens per joule: at the GPU's all-in power, and at the GPU power of the rows behind."""
        all_in = value / self._watts if self._watts else None
        measured = 1 / read.joules_per_token if read.joules_per_token else None
        return known({"all_in": _per_joule(all_in, read.kind), "measured": _per_joule(measured, read.kind)})

    def _history(self, point: HistoryPoint) -> Object:
        value, engine = point.throughput_tok_s_gpu, self._words.engine(point.series)
        text = marked_throughput(format_throughput(value), point.kind) if value is not None else None
        return known(
            {
                "date": format_date(point.date),
                "kind": point.kind.name.lower(),
                "throughput": figure(value, THROUGHPUT, text),
                "engine": engine.cell,
                "precision": engine.precision,
                "series": self._tables.series(point.series),
            }
        )


def _first_token(read: Read, *, is_shown: bool) -> Object | None:
    """The median TTFT at a read; a long one is always shown."""
    wait = read.median_ttft_s
    if wait is None:
        return None
    return figure(wait, SECONDS, format_latency(wait) if is_shown or wait > LONG_WAIT_S else None)


def _per_joule(tokens: float | None, kind: ReadKind) -> Object | None:
    if tokens is None:
        return None
    return figure(tokens, ENERGY, marked_throughput(format_tokens_per_joule(tokens), kind))
