"""Charts are readable: large enough, nothing on top of anything else, nothing outside, in words and without colour."""

import re
from itertools import combinations, pairwise
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Open
from tests.browser.extremes import FOUR_DECADES, TWELVE_SERIES
from tests.browser.kinds import ESTIMATED, MEASURED
from tests.browser.serving import Site

# From the narrowest screen on, with both sides of the width where labels change from letters to names.
WIDTHS = (320, 360, 704, 705, 1440)
SMALLEST = 12.0  # px
TOUCHING = 1.0  # px by which the boxes of two texts may meet: their letters do not yet

# Puts the contents of many pages below each other in place of those of one, where a width is laid out once for all.
STACK = """(pages) => {
  const mains = pages.map(([path, html]) => {
    const main = document.importNode(new DOMParser().parseFromString(html, "text/html").querySelector("main"), true);
    main.dataset.path = path;
    return main;
  });
  document.querySelector("main").replaceWith(...mains);
}"""

# All texts of each chart that are shown, with the box of each, and the boxes of its figure and of its dots.
TEXTS = """() => [...document.querySelectorAll("figure.chart")].map((figure) => {
  const box = (each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    return [left, top, right, bottom];
  };
  const shown = (each) => each.getBoundingClientRect().width > 0;
  return {
    path: figure.closest("main").dataset.path,
    figure: box(figure),
    dots: [...figure.querySelectorAll("circle")].map(box),
    caption: figure.querySelector("figcaption") && box(figure.querySelector("figcaption")),
    texts: [...figure.querySelectorAll("svg text")].filter(shown).map((each) => ({
      text: each.textContent, box: box(each), size: parseFloat(getComputedStyle(each).fontSize),
      layer: each.parentElement.className.baseVal,
    })),
  };
})"""


# Of each chart: its title and its description, as those elements say it that its picture is labelled by.
LABELS = """() => [...document.querySelectorAll("figure.chart .plot > svg")].map((svg) => {
  const main = svg.closest("main");
  const ids = svg.getAttribute("aria-labelledby").split(" ");
  return {
    path: main.dataset.path,
    labels: ids.map((id) => main.querySelector(`#${id}`)?.textContent ?? null),
    own: ["title", "desc"].map((name) => svg.querySelector(`:scope > ${name}`)?.textContent ?? null),
  };
})"""

kinds_of_both_sites = pytest.mark.parametrize(
    ("site", "kind"), [(site, kind) for site in ("shipped", "extreme") for kind in ("run/", "models/", "compare/")]
)


def stacked(open_page: Open, site: Site, name: str, kind: str) -> Page:
    """All pages of a kind that have a chart, below each other."""
    paths = [path for path in site.charted_pages() if path.startswith(kind)]
    page = open_page(name, paths[0])
    page.evaluate(STACK, [[path, site.html(path)] for path in paths])
    return page


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


def test_pages_below_each_other_are_drawn_as_each_alone(sites: dict[str, Site], open_page: Open):
    """So that the next tests may look at all pages of a kind at once: the same texts at the same places."""
    every = stacked(open_page, sites["shipped"], "shipped", "run/").evaluate(TEXTS)
    assert len({chart["path"] for chart in every}) > 30
    many = [chart for chart in every if chart["path"] == MEASURED]
    alone = open_page("shipped", MEASURED).evaluate(TEXTS)
    assert [[text["text"] for text in chart["texts"]] for chart in many] == [
        [text["text"] for text in chart["texts"]] for chart in alone
    ]
    for there, here in zip(many, alone, strict=True):
        for one, two in zip(there["texts"], here["texts"], strict=True):
            assert from_corner(one, there) == pytest.approx(from_corner(two, here), abs=0.2)


def from_corner(text: dict[str, Any], chart: dict[str, Any]) -> list[float]:
    """The box of a text, measured from the corner of its chart."""
    left, top = chart["figure"][:2]
    return [at - start for at, start in zip(text["box"], (left, top, left, top), strict=True)]


@kinds_of_both_sites
def test_chart_texts_are_large_apart_and_inside(sites: dict[str, Site], open_page: Open, site: str, kind: str):
    """On all pages at all widths: 12 px or more, no text on another, none outside its figure or on its caption."""
    found = []
    page = stacked(open_page, sites[site], site, kind)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        charts = page.evaluate(TEXTS)
        assert all(chart["texts"] for chart in charts)
        found += [f"{chart['path']} {width} px: {fault}" for chart in charts for fault in faults(chart)]
    assert found == []


@kinds_of_both_sites
def test_one_layer_of_labels_is_shown(sites: dict[str, Site], open_page: Open, site: str, kind: str):
    """Narrow screens get the short labels, wide ones the long ones, paper one of them; never both."""
    page = stacked(open_page, sites[site], site, kind)
    for width, layer in ((360, "labels narrow"), (1440, "labels wide")):
        page.set_viewport_size({"width": width, "height": 900})
        for media in ("screen", "print"):
            page.emulate_media(media=media)
            for chart in page.evaluate(TEXTS):
                assert {text["layer"] for text in chart["texts"]} - {"grid"} <= {layer}, chart["path"]


@kinds_of_both_sites
def test_dots_lie_inside_the_figure(sites: dict[str, Site], open_page: Open, site: str, kind: str):
    """No measured point is drawn outside its chart."""
    page = stacked(open_page, sites[site], site, kind)
    page.set_viewport_size({"width": 360, "height": 900})
    for chart in page.evaluate(TEXTS):
        assert chart["dots"] or kind != "run/", chart["path"]  # others may draw lines alone
        assert [dot for dot in chart["dots"] if not inside(dot, chart["figure"])] == [], chart["path"]


@kinds_of_both_sites
def test_a_chart_says_its_finding_in_words(sites: dict[str, Site], open_page: Open, site: str, kind: str):
    """Each chart is an image with a name and a description, as assistive software sees it."""
    charts = stacked(open_page, sites[site], site, kind).evaluate(LABELS)
    assert charts
    for chart in charts:
        assert chart["labels"] == chart["own"], chart["path"]
        title, finding = chart["own"]
        assert len(title) > 20, chart["path"]
        assert re.search(r"\d", finding), chart["path"]
        assert finding.endswith("."), chart["path"]


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
