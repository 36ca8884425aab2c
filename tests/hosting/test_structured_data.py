"""JSON-LD is strict JSON and says what its page shows, no more; read from the files, which are the same on any host."""

from collections.abc import Callable

import pytest

from tests.hosting.crawl import Crawl, crawl
from tests.hosting.hosts import Host
from tests.hosting.reading import HtmlPage, items_of, read_sitemap

KINDS = {"WebPage", "BreadcrumbList", "FAQPage", "Dataset", "ItemList"}


@pytest.fixture(scope="module")
def walk(hosts: Callable[[str], Host]) -> Crawl:
    """A walk over the files."""
    return crawl(hosts("files-below"))


def told(page: HtmlPage, *kinds: str) -> list[dict]:
    """The items of some kinds in a page's JSON-LD, wherever they stand."""
    return [item for block in page.blocks for item in items_of(block) if item.get("@type") in kinds]


def test_every_indexed_page_has_one_block_and_no_other_page_any(walk: Crawl):
    for path, page in walk.pages.items():
        assert len(page.blocks) == (0 if page.noindex else 1), path


def test_every_block_is_strict_json_without_empty_values(walk: Crawl):
    """No NaN, no name twice in an object; what is missing is left out, not null and not an empty text or list."""
    for path, page in walk.pages.items():
        for item in [item for block in page.blocks for item in items_of(block)]:
            empty = [name for name, value in item.items() if value is None or value in ("", [], {})]
            assert empty == [], (path, item)
        for block in page.blocks:
            assert block["@context"] == "https://schema.org", path
            assert {item["@type"] for item in block["@graph"]} <= KINDS, path


def test_every_question_and_answer_stands_on_the_page(walk: Crawl):
    """Word for word, as a person reads it."""
    asked = 0
    for path, page in walk.pages.items():
        for question in told(page, "Question"):
            asked += 1
            assert question["name"] in page.text, (path, question["name"])
            assert question["acceptedAnswer"]["text"] in page.text, (path, question["acceptedAnswer"]["text"])
    assert asked > len(walk.pages)


def test_every_name_stands_on_the_page(walk: Crawl):
    """Of pages, crumbs, lists and their items, data sets and the site."""
    wrong = {
        (path, item["@type"], item["name"])
        for path, page in walk.pages.items()
        for item in told(page, *KINDS, "ListItem", "WebSite")
        if item.get("name", "") not in page.text
    }
    assert wrong == set()


def test_every_headline_and_description_stands_on_the_page(walk: Crawl):
    """What machines are told that a page says, a person can read there."""
    wrong = {
        (path, item["@type"], text)
        for path, page in walk.pages.items()
        for item in told(page, *KINDS)
        for text in (item.get("headline", ""), item.get("description", ""))
        if text not in page.text
    }
    assert wrong == set()


def test_dates_are_those_of_the_sitemap(walk: Crawl):
    """dateModified of the page and of its data set is the lastmod of its address."""
    listed = read_sitemap(walk.get("sitemap.xml").body)
    for path, page in walk.pages.items():
        dates = {item["dateModified"] for item in told(page, "WebPage", "Dataset")}
        assert dates == ({listed[walk.host.base_url + path]} if not page.noindex else set()), path


def test_positions_count_from_one_without_a_gap(walk: Crawl):
    for path, page in walk.pages.items():
        for item in told(page, "BreadcrumbList", "ItemList"):
            places = [each["position"] for each in item["itemListElement"]]
            if item["@type"] == "BreadcrumbList":
                assert places == list(range(1, len(places) + 1)), path
            else:
                assert places == sorted(places), path
                assert places[0] == 1, path
                assert item["numberOfItems"] == len(places), path


def test_crumbs_lead_from_the_home_page_to_this_one(walk: Crawl):
    """The last crumb is the page's own address, the first one the home page."""
    for path, page in walk.pages.items():
        for item in told(page, "BreadcrumbList"):
            addresses = [each["item"] for each in item["itemListElement"]]
            assert (addresses[0], addresses[-1]) == (walk.host.base_url, walk.host.base_url + path)


def test_the_description_is_one_text_everywhere(walk: Crawl):
    """The description, that of Open Graph and that of JSON-LD do not drift apart; nor do the titles."""
    for path, page in walk.pages.items():
        assert page.meta["description"] == page.meta["og:description"], path
        for item in told(page, "WebPage"):
            assert item.get("description", page.meta["description"]) == page.meta["description"], path
            assert page.meta["og:title"].startswith(item["name"]), path
