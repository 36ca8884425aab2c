"""What stands on every page: sample and real wording, notices, addresses with and without a base URL, links."""

import contextlib

import pytest

from site_builder.errors import BuildError
from tests.folders import points, row
from tests.reading_pages import CURVE, KIMI, built, html_pages, page_of, real

METHOD = "How are these Kimi K2.6 numbers measured?"
CHAT = "single-turn chat workload (8k input / 1k output)"
EVERY_KIND = [
    *points(*CURVE),
    *points((110, 1500), (160, 700), hardware="b200"),
    *points((20, 900), hardware="h200"),
    row(50, 1000, hardware="h100", error="x"),
]


def test_every_page_says_that_the_data_is_a_sample(folder):
    """Run pages of every kind, the home page, pages of text and the page of a wrong address."""
    folder.rows(EVERY_KIND)
    folder.build()
    pages = html_pages(folder)
    assert len(pages) == 7
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
    for path in ("", KIMI, "methodology/"):
        page = page_of(folder, path)
        assert page.link("canonical") == page.meta("og:url") == base + path
    assert page_of(folder, KIMI).graph("WebPage")["@id"] == base + KIMI
    assert page_of(folder).json_ld()["@id"] == page_of(folder).json_ld()["url"] == base


def test_pages_that_are_not_indexed_have_no_canonical_address(folder):
    folder.rows(EVERY_KIND)
    folder.build(base_url="https://example.org/")
    hidden = {name: page for name, page in html_pages(folder).items() if page.meta("robots") == "noindex"}
    assert set(hidden) == {"404.html", "run/kimi-k26-on-h100/index.html", "run/kimi-k26-on-h200/index.html"}
    assert {(page.link("canonical"), page.meta("og:url")) for page in hidden.values()} == {(None, None)}


def test_without_a_base_url_nothing_pretends_to_be_an_address(folder):
    """No canonical link and no Open Graph address; a note says what is left out, and how to set it."""
    folder.rows(EVERY_KIND)
    notes = [str(problem) for problem in folder.build().problems if problem.rule == "no-base-url"]
    assert notes == [
        (
            "data/site.toml: note: base_url is not set, so canonical links and the addresses in JSON-LD and Open "
            "Graph tags are left out [no-base-url]\n    set base_url there, or give --base-url"
        )
    ]
    for page in html_pages(folder).values():
        assert (page.link("canonical"), page.meta("og:url")) == (None, None)
        assert all(not block.raw.count('"url"') for block in page.root.all("script"))


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
    folder.rows(points(*CURVE))
    folder.build(base_url=base_url)
    for path, root in (("", "./"), ("methodology/", "../"), (KIMI, "../../")):
        page = page_of(folder, path)
        own = {address for address in hrefs(page) if address != page.link("canonical")}
        assert page.root.one("a", class_="brand").attrs["href"] == root
        assert page.link("stylesheet") == f"{root}assets/site.css"
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
    """A host serves it at any depth."""
    folder.rows(points(*CURVE))
    folder.build(base_url=base_url)
    page = html_pages(folder)["404.html"]
    assert hrefs(page) == {
        "#content", root, f"{root}assets/icon.svg", f"{root}assets/site.css", f"{root}methodology/",
    }  # fmt: skip
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
    """The home page then opens with its lead, and machines get no empty description."""
    folder.edit(
        "data/site.toml",
        'description = "What each GPU delivers for each model, at the speed each user gets, and what it costs."',
        "",
    )
    page = built(folder, points(*CURVE), "")
    assert "description" not in page.json_ld()
    assert page.root.all("p", class_="lead") == []
