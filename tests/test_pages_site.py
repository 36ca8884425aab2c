"""What stands on every page: sample and real wording, notices, addresses with and without a base URL, links."""

import contextlib

import pytest

from site_builder.errors import BuildError
from tests.folders import points, row
from tests.reading_pages import CURVE, KIMI, built, html_pages, page_of, real

METHOD = "How are these Kimi K2.6 numbers measured?"
CHAT = "single-turn chat workload (8k input / 1k output)"
DESCRIPTION = 'description = "What each GPU delivers for each model, at the speed each user gets, and what it costs."'
EVERY_KIND = [
    *points(*CURVE),
    *points((110, 1500), (160, 700), hardware="b200"),
    *points((20, 900), hardware="h200"),
    row(50, 1000, hardware="h100", error="x"),
]


ALL_PAGES = {
    "404.html",
    "compare/kimi-k26-b200-vs-b300/index.html",
    "gpus/b200/index.html",
    "gpus/b300/index.html",
    "index.html",
    "methodology/index.html",
    "models/kimi-k26/index.html",
    "rankings/cheapest-gpu-for-kimi-k26/index.html",
    "rankings/fastest-gpu-for-kimi-k26/index.html",
    "run/kimi-k26-on-b200/index.html",
    "run/kimi-k26-on-b300/index.html",
    "run/kimi-k26-on-h100/index.html",
    "run/kimi-k26-on-h200/index.html",
}
INDEXED = ALL_PAGES - {"404.html", "run/kimi-k26-on-h100/index.html", "run/kimi-k26-on-h200/index.html"}


def test_every_page_says_that_the_data_is_a_sample(folder):
    """Run pages of every kind, overviews, rankings, comparisons, pages of text and the page of a wrong address."""
    folder.rows(EVERY_KIND)
    folder.build()
    pages = html_pages(folder)
    assert set(pages) == ALL_PAGES
    for name, page in pages.items():
        (notice,) = page.root.one("aside", class_="notices").all("p")
        assert notice.text.startswith("Sample data, made to show how this site works."), name


def test_no_page_claims_a_measurement_with_sample_data(folder):
    """Not in text, charts, structured data or descriptions; the word stands only in the one question that every run
    page asks, and the answer says what the data is instead."""
    folder.rows(EVERY_KIND)
    folder.build()
    for name, page in html_pages(folder).items():
        said = f"{page.root.raw} {page.meta('description')} {page.meta('og:description')}"
        assert "measured" not in said.replace("numbers measured?", "").casefold(), name
        assert "InferenceX" not in said, name
    assert page_of(folder, KIMI).faq()[METHOD].startswith("This is sample data, made to show what a page looks like;")


def test_real_data_has_no_sample_notice_and_says_who_measured(folder):
    folder.rows(EVERY_KIND)
    real(folder).build()
    for name, page in html_pages(folder).items():
        assert "sample" not in page.text.casefold(), name
        assert page.root.all("aside", class_="notices") == [], name
    page = page_of(folder, KIMI)
    assert page.faq()[METHOD] == (
        "All of them come from runs on real B300 hardware by the InferenceX fleet, which raise the concurrency step "
        f"by step on a {CHAT} and so trace the frontier of throughput against speed per user. The newest run is "
        "of 2026-09-01."
    )
    assert "the frontier of the measured points" in page.says("ladder")
    assert page.section("ladder").all("summary")[1].text == "measured"


def test_real_data_of_nobody_in_particular_names_no_fleet(folder):
    folder.edit("data/site.toml", 'fleet = "InferenceX" ', "# ")
    answer = built(real(folder), points(*CURVE)).faq()[METHOD]
    assert answer.startswith("All of them come from runs on real B300 hardware, which raise the concurrency")


def test_notices_of_the_settings_stand_on_every_page(folder):
    """In their order, below the one on sample data; with real data they stand alone."""
    folder.edit("data/site.toml", "notices = []", 'notices = ["Down on Sunday.", "Prices move."]')
    folder.rows(EVERY_KIND)
    folder.build()
    for page in html_pages(folder).values():
        notices = page.root.one("aside", class_="notices").all("p")
        assert [p.text for p in notices][1:] == ["Down on Sunday.", "Prices move."]
    real(folder).build()
    for page in html_pages(folder).values():
        assert [p.text for p in page.root.one("aside", class_="notices").all("p")] == [
            "Down on Sunday.",
            "Prices move.",
        ]


@pytest.mark.parametrize(
    ("given", "base"),
    [
        ("https://example.org", "https://example.org/"),
        ("https://example.org/bench", "https://example.org/bench/"),
        ("http://example.org:8080/a/b/", "http://example.org:8080/a/b/"),
    ],
)
def test_a_base_url_gives_every_indexed_page_its_address(folder, given, base):
    """Canonical link, Open Graph and structured data have the one form that ends in a slash."""
    folder.rows(EVERY_KIND)
    folder.build(base_url=given)
    for name, page in html_pages(folder).items():
        address = base + name.removesuffix("index.html")
        if name in INDEXED:
            assert page.link("canonical") == page.meta("og:url") == address
            assert page.graph("WebPage")["@id"] == page.graph("WebPage")["url"] == address


def test_pages_that_are_not_indexed_have_no_canonical_address(folder):
    folder.rows(EVERY_KIND)
    folder.build(base_url="https://example.org/")
    hidden = {name: page for name, page in html_pages(folder).items() if page.meta("robots") == "noindex"}
    assert set(hidden) == ALL_PAGES - INDEXED
    assert {(page.link("canonical"), page.meta("og:url")) for page in hidden.values()} == {(None, None)}


def test_without_a_base_url_nothing_pretends_to_be_an_address(folder):
    """No canonical link and no Open Graph address; a note says what is left out, and how to set it."""
    folder.rows(EVERY_KIND)
    notes = [str(problem) for problem in folder.build().problems if problem.rule == "no-base-url"]
    assert notes == [
        (
            "data/site.toml: note: base_url is not set, so what needs whole addresses is left out: canonical links, "
            "sitemap.xml, feed.xml, preview pictures, and the addresses in JSON-LD, Open Graph tags, llms.txt and "
            "robots.txt [no-base-url]\n    set base_url there, or give --base-url"
        )
    ]
    for page in html_pages(folder).values():
        assert (page.link("canonical"), page.link("alternate"), page.meta("og:url")) == (None, None, None)
        assert (page.meta("og:image"), page.meta("twitter:card")) == (None, "summary")
        assert not any(word in block.raw for block in page.root.all("script") for word in ('"url"', '"item"', '"@id"'))
    files = {path.name for path in folder.public.rglob("*")}
    assert files & {"sitemap.xml", "feed.xml"} == {name for name in files if name.endswith(".png")} == set()


def test_a_base_url_leaves_no_note(folder):
    folder.rows(EVERY_KIND)
    assert [p.rule for p in folder.build(base_url="https://example.org/").problems if p.rule == "no-base-url"] == []


def hrefs(page) -> set[str]:
    """Every address that a page names."""
    found = [node.attrs.get(name) for node in page.root.walk() for name in ("href", "src")]
    return {address for address in found if address}


@pytest.mark.parametrize("base_url", [None, "https://example.org/bench/"])
def test_links_are_relative_from_every_depth(folder, base_url):
    """So that the site works from any folder; only the canonical link is a full address."""
    folder.rows(EVERY_KIND)
    folder.build(base_url=base_url)
    for name, page in html_pages(folder).items():
        if name == "404.html":
            continue
        root = "../" * name.count("/") or "./"
        own = {address for address in hrefs(page) if address != page.link("canonical")}
        assert page.root.one("a", class_="brand").attrs["href"] == root
        assert page.link("stylesheet") == f"{root}{folder.asset('site.css')}"
        assert page.link("manifest") == f"{root}site.webmanifest"
        assert page.link("alternate") == (f"{root}feed.xml" if base_url else None)
        assert f"{root}methodology/" in own
        assert {address for address in own if not address.startswith((root, "#"))} == set()


@pytest.mark.parametrize(
    ("base_url", "root"),
    [
        (None, "/"),
        ("https://example.org", "/"),
        ("https://example.org/bench/", "/bench/"),
        ("https://example.org/a%20b/", "/a%20b/"),
        ("https://example.org/bücher/", "/bücher/"),
    ],
)
def test_links_of_the_page_of_a_wrong_address_start_at_the_root(folder, base_url, root):
    """A host serves it at any depth. With a base URL it names the feed too."""
    folder.rows(points(*CURVE))
    folder.build(base_url=base_url)
    page = html_pages(folder)["404.html"]
    files = [folder.asset("icon.svg"), folder.asset("site.css"), "site.webmanifest", "methodology/"]
    files += ["feed.xml"] if base_url else []
    assert hrefs(page) == {"#content", root, *(f"{root}{file}" for file in files)}
    assert page.root.one("title").raw == "Page not found | Inference report"


def test_a_base_url_whose_path_begins_twice_leads_to_no_other_host(folder):
    """//bench/ as a link would be the host bench; the address is refused, or its links are made whole."""
    folder.rows(points(*CURVE))
    with contextlib.suppress(BuildError):
        folder.build(base_url="https://example.org//bench/")
    assert [
        address for page in html_pages(folder).values() for address in hrefs(page) if address.startswith("//")
    ] == []


def test_the_site_without_a_description_has_none(folder):
    """The home page then opens with its lead, which is what machines get; no description of theirs is empty."""
    folder.edit("data/site.toml", DESCRIPTION, "")
    page = built(folder, points(*CURVE), "")
    assert page.root.all("p", class_="lead") == []
    lead = page.paragraphs(page.main)[0]
    assert page.meta("description") == page.meta("og:description") == page.graph("WebPage")["description"] == lead


def test_no_page_has_an_empty_description(folder):
    """What has nothing to say of itself says nothing, also on a site without a description."""
    folder.edit("data/site.toml", DESCRIPTION, "")
    folder.rows(EVERY_KIND)
    folder.build()
    told = [(name, page.meta("description"), page.meta("og:description")) for name, page in html_pages(folder).items()]
    assert [name for name, *found in told if "" in found] == []
