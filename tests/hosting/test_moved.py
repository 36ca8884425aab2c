"""Addresses that are wrong, and addresses that have moved."""

import re

import pytest

from tests.hosting.conftest import SERVERS
from tests.hosting.crawl import NOT_FOUND, html_files
from tests.hosting.hosts import Answer, Host
from tests.hosting.reading import HtmlPage, read_sitemap

WRONG = [
    "gone",
    "gone/",
    "gone.html",
    "run/gone/",
    "run/kimi-k26-on-b300/gone.json",
    "a/b/c",
    "a/b/c/d/",
    "assets/x.css",
]
FOLDERS_WITHOUT_A_PAGE = ["run/", "assets/", "compare/", "data/"]


def rules_of(host: Host) -> dict[str, str]:
    """The lines of _redirects: old path and new one, both from the site's root."""
    lines = (host.folder / "_redirects").read_text(encoding="utf-8").splitlines()
    rules = {}
    for line in lines:
        old, new, status = line.split(" ")
        assert status == "301", line
        assert new.startswith(host.base_url), line
        rules[old.removeprefix("/")] = new.removeprefix(host.base_url)
    assert len(rules) == len(lines)
    return rules


@pytest.mark.parametrize("path", WRONG + FOLDERS_WITHOUT_A_PAGE)
def test_a_wrong_address_gets_the_page_for_it_at_any_depth(host: Host, path: str):
    """With status 404, so that search engines forget it; a folder without a page is no address either."""
    answer = host.get(host.prefix + path)
    assert (answer.status, answer.body) == (404, (host.folder / NOT_FOUND).read_bytes())


def test_the_page_for_wrong_addresses_works_at_any_depth(host: Host):
    """Its links, styles and icon start at the root of the host, so they do not depend on where it is shown."""
    page = HtmlPage((host.folder / NOT_FOUND).read_text(encoding="utf-8"))
    assert page.noindex
    assert page.canonical is None
    addresses = [address for address in page.addresses if not address.startswith("#")]
    assert len(addresses) > 4
    for address in addresses:
        assert address.startswith(host.prefix), address
        assert host.get(address).status == 200, address


def test_every_old_address_has_a_page_that_sends_readers_on_in_one_hop(files: Host):
    """The page of each rule of _redirects leads where the rule does: to a page that is there and sends nobody on. It is
    not indexed, and its canonical address is the new one. There are no such pages without a rule."""
    rules, pages = rules_of(files), html_files(files)
    assert {path for path, page in pages.items() if page.refresh is not None} == set(rules)
    listed = read_sitemap((files.folder / "sitemap.xml").read_bytes())
    for old, new in rules.items():
        page = pages[old]
        up = "../" * old.count("/")
        assert (page.refresh, page.canonical) == (f"{up}{new}", f"{files.base_url}{new}"), old
        assert page.noindex, old
        assert pages[new].refresh is None, old
        assert files.base_url + old not in listed, old


def test_addresses_that_moved_twice_lead_to_the_newest_at_once(files: Host):
    rules = rules_of(files)
    assert rules["older/kimi/"] == rules["old/kimi/"] == "run/kimi-k26-on-b300/"


def test_two_gpus_in_the_other_order_lead_to_their_page(files: Host):
    """Each comparison has one address; its other order is an old address of it."""
    compared = {path for path, page in html_files(files).items() if path.startswith("compare/") and not page.refresh}
    turned = {new for old, new in rules_of(files).items() if old.startswith("compare/")}
    assert compared == turned


def arrived(host: Host, path: str) -> tuple[int, str, Answer]:
    """How a server answers for an old address: the status, the path it leads to, and the answer there."""
    first = host.get(host.prefix + path)
    address = first.headers.get("location") or HtmlPage(first.body.decode()).canonical or ""
    new = address.removeprefix(host.base_url)
    return first.status, new, host.get(host.prefix + new)


@pytest.mark.parametrize("name", SERVERS)
def test_servers_send_readers_on_in_one_hop(hosts, name: str):
    """As a page by default; as a redirect of the server where its file of redirects, made by the line in deploy.md, is
    there."""
    host = hosts(name)
    expected = 301 if name in ("nginx-root", "caddy-below") else 200
    for old, new in rules_of(host).items():
        status, found, there = arrived(host, old)
        assert (status, found, there.status) == (expected, new, 200), old
        assert b'http-equiv="refresh"' not in there.body, old


def test_an_address_without_its_slash_leads_to_the_one_with_it(server: Host):
    """The Location is a path, so it is right behind a proxy that speaks another protocol or listens at another port."""
    for path in ["run/kimi-k26-on-b300", "methodology", "models/kimi-k26"]:
        answer = server.get(server.prefix + path)
        assert answer.status in (301, 308), path
        assert answer.headers["location"] == f"{server.prefix}{path}/", path
    if server.prefix != "/":
        answer = server.get(server.prefix.rstrip("/"))
        assert (answer.status, answer.headers["location"]) == (301, server.prefix)


def test_files_for_hosts_are_not_served(server: Host):
    """_headers, _redirects and .nojekyll say nothing to readers."""
    for name in ("_headers", "_redirects", ".nojekyll"):
        assert (server.folder / name).exists()
        assert server.get(server.prefix + name).status == 404, name


def test_what_is_beside_the_site_is_not_of_it(server: Host):
    """A server that has the site below a path answers for nothing outside it, whatever way an address takes."""
    ways = [f"{server.prefix}../data/site.toml", f"{server.prefix}%2e%2e/data/site.toml", f"{server.prefix}..%2fdata/x"]
    if server.prefix != "/":
        ways += [f"{server.prefix.rstrip('/')}../data/site.toml", "/", "/run/kimi-k26-on-b300/"]
    for way in ways:
        answer = server.get(way)
        assert answer.status in (400, 404), way
        assert not re.search(rb"tiers_tok_s_user", answer.body), way
