"""A walk over the shipped site, from its files and from real servers, at a domain's root and below it."""

from collections import Counter

import pytest

from tests.hosting.crawl import MAY_LEAVE, NOT_FOUND, Crawl, crawl, html_files
from tests.hosting.hosts import Files
from tests.hosting.reading import markdown_links, read_feed, read_sitemap
from tests.once import BELOW, ROOT, ShippedSite

ANYWHERE = "https://any.example/some/folder/"
OWN_FILES = {"_headers", "_redirects", ".nojekyll", "build.json"}  # for hosts and for the next build, not for readers


def indexed(walk: Crawl) -> set[str]:
    """The pages that search engines may list, by their whole address."""
    return {walk.host.base_url + path for path, page in walk.pages.items() if not page.noindex}


def every_page_is_reached(walk: Crawl) -> None:
    there = html_files(walk.host)
    stubs = {path for path, page in there.items() if page.refresh is not None}
    assert stubs
    assert set(walk.pages) == set(there) - stubs - {NOT_FOUND}


def nothing_leaves(walk: Crawl) -> None:
    assert {address for address in walk.outside if not MAY_LEAVE.match(address)} == set()
    fetched = {address for page in walk.pages.values() for address in page.fetched}
    assert {address for address in fetched if "//" in address} == set()


def test_links_from_the_home_page_reach_every_page(walked: Crawl):
    """All but the pages of old addresses, to which no page links, and the page of wrong ones."""
    every_page_is_reached(walked)


def test_every_address_in_every_file_is_answered(walked: Crawl):
    """href, src, srcset, canonical, Open Graph, JSON-LD, sitemap, feed, llms.txt, robots.txt, manifest, data files are
    answered with 200 as they stand, without a redirect on the way."""
    assert walked.dead() == {}
    kinds = Counter(path.rpartition(".")[2] for path in walked.answers)
    assert {"css", "csv", "js", "json", "parquet", "png", "svg", "txt", "webmanifest", "xml"} <= set(kinds)
    assert kinds["png"] == len(indexed(walked))


def test_no_file_is_left_that_nothing_names(walked: Crawl):
    """Every file is a page, a page of an old address, a file for the host, or one that some address leads to."""
    folder = walked.host.folder
    files = {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}
    pages = {f"{path}index.html" if not path or path.endswith("/") else path for path in html_files(walked.host)}
    assert files - pages - set(walked.answers) - OWN_FILES == set()


def test_no_address_leads_off_the_site_unexpectedly(walked: Crawl):
    """Only sources of figures are on other hosts, as links to follow; nothing is fetched from there."""
    nothing_leaves(walked)


def test_links_to_places_of_a_page_name_an_element_of_it(walked: Crawl):
    missing = {
        anchor: source
        for anchor, source in walked.anchors.items()
        if anchor[0] in walked.pages and anchor[1] not in walked.pages[anchor[0]].ids
    }
    assert missing == {}
    assert walked.anchors


def test_a_page_has_one_address_everywhere(walked: Crawl):
    """With a slash at the end, never index.html; canonical, og:url and the id in JSON-LD are the address it has."""
    assert [path for path in walked.sources if path.endswith("index.html")] == []
    for path, page in walked.pages.items():
        assert path == "" or path.endswith("/"), path
        if not page.noindex:
            own = walked.host.base_url + path
            ids = [item["@id"] for block in page.blocks for item in block["@graph"] if item["@type"] == "WebPage"]
            assert (page.canonical, page.meta["og:url"], ids) == (own, own, [own]), path


def test_the_sitemap_lists_every_indexed_page_and_nothing_else(walked: Crawl):
    found = read_sitemap(walked.get("sitemap.xml").body)
    assert set(found) == indexed(walked)
    assert all(found.values())


def test_robots_txt_names_the_sitemap(walked: Crawl):
    lines = walked.get("robots.txt").body.decode().splitlines()
    assert f"Sitemap: {walked.host.base_url}sitemap.xml" in lines
    assert not any(line.startswith("Disallow") for line in lines)


def test_llms_txt_links_every_indexed_page_and_no_other(walked: Crawl):
    """The home page it describes itself; files of data may stand in it too."""
    found = markdown_links(walked.get("llms.txt").body.decode())
    assert len(set(found)) == len(found)
    pages = {address for address in found if address.endswith("/")}
    assert pages == indexed(walked) - {walked.host.base_url}


def test_the_feed_leads_to_indexed_pages(walked: Crawl):
    own, entries = read_feed(walked.get("feed.xml").body)
    assert set(own) == {walked.host.base_url, f"{walked.host.base_url}feed.xml"}
    assert entries
    assert set(entries) <= indexed(walked)


def test_pages_of_no_result_are_listed_nowhere_but_linked(walked: Crawl):
    """A page with noindex is reached, and names no canonical address."""
    left_out = {path: page for path, page in walked.pages.items() if page.noindex}
    assert left_out
    for path, page in left_out.items():
        assert page.canonical is None, path
        assert "og:url" not in page.meta, path
        for name in ("sitemap.xml", "llms.txt", "feed.xml"):
            assert name not in walked.sources[path], path


def test_every_indexed_page_has_its_own_picture(walked: Crawl):
    """og:image is a whole address of a PNG of 1,200 by 630 pixels, and no two pages share one."""
    pictures = {}
    for path, page in walked.pages.items():
        if not page.noindex:
            address = page.meta["og:image"]
            content = walked.get(address.removeprefix(walked.host.base_url)).body
            assert content[:8] == b"\x89PNG\r\n\x1a\n", path
            sides = [int.from_bytes(content[start : start + 4]) for start in (16, 20)]
            assert sides == [1200, 630], path
            pictures[address] = path
    assert len(pictures) == len(indexed(walked))


def test_a_site_without_a_base_url_works_in_any_folder(shipped_site: ShippedSite):
    """Its links are relative: it is read here from a folder that the build never heard of."""
    walk = crawl(Files(shipped_site(None), ANYWHERE))
    every_page_is_reached(walk)
    nothing_leaves(walk)
    assert {path for path in walk.dead() if path not in ("sitemap.xml", "feed.xml")} == set()


@pytest.mark.parametrize("base_url", [None, ROOT, BELOW])
def test_where_the_site_lies_changes_no_address_within_pages(shipped_site: ShippedSite, base_url: str | None):
    """Links between pages are the same, relative ones, whatever the base URL; only 404.html starts at the root."""
    for path, page in html_files(Files(shipped_site(base_url), base_url or ROOT)).items():
        for address in [*page.followed, *page.fetched]:
            assert address.startswith("/") == (path == NOT_FOUND and not address.startswith("#")), (path, address)
            assert base_url is None or not address.startswith(base_url), (path, address)
