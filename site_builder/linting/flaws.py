"""What is found on a page, before it is known where in the templates it comes from."""

from __future__ import annotations

import re
from dataclasses import dataclass

from site_builder.errors import Severity


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something wrong on a page.

    kind: what is alike on all pages that have it; message: what to say of it; mark: the part of the line that is wrong.
    looks: patterns of the line in a template that makes it, the best first; the first `sure_looks` of them count
    wherever they match first, the others only where they match once. Without any the flaw is one of the page's whole
    template. only_in: the end of the names of the files in which it is a flaw at all.
    """

    severity: Severity
    rule: str
    kind: str
    message: str
    looks: tuple[str, ...]
    mark: str = ""
    hint: str = ""
    sure_looks: int = 9
    only_in: str = ""


def literally(text: str) -> str:
    """A pattern that finds a text however its spaces are written."""
    return r"\s+".join(re.escape(word) for word in text.split())
