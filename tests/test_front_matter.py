"""The lines above a page of text: when it was updated, and what is told of lines that are wrong."""

import datetime
import re

import pytest

from site_builder.errors import Problems
from site_builder.render import Text, read_texts
from tests.folders import Folder, points
from tests.reading_pages import CURVE, Page, built

KEYS = "is no key of a front matter, expected: updated [front-matter]"
DATE = "expected a date such as 2026-08-15 [front-matter]"


def write(folder: Folder, text: str) -> None:
    (folder.templates / "copy/pages/about.md").write_text(text, encoding="utf-8")


def page(folder: Folder, text: str, **options) -> Page:
    """The page of a text as built."""
    write(folder, text)
    return built(folder, points(*CURVE), "about/", **options)


def errors(folder: Folder, text: str) -> list[str]:
    write(folder, text)
    folder.rows(points(*CURVE))
    return folder.errors()


def modified(found: Page) -> str | None:
    date: str | None = found.graph("WebPage").get("dateModified")
    return date


@pytest.mark.parametrize(
    "text",
    [
        "---\nupdated: 2026-08-15\n---\n# About\n\nWords.\n",
        "---\n\n  updated :  2026-08-15  \n\n--- \n\n# About\n\nWords.\n",
        "---\r\nupdated: 2026-08-15\r\n---\r\n# About\r\n\r\nWords.\r\n",
    ],
)
def test_a_page_of_text_says_when_it_was_updated(folder, text):
    """To machines, in its data and in the sitemap; nothing of the lines is on the page."""
    found = page(folder, text, base_url="https://example.org/")
    assert modified(found) == "2026-08-15"
    assert found.root.one("article").text == "About Words."
    sitemap = (folder.public / "sitemap.xml").read_text(encoding="utf-8")
    (entry,) = [one for one in re.split(r"<url>", sitemap) if "/about/<" in one]
    assert "<lastmod>2026-08-15</lastmod>" in entry


@pytest.mark.parametrize("text", ["# About\n", "---\n---\n# About\n", "---\n\n---\n# About\n"])
def test_a_page_of_text_without_a_date_has_none(folder, text):
    """Not that of the build, and not that of the data."""
    found = page(folder, text, base_url="https://example.org/")
    assert modified(found) is None
    assert found.root.one("article").text == "About"


@pytest.mark.parametrize(
    "text", ["# About\n\n---\n\nupdated: x\n\n---\n", "Text.\n\n---\nupdated: x\n\n---\n# About\n"]
)
def test_lines_that_do_not_stand_first_are_text(folder, text):
    """A line of hyphens within a text is a rule."""
    found = page(folder, text)
    assert "updated: x" in found.root.one("article").text


def test_what_is_read_of_a_text(tmp_path):
    """Its name, its title, its template and its date, in the order of the names."""
    (tmp_path / "copy/pages").mkdir(parents=True)
    (tmp_path / "copy/pages/b.md").write_text("---\nupdated: 2026-08-15\n---\nText.\n\n#  B c \n\n# D\n")
    (tmp_path / "copy/pages/a.md").write_text("# A\n")
    problems = Problems()
    assert read_texts(tmp_path, problems) == [
        Text("a", "A", "pages/a", None),
        Text("b", "B c", "pages/b", datetime.date(2026, 8, 15)),
    ]
    assert list(problems) == []


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("update: 2026-08-15", f"'update' {KEYS}\n    did you mean 'updated'?"),
        ("zzzzzz: 1", f"'zzzzzz' {KEYS}"),
        ("zzzzzz", f"'zzzzzz' {KEYS}"),
        ("Updated: 2026-08-15", f"'Updated' {KEYS}\n    did you mean 'updated'?"),
        ("updated:", f"'', {DATE}"),
        ("updated", "no colon after 'updated', expected updated: 2026-08-15 [front-matter]"),
        ("updated: 15 August 2026", f"'15 August 2026', {DATE}"),
        ("updated: 2026-8-15", f"'2026-8-15', {DATE}"),
        ("updated: 2026-02-30", f"'2026-02-30', {DATE}"),
        ('updated: "2026-08-15"', f"'\"2026-08-15\"', {DATE}"),
    ],
)
def test_a_wrong_line_is_told_with_its_number(folder, line, told):
    """Here the third, behind a blank one."""
    text = f"---\n\n{line}\n---\n# About\n"
    assert errors(folder, text) == [f"templates/copy/pages/about.md:3: error: {told}"]


def test_every_wrong_line_is_told(folder):
    found = errors(folder, "---\nname: x\nupdated: y\n---\n# About\n")
    assert [error.partition(": error: ")[0] for error in found] == [
        "templates/copy/pages/about.md:2",
        "templates/copy/pages/about.md:3",
    ]


def test_a_title_is_needed_below_them(folder):
    assert errors(folder, "---\nupdated: 2026-08-15\n---\nText.\n") == [
        "templates/copy/pages/about.md: error: no title, expected a line that begins with '# ' [no-title]"
    ]


@pytest.mark.parametrize(
    ("body", "found"),
    [("{{ site.nam }}", "no field 'nam' here"), ("{% if %}", "Expected an expression")],
)
def test_a_fault_below_them_is_told_in_the_line_of_the_file(folder, body, found):
    """As the editor's program counts it."""
    (error,) = errors(folder, f"---\nupdated: 2026-08-15\n---\n# About\n\n{body}\n")
    assert error.startswith(f"templates/copy/pages/about.md:6: error: {found}")


def test_they_are_no_template(folder):
    """What stands there is read as it is written."""
    assert errors(folder, "---\nupdated: {{ site.price_date }}\n---\n# About\n") == [
        f"templates/copy/pages/about.md:2: error: '{{{{ site.price_date }}}}', {DATE}"
    ]


def test_a_title_is_what_a_reader_sees_of_it(tmp_path):
    """In menus and heads there is no markup; an expression could not be filled in there."""
    (tmp_path / "copy/pages").mkdir(parents=True)
    (tmp_path / "copy/pages/a.md").write_text("# *Why* `x` & y\n")
    problems = Problems()
    assert [text.title for text in read_texts(tmp_path, problems)] == ["Why x & y"]
    (tmp_path / "copy/pages/b.md").write_text("\n# Of {{ site.name }}\n")
    read_texts(tmp_path, problems)
    (problem,) = problems
    assert problem.place.endswith("b.md:2")
    assert problem.message.startswith("an expression in the title, expected plain text")
