"""Which fields templates really read while sites are rendered: all of them, but for a few with a reason."""

import datetime
import sys
from collections.abc import Callable
from dataclasses import fields

import jinja2
import pytest

import site_builder.render
from handbook.classes import own_fields, reachable
from site_builder.pages.contexts.links import LinkContext
from site_builder.render.loading import MARK
from tests.folders import Folder, points

# Who reads for a template: its own code, Jinja, and the package that knows it. Reads of the steps before do not count.
READERS = (MARK, *jinja2.__path__, *site_builder.render.__path__)
# What no template reads, and why it stays.
UNREAD = {"PageContext.path": "pages are planned, checked and reported by their path"}
# A read that moved, a second workload, two precisions, two releases of a model, a clear winner, a mark with a note, a
# target out of reach, a pair on another workload than its model's first, one that failed, one that may not compete.
ROWS = [
    *points((40, 2000), (60, 1000)),
    *points((40, 1800), (60, 900), date=datetime.date(2026, 8, 1)),
    *points((40, 1500), (60, 700), precision="fp8"),
    *points((40, 1500), (60, 700), isl=1024),
    *points((40, 1000), (60, 500), model="kimik2.5", hardware="mi355x", framework="atom"),
    *points((30, 500), hardware="h100"),
    *points((40, 1500), (60, 700), hardware="h200", isl=1024),
    *points((40, 1500), hardware="b200", status="failed"),
    *points((40, 1000), (60, 500), model="glm5", framework="sglang"),
]
CHANGES = [
    ('# engines = ["vllm", "sglang"]', 'engines = ["vllm", "atom"]'),
    ("sample_data = true", "sample_data = false"),
    ("pictures = true", "pictures = false"),  # they take time and say nothing of their own
]


@pytest.fixture
def unread(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The fields that no template has read yet; each read while the test runs takes one away."""
    left = {f"{owner.__name__}.{field.name}" for owner in reachable() for field in own_fields(owner)}
    for owner in reachable():
        monkeypatch.setattr(owner, "__getattribute__", recording(owner, left))
    return left


def recording(owner: type, left: set[str]) -> Callable[[object, str], object]:
    """Reads a field, and notes it under the class that brings it in when a template asked for it."""
    names = {
        field.name: f"{each.__name__}.{field.name}"
        for each in owner.__mro__
        if each in reachable()
        for field in own_fields(each)
    }
    assert set(names) == {field.name for field in fields(owner)}

    def read(self: object, name: str) -> object:
        if name in names and sys._getframe(1).f_code.co_filename.startswith(READERS):
            left.discard(names[name])
        return object.__getattribute__(self, name)

    return read


def test_every_field_is_read_by_some_template(unread: set[str], folder: Folder):
    """On a site that has something of everything."""
    folder.rows(ROWS)
    for change in CHANGES:
        folder.edit("data/site.toml", *change)
    folder.build(base_url="https://example.org/", jobs=1)
    assert unread - set(UNREAD) == set(), "no template reads these; take them out, with the code that works them out"
    assert set(UNREAD) <= unread, "templates read these after all; they are no exceptions"


def test_only_reads_of_templates_count(unread: set[str]):
    """Not those of the code that makes the pages."""
    link = LinkContext("B300", "gpus/b300/")
    assert link.name == "B300"
    assert "LinkContext.name" in unread
    assert jinja2.Environment().from_string("{{ link.name }}").render(link=link) == "B300"
    assert "LinkContext.name" not in unread
    assert "LinkContext.path" in unread
