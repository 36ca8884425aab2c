"""The frontier: the points that no other point beats."""

from itertools import pairwise, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.derive.frontier import find_frontier
from tests.derived import day, only_pair, only_read
from tests.folders import points, row
from tests.reference import frontier as plain_frontier

ZIGZAG = ((60.0, 2000.0), (20.0, 4000.0), (60.0, 2500.0), (40.0, 1500.0), (100.0, 1000.0))
FEW = st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6)), min_size=1, max_size=12)
ANY = st.lists(st.tuples(st.floats(1e-3, 1e6), st.floats(1e-3, 1e6)), min_size=1, max_size=12)


def frontier(found, group=None):
    """The positions on the frontier of points (interactivity, throughput), all in one group unless told."""
    x, y = (np.array([point[axis] for point in found], dtype=float) for axis in (0, 1))
    return find_frontier(np.array(group or [0] * len(found), dtype=np.int64), x, y).tolist()


@pytest.mark.parametrize("order", list(permutations(ZIGZAG)))
def test_beaten_points_fall_out_in_any_row_order(order):
    """(60,2000) loses to (60,2500), and (40,1500) to (60,2500); the rest rises in speed."""
    assert [order[at] for at in frontier(order)] == [(20.0, 4000.0), (60.0, 2500.0), (100.0, 1000.0)]


def test_a_point_as_fast_but_lower_is_beaten():
    """Equal in one axis and worse in the other is beaten."""
    assert frontier([(50, 1000), (50, 999)]) == [0]
    assert frontier([(49, 1000), (50, 1000)]) == [1]


def test_equal_points_count_once_and_the_first_stays():
    """Equal points beat nobody, yet only one of them is a knot."""
    assert frontier([(20, 10), (50, 5), (50, 5), (20, 10)]) == [0, 1]


def test_a_single_point_is_its_own_frontier():
    """One point is beaten by none; no points have no frontier."""
    assert frontier([(50, 1000)]) == [0]
    assert frontier([]) == []


def test_groups_do_not_beat_each_other():
    """A point is only compared with those of its own sweep; the result goes by group, then by speed."""
    found = [(60, 1), (50, 9), (20, 2), (10, 8), (50, 3)]
    # Group 0: (10,8) loses to (50,9). Group 1: (20,2) loses to (50,3), but not (50,3) to group 0's (50,9).
    assert frontier(found, [1, 0, 1, 0, 1]) == [1, 4, 0]


@given(FEW | ANY)
def test_it_is_what_comparing_all_points_gives(found):
    """The same points as comparing each with each, in the same order."""
    assert [found[at] for at in frontier(found)] == plain_frontier(found)


@given(ANY)
def test_it_falls_strictly_as_speed_rises(found):
    """Between two knots speed rises and throughput falls, so a curve through them is a function."""
    kept = [found[at] for at in frontier(found)]
    assert all(slow[0] < fast[0] and slow[1] > fast[1] for slow, fast in pairwise(kept))


def test_a_tier_between_knots_is_read_from_the_frontier_alone():
    """At 40, half way from (20,4000) to (60,2500), the beaten (40,1500) has no say.

    Slopes s = -1500/40 = -37.5 both times, so the curve is the straight line: 4000 - 37.5 * 20 = 3250.
    """
    read = only_read(40, points(*ZIGZAG))
    assert read.throughput_tok_s_gpu == pytest.approx(3250, rel=1e-12)


def test_a_point_of_another_precision_does_not_push_a_knot_out():
    """Each series has its own frontier: with fp8 left out, fp4's beaten-by-fp8 point still serves."""
    rows = [row(50, 1000), row(60, 2000, precision="fp8")]
    assert only_read(50, rows, precisions=("fp4",)).throughput_tok_s_gpu == 1000
    assert only_read(50, rows).throughput_tok_s_gpu == 2000


def test_a_point_of_another_workload_does_not_push_a_knot_out():
    """Each workload has its own frontier."""
    pair = only_pair([row(50, 1000), row(60, 2000, isl=1024)], tiers=(50,))
    assert [ladder.reads[0].throughput_tok_s_gpu for ladder in pair.ladders] == [1000, 2000]


def test_a_point_of_an_older_sweep_does_not_push_a_knot_out():
    """The frontier is that of the newest sweep: another line's better result of the day before has no say."""
    rows = [row(50, 1000, date=day(2)), row(60, 2000, date=day(1), prefill_tp=4)]
    assert only_read(50, rows).throughput_tok_s_gpu == 1000
    assert only_read(50, rows, sweep_days=1).throughput_tok_s_gpu == 2000
