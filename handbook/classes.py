"""The classes that templates get, each field with its type and the line that describes it."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, is_dataclass
from functools import cache
from itertools import pairwise
from typing import Any, get_args, get_type_hints

from site_builder.pages.given import SHARED, TEMPLATES


@dataclass(frozen=True)
class Field:
    """A field of a class. kind: its type; says: the text below it, empty where there is none."""

    owner: type
    name: str
    kind: Any
    says: str


def reachable() -> tuple[type, ...]:
    """Every class that a template can come across, each before those that it holds."""
    found: dict[type, None] = {}
    for start in (*SHARED.values(), *TEMPLATES.values()):
        if start is not None:
            _reach(start, found)
    return tuple(found)


@cache
def own_fields(owner: type) -> tuple[Field, ...]:
    """The fields of a class in their order, without those that it inherits."""
    kinds, says = get_type_hints(owner), _descriptions(owner)
    return tuple(Field(owner, name, kinds[name], says.get(name, "")) for name in inspect.get_annotations(owner))


def parents(owner: type) -> tuple[type, ...]:
    """The classes that a class has all fields of, the nearest first."""
    return tuple(parent for parent in owner.__mro__[1:] if is_dataclass(parent))


def classes_in(kind: Any) -> Iterator[type]:
    """The classes of templates that a type names."""
    if isinstance(kind, type) and is_dataclass(kind):
        yield kind
    for part in get_args(kind):
        yield from classes_in(part)


def _reach(owner: type, found: dict[type, None]) -> None:
    if owner in found:
        return
    found[owner] = None
    inner: Iterable[type] = (
        *parents(owner),
        *(each for field in own_fields(owner) for each in classes_in(field.kind)),
    )
    for each in inner:
        _reach(each, found)


def _descriptions(owner: type) -> dict[str, str]:
    """The texts below the fields of a class, by the fields' names, as they stand in its module."""
    tree = ast.parse(inspect.getsource(sys.modules[owner.__module__]))
    body = next(node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == owner.__name__)
    return {
        field.target.id: text.value.value
        for field, text in pairwise(body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
        and isinstance(text.value.value, str)
    }
