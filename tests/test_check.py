"""`check_site`: what it finds in a site, at the line that an editor edits, one finding for each rule."""

import pytest

from tests.checking import DAY, KIMI, checked, found, site, told
from tests.folders import row, tree

PAGE = f" (on {KIMI})"


@pytest.fixture
def small(folder):
    return site(folder)


def test_the_shipped_templates_have_no_flaw(small):
    """With one pair, base URL and all: nothing but what a build notes, and nothing is written."""
    before = tree(small.root)
    assert told(small, base_url="https://example.org/bench/") == []
    assert tree(small.root) == before
    assert checked(small).pages == 6  # the pair, its model, its GPU, home, a page of text, that of wrong addresses


@pytest.mark.parametrize(
    ("file", "old", "new", "place", "told_there"),
    [
        (
            "templates/run.html",
            '<h2 id="answer">',
            '<h4>Odd</h4>\n<h2 id="answer">',
            "templates/run.html:{line}",
            f"warning: <h4> 'Odd' follows <h1>, expected <h2>{PAGE} [headings]",
        ),
        (
            "templates/run.html",
            '<h2 id="answer">',
            '<h2 id="answer"><b id="answer"></b>',
            "templates/run.html:{line}",
            f"warning: the id 'answer' stands 2 times on one page, expected once{PAGE} [duplicate-id]",
        ),
        (
            "templates/run.html",
            '<h2 id="answer">',
            '<img src="{{ asset("icon.svg") }}">\n<h2 id="answer">',
            "templates/run.html:{line}",
            (
                "warning: the <img> of 'icon.svg' has no alt text, expected what it shows "
                f'(alt="" for an ornament){PAGE} [no-alt]'
            ),
        ),
        (
            "templates/run.html",
            '<h2 id="answer">',
            '<a href="https://a..org/">x</a><h2 id="answer">',
            "templates/run.html:{line}",
            (
                "error: 'https://a..org/' has the host 'a..org', which cannot be one, expected an address such as "
                f"https://example.org/page{PAGE} [bad-link]"
            ),
        ),
        (
            "templates/run.html",
            "{% block title %}",
            "{% block title %}" + "long " * 20,
            "templates/run.html:{line}",
            f"note: a title of 125 characters ('{('long ' * 12)[:59]}…), expected 70 at most{PAGE} [long-title]",
        ),
        (
            "templates/run.html",
            "{% block title %}{{ title | plain }} | {{ site.name }}{% endblock %}",
            "{% block title %}{% endblock %}",
            "templates/run.html:{line}",
            f"warning: no title, expected some words in <title>{PAGE} [no-title]",
        ),
        (
            "templates/copy/pages/methodology.md",
            "\n## ",
            "\n#### Deep\n\n## ",
            "templates/copy/pages/methodology.md:{next}",
            "warning: <h4> 'Deep' follows <h1>, expected <h2> (on methodology/index.html) [headings]",
        ),
    ],
)
def test_flaws_of_pages_are_told_at_the_line_to_edit(small, file, old, new, place, told_there):
    """Each once, with the pages that have it."""
    path = small.root / file
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    line = text[: text.index(old)].count("\n") + 1
    assert told(small) == [f"{place.format(line=line, next=line + 1)}: {told_there}"]


def test_what_is_wrong_on_every_page_is_told_once(small):
    """With the first three pages and how many more."""
    line = small.edit("templates/layout.html", '<footer class="site-foot">', '<footer class="site-foot" id="content">')
    (problem,) = found(small)
    assert problem.place == f"templates/layout.html:{line}"
    assert problem.message.endswith(f"(on {KIMI}, models/kimi-k26/index.html, gpus/b300/index.html and 3 more)")
    assert problem.hint == f"it also stands at templates/layout.html:{line - 3}"


def test_a_page_without_its_heading_names_its_template(small):
    small.edit("templates/404.html", "<h1>Page not found</h1>", "<p>Page not found</p>")
    assert told(small) == [
        (
            "templates/404.html: warning: no heading <h1>, expected one that says what the page is about (on 404.html) "
            "[headings]"
        )
    ]


def test_two_pages_of_one_title(small):
    """Pages of text are told with the line of their title."""
    for name in ("one", "two"):
        (small.templates / f"copy/pages/{name}.md").write_text("# Alike\n\nText.\n", encoding="utf-8")
    assert told(small) == [
        (
            "templates/copy/pages/two.md:1: warning: 'Alike | Inference report' is the title of 2 pages, expected one "
            "for each (on one/index.html, two/index.html) [duplicate-title]"
        )
    ]


COPY = """\
[a](htps://a.org) ![](/assets/icon.svg)

`[b](htps://b.org)` [c](https://a.org/x(y)
"""


def test_copy_is_told_with_its_own_lines(small):
    """Also links that Markdown drops, so that no page shows them any more."""
    small.edit("templates/copy/gpu/note.md", (small.templates / "copy/gpu/note.md").read_text(), COPY)
    place = "templates/copy/gpu/note.md"
    assert sorted(told(small)) == [
        (
            f"{place}:1: error: 'htps://a.org' begins with htps:, expected https, http or mailto [bad-link]\n"
            "    did you mean 'https'?"
        ),
        (
            f"{place}:1: warning: the picture 'icon.svg' has no alt text, expected ![what it shows](…) "
            "(on gpus/b300/index.html) [no-alt]"
        ),
        (
            f"{place}:3: error: 'https://a.org/x(y)' is not closed, expected ) behind it; a ( of the address itself is "
            "written %28 [bad-link]"
        ),
    ]


@pytest.mark.parametrize(
    ("file", "message", "hint"),
    [
        (
            "copy/run/faq.b30.md",
            (
                "'b30' is no model, GPU or pair of the site, so no page shows this file, expected a name from the "
                "address of one with this copy"
            ),
            "did you mean 'b300'?",
        ),
        (
            "copy/gpu/headline.kimi-k26.md",
            (
                "no page with the copy 'gpu/headline' is about 'kimi-k26', so no page shows this file, expected a name "
                "from the address of one with this copy"
            ),
            "",
        ),
        (
            "copy/run/anser.md",
            "no template asks for the copy 'run/anser', so no page shows it, expected a name that one does",
            "did you mean 'run/answer'?",
        ),
    ],
)
def test_copy_that_no_page_shows(small, file, message, hint):
    (small.templates / file).write_text("## Q\n\nA\n", encoding="utf-8")
    (problem,) = found(small)
    assert (problem.severity, problem.place) == ("warning", f"templates/{file}")
    assert (problem.message, problem.hint, problem.rule) == (message, hint, "unused-copy")


def test_copy_for_a_pair_a_model_a_gpu_and_a_notice_is_used(small):
    """Every name that a page of the site has may stand in the name of a file."""
    for name in ("run/answer.kimi-k26-on-b300", "run/answer.b300", "model/lead.kimi-k26", "notices/mine.kimi-k26"):
        (small.templates / f"copy/{name}.md").write_text("Text.\n", encoding="utf-8")
    (small.templates / "copy/notices/mine.md").write_text("", encoding="utf-8")
    assert told(small) == []


def test_templates_and_labels_without_use_are_notes(small):
    (small.templates / "partials/old.html").write_text("<p>x</p>\n", encoding="utf-8")
    line = small.edit(
        "templates/labels/run.html", "{% macro title(d)", "{% macro never() %}x{% endmacro %}\n{% macro title(d)"
    )
    assert told(small) == [
        (
            "templates/partials/old.html: note: no page has a part of this template, expected a template that includes "
            "or imports it [unused-template]\n    remove it, or name it there"
        ),
        (
            f"templates/labels/run.html:{line}: note: 'never' is called by no template, expected some use of it "
            "[unused-label]"
        ),
    ]


def test_catalog_entries_without_rows_are_notes(small):
    """Each with its line, but not those of the one pair: model, GPU, price, engine."""
    places = {problem.place: problem for problem in found(small, "unused-entry")}
    (line,) = [
        number
        for number, text in enumerate((small.data / "tco.toml").read_text().split("\n"), start=1)
        if text.startswith("h100 ")
    ]
    assert str(places[f"data/tco.toml:{line}"]) == (
        f"data/tco.toml:{line}: note: no row is of the GPU 'h100', so no page shows its prices [unused-entry]"
    )
    used = {"kimi-k26", "b300", "vllm"}
    assert {problem.severity for problem in places.values()} == {"note"}
    assert not used & {problem.mark for problem in places.values()}
    assert {"kimi-k3", "mi355x", "trt"} < {problem.mark for problem in places.values()}


def test_prices_grow_old(small):
    """The shipped ones are of 2026-08-15, 17 days before the day of the tests."""
    line = small.edit("data/tco.toml", 'label = "Retail"\n', 'label = "Retail"\nas_of = 2026-08-31\n')
    assert found(small, "old-prices", price_age=17) == []
    assert told(small, "old-prices", price_age=16) == [
        (
            "data/tco.toml:6: warning: the prices of Hyperscaler, Neocloud are 17 days old (2026-08-15), expected 16 "
            "at most [old-prices]\n    look them up again and set as_of, or give --price-age"
        )
    ]
    later = DAY.replace(year=2027)
    assert [problem.place for problem in found(small, "old-prices", today=later)] == [
        "data/tco.toml:6",
        f"data/tco.toml:{line + 1}",
    ]
    assert found(small, "old-prices", today=later, price_age=0) == []


def test_a_dead_link_is_an_error_as_in_a_build(small):
    """At its line, whether it leads to a page or to a part of one."""
    line = small.edit("templates/404.html", "<h1>", '<a href="/nowhere/">x</a><a href="/#no">y</a><h1>')
    assert told(small) == [
        (
            f"templates/404.html:{line}: error: '/#no' names no element of index.html, expected the address of a page "
            "or file of the site (on 404.html) [dead-link]"
        ),
        (
            f"templates/404.html:{line}: error: '/nowhere/' leads to no page, expected the address of a page or file "
            "of the site (on 404.html) [dead-link]"
        ),
    ]


def test_processes_find_the_same(folder):
    """A site of more than 64 pages is looked at by several processes."""
    folder.rows(
        row(speed, 5000 - 20 * speed, hardware=gpu, model=model, conc=speed)
        for gpu in ("h200", "b200", "b300", "mi355x", "gb200", "gb300")
        for model in ("kimik2.6", "dsr1", "glm5")
        for speed in (20, 60, 120)
    )
    folder.edit("templates/layout.html", '<footer class="site-foot">', '<footer class="site-foot" id="content">')
    alone, shared = checked(folder, jobs=1), checked(folder, jobs=2)
    assert alone.pages > 64
    assert alone == shared
