"""The monotone curve through a frontier, and the kinds of read it gives."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from site_builder.derive.curve import ReadKind, curve_values, draw_curves, read_curves
from tests.reference import frontier, read_curve

FOUR = [(20, 4000), (40, 3000), (60, 1000), (100, 600)]
SEVEN = [(11.8, 5370.2), (22.4, 4410.6), (31, 3900.5), (52, 2831.1), (73, 2016.2), (104, 1441.8), (131, 610)]
KIND_NAMES = {
    ReadKind.OUT_OF_REACH: "out of reach",
    ReadKind.AT_LEAST: "at least",
    ReadKind.WIDE: "wide",
    ReadKind.INTERPOLATED: "interpolated",
    ReadKind.MEASURED: "measured",
}
POINTS = st.lists(st.tuples(st.floats(1, 400), st.floats(1, 20_000)), min_size=1, max_size=9)
ANY_POSITIVE = st.floats(min_value=5e-324, max_value=1.7976931348623157e308)
EXTREME_POINTS = st.lists(st.tuples(ANY_POSITIVE, ANY_POSITIVE), min_size=1, max_size=5)


def curves(*knots):
    """Curves side by side, each through its own knots."""
    group = np.repeat(np.arange(len(knots)), [len(each) for each in knots])
    x, y = (np.array([knot[axis] for each in knots for knot in each], dtype=float) for axis in (0, 1))
    return draw_curves(group, x, y)


def read(knots, tier):
    """(kind, throughput) of one curve at a tier."""
    found = read_curves(curves(knots), tier)
    return ReadKind(found.kind[0]), float(found.y[0])


def test_slopes_are_steffens_inside_and_half_of_3s_minus_m_at_the_ends():
    """Secants: -1000/20 = -50, -2000/20 = -100, -400/40 = -10.

    At 40: p = (-50*20 - 100*20)/40 = -75, slope -2 * min(50, 100, 75/2) = -75.
    At 60: p = (-100*40 - 10*20)/60 = -70, slope -2 * min(100, 10, 70/2) = -20.
    Ends: (3 * -50 + 75)/2 = -37.5 and (3 * -10 + 20)/2 = -5.
    """
    assert curves(FOUR).slope.tolist() == pytest.approx([-37.5, -75, -20, -5], rel=1e-12)


@pytest.mark.parametrize(
    ("tier", "value"),
    [
        # Half way: (y0 + y1)/2 + h * (m0 - m1)/8.
        (30, 3593.75),  # 3500 + 20 * (-37.5 + 75)/8
        (50, 1862.5),  # 2000 + 20 * (-75 + 20)/8
        (80, 725.0),  # 800 + 40 * (-20 + 5)/8
        # A quarter of the way: weights 27/32 and 5/32 of the values, 9/64 and -3/64 of h times the slopes.
        (25, 3808.59375),  # 3375 + 468.75 + 20 * (-37.5 * 9/64 + 75 * 3/64)
    ],
)
def test_between_knots_it_is_the_cubic_with_these_slopes(tier, value):
    """The Hermite cubic between the two knots, by hand."""
    assert read(FOUR, tier)[1] == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize(
    ("tier", "value"),
    [
        (15, 5055.449612748062),
        (30, 3956.4735118212025),
        (50, 2922.001216139185),
        (75, 1958.7778993485033),
        (100, 1530.3955281361502),
        (120, 975.1004383776517),
        (130.5, 626.8321624984169),
    ],
)
def test_it_is_the_curve_that_d3_draws(tier, value):
    """Values that curveMonotoneX of d3-shape 3.2 draws through the same seven knots."""
    assert read(SEVEN, tier)[1] == pytest.approx(value, rel=1e-12)


def test_two_knots_make_a_straight_line():
    """From (20,4000) to (40,3000): at 25 it is 4000 - 5 * 50 = 3750."""
    assert read(FOUR[:2], 25) == (ReadKind.INTERPOLATED, pytest.approx(3750, rel=1e-12))


def test_one_knot_is_itself():
    """One knot serves all slower targets, its own, and none that is faster."""
    assert read([(50, 1000)], 30) == (ReadKind.AT_LEAST, 1000)
    assert read([(50, 1000)], 50) == (ReadKind.MEASURED, 1000)
    assert read([(50, 1000)], 75)[0] == ReadKind.OUT_OF_REACH


@pytest.mark.parametrize("knot", FOUR)
def test_a_knot_gives_its_own_value_as_measured(knot):
    """At a knot the read is the row itself, exactly, also at both ends."""
    assert read(FOUR, knot[0]) == (ReadKind.MEASURED, knot[1])


def test_below_the_slowest_knot_it_gives_at_least_that_knot():
    """Every user of the slowest knot gets more than the target asks for; nothing is extrapolated."""
    found = read_curves(curves(FOUR), 19.99)
    assert (found.kind[0], found.y[0]) == (ReadKind.AT_LEAST, 4000)
    assert (found.slower[0], found.faster[0]) == (0, 0)


def test_above_the_fastest_knot_it_is_out_of_reach():
    """No figure, and the fastest knot behind it."""
    found = read_curves(curves(FOUR), 100.01)
    assert found.kind[0] == ReadKind.OUT_OF_REACH
    assert np.isnan(found.y[0])
    assert (found.slower[0], found.faster[0]) == (3, 3)


@pytest.mark.parametrize(
    ("slower", "faster", "kind"),
    [
        (40.0, 80.0, ReadKind.INTERPOLATED),  # exactly twice
        (40.0, 79.999, ReadKind.INTERPOLATED),
        (40.0, 80.00000000000001, ReadKind.WIDE),  # the next number above twice
        (40.0, 200.0, ReadKind.WIDE),
    ],
)
def test_wide_starts_above_twice_the_slower_knot(slower, faster, kind):
    """A read between two knots is wide when the faster one is more than twice the slower one."""
    assert read([(slower, 2000), (faster, 1000)], 60)[0] == kind


def test_only_the_two_knots_around_the_target_make_it_wide():
    """A gap elsewhere in the curve changes nothing, and a knot is measured beside any gap."""
    knots = [(10, 4000), (40, 3000), (60, 2000), (150, 1000)]
    kinds = [read(knots, tier)[0] for tier in (30, 40, 50, 60, 100)]
    wide, measured = ReadKind.WIDE, ReadKind.MEASURED
    assert kinds == [wide, measured, ReadKind.INTERPOLATED, measured, wide]


def test_the_knots_on_either_side_stand_behind_a_read_between_them():
    """Positions are those of the knots as given, over all curves: the second curve starts at 4."""
    found = read_curves(curves(FOUR, [(30, 9), (60, 8), (90, 7)]), 70)
    assert found.slower.tolist() == [2, 5]
    assert found.faster.tolist() == [3, 6]


def test_no_curves_give_no_reads():
    """Nothing to read is no error."""
    nothing = np.zeros(0)
    assert read_curves(draw_curves(np.zeros(0, dtype=np.int64), nothing, nothing), 50).y.tolist() == []


@given(POINTS, st.floats(0.5, 500))
def test_it_reads_as_the_plain_rules_do(found, tier):
    """The same kind as the rules written out plainly, the same value to 1e-9."""
    knots = frontier(found)
    kind, value = read(knots, tier)
    expected_kind, expected = read_curve(knots, tier)
    assert KIND_NAMES[kind] == expected_kind
    assert value == pytest.approx(expected if expected is not None else np.nan, rel=1e-9, nan_ok=True)


@given(POINTS, st.floats(0.5, 500))
def test_a_single_curve_gives_the_same_value(found, tier):
    """The value of one curve, as two series are compared by it, is that of its read; NaN out of reach."""
    knots = frontier(found)
    x, y = zip(*knots, strict=True)
    value = float(curve_values(np.array(x), np.array(y), curves(knots).slope, np.array([tier]))[0])
    kind, expected = read(knots, tier)
    assert np.isnan(value) == (kind == ReadKind.OUT_OF_REACH)
    assert value == pytest.approx(expected, rel=1e-12, nan_ok=True)


@given(POINTS, st.lists(st.floats(0.5, 500), min_size=2, max_size=8))
def test_it_never_rises(found, tiers):
    """A faster target never reads more, within rounding."""
    values = [read(frontier(found), tier)[1] for tier in sorted(tiers)]
    assert all(later <= earlier * (1 + 1e-12) for earlier, later in pairwise(values) if not np.isnan(later))


@given(st.lists(POINTS, min_size=1, max_size=4), st.floats(0.5, 500))
def test_curves_side_by_side_read_as_alone(sets, tier):
    """A curve does not know its neighbours."""
    knots = [frontier(found) for found in sets]
    together = read_curves(curves(*knots), tier)
    alone = [read(each, tier) for each in knots]
    assert together.kind.tolist() == [kind for kind, _ in alone]
    assert np.array_equal(together.y, [value for _, value in alone], equal_nan=True)


@given(EXTREME_POINTS, st.floats(0, 1))
@example([(20.0, 1.7e308), (60.0, 1e300), (100.0, 1.0)], 0.5)
@example([(1e-320, 3.0), (2e-320, 2.0), (100.0, 1.0)], 0.5)
def test_it_stays_between_its_knots_whatever_the_figures(found, share):
    """Any finite figures above 0 count, so a read between two knots is a number between them: no overflow, no NaN."""
    knots = frontier(found)
    for slower, faster in pairwise(knots):
        tier = min(slower[0] + (faster[0] - slower[0]) * share, faster[0])
        assert faster[1] <= read(knots, tier)[1] <= slower[1]
