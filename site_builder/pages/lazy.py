"""Contexts whose costly fields are made when a template first asks for them, so that a lean template costs little."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import lru_cache
from typing import Any, TypeVar

from site_builder.errors import ProgramFaultError

Context = TypeVar("Context")


def lazily(kind: type[Context], values: Mapping[str, Any], makers: Mapping[str, Callable[[], Any]]) -> Context:
    """A frozen context of a dataclass with slots: some fields are given, the others made once, when they are asked for.

    Raises TypeError when a field is in neither, or a name is no field.
    """
    named = {field.name for field in fields(kind)}  # type: ignore[arg-type]
    if len(values) + len(makers) != len(named) or named != {*values, *makers}:
        raise TypeError(f"{kind.__name__} lacks or does not have: {sorted(named ^ {*values, *makers})}")
    context = object.__new__(_lazy_kind(kind))  # type: ignore[arg-type]
    for name, value in values.items():
        object.__setattr__(context, name, value)
    object.__setattr__(context, "_makers", makers)
    return context  # type: ignore[no-any-return]


@lru_cache(maxsize=64)
def _lazy_kind(kind: type[Any]) -> Any:
    """A context's class that makes a field when its slot is still empty."""

    def made(self: Any, name: str) -> Any:
        maker = object.__getattribute__(self, "_makers").get(name)
        if maker is None:
            raise AttributeError(f"{kind.__name__} has no field {name}", name=name, obj=self)
        try:
            value = maker()
        except Exception as fault:
            raise ProgramFaultError(f"{kind.__name__}.{name} cannot be made") from fault
        object.__setattr__(self, name, value)
        return value

    return type(kind.__name__, (kind,), {"__slots__": ("_makers",), "__getattr__": made, "__module__": kind.__module__})
