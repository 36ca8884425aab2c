"""Grouping of rows by several columns at once."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from site_builder.derive.groups import (
    best_of_group,
    dense,
    distinct_of_group,
    first_where,
    group_codes,
    order_by,
    order_of,
    order_within,
    spread_out,
)


def test_codes_follow_the_order_of_the_combinations():
    """The first column decides, then the second: (1, 9) < (2, 3) < (2, 7)."""
    codes = group_codes([np.array([2, 1, 2, 2]), np.array([3, 9, 7, 3])])
    assert codes.tolist() == [1, 0, 2, 1]


def test_values_that_are_not_known_are_one_value():
    """All NaN are alike, and come after every number."""
    assert dense(np.array([np.nan, 2.0, np.nan, 1.0])).tolist() == [2, 1, 2, 0]


def test_no_columns_or_no_rows_give_no_codes():
    """Nothing to group is no error."""
    assert group_codes([]).tolist() == []
    assert group_codes([np.zeros(0, dtype=np.int64), np.zeros(0)]).tolist() == []


def test_columns_of_any_spread_fit_together():
    """Six columns that differ by up to 16 million each have 2^144 combinations, far more than an integer holds."""
    column = np.array([0, 2**24 - 2, 1, 2**24 - 2])
    assert group_codes([column] * 6).tolist() == [0, 2, 1, 2]


def test_numbers_far_apart_are_still_told_apart():
    """Moments lie further apart than a table of codes could be long."""
    assert group_codes([np.array([-(2**63), 2**62, -(2**63), 5])]).tolist() == [0, 2, 0, 1]


@given(st.lists(st.tuples(st.integers(-2, 2), st.integers(0, 2**40), st.sampled_from([0.5, 1.5, -3.0]))))
def test_codes_rank_the_distinct_combinations(rows):
    """The code of a row is the place of its combination among the sorted distinct ones."""
    ranked = sorted(set(rows))
    columns = [np.array([each[at] for each in rows]) for at in range(3)]
    assert group_codes(columns).tolist() == [ranked.index(each) for each in rows]


def test_best_of_group_is_its_largest_value():
    """Groups without a value get the worst one."""
    best = best_of_group(np.array([0, 2, 0]), 3, np.array([4.0, 1.0, 7.0]), -np.inf)
    assert best.tolist() == [7.0, -np.inf, 1.0]


def test_first_where_is_the_first_position_of_each_group():
    """Groups where the mask never holds get the number of rows."""
    mask = np.array([False, True, True, False])
    assert first_where(mask, np.array([0, 0, 0, 1]), 2).tolist() == [1, 4]


def test_distinct_of_group_lists_each_code_once_and_rising():
    """The distinct codes of each group, an empty list for a group without any."""
    found = distinct_of_group(np.array([0, 2, 0, 0]), 3, np.array([5, 1, 2, 5]))
    assert found == [[2, 5], [], [1]]


CODES = st.lists(st.sampled_from([0, 1, 1, 2, 7, 2**40, 2**61]), max_size=30)
ABOVE_0 = st.sampled_from([1.0, 1.0, 1.0 + 2**-52, 2.0, 1e-9, 1e15]) | st.floats(1e-9, 1e15)


@given(CODES)
def test_order_of_sorts_and_leaves_equal_ones_in_their_order(codes):
    """As a stable sort does, also of numbers that leave no room for their positions."""
    assert order_of(np.array(codes, dtype=np.int64)).tolist() == sorted(range(len(codes)), key=codes.__getitem__)


@given(st.lists(st.tuples(st.sampled_from([0, 1, 5, 2**45, 2**62]), ABOVE_0, ABOVE_0), max_size=30))
def test_order_within_sorts_by_group_and_values(rows):
    """Also where values differ in their last bit alone, and where groups leave little room or none."""
    group, first, second = (np.array([each[at] for each in rows]) for at in range(3))
    expected = sorted(range(len(rows)), key=rows.__getitem__)
    assert order_within(group.astype(np.int64), (first.astype(float), second.astype(float))).tolist() == expected


@given(st.lists(st.tuples(st.integers(-2, 2), st.integers(0, 2**40)), max_size=30))
def test_order_by_sorts_by_the_first_column_and_then_the_next(rows):
    """Stable, as sorting rows is."""
    columns = [np.array([each[at] for each in rows], dtype=np.int64) for at in range(2)]
    assert order_by(columns).tolist() == sorted(range(len(rows)), key=rows.__getitem__)


def test_rows_beside_one_another_are_looked_at_once():
    """Long columns of rows that are alike give the codes that they would give row by row."""
    first, second = np.repeat([3, 1, 3, 2], 2000), np.repeat([1.5, np.nan, 1.5, 0.5], 2000)
    assert group_codes([first, second]).tolist() == np.repeat([2, 0, 2, 1], 2000).tolist()
    assert group_codes([first[::-1], second[::-1]]).tolist() == np.repeat([1, 2, 0, 2], 2000).tolist()


def test_stretches_are_spread_out_one_after_the_other():
    """Positions 4 and 5, none, and 0 to 2."""
    assert spread_out(np.array([4, 9, 0]), np.array([2, 0, 3])).tolist() == [4, 5, 0, 1, 2]
