"""Which of two ladders is ahead at each target, as far as the rows tell, and what may be said of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from site_builder.derive.compare import Difference, compare_cost, compare_throughput
from site_builder.derive.curve import ReadKind
from site_builder.derive.figures import Read
from site_builder.formats import format_tier
from site_builder.pages.overviews import VerdictContext
from site_builder.pages.parts import DifferenceContext
from site_builder.pages.words import write_difference


class Winner(StrEnum):
    """Who is ahead at a target. LEVEL: no difference that would be written; UNSURE: lower bounds leave the order open;
    NEITHER: both are out of reach."""

    FIRST = "first"
    SECOND = "second"
    LEVEL = "level"
    UNSURE = "unsure"
    NEITHER = "neither"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who is ahead at a target, and by how much: the winner against the other, None where that is not known.

    is_alone: only the winner reaches the target; is_estimate: a read of the two is an estimate."""

    tier: float
    winner: Winner
    difference: DifferenceContext | None
    is_alone: bool
    is_estimate: bool


def who_delivers_more(first: Read, second: Read) -> Outcome:
    """The outcome in tokens/s per GPU of two reads at the same target."""
    return _outcome(first, second, compare_throughput, more_wins=True)


def who_costs_less(first: Read, second: Read, first_price: float, second_price: float) -> Outcome:
    """The outcome in $ per million tokens of two reads at the same target, at a price ($/GPU/hr) for each."""

    def compare(this: Read, other: Read) -> Difference | None:
        prices = (first_price, second_price) if this is first else (second_price, first_price)
        return compare_cost(this, other, *prices)

    return _outcome(first, second, compare, more_wins=False)


def _outcome(
    first: Read, second: Read, compare: Callable[[Read, Read], Difference | None], *, more_wins: bool
) -> Outcome:
    reached = [read for read in (first, second) if read.throughput_tok_s_gpu is not None]
    is_estimate = any(read.kind is ReadKind.WIDE for read in reached)
    if len(reached) < 2:
        winner = Winner.NEITHER if not reached else Winner.FIRST if reached[0] is first else Winner.SECOND
        return Outcome(first.tier, winner, None, bool(reached), is_estimate)
    found = compare(first, second)
    if found is None:
        return Outcome(first.tier, Winner.UNSURE, None, False, is_estimate)
    words = write_difference(found)
    if words is not None and words.direction == "same":
        return Outcome(first.tier, Winner.LEVEL, words, False, is_estimate)
    is_second = (found.ratio > 1) == more_wins
    ahead = compare(first, second) if is_second else compare(second, first)
    winner = Winner.SECOND if is_second else Winner.FIRST
    return Outcome(first.tier, winner, write_difference(ahead), False, is_estimate)


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
        shape = "unsure" if unsure else "level" if level else "nothing"
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
