"""Charts are readable: large enough, nothing on top of anything else, nothing outside, in words and without colour."""

import re
from itertools import combinations, pairwise
from typing import Any

import pytest

from tests.browser.conftest import Open
from tests.browser.extremes import FOUR_DECADES, TWELVE_SERIES
from tests.browser.kinds import ESTIMATED, MEASURED, every_charted_page
from tests.browser.serving import Site

# From the narrowest screen on, with both sides of the width where labels change from letters to names.
WIDTHS = (320, 360, 704, 705, 1440)
SMALLEST = 12.0  # px
TOUCHING = 1.0  # px by which the boxes of two texts may meet: their letters do not yet

# All texts of each chart that are shown, with the box of each, and the boxes of its figure and of its plot.
TEXTS = """() => [...document.querySelectorAll("figure.chart")].map((figure) => {
  const box = (each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    return [left, top, right, bottom];
  };
  const shown = (each) => each.getBoundingClientRect().width > 0;
  return {
    figure: box(figure),
    caption: figure.querySelector("figcaption") && box(figure.querySelector("figcaption")),
    texts: [...figure.querySelectorAll("svg text")].filter(shown).map((each) => ({
      text: each.textContent, box: box(each), size: parseFloat(getComputedStyle(each).fontSize),
      layer: each.parentElement.className.baseVal,
    })),
  };
})"""


def meet(a: list[float], b: list[float]) -> bool:
    """Whether two boxes (left, top, right, bottom) lie on each other."""
    wide = min(a[2], b[2]) - max(a[0], b[0])
    high = min(a[3], b[3]) - max(a[1], b[1])
    return wide > TOUCHING and high > TOUCHING


def inside(a: list[float], b: list[float]) -> bool:
    """Whether one box lies within another."""
    return a[0] >= b[0] and a[1] >= b[1] and a[2] <= b[2] and a[3] <= b[3]


def faults(chart: dict[str, Any]) -> list[str]:
    """What a reader would find wrong with a chart's texts."""
    texts = chart["texts"]
    found = [f"{each['text']}: {each['size']} px" for each in texts if each["size"] < SMALLEST]
    found += [f"{each['text']}: outside" for each in texts if not inside(each["box"], chart["figure"])]
    if chart["caption"]:
        found += [f"{each['text']}: on the caption" for each in texts if meet(each["box"], chart["caption"])]
    pairs = combinations(texts, 2)
    return found + [f"{one['text']} on {two['text']}" for one, two in pairs if meet(one["box"], two["box"])]


@pytest.mark.parametrize("kind", ["run/", "models/", "compare/"])
@pytest.mark.parametrize("site", ["shipped", "extreme"])
def test_chart_texts_are_large_apart_and_inside(sites: dict[str, Site], open_page: Open, site: str, kind: str):
    """On all pages at all widths: 12 px or more, no text on another, none outside its figure or on its caption."""
    found = []
    paths = [path for path in sites[site].charted_pages() if path.startswith(kind)]
    assert paths
    for path in paths:
        page = open_page(site, path)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            found += [f"{path} {width} px: {fault}" for chart in page.evaluate(TEXTS) for fault in faults(chart)]
    assert found == []


@every_charted_page
def test_one_layer_of_labels_is_shown(open_page: Open, site: str, path: str):
    """Narrow screens get the short labels, wide ones the long ones, paper one of them; never both."""
    page = open_page(site, path)
    for width, layer in ((360, "labels narrow"), (1440, "labels wide")):
        page.set_viewport_size({"width": width, "height": 900})
        for media in ("screen", "print"):
            page.emulate_media(media=media)
            layers = {text["layer"] for chart in page.evaluate(TEXTS) for text in chart["texts"]} - {"grid"}
            assert layers <= {layer}


@every_charted_page
def test_dots_lie_inside_the_figure(open_page: Open, site: str, path: str):
    """No measured point is drawn outside its chart."""
    page = open_page(site, path, width=360)
    for figure in page.locator("figure.chart").all():
        boxes = "(all) => all.map((each) => each.getBoundingClientRect().toJSON())"
        drawn, (around,) = figure.locator("circle").evaluate_all(boxes), figure.evaluate_all(boxes)
        sides = [[box[side] for side in ("left", "top", "right", "bottom")] for box in (around, *drawn)]
        assert drawn
        assert [dot for dot in sides[1:] if not inside(dot, sides[0])] == []


@every_charted_page
def test_a_chart_says_its_finding_in_words(open_page: Open, site: str, path: str):
    """Each chart is an image with a name and a description, as assistive software sees it."""
    page = open_page(site, path)
    charts = page.locator("figure.chart .plot > svg")
    for chart in charts.all():
        named = "(svg) => svg.getAttribute('aria-labelledby').split(' ').map((id) => !!document.getElementById(id))"
        assert chart.evaluate(named) == [True, True]
        title, finding = (chart.locator(f"> {name}").text_content() or "" for name in ("title", "desc"))
        assert len(title) > 20
        assert re.search(r"\d", finding)
        assert finding.endswith(".")


@pytest.mark.parametrize(("site", "path"), [("shipped", MEASURED), ("shipped", ESTIMATED), ("extreme", FOUR_DECADES)])
def test_tiers_are_marked_on_the_envelope_with_the_ladder_s_figures(open_page: Open, site: str, path: str):
    """Each reached target of the ladder is a mark whose title is the table's figure; the primary one is set apart."""
    page = open_page(site, path)
    marks = page.locator("figure.chart").first.locator("circle.mark")
    rows = page.locator("tr:has(> .cost)[data-throughput]")
    ladder = page.locator("table.ladder").first.locator("tr[data-throughput]").all()
    expected = []
    for row in ladder:
        figure = row.locator("td").first.evaluate("(cell) => cell.firstChild.textContent.trim()")
        target = (row.locator("th").inner_text()).removesuffix(" tok/s")
        expected.append(f"{figure} at {target}")
    assert rows.count() >= len(ladder)
    assert [mark.text_content() for mark in marks.all()] == expected
    assert page.locator("figure.chart").first.locator("circle.mark.primary").count() == 1


def test_series_are_told_apart_without_colour(open_page: Open):
    """Neighbouring series differ in their strokes, and every one has its letter in the chart or its line in the key."""
    page = open_page("extreme", TWELVE_SERIES)
    dashes = (
        page.locator("figure.chart")
        .first.locator("path.series")
        .evaluate_all("(all) => all.map((each) => getComputedStyle(each).strokeDasharray)")
    )
    assert len(dashes) == 12
    assert all(one != two for one, two in pairwise(dashes))
    letters = page.locator("ol.series b").all_inner_texts()
    assert letters == list("ABCDEFGHIJKL")
    for width in (320, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        labels = page.locator("figure.chart").first.locator(".labels .series:visible").all_text_contents()
        assert {label.split()[0] for label in labels} == set(letters), f"{width} px"
