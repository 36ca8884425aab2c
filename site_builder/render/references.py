"""What templates refer to: other templates, copy, assets; and which pages a template has a part in."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from jinja2 import nodes

from site_builder.errors import nearest_hint
from site_builder.render.copy_texts import NOTICES, TEXTS
from site_builder.render.loading import COPY, is_copy
from site_builder.render.names import NameFault
from site_builder.render.parsed import Parsed

COPY_FUNCTIONS = ("prose", "sentence", "questions")


@dataclass(frozen=True, slots=True)
class Reference:
    """A template, piece of copy or asset that a template names. kind: template, copy or asset; name: as written;
    is_whole: whether it is the template that the naming one fills the blocks of."""

    kind: str
    name: str
    line: int
    is_whole: bool = False


def references(template: Parsed) -> Iterator[Reference]:
    """All that a template names in plain text; what is put together from values cannot be known."""
    for node in template.of(nodes.Include, nodes.Import, nodes.FromImport, nodes.Extends):
        loaded = getattr(node, "template", None)
        if isinstance(loaded, nodes.Const) and isinstance(loaded.value, str):
            yield Reference("template", loaded.value, node.lineno, isinstance(node, nodes.Extends))
    for function, call in template.calls():
        kind = "copy" if function in COPY_FUNCTIONS else "asset" if function == "asset" else ""
        first = call.args[0] if call.args else None
        if kind and isinstance(first, nodes.Const) and isinstance(first.value, str):
            yield Reference(kind, first.value, call.lineno)


def missing(template: Parsed, templates: Collection[str], assets: Collection[str]) -> Iterator[NameFault]:
    """Each thing that a template names and that does not exist."""
    copies = [known.removeprefix(COPY).removesuffix(".md") for known in templates if is_copy(known)]
    for each in references(template):
        if each.kind == "template" and each.name not in templates:
            message = f"the template '{each.name}' does not exist, expected a file of the templates folder"
            yield NameFault(each.line, message, nearest_hint(each.name, templates), each.name)
        elif each.kind == "copy" and each.name not in copies:
            message = f"no copy '{each.name}', expected a file {COPY}{each.name}.md in the templates folder"
            yield NameFault(each.line, message, nearest_hint(each.name, copies), each.name)
        elif each.kind == "asset" and each.name not in assets:
            message = f"no asset '{each.name}', expected a file of templates/assets"
            yield NameFault(each.line, message, nearest_hint(each.name, assets), each.name)


class Uses:
    """Which templates have a part in which. found: all that can be parsed; names: of all."""

    def __init__(self, found: Iterable[Parsed], names: Collection[str]) -> None:
        self._parts = {template.name: frozenset(_parts_of(template, names)) for template in found}

    def within(self, root: str) -> frozenset[str]:
        """A template and all that have a part in what it makes."""
        found: set[str] = set()
        ahead = [root]
        while ahead:
            name = ahead.pop()
            if name not in found:
                found.add(name)
                ahead.extend(self._parts.get(name, ()))
        return frozenset(found)


def _parts_of(template: Parsed, names: Collection[str]) -> Iterator[str]:
    for each in references(template):
        if each.kind == "template":
            yield each.name
        elif each.kind == "copy":
            yield from (name for name in names if name.startswith(f"{COPY}{each.name}."))
    for function, call in template.calls():
        if function == "notices":
            yield from (name for name in names if name.startswith(NOTICES))
        elif function in COPY_FUNCTIONS and call.args and not isinstance(call.args[0], nodes.Const):
            yield from (name for name in names if name.startswith(TEXTS))
