"""How two reads compare: the right way round, and never surer than their kinds allow."""

import datetime
import itertools
from dataclasses import fields
from fractions import Fraction
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.derive.compare import Bound, Difference, compare_cost, compare_throughput, is_surely_less
from site_builder.derive.curve import ReadKind
from site_builder.derive.figures import Evidence, Ladder, Read, Role, SeriesKey
from site_builder.pages.contest import Contender
from site_builder.pages.words import write_difference
from tests.derived import ladder_of

SERIES = SeriesKey("m", "vllm", "fp4", "none", disagg=False, is_multinode=False, offload_mode="off")
ROLE = Role(None, None, None, None, None)
DAY = datetime.date(2026, 9, 1)
TIERS = (30, 50, 75, 100, 150)
WIDE, AT_LEAST = ReadKind.WIDE, ReadKind.AT_LEAST
Said = tuple[str, str, bool]  # the bound, the text, and whether it is a multiple
value = st.floats(min_value=0.01, max_value=1e6)
sweeps = st.lists(st.tuples(st.integers(10, 200), st.integers(1, 20_000)), min_size=1, max_size=4)
kinds = st.sampled_from([ReadKind.MEASURED, ReadKind.INTERPOLATED, ReadKind.WIDE, ReadKind.AT_LEAST])


def read(throughput: float | None, kind: ReadKind = ReadKind.MEASURED) -> Read:
    known = {"series": SERIES, "scenario": 0, "interactivity_tok_s_user": 50.0, "throughput_tok_s_gpu": 1.0}
    known |= {"prefill": ROLE, "decode": ROLE, "date": DAY, "image": "", "run_url": ""}
    row = Evidence(**(dict.fromkeys(field.name for field in fields(Evidence)) | known))  # type: ignore[arg-type]
    return Read(50, kind, throughput, None, None, None, None, SERIES, (row,))


def cut(value: Fraction, decimals: int, *, down: bool = False) -> Fraction:
    """Rounded, halves up, or cut off."""
    return Fraction(floor(value * 10**decimals + (0 if down else Fraction(1, 2))), 10**decimals)


def written(ratio: Fraction, bound: str) -> Said | None:
    """How a ratio is written: a multiple from twice on, else per cent; a lower bound is rounded down. None: nothing."""
    down = bound.startswith("at_least")
    if ratio >= 2:
        decimals = 0 if ratio >= Fraction("9.95") else 1
        return bound, f"{float(cut(ratio, decimals, down=down)):,.{decimals}f}", True
    share = abs(ratio - 1) * 100
    decimals = next(d for d in range(12) if ratio > 1 or cut(share, d) < 100)
    rest = cut(share, decimals, down=down)
    return (bound, f"{float(rest):,.{decimals}f} %", False) if rest else None


def bound_of(one: ReadKind, other: ReadKind) -> str:
    """How sure a known difference is: a lower bound makes it `at least`, an estimate `about`, and both make it both."""
    kinds = {one, other}
    if AT_LEAST in kinds:
        return "at_least_about" if WIDE in kinds else "at_least"
    return "about" if WIDE in kinds else "exact"


def most_at(ladder: Ladder, tier: float) -> float | None:
    """The most that a ladder delivers anywhere, from its knots; None where all its curves begin above the target."""
    if min(x for curve in ladder.curves for x in curve.x) > tier:
        return None
    return max(y for curve in ladder.curves for y in curve.y)


def by_rule(first: Contender, second: Contender, *, by_cost: bool = False) -> tuple[str, Said | None, bool]:
    """Winner, difference and whether the winner is alone.

    A read at least so high is surely ahead of a lower one that is no such bound. It may hide more than it says: where a
    curve of its ladder was run at the target or slower, no more than the ladder delivers anywhere, and where that is
    less than the other still, the other is ahead, nobody knows how far; elsewhere the order stays open. Two sides are
    level when what would be written rounds to nothing; beside a lower bound one is ahead, and nothing is written.
    """
    one, two = (side.read.throughput_tok_s_gpu for side in (first, second))
    if one is None or two is None:
        alone = "first" if two is None else "second"
        return ("neither", None, False) if one == two else (alone, None, True)
    paid = [Fraction((side.price or 0) if by_cost else 1) for side in (first, second)]
    worth = [Fraction(value) / price for value, price in zip((one, two), paid, strict=True)]
    at = 0 if worth[0] > worth[1] else 1
    best, other = worth[at], worth[1 - at]
    loser, kinds = (first, second)[1 - at], (first.read.kind, second.read.kind)
    if loser.read.kind is AT_LEAST:
        known = loser.most is not None and Fraction(loser.most) / paid[1 - at] < best
        return (("first", "second")[at] if known else "unsure"), None, False
    if AT_LEAST in kinds and best == other:
        return "unsure", None, False
    bound = bound_of(*kinds)
    said = written(other / best if by_cost else best / other, bound)
    if said is None and AT_LEAST not in kinds:
        return "level", None, False
    return ("first", "second")[at], said, False


@pytest.mark.parametrize(
    ("ratio", "direction", "text", "is_times"),
    [
        (0.8, "less", "20 %", False),  # 4 against 5 is 20 % less, and 5 against 4 is 25 % more
        (1.25, "more", "25 %", False),
        (1.999, "more", "100 %", False),
        (1.115, "more", "12 %", False),  # 11.5 exactly, a half away from zero
        (2.0, "more", "2.0", True),
        (12.4, "more", "12", True),
        (1.004, "same", "", False),
        (1.0, "same", "", False),
        (0.996, "same", "", False),
        (0.004, "less", "99.6 %", False),  # never 100 % less: something is left
        (0.00001, "less", "99.999 %", False),
    ],
)
def test_a_difference_is_a_share_of_what_it_is_compared_with(ratio: float, direction: str, text: str, is_times: bool):
    written = write_difference(Difference(ratio, Bound.EXACT))
    assert written is not None
    assert (written.direction, written.text, written.is_times) == (direction, text, is_times)
    assert (written.bound == "about") == (direction == "same" and ratio != 1)


@pytest.mark.parametrize("bound", [Bound.AT_LEAST, Bound.AT_LEAST_ABOUT])
@pytest.mark.parametrize(
    ("ratio", "text"), [(1.258, "25 %"), (0.742, "25 %"), (2.49, "2.4"), (1.0199, "1 %"), (0.9801, "1 %")]
)
def test_a_lower_bound_is_never_rounded_up(ratio: float, text: str, bound: Bound):
    """25.8 % more at least is 25 % at least, not 26 %, also beside an estimate."""
    written = write_difference(Difference(ratio, bound))
    assert written is not None
    assert (written.text, written.bound) == (text, bound.value)


@pytest.mark.parametrize("bound", [Bound.AT_LEAST, Bound.AT_LEAST_ABOUT])
@pytest.mark.parametrize("ratio", [1.0, 1.004, 1.0099, 0.996, 0.9901])
def test_a_lower_bound_of_nothing_says_nothing(ratio: float, bound: Bound):
    """At least 0 % more is known of anything that is not less: only the order is known, and no figure."""
    assert write_difference(Difference(ratio, bound)) is None
    assert write_difference(None) is None


def test_an_estimate_that_rounds_to_nothing_is_about_the_same():
    """Without a bound both ways are open, and neither by more than half a per cent."""
    written = write_difference(Difference(1.004, Bound.ABOUT))
    assert written is not None
    assert (written.direction, written.bound) == ("same", "about")


def test_four_against_five_is_worded_both_ways():
    """Seen from 5, 4 is 20 % less; seen from 4, 5 is 25 % more."""
    five, four = read(5.0), read(4.0)
    assert write_difference(compare_throughput(five, four)) == write_difference(Difference(4 / 5, Bound.EXACT))
    assert write_difference(compare_throughput(four, five)) == write_difference(Difference(5 / 4, Bound.EXACT))


@pytest.mark.parametrize(
    ("this", "other", "bound"),
    [
        (ReadKind.MEASURED, ReadKind.INTERPOLATED, Bound.EXACT),
        (ReadKind.MEASURED, ReadKind.WIDE, Bound.ABOUT),
        (ReadKind.WIDE, ReadKind.WIDE, Bound.ABOUT),
        (ReadKind.MEASURED, ReadKind.AT_LEAST, Bound.AT_LEAST),  # 200 or more is at least twice 100
        (ReadKind.WIDE, ReadKind.AT_LEAST, Bound.AT_LEAST_ABOUT),  # 200 or more against about 100
        (ReadKind.AT_LEAST, ReadKind.WIDE, None),
        (ReadKind.AT_LEAST, ReadKind.MEASURED, None),  # 200 against 100 or more: it may be less
        (ReadKind.AT_LEAST, ReadKind.AT_LEAST, None),
    ],
)
def test_a_comparison_upwards_is_as_sure_as_its_reads(this: ReadKind, other: ReadKind, bound: Bound | None):
    difference = compare_throughput(read(100.0, this), read(200.0, other))
    assert (difference.bound if difference else None) == bound


def test_a_lower_value_against_at_least_is_surely_less():
    """50 against 100 or more is at least half less; at least 50 against 100 says nothing."""
    assert compare_throughput(read(100.0, ReadKind.AT_LEAST), read(50.0)) == Difference(0.5, Bound.AT_LEAST)
    assert compare_throughput(read(100.0), read(50.0, ReadKind.AT_LEAST)) is None
    about = Difference(0.5, Bound.AT_LEAST_ABOUT)
    assert compare_throughput(read(100.0, ReadKind.AT_LEAST), read(50.0, ReadKind.WIDE)) == about


def test_nothing_is_said_about_what_is_out_of_reach_or_has_no_price():
    gone = read(None, ReadKind.OUT_OF_REACH)
    for this, other in itertools.permutations((gone, read(100.0))):
        assert compare_throughput(this, other) is None
        assert compare_cost(this, other, 1.0, 1.0) is None
    assert compare_cost(read(1.0), read(2.0), None, 1.0) is None
    assert compare_cost(read(1.0), read(2.0), 1.0, None) is None


def test_cost_compares_prices_over_throughputs():
    """$2 at 100 tokens/s against $3 at 200: (3/200) / (2/100) = 0.75, so 25 % cheaper."""
    assert compare_cost(read(100.0), read(200.0), 2.0, 3.0) == Difference(0.75, Bound.EXACT)
    assert compare_cost(read(100.0), read(200.0, ReadKind.AT_LEAST), 2.0, 3.0) == Difference(0.75, Bound.AT_LEAST)
    estimate, bound = read(100.0, ReadKind.WIDE), read(200.0, ReadKind.AT_LEAST)
    assert compare_cost(estimate, bound, 2.0, 3.0) == Difference(0.75, Bound.AT_LEAST_ABOUT)


def test_a_cost_bound_needs_the_cost_to_be_sure_not_the_throughput():
    """At least 200 tokens/s at five times the price costs at most 2.5 times as much: not surely dearer, nor cheaper.
    At least 90 tokens/s at half the price costs at most 0.56 times as much: surely cheaper."""
    assert compare_cost(read(100.0), read(200.0, ReadKind.AT_LEAST), 1.0, 5.0) is None
    cheaper = compare_cost(read(100.0), read(90.0, ReadKind.AT_LEAST), 1.0, 0.5)
    assert cheaper is not None
    assert cheaper.bound is Bound.AT_LEAST
    assert cheaper.ratio == pytest.approx(0.5 / 90 * 100)


@given(value, value, kinds, kinds)
def test_comparing_the_other_way_gives_the_inverse_ratio(one: float, other: float, a: ReadKind, b: ReadKind):
    there = compare_throughput(read(one, a), read(other, b))
    back = compare_throughput(read(other, b), read(one, a))
    assert (there is None) == (back is None)
    if there and back:
        assert there.ratio * back.ratio == pytest.approx(1)
        assert there.bound is back.bound


@given(value, value, st.floats(1, 100), kinds, kinds)
def test_a_lower_bound_never_claims_what_a_higher_truth_would_break(
    one: float, other: float, factor: float, a: ReadKind, b: ReadKind
):
    """Raise every `at least` read by any factor: what was said to be at least so much more or less still is."""
    said = compare_throughput(read(one, a), read(other, b))
    if said is None or said.bound not in (Bound.AT_LEAST, Bound.AT_LEAST_ABOUT):
        return
    truth = (other * (factor if b is ReadKind.AT_LEAST else 1)) / (one * (factor if a is ReadKind.AT_LEAST else 1))
    assert truth >= said.ratio * (1 - 1e-9) if said.ratio > 1 else truth <= said.ratio * (1 + 1e-9)


@pytest.mark.parametrize(
    ("kind", "most", "is_less"),
    [
        (ReadKind.AT_LEAST, 99.0, True),
        (ReadKind.AT_LEAST, 100.0, False),
        (ReadKind.AT_LEAST, 101.0, False),
        (ReadKind.AT_LEAST, None, False),  # it was never run so slow: nobody knows
        (ReadKind.MEASURED, 90.0, False),  # not a matter of bounds
    ],
)
def test_a_lower_bound_is_surely_less_only_below_what_its_ladder_is_known_to_deliver(
    kind: ReadKind, most: float | None, is_less: bool
):
    """At least 90, against 100."""
    assert is_surely_less(read(90.0, kind), most, 100.0) == is_less


@given(st.lists(sweeps, min_size=1, max_size=2))
def test_what_a_ladder_is_credited_with_is_known_only_where_it_was_run_so_slow(series):
    """At every target, and also between and beyond them."""
    ladder = ladder_of(series, tiers=TIERS)
    for tier in (9.5, *TIERS, 500):
        assert ladder.most_known(tier) == most_at(ladder, tier)
