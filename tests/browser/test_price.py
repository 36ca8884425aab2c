"""The reader's own price gives the figures that the builder would print for it, to the cent and with the same marks."""

from random import Random
from typing import Any

import pytest

from site_builder.derive.cost import usd_per_million_tokens
from site_builder.derive.curve import ReadKind
from site_builder.formats import format_usd_per_million, marked_cost
from tests.browser.conftest import Open
from tests.browser.extremes import FOUR_DECADES, TWELVE_SERIES
from tests.browser.kinds import ESTIMATED, MEASURED

PAGES = (("shipped", MEASURED), ("shipped", ESTIMATED), ("extreme", FOUR_DECADES), ("extreme", TWELVE_SERIES))
COUNTED = ("total", "output", "input")
# What people type, the edges of how figures are written, and as many more as one likes.
TYPED = ["2.26", "0.01", "1", "2.5", "3.3", "97.13", "1234.56", "0.000123", "1000000", "2.675"]
DRAWN = [f"{Random(number).uniform(0.01, 20):.2f}" for number in range(60)]

# Types prices one after another; answers what the ladder and the result say for each.
TYPE = """(prices) => {
  const form = document.querySelector("form.your-price");
  const rows = [...document.querySelectorAll("table.ladder")[0].querySelectorAll("tbody tr:not(.behind)")];
  return prices.map((price) => {
    form.elements.price.value = price;
    form.elements.price.dispatchEvent(new Event("input", { bubbles: true }));
    return [rows.map((row) => row.querySelector(".cost").textContent), form.querySelector(".result").value];
  });
}"""
ROWS = """() => [...document.querySelectorAll("table.ladder")[0].querySelectorAll("tbody tr:not(.behind)")].map((row) =>
  ({ ...row.dataset, primary: row.classList.contains("primary"), cost: row.querySelector(".cost").textContent }))"""

every_priced_page = pytest.mark.parametrize(("site", "path"), PAGES)


def expected(row: dict[str, Any], price: str, counted: str) -> str:
    """What the builder would print in a row."""
    share = 1.0 if counted == "total" else float(row.get(counted, 0))
    throughput = float(row.get("throughput", 0)) * share
    if not throughput:
        return "-"
    cost = usd_per_million_tokens(float(price), throughput)
    return marked_cost(format_usd_per_million(cost), ReadKind[row["kind"].upper()])


@every_priced_page
@pytest.mark.parametrize("counted", COUNTED)
def test_a_price_gives_the_builder_s_figures(open_page: Open, site: str, path: str, counted: str):
    """For any price and for total, output and input tokens: the ladder's column, and the result is its primary row."""
    page = open_page(site, path)
    rows = page.evaluate(ROWS)
    choice = page.locator("select[name=tokens]")
    if choice.locator(f"option[value={counted}]").is_disabled():
        assert not any(counted in row for row in rows)
        return
    choice.select_option(counted)
    prices = TYPED + DRAWN
    for price, (column, result) in zip(prices, page.evaluate(TYPE, prices), strict=True):
        assert column == [expected(row, price, counted) for row in rows], price
        assert [result] == [text for text, row in zip(column, rows, strict=True) if row["primary"]]
    assert page.locator(".counted").inner_text() == counted


@every_priced_page
def test_the_form_starts_with_the_price_of_the_page(open_page: Open, site: str, path: str):
    """It shows the first price tier, for total tokens: the column stays as built, the result is its primary read."""
    page = open_page(site, path)
    form = page.locator("form.your-price")
    first = page.locator("table.prices tbody tr").first.locator("td")
    assert f"${float(form.locator('input').input_value()):.2f}" == first.first.inner_text()
    assert form.locator("select").input_value() == "total"
    assert form.locator("output").inner_text() == first.nth(1).inner_text()
    built = open_page(site, path, scripts=False).locator("table.ladder").first.locator(".cost").all_inner_texts()
    assert [row["cost"] for row in open_page(site, path).evaluate(ROWS)] == built


@every_priced_page
def test_without_a_price_the_column_is_the_built_one(open_page: Open, site: str, path: str):
    """An emptied field, and a price below zero, give back what was there and no result."""
    page = open_page(site, path)
    built = [row["cost"] for row in page.evaluate(ROWS)]
    changed, empty, negative = page.evaluate(TYPE, ["9.99", "", "-1"])
    assert changed[0] != built
    assert empty == [built, "-"]
    assert negative == [built, "-"]


def test_the_field_works_from_the_keyboard(open_page: Open):
    """Typing in the field is enough; Enter neither leaves the page nor forgets the price."""
    page = open_page("shipped", MEASURED)
    rows = page.evaluate(ROWS)
    field = page.get_by_role("spinbutton", name="Your price")
    field.fill("")
    field.press_sequentially("4.52")
    field.press("Enter")
    assert field.input_value() == "4.52"
    assert [row["cost"] for row in page.evaluate(ROWS)] == [expected(row, "4.52", "total") for row in rows]


def test_the_tested_ladders_hold_every_kind_of_read(open_page: Open):
    """All of them are recomputed above: with output and input shares, and without."""
    rows = [row for site, path in PAGES for row in open_page(site, path).evaluate(ROWS)]
    assert {row.get("kind") for row in rows} == {"measured", "interpolated", "wide", "at_least", None}
    assert any("output" in row for row in rows)
    assert any("throughput" in row and "output" not in row for row in rows)
