"""Reads a built page as a reader and a machine see it: elements, text, tables as rows, questions, structured data.

Parsing is strict: every element that is opened is closed in its turn, so a page that data has broken cannot be read.
"""

import json
from collections.abc import Iterator
from functools import cached_property
from html.parser import HTMLParser
from typing import Any

from tests.folders import Folder, Row

KIMI = "run/kimi-k26-on-b300/"
KIMI_MI355X = "run/kimi-k26-on-mi355x/"
CURVE = ((20.0, 4000.0), (50.0, 2500.0), (100.0, 1250.0))
VOID = {"br", "hr", "img", "input", "link", "meta"}
INLINE = {"a", "b", "code", "em", "small", "strong", "sup", "time"}
NOT_READ = {"script", "style", "svg", "template"}


class Node:
    """An element with its attributes, and what is in it: elements and text."""

    def __init__(self, tag: str, attrs: dict[str, str | None]) -> None:
        self.tag = tag
        self.attrs = attrs
        self.children: list[Node | str] = []

    def walk(self) -> Iterator["Node"]:
        """This element and all in it, in order."""
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()

    def all(self, tag: str, **attrs: str) -> list["Node"]:
        """The elements below with a tag and some attributes; `class_` is one of the classes."""
        wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attrs.items()}
        return [node for node in self.walk() if node.tag == tag and all(node.has(*pair) for pair in wanted.items())]

    def one(self, tag: str, **attrs: str) -> "Node":
        """The only element below with a tag and some attributes."""
        found = self.all(tag, **attrs)
        assert len(found) == 1, f"{len(found)} elements <{tag}> {attrs}"
        return found[0]

    def has(self, name: str, value: str) -> bool:
        """Whether an attribute has a value; a class may be one of several."""
        own = self.attrs.get(name) or ""
        return value in own.split() if name == "class" else own == value

    @cached_property
    def text(self) -> str:
        """What a person reads here, blanks joined; charts and what scripts use are left out."""
        return " ".join("".join(self._pieces(NOT_READ)).split())

    @property
    def raw(self) -> str:
        """All text below, as it stands."""
        return "".join(self._pieces(set()))

    def _pieces(self, without: set[str]) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif child.tag not in without:
                yield from (" ", *child._pieces(without), " ") if child.tag not in INLINE else child._pieces(without)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Node("", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(attrs) == len(dict(attrs)), f"an attribute stands twice in <{tag}>"
        node = Node(tag, dict(attrs))
        self.open[-1].children.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Node(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


class Page:
    """A page, read."""

    def __init__(self, text: str) -> None:
        reader = _Reader()
        reader.feed(text)
        reader.close()
        assert len(reader.open) == 1, f"<{reader.open[-1].tag}> is never closed"
        self.source = text
        self.root = reader.open[0]
        self.body = self.root.one("body")
        self.main = self.root.one("main")

    @property
    def text(self) -> str:
        """All that a person reads."""
        return self.body.text

    def section(self, name: str) -> Node:
        """A section, by the id of its heading."""
        return self.root.one("section", aria_labelledby=name)

    def says(self, name: str) -> str:
        """The paragraphs of a section; the first is its lead."""
        return " ".join(self.paragraphs(self.section(name)))

    def paragraphs(self, within: Node) -> list[str]:
        """The paragraphs that a person reads; the form that a script puts on the page is left out."""
        hidden = [p for template in within.all("template") for p in template.all("p")]
        return [p.text for p in within.all("p") if p not in hidden]

    def table(self, caption: str) -> list[list[str]]:
        """The rows of a table, found by the id of its caption: head first, rows that open others left out."""
        (table,) = [one for one in self.root.all("table") if one.all("caption", id=caption)]
        rows = [row for row in table.all("tr") if not row.has("class", "behind")]
        return [[cell.text for cell in row.children if isinstance(cell, Node)] for row in rows]

    def ladder(self, caption: str = "ladder-caption") -> dict[str, list[str]]:
        """The ladder, by target: throughput, cost, engine, precision. What stands small beside a figure is left out."""
        (table,) = [one for one in self.root.all("table") if one.all("caption", id=caption)]
        rows = [row for row in table.one("tbody").all("tr") if not row.has("class", "behind")]
        cells = [[cell for cell in row.children if isinstance(cell, Node)] for row in rows]
        return {row[0].text: [str(cell.children[0]).strip() for cell in row[1:]] for row in cells}

    def evidence(self, target: str) -> list[dict[str, str]]:
        """What stands behind a target of the ladder, row by row."""
        rows = self.section("ladder").all("table", class_="ladder")[0].one("tbody").all("tr")
        (at,) = [
            place for place, row in enumerate(rows) if row.all("th") and row.all("th")[0].text == f"{target} tok/s"
        ]
        return [pairs(found) for found in rows[at + 1].all("dl", class_="evidence")]

    def faq(self) -> dict[str, str]:
        """The questions with their answers."""
        section = self.section("faq")
        return dict(zip((h.text for h in section.all("h3")), (p.text for p in section.all("p")), strict=True))

    def meta(self, name: str) -> str | None:
        """What a meta element says, or None."""
        found = [m for m in self.root.all("meta") if m.attrs.get("name", m.attrs.get("property")) == name]
        assert len(found) < 2
        return found[0].attrs["content"] if found else None

    def link(self, rel: str) -> str | None:
        """Where a link element leads, or None."""
        found = self.root.all("link", rel=rel)
        assert len(found) < 2
        return found[0].attrs["href"] if found else None

    def json_ld(self) -> dict[str, Any]:
        """The only block of structured data; NaN and the like are refused."""
        (block,) = self.root.all("script", type="application/ld+json")
        found: dict[str, Any] = json.loads(block.raw, parse_constant=_refused)
        return found

    def graph(self, kind: str) -> dict[str, Any]:
        """One kind of thing in the structured data."""
        (found,) = [part for part in self.json_ld()["@graph"] if part["@type"] == kind]
        return dict(found)

    def shape(self) -> list[tuple[str, tuple[str, ...]]]:
        """Every element with the names of its attributes, in order: what data must never change."""
        return [(node.tag, tuple(sorted(node.attrs))) for node in self.root.walk()]


def _refused(name: str) -> None:
    raise AssertionError(f"{name} is not JSON")


def pairs(listed: Node) -> dict[str, str]:
    """A list of terms, each with what it says."""
    return dict(zip((t.text for t in listed.all("dt")), (d.text for d in listed.all("dd")), strict=True))


def page_of(folder: Folder, path: str = "") -> Page:
    """A built page."""
    return Page(folder.page(path))


def built(folder: Folder, rows: list[Row], path: str = KIMI, **options: Any) -> Page:
    """Build a site of some rows and read one of its pages."""
    folder.rows(rows)
    folder.build(**options)
    return page_of(folder, path)


def real(folder: Folder) -> Folder:
    """The folder with real data in place of sample data."""
    folder.edit("data/site.toml", "sample_data = true ", "sample_data = false ")
    return folder


def html_pages(folder: Folder) -> dict[str, Page]:
    """Every page of the site, by its file, but those of addresses that moved, which lead on at once."""
    files = {file.relative_to(folder.public).as_posix(): file for file in sorted(folder.public.rglob("*.html"))}
    texts = {name: file.read_text(encoding="utf-8") for name, file in files.items()}
    return {name: Page(text) for name, text in texts.items() if 'http-equiv="refresh"' not in text}
