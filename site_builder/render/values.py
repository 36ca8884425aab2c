"""What may be written into a page: nothing that is missing, no number that is none."""

from __future__ import annotations

import math
from typing import Any

import jinja2


class MissingValue(jinja2.TemplateError):
    """A template tried to print a value that is not there."""


def present(value: Any) -> Any:
    """A value that is there. Raises MissingValue for None, NaN and infinity."""
    if value is None:
        raise MissingValue("a value is missing here, expected a test for it or the filter 'dash'")
    if isinstance(value, float) and not math.isfinite(value):
        raise MissingValue(f"the number here is {value}, expected a finite one")
    return value
