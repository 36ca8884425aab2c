"""Copy in Markdown: which file is used where, questions, notices, and what values may hold."""

import json
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from site_builder.render.markdown import place_for, prose_shape, question_shapes, sentence_shape
from tests.folders import Folder, points
from tests.reading_pages import CURVE, html_pages

PAIR, OTHER = "run/kimi-k26-on-b300/", "run/kimi-k26-on-mi355x/"
FAQ = "templates/copy/run/faq.md"


@pytest.fixture
def site(folder):
    """A model on two GPUs."""
    folder.rows([*points(*CURVE), *points(*CURVE, hardware="mi355x")])
    return folder


def write(folder: Folder, name: str, text: str) -> None:
    path = folder.templates / "copy" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def read(folder: Folder, path: str) -> str:
    return (folder.public / path / "index.html").read_text(encoding="utf-8")


def structured(folder: Folder, path: str) -> list[tuple[str, str]]:
    """Questions and answers as search engines read them."""
    (text,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', read(folder, path))
    items = json.loads(text)["@graph"]
    entities: list[dict[str, Any]] = next((item["mainEntity"] for item in items if item["@type"] == "FAQPage"), [])
    return [(one["name"], one["acceptedAnswer"]["text"]) for one in entities]


def asked(folder: Folder, path: str) -> list[str]:
    """The questions that a reader sees."""
    return [node.text for node in html_pages(folder)[f"{path}index.html"].main.all("h3")]


def test_the_most_specific_file_is_used(site):
    """For the pair, else for the model, else for the GPU, else the general one."""
    for suffix in ("", ".b300", ".kimi-k26", ".kimi-k26-on-b300"):
        write(site, f"run/cost{suffix}.md", f"Costs{suffix or ' of all'}.\n")
    site.build()
    assert "<p>Costs.kimi-k26-on-b300.</p>" in read(site, PAIR)
    assert "<p>Costs.kimi-k26.</p>" in read(site, OTHER)
    (site.templates / "copy/run/cost.kimi-k26-on-b300.md").unlink()
    (site.templates / "copy/run/cost.kimi-k26.md").unlink()
    site.build()
    assert "<p>Costs.b300.</p>" in read(site, PAIR)
    assert "<p>Costs of all.</p>" in read(site, OTHER)


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("model/headline.kimi-k26.md", "models/kimi-k26/"),
        ("gpu/headline.b300.md", "gpus/b300/"),
        ("ranking/headline.kimi-k26.md", "rankings/fastest-gpu-for-kimi-k26/"),
        ("comparison/lead.kimi-k26.md", "compare/kimi-k26-b300-vs-mi355x/"),
    ],
)
def test_every_kind_of_page_may_have_copy_of_its_own(site, name, path):
    write(site, name, "Words of its own.\n")
    site.build()
    assert "Words of its own." in read(site, path)


def test_a_heading_is_a_question_on_the_page_and_for_search_engines(site):
    site.edit(FAQ, "## Which serving", "## Is it quiet?\n\nAs quiet as **others**.\n\n- so\n- so\n\n## Which serving")
    site.build()
    assert asked(site, PAIR)[2] == "Is it quiet?"
    assert structured(site, PAIR)[2] == ("Is it quiet?", "As quiet as others. so so")
    assert "<p>As quiet as <strong>others</strong>.</p>" in read(site, PAIR)


@pytest.mark.parametrize("answer", ["", "{% if false %}Yes.{% endif %}", "{# later #}"])
def test_an_answer_that_says_nothing_takes_its_question_away(site, answer):
    before = site.build() and asked(site, PAIR)
    site.edit(FAQ, "## Which serving", f"## Is it quiet?\n\n{answer}\n\n## Which serving")
    site.build()
    assert asked(site, PAIR) == before
    assert [question for question, _ in structured(site, PAIR)] == before


def test_a_question_for_one_gpu_alone(site):
    write(site, "run/faq.b300.md", '{% include "copy/run/faq.md" %}\n\n## Is it new?\n\nYes.\n')
    site.build()
    assert asked(site, PAIR)[-1] == "Is it new?"
    assert "Is it new?" not in asked(site, OTHER)


def test_text_before_the_first_question_is_an_error_with_its_line(site):
    line = site.edit(FAQ, "## How fast is", "Some words.\n\n## How fast is")
    (error,) = site.errors()
    assert error.startswith(
        f"{FAQ}:{line}: error: 'Some words.' before the first question, expected a line that begins with '## '"
    )


def test_headings_of_an_answer_stand_below_their_question():
    (one,) = question_shapes("## Q\n\n### A\n\n#### B")
    assert one.answer.parts == ("<h4>A</h4>\n<h5>B</h5>",)


def test_notices_stand_on_every_page_in_the_order_of_their_names(site):
    write(site, "notices/b.md", "Second.\n")
    write(site, "notices/a.md", "{% if page.path %}First *here*.{% endif %}\n")
    site.build()
    assert re.findall(r'<div class="notice">(.*?)</div>', read(site, PAIR))[:2] == [
        "<p>First <em>here</em>.</p>",
        "<p>Second.</p>",
    ]
    assert "First" not in read(site, "")


def test_raw_html_in_copy_is_text(site):
    write(site, "run/cost.md", "<script>alert(1)</script> <b>x</b>\n")
    site.build()
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &lt;b&gt;x&lt;/b&gt;" in read(site, PAIR)


def test_a_link_from_the_root_is_written_from_its_page(site):
    write(site, "run/cost.md", "[x](/methodology/#top) ![i](/assets/icon.svg)\n")
    site.build(base_url="https://example.org/bench/")
    page = read(site, PAIR)
    assert '<a href="../../methodology/#top">x</a>' in page
    assert re.search(r'<img src="../../assets/icon\.[0-9a-f]{10}\.svg" alt="i"', page)


def test_a_table_keeps_its_columns_whatever_values_hold():
    """A pipe in a config and a dollar sign in a cost: two cells, both as they are."""
    text = f"| config | cost |\n| --- | --- |\n| {place_for(0)} | {place_for(1)} |"
    html = prose_shape(text).filled(["B300 (TP8|EP8)", "$0.19"], "./", {})
    assert re.findall(r"<td>(.*?)</td>", html) == ["B300 (TP8|EP8)", "$0.19"]


@given(
    st.text(max_size=30),
    st.sampled_from(["a {} b", "**{}**", "`{}`", "- {}", "> {}", "## {}", "[{}](/x/)", "| {} |\n| - |\n| x |"]),
)
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_a_value_is_never_markdown(value, construct):
    """Whatever it holds, the HTML is that of a harmless one with the value, escaped, in its place."""
    escaped = value.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&#34;")
    harmless, found = (
        str(prose_shape(construct.format(place_for(0))).filled([text], "./", {})) for text in ("harmless", escaped)
    )
    assert found == harmless.replace("harmless", escaped)


def test_a_sentence_is_one_line_without_a_paragraph():
    assert sentence_shape("one\n*two*\n\nthree").parts == ("one <em>two</em> three",)


@pytest.mark.parametrize(
    ("text", "paragraphs"),
    [
        ("One{% if true %} more{% endif %}\n\nTwo\n", 2),
        ("One\n{% if true %}\n\nTwo\n{% endif %}\n", 2),
        ("One\n{% if true %}\nof the same\n{% endif %}\n", 1),
        ("One {# a remark #}\n\nTwo\n", 2),
        ("{% for x in [1, 2] %}\n- {{ x }}\n{% endfor %}\n", 0),
    ],
)
def test_paragraphs_are_where_their_author_put_them(site, text, paragraphs):
    """A line of nothing but a tag leaves none behind; a tag at the end of a line takes no line away."""
    write(site, "pages/about.md", f"# About\n\n{text}")
    site.build()
    article = html_pages(site)["about/index.html"].main.one("article")
    assert len(article.all("p")) == paragraphs
    assert len(article.all("ul")) == (0 if paragraphs else 1)


@pytest.mark.parametrize(
    "expression",
    [
        "{{ none }}",
        "{{ 'x' ~ none }}",
        "{{ [none] | join }}",
        "{{ [none, 'a'] | sentence_list('and') }}",
        "{{ 'x%s' % none }}",
        "{{ 'x{}'.format(none) }}",
        "{{ [{'a': none}] | map(attribute='a') | join }}",
        "{{ (1e308 * 10) }}",
        "{{ (1e308 * 10) - (1e308 * 10) }}",
    ],
)
@pytest.mark.parametrize("file", ["404.html", "copy/run/cost.md", "llms.md", "cards/run.txt"])
def test_nothing_that_is_missing_reaches_a_page(site, file, expression):
    """In no kind of template, by no way: it is an error of that file."""
    path = site.templates / file
    path.write_text(
        path.read_text(encoding="utf-8").replace("{% endblock %}", "", 0) + f"\n{expression}\n", encoding="utf-8"
    )
    if file == "404.html":
        path.write_text(
            f"{{% extends 'layout.html' %}}\n{{% block content %}}\n{expression}\n{{% endblock %}}\n", encoding="utf-8"
        )
    errors = site.errors(base_url="https://example.org/")
    assert errors
    assert all(error.startswith(f"templates/{file}:") for error in errors)
