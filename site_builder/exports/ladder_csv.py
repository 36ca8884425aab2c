"""Writes ladder.csv: every read of every pair that is a result, one line for each pair, workload and target.

Throughputs and costs count total (input + output) tokens; speeds are output tokens/s per user. Numbers are not rounded.
Lines end in a line feed.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from site_builder.dataset.export import cell_of
from site_builder.derive.cost import usd_per_million_tokens
from site_builder.derive.figures import Evidence, Read
from site_builder.formats import format_date
from site_builder.pages.listing import Pair
from site_builder.pages.words import Words
from site_builder.settings.catalogs import Settings

_text = lru_cache(maxsize=4096)(cell_of)  # names stand in line after line
Cell = str | float | None

_READ = (
    *("model", "model_name", "gpu", "gpu_name", "workload", "is_lead"),
    *("target_tok_s_user", "kind", "tokens_per_s_per_gpu"),
)
_SERIES = ("engine", "engine_name", "precision", "spec_method", "disagg", "multinode", "offload_mode", "model_key")
_ROW = ("tok_s_user", "tokens_per_s_per_gpu", "concurrency", "date")
_NO_ROW: tuple[Cell, ...] = (None,) * len(_ROW)


def ladder_csv(pairs: Iterable[Pair], settings: Settings, words: Words) -> bytes:
    """All ladders as one table: UTF-8, RFC 4180 but for its line ends, a header first, an empty cell for what is not
    known. No text in it is taken for a formula by a spreadsheet, for an apostrophe stands before it."""
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(_written(_header(settings)))
    for pair in pairs:
        if pair.is_result:
            writer.writerows(map(_written, _lines(pair, settings, words)))
    return table.getvalue().encode("utf-8")


def _header(settings: Settings) -> Iterator[str]:
    """is_lead: whether pages rank and compare the pair by this ladder. slower_, faster_: the row behind at the target
    or below it, and the one above it. usd_per_gpu_hour_: the price that a cost rests on."""
    yield from _READ
    yield from (f"usd_per_million_tokens_{tier.id}" for tier in settings.prices.tiers)
    yield from (f"usd_per_gpu_hour_{tier.id}" for tier in settings.prices.tiers)
    yield from _SERIES
    yield from (f"{side}_{name}" for side in ("slower", "faster") for name in _ROW)
    yield from ("newest_run", "page")


def _lines(pair: Pair, settings: Settings, words: Words) -> Iterator[Sequence[Cell]]:
    figures = pair.figures
    prices = [settings.prices.of(figures.gpu_key, tier.id) for tier in settings.prices.tiers]
    named = (pair.model_slug, pair.model.name, figures.gpu_key, pair.gpu.name)
    newest_run = format_date(figures.newest_run) if figures.newest_run else None
    for at, ladder in enumerate(figures.ladders):
        workload = settings.site.scenarios[ladder.scenario].id
        is_lead = _flag(at == figures.leading and pair.is_lead)
        for read in ladder.reads:
            series = read.series
            yield (
                *(*named, workload, is_lead, read.tier, read.kind.name.lower(), read.throughput_tok_s_gpu),
                *(_cost(price, read.throughput_tok_s_gpu) for price in prices),
                *prices,
                *(series.framework, words.engine_label(series.framework), series.precision, series.spec_method),
                *(_flag(series.disagg), _flag(series.is_multinode), series.offload_mode, series.model_key),
                *_rows_behind(read),
                *(newest_run, pair.path),
            )


def _cost(usd_per_gpu_hour: float | None, tokens_per_s_per_gpu: float | None) -> float | None:
    if usd_per_gpu_hour is None or tokens_per_s_per_gpu is None:
        return None
    return usd_per_million_tokens(usd_per_gpu_hour, tokens_per_s_per_gpu)


def _rows_behind(read: Read) -> tuple[Cell, ...]:
    """The row at the target or below it, then the one above it; one of them may be missing."""
    slower = next((row for row in read.evidence if row.interactivity_tok_s_user <= read.tier), None)
    faster = next((row for row in read.evidence if row.interactivity_tok_s_user > read.tier), None)
    return (*_row(slower), *_row(faster))


def _row(row: Evidence | None) -> tuple[Cell, ...]:
    if row is None:
        return _NO_ROW
    return row.interactivity_tok_s_user, row.throughput_tok_s_gpu, row.concurrency, format_date(row.date)


def _flag(flag: bool) -> str:
    return "true" if flag else "false"


def _written(cells: Iterable[Cell]) -> list[Cell]:
    """Texts made safe. The writer leaves out what is missing, and writes a number as the shortest text that reads back
    as the same."""
    return [_text(cell) if isinstance(cell, str) else cell for cell in cells]
