"""What templates use of each other, all templates together: which have a part in which, and what nothing asks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import jinja2
from jinja2 import nodes

from site_builder.render.environment import tree_of
from site_builder.render.parsed import Parsed, parsed
from site_builder.render.references import Uses, references
from site_builder.render.texts import environment_kind


@dataclass(frozen=True, slots=True)
class Macro:
    """A macro: the template and the line where it is defined."""

    template: str
    name: str
    line: int


@dataclass(frozen=True)
class Usage:
    """names: of all templates; uses: which have a part in which; copies: the pieces of copy that templates name;
    unused_macros: those that no template calls, in the order of files and lines. is_complete: whether every template
    could be read and parsed; without it more may be used than is known."""

    names: tuple[str, ...]
    uses: Uses
    copies: frozenset[str]
    unused_macros: tuple[Macro, ...]
    is_complete: bool


def find_usage(sources: Mapping[str, str], names: Sequence[str]) -> Usage:
    """What templates use of each other. sources: the text of each that can be read; names: of all."""
    templates = [template for name, text in sources.items() if (template := _parse(name, text))]
    copies = frozenset(one.name for template in templates for one in references(template) if one.kind == "copy")
    is_complete = len(templates) == len(names)
    return Usage(tuple(names), Uses(templates, names), copies, tuple(_unused_macros(templates)), is_complete)


def _parse(name: str, text: str) -> Parsed | None:
    try:
        return parsed(name, tree_of(environment_kind(name), text, name))  # type: ignore[arg-type]
    except jinja2.TemplateSyntaxError:
        return None


def _unused_macros(templates: Sequence[Parsed]) -> Iterator[Macro]:
    files_of = _aliases(templates)
    used = {pair for template in templates for pair in _used(template, files_of)}
    for template in templates:
        for node in template.of(nodes.Macro):
            if (template.name, node.name) not in used:
                yield Macro(template.name, node.name, node.lineno)


def _aliases(templates: Iterable[Parsed]) -> dict[str, set[str]]:
    """The files that a name is imported for anywhere: what is included sees the names of those who include it."""
    found: dict[str, set[str]] = {}
    for template in templates:
        for node in template.of(nodes.Import):
            found.setdefault(node.target, set()).update(_constant(node.template))
    return found


def _used(template: Parsed, files_of: Mapping[str, set[str]]) -> Iterator[tuple[str, str]]:
    """The file and the name of each macro that a template may call."""
    for node in template.of(nodes.FromImport):
        for file in _constant(node.template):
            yield from ((file, name if isinstance(name, str) else name[0]) for name in node.names)
    for part in template.of(nodes.Getattr):
        if isinstance(part.node, nodes.Name):
            yield from ((file, part.attr) for file in files_of.get(part.node.name, ()))
    yield from ((template.name, name.name) for name in template.of(nodes.Name) if name.ctx == "load")


def _constant(node: nodes.Node) -> list[str]:
    return [node.value] if isinstance(node, nodes.Const) and isinstance(node.value, str) else []
