"""What a finished page is held to beyond its links, page by page."""

import pytest

from site_builder.linting.page_reader import read_page
from site_builder.linting.page_rules import page_flaws, title_without_site

ASSETS = {"assets/a.123.png": "a.png"}


def flaws(body: str = "<h1>A</h1>", head: str = "<title>A | Report</title>") -> list[str]:
    """What is wrong on a page, with its rule."""
    parts = read_page(f"<!doctype html><html><head>{head}</head><body>{body}</body></html>")
    found = [flaw for flaw in page_flaws(parts, "Report", ASSETS) if not flaw.only_in]
    return [f"{flaw.severity}: {flaw.message} [{flaw.rule}]" for flaw in found]


@pytest.mark.parametrize(
    "body",
    [
        "<h1>A</h1><h2>B</h2><h3>C</h3><h2>D</h2>",
        "<nav><p>x</p></nav><h1>A <em>b</em></h1>",
        '<h1 id="a">A</h1><p id="b"></p><a name="b" href="#a">x</a>',
        '<h1>A</h1><img src="a.png" alt=""><img src="b.png" alt="what it shows">',
        '<h1>A</h1><svg role="img"><title>T</title><rect/></svg>',
        '<h1>A</h1><map><area href="#a" alt="x"><area alt></map>',
        '<h1>A</h1><a rel="nofollow" href="htps://a row\'s">x</a>',
        "<h1>A</h1><script>'<h4><img src=x>'</script><!-- <h4>x</h4> -->",
        "<h1>A</h1><p title=\"<img src='x'>\">&lt;img src=x&gt;</p>",
    ],
)
def test_pages_without_a_flaw(body):
    assert flaws(body) == []


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<h2>A</h2>", ["warning: no heading <h1>, expected one that says what the page is about [headings]"]),
        ("", ["warning: no heading <h1>, expected one that says what the page is about [headings]"]),
        ("<h1>A</h1><h1>B</h1>", ["warning: 'B' is a second <h1>, expected one on a page [headings]"]),
        ("<h1>A</h1><h3>B</h3>", ["warning: <h3> 'B' follows <h1>, expected <h2> [headings]"]),
        ("<h2>B</h2><h1>A</h1>", ["warning: <h2> 'B' is the first heading, expected <h1> [headings]"]),
        (
            "<h1>A</h1><h2>B</h2><h4>C  <b>d</b></h4><h6>E</h6>",
            [
                "warning: <h4> 'C d' follows <h2>, expected <h3> [headings]",
                "warning: <h6> 'E' follows <h4>, expected <h5> [headings]",
            ],
        ),
        (
            "<h1>A</h1><p id=x></p><p id=\"x\"></p><p ID='x'></p>",
            ["warning: the id 'x' stands 3 times on one page, expected once [duplicate-id]"],
        ),
        (
            '<h1>A</h1><img src="../../assets/a.123.png">',
            [
                (
                    "warning: the <img> of 'a.png' has no alt text, expected what it shows "
                    '(alt="" for an ornament) [no-alt]'
                )
            ],
        ),
        (
            "<h1>A</h1><input type=image src=go.png>",
            [
                (
                    "warning: the <input> of 'go.png' has no alt text, expected what it shows "
                    '(alt="" for an ornament) [no-alt]'
                )
            ],
        ),
        (
            '<h1>A</h1><a href=" htps://a.org ">x</a><a href="htps://a.org">y</a>',
            ["error: 'htps://a.org' begins with htps:, expected https, http, mailto or tel [bad-link]"],
        ),
        (
            '<h1>A</h1><img src="https://a.org/x y.png" alt="x">',
            ["warning: 'https://a.org/x y.png' has a space in it, expected %20 in its place [bad-link]"],
        ),
    ],
)
def test_flaws_of_a_page(body, expected):
    assert flaws(body) == expected


def test_an_empty_alternative_text_is_a_flaw_where_markdown_made_it():
    """In HTML it says that a picture is an ornament; in copy the text was forgotten."""
    (flaw,) = page_flaws(read_page('<title>A</title><h1>A</h1><img src="a.png" alt="">'), "Report", ASSETS)
    assert (flaw.only_in, flaw.message) == (
        ".md",
        "the picture 'a.png' has no alt text, expected ![what it shows](…)",
    )


@pytest.mark.parametrize("head", ["", "<title></title>", "<title> \n </title>"])
def test_a_page_without_a_title(head):
    assert flaws(head=head) == ["warning: no title, expected some words in <title> [no-title]"]


def test_a_title_may_have_70_characters_without_the_name_of_the_site():
    """70 are fine, 71 are not; what a reader sees counts, so an entity is one."""
    assert flaws(head=f"<title>{'a' * 69}&amp; | Report</title>") == []
    assert flaws(head=f"<title>{'a' * 70}&amp; | Report</title>") == [
        f"note: a title of 71 characters ('{'a' * 59}…), expected 70 at most [long-title]"
    ]


def test_a_description_may_have_320_characters():
    """320 are fine, 321 are not."""
    head = '<title>A</title><meta name="description" content="{}">'
    assert flaws(head=head.format("a" * 319 + "&quot;")) == []
    assert flaws(head=head.format("a" * 321)) == [
        "note: a description of 321 characters, expected 320 at most [long-description]"
    ]


@pytest.mark.parametrize(
    ("title", "left"),
    [
        ("A | Report", "A"),
        ("A – Report", "A"),
        ("Report", "Report"),
        ("A Report", "A Report"),
        ("A | Reports", "A | Reports"),
    ],
)
def test_only_the_name_of_the_site_at_the_end_is_left_out(title, left):
    assert title_without_site(title, "Report") == left
