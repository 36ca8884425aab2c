"""Looks at the finished site before it is published: every internal link must lead to a file of the site."""

from __future__ import annotations

import html
import json
import posixpath
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

from site_builder.errors import Problems, quoted
from site_builder.routes import output_path

_TAG = re.compile(
    rb"""<(?:a|area|audio|form|iframe|img|link|script|source|use|video)\s(?:[^>"']|"[^"]*"|'[^']*')*>""", re.IGNORECASE
)
_ATTRIBUTE = re.compile(rb"""\s([a-z-]+)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)""", re.IGNORECASE)
_LINKING = frozenset((b"href", b"src", b"action", b"poster"))
_ID = re.compile(rb"""\s(?:id|name)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)""", re.IGNORECASE)
# Addresses that rows give for their runs; no editor can mend them, so they are not held to lead anywhere.
_FROM_ROWS = re.compile(rb"""<a\s[^>]*rel="nofollow"[^>]*>""", re.IGNORECASE)
_MOST_NAMED = 3
_KEPT_IDS = 1_000  # pages whose elements are kept while links into them are looked at


def syntax_fault(path: str, text: str) -> str:
    """What keeps a list for machines from being read; empty when nothing does, or for another kind of file."""
    try:
        if path.endswith(".xml"):
            ElementTree.fromstring(text)  # noqa: S314 - our own text, which names no entities
        elif path.endswith(".webmanifest"):
            json.loads(text)
    except (ElementTree.ParseError, ValueError) as fault:
        return f"makes {path} that cannot be read ({fault}), expected well-formed text"
    return ""


def find_links(content: bytes, base_url: str | None = None) -> frozenset[str]:
    """The addresses that a page or list points at: in elements, in Markdown, and all that begin with the base URL."""
    found = {
        html.unescape(link.decode("utf-8").strip("\"'")).strip()
        for tag in _TAG.finditer(content)
        if not _FROM_ROWS.fullmatch(tag[0])
        for name, link in _ATTRIBUTE.findall(tag[0])
        if name.lower() in _LINKING
    }
    if base_url and (start := base_url.encode()) in content:
        whole = _whole_addresses(start).findall(_FROM_ROWS.sub(b"", content))
        found.update(re.split("[\"']", html.unescape(link.decode("utf-8")))[0].rstrip(".,;:!?") for link in whole)
    return frozenset(found)


@lru_cache(maxsize=8)
def _whole_addresses(start: bytes) -> re.Pattern[bytes]:
    """Addresses that begin with one, up to where JSON, XML, HTML or Markdown ends them."""
    return re.compile(re.escape(start) + rb"""[^\s"'<>()\\\]]*""")


def find_ids(content: bytes) -> frozenset[str]:
    """The names that a link may give behind a # to point into a page."""
    return frozenset(html.unescape(found.decode("utf-8").strip("\"'")) for found in _ID.findall(content))


@dataclass(frozen=True)
class Targets:
    """The output paths that links may lead to, and the base URL of the site.

    Links are read from the start of their page; a path that starts with / is read from the root of the base URL's host,
    and an address that begins with the base URL is one of the site.
    """

    paths: Collection[str]
    base_url: str | None = None

    @cached_property
    def _base_path(self) -> str:
        return urlsplit(self.base_url).path if self.base_url else "/"

    def open_links(self, content: bytes, page: str, beside: Collection[str]) -> frozenset[str]:
        """The addresses in a page or list that only the whole site can tell right: those that lead to none of these
        paths nor to a file made beside the page, and those into another page."""
        open_links = set()
        for link in find_links(content, self.base_url):
            target, element, fault = self.follow(link, page)
            is_here = target == page and f' id="{html.escape(element)}"'.encode() in content
            if (fault and target not in beside) or (element and not is_here):
                open_links.add(link)
        return frozenset(open_links)

    def follow(self, link: str, page: str) -> tuple[str, str, str]:
        """The output path and the element that a link leads to, and what is wrong with the path. Empty texts stand for
        nothing wrong, for no element, and for a link to another host."""
        try:
            parts = urlsplit(link)
        except ValueError:
            return "", "", "is not an address"
        if (parts.scheme or parts.netloc) and not (self.base_url and link.startswith(self.base_url)):
            return "", "", ""
        target = page
        if parts.path:
            resolved = _resolve(unquote(parts.path), page, self._base_path)
            if resolved is None:
                return "", "", "leaves the site"
            target = output_path(resolved)
        element = "" if parts.fragment == "top" else unquote(parts.fragment)
        return target, element, "" if not parts.path or target in self.paths else "leads to no page"


def check_links(
    links: Mapping[str, frozenset[str]],
    targets: Targets,
    ids_of: Callable[[str], frozenset[str] | None],
    problems: Problems,
) -> None:
    """Record an error for each address that leads to no file. links: of each page, by its output path; targets: all
    files of the site. ids_of: the elements of a page that links may point at; None for a page that is not made this
    time, which is trusted to have them. It is asked only about pages that some link points into."""
    known_ids = lru_cache(maxsize=_KEPT_IDS)(ids_of)
    dead: dict[tuple[str, str], list[str]] = {}
    for page, found in links.items():
        for link in found:
            target, element, fault = targets.follow(link, page)
            ids = known_ids(target) if element and not fault else None
            if ids is not None and element not in ids:
                fault = f"names no element of {target}"
            if fault:
                dead.setdefault((link, fault), []).append(page)
    for (link, fault), pages in sorted(dead.items()):
        more = f" and {len(pages) - _MOST_NAMED:,} more" if len(pages) > _MOST_NAMED else ""
        message = f"{quoted(link)} {fault}, expected the address of a page or file of the site"
        problems.error("dead-link", ", ".join(pages[:_MOST_NAMED]) + more, message)


def _resolve(path: str, page: str, base_path: str) -> str | None:
    """The path from the site's root that a link leads to, or None when it leaves the site."""
    if path.startswith("/"):
        base_path = unquote(base_path)
        return path[len(base_path) :] if path.startswith(base_path) else None
    joined = posixpath.normpath(posixpath.join("/", posixpath.dirname(page), path))
    above = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
    if above.startswith(".."):
        return None
    return (joined.rstrip("/") + "/" if path.endswith(("/", ".", "..")) else joined).lstrip("/")
