"""How two reads compare: the right way round, and never surer than their kinds allow."""

import datetime
import itertools
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.derive.compare import Bound, Difference, compare_cost, compare_throughput
from site_builder.derive.curve import ReadKind
from site_builder.derive.figures import Evidence, Read, Role, SeriesKey
from site_builder.pages.words import write_difference

SERIES = SeriesKey("m", "vllm", "fp4", "none", disagg=False, is_multinode=False, offload_mode="off")
ROLE = Role(None, None, None, None, None)
DAY = datetime.date(2026, 9, 1)
value = st.floats(min_value=0.01, max_value=1e6)
kinds = st.sampled_from([ReadKind.MEASURED, ReadKind.INTERPOLATED, ReadKind.WIDE, ReadKind.AT_LEAST])


def read(throughput: float | None, kind: ReadKind = ReadKind.MEASURED) -> Read:
    known = {"series": SERIES, "scenario": 0, "interactivity_tok_s_user": 50.0, "throughput_tok_s_gpu": 1.0}
    known |= {"prefill": ROLE, "decode": ROLE, "date": DAY, "image": "", "run_url": ""}
    row = Evidence(**(dict.fromkeys(field.name for field in fields(Evidence)) | known))  # type: ignore[arg-type]
    return Read(50, kind, throughput, None, None, None, None, SERIES, (row,))


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


@pytest.mark.parametrize(
    ("ratio", "text"), [(1.258, "25 %"), (0.742, "25 %"), (2.49, "2.4"), (1.0199, "1 %"), (0.9801, "1 %")]
)
def test_a_lower_bound_is_never_rounded_up(ratio: float, text: str):
    """25.8 % more at least is 25 % at least, not 26 %."""
    written = write_difference(Difference(ratio, Bound.AT_LEAST))
    assert written is not None
    assert written.text == text


@pytest.mark.parametrize("ratio", [1.0, 1.004, 1.0099, 0.996, 0.9901])
def test_a_lower_bound_of_nothing_says_nothing(ratio: float):
    """At least 0 % more is known of anything that is not less: only the order is known, and no figure."""
    assert write_difference(Difference(ratio, Bound.AT_LEAST)) is None
    assert write_difference(None) is None


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
        (ReadKind.WIDE, ReadKind.AT_LEAST, Bound.ABOUT),
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
    if said is None or said.bound is not Bound.AT_LEAST:
        return
    truth = (other * (factor if b is ReadKind.AT_LEAST else 1)) / (one * (factor if a is ReadKind.AT_LEAST else 1))
    assert truth >= said.ratio * (1 - 1e-9) if said.ratio > 1 else truth <= said.ratio * (1 + 1e-9)
