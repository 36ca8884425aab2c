"""A check goes on behind a step with errors, and tells nothing that is not so because of them."""

import pytest

from tests.checking import checked, found, site, told
from tests.folders import row

BAD_LINK = (
    "templates/copy/site/footer.md:1: error: 'htps://a.org' begins with htps:, expected https, http or mailto "
    "[bad-link]\n    did you mean 'https'?"
)


@pytest.fixture
def small(folder):
    """A site whose footer has a bad link, which every step before must leave to be told."""
    path = folder.templates / "copy/site/footer.md"
    path.write_text(f"[a](htps://a.org)\n\n{path.read_text(encoding='utf-8')}", encoding="utf-8")
    return site(folder)


def write(folder, file, content):
    (folder.root / file).write_bytes(content)


def seen(folder):
    """The rules of what is found, without the notes of every small folder, and how many pages were looked at."""
    result = checked(folder)
    usual = ("no-base-url", "unused-entry")
    return [problem.rule for problem in result.problems if problem.rule not in usual], result.pages


def test_a_catalog_that_cannot_be_read(small):
    """No page can be made, but templates are looked at."""
    write(small, "data/models.toml", b"x =\n")
    errors = told(small)
    assert errors[0] == "data/models.toml:1: error: Invalid value, expected valid TOML [not-toml]"
    assert errors[1:] == [BAD_LINK]


def test_no_data_at_all(small):
    for path in small.data.glob("*.toml"):
        path.unlink()
    assert seen(small) == (["no-catalogs", "bad-link"], 0)


@pytest.mark.parametrize("name", ["data", "templates"])
def test_folders_that_do_not_exist(small, name):
    (small.root / name).rename(small.root / "away")
    rules = [problem.rule for problem in found(small)]
    assert rules == {"data": ["no-data", "bad-link"], "templates": ["no-templates"]}[name]


def test_rows_that_cannot_be_read(small):
    """Links and catalog entries may be right with them, so they are not followed."""
    write(small, "data/benchmarks/b.parquet", b"garbage")
    small.edit("templates/404.html", "<h1>Page not found</h1>", '<h1>Not found</h1><a href="/nowhere/">x</a>')
    assert told(small) == [
        "data/benchmarks/b.parquet: error: the content is not Parquet, expected a Parquet file [not-parquet]",
        BAD_LINK,
        (
            "templates: note: links and unused entries are not checked, since errors above keep pages from being there "
            "[not-checked]"
        ),
    ]
    assert found(small, "unused-entry") == []


def test_names_that_no_catalog_has(small):
    """Their rows are there, so everything is checked."""
    small.rows([row(hardware="zzz")], "b.parquet")
    assert [problem.rule for problem in found(small)] == ["unknown-name", "no-price", "bad-link"]
    assert found(small, "unused-entry")
    assert [problem.severity for problem in found(small, "unknown-name", allow_unknown=True)] == ["warning"]


def test_an_address_that_moved_astray(small):
    small.edit("data/site.toml", '# "/run/kimi-on-b300/" = "/run/kimi-k26-on-b300/"', '"/run/x/" = "/run/y/"')
    assert seen(small) == (["dead-redirect", "bad-link", "not-checked"], 6)


def test_a_page_of_text_without_a_title(small):
    write(small, "templates/copy/pages/new.md", b"text\n")
    assert [problem.rule for problem in found(small)] == ["no-title", "bad-link", "not-checked"]


def test_a_stylesheet_with_a_dead_address(small):
    write(small, "templates/assets/more.css", b"a { background: url(nope.png) }\n")
    assert seen(small) == (["dead-link", "bad-link"], 6)


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        (
            "templates/partials/ladder.html",
            "{% macro",
            "{% if x %}\n{% macro",
            "{% if %} is not closed, expected {% endif %} before the end of the file",
        ),
        ("templates/partials/ladder.html", "{% macro", "{{ nothing }}{% macro", "'nothing' is undefined"),
    ],
)
def test_a_broken_template_is_told_once(small, file, old, new, message):
    """Not again by each page that has a part of it; the other pages are looked at."""
    path = small.root / file
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    small.edit("templates/404.html", "<h1>Page not found</h1>", "<p>Page not found</p>")
    problems = found(small)
    assert [one.message[: len(message)] for one in problems if one.rule == "template"] == [message]
    assert "headings" in {problem.rule for problem in problems}


def test_what_imports_a_broken_template_is_not_told(small):
    """A slip in a file of labels hides no other: neither its words nor the file are called missing."""
    path = small.templates / "labels/run.html"
    path.write_text(f"{path.read_text(encoding='utf-8')}{{% if %}}\n", encoding="utf-8")
    (only,) = told(small, "template")
    assert only.startswith("templates/labels/run.html:")
    assert "Expected an expression" in only


def test_a_fault_that_only_a_page_shows(small):
    """It is told as in a build, and the other pages are looked at."""
    line = small.edit("templates/404.html", "<h1>", "{{ site.base_url }}<h1>")
    result = checked(small)
    errors = [(problem.rule, problem.place) for problem in result.problems if problem.severity == "error"]
    assert errors == [("template", f"templates/404.html:{line}"), ("bad-link", "templates/copy/site/footer.md:1")]
    assert result.pages == 5


@pytest.mark.parametrize("file", ["partials/mine.html", "run.html", "labels/words.html", "copy/run/cost.md"])
def test_a_template_that_is_no_text(small, file):
    """Whether no page, one page or every page has a part of it."""
    write(small, f"templates/{file}", b"ab\xff")
    assert told(small, "template") == [
        f"templates/{file}: error: byte 2 is not UTF-8 text, expected a file saved as UTF-8 [template]"
    ]
    assert found(small, "bad-link")


def test_a_template_that_cannot_be_read(small, monkeypatch):
    """A disk may fail, or rights be missing."""

    def refused(*_args: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("jinja2.FileSystemLoader.get_source", refused)
    rules = {problem.rule for problem in found(small)}
    assert "unreadable-file" in rules
    assert "template" not in rules
