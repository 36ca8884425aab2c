"""What the source of a page says, taken apart with the standard library."""

import json
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any


@dataclass
class Source:
    """A page's source: its description, its data blocks, its questions with their answers, the names of the way down to
    it, and its elements."""

    description: str = ""
    data: list[str] = field(default_factory=list)
    faq: list[tuple[str, str]] = field(default_factory=list)
    crumbs: list[str] = field(default_factory=list)
    elements: list[tuple[str, dict[str, str | None]]] = field(default_factory=list)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.source = Source()
        self._into: list[str] | None = None
        self._question: str | None = None
        self._in_faq = self._in_crumbs = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.source.elements.append((tag, found))
        if tag == "meta" and found.get("name") == "description":
            self.source.description = found.get("content") or ""
        if tag == "section":
            self._in_faq = found.get("aria-labelledby") == "faq"
        if tag == "nav":
            self._in_crumbs = found.get("class") == "crumbs"
        if self._in_crumbs and tag == "li":
            self._into = []
        if (tag == "script" and found.get("type") == "application/ld+json") or (self._in_faq and tag in {"h3", "p"}):
            self._into = []

    def handle_data(self, data: str) -> None:
        if self._into is not None:
            self._into.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "nav":
            self._in_crumbs = False
        if self._into is None or tag not in {"script", "h3", "p", "li"}:
            return
        text, self._into = "".join(self._into), None
        if tag == "li":
            self.source.crumbs.append(" ".join(text.split()))
        elif tag == "script":
            self.source.data.append(text)
        elif tag == "h3":
            self._question = " ".join(text.split())
        elif self._question is not None:
            self.source.faq.append((self._question, " ".join(text.split())))
            self._question = None


def source_of(html: str) -> Source:
    """A page's source, taken apart."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.source


def strict_json(text: str) -> Any:
    """JSON as the standard has it: no NaN, no name twice."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        names = [name for name, _ in pairs]
        assert len(names) == len(set(names)), f"a name stands twice in {names}"
        return dict(pairs)

    def refuse(word: str) -> Any:
        raise AssertionError(f"{word} is not JSON")

    return json.loads(text, object_pairs_hook=once, parse_constant=refuse)


def nodes_of(source: Source, kind: str) -> list[dict[str, Any]]:
    """The data of a kind in a page's data blocks."""
    blocks = [strict_json(block) for block in source.data]
    nodes = [node for block in blocks for node in block.get("@graph", [block])]
    return [node for node in nodes if node["@type"] == kind]
