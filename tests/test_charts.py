"""Geometry of the charts, on random frontiers and on the awkward ones."""

import datetime
import math
import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.charts.axis import make_axis
from site_builder.charts.drawing import Chart, Dot, Label, path_of, percent
from site_builder.charts.frontier import draw_frontier, envelope_points, series_tags
from site_builder.charts.labels import Wish, place_labels
from site_builder.charts.trend import CostLine, draw_costs, draw_history
from site_builder.derive.curve import ReadKind
from site_builder.derive.figures import HistoryPoint, Ladder, SeriesCurve
from tests.derived import curves_of, ladder_of

value = st.floats(min_value=0.5, max_value=50_000)
DAY = datetime.date(2026, 9, 1)


@st.composite
def ladders(draw: st.DrawFn) -> Ladder:
    """A ladder over one to twelve random series of one to eight points, read at six targets."""
    series = draw(st.lists(st.lists(st.tuples(value, value), min_size=1, max_size=8), min_size=1, max_size=12))
    return ladder_of(series, tiers=(30, 50, 75, 100, 150, 200))


def draw(ladder: Ladder) -> Chart:
    return draw_frontier(ladder, 50, lambda curve: curve.series.framework, lambda curve, point: "a point")


def numbers(chart: Chart) -> list[float]:
    """Every position of a chart, in per cent."""
    dots = [dot for line in chart.lines for dot in line.dots]
    ticks = [tick.at for tick in (*chart.x_ticks, *chart.y_ticks)]
    things: list[Dot | Label] = [*dots, *chart.marks, *chart.narrow_labels, *chart.wide_labels]
    places = [at for thing in things for at in (thing.x, thing.y)]
    return [float(at) for at in (*ticks, *places)]


def path_numbers(chart: Chart) -> list[float]:
    return [float(number) for line in chart.lines for number in re.findall(r"[^MLC ]+", line.path)]


@given(ladders())
def test_everything_is_a_number_inside_the_plot(ladder: Ladder):
    chart = draw(ladder)
    assert all(0 <= at <= 100 for at in numbers(chart))
    assert all(-1 <= at <= 1001 for at in path_numbers(chart))


@given(ladders())
def test_the_envelope_never_rises_and_holds_every_read(ladder: Ladder):
    """It is the best of all curves, so no read in reach lies above or below it."""
    reached = [read for read in ladder.reads if read.throughput_tok_s_gpu is not None]
    points = envelope_points(ladder.curves, reached)
    assert all(x0 < x1 and y0 >= y1 for (x0, y0), (x1, y1) in pairwise(points))
    for curve in ladder.curves:
        for x, y in zip(curve.x, curve.y, strict=True):
            assert next(best for at, best in points if at >= x) <= y or dict(points)[x] >= y


@given(ladders())
def test_every_point_has_a_dot_and_every_read_in_reach_a_mark(ladder: Ladder):
    chart = draw(ladder)
    assert sum(len(line.dots) for line in chart.lines) == sum(len(curve.points) for curve in ladder.curves)
    assert len(chart.marks) == sum(read.throughput_tok_s_gpu is not None for read in ladder.reads)
    assert [line.tag for line in chart.lines[:-1]] == [
        tag for tag, _ in zip(series_tags(), ladder.curves, strict=False)
    ]


@given(ladders())
def test_every_series_is_labelled_by_its_name_or_at_least_its_letter(ladder: Ladder):
    chart = draw(ladder)
    for labels in (chart.narrow_labels, chart.wide_labels):
        found = [label.text.split()[0] for label in labels if label.kind == "series"]
        assert sorted(found) == sorted(line.tag for line in chart.lines[:-1])


@given(st.lists(value, min_size=1, max_size=30), st.integers(3, 8), st.floats(1.06, 2))
def test_an_axis_keeps_the_order_and_holds_all_values(values: list[float], most: int, headroom: float):
    axis = make_axis(values, most, headroom=headroom)
    ordered = sorted(values)
    assert all(axis.at(a) <= axis.at(b) for a, b in pairwise(ordered))
    assert axis.low <= ordered[0] <= ordered[-1] <= axis.high
    assert 1 <= len(axis.ticks) <= most + 1
    assert all(axis.low <= tick <= axis.high * (1 + 1e-9) for tick in axis.ticks)


def test_an_axis_counts_in_decades_from_a_thousandfold_range_on():
    """10 to 9,999 starts at zero with steps of 2,000; 10 to 10,000 has its decades."""
    assert make_axis([10, 9_999], 6).ticks == (0, 2000, 4000, 6000, 8000, 10_000)
    wide = make_axis([10, 10_000], 6)
    assert wide.is_log
    assert wide.ticks == pytest.approx((10, 100, 1000, 10_000))
    assert [wide.at(x) for x in (10, 100, 10_000)] == pytest.approx([0, 1 / 3, 1])


def test_one_point_is_a_dot_without_a_curve():
    chart = draw(ladder_of([[(48.0, 900.0)]], tiers=(30, 50)))
    assert chart.lines[0].path == ""
    assert len(chart.lines[0].dots) == len(chart.marks) == 1
    assert chart.marks[0].title == "≥ 900 at 30"


def test_two_points_are_a_straight_line():
    """Between two knots both control points lie on the line: a third and two thirds of the way."""
    chart = draw(ladder_of([[(50.0, 3000.0), (100.0, 0.06 * 1000)]], tiers=(75,)))
    x0, y0, xa, ya, xb, yb, x1, y1 = (float(n) for n in re.findall(r"[\d.]+", chart.lines[0].path))
    assert (xa - x0, xb - x0) == pytest.approx(((x1 - x0) / 3, (x1 - x0) * 2 / 3), abs=1)
    assert (ya - y0, yb - y0) == pytest.approx(((y1 - y0) / 3, (y1 - y0) * 2 / 3), abs=1)


def test_a_range_of_four_decades_is_drawn_in_decades():
    chart = draw(ladder_of([[(1.0, 20_000.0), (30.0, 500.0), (9_000.0, 2.0)]], tiers=(30, 50)))
    assert [tick.text for tick in chart.y_ticks] == ["1", "10", "100", "1,000", "10,000", "100,000"]
    assert [tick.text for tick in chart.x_ticks] == ["1", "100", "10,000"]


def test_labels_touch_neither_each_other_nor_the_curve():
    """Twenty wishes at one point: those placed stand apart, the rest is left out, a short one is always placed."""
    curve = [(0.0, 1.0), (0.5, 0.4), (1.0, 0.0)]
    wishes = [Wish(((0.5, 0.4),), f"label {number}", "tier") for number in range(20)]
    placed = place_labels(wishes, (600, 300), [curve])
    assert 2 <= len(placed) < 20
    assert len({(label.dx, label.dy, label.anchor) for label in placed}) == len(placed)
    needed = place_labels(
        [*wishes, Wish(((0.5, 0.4),), "a long name that fits nowhere at all", "s", short="Z")], (90, 40)
    )
    assert needed[-1].text == "Z"


def test_tags_go_on_after_z():
    tags = series_tags()
    assert [next(tags) for _ in range(28)][-3:] == ["Z", "AA", "AB"]


@given(st.lists(st.tuples(st.floats(1, 500), st.floats(0.001, 100)), min_size=2, max_size=8, unique_by=lambda p: p[0]))
def test_a_cost_chart_stays_in_its_box(points: list[tuple[float, float]]):
    line = CostLine("Retail", tuple((tier, cost, "$1") for tier, cost in sorted(points)))
    chart = draw_costs([line, line])
    assert all(0 <= at <= 100 for at in numbers(chart))
    assert len(chart.lines) == 2


def history(*found: tuple[int, float | None]) -> list[HistoryPoint]:
    series = curves_of([[(1.0, 1.0)]])[0].series
    kinds = {True: ReadKind.OUT_OF_REACH, False: ReadKind.MEASURED}
    return [HistoryPoint(DAY + datetime.timedelta(day), kinds[y is None], y, series) for day, y in found]


def test_a_history_is_drawn_to_scale_over_time():
    """Days 0, 10 and 40: the second dot lies a quarter of the way."""
    chart = draw_history(history((0, 100.0), (10, 150.0), (40, 300.0)))
    assert chart is not None
    assert [dot.x for dot in chart.lines[0].dots] == ["0", "25", "100"]
    assert [tick.text for tick in chart.x_ticks] == ["2026-09-01", "2026-10-11"]
    assert chart.lines[0].dots[-1].title == "2026-10-11: 300"


def test_a_history_with_one_date_in_reach_has_no_chart():
    assert draw_history(history((0, None), (10, 150.0))) is None


def test_positions_are_short_and_exact():
    assert [percent(share) for share in (0, 0.1234, 0.5, 1)] == ["0", "12.3", "50", "100"]
    assert path_of([(0, 0), (0.5, 1)]) == "M0 1000L500 0"
    assert path_of([]) == ""
    assert math.isclose(float(percent(1 / 3)), 33.3)


def test_curves_come_in_the_order_of_the_ladder():
    curves: tuple[SeriesCurve, ...] = tuple(curves_of([[(1.0, 2.0)], [(3.0, 4.0)]]))
    assert [curve.x for curve in curves] == [(1.0,), (3.0,)]
