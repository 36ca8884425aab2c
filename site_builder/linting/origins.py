"""Where in the templates something on a page comes from: the file that an editor edits, and its line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from site_builder.linting.flaws import Flaw
from site_builder.render import Usage


class Origins:
    """The templates of a folder. sources: name -> text; usage: what they use of each other."""

    def __init__(self, folder: str, sources: Mapping[str, str], usage: Usage) -> None:
        self._folder = folder
        self._lines = {name: text.split("\n") for name, text in sources.items()}
        self.sources, self.usage = sources, usage

    def place(self, name: str, line: int = 0) -> str:
        """A template, or a line of one, for messages."""
        return f"{self._folder}/{name}{f':{line}' if line else ''}"

    def of(self, flaw: Flaw, template: str, copy: str = "") -> list[str]:
        """Where a flaw of a page comes from, the best place first; empty where that cannot be found. template: of the
        page; copy: the piece of copy that is the page's own text."""
        if not flaw.looks:
            return [self.place(copy or template)]
        parts = self._parts(template, copy)
        for at, pattern in enumerate(flaw.looks):
            found = [self.place(*one) for one in self._matches(pattern, parts)]
            if found and (at < flaw.sure_looks or len(found) == 1):
                return found
        return []

    def first(self, pattern: str, names: Iterable[str]) -> str:
        """The first line of some templates that a pattern matches; empty where none does."""
        return next((self.place(*one) for one in self._matches(pattern, names)), "")

    def _parts(self, template: str, copy: str) -> Sequence[str]:
        """The page's own text, its template, and all that have a part in it; of pages of text only its own."""
        within = _within(self.usage, template)
        own = [name for name in (copy, template) if name in self._lines]
        others = sorted(within.difference(own).intersection(self._lines))
        return own + [name for name in others if not (copy and name.startswith(copy.rpartition("/")[0] + "/"))]

    def _matches(self, pattern: str, names: Iterable[str]) -> Iterator[tuple[str, int]]:
        wanted = re.compile(pattern)
        for name in names:
            yield from ((name, at) for at, line in enumerate(self._lines[name], start=1) if wanted.search(line))


@lru_cache(maxsize=256)
def _within(usage: Usage, template: str) -> frozenset[str]:
    return usage.uses.within(template)
