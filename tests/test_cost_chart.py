"""The chart of costs: each price tier is named beside the end of its own line, and in the key below."""

from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from site_builder.charts.drawing import Chart, Label
from site_builder.charts.trend import WIDE, CostLine, draw_costs
from tests.folders import points
from tests.reading_pages import CURVE, KIMI, Page, built

HEIGHT = WIDE[1]
APART = 16.0  # px between two names, so that neither lies on the other
NEAR = 0.5  # px by which an offset in whole pixels may be off, and a place in tenths of a per cent
TO_MIDDLE = 4.0  # px from the middle of a name to its baseline
B300 = "b300       = { hyperscaler = 2.26, neocloud = 2.52, retail = 3.00 }"


def chart_of(*last_costs: float) -> Chart:
    """Lines named A, B, C, … with these costs at their last target."""
    names = "ABCDEFGH"
    return draw_costs(
        [CostLine(names[at], ((30, cost / 4, "$1"), (100, cost, "$2"))) for at, cost in enumerate(last_costs)]
    )


def ends(chart: Chart) -> dict[str, float]:
    """Where each line ends, in pixels from the top."""
    return {line.tag: float(line.dots[-1].y) / 100 * HEIGHT for line in chart.lines}


def middle(label: Label) -> float:
    """How far a name stands below the top, in pixels."""
    return float(label.y) / 100 * HEIGHT + float(label.dy) - TO_MIDDLE


costs = st.lists(st.floats(0.01, 100), min_size=1, max_size=5)


@given(costs)
def test_every_line_is_named_once_to_the_right_of_its_end(last_costs: list[float]):
    """Names start ten pixels behind the last dot."""
    chart = chart_of(*last_costs)
    assert sorted(label.text for label in chart.wide_labels) == [line.tag for line in chart.lines]
    for label in chart.wide_labels:
        (line,) = [line for line in chart.lines if line.tag == label.text]
        assert (label.x, label.y) == (line.dots[-1].x, line.dots[-1].y)
        assert (label.anchor, label.dx) == ("start", "10")


@given(costs)
def test_the_line_end_nearest_to_a_name_is_its_own(last_costs: list[float]):
    """Where ends lie at least as far apart as names need."""
    chart = chart_of(*last_costs)
    at = ends(chart)
    assume(all(below - above >= APART for above, below in pairwise(sorted(at.values()))))
    for label in chart.wide_labels:
        nearest = min(at, key=lambda name: abs(at[name] - middle(label)))
        assert nearest == label.text
        assert abs(at[nearest] - middle(label)) <= NEAR


@given(costs)
def test_names_keep_apart_in_the_order_of_their_lines(last_costs: list[float]):
    chart = chart_of(*last_costs)
    at = ends(chart)
    names = sorted(chart.wide_labels, key=middle)
    assert all(middle(below) - middle(above) >= APART - 2 * NEAR for above, below in pairwise(names))
    assert all(at[above.text] <= at[below.text] for above, below in pairwise(names))


@given(costs)
def test_names_stay_beside_the_plot(last_costs: list[float]):
    """Never down among the figures of the axis below it, nor above the top."""
    assert all(-NEAR <= middle(label) <= HEIGHT + NEAR for label in chart_of(*last_costs).wide_labels)


def test_three_ends_close_together_are_named_in_their_order():
    """Costs of 3.00, 2.52 and 2.26: the dearest line ends highest and is named highest, wherever it was listed."""
    labels = sorted(chart_of(2.26, 2.52, 3.00).wide_labels, key=middle)
    assert [label.text for label in labels] == ["C", "B", "A"]


def test_narrow_screens_have_no_names_in_the_chart():
    """There is no room beside the lines; the key below has them."""
    assert chart_of(2.26, 3.00).narrow_labels == ()


def key(page: Page) -> list[tuple[str, str]]:
    """The key below the chart of costs: how each line is drawn, and its name."""
    items = page.section("cost").one("ol", class_="series").all("li")
    return [(item.one("line").attrs["class"] or "", item.text) for item in items]


@pytest.mark.parametrize(
    ("prices", "names"),
    [
        (B300, ["Hyperscaler", "Neocloud", "Retail"]),
        ("b300 = { hyperscaler = 2.26, retail = 3.00 }", ["Hyperscaler", "Retail"]),
        ("b300 = { retail = 3.00 }", ["Retail"]),
    ],
)
def test_the_key_names_each_line_and_shows_how_it_is_drawn(folder, prices, names):
    """In the order of the price tiers, and no tier without a price; the strokes are those of the lines."""
    folder.edit("data/tco.toml", B300, prices)
    page = built(folder, points(*CURVE))
    assert [name for _, name in key(page)] == names
    (chart,) = page.root.all("svg", aria_labelledby="costs-title costs-desc")
    assert [path.attrs["class"] for path in chart.all("path")] == [drawn for drawn, _ in key(page)]
    (labels,) = chart.all("g", class_="wide")
    assert sorted(text.raw for text in labels.all("text")) == sorted(names)


def test_without_a_chart_there_is_no_key(folder):
    """One target in reach makes no line."""
    page = built(folder, points((30, 4000), (42.5, 700)), KIMI)
    assert page.section("cost").all("ol", class_="series") == []
