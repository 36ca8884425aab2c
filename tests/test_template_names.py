"""What the shipped templates call by name: fields that templates can have, and each of these somewhere."""

from collections.abc import Iterator
from pathlib import Path

import jinja2
import pytest
from jinja2 import nodes

from handbook.classes import own_fields, reachable
from tests.folders import PROJECT

TEMPLATES = PROJECT / "templates"
KINDS = (".html", ".md", ".txt", ".xml", ".webmanifest")
FIELDS = {field.name for owner in reachable() for field in own_fields(owner)}
# What the frame of Jinja itself has.
LOOP = {"index", "index0", "first", "last", "length", "previtem", "nextitem", "cycle"}
# Fields that no template names, and why they stay.
UNNAMED = {
    "path": "pages are planned, checked and reported by their path",
    "subjects": "copy of one page alone is found by it, before any is read",
}
# Filters whose first argument is a field, and the argument that names one in others.
BY_FIRST = {"selectattr", "rejectattr", "groupby"}
BY_WORD = "attribute"


def shipped() -> list[Path]:
    found = [path for path in TEMPLATES.rglob("*") if path.suffix in KINDS and path.is_file()]
    return sorted(path for path in found if path.relative_to(TEMPLATES).parts[0] != "assets")


def parse(text: str) -> nodes.Template:
    return jinja2.Environment().parse(text)


def names_in(tree: nodes.Template) -> Iterator[tuple[str, int]]:
    """Every name behind a dot, and every text that stands for one, with its line; methods of texts and lists aside."""
    methods = {id(call.node) for call in tree.find_all(nodes.Call)}
    for dotted in tree.find_all(nodes.Getattr):
        if id(dotted) not in methods:
            yield dotted.attr, dotted.lineno
    for item in tree.find_all(nodes.Getitem):
        yield from texts([item.arg], item.lineno)
    for filtered in tree.find_all(nodes.Filter):
        named = [word.value for word in filtered.kwargs if word.key == BY_WORD]
        yield from texts([*named, *(filtered.args[:1] if filtered.name in BY_FIRST else [])], filtered.lineno)


def texts(found: list[nodes.Expr], line: int) -> Iterator[tuple[str, int]]:
    for each in found:
        if isinstance(each, nodes.Const) and isinstance(each.value, str):
            yield from ((name, line) for name in each.value.split("."))


def keys_in(tree: nodes.Template) -> set[str]:
    """The keys of what a template puts together itself."""
    pairs = (pair.key for pair in tree.find_all(nodes.Pair))
    return {key.value for key in pairs if isinstance(key, nodes.Const)}


@pytest.fixture(scope="module")
def trees() -> dict[str, nodes.Template]:
    return {path.relative_to(TEMPLATES).as_posix(): parse(path.read_text(encoding="utf-8")) for path in shipped()}


def test_no_template_names_a_field_that_no_class_has(trees):
    """A typing error in a branch that no page takes shows here."""
    for template, tree in trees.items():
        known = FIELDS | LOOP | keys_in(tree)
        assert [f"{template}:{line}: {name}" for name, line in names_in(tree) if name not in known] == []


def test_every_field_is_named_by_some_template(trees):
    """A field that none asks for is taken out, with the code that works it out."""
    named = {name for tree in trees.values() for name, _ in names_in(tree)}
    assert FIELDS - named - set(UNNAMED) == set()


def test_every_kind_of_template_is_looked_at(trees):
    """Pages, lists, cards, partials, copy; none of the assets."""
    assert {Path(name).suffix for name in trees} == set(KINDS)
    assert {"partials", "cards", "copy", "labels"} <= {name.split("/")[0] for name in trees}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("{{ data.primary.tier }}", {"primary", "tier"}),
        ("{{ d.rows | map(attribute='model.name') | join }}", {"rows", "model", "name"}),
        ("{{ d | selectattr('cost') | rejectattr('kind', 'equalto', 'wide') }}", {"cost", "kind"}),
        ("{{ d | groupby('gpu') | join(', ', attribute='grouper') }}", {"gpu", "grouper"}),
        ("{% for a in d.open if a.tag %}{{ loop.last }}{% endfor %}", {"open", "tag", "last"}),
        ("{{ d['peak'] }}{{ d[0] }}", {"peak"}),
        ("{{ name.upper() }}{{ words.title(d.gpu) }}", {"gpu"}),
    ],
)
def test_how_names_are_found(text, names):
    """Behind dots, in brackets, and in the texts that filters take."""
    assert {name for name, _ in names_in(parse(text))} == names
