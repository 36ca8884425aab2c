"""The page docs/templates.md. Nothing in it is written by hand but the sentences here."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Mapping

from handbook.classes import Field, own_fields, parents, reachable
from handbook.examples import Examples
from handbook.sample_site import BASE_URL
from handbook.words import as_code, as_prose, example_in_words, kind_in_words, link
from site_builder.pages.given import SHARED, TEMPLATES
from site_builder.render.vocabulary import FILTERS, FUNCTIONS, TESTS, Word

_HEAD = """\
# What templates are given

Written by `make docs`; do not edit, run it again. Templates are Jinja2: `{{ data.model.name }}` writes a field of a
field. Figures come as texts, rounded and with their signs, so compare them with texts and only for being the same.
*Nothing* is `none`: ask with `{% if data.cost_chart %}` first, or write it with `| dash`; to print it is an error, and
so is a name that does not stand here. *Yes or no* is for `{% if %}`, a list for `{% for %}`.
"""
_TEMPLATES = """\
Every template gets `site`, `page` and `data`. What `data` is depends on the template. Copy gets what the template
gets that asks for it: `copy/run/` what `run.html` gets.
"""
_WORDS = """\
## The words

These are all the filters, tests and functions there are.
"""
_KINDS = (("Filter", FILTERS), ("Test", TESTS), ("Function", FUNCTIONS))
_CLASSES = """\
## The classes

Examples come from the sample site, as if it were served at `%s`.
"""
Row = tuple[str, ...]
_NONE = "not in the sample site"


def document(examples: Examples) -> str:
    """The whole page."""
    given = _table(("Templates", "Get", "Which is", "For"), (*map(_shared, SHARED), *_own()))
    words = "\n\n".join(_vocabulary(kind, words) for kind, words in _KINDS)
    index = " · ".join(map(link, sorted(reachable(), key=lambda owner: owner.__name__)))
    classes = (_section(owner, examples) for owner in reachable())
    parts = (_HEAD, _TEMPLATES, given, "", _WORDS, words, "", _CLASSES % BASE_URL, index, "", "\n\n".join(classes), "")
    return "\n".join(parts)


def _shared(name: str) -> Row:
    return "every template", f"`{name}`", link(SHARED[name]), _about(SHARED[name])


def _own() -> Iterator[Row]:
    """A line for each class that templates get as `data`, with the names of all that get it."""
    for owner in dict.fromkeys(TEMPLATES.values()):
        names = ", ".join(f"`{name}`" for name, own in TEMPLATES.items() if own is owner)
        yield names, "`data`", link(owner) if owner else "nothing", _about(owner) if owner else "What needs no data."


def _vocabulary(kind: str, words: Mapping[str, Word]) -> str:
    """A table of words of one kind; `{{ }}` around each example goes without saying."""
    rows = ((f"`{name}`", as_prose(w.does), as_code(w.example), as_code(w.result)) for name, w in words.items())
    return _table((kind, "What it does", "Example", "Result"), rows)


def _section(owner: type, examples: Examples) -> str:
    """A class: what it is, and its fields."""
    lines = [f"### {owner.__name__}", "", _about(owner)]
    if above := parents(owner):
        lines += ["", f"It has the fields of {link(above[0])}, and these:"]
    rows = (_row(field, examples) for field in own_fields(owner))
    return "\n".join([*lines, "", _table(("Field", "Type", "What it is", "Example"), rows)])


def _row(field: Field, examples: Examples) -> Row:
    known = examples.get((field.owner, field.name))
    example = _NONE if known is None else example_in_words(known)
    return f"`{field.name}`", kind_in_words(field.kind), as_prose(field.says), example


def _about(owner: type) -> str:
    """What a class says of itself, in one line."""
    return " ".join((inspect.getdoc(owner) or "").split())


def _table(head: Row, rows: Iterable[Row]) -> str:
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, ("---",) * len(head), *rows))
