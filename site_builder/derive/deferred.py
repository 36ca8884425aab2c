"""Frozen values of which some fields are made when they are first asked for: pages need few of the many there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

Value = TypeVar("Value", bound="Deferred")
Later = Callable[[str], Mapping[str, Any]]


class Deferred:
    """What frozen dataclasses with slots inherit, so that they can be made without some of their fields."""

    __slots__ = ("_later",)

    if not TYPE_CHECKING:  # a checker shall not take any name for a field

        def __getattr__(self, name: str) -> Any:
            """A field that is not there yet: it is made, and stays."""
            if name not in type(self).__slots__:
                raise AttributeError(f"{type(self).__name__} has no field {name!r}")
            for field, value in object.__getattribute__(self, "_later")(name).items():
                object.__setattr__(self, field, value)
            return object.__getattribute__(self, name)


def deferred(kind: type[Value], later: Later, known: Mapping[str, Any]) -> Value:
    """A value of a dataclass with some fields known. `later(name)` gives the field of that name, and others if it
    likes, when it is first asked for."""
    value = object.__new__(kind)
    put = object.__setattr__
    put(value, "_later", later)
    for name, each in known.items():
        put(value, name, each)
    return value
