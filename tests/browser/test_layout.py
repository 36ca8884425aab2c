"""Pages fit any screen, are usable from the keyboard, and print whole."""

import pytest

from tests.browser.browsing import open_details
from tests.browser.conftest import Open
from tests.browser.extremes import FOUR_DECADES, LONG_COMPARISON, LONG_MODEL_HUB, LONG_NAMES, LONG_RANKING
from tests.browser.kinds import EMPTY, ESTIMATED, GPU, HOME, MEASURED, MODEL, TWO_GPUS, every_page, name_of

WIDTHS = (320, 360, 768, 1440)
PAPER = 700  # A4 between its margins, in CSS pixels
PRINTED = (
    *(("shipped", path) for path in (MEASURED, ESTIMATED, EMPTY, HOME, MODEL, GPU, TWO_GPUS)),
    *(("extreme", path) for path in (LONG_NAMES, FOUR_DECADES, LONG_COMPARISON)),
)
WIDE = ("", LONG_NAMES, LONG_MODEL_HUB, LONG_RANKING, LONG_COMPARISON)

# The elements that stick out of the screen to the right, without those inside a box that scrolls by itself.
STICKING_OUT = """() => {
  const wide = document.documentElement;
  if (wide.scrollWidth <= wide.clientWidth) return [];
  return [...document.body.querySelectorAll("*")]
    .filter((each) => each.getBoundingClientRect().right > wide.clientWidth + 1 && !each.closest(".scroll table"))
    .map((each) => each.outerHTML.slice(0, 80));
}"""

# What the keyboard must reach, in the order of the page.
REACHABLE = """() => {
  const all = document.querySelectorAll("a[href], summary, input, select, button, textarea, [tabindex='0']");
  window.reachable = [...all].filter((each) => each.checkVisibility());
  return window.reachable.length;
}"""
# Which of them has the focus, and whether that can be seen.
FOCUSED = """() => {
  const at = document.activeElement;
  const style = getComputedStyle(at);
  const box = at.getBoundingClientRect();
  const seen = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2 && box.width > 0 && box.right > 0;
  return [window.reachable.indexOf(at), seen || at.outerHTML.slice(0, 120)];
}"""


@every_page
def test_a_page_does_not_scroll_sideways(open_page: Open, site: str, path: str):
    """At every width the page is as wide as the screen, opened or not; wide tables scroll inside themselves."""
    page = open_page(site, path)
    for opened in (False, True):
        if opened:
            open_details(page)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate(STICKING_OUT) == [], f"{width} px"
            assert page.evaluate("() => document.documentElement.scrollWidth") <= width


@every_page
def test_the_keyboard_reaches_everything(open_page: Open, site: str, path: str):
    """Tab visits every link, summary, table and field once, in the order of the page, each with a visible outline."""
    page = open_page(site, path)
    open_details(page)
    count = page.evaluate(REACHABLE)
    visited = []
    for _ in range(count):
        page.keyboard.press("Tab")
        visited.append(page.evaluate(FOCUSED))
    assert visited == [[at, True] for at in range(count)]


def test_the_keyboard_opens_evidence(open_page: Open):
    """Enter on a row's summary opens it, and closes it again."""
    page = open_page("shipped", MEASURED)
    details = page.locator(".behind details").first
    details.locator("summary").focus()
    page.keyboard.press("Enter")
    assert details.locator("dl").first.is_visible()
    page.keyboard.press("Enter")
    assert not details.locator("dl").first.is_visible()


def test_the_first_tab_offers_to_skip_to_the_content(open_page: Open):
    """The skip link shows itself when it has the focus, and leads to the content."""
    page = open_page("shipped", MEASURED)
    page.keyboard.press("Tab")
    assert page.locator(".skip:focus").bounding_box()["x"] >= 0  # type: ignore[index]  # it has a box
    page.keyboard.press("Enter")
    assert page.url.endswith("#content")


def test_tiles_fill_their_rows(open_page: Open):
    """The facts below the quick answer leave no empty cell beside the last of them, on any screen or paper."""
    page = open_page("shipped", MEASURED)
    for width in (*WIDTHS, PAPER):
        page.set_viewport_size({"width": width, "height": 900})
        gap = page.evaluate("""() => {
          const tiles = document.querySelector(".tiles");
          return tiles.getBoundingClientRect().right - tiles.lastElementChild.getBoundingClientRect().right;
        }""")
        assert gap <= 2, f"{width} px"


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("path", WIDE, ids=["home", "run", "model", "ranking", "comparison"])
def test_a_table_that_is_wider_than_its_box_can_be_scrolled(open_page: Open, path: str, width: int):
    """Nothing of a table is cut off: its box scrolls as far as the table goes."""
    page = open_page("extreme", path, width=width)
    cut = page.evaluate("""() => [...document.querySelectorAll("table")].filter((table) => {
      const box = table.closest(".scroll");
      return !box || table.scrollWidth > box.scrollWidth || getComputedStyle(box).overflowX !== "auto";
    }).length""")
    assert cut == 0


@pytest.mark.parametrize("width", [320, 360])
def test_models_of_the_matrix_stay_in_sight_while_it_is_scrolled(open_page: Open, width: int):
    """On a phone the names stand still at the left and leave room for at least one column of figures."""
    page = open_page("shipped", HOME, width=width)
    box = page.locator(".scroll:has(table.matrix)")
    box.evaluate("(each) => { each.scrollLeft = each.scrollWidth; }")
    assert box.evaluate("(each) => each.scrollLeft") > 0
    around, name = box.bounding_box(), page.locator("table.matrix tbody th").first.bounding_box()
    assert around is not None
    assert name is not None
    assert abs(name["x"] - around["x"]) <= 2
    column = page.locator("table.matrix tbody tr").first.locator("td").last.bounding_box()
    assert column is not None
    assert column["x"] >= name["x"] + name["width"] - 1


@pytest.mark.parametrize(("site", "path"), PRINTED, ids=[name_of(*page) for page in PRINTED])
def test_a_page_prints_whole(open_page: Open, site: str, path: str):
    """On paper nothing is fixed, cut off at the side or scrolled, and the figures of the page are all there."""
    page = open_page(site, path, width=PAPER)
    shown = page.locator("main table :is(th, td):visible").count()
    page.emulate_media(media="print")
    assert page.locator("main table :is(th, td):visible").count() == shown
    faults = page.evaluate("""() => [...document.body.querySelectorAll("*")].filter((each) => {
      const style = getComputedStyle(each);
      return ["fixed", "sticky"].includes(style.position) || ["auto", "scroll"].includes(style.overflowX);
    }).map((each) => each.outerHTML.slice(0, 80))""")
    assert faults == []
    assert page.evaluate("() => document.documentElement.scrollWidth") <= PAPER
    assert page.locator("form:visible").count() == 0


def test_paper_is_light_in_both_schemes(open_page: Open):
    """A page printed by a reader with dark screens is the page that others print: dark ink on white."""
    ink = """() => [...document.querySelectorAll("body, body *")].filter((each) => each.checkVisibility())
    .map((each) => {
      const style = getComputedStyle(each);
      return [style.color, style.backgroundColor, style.borderTopColor, style.fill, style.stroke].join();
    })"""
    found = []
    for scheme in ("light", "dark"):
        page = open_page("shipped", ESTIMATED, scheme=scheme)
        page.emulate_media(media="print")
        found.append(page.evaluate(ink))
    assert found[0] == found[1]
