"""Faults in templates, as an editor sees them: file, line, what was expected, and the nearest name that exists."""

import shutil

import pytest

from site_builder import build, render
from site_builder.errors import BuildError
from tests.folders import Folder, points
from tests.reading_pages import CURVE, KIMI, built, html_pages, page_of

FOUR = "{% extends 'layout.html' %}\n{% block content %}\n"
WORDS = "{% import 'copy/own.html' as w %}"
MACROS = "expected one of: lead, nothing, stops_at"
SITE_FIELDS = (
    "name, description, fleet, sample_data, notices, tiers, primary_tier, scenarios, price_source, price_tier, "
    "price_date, base_url, pages"
)


@pytest.fixture
def site(folder):
    """A project of one pair."""
    folder.rows(points(*CURVE))
    return folder


def write(folder: Folder, name: str, text: str) -> None:
    path = folder.templates / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def wrong(folder: Folder, body: str) -> list[str]:
    """The errors when line 3 of 404.html holds something wrong; copy/own.html has three macros and borrows one."""
    macros = "".join(f"{{% macro {name}() %}}x{{% endmacro %}}" for name in ("nothing", "lead", "stops_at"))
    write(folder, "copy/own.html", "{% from 'labels/words.html' import tops_out %}" + macros)
    write(folder, "404.html", f"{FOUR}{body}\n{{% endblock %}}\n")
    return folder.errors()


@pytest.mark.parametrize(
    ("body", "found", "hint"),
    [
        ("{{ nosuch }}", "'nosuch' is undefined, expected a name that this template is given", ""),
        ("{{ site.nam }}", f"no field 'nam' here, expected one of: {SITE_FIELDS}", "did you mean 'name'?"),
        ("{{ site.zzz }}", f"no field 'zzz' here, expected one of: {SITE_FIELDS}", ""),
        (
            "{% if site.pagse %}x{% endif %}",
            f"no field 'pagse' here, expected one of: {SITE_FIELDS}",
            "did you mean 'pages'?",
        ),
        ("{{ data }}", "a value is missing here, expected a test for it or the filter 'dash'", ""),
        ("{{ 1 / 0 }}", "ZeroDivisionError: division by zero", ""),
        (f"{WORDS}{{{{ w.noting() }}}}", f"no macro 'noting' in copy/own.html, {MACROS}", "did you mean 'nothing'?"),
        (f"{WORDS}{{{{ w.zzz() }}}}", f"no macro 'zzz' in copy/own.html, {MACROS}", ""),
        (
            "{% include 'nope.html' %}",
            "the template 'nope.html' does not exist, expected a file of the templates folder",
            "did you mean 'home.html'?",
        ),
    ],
)
def test_a_fault_while_rendering_names_file_line_and_what_is_there(site, body, found, hint):
    line = f"templates/404.html:3: error: {found} (while rendering 404.html) [template]"
    assert wrong(site, body) == [f"{line}\n    {hint}" if hint else line]


@pytest.mark.parametrize(
    ("body", "found", "hint"),
    [
        ("{% if %}", "Expected an expression, got 'end of statement block'", ""),
        ("{{ 'x' | uper }}", "No filter named 'uper'", "did you mean 'upper'?"),
        ("{{ 'x' | zzzzzz }}", "No filter named 'zzzzzz'", ""),
        ("{{ site is definde }}", "No test named 'definde'", "did you mean 'defined'?"),
        ("{% fro x in y %}", "Encountered unknown tag 'fro'", None),
    ],
)
def test_broken_syntax_names_file_line_and_the_nearest_name(site, body, found, hint):
    (error,) = wrong(site, body)
    first, _, rest = error.partition("\n    ")
    assert first.startswith(f"templates/404.html:3: error: {found}")
    assert first.endswith(", expected a valid template (while rendering 404.html) [template]")
    assert hint is None or rest == hint


@pytest.mark.parametrize(
    ("body", "found", "nearest"),
    [
        ("{% if site is definde %}{% endif %}", "No test named 'definde'", "defined"),
        ("{% if site %}{{ 'x' | uper }}{% endif %}", "No filter named 'uper'", "upper"),
    ],
)
def test_a_wrong_name_in_a_branch_is_told_as_well(site, body, found, nearest):
    (error,) = wrong(site, body)
    assert error.startswith(f"templates/404.html:3: error: {found}")
    assert error.endswith(f"\n    did you mean '{nearest}'?")


def test_all_broken_templates_are_told_in_one_run_each_in_its_own_file(site):
    """The partial, not the page that includes it; and one that no page uses."""
    line = site.edit("templates/partials/prices.html", "{% for price in d.prices %}", "{% for price d.prices %}")
    write(site, "404.html", f"{FOUR}{{{{ }}}}\n{{% endblock %}}\n")
    write(site, "partials/unused.html", "{% endif %}")
    write(site, "copy/pages/later.md", "# Later\n\n{% if x %}")
    places = [error.split(": error: ")[0] for error in site.errors()]
    assert places == [
        "templates/404.html:3",
        "templates/copy/pages/later.md:3",
        f"templates/partials/prices.html:{line}",
        "templates/partials/unused.html:1",
    ]


def test_a_fault_in_a_partial_is_told_where_it_stands(site):
    """Once, with the first page and how many more; here of two run pages."""
    site.rows([*points(*CURVE), *points(*CURVE, hardware="mi355x")])
    line = site.edit("templates/partials/prices.html", "{{ price.tier }}", "{{ price.teir }}")
    (error,) = site.errors()
    assert error.startswith(
        f"templates/partials/prices.html:{line}: error: no field 'teir' here, expected one of: tier, "
    )
    assert error.endswith(f"(while rendering {KIMI} and 1 more) [template]\n    did you mean 'tier'?")


def test_a_fault_in_a_macro_is_told_where_it_stands(site):
    line = site.edit(
        "templates/copy/run/headline.md", "delivers {{ throughput_of(read) }}", "delivers {{ read.througput }}"
    )
    (error,) = site.errors()
    assert error.startswith(f"templates/copy/run/headline.md:{line}: error: no field 'througput' here")
    assert error.endswith("did you mean 'throughput'?")


def test_faults_of_several_pages_are_told_together(site):
    write(site, "404.html", f"{FOUR}{{{{ nosuch }}}}\n{{% endblock %}}\n")
    line = site.edit("templates/home.html", '{{ prose("home/lead") }}', "<p>{{ d.nosuch }}</p>")
    assert [error.split(": error: ")[0] for error in site.errors()] == [
        "templates/404.html:3",
        f"templates/home.html:{line}",
    ]


def test_a_fault_in_a_page_of_text_is_told_in_its_line(site):
    write(site, "copy/pages/about.md", "# About\n\nFrom {{ site.price_sorce }}.\n")
    (error,) = site.errors()
    assert error.startswith("templates/copy/pages/about.md:3: error: no field 'price_sorce' here")
    assert error.endswith("(while rendering about/) [template]\n    did you mean 'price_source'?")


def test_a_missing_layout_is_told(site):
    write(site, "404.html", "{% extends 'layuot.html' %}")
    assert site.errors() == [
        (
            "templates/404.html:1: error: the template 'layuot.html' does not exist, expected a file of the templates "
            "folder (while rendering 404.html) [template]\n    did you mean 'layout.html'?"
        )
    ]


def test_a_page_template_that_is_gone_is_told(site):
    (site.templates / "404.html").unlink()
    assert site.errors() == [
        (
            "templates: error: the template '404.html' does not exist, expected a file of the templates folder "
            "(while rendering 404.html) [template]\n    did you mean 'run.html'?"
        )
    ]


def test_a_template_that_is_no_text_is_told_with_the_place_of_the_byte(site):
    """After ten letters."""
    (site.templates / "partials/odd.html").write_bytes(b"0123456789\xff")
    assert site.errors() == [
        "templates/partials/odd.html: error: byte 10 is not UTF-8 text, expected a file saved as UTF-8 [template]"
    ]


@pytest.mark.parametrize("name", [".DS_Store", ".run.html.swp", "copy/pages/.#about.md", "partials/.x.html.un~"])
def test_files_that_tools_leave_are_no_templates(site, name):
    """Hidden files are not read, as those of the assets are not."""
    (site.templates / name).write_bytes(b"\x00\xff\xfe")
    site.build()


def broken(*_args, **_options):
    raise KeyError("a bug")


@pytest.mark.parametrize("where", ["site_builder.pages.words.Words.ladder", "site_builder.render.pages.place_of"])
def test_a_fault_of_the_program_is_not_called_one_of_a_template(site, monkeypatch, where):
    """Neither while a page's context is made nor while the program looks at a fault: it leaves as it is."""
    write(site, "404.html", "{{ 1 / 0 }}")
    monkeypatch.setattr(where, broken)
    with pytest.raises(KeyError, match="a bug"):
        site.build()


def test_a_fault_of_the_program_while_it_renders_leaves_as_it_is(site, monkeypatch):
    """No line of a template is at fault, so none is named."""
    monkeypatch.setattr("jinja2.Environment.get_template", broken)
    monkeypatch.setattr("site_builder.render.Renderer.check_templates", lambda *_args: None)
    with pytest.raises(KeyError, match="a bug"):
        site.build()


@pytest.mark.parametrize("name", ["part.txt", "part.html.j2", "part.jinja", "part", "part.md"])
def test_text_is_escaped_whatever_a_template_is_called(site, name):
    write(site, name, "{{ '<b onmouseover=x>' }}")
    write(site, "404.html", f"{FOUR}<p title=\"{{% include '{name}' %}}\">{{% include '{name}' %}}</p>{{% endblock %}}")
    site.build()
    (p,) = html_pages(site)["404.html"].main.all("p")
    assert (p.text, p.attrs) == ("<b onmouseover=x>", {"title": "<b onmouseover=x>"})


def test_numbers_and_flags_print_and_missing_values_do_not_where_escaping_is_off(site):
    """An editor may turn escaping off for markup of their own; a missing value is still a fault."""
    own = "{% autoescape false %}<p>{{ 1 + 1 }} {{ '<i>x</i>' }}</p>{% endautoescape %}"
    write(site, "404.html", f"{FOUR}{own}{{% endblock %}}")
    site.build()
    (p,) = html_pages(site)["404.html"].main.all("p")
    assert (p.text, len(p.all("i"))) == ("2 x", 1)
    (error,) = wrong(site, "{% autoescape false %}{{ data }}{% endautoescape %}")
    assert "a value is missing here" in error


@pytest.mark.parametrize("text", ["Text only.\n", "## About\n", "# \n", "\n"])
def test_a_page_of_text_needs_a_title(site, text):
    write(site, "copy/pages/about.md", text)
    assert site.errors() == [
        "templates/copy/pages/about.md: error: no title, expected a line that begins with '# ' [no-title]"
    ]


@pytest.mark.parametrize("name", ["About us", "über", "a_b", "x" * 81])
def test_the_name_of_a_page_of_text_must_stand_in_an_address(site, name):
    write(site, f"copy/pages/{name}.md", "# About\n")
    shown = f"'{name}'" if len(name) < 60 else f"'{'x' * 59}…"
    assert site.errors() == [
        (
            f"templates/copy/pages/{name}.md: error: the name {shown} gives no address, expected small letters, "
            "digits and hyphens [bad-slug]"
        )
    ]


def test_a_page_of_text_is_a_page_with_its_place_in_every_menu(site):
    """Tables work, a heading is a title, and raw HTML stays text."""
    write(site, "copy/pages/about.md", "# About us\n\n<b onclick=x>no</b>\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n")
    page = built(site, points(*CURVE), "about/", base_url="https://example.org/")
    assert page.root.one("title").raw == "About us | Inference report"
    assert page.link("canonical") == "https://example.org/about/"
    assert [td.text for td in page.root.one("article").all("td")] == ["1", "2"]
    assert page.root.one("article").all("p")[0].text == "<b onclick=x>no</b>"
    for path, root in (("", "./"), (KIMI, "../../"), ("methodology/", "../")):
        menu = page_of(site, path).root.one("nav", aria_label="Site")
        assert (f"{root}about/", "About us") in [(a.attrs["href"], a.text) for a in menu.all("a")]


def test_a_site_without_pages_of_text_has_none_in_its_menu(site):
    shutil.rmtree(site.templates / "copy/pages")
    site.build()
    assert len(page_of(site, KIMI).root.one("nav", aria_label="Site").all("a")) == 1


def test_structured_data_refuses_what_json_has_not(site):
    """A template that puts a number there that is none is told its line; 2e308 is more than a double holds."""
    (error,) = wrong(site, "{{ {'a': 1e308 * (2.0 if site.name else 1.0)} | json_ld }}")
    assert error.startswith("templates/404.html:3: error: ValueError: Out of range float values")


@pytest.mark.parametrize(
    ("items", "text"), [([], ""), (["A"], "A"), (["A", "B"], "A and B"), (["A", "B", "C"], "A, B and C")]
)
def test_a_list_in_a_sentence(items, text):
    assert render.sentence_list(items, "and") == text


def test_templates_may_lie_anywhere(site, tmp_path):
    """Faults name the folder as it was given, also with all its parents."""
    write(site, "404.html", f"{FOUR}{{{{ nosuch }}}}{{% endblock %}}")
    with pytest.raises(BuildError) as stop:
        build.build_site(site.data, site.templates, tmp_path / "out")
    assert [p.place for p in stop.value.problems if p.rule == "template"] == [f"{site.templates.as_posix()}/404.html:3"]
