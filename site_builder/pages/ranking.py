"""Ranks the GPUs of a model at one target: by what they deliver, or by what that costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from site_builder.derive.compare import Difference, compare_cost, compare_throughput, is_surely_less
from site_builder.derive.cost import usd_per_million_tokens
from site_builder.derive.curve import ReadKind
from site_builder.derive.figures import Read
from site_builder.pages.listing import Pair
from site_builder.pages.words import Words
from site_builder.settings.catalogs import Settings


class Order(StrEnum):
    """What a ranking goes by."""

    FASTEST = "fastest"
    CHEAPEST = "cheapest"


@dataclass(frozen=True, slots=True)
class Entry:
    """A pair and its read at the target. rank: from 1, shared by those whose figure is written alike."""

    pair: Pair
    read: Read
    rank: int


@dataclass(frozen=True, slots=True)
class Ranking:
    """The pairs that reach a target (and, where cost counts, have a price), the best first.

    open_ends: those whose lower bound may hide a better figure than that of the first."""

    order: Order
    entries: tuple[Entry, ...]
    open_ends: tuple[Entry, ...]


class Ranker:
    """Ranks pairs by their reads, and says how two of them compare."""

    def __init__(self, settings: Settings, words: Words) -> None:
        self._prices = settings.prices
        self._words = words

    def rank(self, reads: Sequence[tuple[Pair, Read]], order: Order) -> Ranking:
        """The ranking of some pairs by their reads at one target. Figures that are written alike share a rank."""
        valued = [
            (value, read.kind is not ReadKind.AT_LEAST, pair.slug, pair, read)
            for pair, read in reads
            if (value := self._value(pair, read, order))
        ]
        entries: list[Entry] = []
        before = ""
        for place, (_, _, _, pair, read) in enumerate(sorted(valued, key=lambda one: one[:3]), start=1):
            written = self._written(pair, read, order) or ""
            entries.append(Entry(pair, read, entries[-1].rank if written == before else place))
            before = written
        winners = sum(entry.rank == 1 for entry in entries)
        rivals = entries if winners > 1 else entries[1:]
        return Ranking(order, tuple(entries), tuple(e for e in rivals if self._is_open(entries[0], e, order)))

    def _is_open(self, first: Entry, entry: Entry, order: Order) -> bool:
        """Whether a lower bound may hide a better figure than that of the first."""
        if entry.read.kind is not ReadKind.AT_LEAST or self.compare(first, entry, order) is not None:
            return False
        ladder = entry.pair.ladder
        most = ladder.most_known(entry.read.tier) if ladder else None
        best = first.read.throughput_tok_s_gpu or 0.0
        if order is Order.CHEAPEST:  # what the first delivers for the same money
            best *= (self._price(entry.pair) or 0.0) / (self._price(first.pair) or 1.0)
        return not is_surely_less(entry.read, most, best)

    def compare(self, this: Entry, other: Entry, order: Order) -> Difference | None:
        """The other's throughput or cost against this one's; None where the order is not known."""
        if order is Order.FASTEST:
            return compare_throughput(this.read, other.read)
        return compare_cost(this.read, other.read, self._price(this.pair), self._price(other.pair))

    def _price(self, pair: Pair) -> float | None:
        return self._prices.of(pair.figures.gpu_key, self._prices.tiers[0].id)

    def _value(self, pair: Pair, read: Read, order: Order) -> float | None:
        """What is ranked, the least first and never zero; None where the pair is not ranked."""
        throughput, price = read.throughput_tok_s_gpu, self._price(pair)
        if throughput is None:
            return None
        if order is Order.FASTEST:
            return -throughput
        return usd_per_million_tokens(price, throughput) if price is not None else None

    def _written(self, pair: Pair, read: Read, order: Order) -> str | None:
        shown = self._words.read(read, pair.figures.gpu_key)
        return shown.throughput_cell if order is Order.FASTEST else shown.cost_cell
