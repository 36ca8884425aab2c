"""Pages are accessible in both schemes, and the palettes differ."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.browsing import SCHEMES, Scheme, Tabs, open_details
from tests.browser.conftest import Open
from tests.browser.kinds import ESTIMATED, HOME, MEASURED, MOVED, every_page
from tests.browser.serving import Site

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
TAGS = [*RULES, "best-practice"]
SHADES = [f"shade-{number}" for number in range(5)]
LEAST_TEXT, LEAST_LINE = 4.5, 3.0  # contrast that WCAG asks of text, and of lines that carry meaning

# Colours of a palette as [red, green, blue].
PALETTE = """(names) => {
  const probe = document.body.appendChild(document.createElement("i"));
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [sheet];
  const found = Object.fromEntries(names.map((name) => {
    sheet.replaceSync(`i:last-child { color: var(--${name}) }`);
    return [name, getComputedStyle(probe).color.match(/[\\d.]+/g).slice(0, 3).map(Number)];
  }));
  probe.remove();
  return found;
}"""


def violations(page: Page, **options: Any) -> list[str]:
    """What axe-core finds, a line for each element."""
    options = {"runOnly": {"type": "tag", "values": TAGS}, "preload": False, "resultTypes": ["violations"]} | options
    found = page.evaluate("(options) => axe.run(document, options)", options)
    return [f"{rule['id']}: {' '.join(node['target'])}" for rule in found["violations"] for node in rule["nodes"]]


def test_axe_finds_what_is_wrong(open_page: Open):
    """The check of the next tests works on these pages: a picture without a text and grey on white are found."""
    page = open_page("shipped", "404.html", axe=True)
    page.evaluate("""() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("h1 { color: #bbb }");
      document.adoptedStyleSheets = [sheet];
      document.querySelector("main").append(new Image());
    }""")
    found = {line.split(":")[0] for line in violations(page)}
    assert found >= {"image-alt", "color-contrast"}


@every_page
def test_a_page_is_accessible(open_page: Open, site: str, path: str):
    """axe-core finds no violation: light, closed and opened, on a wide screen; dark, opened, on a phone."""
    page = open_page(site, path, axe=True)
    assert violations(page) == []
    open_details(page)
    assert violations(page) == [], "opened"
    page.set_viewport_size({"width": 360, "height": 900})
    page.emulate_media(color_scheme="dark")
    assert violations(page) == [], "opened, dark, on a phone"


def test_a_page_with_a_price_is_accessible(open_page: Open):
    """Nor does axe-core when the reader has typed a price."""
    page = open_page("shipped", ESTIMATED, axe=True)
    page.get_by_role("spinbutton", name="Your price").fill("0.02")
    page.get_by_label("Counted tokens").select_option("output")
    assert violations(page) == []


@pytest.mark.parametrize("words", ["kimi b300", "no such thing"])
def test_a_page_that_is_filtered_is_accessible(open_page: Open, words: str):
    """Nor does axe-core when the reader has narrowed the home page, or found nothing on it."""
    page = open_page("shipped", HOME, axe=True)
    page.get_by_role("searchbox").fill(words)
    assert violations(page) == []


def test_a_page_that_leads_on_is_accessible(tabs: Tabs, shipped: Site):
    """To those whose browser does not follow it at once."""
    page = tabs.blank(axe=True)
    page.set_content(without_moving(shipped.html(MOVED)))
    assert page.get_by_role("link").count() == 1
    assert violations(page, runOnly={"type": "tag", "values": RULES}) == []


def without_moving(html: str) -> str:
    """A page that leads on to another, as a browser shows it that does not follow."""
    return re.sub(r'<meta http-equiv="refresh"[^>]*>', "", html)


def test_light_and_dark_are_two_palettes(open_page: Open):
    """A reader's dark scheme gets dark paper, a light one light paper."""
    paper = r"() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number)"
    light, dark = (open_page("shipped", MEASURED, scheme=scheme).evaluate(paper) for scheme in SCHEMES)
    assert min(light) > 200
    assert max(dark) < 60


@pytest.mark.parametrize("media", ["screen", "print"])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_colours_have_contrast(open_page: Open, scheme: Scheme, media: Any):
    """Every ink on every paper: 4.5 to 1 for text, which axe-core cannot tell above a shaded box, 3 to 1 for lines."""
    page = open_page("shipped", "", scheme=scheme)
    page.emulate_media(media=media)
    found = page.evaluate(PALETTE, ["ink", "muted", "accent", "warn", "paper", "panel", "tint"])
    papers = [found[name] for name in ("paper", "panel", "tint")]
    weak = [
        (ink, round(ratio, 2))
        for ink in ("ink", "muted", "accent", "warn")
        for paper in papers
        if (ratio := contrast(found[ink], paper)) < LEAST_TEXT
    ]
    assert weak == []


@pytest.mark.parametrize("media", ["screen", "print"])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_shades_of_the_matrix_are_apart_and_can_be_read_on(open_page: Open, scheme: Scheme, media: Any):
    """The ink of figures has contrast on every shade (what stands below them has the same); each shade is further from
    the paper."""
    page = open_page("shipped", HOME, scheme=scheme)
    page.emulate_media(media=media)
    found = page.evaluate(PALETTE, ["ink", "paper", *SHADES])
    weak = [shade for shade in SHADES if contrast(found["ink"], found[shade]) < LEAST_TEXT]
    assert weak == []
    steps = [contrast(found["shade-0"], found[shade]) for shade in SHADES]
    assert steps == sorted(set(steps))


def contrast(one: list[float], two: list[float]) -> float:
    """The contrast of two colours as WCAG counts it, from 1 to 21."""
    lighter, darker = sorted((luminance(one), luminance(two)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: list[float]) -> float:
    """The relative luminance of a colour."""
    parts = [part / 255 for part in colour]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
