"""What the expressions of templates are, as far as it can be told without rendering: contexts, fields, lists of them.

Only what is certain counts; everything else is of no known type and is held to nothing.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from typing import Any

from jinja2 import nodes

_MOST_NAMED = 15
_SAME_KIND = ("select", "reject", "selectattr", "rejectattr", "list", "sort", "reverse")


@dataclass(frozen=True, slots=True)
class Module:
    """A template that another one imports under a name: what it defines."""

    name: str
    macros: frozenset[str]


Scope = Mapping[str, Any]


@lru_cache(maxsize=256)
def field_types(kind: type) -> dict[str, Any]:
    """The fields of a context with their types; `X | None` counts as X."""
    hints = typing.get_type_hints(kind)
    return {field.name: _without_none(hints[field.name]) for field in fields(kind)}


def no_field(kind: type, name: str) -> str:
    """What to say of a field that a context does not have; a long list of those that it has is in the docs."""
    known = [field.name for field in fields(kind)]
    among = f"one of: {', '.join(known)}" if len(known) <= _MOST_NAMED else f"one that {kind.__name__} has"
    return f"no field '{name}' here, expected {among}"


def reachable(kinds: typing.Iterable[type | None]) -> frozenset[type]:
    """Some contexts and all that can be reached from them."""
    found: set[type] = set()
    ahead: list[Any] = [kind for kind in kinds if kind]
    while ahead:
        kind = ahead.pop()
        if is_dataclass(kind) and isinstance(kind, type):
            if kind not in found:
                found.add(kind)
                ahead.extend(field_types(kind).values())
        else:
            ahead.extend(typing.get_args(kind))
    return frozenset(found)


def type_of(node: nodes.Node, scope: Scope) -> Any:
    """The type of an expression, or None where it is not known."""
    if isinstance(node, nodes.Name):
        return scope.get(node.name)
    if isinstance(node, nodes.Getattr):
        return _field_of(type_of(node.node, scope), node.attr)
    if isinstance(node, nodes.Getitem):
        return _item_of(type_of(node.node, scope), node.arg)
    if isinstance(node, nodes.Filter) and node.node is not None:
        kind = type_of(node.node, scope)
        return kind if node.name in _SAME_KIND else item_type(kind) if node.name in ("first", "last") else None
    return None


def item_type(kind: Any) -> Any:
    """The type of a list's items, or None."""
    given = typing.get_args(kind)
    is_list = typing.get_origin(kind) is tuple and len(given) == 2 and given[1] is Ellipsis
    return _without_none(given[0]) if is_list else None


def _field_of(kind: Any, name: str) -> Any:
    return field_types(kind).get(name) if isinstance(kind, type) and is_dataclass(kind) else None


def _item_of(kind: Any, at: nodes.Node) -> Any:
    if isinstance(at, nodes.Slice):
        return kind
    return item_type(kind) if isinstance(at, nodes.Const | nodes.Neg) else None


def _without_none(kind: Any) -> Any:
    if isinstance(kind, types.UnionType) or typing.get_origin(kind) is typing.Union:
        others = [each for each in typing.get_args(kind) if each is not type(None)]
        return others[0] if len(others) == 1 else None
    return kind
