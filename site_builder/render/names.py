"""The names in templates, looked at without rendering: a slip is told in branches, too, that no page takes today."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from jinja2 import nodes

from site_builder.errors import nearest_hint
from site_builder.render.field_types import Module, Scope, field_types, item_type, no_field, reachable, type_of
from site_builder.render.parsed import Parsed
from site_builder.render.vocabulary import FILTERS, FUNCTIONS, TESTS

_JINJA_NAMES = frozenset({"self", "super", "caller", "varargs", "kwargs", "loop"})
_BY_FIELD = ("map", "selectattr", "rejectattr", "sort")
_OF_VALUES = frozenset(name for kind in (str, tuple, list, dict) for name in dir(kind) if not name.startswith("_"))
_OF_LOOPS = frozenset(
    {"index", "index0", "first", "last", "length", "revindex", "revindex0", "previtem", "nextitem", "depth", "cycle"}
)
# They would write a missing value as "None".
_REFUSED = frozenset({"format", "format_map"})


@dataclass(frozen=True, slots=True)
class NameFault:
    """A name that does not exist: on which line, what is wrong, the nearest that exists, and the name."""

    line: int
    message: str
    hint: str
    name: str


def exported(template: Parsed) -> frozenset[str]:
    """The macros and values that a template hands to those that import it."""
    return frozenset(
        name
        for node in template.tree.body
        for name in (
            [node.name]
            if isinstance(node, nodes.Macro)
            else _targets(node.target)
            if isinstance(node, nodes.Assign | nodes.AssignBlock)
            else []
        )
        if not name.startswith("_")
    )


def assigned(template: Parsed) -> frozenset[str]:
    """Every name that a template gives a value anywhere, also those that it hands to what it includes."""
    names = {name.name for name in template.of(nodes.Name) if name.ctx != "load"}
    names |= {node.target for node in template.of(nodes.Import)}
    for node in template.of(nodes.FromImport):
        names |= {name if isinstance(name, str) else name[1] for name in node.names}
    return frozenset(names | {node.name for node in template.of(nodes.Macro)})


class NameCheck:
    """Looks for names that do not exist. templates: all that can be parsed; shared: what every template is given, by
    name; kinds: the contexts that templates of pages are given as `data`; is_whole: whether all templates can be
    parsed. If not, a field or name that nothing known has may be one of those that cannot, and is not told."""

    def __init__(
        self,
        templates: Sequence[Parsed],
        shared: Mapping[str, type],
        kinds: Mapping[str, type | None],
        *,
        is_whole: bool,
    ) -> None:
        self._is_whole, self._roots = is_whole, frozenset(kinds)
        self._exported = {template.name: exported(template) for template in templates}
        self._shared = shared
        self._known = frozenset({*shared, "data", "assets", *FUNCTIONS, *_JINJA_NAMES})
        every = frozenset().union(*map(assigned, templates))
        # Of templates that cannot be parsed nobody knows which names they hand on.
        self._seen = _names_seen(templates) if is_whole else {template.name: every for template in templates}
        contexts = reachable([*shared.values(), *kinds.values()])
        own = {field for template in templates for field in _namespace_fields(template)}
        self._fields = frozenset({field.name for kind in contexts for field in fields(kind)}).union(
            _OF_VALUES - _REFUSED, _OF_LOOPS, own, *self._exported.values()
        )

    def faults(self, template: Parsed, given: Scope) -> Iterator[NameFault]:
        """Every wrong name of a template. given: the types of the names that it is given."""
        if self._is_whole or template.name in self._roots:
            yield from self._unknown_names(template)
        yield from self._unknown_macros(template)
        yield from _unknown_words(template)
        yield from self._in(template.tree, dict(given))

    def handed_on(self, template: Parsed, kind: type | None) -> dict[str, Any]:
        """The types of the names that the template of a page gives to all that it includes. kind: its context."""
        scope: dict[str, Any] = {**self._shared, "data": kind}
        for node in template.tree.body:
            self._bind(node, scope)
        return scope

    def _unknown_names(self, template: Parsed) -> Iterator[NameFault]:
        tested = {test.node.name for test in template.of(nodes.Test) if isinstance(test.node, nodes.Name)}
        known_here = self._known | self._seen[template.name] | tested
        for node in template.of(nodes.Name):
            if node.ctx == "load" and node.name not in known_here:
                known = [*self._known - _JINJA_NAMES, *assigned(template)]
                message = f"'{node.name}' is undefined, expected a name that this template is given"
                yield NameFault(node.lineno, message, nearest_hint(node.name, known), node.name)

    def _unknown_macros(self, template: Parsed) -> Iterator[NameFault]:
        for node in template.of(nodes.FromImport):
            module = self._module(node.template)
            for name in node.names if module else ():
                asked = name if isinstance(name, str) else name[0]
                if module and asked not in module.macros:
                    yield _no_macro(asked, module, node.lineno)

    def _in(self, node: nodes.Node, scope: dict[str, Any]) -> Iterator[NameFault]:
        """The fields that a node and all below it ask for. scope: the types of names there, which grows on the way."""
        if isinstance(node, nodes.For):
            inner = {**scope, **dict.fromkeys(_targets(node.target))}
            if isinstance(node.target, nodes.Name):
                inner[node.target.name] = item_type(type_of(node.iter, scope))
            yield from self._below(node, inner)
            return
        if isinstance(node, nodes.Macro):
            yield from self._below(node, {**scope, **{argument.name: None for argument in node.args}})
            return
        yield from self._below(node, scope)
        self._bind(node, scope)
        if isinstance(node, nodes.Getattr):
            yield from self._field(node, node.attr, type_of(node.node, scope))
        elif isinstance(node, nodes.Filter) and node.name in _BY_FIELD:
            yield from self._named_fields(node, scope)

    def _bind(self, node: nodes.Node, scope: dict[str, Any]) -> None:
        """Note what the names are that a node gives values."""
        if isinstance(node, nodes.Assign):
            scope.update(dict.fromkeys(_targets(node.target)))
            if isinstance(node.target, nodes.Name):
                scope[node.target.name] = type_of(node.node, scope)
        elif isinstance(node, nodes.AssignBlock | nodes.With):
            scope.update(dict.fromkeys(name for target in _with_targets(node) for name in _targets(target)))
        elif isinstance(node, nodes.Import):
            scope[node.target] = self._module(node.template)

    def _below(self, node: nodes.Node, scope: dict[str, Any]) -> Iterator[NameFault]:
        for child in node.iter_child_nodes():
            yield from self._in(child, scope)

    def _field(self, node: nodes.Node, name: str, kind: Any) -> Iterator[NameFault]:
        if isinstance(kind, Module):
            if name not in kind.macros:
                yield _no_macro(name, kind, node.lineno)
        elif isinstance(kind, type) and is_dataclass(kind):
            known = field_types(kind)
            if name not in known:
                yield NameFault(node.lineno, no_field(kind, name), nearest_hint(name, known), name)
        elif self._is_whole and name not in self._fields:
            known_fields = self._fields - _OF_VALUES
            message = f"no field '{name}' anywhere, expected one that docs/templates.md lists"
            yield NameFault(node.lineno, message, nearest_hint(name, known_fields), name)

    def _named_fields(self, node: nodes.Filter, scope: dict[str, Any]) -> Iterator[NameFault]:
        """Fields that filters are told by name: selectattr("cost"), map(attribute="tier")."""
        if node.node is None:
            return
        named = [pair.value for pair in node.kwargs if pair.key == "attribute"]
        named += node.args[:1] if node.name.endswith("attr") else []
        kind = item_type(type_of(node.node, scope))
        for value in named:
            if isinstance(value, nodes.Const) and isinstance(value.value, str):
                inner = kind
                for part in value.value.split("."):
                    yield from self._field(value, part, inner)
                    inner = field_types(inner).get(part) if isinstance(inner, type) and is_dataclass(inner) else None

    def _module(self, template: nodes.Node) -> Module | None:
        """What a template that is imported by its plain name defines."""
        name = template.value if isinstance(template, nodes.Const) else None
        return Module(name, self._exported[name]) if name in self._exported else None


def _names_seen(templates: Sequence[Parsed]) -> dict[str, frozenset[str]]:
    """The names that some template gives values and that each template sees: its own, those of all that include it or
    fill its blocks, of all that may do so by a name that is put together, and of what it fills the blocks of."""
    own = {template.name: assigned(template) for template in templates}
    users: dict[str, set[str]] = {template.name: set() for template in templates}
    filled: dict[str, set[str]] = {template.name: set() for template in templates}
    for template in templates:
        for node in template.of(nodes.Include, nodes.Extends, nodes.Import, nodes.FromImport):
            named = getattr(node, "template", None)
            loaded = [named.value] if isinstance(named, nodes.Const) else list(own)
            is_shared = isinstance(node, nodes.Include | nodes.Extends) or getattr(node, "with_context", False)
            for name in loaded if is_shared else ():
                users.setdefault(name, set()).add(template.name)
            if isinstance(node, nodes.Extends):
                filled[template.name].update(loaded)
    with_filled = {
        name: names.union(*(own.get(each, ()) for each in _all_above(name, filled))) for name, names in own.items()
    }
    return {name: frozenset().union(*(with_filled.get(each, ()) for each in _all_above(name, users))) for name in own}


def _all_above(name: str, users: Mapping[str, Iterable[str]]) -> set[str]:
    found: set[str] = set()
    ahead = [name]
    while ahead:
        one = ahead.pop()
        if one not in found:
            found.add(one)
            ahead.extend(users.get(one, ()))
    return found


def _unknown_words(template: Parsed) -> Iterator[NameFault]:
    """Filters and tests that do not exist; those in branches pass Jinja's own check."""
    for node in template.of(nodes.Filter, nodes.Test):
        kind, known = ("filter", FILTERS) if isinstance(node, nodes.Filter) else ("test", TESTS)
        if node.name not in known:
            message = f"No {kind} named '{node.name}', expected a valid template"
            yield NameFault(node.lineno, message, nearest_hint(node.name, known), node.name)


def _no_macro(name: str, module: Module, line: int) -> NameFault:
    macros = sorted(module.macros)
    message = f"no macro '{name}' in {module.name}, expected one of: {', '.join(macros)}"
    return NameFault(line, message, nearest_hint(name, macros), name)


def _targets(target: nodes.Node) -> list[str]:
    """The names that an assignment or a loop gives values."""
    if isinstance(target, nodes.Name):
        return [target.name]
    return [name.name for name in target.find_all(nodes.Name)]


def _with_targets(node: nodes.AssignBlock | nodes.With) -> list[nodes.Node]:
    return list(node.targets) if isinstance(node, nodes.With) else [node.target]


def _namespace_fields(template: Parsed) -> Iterator[str]:
    for function, call in template.calls():
        if function == "namespace":
            yield from (pair.key for pair in call.kwargs)
