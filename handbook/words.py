"""Types and values as an editor reads them: in words, and as a template would print them."""

from __future__ import annotations

from dataclasses import is_dataclass
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

_NAMES = {str: "text", bool: "yes or no", int: "whole number"}
# So much of a text is shown; of a list so many items.
_LONGEST, _MOST = 72, 4


def link(owner: type) -> str:
    """The name of a class, leading to its part of the page."""
    return f"[{owner.__name__}](#{owner.__name__.lower()})"


def kind_in_words(kind: Any) -> str:
    """A type: `text or nothing`, `list of LinkContext`."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return " or ".join([*(kind_in_words(part) for part in parts if part is not NoneType), "nothing"])
    if origin is tuple:
        item = kind_in_words(parts[0])
        return f"list of ({item})" if " or " in item else f"list of {item}"
    return _NAMES[kind] if kind in _NAMES else link(kind)


def example_in_words(value: Any) -> str:
    """A value: a text as it is, long ones cut; a class by its name, a list of them by how many there are."""
    if is_dataclass(owner := type(value)):
        return link(owner)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, tuple):
        return as_code(_shortened(str(value))) or "an empty text"
    kept = [item for item in value if item is not None]
    if not kept:
        return "an empty list"
    if is_dataclass(kept[0]):
        return f"{len(value)} × {link(type(kept[0]))}"
    return ", ".join([*map(example_in_words, kept[:_MOST]), *(["…"] if len(kept) > _MOST else [])])


def as_code(text: str) -> str:
    """A text between backticks, fit for a cell of a table; nothing of an empty one."""
    return f"`{text.replace('|', chr(92) + '|')}`" if text else ""


def as_prose(text: str) -> str:
    """A text that may hold code between backticks, fit for a cell of a table."""
    parts = text.split("`")
    parts[::2] = [part.replace("<", "&lt;") for part in parts[::2]]
    return "`".join(parts).replace("|", chr(92) + "|")


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"
