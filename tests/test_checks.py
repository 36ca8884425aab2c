"""Links are checked before anything is written: each must lead to a page, a file or an element of the site."""

import pytest

from site_builder.checks import check_links, find_links, open_links
from site_builder.errors import Problems
from tests.folders import points
from tests.reading_pages import CURVE, KIMI, KIMI_MI355X

SITE = {
    "index.html": b'<p id="here"><a name="old"></a></p>',
    "run/a/index.html": "<p id='größe'></p><p id=plain></p><p id=\"a&amp;b\"></p>".encode(),
    "assets/site.css": b"",
}
END = "expected the address of a page or file of the site [dead-link]"


def faults(body: str, page: str = "run/b/index.html", *, base_url: str | None = None, known: tuple[str, ...] = ()):
    """What is found wrong with the links of one page of a small site."""
    return found({page: body}, known=known, base_url=base_url)


def found(pages: dict[str, str], *, known: tuple[str, ...] = (), base_url: str | None = None) -> list[str]:
    """What is found wrong with the links of some pages beside that site."""
    problems = Problems()
    contents = {path: body.encode() for path, body in pages.items()}
    links = {path: find_links(content, base_url) for path, content in contents.items()}
    check_links(SITE | contents, links, known, problems, base_url=base_url)
    return [str(problem) for problem in problems]


def dead(link: str, fault: str, page: str = "run/b/index.html", *, near: str = "") -> list[str]:
    hint = f"\n    did you mean '{near}'?" if near else ""
    return [f"{page}: error: '{link}' {fault}, {END}{hint}"]


@pytest.mark.parametrize(
    "link",
    [
        "../../",
        "../../index.html",
        "../a/",
        "../a/index.html",
        "./",
        ".",
        "",
        "..//a/",
        "../../assets/site.css",
        "../../assets/site.css?v=1",
        "../a/?x=1#plain",
        "?x=1",
        "../../#here",
        "../../#old",
        "../a/#gr%C3%B6%C3%9Fe",
        "../a/#plain",
        "../a/#a&amp;b",
        "#",
        "#top",
        "%2e%2e/a/",
    ],
)
def test_links_that_lead_somewhere_are_fine(link):
    assert faults(f'<a href="{link}">x</a>') == []


@pytest.mark.parametrize(
    "link",
    [
        "https://example.org/nowhere",
        "http://example.org",
        "//example.org/x",
        "mailto:me@example.org",
        "tel:+123",
        "data:image/png;base64,xx",
    ],
)
def test_links_to_elsewhere_are_not_ours_to_check(link):
    assert faults(f'<a href="{link}">x</a>') == []


@pytest.mark.parametrize(
    ("link", "fault"),
    [
        ("../c/", "leads to no page"),
        ("../a", "leads to no page"),
        ("../../assets", "leads to no page"),
        ("../../assets/site.csss?v=1", "leads to no page"),
        ("../A/", "leads to no page"),
        ("#nowhere", "names no element of run/b/index.html"),
        ("../a/#nowhere", "names no element of run/a/index.html"),
        ("../../../", "leaves the site"),
        ("../../..", "leaves the site"),
        ("../../../x/", "leaves the site"),
        ("https://[x", "is not an address"),
    ],
)
def test_a_dead_link_is_told_with_its_page_and_what_is_wrong(link, fault):
    near = {"../c/": "run/b/", "../a": "run/a/", "../A/": "run/a/", "../../assets/site.csss?v=1": "assets/site.css"}
    assert faults(f'<a href="{link}">x</a>') == dead(link, fault, near=near.get(link, ""))


@pytest.mark.parametrize(
    "body",
    [
        '<a href="gone/">x</a>',
        "<a href='gone/'>x</a>",
        "<a href=gone/>x</a>",
        '<A HREF = "gone/">x</A>',
        '<a\n  class="x"\n  href="gone/"\n>x</a>',
        '<img alt="" src="gone/">',
        '<script src="gone/"></script>',
        '<link rel="icon" href="gone/">',
        '<form action="gone/"></form>',
        '<video poster="gone/"></video>',
        '<a title="a > b" href="gone/">x</a>',
    ],
)
def test_links_are_found_however_they_are_written(body):
    assert faults(body) == dead("gone/", "leads to no page")


@pytest.mark.parametrize(
    "body", ["<p>href='gone/'</p>", '<abbr title=" href=gone/">x</abbr>', "<a>x</a>", "&lt;a href=gone/>"]
)
def test_what_only_looks_like_a_link_is_none(body):
    assert faults(body) == []


@pytest.mark.parametrize(
    ("link", "base_url", "fault"),
    [
        ("/run/a/", None, None),
        ("/", None, None),
        ("/run/a/", "https://example.org/", None),
        ("/bench/run/a/", "https://example.org/bench/", None),
        ("/bench/", "https://example.org/bench/", None),
        ("/bench/gone/", "https://example.org/bench/", "leads to no page"),
        ("/run/a/", "https://example.org/bench/", "leaves the site"),
        ("/benchmark/run/a/", "https://example.org/bench/", "leaves the site"),
        ("/a%20b/run/a/", "https://example.org/a%20b/", None),
        ("/gone/", None, "leads to no page"),
    ],
)
def test_links_from_the_root_start_at_the_path_of_the_base_url(link, base_url, fault):
    told = faults(f'<a href="{link}">x</a>', base_url=base_url)
    assert told == (dead(link, fault) if fault else [])


@pytest.mark.parametrize(
    "text",
    [
        '<a href="{}">x</a>',
        '<meta property="og:image" content="{}">',
        '<script type="application/ld+json">{{"url":"{}","name":"x"}}</script>',
        '{{"a":["{}"]}}',
        "<loc>{}</loc>",
        "- [x]({}): words",
        "Sitemap: {}\n",
        "<{}>",
        "{}",
    ],
)
@pytest.mark.parametrize(
    ("address", "fault"),
    [
        ("", ""),
        ("run/a/", ""),
        ("run/a/#plain", ""),
        ("run/a/?x=1", ""),
        ("assets/site.css", ""),
        ("gone/", "leads to no page"),
        ("run/a", "leads to no page"),
        ("run/a/#nowhere", "names no element of run/a/index.html"),
        ("../x/", "leads to no page"),
    ],
)
def test_whole_addresses_below_the_base_url_are_checked_wherever_they_stand(text, address, fault):
    """In elements, structured data, feeds and Markdown: all that begins with it, up to where its text ends it."""
    whole = f"https://example.org/bench/{address}"
    told = faults(text.format(whole), base_url="https://example.org/bench/")
    assert told == (dead(whole, fault) if fault else [])


@pytest.mark.parametrize(
    "address",
    [
        "https://example.org/gone/",
        "https://example.org/bench",
        "https://example.org/benchmark/",
        "https://e.org/bench/",
    ],
)
def test_addresses_of_the_host_that_are_not_below_the_base_url_are_not_ours(address):
    """Other sites may lie beside this one."""
    assert faults(f'<a href="{address}">{address}</a>', base_url="https://example.org/bench/") == []
    assert faults(f'<a href="{address}">{address}</a>') == []


@pytest.mark.parametrize(
    "text",
    [
        "<p>It is at {}.</p>",
        "<p>It is at {}run/a/, and elsewhere.</p>",
        "<p>It is at &quot;{}&quot;.</p>",
        "<p>It is at &#34;{}run/a/&#34;; so it is.</p>",
        "<p>Is it at {}?</p>",
    ],
)
def test_an_address_in_a_sentence_ends_where_a_reader_ends_it(text):
    """Signs and quotes behind it are not of it."""
    assert faults(text.format("https://example.org/bench/"), base_url="https://example.org/bench/") == []


def test_signs_of_markup_in_a_whole_address_are_read_as_what_they_mean():
    told = faults("<loc>https://example.org/gone/?a=1&amp;b=2</loc>", base_url="https://example.org/")
    assert told == dead("https://example.org/gone/?a=1&b=2", "leads to no page")


def test_the_signs_of_a_base_url_are_no_pattern():
    """A point is a point."""
    assert faults("https://exampleXorg/gone/", base_url="https://example.org/") == []


def test_pages_that_are_not_built_this_time_are_trusted():
    """Their elements too; a page that no build has is not."""
    body = '<a href="../c/#anything">x</a><a href="../d/">x</a>'
    assert faults(body, known=("run/c/index.html",)) == dead("../d/", "leads to no page", near="run/c/")


def test_a_link_that_many_pages_have_is_told_once_with_the_first_of_them():
    pages = {f"run/{name}/index.html": '<a href="../gone/">x</a><a href="../gone/">y</a>' for name in "pqrst"}
    assert found(pages) == [
        (
            "run/p/index.html, run/q/index.html, run/r/index.html and 2 more: error: '../gone/' leads to no page, "
            "expected the address of a page or file of the site [dead-link]"
        )
    ]


def test_every_dead_link_is_told_in_order():
    told = faults('<a href="z/">x</a><a href="a/">x</a>')
    assert [line.split("'")[1] for line in told] == ["a/", "z/"]


def test_only_pages_are_read_for_links(folder):
    """A link in a script or style sheet is text."""
    (folder.templates / "assets/notes.txt").write_text('<a href="gone/">x</a>', encoding="utf-8")
    folder.rows(points(*CURVE))
    folder.build()


def test_a_dead_link_in_a_template_stops_the_build(folder):
    """As an editor meets it: the page, the link, and public/ as it was."""
    folder.rows(points(*CURVE))
    folder.edit("templates/404.html", "There is nothing", '<a href="/gone/">x</a> There is nothing')
    (error,) = folder.errors()
    end = END.replace(" [dead-link]", " (on 404.html) [dead-link]")
    assert error == f"templates/404.html:6: error: '/gone/' leads to no page, {end}"


def test_one_page_alone_may_link_to_the_others(folder):
    """--only renders one page; the pages beside it are known all the same."""
    folder.rows([*points(*CURVE), *points(*CURVE, hardware="mi355x")])
    summary = folder.build(only=["kimi-k26-on-b300"])
    assert summary.pages == 1
    assert KIMI_MI355X in folder.page(KIMI)


@pytest.mark.parametrize(
    ("file", "old", "page"),
    [
        ("llms.md", "({{ address(one.model.path) }})", "llms.txt"),
        ("feed.xml", "{{ absolute(site.base_url, one.path) }}", "feed.xml"),
        ("robots.txt", '{{ absolute(site.base_url, "sitemap.xml") }}', "robots.txt"),
    ],
)
def test_a_dead_address_in_a_list_stops_the_build(folder, file, old, page):
    """Nobody clicks on those: only the check finds them."""
    folder.rows(points(*CURVE))
    new = "({{ address('gone/') }})" if old.startswith("(") else "{{ site.base_url }}gone/"
    folder.edit(f"templates/{file}", old, new)
    assert folder.errors(base_url="https://example.org/b/") == [
        f"{page}: error: 'https://example.org/b/gone/' leads to no page, {END}"
    ]


def test_a_dead_address_in_structured_data_stops_the_build(folder):
    folder.rows(points(*CURVE))
    folder.edit("templates/partials/structured.html", 'absolute(site.base_url, "")', 'absolute(site.base_url, "gone/")')
    (error,) = folder.errors(base_url="https://example.org/b/")
    assert f"error: 'https://example.org/b/gone/' leads to no page, {END}" in error


HERE = "run/b/index.html"


def left_open(body: str, *known: str, beside: tuple[str, ...] = (), base_url: str | None = None) -> frozenset[str]:
    """The links of a page that are looked at again when the whole site is there."""
    content = body.encode()
    files = {HERE: content} | dict.fromkeys(beside, b"")
    return open_links(files, find_links(content, base_url), frozenset(known), HERE, base_url=base_url)


def test_links_that_are_certain_before_the_site_is_there_are_let_go():
    """To a page that is planned, a file beside the page, an element of the page itself, another host."""
    body = (
        '<p id="x"></p><a href="../a/">1</a><a href="data.json">2</a><a href="#x">3</a><a href="#top">4</a>'
        '<a href="https://elsewhere.org/b/">5</a><a href="https://example.org/run/a/">6</a>'
    )
    known = ("run/a/index.html",)
    assert left_open(body, *known, beside=("run/b/data.json",), base_url="https://example.org/") == set()


@pytest.mark.parametrize("link", ["../c/", "data.json", "../a/#x", "#gone", "../../../", "https://[x"])
def test_links_that_are_not_certain_are_kept(link):
    """What leads to something not known yet, into another page, to no element of this one, or nowhere."""
    assert left_open(f'<p id="x"></p><a href="{link}">1</a><a href="../a/">2</a>', "run/a/index.html") == {link}


def test_only_pages_that_links_point_into_are_read():
    """And each of them once."""
    read = []

    class Pages(dict[str, bytes]):
        def __getitem__(self, path: str) -> bytes:
            read.append(path)
            return super().__getitem__(path)

    links = {page: frozenset({"../a/#x", "../c/", "../../#x"}) for page in ("run/p/index.html", "run/q/index.html")}
    pages = Pages.fromkeys(("index.html", "run/a/index.html", "run/c/index.html"), b'<p id="x"></p>')
    problems = Problems()
    check_links(pages, links, (), problems)
    assert (sorted(read), list(problems)) == (["index.html", "run/a/index.html"], [])
