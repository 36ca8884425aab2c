"""Templates of plain text and of Markdown: a value is text there too, whatever it holds, and never more than a line."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from site_builder.render import Renderer, TemplateFault
from tests.folders import points

VALUES = (
    "plain",
    "*a* _b_ __c__",
    "`c` ``d``",
    "a | b",
    "[d](http://e.example/)",
    "![d](x)",
    "[d]: http://e.example/",
    "<b onclick=x> <http://e.example/> <!--",
    "&lt;i&gt; &amp; &#35;",
    "~~x~~",
    "\\* \\",
    "a\nb\r\n\r\nc",
    "# x",
    "a #",
    "{{ 7*7 }} {% raw %}",
    "größe 模型 \u202ea",
)
any_value = pytest.mark.parametrize("value", VALUES)
# What opens a block where a line begins.
AT_THE_START = ("- x", "+ x", "* x", "1. x", "1) x", "# x", "> x", "---", "===", "```", "[a]: b")


def write(folder: Path, **templates: str) -> Renderer:
    """A renderer of some templates, called one.txt for `one_txt`."""
    for name, text in templates.items():
        (folder / name.replace("_", ".")).write_text(text, encoding="utf-8")
    return Renderer(folder, {"x.css": "assets/x.123.css"})


def rendered(folder: Path, name: str, text: str, **context: object) -> str:
    found = write(folder, **{name.replace(".", "_"): text}).render(name, context, "a page")
    assert isinstance(found, str), found
    return found


def line(value: str) -> str:
    """A value as it may stand in a line."""
    return " ".join(value.split())


def shape(text: str) -> list[str]:
    """The constructs of a Markdown text, its words left out."""
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    within = [child.type for token in tokens for child in token.children or () if child.type != "text"]
    return [token.type for token in tokens] + within


def words(text: str) -> list[str]:
    """What a reader of a Markdown text reads, paragraph by paragraph."""
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    return ["".join(child.content for child in token.children) for token in tokens if token.children]


@any_value
def test_a_value_in_plain_text_is_as_it_is_on_one_line(tmp_path, value):
    """Neither escaped nor cut; only its blanks are joined."""
    assert rendered(tmp_path, "x.txt", "a {{ value }}.\nb", value=value) == f"a {line(value)}.\nb"


@any_value
def test_a_value_in_plain_text_is_as_it_is_also_by_way_of_a_macro(tmp_path, value):
    """Of the template itself or of another one, in a block or through the filter of plain words."""
    (tmp_path / "copy.html").write_text("{% macro far(v) %}<{{ v }}>{% endmacro %}", encoding="utf-8")
    text = (
        "{% import 'copy.html' as copy %}{% macro near(v) %}[{{ v }}]{% endmacro %}"
        "{{ near(value) }} {{ copy.far(value) }}{% set b %}({{ value }}){% endset %} {{ b }}"
    )
    shown = line(value)
    assert rendered(tmp_path, "x.txt", text, value=value) == f"[{shown}] <{shown}> ({shown})"


@any_value
@pytest.mark.parametrize(
    "template", ["a {} b", "# {}", "- [{}](https://example.org/)", "- a: {}", "> a {}", "**{}**", "a\n{}"]
)
def test_a_value_in_markdown_is_text(tmp_path, template, value):
    """The same constructs as with a harmless value, and a reader reads it as it is."""
    text = template.format("{{ value }}")
    harmless, found = (rendered(tmp_path, "x.md", text, value=each) for each in ("zzz", value))
    assert shape(found) == shape(harmless)
    assert words(found) == [each.replace("zzz", line(value)) for each in words(harmless)]


@pytest.mark.parametrize("value", AT_THE_START)
@pytest.mark.parametrize("template", ["{}", "> {}", "a\n{}"])
def test_a_value_at_the_start_of_a_line_is_text(tmp_path, template, value):
    """It opens no list, heading or quote, and ends no paragraph as one."""
    text = template.format("{{ value }}")
    harmless, found = (rendered(tmp_path, "x.md", text, value=each) for each in ("zzz", value))
    assert shape(found) == shape(harmless)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(alphabet=st.sampled_from("ab1.-+*_`[]()<>&#|~\\!\"'=:/ \n"), max_size=20))
def test_any_value_is_read_as_it_is(tmp_path, value):
    """Between words, of whatever signs it is."""
    assert words(rendered(tmp_path, "x.md", "x{{ value }}x", value=value)) == [f"x{line(value)}x"]


@pytest.mark.parametrize("name", ["x.txt", "x.md"])
def test_a_missing_value_is_a_fault_in_any_kind_of_text(tmp_path, name):
    found = write(tmp_path, **{name.replace(".", "_"): "a\n{{ value }}"}).render(name, {"value": None}, "a page")
    message = "a value is missing here, expected a test for it or the filter 'dash'"
    assert found == TemplateFault(f"{tmp_path.as_posix()}/{name}:2", message, "", "a page")


@pytest.mark.parametrize("name", ["x.txt", "x.md"])
@pytest.mark.parametrize(("value", "text"), [(0, "0"), (1.5, "1.5"), ("", "")])
def test_numbers_and_flags_print_in_any_kind_of_text(tmp_path, name, value, text):
    assert rendered(tmp_path, name, "a{{ value }}", value=value) == f"a{text}"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("x.html", "&lt;b&gt; *a*"),
        ("x.xml", "&lt;b&gt; *a*"),
        ("x.webmanifest", "&lt;b&gt; *a*"),
        ("x.txt", "<b> *a*"),
        ("x.md", "\\<b\\> \\*a\\*"),
    ],
)
def test_how_a_value_is_written_depends_on_what_a_template_makes(tmp_path, name, value):
    """Markup, unless its name says that it is text or Markdown."""
    assert rendered(tmp_path, name, "{{ value }}", value="<b> *a*") == value


def test_broken_templates_of_every_kind_are_told(folder):
    """Cards, lists and robots.txt as well."""
    folder.rows(points((50, 2500)))
    for name in ("cards/run.txt", "llms.md", "robots.txt", "feed.xml", "site.webmanifest"):
        (folder.templates / name).write_text("{% if %}", encoding="utf-8")
    assert [error.partition(": error: ")[0] for error in folder.errors()] == [
        "templates/cards/run.txt:1",
        "templates/feed.xml:1",
        "templates/llms.md:1",
        "templates/robots.txt:1",
        "templates/site.webmanifest:1",
    ]


@pytest.mark.parametrize(
    "base_url", ["https://example.org/", "https://example.org/my_bench/", "https://example.org/~me/a*b/"]
)
def test_addresses_in_the_list_of_pages_are_as_they_are(folder, base_url):
    """A program that reads the text without parsing it, as most do, follows them all the same; so does the check."""
    folder.rows(points((20, 4000), (50, 2500), (100, 1000)))
    folder.build(base_url=base_url)
    text = (folder.public / "llms.txt").read_text(encoding="utf-8")
    assert f"]({base_url}run/kimi-k26-on-b300/)" in text
    folder.edit("templates/llms.md", "({{ address(one.model.path) }})", "({{ address('gone/') }})")
    assert f"llms.txt: error: '{base_url}gone/' leads to no page" in "".join(folder.errors(base_url=base_url))


def test_a_template_of_text_that_is_none_is_told(folder):
    folder.rows(points((50, 2500)))
    (folder.templates / "robots.txt").write_bytes(b"ab\xff")
    assert folder.errors() == [
        "templates/robots.txt: error: byte 2 is not UTF-8 text, expected a file saved as UTF-8 [template]"
    ]
