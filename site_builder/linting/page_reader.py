"""Reads a finished page with the standard library's parser: its title, headings, images, ids and addresses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser

_ADDRESSES = frozenset({"href", "src", "action", "poster"})
_LINKING = frozenset(
    ("a", "area", "audio", "form", "iframe", "img", "link", "script", "source", "track", "use", "video")
)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}

Attributes = Sequence[tuple[str, str | None]]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: its level from 1 to 6, and its text."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Image:
    """An image: its element, its address, and its alternative text; None where it has none at all."""

    tag: str
    address: str
    alt: str | None


@dataclass
class PageParts:
    """What is looked at of a page. title, description: None where the page has none; ids: each as often as it is
    given; names: of elements, which links may point at too; addresses: of
    links, but not those that rows give for their runs."""

    title: str | None = None
    description: str | None = None
    headings: list[Heading] = field(default_factory=list)
    images: list[Image] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    names: dict[str, None] = field(default_factory=dict)
    addresses: dict[str, None] = field(default_factory=dict)


def read_page(text: str) -> PageParts:
    """The parts of a page."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return reader.parts


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts = PageParts()
        self._within = ""
        self._text: list[str] = []

    def updatepos(self, i: int, j: int) -> int:
        """Keep no account of lines, which nobody asks for: a tenth of the time."""
        return j

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        """Note what an element says of itself."""
        given = dict(attrs)
        if given.get("id"):
            self.parts.ids.append(given["id"] or "")
        if given.get("name"):
            self.parts.names[given["name"] or ""] = None
        if tag in _LINKING and given.get("rel") != "nofollow":
            self.parts.addresses.update(
                dict.fromkeys(value.strip() for name, value in attrs if name in _ADDRESSES and value)
            )
        if tag == "img" or (tag == "area" and "href" in given) or (tag == "input" and given.get("type") == "image"):
            address = given.get("src") or given.get("href") or ""
            self.parts.images.append(Image(tag, address, given["alt"] or "" if "alt" in given else None))
        elif tag == "meta" and given.get("name") == "description":
            self.parts.description = given.get("content") or ""
        elif not self._within and (tag in _HEADINGS or (tag == "title" and self.parts.title is None)):
            self._within, self._text = tag, []

    def handle_data(self, data: str) -> None:
        """Keep the text of a title or a heading."""
        if self._within:
            self._text.append(data)

    def handle_endtag(self, tag: str) -> None:
        """A title or a heading is whole."""
        if tag != self._within:
            return
        text = " ".join("".join(self._text).split())
        if tag == "title":
            self.parts.title = text
        else:
            self.parts.headings.append(Heading(_HEADINGS[tag], text))
        self._within = ""
