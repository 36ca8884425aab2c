"""Which of two ladders is ahead at each target, as far as the rows tell, and what may be said of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from site_builder.derive.compare import Difference, compare_cost, compare_throughput, is_surely_less
from site_builder.derive.curve import ReadKind
from site_builder.derive.figures import Read
from site_builder.formats import format_tier
from site_builder.pages.contexts.comparisons import VerdictContext
from site_builder.pages.contexts.reads import DifferenceContext
from site_builder.pages.words import write_difference


class Winner(StrEnum):
    """Who is ahead at a target.

    LEVEL: no difference that would be written; UNSURE: a lower bound leaves the order open; NEITHER: out of reach."""

    FIRST = "first"
    SECOND = "second"
    LEVEL = "level"
    UNSURE = "unsure"
    NEITHER = "neither"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who is ahead at a target, and by how much: the winner against the other, None where that is not known.

    is_alone: only the winner reaches the target; is_estimate: a read of the two is an estimate; is_by_limit: the
    bound of the other might hide more, but no config of it delivers as much at any speed."""

    tier: float
    winner: Winner
    difference: DifferenceContext | None
    is_alone: bool
    is_estimate: bool
    is_by_limit: bool = False


@dataclass(frozen=True, slots=True)
class Contender:
    """A side at a target: its read, the most that its ladder is known to deliver, and its price in $/GPU/hr."""

    read: Read
    most: float | None
    price: float | None = None


def who_delivers_more(first: Contender, second: Contender) -> Outcome:
    """The outcome in tokens/s per GPU at one target."""

    def compare(this: Contender, other: Contender) -> Difference | None:
        return compare_throughput(this.read, other.read)

    return _outcome(first, second, compare, lambda side, throughput: throughput)


def who_costs_less(first: Contender, second: Contender) -> Outcome:
    """The outcome in $ per million tokens at one target. Needs a price for each."""

    def compare(this: Contender, other: Contender) -> Difference | None:
        return compare_cost(this.read, other.read, this.price, other.price)

    return _outcome(first, second, compare, lambda side, throughput: throughput / (side.price or 1))


def _outcome(
    first: Contender,
    second: Contender,
    compare: Callable[[Contender, Contender], Difference | None],
    worth: Callable[[Contender, float], float],
) -> Outcome:
    """Who is ahead. compare: the second against the first; worth: what a throughput of a side is worth, more being
    better."""
    tier = first.read.tier
    values = [side.read.throughput_tok_s_gpu for side in (first, second)]
    is_estimate = any(side.read.kind is ReadKind.WIDE for side in (first, second))
    if values[0] is None or values[1] is None:
        winner = Winner.FIRST if values[0] else Winner.SECOND if values[1] else Winner.NEITHER
        return Outcome(tier, winner, None, winner is not Winner.NEITHER, is_estimate)
    worths = worth(first, values[0]), worth(second, values[1])
    is_second = worths[1] > worths[0]
    winner = Winner.SECOND if is_second else Winner.FIRST
    ahead, behind = (second, first) if is_second else (first, second)
    found = compare(behind, ahead)
    if found is None:
        most = worth(behind, behind.most) if behind.most is not None else None
        known = is_surely_less(behind.read, most, max(worths))
        return Outcome(tier, winner if known else Winner.UNSURE, None, False, is_estimate, is_by_limit=known)
    words = write_difference(found)
    if words is not None and words.direction == "same":
        return Outcome(tier, Winner.LEVEL, words, False, is_estimate)
    return Outcome(tier, winner, words, False, is_estimate)


def judge(outcomes: Sequence[Outcome]) -> VerdictContext:
    """What may be said of all targets together.

    shape: `first` or `second` where one is ahead at every target that either reaches, `first_or_level` and
    `second_or_level` where it is ahead at some and not known to be behind at any, `cross` where each is ahead
    somewhere, `level`, `unsure`, and `nothing` where neither reaches any."""

    def tiers(winner: Winner, *, is_alone: bool = False) -> tuple[str, ...]:
        return _tiers(one for one in outcomes if one.winner is winner and one.is_alone == is_alone)

    first, second = (any(one.winner is side for one in outcomes) for side in (Winner.FIRST, Winner.SECOND))
    level, unsure = tiers(Winner.LEVEL), tiers(Winner.UNSURE)
    if first and second:
        shape = "cross"
    elif first or second:
        shape = ("first" if first else "second") + ("_or_level" if level or unsure else "")
    else:
        shape = "level" if level else "unsure" if unsure else "nothing"
    return VerdictContext(
        shape=shape,
        first=tiers(Winner.FIRST),
        first_alone=tiers(Winner.FIRST, is_alone=True),
        second=tiers(Winner.SECOND),
        second_alone=tiers(Winner.SECOND, is_alone=True),
        level=level,
        unsure=unsure,
        neither=tiers(Winner.NEITHER),
        estimates=_tiers(one for one in outcomes if one.is_estimate),
    )


def _tiers(outcomes: Iterable[Outcome]) -> tuple[str, ...]:
    return tuple(format_tier(one.tier) for one in outcomes)
