"""How figures are written. The sums stand beside the examples."""

import datetime
import math
import re
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from py_mini_racer import MiniRacer

from site_builder.derive.cost import usd_per_million_tokens
from site_builder.derive.curve import ReadKind
from site_builder.formats import (
    Locale,
    format_count,
    format_date,
    format_interactivity,
    format_latency,
    format_percent,
    format_throughput,
    format_tier,
    format_usd_per_gpu_hour,
    format_usd_per_million,
    marked_cost,
    marked_throughput,
    rounded,
    rounded_decimal,
)

positive = st.floats(min_value=1e-12, max_value=1e15, allow_nan=False)
WRITERS = (format_throughput, format_interactivity, format_usd_per_million, format_usd_per_gpu_hour, format_latency)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3504.1, "3,504"),
        (3504.5, "3,505"),  # half goes away from zero; half to even would give 3,504
        (434.5, "435"),
        (100.0, "100"),
        (99.95, "100"),  # the double is 99.9500000000000028…, so one decimal gives 100.0, and 100 has none
        (99.94, "99.9"),
        (99.96, "100"),
        (50.0, "50.0"),
        (0.25, "0.3"),
        (0.04, "0.040"),  # one decimal would print zero
        (1234567.4, "1,234,567"),
    ],
)
def test_throughput_has_one_decimal_below_100_and_none_above(value: float, text: str):
    assert format_throughput(value) == text
    assert format_interactivity(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1234.5, "$1,234.50"),
        (1.444, "$1.44"),
        (0.1792, "$0.18"),
        (0.125, "$0.13"),
        (0.1, "$0.10"),
        (0.0996, "$0.10"),  # to three decimals it is 0.100, which is not below $0.10
        (0.0994, "$0.099"),
        (0.0549, "$0.055"),
        (0.00996, "$0.010"),  # to two digits it is 0.0100, which is not below $0.01
        (0.0099, "$0.0099"),
        (0.002407, "$0.0024"),
        (0.005, "$0.0050"),
        (1e-9, "$0.0000000010"),
    ],
)
def test_cost_keeps_more_digits_the_smaller_it_is(value: float, text: str):
    assert format_usd_per_million(value) == text


def test_a_real_price_below_half_a_cent_is_not_free():
    """$0.52 per hour at 60,000 tokens/s: 0.52 x 1e6 / (60000 x 3600) = $0.0024074."""
    assert format_usd_per_million(usd_per_million_tokens(0.52, 60_000)) == "$0.0024"


@pytest.mark.parametrize(("value", "text"), [(2.26, "$2.26"), (3, "$3.00"), (0.125, "$0.13"), (0.001, "$0.0010")])
def test_a_gpu_hour_has_two_decimals(value: float, text: str):
    assert format_usd_per_gpu_hour(value) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.404, "404 ms"),
        (0.0984, "98.4 ms"),
        (0.0048, "4.8 ms"),
        (0.000452, "0.45 ms"),
        (0.00000123, "0.0012 ms"),
        (0.000996, "1.0 ms"),  # to two digits it is 1.0 ms, which is not below 1 ms
        (0.09996, "100 ms"),  # to one decimal it is 100.0 ms, which is not below 100 ms
        (9.9994, "9,999 ms"),
        (9.9996, "10.0 s"),  # to whole milliseconds it is 10,000 ms, which is 10 s
        (12.345, "12.3 s"),
        (1234.56, "1,234.6 s"),
    ],
)
def test_latency_is_in_true_milliseconds_and_from_10_s_in_seconds(seconds: float, text: str):
    assert format_latency(seconds) == text


def test_other_figures():
    """Targets as the settings say, whole numbers, shares and days."""
    assert [format_tier(tier) for tier in (50, 50.0, 12.5, 1000)] == ["50", "50", "12.5", "1,000"]
    assert format_count(1204) == "1,204"
    assert format_percent(Fraction(8192, 8192 + 1024)) == "89 %"  # 8192 / 9216 = 0.888…
    assert format_percent(0.125) == "13 %"
    assert format_date(datetime.date(2026, 8, 7)) == "2026-08-07"


def test_marks_of_the_kinds_of_read():
    """At least: the throughput may be higher and the cost lower. Wide: an estimate. All others stand plain."""
    assert marked_throughput("9,335", ReadKind.AT_LEAST) == "≥ 9,335"
    assert marked_cost("$0.055", ReadKind.AT_LEAST) == "≤ $0.055"
    assert marked_throughput("10,650", ReadKind.WIDE) == "~10,650"
    assert marked_cost("$0.059", ReadKind.WIDE) == "~$0.059"
    assert marked_throughput("435", ReadKind.MEASURED) == marked_cost("435", ReadKind.INTERPOLATED) == "435"


def test_every_writer_follows_a_locale():
    """Thousands and decimals are written as the locale says."""
    swiss = Locale(thousands="’", decimal=",")
    assert format_throughput(12345.6, swiss) == "12’346"
    assert format_usd_per_million(0.0994, swiss) == "$0,099"
    assert format_latency(12.345, swiss) == "12,3 s"
    assert format_tier(1200.5, swiss) == "1’200,5"


@given(positive)
def test_nothing_above_zero_is_written_as_zero(value: float):
    for write in WRITERS:
        assert re.search("[1-9]", write(value))


@given(positive, positive)
def test_a_larger_figure_is_never_written_as_a_smaller_one(one: float, other: float):
    low, high = sorted((one, other))
    for write in (format_throughput, format_interactivity, format_usd_per_million, format_usd_per_gpu_hour):
        assert _value(write(low)) <= _value(write(high))
    assert _milliseconds(format_latency(low)) <= _milliseconds(format_latency(high))


@given(st.floats(min_value=1, max_value=1e9), st.floats(min_value=0.01, max_value=1000))
def test_cost_times_throughput_is_the_price(throughput: float, price: float):
    assert math.isclose(usd_per_million_tokens(price, throughput) * throughput * 3600 / 1e6, price, rel_tol=1e-12)


@pytest.fixture(scope="module")
def javascript():
    engine = MiniRacer()
    yield engine
    engine.close()


@given(value=st.floats(min_value=0, max_value=1e20), decimals=st.integers(0, 6))
def test_javascript_rounds_alike(javascript: MiniRacer, value: float, decimals: int):
    """Number.prototype.toFixed rounds the exact double, half away from zero."""
    assert javascript.eval(f"({value!r}).toFixed({decimals})") == f"{rounded(value, decimals):f}"


@given(halves=st.integers(0, 10**9), decimals=st.integers(0, 2))
def test_javascript_rounds_halves_alike(javascript: MiniRacer, halves: int, decimals: int):
    """Eighths are exact in a double, so they meet every kind of half."""
    value = halves / 8
    assert javascript.eval(f"({value!r}).toFixed({decimals})") == f"{rounded(value, decimals):f}"


def _value(text: str) -> float:
    return float(text.replace(",", "").lstrip("$"))


def _milliseconds(text: str) -> float:
    number, unit = text.split()
    return _value(number) * (1000 if unit == "s" else 1)


@given(st.one_of(positive, st.integers(1, 10**7).map(lambda n: n / 16), st.integers(1, 10**9).map(lambda n: n / 10**5)))
def test_the_quick_way_of_writing_is_exact(number: float):
    """Python's own rounding is used except on halves; written out in decimals, both give the same digits."""
    assert _plain(format_throughput(number)) == _written_out(number, [(100, 1, 0), (0.1, 1, 1)])
    assert _plain(format_usd_per_million(number)) == _written_out(number, [(0.1, 3, 2), (0.01, None, 3)])
    if 1 <= number * 1000 < 9_999.5:
        milliseconds = Decimal(number) * 1000
        assert _plain(format_latency(number)) == _written_out(milliseconds, [(100, 1, 0), (1, None, 1)])


def _written_out(number: float | Decimal, steps: list[tuple[float, int | None, int]]) -> str:
    """A number by the rules, from its exact decimals. steps: from what rounded value on, judged with so many decimals
    (None: two significant digits), so many are written; below all, two significant digits."""
    exact = Decimal(number)
    two_digits = 1 - exact.adjusted()
    two_digits -= rounded_decimal(exact, two_digits).adjusted() - exact.adjusted()
    for threshold, judged, decimals in steps:
        if rounded_decimal(exact, two_digits if judged is None else judged) >= Decimal(str(threshold)):
            return f"{rounded_decimal(exact, decimals):f}"
    return f"{rounded_decimal(exact, two_digits):f}"


def _plain(text: str) -> str:
    return text.replace(",", "").strip("$ ms")
