"""What is sent: valid HTML, strict data blocks that say what the page says, no inline style, few bytes."""

import gzip
import re
import subprocess

import pytest

from tests.browser.browsing import CHECKER, Tabs
from tests.browser.kinds import TEXT
from tests.browser.markup import nodes_of, source_of
from tests.browser.serving import Site

LARGEST_PAGE, LARGEST_STYLES, LARGEST_SCRIPT = 25_000, 12_000, 8_000
FRAMELESS = {"", "404.html"}  # the pages with nothing above them
DOLLARS = re.compile(r"\$\d[\d,]*(?:\.\d+)?")
RATES = re.compile(r"(\d[\d,]*(?:\.\d+)?) tokens/s per GPU")
# From a ranking's source: rank and GPU of each row.
RANKED = """(html) => [...new DOMParser().parseFromString(html, "text/html").querySelectorAll("tbody tr")]
  .map((row) => [row.cells[0].textContent.replace("=", ""), row.cells[1].querySelector("a").textContent])"""
SITES = pytest.mark.parametrize("site", ["shipped", "extreme"])

# From a page's source: throughput, cost and evidence of the ladder's primary row, and the figures of the quick answer.
PRIMARY = """(html) => {
  const page = new DOMParser().parseFromString(html, "text/html");
  const row = page.querySelector("table.ladder tr.primary:not(.behind)");
  const says = (each) => each.firstChild.textContent.trim();
  return {
    figures: [...row.querySelectorAll("td.num")].map(says),
    evidence: row.nextElementSibling.querySelector("dl").textContent,
    key_figures: [...page.querySelectorAll("section.answer dd")].map(says).slice(0, -1),
    answer: page.querySelector("section.answer").textContent,
  };
}"""


@SITES
def test_the_checker_finds_no_error(sites: dict[str, Site], site: str):
    """The Nu Html Checker accepts every page."""
    command = [
        "java",
        "-jar",
        str(CHECKER),
        "--errors-only",
        "--skip-non-html",
        str(sites[site].folder),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.returncode == 0


@SITES
def test_nothing_is_styled_or_scripted_inline(sites: dict[str, Site], site: str):
    """No style element or attribute, no handler attribute, no script but data and the site's own file."""
    for path in sites[site].all_pages():
        for tag, found in source_of(sites[site].html(path)).elements:
            assert tag != "style", path
            assert not [name for name in found if name == "style" or name.startswith("on")], path
            assert tag != "script" or found.get("type") == "application/ld+json" or found.get("src"), path


@SITES
def test_pages_are_light(sites: dict[str, Site], site: str):
    """Any page with its charts is at most 25 KB compressed; the style sheet stays under 12 KB, a script under 8."""
    sizes = {path: len(gzip.compress(sites[site].html(path).encode(), mtime=0)) for path in sites[site].all_pages()}
    assert {path: size for path, size in sizes.items() if size > LARGEST_PAGE} == {}
    assert sites[site].asset("site.css").stat().st_size < LARGEST_STYLES
    for script in ("price.js", "filter.js"):
        assert sites[site].asset(script).stat().st_size < LARGEST_SCRIPT


@SITES
def test_data_blocks_say_what_the_page_says(sites: dict[str, Site], site: str):
    """The data of every page is strict JSON; its description is the page's, and so are the names of the way down."""
    for path in sites[site].pages():
        source = source_of(sites[site].html(path))
        if not source.data:
            assert 'name="robots" content="noindex"' in sites[site].html(path), path
            continue
        (web_page,) = nodes_of(source, "WebPage")
        assert web_page.get("description") == (None if path == TEXT else source.description), path
        crumbs = [item["name"] for each in nodes_of(source, "BreadcrumbList") for item in each["itemListElement"]]
        assert crumbs == source.crumbs, path
        assert bool(crumbs) == (path not in FRAMELESS), path


@SITES
def test_questions_in_data_blocks_are_the_visible_ones(sites: dict[str, Site], site: str):
    """Questions and answers word for word, on run pages and rankings; no other page has any."""
    rankings = [path for path in sites[site].pages() if path.startswith("rankings/")]
    for path in sites[site].pages():
        source = source_of(sites[site].html(path))
        told = [
            (each["name"], each["acceptedAnswer"]["text"])
            for faq in nodes_of(source, "FAQPage")
            for each in faq["mainEntity"]
        ]
        assert told == source.faq, path
        assert (len(told) >= 2) == (path in {*rankings, *sites[site].run_pages()}), path


@SITES
def test_a_ranking_in_data_blocks_is_the_visible_one(sites: dict[str, Site], tabs: Tabs, site: str):
    """The same GPUs in the same order with the same ranks."""
    blank = tabs.blank()
    for path in sites[site].pages():
        if path.startswith("rankings/"):
            html = sites[site].html(path)
            (ranking,) = nodes_of(source_of(html), "ItemList")
            told = [[str(item["position"]), item["name"]] for item in ranking["itemListElement"]]
            assert told == blank.evaluate(RANKED, html), path
            assert ranking["numberOfItems"] == len(told), path


@SITES
def test_every_data_block_is_strict_json(sites: dict[str, Site], site: str):
    """On all pages, not on run pages alone."""
    for path in sites[site].pages():
        for node in nodes_of(source_of(sites[site].html(path)), "WebPage"):
            assert node["name"]


@SITES
def test_the_primary_read_is_the_same_wherever_it_is_named(sites: dict[str, Site], tabs: Tabs, site: str):
    """The description, the quick answer and the first two answers give the ladder's throughput and cost, no other."""
    blank = tabs.blank()
    for path in sites[site].run_pages():
        html = sites[site].html(path)
        source, page = source_of(html), blank.evaluate(PRIMARY, html)
        (faq,) = nodes_of(source, "FAQPage")
        speed, *others = [each["acceptedAnswer"]["text"] for each in faq["mainEntity"]]
        throughput, cost = (bare(figure) for figure in page["figures"])
        if throughput == "-":  # the description names the fastest config instead, which is the row's evidence
            assert RATES.findall(source.description) == RATES.findall(page["evidence"])[:1], path
            assert DOLLARS.findall(source.description + page["answer"] + speed) == [], path
            assert page["key_figures"] == [], path
            continue
        costs = [] if cost == "-" else [cost]
        assert RATES.findall(source.description) == RATES.findall(page["answer"]) == [throughput], path
        assert RATES.findall(speed)[0] == throughput, path
        assert DOLLARS.findall(source.description) == DOLLARS.findall(" ".join(others)) == costs, path
        assert set(DOLLARS.findall(page["answer"])) == set(costs), path
        assert page["key_figures"] == [figure for figure in page["figures"] if figure != "-"], path


def bare(figure: str) -> str:
    """A figure of a table without the mark before it."""
    return figure.lstrip("≥≤~ ")
