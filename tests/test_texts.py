"""Pages of text in Markdown: the value of a template is text wherever it stands, and never the address of a script."""

import json

import pytest

from tests.folders import Folder, points
from tests.reading_pages import CURVE, Node, built

VALUE = "{{ site.price_source }}"
SCRIPT = "javascript:alert(1)"
VALUES = (
    "plain",
    "*a* _b_",
    "`c`",
    "a | b",
    "[d](http://e.example/)",
    "<b onclick=x>",
    "&lt;i&gt;",
    "1. x",
    "# x",
    "\\*",
)
any_value = pytest.mark.parametrize("value", VALUES)


def article(folder: Folder, text: str, value: str) -> Node:
    """A page of text as built, with a value from the settings."""
    folder.edit("data/tco.toml", 'source = "SemiAnalysis AI Cloud TCO model"', f"source = {json.dumps(value)}")
    (folder.templates / "copy/pages/about.md").write_text(f"# About\n\n{text}\n", encoding="utf-8")
    return built(folder, points(*CURVE), "about/").root.one("article")


def tags(node: Node) -> list[str]:
    """The elements below, without the heading."""
    return [each.tag for each in node.walk() if each.tag not in ("article", "h1")]


@any_value
@pytest.mark.parametrize(
    ("text", "shape"),
    [
        (f"From {VALUE}.", ["p"]),
        (VALUE, ["p"]),
        (f"`{VALUE}`", ["p", "code"]),
        (f"*{VALUE}* **{VALUE}**", ["p", "em", "strong"]),
        (f"```\n{VALUE}\n```", ["pre", "code"]),
        (f"    {VALUE}", ["pre", "code"]),
        (f"- {VALUE}", ["ul", "li"]),
        (f"> {VALUE}", ["blockquote", "p"]),
        (f"## {VALUE}", ["h2"]),
        (f"| {VALUE} | b |\n| --- | --- |", ["table", "thead", "tr", "th", "th"]),
        (
            f"| a |\n| --- |\n| {VALUE} |\n| `{VALUE}` |",
            ["table", "thead", "tr", "th", "tbody", "tr", "td", "tr", "td", "code"],
        ),
        (f"[{VALUE}](../)", ["p", "a"]),
    ],
)
def test_a_value_is_text_in_every_construct(folder, text, shape, value):
    """Neither markup nor Markdown, and as it stands: with its stars, bars, ticks and tags."""
    found = article(folder, text, value)
    assert tags(found) == shape
    assert value in found.raw


@any_value
def test_a_value_in_the_title_of_a_link_is_text(folder, value):
    """Also with quotes in it."""
    (link,) = article(folder, f'[x](../ "{VALUE}")', f'{value} "q"').all("a")
    assert link.attrs == {"href": "../", "title": f'{value} "q"'}


@pytest.mark.parametrize(
    "value",
    [
        SCRIPT,
        "JavaScript:alert(1)",
        " javascript:alert(1)",
        "java\tscript:alert(1)",
        "java\nscript:alert(1)",
        "\x01javascript:alert(1)",
        "vbscript:x",
        "data:text/html,<script>alert(1)</script>",
        "file:///etc/passwd",
    ],
)
@pytest.mark.parametrize("text", [f"[x]({VALUE})", f"[x][r]\n\n[r]: {VALUE}", f"[x](<{VALUE}>)"])
def test_a_link_leads_to_no_script_whatever_a_value_says(folder, text, value):
    """Only the web and addresses of the site itself are; anything else leads nowhere."""
    (link,) = article(folder, text, value).all("a")
    assert link.attrs == {"href": "#"}


@pytest.mark.parametrize("value", [SCRIPT, "data:image/svg+xml,<svg onload=x>"])
def test_a_picture_comes_from_no_script_either(folder, value):
    (picture,) = article(folder, f"![x]({VALUE})", value).all("img")
    assert picture.attrs == {"src": "#", "alt": "x"}


@pytest.mark.parametrize(
    ("address", "value"),
    [
        (f"java{VALUE}", "script:alert(1)"),
        (f"{VALUE}:alert(1)", "javascript"),
        (f"j{VALUE}{VALUE}", "avascript:"),
    ],
)
def test_a_script_is_not_put_together_from_pieces(folder, address, value):
    """A value after letters of the template, before them, or beside another one."""
    (link,) = article(folder, f"[x]({address})", value).all("a")
    assert not (link.attrs["href"] or "").casefold().startswith("javascript:")


@pytest.mark.parametrize("value", ["https://example.org/a?b=1&c=2", "HTTP://example.org/", "../methodology/", "#x"])
def test_an_address_in_a_value_is_a_link_where_it_is_one(folder, value):
    """The web, pages of the site and parts of the page; signs stay in their attribute."""
    folder.edit("templates/text.html", "{% block content %}", '{% block content %}<p id="x"></p>')
    (link,) = article(folder, f"[x]({VALUE})", value).all("a")
    assert link.attrs == {"href": value}


@pytest.mark.parametrize(
    "text",
    [
        "{% macro m() %}From {{ site.price_source }}{% endmacro %}{{ m() }}",
        "{% set m %}From {{ site.price_source }}{% endset %}{{ m }}",
        "{% filter replace('-', '+') %}From {{ site.price_source }}{% endfilter %}",
    ],
)
@pytest.mark.parametrize("value", ["plain", "*a* `b` | <i>"])
def test_a_value_is_text_also_by_way_of_a_macro_or_a_block(folder, text, value):
    """As an editor would use the sentences of another template."""
    found = article(folder, text, value)
    assert tags(found) == ["p"]
    assert found.all("p")[0].raw == f"From {value}"


@pytest.mark.parametrize("value", ["qZ7value0qZ7", "qZ7value1qZ7", "qZ7value99qZ7"])
def test_no_value_can_pass_for_another(folder, value):
    """Nor for one that is not there."""
    assert article(folder, f"{{{{ site.name }}}} {VALUE}", value).all("p")[0].raw == f"Inference report {value}"


def test_values_of_one_page_do_not_turn_up_on_another(folder):
    """Two pages with different values, each with its own."""
    (folder.templates / "copy/pages/beside.md").write_text("# Beside\n\n{{ site.name }}\n", encoding="utf-8")
    assert article(folder, VALUE, "here").all("p")[0].raw == "here"
    text = (folder.public / "beside/index.html").read_text(encoding="utf-8")
    assert "<p>Inference report</p>" in text


@pytest.mark.parametrize(
    ("address", "href"),
    [
        ("/methodology/", "../methodology/"),
        ("/", "../"),
        ("/methodology/?x=1#top", "../methodology/?x=1#top"),
        ("/data/ladder.csv", "../data/ladder.csv"),
        ("//example.org/x", "//example.org/x"),
        ("/./methodology/", ".././methodology/"),
    ],
)
@pytest.mark.parametrize("text", ["[x]({})", "[x](<{}>)", "[x][r]\n\n[r]: {}"])
def test_an_address_from_the_root_leads_into_the_site(folder, text, address, href):
    """From the place of its page, so that the site works in any folder of a host; two slashes lead to another host."""
    (link,) = article(folder, text.format(address), "x").all("a")
    assert link.attrs == {"href": href}


@pytest.mark.parametrize("value", ["/methodology/", " /methodology/", "\t/methodology/"])
def test_an_address_from_the_root_in_a_value_leads_into_the_site_as_well(folder, value):
    """What a browser takes off an address does not count."""
    (link,) = article(folder, f"[x]({VALUE})", value).all("a")
    assert "".join((link.attrs["href"] or "").split()) == "../methodology/"


def test_an_address_from_the_root_to_no_page_is_told(folder):
    (folder.templates / "copy/pages/about.md").write_text("# About\n\n[x](/gone/)\n", encoding="utf-8")
    folder.rows(points(*CURVE))
    (error,) = folder.errors()
    assert error.startswith("templates/copy/pages/about.md:3: error: '../gone/' leads to no page")


def test_what_looks_like_an_address_in_text_stays_as_it_is(folder):
    """Only addresses of links and pictures are placed."""
    found = article(folder, '`href="/x/"` src="/y/" &quot;href="javascript:x"', "x")
    assert found.all("p")[0].raw == 'href="/x/" src="/y/" "href="javascript:x"'
