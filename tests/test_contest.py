"""Who is ahead at a target, how far, and what all targets together allow to say; against the rules stated slowly."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from site_builder.derive.curve import ReadKind
from site_builder.derive.figures import Ladder
from site_builder.formats import format_tier
from site_builder.pages.contest import Contender, Outcome, Winner, judge, who_costs_less, who_delivers_more
from site_builder.pages.contexts.comparisons import VerdictContext
from tests.derived import ladder_of
from tests.test_compare import Said, by_rule, most_at, read

TIERS = (30, 50, 75, 100, 150)
GONE = read(None, ReadKind.OUT_OF_REACH)
MEASURED, WIDE, AT_LEAST = ReadKind.MEASURED, ReadKind.WIDE, ReadKind.AT_LEAST
MIRROR = {
    "first": "second",
    "second": "first",
    "first_or_level": "second_or_level",
    "second_or_level": "first_or_level",
}
Point = tuple[float, float]

near = st.integers(990, 1020) | st.integers(1, 20_000) | st.sampled_from([1005, 2000, 1000])
prices = st.sampled_from([0.5, 1.0, 1.25, 1.5, 2.0, 2.25, 3.0])
kinds = st.sampled_from([MEASURED, ReadKind.INTERPOLATED, WIDE, AT_LEAST])


@st.composite
def sides(draw: st.DrawFn) -> Contender:
    """A side that reaches the target or not, at a price, with a ladder that delivers as much elsewhere or more, or of
    which nobody knows."""
    kind, value = draw(kinds), float(draw(near))
    most = draw(st.sampled_from([value, value * 1.01, value * 3, 25_000.0, None]))
    return Contender(draw(st.sampled_from([read(value, kind)] * 5 + [GONE])), most, draw(prices))


def side(value: float | None, kind: ReadKind = MEASURED, most: float | None = None, price: float = 1.0) -> Contender:
    """A side with a read; what its ladder delivers at the most is what it delivers there, unless told."""
    return Contender(GONE if value is None else read(value, kind), most or value, price)


points = st.lists(st.tuples(st.sampled_from(TIERS) | st.integers(10, 200), near), min_size=1, max_size=4)
series = st.lists(points, min_size=1, max_size=2)


def shown(outcome: Outcome) -> tuple[str, Said | None, bool]:
    """An outcome in the terms of the rule; how a tie is worded is left to its own test."""
    change = outcome.difference
    said = (change.bound, change.text, change.is_times) if change and outcome.winner is not Winner.LEVEL else None
    return outcome.winner.value, said, outcome.is_alone


@given(sides(), sides())
@example(side(1000.0), side(1005.01))
@example(side(1005.01), side(1000.0))
@example(side(100.0), side(997.0))
def test_more_tokens_win_by_as_much_as_the_two_reads_say(first: Contender, second: Contender):
    """Winner, per cent and bound are those of the slow statement, from the reads as fractions."""
    assert shown(who_delivers_more(first, second)) == by_rule(first, second)


@given(sides(), sides())
@example(side(1005.01), side(1000.0))
@example(side(1000.0), side(1005.01))
def test_less_cost_wins_by_as_much_as_the_two_reads_and_prices_say(first: Contender, second: Contender):
    """Cost is price over throughput; the cheaper side is so much less than the other, and never a multiple."""
    outcome = who_costs_less(first, second)
    assert shown(outcome) == by_rule(first, second, by_cost=True)
    if outcome.difference and outcome.winner is not Winner.LEVEL:
        assert outcome.difference.direction == "less"


def test_an_estimate_beside_a_lower_bound_is_never_level_with_it():
    """About 1,000 and at least 1,002, perhaps 5,000: the second is ahead, and nothing is said of how far."""
    first, second = side(1000.0, WIDE), side(1002.0, AT_LEAST, most=5000.0)
    for outcome in (who_delivers_more(first, second), who_costs_less(first, second)):
        assert (outcome.winner, outcome.difference) == (Winner.SECOND, None)
        assert not outcome.is_by_limit


@given(sides(), sides())
def test_the_limit_of_a_ladder_is_the_reason_only_where_a_bound_is_behind(first: Contender, second: Contender):
    """Where a difference is written, or rounds to nothing, it is not said that the other delivers less at any speed."""
    for judged, by_cost in ((who_delivers_more, False), (who_costs_less, True)):
        winner, said, is_alone = by_rule(first, second, by_cost=by_cost)
        behind = {"first": second, "second": first}.get(winner)
        is_bound = behind is not None and behind.read.kind is AT_LEAST
        assert judged(first, second).is_by_limit == is_bound
        assert not is_bound or (said is None and not is_alone)


@given(sides(), sides())
@example(side(1000.0), side(1005.01))
def test_swapping_the_sides_mirrors_the_outcome(first: Contender, second: Contender):
    """Nobody gains by standing first in an address."""
    for judged in (who_delivers_more, who_costs_less):
        there, back = judged(first, second), judged(second, first)
        assert back == replace(there, winner=Winner(MIRROR.get(there.winner, there.winner)))


@given(sides(), sides(), st.floats(0, 1), st.floats(0, 1))
def test_a_winner_stays_one_however_high_the_bounds_turn_out(
    first: Contender, second: Contender, up: float, too: float
):
    """Raise reads that are lower bounds towards the most of their ladders, or far up where nobody knows it: who was
    ahead is not behind then."""
    outcome = who_delivers_more(first, second)
    one, two = (
        (side.read.throughput_tok_s_gpu or 0.0)
        + (((side.most or 1e6) - (side.read.throughput_tok_s_gpu or 0.0)) * by if side.read.kind is AT_LEAST else 0.0)
        for side, by in ((first, up), (second, too))
    )
    assert outcome.winner is not Winner.FIRST or one > two
    assert outcome.winner is not Winner.SECOND or two > one


@pytest.mark.parametrize(
    ("first", "second", "winner", "said"),
    [
        (side(5000.0), side(4000.0), Winner.FIRST, ("exact", "25 %", False)),  # 5,000 / 4,000 = 1.25
        (side(4000.0), side(5000.0), Winner.SECOND, ("exact", "25 %", False)),
        (side(4000.0), side(9600.0), Winner.SECOND, ("exact", "2.4", True)),  # 9,600 / 4,000 = 2.4
        (side(5000.0, WIDE), side(4000.0), Winner.FIRST, ("about", "25 %", False)),
        (side(5030.0, AT_LEAST), side(4000.0), Winner.FIRST, ("at_least", "25 %", False)),  # 25.75, rounded down
        (side(4000.0, AT_LEAST, most=6000.0), side(5000.0), Winner.UNSURE, None),
        (side(4000.0, AT_LEAST, most=5000.0), side(5000.0), Winner.UNSURE, None),
        (side(4000.0, AT_LEAST, most=4900.0), side(5000.0), Winner.SECOND, None),  # it delivers 4,900 at the most
        (side(4000.0, AT_LEAST), side(5000.0, AT_LEAST), Winner.SECOND, None),
        (side(4000.0, AT_LEAST, most=6000.0), side(5000.0, AT_LEAST), Winner.UNSURE, None),
        (side(5030.0, AT_LEAST), side(4000.0, WIDE), Winner.FIRST, ("at_least_about", "25 %", False)),
        (side(4000.0, WIDE), side(9999.0, AT_LEAST), Winner.SECOND, ("at_least_about", "2.4", True)),  # 2.49975
        (side(1009.0, AT_LEAST), side(1000.0, WIDE), Winner.FIRST, None),  # 0.9 %, rounded down
        (side(1000.0, AT_LEAST), side(1000.0), Winner.UNSURE, None),  # level or ahead: not known which
        (side(1004.0, AT_LEAST), side(1000.0), Winner.FIRST, None),  # ahead for sure, by less than is written
        (side(10.0), side(None), Winner.FIRST, None),
        (side(None), side(10.0), Winner.SECOND, None),
        (side(None), side(None), Winner.NEITHER, None),
        (Contender(read(4000.0, AT_LEAST), None), side(5000.0), Winner.UNSURE, None),  # nobody knows what it delivers
    ],
)
def test_an_outcome_is_as_sure_as_its_reads(first: Contender, second: Contender, winner: Winner, said: Said | None):
    """Estimates make it `about`, lower bounds `at least`, and what they leave open stays open."""
    is_alone = [first.read, second.read].count(GONE) == 1
    assert shown(who_delivers_more(first, second)) == (winner.value, said, is_alone)


@pytest.mark.parametrize(("value", "bound"), [(1000.0, "exact"), (1004.0, "about")])
def test_a_tie_is_the_same_and_a_near_tie_about_the_same(value: float, bound: str):
    """1,004 is 0.4 % more than 1,000, which would be written as 0 %."""
    for outcome in (who_delivers_more(side(1000.0), side(value)), who_costs_less(side(1000.0), side(value))):
        assert outcome.winner is Winner.LEVEL
        assert outcome.difference is not None
        assert (outcome.difference.direction, outcome.difference.bound) == ("same", bound)


def test_a_higher_price_may_turn_the_order_around():
    """$4 / 5,000 against $3 / 4,000: 0.80 against 0.75 thousandths: the slower GPU costs 0.05 / 0.80 = 6.25 % less."""
    first, second = side(5000.0, price=4.0), side(4000.0, price=3.0)
    assert shown(who_costs_less(first, second)) == ("second", ("exact", "6 %", False), False)
    assert who_delivers_more(first, second).winner is Winner.FIRST


def shape_of(found: set[str]) -> str:
    """The shape of a set of winners: doubt is a target where the two are level, or the order is open. Without a winner
    one level target is enough to call the two level, whatever is open elsewhere."""
    ahead, doubt = found & {"first", "second"}, found & {"level", "unsure"}
    if len(ahead) != 1:
        return "cross" if ahead else "level" if "level" in doubt else "unsure" if doubt else "nothing"
    return f"{ahead.pop()}_or_level" if doubt else ahead.pop()


def ladders(one: Sequence[Sequence[Point]], two: Sequence[Sequence[Point]]) -> tuple[Ladder, Ladder]:
    return ladder_of(one, tiers=TIERS), ladder_of(two, tiers=TIERS)


def contests(first: Ladder, second: Ladder) -> list[tuple[Contender, Contender]]:
    """Both sides at each target."""
    return [
        (Contender(a, most_at(first, a.tier)), Contender(b, most_at(second, b.tier)))
        for a, b in zip(first.reads, second.reads, strict=True)
    ]


def verdict_of(first: Ladder, second: Ladder) -> VerdictContext:
    return judge([who_delivers_more(*both) for both in contests(first, second)])


@given(series, series)
def test_a_verdict_on_two_ladders_sorts_every_target_by_the_rule(one, two):
    """Each target stands once, under what the two reads there allow to say, the slowest first."""
    first, second = ladders(one, two)
    verdict = verdict_of(first, second)
    sorted_by_rule: dict[str, list[str]] = {}
    for a, b in contests(first, second):
        winner, _, alone = by_rule(a, b)
        sorted_by_rule.setdefault(f"{winner}_alone" if alone else winner, []).append(format_tier(a.read.tier))
    for name in ("first", "first_alone", "second", "second_alone", "level", "unsure", "neither"):
        assert getattr(verdict, name) == tuple(sorted_by_rule.pop(name, [])), name
    assert sorted_by_rule == {}


@pytest.mark.parametrize(
    ("slow", "most"),
    [
        ([], None),  # its only curve begins at 60
        ([(51.0, 900.0)], None),
        ([(50.0, 900.0)], 1500.0),  # at the target, though it delivers less there than the other at 60
        ([(20.0, 9000.0)], 9000.0),  # too slow for the target, but the most that is delivered anywhere
    ],
)
def test_one_curve_that_was_run_so_slow_is_enough(slow: list[Point], most: float | None):
    """Another delivers 1,500 at 60, which at 50 is a lower bound; the second GPU delivers 2,000."""
    first = ladder_of([[(60.0, 1500.0)], *([slow] if slow else [])], tiers=(50,))
    second = ladder_of([[(50.0, 2000.0)]], tiers=(50,))
    assert first.most_known(50) == most
    ((a, b),) = contests(first, second)
    outcome = who_delivers_more(a, b)
    assert outcome.winner is (Winner.SECOND if most == 1500 else Winner.UNSURE)
    assert outcome.is_by_limit == (most == 1500)


def test_two_are_level_also_where_another_target_is_open():
    """Both deliver 2,000 at 50, and at 30 at least as much: nobody knows how much more."""
    verdict = verdict_of(*ladders([[(50.0, 2000.0)]], [[(50.0, 2000.0)]]))
    assert (verdict.shape, verdict.level, verdict.unsure) == ("level", ("50",), ("30",))


@given(series, series)
def test_the_shape_of_a_verdict_is_that_of_its_targets(one, two):
    """One is ahead everywhere, or each somewhere, or nobody: by what the reads at all targets together are."""
    first, second = ladders(one, two)
    verdict = verdict_of(first, second)
    found = {by_rule(*both)[0] for both in contests(first, second)} - {"neither"}
    assert verdict.shape == shape_of(found)


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
    first, second = ladders(better, one)
    verdict = verdict_of(first, second)
    assert (verdict.second, verdict.second_alone, verdict.level) == ((), (), ())
    assert verdict.shape in ("first", "first_or_level", "unsure", "nothing")


@given(series, series)
def test_what_rests_on_estimates_is_listed_as_that(one, two):
    """A target where a read lies between two far points, whoever is ahead there."""
    first, second = ladders(one, two)
    wide = [format_tier(a.tier) for a, b in zip(first.reads, second.reads, strict=True) if WIDE in (a.kind, b.kind)]
    assert verdict_of(first, second).estimates == tuple(wide)
