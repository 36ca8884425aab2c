"""docs/templates.md tells the truth: every field that templates can see, described, as the code is now."""

import re
from dataclasses import dataclass, fields
from html import unescape
from typing import get_args

import pytest

from handbook.__main__ import PAGE, page
from handbook.classes import Field, own_fields, parents, reachable
from handbook.examples import find_examples
from handbook.words import as_prose, example_in_words, kind_in_words
from site_builder.derive.compare import Bound
from site_builder.derive.curve import ReadKind
from site_builder.derive.usable import SetAside
from site_builder.pages.contest import Winner
from site_builder.pages.contexts.comparisons import RoundContext
from site_builder.pages.contexts.links import LinkContext, RankingLinkContext
from site_builder.pages.contexts.reads import DifferenceContext, ReadContext, RungContext
from site_builder.pages.contexts.run import SetAsideContext
from site_builder.pages.given import SHARED, TEMPLATES
from site_builder.pages.ranking import Order
from site_builder.render.environment import Environment
from site_builder.render.loading import Loader
from site_builder.render.vocabulary import FILTERS, TESTS
from tests.folders import PROJECT

FIELDS = [field for owner in reachable() for field in own_fields(owner)]


def name_of(field: Field) -> str:
    return f"{field.owner.__name__}.{field.name}"


def test_the_page_is_up_to_date():
    """`make docs` writes it anew."""
    assert PAGE.read_text(encoding="utf-8") == page(), "docs/templates.md is out of date; run make docs"


def test_every_template_of_a_page_is_told():
    """And none that is not there: all at the top of the folder but the frame that others extend."""
    folder = PROJECT / "templates"
    there = {path.name for path in folder.iterdir() if path.is_file() and path.name[0] != "."}
    assert there - {"layout.html"} <= set(TEMPLATES)
    assert [name for name in TEMPLATES if not (folder / name).is_file()] == []


@pytest.mark.parametrize("field", FIELDS, ids=name_of)
def test_every_field_is_described(field):
    """In one line that begins like a sentence, ends like one, and says when there is nothing."""
    assert field.says, f"{name_of(field)} has no description, expected a text below the field"
    assert re.fullmatch(r"[A-Z$].*\.", field.says), "expected one line, a sentence"
    assert (type(None) in get_args(field.kind)) == bool(re.search(r"\bnone\b", field.says)) or "cells" in field.name


def test_every_class_says_what_it_is():
    """What the whole is; fields speak for themselves."""
    for owner in reachable():
        assert owner.__doc__
        assert owner.__doc__[0].isupper(), owner


def test_the_classes_are_those_that_templates_get_and_all_that_these_hold():
    """Also what a class inherits from, and what only a list holds."""
    assert {*SHARED.values(), *filter(None, TEMPLATES.values()), ReadContext, LinkContext} <= set(reachable())
    assert parents(RungContext) == (ReadContext,)
    assert [field.name for field in (*own_fields(ReadContext), *own_fields(RungContext))] == [
        field.name for field in fields(RungContext)
    ]


@pytest.mark.parametrize(
    ("owner", "name", "values"),
    [
        (ReadContext, "kind", [kind.name.lower() for kind in ReadKind]),
        (DifferenceContext, "bound", list(Bound)),
        (RoundContext, "ahead", list(Winner)),
        (SetAsideContext, "reason", [reason.name.lower() for reason in SetAside if reason is not SetAside.NO]),
        (RankingLinkContext, "order", list(Order)),
    ],
)
def test_every_value_of_a_kind_is_named(owner, name, values):
    """A text that comes from a list of words tells all of them."""
    (field,) = [field for field in own_fields(owner) if field.name == name]
    assert set(re.findall("`([a-z_]+)`", field.says)) == set(values)


@dataclass(frozen=True)
class Inner:
    """Made up."""

    note: str | None
    """A note; none where nobody wrote one."""
    texts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Outer(Inner):
    """Made up too."""

    count: int = 0
    """How many.

    Not in one line."""
    inner: Inner | None = None
    cells: tuple[Inner | None, ...] = ()
    flag: bool = False


def test_fields_with_their_types_in_words():
    """As an editor reads them; a field without a text below it has none."""
    assert [(f.name, kind_in_words(f.kind), f.says) for f in (*own_fields(Inner), *own_fields(Outer))] == [
        ("note", "text or nothing", "A note; none where nobody wrote one."),
        ("texts", "list of text", ""),
        ("count", "whole number", "How many.\n\n    Not in one line."),
        ("inner", "[Inner](#inner) or nothing", ""),
        ("cells", "list of ([Inner](#inner) or nothing)", ""),
        ("flag", "yes or no", ""),
    ]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("3,504", "`3,504`"),
        ("a|b", r"`a\|b`"),
        ("", "an empty text"),
        ("x" * 72, f"`{'x' * 72}`"),
        ("x" * 70 + " yz", f"`{'x' * 70}…`"),
        (True, "yes"),
        (False, "no"),
        (7, "`7`"),
        ((), "an empty list"),
        ((None,), "an empty list"),
        (("a", "b", "c", "d"), "`a`, `b`, `c`, `d`"),
        (("a", "b", "c", "d", "e"), "`a`, `b`, `c`, `d`, …"),
        (Inner(None), "[Inner](#inner)"),
        ((None, Inner(None)), "2 × [Inner](#inner)"),
    ],
)
def test_values_in_words(value, words):
    """Long ones are cut, objects are named."""
    assert example_in_words(value) == words


def test_examples_come_from_the_fullest_object():
    """Of Inner that is the second; what it lacks comes from the first that has it, and what none has is left out."""
    first, second = Inner("one"), Inner("two", ("a",))
    outer = Outer(None, inner=first, cells=(None, second))
    assert find_examples([{"data": outer, "page": None}]) == {
        (Inner, "note"): "two",
        (Inner, "texts"): ("a",),
        (Outer, "count"): 0,
        (Outer, "inner"): first,
        (Outer, "cells"): (None, second),
        (Outer, "flag"): False,
    }
    assert find_examples([{"data": (Inner(None), Inner(None, ("b",)), Inner("c"))}]) == {
        (Inner, "note"): "c",
        (Inner, "texts"): ("b",),
    }


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("plain", "plain"),
        ("$ per GPU | hour", r"$ per GPU \| hour"),
        ("without the <p> of `<p>a|b</p>`", r"without the &lt;p> of `<p>a\|b</p>`"),
    ],
)
def test_prose_in_a_table(text, cell):
    """No sign of it ends a cell or is read as markup; code stays as it is."""
    assert as_prose(text) == cell


@pytest.mark.parametrize("name", [*FILTERS, *TESTS])
def test_the_examples_of_words_give_what_they_say(name):
    """Each is an expression that stands for itself."""
    word = FILTERS.get(name) or TESTS[name]
    environment = Environment(Loader(PROJECT / "templates"))
    environment.filters = {each: known.use for each, known in FILTERS.items()}
    environment.tests = {each: known.use for each, known in TESTS.items()}
    example = f'"True" if {word.example} else "False"' if word.result in ("True", "False") else word.example
    made = environment.from_string(f"{{{{ {example} }}}}").render()
    assert unescape(made) == word.result
