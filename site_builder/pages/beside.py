"""What stands beside a pair: its model on other GPUs, and other models on its GPU, at the primary target."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from site_builder.derive.compare import compare_cost, compare_throughput
from site_builder.derive.curve import ReadKind
from site_builder.derive.figures import Read
from site_builder.pages.comparisons import ComparisonPaths
from site_builder.pages.contexts.reads import BesideContext, ReadContext
from site_builder.pages.listing import Pair
from site_builder.pages.words import Words, write_difference
from site_builder.settings.catalogs import Settings

# So many rows above and below the page's own, so that pages stay readable however many models there are.
_NEIGHBOURS = 6


class Neighbours:
    """Pairs that may be compared, sorted once for each model and GPU and then cut around the page that asks."""

    def __init__(self, settings: Settings, words: Words, comparisons: ComparisonPaths) -> None:
        self._prices = settings.prices
        self._words = words
        self._comparisons = comparisons
        self._ranked: dict[tuple[str, str, int], list[Pair]] = {}
        self._place: dict[tuple[str, str, int], dict[str, int]] = {}
        self._reads: dict[str, ReadContext] = {}

    def around(self, kind: str, key: str, pair: Pair, pairs: Sequence[Pair]) -> tuple[Pair, ...]:
        """The pairs around one among `pairs` that are read on the same workload, best throughput first; empty when it
        stands alone. kind, key: which ranking it is, so that it is made once."""
        if pair.ladder is None or pair.primary is None or not pair.is_lead:
            return ()
        ranking = (kind, key, pair.ladder.scenario)
        if ranking not in self._ranked:
            same = [one for one in pairs if one.is_comparable and one.ladder and one.ladder.scenario == ranking[2]]
            ordered = sorted(same, key=_rank)
            self._ranked[ranking] = ordered
            self._place[ranking] = {one.slug: at for at, one in enumerate(ordered)}
        ranked, at = self._ranked[ranking], self._place[ranking].get(pair.slug)
        if at is None or len(ranked) < 2:
            return ()
        return tuple(ranked[max(0, at - _NEIGHBOURS) : at + _NEIGHBOURS + 1])

    def rows(self, pair: Pair, around: Sequence[Pair], name_of: Callable[[Pair], str]) -> tuple[BesideContext, ...]:
        """The pairs around one as rows of a table."""
        if pair.primary is None:
            return ()
        return tuple([self._row(pair, pair.primary, other, name_of(other)) for other in around])

    def _row(self, pair: Pair, primary: Read, other: Pair, name: str) -> BesideContext:
        assert other.primary is not None, "only pairs with a ladder are ranked"
        own = other is pair
        prices = [self._prices.of(one.figures.gpu_key, self._prices.tiers[0].id) for one in (pair, other)]
        throughput = None if own else compare_throughput(primary, other.primary)
        cost = None if own else compare_cost(primary, other.primary, *prices)
        return BesideContext(
            name=name,
            path=None if own else other.path,
            comparison=None if own else self._comparisons.between(pair, other),
            read=self._read(other, other.primary),
            throughput=write_difference(throughput),
            cost=write_difference(cost),
        )

    def _read(self, pair: Pair, read: Read) -> ReadContext:
        if pair.slug not in self._reads:
            self._reads[pair.slug] = self._words.read(read, pair.figures.gpu_key)
        return self._reads[pair.slug]


def _rank(pair: Pair) -> tuple[bool, float, str]:
    """Best throughput first, then those that do not reach the target, by their fastest speed."""
    read = pair.primary
    assert read is not None, "only pairs with a ladder are ranked"
    if read.kind is ReadKind.OUT_OF_REACH:
        return True, -read.evidence[0].interactivity_tok_s_user, pair.slug
    return False, -(read.throughput_tok_s_gpu or 0), pair.slug
