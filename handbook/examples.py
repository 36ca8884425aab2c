"""A value of every field, taken from what templates got."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from handbook.classes import own_fields, parents

Examples = Mapping[tuple[type, str], Any]
_EMPTY = (None, "", ())


def find_examples(contexts: Iterable[Mapping[str, object]]) -> Examples:
    """A value of each field, by the class that brings it in and its name; fields that nothing came with are left out.

    The values of a class are those of one object, the first of the fullest ones, so that they belong together; what
    it lacks comes from the first that has it."""
    fullest: dict[type, tuple[int, Any]] = {}
    first: dict[tuple[type, str], Any] = {}
    for each in _objects(contexts):
        for owner in _owners(each):
            filled = sum(bool(getattr(each, field.name)) for field in fields(owner))
            if filled > fullest.get(owner, (-1, None))[0]:
                fullest[owner] = filled, each
            for field in own_fields(owner):
                value = getattr(each, field.name)
                if value is not None and first.get((owner, field.name)) in _EMPTY:
                    first[owner, field.name] = value
    found = {key: getattr(fullest[key[0]][1], key[1]) for key in first}
    return {key: first[key] if value in _EMPTY else value for key, value in found.items()}


def _objects(contexts: Iterable[Mapping[str, object]]) -> Iterator[Any]:
    """Every object of a class of templates that contexts hold, once each."""
    seen: dict[int, object] = {}  # keeps them alive, so that none takes over the identity of another
    waiting = [value for context in contexts for value in context.values()]
    waiting.reverse()
    while waiting:
        value = waiting.pop()
        if isinstance(value, tuple):
            waiting.extend(reversed(value))
        elif is_dataclass(value) and id(value) not in seen:
            seen[id(value)] = value
            yield value
            waiting.extend(getattr(value, field.name) for field in reversed(fields(value)))


def _owners(each: Any) -> tuple[type, ...]:
    """The class of an object, and those whose fields it inherits."""
    return type(each), *parents(type(each))
