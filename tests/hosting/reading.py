"""Reads the files of a site for the addresses in them, and pages for what they show and say of themselves."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

# Elements whose addresses a reader follows, and those that a browser fetches to show the page.
_FOLLOWED = {"a": "href", "area": "href", "form": "action"}
_FETCHED = {
    **dict.fromkeys(("img", "script", "iframe", "source", "video", "audio", "embed", "input", "track"), ("src",)),
    "object": ("data",),
    "use": ("href", "xlink:href"),
    "image": ("href", "xlink:href"),
}
_VALUES = {"og:url", "og:image", "og:image:secure_url", "og:see_also", "twitter:image", "twitter:url"}
_INLINE = {"a", "abbr", "b", "code", "em", "i", "small", "span", "strong", "sub", "sup", "time", "cite", "dfn", "kbd"}
_UNREAD = {"script", "style", "template", "head", "svg"}
_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
_REFRESH = re.compile(r"\s*\d+\s*;\s*url=(.*)", re.IGNORECASE)
_ATOM, _SITEMAP = "{http://www.w3.org/2005/Atom}", "{http://www.sitemaps.org/schemas/sitemap/0.9}"


class HtmlPage(HTMLParser):
    """What one page holds.

    followed: addresses that a reader can follow; fetched: what a browser fetches for it; named: addresses that machines
    are told of. ids: names of its elements. meta: by name or property. data: its JSON-LD as it stands.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.followed: list[str] = []
        self.fetched: list[str] = []
        self.named: list[str] = []
        self.ids: set[str] = set()
        self.meta: dict[str, str] = {}
        self.canonical: str | None = None
        self.refresh: str | None = None
        self.data: list[str] = []
        self._text: list[str] = []
        self._open: list[str] = []
        self._in_data = False
        self.feed(text)
        self.close()

    @property
    def noindex(self) -> bool:
        """Whether search engines are asked to leave the page out."""
        return "noindex" in self.meta.get("robots", "")

    @property
    def addresses(self) -> list[str]:
        """All addresses of the page."""
        return [*self.followed, *self.fetched, *self.named]

    @property
    def text(self) -> str:
        """What a person reads on the page, blanks joined."""
        return " ".join("".join(self._text).split())

    @property
    def blocks(self) -> list[Any]:
        """Its JSON-LD, parsed as strictly as JSON is defined."""
        return [strict_json(text) for text in self.data]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = {name: value or "" for name, value in attrs}
        if tag not in _VOID:
            self._open.append(tag)
        if tag not in _INLINE:
            self._text.append(" ")
        self._in_data = tag == "script" and own.get("type") == "application/ld+json"
        if self._in_data:
            self.data.append("")
        if "id" in own:
            self.ids.add(own["id"])
        self._addresses(tag, own)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._addresses(tag, {name: value or "" for name, value in attrs})

    def handle_endtag(self, tag: str) -> None:
        if tag in self._open:
            while self._open.pop() != tag:
                pass
        self._in_data = False
        if tag not in _INLINE:
            self._text.append(" ")

    def handle_data(self, data: str) -> None:
        if self._in_data:
            self.data[-1] += data
        elif not _UNREAD & set(self._open):
            self._text.append(data)

    def _addresses(self, tag: str, own: dict[str, str]) -> None:
        if tag in _FOLLOWED and _FOLLOWED[tag] in own:
            self.followed.append(own[_FOLLOWED[tag]])
        self.fetched += [own[name] for name in _FETCHED.get(tag, ()) if name in own]
        self.fetched += [each.split()[0] for each in own.get("srcset", "").split(",") if each.strip()]
        self.fetched += [own["poster"]] if "poster" in own else []
        if tag == "link":
            self._link(own.get("rel", "").split(), own.get("href", ""))
        if tag == "meta":
            self._meta(own)

    def _link(self, rel: list[str], address: str) -> None:
        if "canonical" in rel:
            self.canonical = address
        (self.named if {"canonical", "alternate"} & set(rel) else self.fetched).append(address)

    def _meta(self, own: dict[str, str]) -> None:
        name = own.get("name") or own.get("property") or ""
        self.meta[name] = own.get("content", "")
        if name in _VALUES:
            self.named.append(own["content"])
        if own.get("http-equiv", "").lower() == "refresh":
            found = _REFRESH.fullmatch(own["content"])
            assert found, own["content"]
            self.refresh = found[1]
            self.followed.append(found[1])


def strict_json(text: str) -> Any:
    """JSON, with an error for NaN, Infinity and a name that stands twice in an object."""

    def no_constant(word: str) -> None:
        raise ValueError(f"{word} is not JSON")

    def named_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        names = [name for name, _ in pairs]
        assert len(set(names)) == len(names), f"a name stands twice: {names}"
        return dict(pairs)

    return json.loads(text, parse_constant=no_constant, object_pairs_hook=named_once)


def items_of(value: Any) -> Iterator[dict[str, Any]]:
    """Every object in a JSON value, itself included, in order."""
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from items_of(inner)


def read_sitemap(content: bytes) -> dict[str, str]:
    """Addresses of a sitemap with their lastmod; empty where one has none."""
    root = ElementTree.fromstring(content)
    assert root.tag == f"{_SITEMAP}urlset", root.tag
    found = [(each.findtext(f"{_SITEMAP}loc") or "", each.findtext(f"{_SITEMAP}lastmod") or "") for each in root]
    assert len(dict(found)) == len(found), "an address stands twice"
    return dict(found)


def read_feed(content: bytes) -> tuple[list[str], list[str]]:
    """The addresses of an Atom feed itself, and those of its entries."""
    root = ElementTree.fromstring(content)
    own = [each.attrib["href"] for each in root.findall(f"{_ATOM}link")]
    return own, [each.attrib["href"] for each in root.findall(f"{_ATOM}entry/{_ATOM}link")]


def markdown_links(text: str) -> list[str]:
    """The addresses of the links in a Markdown text."""
    return re.findall(r"\]\(([^()\s]*)\)", text)


def addresses_below(text: str, base_url: str) -> set[str]:
    """Every address in any text that begins with the base URL, up to where HTML, JSON, XML or Markdown ends it."""
    return set(re.findall(re.escape(base_url) + r"""[^\s"'<>()\\\],]*""", text))
