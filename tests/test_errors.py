"""Problems as values and as lines: one line each, nothing forged, hints that help."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import site_builder
from site_builder.errors import BuildError, Problem, Problems, Severity, UsageError, nearest_hint, one_line, quoted


def test_a_problem_is_one_line():
    """Place, severity, what was found and expected, and the rule."""
    problem = Problem(Severity.ERROR, "data/site.toml:3", "5, expected a text", "wrong-type")
    assert str(problem) == "data/site.toml:3: error: 5, expected a text [wrong-type]"


def test_a_hint_stands_below_and_apart():
    """A hint is a second line, four spaces in."""
    problem = Problem(Severity.WARNING, "a", "b", "c", "try d")
    assert str(problem) == "a: warning: b [c]\n    try d"


@given(st.text(), st.text(), st.text())
def test_no_data_can_forge_a_line(place, message, hint):
    """Whatever a place, message or hint holds: one line, or two with a hint, and nothing that a terminal obeys."""
    lines = str(Problem(Severity.NOTE, place, message, "rule", hint)).split("\n")
    assert len(lines) == (2 if hint else 1)
    assert all(line.isprintable() for line in lines)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Kimi K2.6 模型 · é", "Kimi K2.6 模型 · é"),
        ("a\nb: error: forged", "a\\nb: error: forged"),
        ("\x1b[2J", "\\x1b[2J"),
        ("a\u202eb", "a\\u202eb"),
        ("a\u2028b", "a\\u2028b"),
        ("\udcff", "\\udcff"),
        ("\x00\r\t", "\\x00\\r\\t"),
    ],
)
def test_control_characters_are_made_visible(text, shown):
    """What cannot be seen is written as its escape; all else stays as it is."""
    assert one_line(text) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("kimi", "'kimi'"),
        ("", "''"),
        (5, "5"),
        (1.5, "1.5"),
        (True, "True"),
        (None, "None"),
        ("a" * 58, f"'{'a' * 58}'"),
        ("a" * 59, f"'{'a' * 59}…"),
        ("a" * 1000, f"'{'a' * 59}…"),
    ],
)
def test_a_value_is_quoted_when_it_is_text_and_cut_when_it_is_long(value, shown):
    """Text in quotes, others plain; after 60 signs a dot sign."""
    assert quoted(value) == shown


def test_a_value_is_cut_where_it_is_asked_for():
    """The longest form is a choice of the caller."""
    assert quoted("abcdef", longest=4) == "'abc…"


@pytest.mark.parametrize(
    ("word", "known", "hint"),
    [
        ("b30", ["b200", "b300", "h100"], "did you mean 'b300'?"),
        ("B300X", ["b300"], "did you mean 'b300'?"),
        ("VLLM", ["vLLM", "SGLang"], "did you mean 'vLLM'?"),
        ("zzz", ["b200", "b300"], ""),
        ("", ["b200"], ""),
        ("b200", [], ""),
    ],
)
def test_a_hint_names_the_nearest_name_there_is(word, known, hint):
    """The name as it is written, found without case; nothing when none is close."""
    assert nearest_hint(word, known) == hint


@given(st.text(max_size=8), st.lists(st.text(max_size=8), max_size=6), st.randoms())
def test_a_hint_does_not_depend_on_order(word, known, random):
    """The same names in another order give the same hint."""
    mixed = random.sample(known, len(known))
    assert nearest_hint(word, mixed) == nearest_hint(word, known)


def test_problems_are_kept_in_the_order_found():
    """Errors, warnings and notes, each with its place, rule and hint."""
    problems = Problems()
    problems.note("n", "place 1", "message 1")
    problems.error("e", "place 2", "message 2", "hint 2")
    problems.warning("w", "place 3", "message 3")
    assert list(problems) == [
        Problem(Severity.NOTE, "place 1", "message 1", "n"),
        Problem(Severity.ERROR, "place 2", "message 2", "e", "hint 2"),
        Problem(Severity.WARNING, "place 3", "message 3", "w"),
    ]
    assert len(problems) == 3
    assert [problems.count(severity) for severity in Severity] == [1, 1, 1]


def test_without_errors_nothing_stops():
    """Warnings and notes let a build go on."""
    problems = Problems()
    problems.warning("w", "place", "message")
    problems.note("n", "place", "message")
    problems.stop_on_errors()


def test_an_error_stops_with_all_that_was_found():
    """The exception carries every problem so far, notes too, and shows them."""
    problems = Problems()
    problems.note("n", "place", "message")
    problems.error("e", "place", "message", "hint")
    with pytest.raises(BuildError) as stop:
        problems.stop_on_errors()
    assert stop.value.problems == tuple(problems)
    assert str(stop.value) == "place: note: message [n]\nplace: error: message [e]\n    hint"


def test_a_warning_stops_a_strict_build():
    """Strict: a warning stops, a note still does not."""
    problems = Problems()
    problems.note("n", "place", "message")
    problems.stop_on_errors(strict=True)
    problems.warning("w", "place", "message")
    with pytest.raises(BuildError):
        problems.stop_on_errors(strict=True)


def test_wrong_use_is_a_kind_of_failed_build():
    """Who catches BuildError catches both."""
    assert issubclass(UsageError, BuildError)


def test_a_problem_cannot_be_changed():
    """Problems are values."""
    problem = Problem(Severity.NOTE, "place", "message", "rule")
    with pytest.raises(AttributeError):
        problem.place = "other"  # type: ignore[misc]


def test_the_package_offers_its_interface():
    """Everything that a caller from Python needs can be had from the package itself."""
    assert {name: getattr(site_builder, name) for name in ("BuildError", "Problem", "UsageError")} == {
        "BuildError": BuildError,
        "Problem": Problem,
        "UsageError": UsageError,
    }
    assert all(hasattr(site_builder, name) for name in site_builder.__all__)
    assert callable(site_builder.build_site)


def test_the_package_has_nothing_else():
    """A name that is not there is said as Python says it."""
    with pytest.raises(AttributeError, match=r"^module 'site_builder' has no attribute 'build_sites'$"):
        _ = site_builder.build_sites
