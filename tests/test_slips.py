"""Slips of editors that templating languages tell badly or not at all: one of each kind, with what a person sees."""

import html

import pytest

from tests.folders import Folder, points

ROWS = points((20, 4000), (50, 2500), (100, 1000))
FAQ, TEXT = "templates/copy/run/faq.md", "templates/copy/pages/about.md"
RAW = "    where it shall stand on the page, put it between {% raw %} and {% endraw %}"


@pytest.fixture
def ready(folder: Folder) -> Folder:
    """A folder that builds."""
    folder.rows(ROWS)
    return folder


def write(folder: Folder, path: str, text: str) -> None:
    (folder.root / path).write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "line", "found", "expected"),
    [
        ("<p>\n{ data.gpu.name }}</p>", 2, "}}", "'{{' before it"),
        ("{% raw %}}}{% endraw %}\n\n% endif %}", 3, "%}", "'{%' before it"),
        ("a\n# b #}", 2, "#}", "'{#' before it"),
        ("<p>{ data.gpu.name }</p>", 1, "{ data.gpu.name }", "'{{' and '}}' around a value"),
        ("<p>{page.path}</p>", 1, "{page.path}", "'{{' and '}}' around a value"),
    ],
)
def test_a_sign_without_its_other_half_is_an_error(ready, text, line, found, expected):
    """It would stand on the page as it is."""
    write(ready, "templates/partials/mine.html", text)
    message = f"'{found}' would stand on the page as it is, expected {expected} [template]"
    assert ready.errors() == [f"templates/partials/mine.html:{line}: error: {message}\n{RAW}"]


@pytest.mark.parametrize(
    "text",
    [
        "{% raw %}{{ x }} {% y %} {# z #}{% endraw %}",
        "<style>@media print{a{color:red}}</style>",
        "<script>f({a:{}})</script>",
        "{ x } and {y}",
    ],
)
def test_braces_that_are_meant_are_none(ready, text):
    """Between raw and endraw, in stylesheets and scripts, and around what is no value."""
    write(ready, "templates/partials/mine.html", text)
    ready.build()


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("\n{% if true %}\n<p></p>\n", 2, "{% if %} is not closed, expected {% endif %} before the end of the file"),
        (
            "{% for x in [] %}\n\n{% if true %}\na\n{% endfor %}\n",
            3,
            "{% if %} is not closed, expected {% endif %} before line 5",
        ),
        (
            "{% macro a() %}\n{% set b %}x\n{% endmacro %}\n",
            2,
            "{% set %} is not closed, expected {% endset %} before line 3",
        ),
        (
            "{% set a = [1] | join(d='') %}\n{% block c %}\n",
            2,
            "{% block %} is not closed, expected {% endblock %} before the end of the file",
        ),
    ],
)
def test_a_block_that_is_not_closed_is_told_where_it_begins(ready, text, line, message):
    """Not at the end of the file, nor at the right tag that came too early."""
    write(ready, "templates/partials/mine.html", text)
    assert ready.errors() == [f"templates/partials/mine.html:{line}: error: {message} [template]"]


def test_a_wrong_end_is_told_where_it_stands(ready):
    """A typing error in an end tag is no open block."""
    write(ready, "templates/partials/mine.html", "{% if true %}\n\n{% endfi %}\n")
    (error,) = ready.errors()
    assert error.startswith("templates/partials/mine.html:3: error: Encountered unknown tag 'endfi'")


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (
            '<p>\n<a class="x href="y">z</a></p>\n',
            2,
            "a quotation mark is not closed before the next '<'",
        ),
        ("<p>\n<a href='y'\n<b>d</b></a></p>\n", 2, "<a has no '>' before the next '<'"),
        ("<p>\n<b>d</b\n</p>\n", 2, "</b has no '>' before the next '<'"),
    ],
)
def test_a_tag_that_does_not_end_is_one_error(ready, text, line, message):
    """At its own line; what comes after it cannot be followed and is not blamed."""
    write(ready, "templates/partials/mine.html", text)
    (error,) = ready.errors()
    assert error.startswith(f"templates/partials/mine.html:{line}: error: {message}")


@pytest.mark.parametrize("name", ["run.html", "home.html", "layout.html"])
def test_an_empty_template_of_a_page_is_an_error(ready, name):
    """A page without a byte helps nobody; an empty partial may be meant."""
    write(ready, f"templates/{name}", "\n")
    assert any(
        error.startswith(f"templates/{name}:1: error: it is empty, expected the template of a page")
        for error in ready.errors()
    )


def test_a_name_of_another_page_is_told_where_it_is_used(ready):
    """Every page of the shipped ones calls its context `d`; one that forgets to is blamed itself, not its labels."""
    ready.edit("templates/ranking.html", "{% set d = data %}\n", "")
    errors = ready.errors()
    assert errors
    assert all(error.startswith("templates/ranking.html:") and "'d' is undefined" in error for error in errors)


def test_a_mark_of_the_encoding_changes_nothing(ready):
    """Some editors begin a file with it."""
    write(ready, TEXT, "---\nupdated: 2026-08-01\n---\n# About\n\nText.\n")
    ready.build()
    paths = [FAQ, TEXT, "templates/layout.html", "templates/labels/run.html", "templates/site.webmanifest"]
    paths += ["templates/cards/run.txt", "data/tco.toml"]
    before = {path.name: path.read_bytes() for path in ready.public.rglob("*") if path.is_file()}
    for path in paths:
        file = ready.root / path
        file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    ready.build()
    after = {path.name: path.read_bytes() for path in ready.public.rglob("*") if path.is_file()}
    del before["build.json"], after["build.json"]
    assert after == before


@pytest.mark.parametrize("text", ["", "\n\n", "{% if false %}\n## Why?\n\nSo.\n{% endif %}\n"])
def test_no_question_is_no_heading(ready, text):
    """Nor anything for search engines."""
    write(ready, FAQ, text)
    ready.build()
    page = ready.page("run/kimi-k26-on-b300/")
    assert "FAQPage" not in page
    assert 'id="faq"' not in page


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (
            "{# How #}\n\n{{ data.model.name }} is nice\n\n## Why?\n\nSo.\n",
            3,
            "'Kimi K2.6 is nice' before the first question, expected a line that begins with '## '",
        ),
        ("##Why?\n\nSo.\n", 1, "'##Why?' before the first question, expected a line that begins with '## '"),
        ("---\n\n\n## Why?\n\nSo.\n", 1, None),
        ("## Why?\n\nSo.\n\n# How?\n\nThus.\n", 5, "'# How?' within an answer, expected '## ' before a question"),
        ("## Why?\n\nSo.\n\n## \n\nNo.\n", 5, "'## ' with an answer below it, expected a question after '## '"),
        ("## Why?\n\nSo.\n\n## Why?\n\nNo.\n", 1, "the question 'Why?' stands twice, expected it once"),
    ],
)
def test_a_list_of_questions_that_is_none(ready, text, line, message):
    """Told with the words of its author and at the line of the file."""
    write(ready, FAQ, text)
    (error,) = ready.errors()
    assert error.startswith(f"{FAQ}:{line}: error: {message or ''}")


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (
            "---\nupdated: 2026-08-01\n\n# A\n",
            1,
            "front matter: it is not closed, expected a line '---' after its last key",
        ),
        ("\n---\nupdated: 2026-08-01\n---\n# A\n", 2, "front matter: it begins on line 2, expected line 1"),
        (
            "---\nupdated: 2026-08-01\nupdated: 2026-08-02\n---\n# A\n",
            3,
            "'updated' a second time, expected it once",
        ),
        ("---\nupdated\n---\n# A\n", 2, "no colon after 'updated', expected updated: 2026-08-15"),
    ],
)
def test_a_front_matter_that_would_show_is_an_error(ready, text, line, message):
    """Its keys would be printed, and its date lost."""
    write(ready, TEXT, text)
    assert ready.errors() == [f"{TEXT}:{line}: error: {message} [front-matter]"]


def test_the_title_of_a_text_is_no_line_of_code(ready):
    """What stands between fences is an example."""
    write(ready, TEXT, "```\n# no title\n```\n\n# The title\n")
    ready.build()
    assert "<title>The title |" in ready.page("about/")


def test_a_wrong_line_of_a_card_is_told_once_at_its_line(ready):
    """However many pages have the card."""
    ready.rows(points((20, 4000), (50, 2500), hardware="h200"), "b.parquet")
    text = (ready.templates / "cards/run.txt").read_text(encoding="utf-8")
    lines = text.split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("title:"))
    lines[at] = lines[at].replace("title:", "titel", 1)
    write(ready, "templates/cards/run.txt", "\n".join(lines))
    (error,) = ready.errors(base_url="https://example.org/")
    assert error.startswith(
        f"templates/cards/run.txt:{at + 1}: error: a line that begins with 'titel', expected one of title,"
    )
    assert error.endswith("did you mean 'title'?")


@pytest.mark.parametrize(
    ("old", "new", "hint"),
    [
        ("neocloud = 2.52", "neocloud = 2,52", "an amount is written 4.40: a point, and no sign of a currency"),
        ("neocloud = 2.52", "neocloud = $2.52", "an amount is written 4.40: a point, and no sign of a currency"),
    ],
)
def test_a_price_in_another_form_is_told_how_to_write(ready, old, new, hint):
    """The parser's own words do not help who never saw TOML."""
    line = ready.edit("data/tco.toml", old, new)
    (error,) = ready.errors()
    assert error.startswith(f"data/tco.toml:{line}: error: ")
    assert error.endswith(f"[not-toml]\n    {hint}")


@pytest.mark.parametrize(
    ("text", "found", "expected"),
    [
        ("{{ data.engines }}", "a list", "a loop over it or a filter such as sentence_list"),
        ("{{ data.gpu }}", "a GpuContext", "one of its fields"),
        ("{{ data.disagg }}", "yes or no", "a test of it: {% if … %}"),
        ("{{ data.gpu.name.upper }}", "a function, macro or filter that is not called", "a call: name(…)"),
        ("{{ sentence }}", "a function, macro or filter that is not called", "a call: name(…)"),
        ("{{ data.engines | plain }}", "a list", "a loop over it or a filter such as sentence_list"),
        ('{{ "a" ~ data.engines }}', "a list", "a loop over it or a filter such as sentence_list"),
        ("{{ [data.gpu] | join }}", "a GpuContext", "one of its fields"),
    ],
)
@pytest.mark.parametrize("file", ["templates/copy/run/beside.md", "templates/partials/prices.html"])
def test_what_is_no_text_is_not_printed(ready, file, text, found, expected):
    """Python's own words for it would stand on the page."""
    ready.rows(points((20, 4000), (50, 2500), hardware="h200"), "b.parquet")
    write(ready, file, text)
    (error,) = ready.errors()
    assert error.startswith(f"{file}:1: error: {found} is no text, expected {expected} (while rendering run/")


@pytest.mark.parametrize("text", ["upper", "lower", "plain", 'replace("a", "b")'])
def test_filters_of_texts_refuse_what_is_missing(ready, text):
    """None, NONE or none can never reach a page."""
    ready.edit("data/gpus.toml", *_without_memory(ready))
    write(ready, "templates/partials/prices.html", f"{{{{ data.gpu.memory | {text} }}}}")
    (error,) = ready.errors()
    message = "a value is missing here, expected a test for it or the filter 'dash'"
    assert error.startswith(f"templates/partials/prices.html:1: error: {message}")


def _without_memory(folder: Folder) -> tuple[str, str]:
    """What to take out of gpus.toml, so that nobody knows how much memory a B300 has."""
    text = (folder.data / "gpus.toml").read_text(encoding="utf-8")
    begin = text.index("[gpus.b300]")
    entry = text[begin : text.index("\n[", begin + 1)]
    (line,) = (line for line in entry.split("\n") if line.startswith("memory_gb"))
    return entry, entry.replace(f"{line}\n", "")


def test_a_misspelt_block_is_an_error(ready):
    """What is written in it would be lost."""
    line = ready.edit("templates/run.html", "{% block content %}", "{% block contnet %}")
    (error,) = ready.errors()
    assert error.startswith(f"templates/run.html:{line}: error: no block 'contnet' in layout.html, expected one of: ")
    assert error.endswith("did you mean 'content'?")


@pytest.mark.parametrize(
    "text", ["{% for x in [] %}" * 25 + "{% endfor %}" * 25, "{{ " + "(" * 3000 + ")" * 3000 + " }}"]
)
def test_a_template_that_nests_too_deeply_is_no_bug_of_the_program(ready, text):
    """Nobody writes that; a broken editor may."""
    write(ready, "templates/partials/mine.html", text)
    (error,) = ready.errors()
    assert error.startswith("templates/partials/mine.html:1: error: its blocks or brackets are nested too deeply")


def test_a_notice_for_one_gpu_stands_on_its_pages_alone(ready):
    """Without a general one it says nothing anywhere else."""
    ready.rows(points((20, 4000), (50, 2500), hardware="h200"), "b.parquet")
    write(ready, "templates/copy/notices/new.b300.md", "Measured again.\n")
    ready.build()
    assert "Measured again." in ready.page("run/kimi-k26-on-b300/")
    assert "Measured again." not in ready.page("run/kimi-k26-on-h200/")
    assert "Measured again." not in ready.page()


@pytest.mark.parametrize("name", ["QQ90071900000009007190ZZ", "9007190000001", "90071900000009007190"])
def test_no_name_is_taken_for_the_place_of_another_value(ready, name):
    """Copy sets values aside under numbers; a name of such numbers is a name."""
    text = (ready.data / "models.toml").read_text(encoding="utf-8")
    (ready.data / "models.toml").write_text(text.replace('name = "Kimi K2.6"', f'name = "{name}"'), encoding="utf-8")
    ready.build()
    assert f"Running {name} on B300" in html.unescape(ready.page("run/kimi-k26-on-b300/"))


def test_markup_in_a_name_is_no_link_of_a_list_of_text(ready):
    """In llms.txt it is text, and leads nowhere."""
    text = (ready.data / "models.toml").read_text(encoding="utf-8")
    name = "<img src=x onerror=1>"
    (ready.data / "models.toml").write_text(text.replace('name = "Kimi K2.6"', f'name = "{name}"'), encoding="utf-8")
    ready.build()


@pytest.mark.parametrize(
    "text",
    [
        "<p>\n${{ data.configs }}</p>",
        "<p>\n$ {{ data.configs }}</p>",
        "<p>\n$<b>{{ data.configs }}</b></p>",
        "<p>\n${% if true %}{{ data.configs }}{% endif %}</p>",
        '<p>\n{% set sign = "$" %}{{ sign }}{{ data.configs }}</p>',
    ],
)
def test_a_dollar_sign_of_its_own_is_an_error(ready, text):
    """Amounts bring their sign: it would stand twice, or alone where there is no amount."""
    write(ready, "templates/partials/mine.html", text)
    (error,) = ready.errors()
    message = "'$' before a value, expected the value alone: amounts bring their sign"
    assert error.startswith(f"templates/partials/mine.html:2: error: {message}")
