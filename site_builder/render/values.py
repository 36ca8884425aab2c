"""What may be written into a page: nothing that is missing, no number that is none."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import is_dataclass
from typing import Any

import jinja2


class MissingValue(jinja2.TemplateError):
    """A template tried to print a value that is not there."""


class NoTextError(jinja2.TemplateError):
    """A template tried to print something that is no text, such as a list or a macro that it did not call."""


# What stands for a value while Markdown is parsed begins and ends with this: so many digits mean nothing to it
# anywhere, and have no case.
MARK_OF_PLACES = "9007190"


def present(value: Any) -> Any:
    """A value that can be written: a text or a finite number. Raises MissingValue for None, NaN and infinity,
    NoTextError for what Python alone has words for."""
    if isinstance(value, str):
        return value
    if value is None:
        raise MissingValue("a value is missing here, expected a test for it or the filter 'dash'")
    if isinstance(value, float) and not math.isfinite(value):
        raise MissingValue(f"the number here is {value}, expected a finite one")
    if isinstance(value, jinja2.Undefined):
        return str(value)  # nothing, of an `if` without `else`; raises for a name that does not exist
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise NoTextError(f"{_in_words(value)} is no text, expected {_way_out(value)}")
    return value


def _in_words(value: object) -> str:
    if isinstance(value, bool):
        return "yes or no"
    if isinstance(value, Collection):
        return "a list"
    return f"a {type(value).__name__}" if is_dataclass(value) else "a function, macro or filter that is not called"


def _way_out(value: object) -> str:
    if isinstance(value, bool):
        return "a test of it: {% if … %}"
    if isinstance(value, Collection):
        return "a loop over it or a filter such as sentence_list"
    return "one of its fields" if is_dataclass(value) else "a call: name(…)"
