"""Pages load under a strict policy, from one host, without a fault, and say the same without JavaScript."""

import posixpath
from pathlib import Path

import pytest

from tests.browser.browsing import Tabs, Watch, open_details
from tests.browser.conftest import Open
from tests.browser.kinds import HOME, MOVED, TWO_GPUS, every_page, every_run_page
from tests.browser.serving import Site, serving

# The words of a page in order, without what JavaScript adds and without the words of elements that are never shown.
WORDS = """() => {
  const body = document.body.cloneNode(true);
  body.querySelectorAll("form, template, script").forEach((each) => each.remove());
  return body.textContent.split(/\\s+/).filter(Boolean).join(" ");
}"""


def faults_of(tabs: Tabs, address: str, origin: str) -> list[str]:
    """What a page does wrong while it loads and is used."""
    page = tabs.blank()
    with Watch(page, origin) as watch:
        page.goto(address)
        open_details(page)
        for field in page.locator(".your-price input, .filter input").all():
            field.fill("1.23")
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    return watch.faults


def test_a_page_with_faults_is_found_out(tabs: Tabs, tmp_path: Path):
    """The watch of the next test sees refused styles and scripts, missing files and requests to other hosts."""
    (tmp_path / "index.html").write_text(
        "<!doctype html><title>.</title><link rel=stylesheet href=missing.css><p style='color:red'>."
        "<img src=http://localhost:1/a.png><script>console.log(1)</script>"
    )
    with serving(tmp_path) as site:
        found = "\n".join(faults_of(tabs, site.address, site.address))
    assert f"404: {site.address}missing.css" in found
    assert "style-src" in found
    assert "script-src" in found
    assert "http://localhost:1/a.png" in found


@every_page
def test_a_page_loads_without_a_fault(tabs: Tabs, sites: dict[str, Site], site: str, path: str):
    """No console message, nothing that the policy refuses, no request to another host, none that fails."""
    address = sites[site].address
    assert faults_of(tabs, address + path, address) == []


def test_a_wrong_address_gets_a_styled_page_at_any_depth(tabs: Tabs, shipped: Site):
    """Links of the page for wrong addresses lead to the site's root from wherever it is shown."""
    page = tabs.open(shipped.address + "run/no/such/page/")
    assert page.locator("h1").inner_text() == "Page not found"
    assert page.evaluate("() => document.styleSheets.length") == 1
    page.locator(".brand").click()
    assert page.url == shipped.address


@every_page
def test_a_page_says_the_same_without_javascript(open_page: Open, site: str, path: str):
    """Without JavaScript there is no form and every word of the page is there, the same ones, and nothing is hidden."""
    page = open_page(site, path)
    with_scripts = page.evaluate(WORDS)
    page = open_page(site, path, scripts=False)
    assert page.locator("form").count() == page.locator("[hidden]").count() == 0
    assert page.evaluate(WORDS) == with_scripts


@pytest.mark.parametrize("scripts", [True, False])
def test_an_address_that_moved_leads_on(open_page: Open, shipped: Site, scripts: bool):
    """At once, with or without JavaScript, to the page that took its place."""
    page = open_page("shipped", MOVED, scripts=scripts)
    page.wait_for_url(shipped.address + TWO_GPUS)
    assert page.locator("h1").inner_text() == "Kimi K2.6: B300 vs MI355X"


@pytest.mark.parametrize("site", ["shipped", "extreme"])
def test_every_address_that_moved_leads_on_without_a_fault(tabs: Tabs, sites: dict[str, Site], site: str):
    """The page that it names in its link is there, and is the one that the browser is sent to."""
    page, pages = tabs.blank(scripts=False), sites[site].pages()
    for path in sites[site].moved_pages():
        html = sites[site].html(path)
        page.set_content(html.replace('http-equiv="refresh"', ""))
        link = page.get_by_role("link").get_attribute("href") or ""
        assert f'content="0; url={link}"' in html, path
        target = posixpath.normpath(path + link) + "/"
        assert target in pages, path
    assert sites[site].moved_pages()


@every_run_page
def test_the_price_form_stands_on_a_run_page_that_has_a_figure(open_page: Open, site: str, path: str):
    """Where some target is reached there is something to recompute, elsewhere there is not."""
    page = open_page(site, path)
    reached = page.locator("#ladder-caption ~ tbody tr[data-throughput]").count() > 0
    assert page.locator("form.your-price").count() == int(reached)


@pytest.mark.parametrize("site", ["shipped", "extreme"])
def test_the_field_to_filter_stands_on_the_home_page(open_page: Open, site: str):
    assert open_page(site, HOME).locator("form.filter").count() == 1


@every_run_page
def test_a_ladder_row_opens_to_its_evidence(open_page: Open, site: str, path: str):
    """Each row of a ladder has one summary; opened, it shows one or two measured rows with their run."""
    page = open_page(site, path)
    rows = page.locator("section[aria-labelledby=ladder] > .scroll .behind")
    assert rows.count() == page.locator("section[aria-labelledby=ladder] > .scroll tbody tr:not(.behind) > th").count()
    first = rows.first
    assert not first.locator("dl").first.is_visible()
    first.locator("summary").click()
    assert first.locator("dl").first.is_visible()
    open_details(page)
    shown = [row.locator("dl:visible").count() for row in rows.all()]
    assert set(shown) <= {1, 2}
    for term in ("Model key", "Interactivity", "Throughput", "Concurrency", "TTFT", "GPUs", "Parallelism", "Date"):
        assert rows.locator("dt", has_text=term).count() >= rows.count()
