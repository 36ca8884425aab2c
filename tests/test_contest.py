"""Who is ahead at a target, how far, and what all targets together allow to say; against the rules stated slowly.

A read at least so high may be higher: it is surely ahead of a lower one that is no such bound, and nothing else is known
of it. Two sides are level when what would be written of the better one rounds to nothing.
"""

from dataclasses import replace
from fractions import Fraction
from math import floor

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from site_builder.derive.curve import ReadKind
from site_builder.derive.figures import Ladder, Read
from site_builder.formats import format_tier
from site_builder.pages.contest import Outcome, Winner, judge, who_costs_less, who_delivers_more
from site_builder.pages.overviews import VerdictContext
from tests.derived import ladder_of
from tests.test_compare import read

TIERS = (30, 50, 75, 100, 150)
GONE = read(None, ReadKind.OUT_OF_REACH)
MEASURED, WIDE, AT_LEAST = ReadKind.MEASURED, ReadKind.WIDE, ReadKind.AT_LEAST
MIRROR = {
    "first": "second",
    "second": "first",
    "first_or_level": "second_or_level",
    "second_or_level": "first_or_level",
}
Said = tuple[str, str, bool]  # the bound, the text, and whether it is a multiple

near = st.integers(990, 1020) | st.integers(1, 20_000) | st.sampled_from([1005, 2000, 1000])
prices = st.sampled_from([0.5, 1.0, 1.25, 1.5, 2.0, 2.25, 3.0])
kinds = st.sampled_from([MEASURED, ReadKind.INTERPOLATED, WIDE, AT_LEAST])
reads = st.builds(read, near.map(float), kinds) | st.just(GONE)
points = st.lists(st.tuples(st.sampled_from(TIERS) | st.integers(10, 200), near), min_size=1, max_size=4)
series = st.lists(points, min_size=1, max_size=2)


def round_half_up(value: Fraction, decimals: int) -> Fraction:
    return Fraction(floor(value * 10**decimals + Fraction(1, 2)), 10**decimals)


def round_down(value: Fraction, decimals: int) -> Fraction:
    return Fraction(floor(value * 10**decimals), 10**decimals)


def written(ratio: Fraction, bound: str) -> Said | None:
    """How a ratio is written: a multiple from twice on, else per cent; a lower bound is rounded down. None: nothing."""
    cut = round_down if bound == "at_least" else round_half_up
    if ratio >= 2:
        decimals = 0 if ratio >= Fraction("9.95") else 1
        return bound, f"{float(cut(ratio, decimals)):,.{decimals}f}", True
    share = abs(ratio - 1) * 100
    decimals = next(d for d in range(12) if ratio > 1 or round_half_up(share, d) < 100)
    rest = cut(share, decimals)
    return (bound, f"{float(rest):,.{decimals}f} %", False) if rest else None


def by_rule(first: Read, second: Read, paid: tuple[float, float] | None = None) -> tuple[str, Said | None, bool]:
    """Winner, difference and whether the winner is alone. paid: prices, where cost decides."""
    here = [one.throughput_tok_s_gpu for one in (first, second)]
    if here[0] is None or here[1] is None:
        alone = "neither" if here == [None, None] else "first" if here[1] is None else "second"
        return alone, None, alone != "neither"
    worth = [Fraction(value) / Fraction(price) for value, price in zip(here, paid or (1, 1), strict=True)]
    names, at = ("first", "second"), 0 if worth[0] > worth[1] else 1
    best, other = worth[at], worth[1 - at]
    bounded = [one.kind is AT_LEAST for one in (first, second)]
    bound = "about" if WIDE in (first.kind, second.kind) else "at_least" if any(bounded) else "exact"
    if any(bounded) and (bounded[1 - at] or best == other):
        return "unsure", None, False
    said = written(other / best if paid else best / other, bound)
    if said is None and not any(bounded):
        return "level", None, False
    return names[at], said, False


def shown(outcome: Outcome) -> tuple[str, Said | None, bool]:
    """An outcome in the terms of the rule; how a tie is worded is left to its own test."""
    change = outcome.difference
    said = (change.bound, change.text, change.is_times) if change and outcome.winner is not Winner.LEVEL else None
    return outcome.winner.value, said, outcome.is_alone


@given(reads, reads)
@example(read(1000.0), read(1005.01))
@example(read(1005.01), read(1000.0))
@example(read(1002.0, AT_LEAST), read(1000.0, WIDE))
def test_more_tokens_win_by_as_much_as_the_two_reads_say(first: Read, second: Read):
    """Winner, per cent and bound are those of the slow statement, from the reads as fractions."""
    assert shown(who_delivers_more(first, second)) == by_rule(first, second)


@given(reads, reads, prices, prices)
@example(read(1005.01), read(1000.0), 1.0, 1.0)
@example(read(1000.0), read(1005.01), 1.0, 1.0)
def test_less_cost_wins_by_as_much_as_the_two_reads_and_prices_say(first: Read, second: Read, one: float, two: float):
    """Cost is price over throughput; the cheaper side is so much less than the other, never dearer, never a multiple."""
    outcome = who_costs_less(first, second, one, two)
    assert shown(outcome) == by_rule(first, second, (one, two))
    if outcome.difference and outcome.winner is not Winner.LEVEL:
        assert outcome.difference.direction == "less"


@given(reads, reads, prices, prices)
@example(read(1000.0), read(1005.01), 1.0, 1.0)
def test_swapping_the_sides_mirrors_the_outcome(first: Read, second: Read, one: float, two: float):
    """Nobody gains by standing first in an address."""
    there, back = who_delivers_more(first, second), who_delivers_more(second, first)
    assert back == replace(there, winner=Winner(MIRROR.get(there.winner, there.winner)))
    there, back = who_costs_less(first, second, one, two), who_costs_less(second, first, two, one)
    assert back == replace(there, winner=Winner(MIRROR.get(there.winner, there.winner)))


@given(reads, reads, st.floats(1, 50), st.floats(1, 50))
def test_a_winner_stays_one_however_high_the_bounds_turn_out(first: Read, second: Read, more: float, yet: float):
    """Raise every read that is a lower bound: a side that was called ahead is not behind then, and none is level."""
    outcome = who_delivers_more(first, second)
    truth = [
        (one.throughput_tok_s_gpu or 0) * (up if one.kind is AT_LEAST else 1)
        for one, up in ((first, more), (second, yet))
    ]
    if outcome.winner is Winner.FIRST:
        assert truth[0] > truth[1]
    if outcome.winner is Winner.SECOND:
        assert truth[1] > truth[0]
    if outcome.winner is Winner.LEVEL:
        assert AT_LEAST not in (first.kind, second.kind)


@pytest.mark.parametrize(
    ("first", "second", "winner", "said"),
    [
        (read(5000.0), read(4000.0), Winner.FIRST, ("exact", "25 %", False)),  # 5,000 / 4,000 = 1.25
        (read(4000.0), read(5000.0), Winner.SECOND, ("exact", "25 %", False)),
        (read(4000.0), read(9600.0), Winner.SECOND, ("exact", "2.4", True)),  # 9,600 / 4,000 = 2.4
        (read(5000.0, WIDE), read(4000.0), Winner.FIRST, ("about", "25 %", False)),
        (read(5030.0, AT_LEAST), read(4000.0), Winner.FIRST, ("at_least", "25 %", False)),  # 25.75, rounded down
        (read(4000.0, AT_LEAST), read(5000.0), Winner.UNSURE, None),
        (read(4000.0, AT_LEAST), read(5000.0, AT_LEAST), Winner.UNSURE, None),
        (read(1000.0, AT_LEAST), read(1000.0), Winner.UNSURE, None),  # level or ahead: not known which
        (read(1004.0, AT_LEAST), read(1000.0), Winner.FIRST, None),  # ahead for sure, by less than is written
        (read(10.0), GONE, Winner.FIRST, None),
        (GONE, read(10.0), Winner.SECOND, None),
        (GONE, GONE, Winner.NEITHER, None),
    ],
)
def test_an_outcome_is_as_sure_as_its_reads(first: Read, second: Read, winner: Winner, said: Said | None):
    """Estimates make it `about`, lower bounds `at least`, and what they leave open stays open."""
    assert shown(who_delivers_more(first, second)) == (winner.value, said, GONE in (first, second) and first != second)


@pytest.mark.parametrize(("first", "second", "bound"), [(1000.0, 1000.0, "exact"), (1000.0, 1004.0, "about")])
def test_a_tie_is_the_same_and_a_near_tie_about_the_same(first: float, second: float, bound: str):
    """1,004 is 0.4 % more than 1,000, which would be written as 0 %."""
    for outcome in (who_delivers_more(read(first), read(second)), who_costs_less(read(first), read(second), 2.0, 2.0)):
        assert outcome.winner is Winner.LEVEL
        assert outcome.difference is not None
        assert (outcome.difference.direction, outcome.difference.bound) == ("same", bound)


def test_a_higher_price_may_turn_the_order_around():
    """$4 / 5,000 against $3 / 4,000: 0.80 against 0.75 thousandths, so the slower GPU costs 0.05 / 0.80 = 6.25 % less."""
    assert shown(who_costs_less(read(5000.0), read(4000.0), 4.0, 3.0)) == ("second", ("exact", "6 %", False), False)
    assert who_delivers_more(read(5000.0), read(4000.0)).winner is Winner.FIRST


def shape_of(verdict: VerdictContext) -> set[str]:
    """What stands in a verdict, as a set of outcomes."""
    parts = {"first": verdict.first + verdict.first_alone, "second": verdict.second + verdict.second_alone}
    return {name for name, at in (parts | {"level": verdict.level, "unsure": verdict.unsure}).items() if at}


SHAPES = {
    frozenset(): "nothing",
    frozenset({"level"}): "level",
    frozenset({"unsure"}): "unsure",
    frozenset({"level", "unsure"}): "unsure",
    **{frozenset({side}): side for side in ("first", "second")},
    **{
        frozenset({side, *more}): f"{side}_or_level"
        for side in ("first", "second")
        for more in (["level"], ["unsure"], ["level", "unsure"])
    },
    **{frozenset({"first", "second", *more}): "cross" for more in ([], ["level"], ["unsure"], ["level", "unsure"])},
}


def ladders(one: list[list[tuple[int, int]]], two: list[list[tuple[int, int]]]) -> tuple[Ladder, Ladder]:
    return ladder_of(one, tiers=TIERS), ladder_of(two, tiers=TIERS)


def verdict_of(first: Ladder, second: Ladder) -> VerdictContext:
    return judge([who_delivers_more(*both) for both in zip(first.reads, second.reads, strict=True)])


@given(series, series)
def test_a_verdict_on_two_ladders_sorts_every_target_by_the_rule(one, two):
    """Each target stands once, under what the two reads there allow to say, the slowest first."""
    first, second = ladders(one, two)
    verdict = verdict_of(first, second)
    sorted_by_rule: dict[str, list[str]] = {}
    for a, b in zip(first.reads, second.reads, strict=True):
        winner, _, alone = by_rule(a, b)
        sorted_by_rule.setdefault(f"{winner}_alone" if alone else winner, []).append(format_tier(a.tier))
    for name in ("first", "first_alone", "second", "second_alone", "level", "unsure", "neither"):
        assert getattr(verdict, name) == tuple(sorted_by_rule.pop(name, [])), name
    assert sorted_by_rule == {}


@given(series, series)
def test_the_shape_of_a_verdict_is_that_of_its_targets(one, two):
    """One is ahead everywhere, or each somewhere, or nobody: by what the reads at all targets together are."""
    first, second = ladders(one, two)
    verdict = verdict_of(first, second)
    found = {by_rule(a, b)[0] for a, b in zip(first.reads, second.reads, strict=True)} - {"neither"}
    assert verdict.shape == SHAPES[frozenset(found)]
    assert shape_of(verdict) == found


@given(series, series)
def test_swapping_the_ladders_mirrors_the_verdict(one, two):
    """All that was said of the one is said of the other."""
    there, back = verdict_of(*ladders(one, two)), verdict_of(*ladders(two, one))
    assert back == VerdictContext(
        shape=MIRROR.get(there.shape, there.shape),
        first=there.second,
        first_alone=there.second_alone,
        second=there.first,
        second_alone=there.first_alone,
        level=there.level,
        unsure=there.unsure,
        neither=there.neither,
        estimates=there.estimates,
    )


@given(series)
def test_a_ladder_against_itself_is_never_ahead(one):
    """It is level where it is known, open where it is a lower bound, and nothing out of reach."""
    first, second = ladders(one, one)
    verdict = verdict_of(first, second)
    assert verdict.shape in ("level", "unsure", "nothing")
    for at in first.reads:
        assert (format_tier(at.tier) in verdict.unsure) == (at.kind is AT_LEAST)


@given(series, series, st.sampled_from([1.05, 2.0, 3.0]))
def test_a_ladder_that_is_higher_and_as_far_reaching_is_never_behind(one, two, factor):
    """Add one series to another's and raise all: what results dominates wherever bounds leave the order known."""
    better = [[(x, y * factor) for x, y in each] for each in (*one, *two)]
    verdict = verdict_of(ladder_of(better, tiers=TIERS), ladder_of(one, tiers=TIERS))
    assert (verdict.second, verdict.second_alone, verdict.level) == ((), (), ())
    assert verdict.shape in ("first", "first_or_level", "unsure", "nothing")


@given(series, series)
def test_what_rests_on_estimates_is_listed_as_that(one, two):
    """A target where a read lies between two far points, whoever is ahead there."""
    first, second = ladders(one, two)
    wide = [format_tier(a.tier) for a, b in zip(first.reads, second.reads, strict=True) if WIDE in (a.kind, b.kind)]
    assert verdict_of(first, second).estimates == tuple(wide)
