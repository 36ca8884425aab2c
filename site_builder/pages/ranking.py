"""Ranks the GPUs of a model at one target: by what they deliver, or by what that costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from site_builder.derive.compare import Difference, compare_cost, compare_throughput
from site_builder.derive.cost import usd_per_million_tokens
from site_builder.derive.curve import ReadKind
from site_builder.derive.figures import Read
from site_builder.pages.contest import Contender, Winner, who_costs_less, who_delivers_more
from site_builder.pages.listing import Pair
from site_builder.settings.catalogs import Settings

# Figures further apart than this are never level; a quick way past most pairs.
_SURELY_APART = 1.02


class Order(StrEnum):
    """What a ranking goes by."""

    FASTEST = "fastest"
    CHEAPEST = "cheapest"


@dataclass(frozen=True, slots=True)
class Entry:
    """A pair, its read at the target, and what it is ranked by, the least first.

    rank: from 1; those that are level with the first of a place share it."""

    pair: Pair
    read: Read
    value: float
    rank: int


@dataclass(frozen=True, slots=True)
class Ranking:
    """The pairs that reach a target (and, where cost counts, have a price), the best first.

    open_ends: those of which a lower bound leaves open how they compare with the first."""

    order: Order
    entries: tuple[Entry, ...]
    open_ends: tuple[Entry, ...]


class Ranker:
    """Ranks pairs by their reads, by the same rules that comparisons go by, and says how two of them compare."""

    def __init__(self, settings: Settings) -> None:
        self._prices = settings.prices

    def rank(self, reads: Sequence[tuple[Pair, Read]], order: Order) -> Ranking:
        """The ranking of some pairs by their reads at one target; of equal ones lower bounds come first."""
        known = [
            (value, read.kind is not ReadKind.AT_LEAST, pair.slug, pair, read)
            for pair, read in reads
            if (value := self._value(pair, read, order))
        ]
        entries: list[Entry] = []
        leader: Entry | None = None
        for place, (value, _, _, pair, read) in enumerate(sorted(known, key=lambda one: one[:3]), start=1):
            entry = Entry(pair, read, value, place)
            if leader and self._winner(leader, entry, order) is Winner.LEVEL:
                entry = Entry(pair, read, value, leader.rank)
            else:
                leader = entry
            entries.append(entry)
        is_open = (entry for entry in entries[1:] if self._winner(entries[0], entry, order) is Winner.UNSURE)
        return Ranking(order, tuple(entries), tuple(is_open))

    def compare(self, this: Entry, other: Entry, order: Order) -> Difference | None:
        """The other's throughput or cost against this one's; None where the order is not known."""
        if order is Order.FASTEST:
            return compare_throughput(this.read, other.read)
        return compare_cost(this.read, other.read, self._price(this.pair), self._price(other.pair))

    def _winner(self, first: Entry, second: Entry, order: Order) -> Winner:
        is_bound = ReadKind.AT_LEAST in (first.read.kind, second.read.kind)
        ratio = first.value / second.value
        if not is_bound and max(ratio, 1 / ratio) > _SURELY_APART:
            return Winner.FIRST
        contest = who_delivers_more if order is Order.FASTEST else who_costs_less
        return contest(self._contender(first), self._contender(second)).winner

    def _contender(self, entry: Entry) -> Contender:
        ladder = entry.pair.ladder
        return Contender(entry.read, ladder.most_known(entry.read.tier) if ladder else None, self._price(entry.pair))

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
