"""What a preview picture says: the lines that its template makes, and what is told of lines that are wrong."""

import pytest

from site_builder.render import CardText, Renderer, TemplateFault
from tests.folders import Folder, points
from tests.reading_pages import CURVE

LINES = """\
title: Running A on B
figure: 2,500 | tokens/s per GPU
figure: $0.19 | per million tokens
line: at 50 tokens/s per user
site: Report
mark: Sample data
"""
WHOLE = CardText(
    "Running A on B",
    (("2,500", "tokens/s per GPU"), ("$0.19", "per million tokens")),
    "at 50 tokens/s per user",
    "Report",
    "Sample data",
)


def card(tmp_path, text: str, **context: object) -> CardText | TemplateFault:
    """What the template of a card gives."""
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards/x.txt").write_text(text, encoding="utf-8")
    return Renderer(tmp_path, {}).render_card("cards/x.txt", context, "run/a-on-b/")


def test_a_card_says_what_its_lines_say(tmp_path):
    assert card(tmp_path, LINES) == WHOLE


def test_lines_may_come_in_any_order_with_blanks_around(tmp_path):
    """Figures keep theirs."""
    lines = LINES.splitlines()
    assert card(tmp_path, "\n\n".join(f"  {line.replace(':', ' :  ')} " for line in [*lines[3:], *lines[:3]])) == WHOLE


def test_what_no_line_says_is_empty(tmp_path):
    assert card(tmp_path, "title: A") == CardText("A", (), "", "", "")
    (tmp_path / "cards").rename(tmp_path / "old")
    assert card(tmp_path, "") == CardText("", (), "", "", "")


def test_the_first_three_figures_count(tmp_path):
    found = card(tmp_path, "".join(f"figure: {n} | n{n}\n" for n in range(5)))
    assert isinstance(found, CardText)
    assert found.figures == (("0", "n0"), ("1", "n1"), ("2", "n2"))


@pytest.mark.parametrize(
    ("line", "figure"),
    [
        ("5", ("5", "")),
        ("5 |", ("5", "")),
        ("| x", ("", "x")),
        ("5 | a | b", ("5", "a | b")),
        ("1:5 | a: b", ("1:5", "a: b")),
    ],
)
def test_a_figure_is_its_value_and_what_stands_behind_the_first_bar(tmp_path, line, figure):
    found = card(tmp_path, f"figure: {line}")
    assert isinstance(found, CardText)
    assert found.figures == (figure,)


@pytest.mark.parametrize(
    "value",
    ["a: b", "figure: 1 | x", "a\nmark: b", "a\r\nb", "a\u2028b", "<b>&amp;", "{{ 7*7 }}", "| x", ": x", "title"],
)
def test_a_value_stays_in_its_line(tmp_path, value):
    """As text, whatever it holds: no second line, no markup, no sentence of another place."""
    found = card(tmp_path, "title: {{ value }}\nline: {{ value }}", value=value)
    text = " ".join(value.split())
    assert found == CardText(text, (), text, "", "")


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("titel: x", "did you mean 'title'?"),
        ("Title: x", "did you mean 'title'?"),
        ("title", "did you mean 'title'?"),
        ("zzzzzz: x", ""),
        (": x", ""),
    ],
)
def test_a_line_that_is_none_is_told_with_its_template(tmp_path, line, hint):
    """With what may stand there, and the nearest name."""
    word = line.partition(":")[0]
    place = f"{tmp_path.as_posix()}/cards/x.txt{':2' if word else ''}"
    message = f"a line that begins with '{word}', expected one of title, figure, line, site, mark, and a colon after it"
    assert card(tmp_path, f"title: A\n{line}\n") == TemplateFault(place, message, hint, "run/a-on-b/")


def test_a_fault_in_the_template_of_a_card_is_told_in_its_line(tmp_path):
    found = card(tmp_path, "title: A\nline: {{ nosuch }}\n")
    message = "'nosuch' is undefined, expected a name that this template is given"
    assert found == TemplateFault(f"{tmp_path.as_posix()}/cards/x.txt:2", message, "", "run/a-on-b/")


@pytest.fixture
def site(folder: Folder) -> Folder:
    folder.rows([*points(*CURVE), *points(*CURVE, hardware="mi355x")])
    return folder


def test_a_wrong_line_stops_the_build(site):
    """As an editor meets it: once, at its line, with the pages that have it."""
    line = site.edit("templates/cards/run.txt", "title: {{", "titel: {{")
    assert site.errors(base_url="https://example.org/") == [
        (
            f"templates/cards/run.txt:{line}: error: a line that begins with 'titel', expected one of title, figure, "
            "line, site, mark, and a colon after it (while rendering run/kimi-k26-on-b300/ and 1 more) [template]\n"
            "    did you mean 'title'?"
        )
    ]


def test_a_card_without_its_template_is_told(site):
    (site.templates / "cards/ranking.txt").unlink()
    (error,) = site.errors(base_url="https://example.org/")
    assert error == (
        "templates: error: the template 'cards/ranking.txt' does not exist, expected a file of the templates folder "
        "(while rendering rankings/fastest-gpu-for-kimi-k26/ and 1 more) [template]\n    did you mean 'cards/run.txt'?"
    )


@pytest.mark.parametrize("name", ["run", "model", "gpu", "ranking", "comparison", "home", "text"])
def test_every_kind_of_page_has_a_card(site, name):
    """Without its template no site can be built, and so each is used."""
    (site.templates / f"cards/{name}.txt").write_text("zzz\n", encoding="utf-8")
    assert site.errors(base_url="https://example.org/")
    site.build()
