"""Looks at the finished site before anything is written: every internal link must lead to a file of the site."""

from __future__ import annotations

import html
import json
import posixpath
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

from site_builder.errors import Problems, nearest_hint, quoted
from site_builder.routes import output_path

PlaceOf = Callable[[Sequence[str]], str]
IdsOf = Callable[[str], frozenset[str]]

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


def find_links(content: bytes, base_url: str | None = None, *, is_markup: bool = True) -> frozenset[str]:
    """The addresses that a page or list points at: in elements, in Markdown, and all that begin with the base URL.
    is_markup: whether it has elements; what looks like one in plain text is text."""
    found = {
        html.unescape(link.decode("utf-8").strip("\"'")).strip()
        for tag in (_TAG.finditer(content) if is_markup else ())
        if not _FROM_ROWS.fullmatch(tag[0])
        for name, link in _ATTRIBUTE.findall(tag[0])
        if name.lower() in _LINKING
    }
    if base_url and (start := base_url.encode()) in content:
        whole = _whole_addresses(start).findall(_FROM_ROWS.sub(b"", content))
        found.update(re.split("[\"']", html.unescape(link.decode("utf-8")))[0].rstrip(".,;:!?") for link in whole)
    return frozenset(found)


def find_ids(content: bytes) -> frozenset[str]:
    """The names of a page's elements, which links may lead to."""
    return frozenset(html.unescape(name.decode("utf-8").strip("\"'")) for name in _ID.findall(content))


@lru_cache(maxsize=8)
def _whole_addresses(start: bytes) -> re.Pattern[bytes]:
    """Addresses that begin with one, up to where JSON, XML, HTML or Markdown ends them."""
    return re.compile(re.escape(start) + rb"""[^\s"'<>()\\\]]*""")


def check_links(
    files: Mapping[str, bytes],
    links: Mapping[str, frozenset[str]],
    known: Iterable[str],
    problems: Problems,
    *,
    base_url: str | None = None,
    place_of: PlaceOf = lambda written: "",
    ids_of: IdsOf | None = None,
) -> None:
    """Record an error for each address that leads to no file. links: of each page, by its output path; known: output
    paths of the whole site. Of `files`, only pages that some link points into are read.

    Links are read from the start of their page; a path that starts with / is read from the root of the base URL's host,
    and an address that begins with the base URL is one of the site. place_of: where in the templates one of some ways
    to write an address stands; empty where it does not stand as such. ids_of: the names of elements of one of `files`,
    where they are known already.
    """
    site = _Site(files, frozenset((*known, *files)), base_url, ids_of)
    dead: dict[tuple[str, str], list[str]] = {}
    for page, found in links.items():
        for link in found:
            fault = site.fault(link, page)
            if fault:
                dead.setdefault((link, fault), []).append(page)
    for (link, fault), pages in sorted(dead.items()):
        more = f" and {len(pages) - _MOST_NAMED:,} more" if len(pages) > _MOST_NAMED else ""
        shown = ", ".join(pages[:_MOST_NAMED]) + more
        message = f"{quoted(link)} {fault}, expected the address of a page or file of the site"
        written = site.ways_to_write(link, pages[0])
        place = place_of(written)
        message = f"{message} (on {shown})" if place else message
        problems.error("dead-link", place or shown, message, site.nearest(link, pages[0]), mark=written[-1])


def open_links(
    files: Mapping[str, bytes],
    links: frozenset[str],
    known: frozenset[str],
    page: str,
    *,
    base_url: str | None = None,
) -> frozenset[str]:
    """The addresses on a page that only the whole site can tell right: those that lead neither to a known output path
    nor to one of the files made with the page, and those into another page."""
    site = _Site(files, known, base_url)
    return frozenset(link for link in links if site.is_open(link, page))


class _Site:
    """The files that links may lead to: those that are at hand, and the output paths of others."""

    def __init__(
        self, files: Mapping[str, bytes], targets: frozenset[str], base_url: str | None, ids_of: IdsOf | None = None
    ) -> None:
        self._files = files
        self._targets = targets
        self._base_url = base_url
        self._base_path = urlsplit(base_url).path if base_url else "/"
        self._ids_of = ids_of or lru_cache(maxsize=_KEPT_IDS)(lambda target: find_ids(files[target]))

    def fault(self, link: str, page: str) -> str:
        """Why a link is dead; empty when it is not, or leads to another host."""
        target, element, fault = self._follow(link, page)
        if element and not fault and not self._has_id(target, element):
            return f"names no element of {target}"
        return fault

    def is_open(self, link: str, page: str) -> bool:
        """Whether a link may be dead, as far as can be told from a page alone."""
        target, element, fault = self._follow(link, page)
        if element and not fault:
            return target != page or f' id="{html.escape(element)}"'.encode() not in self._files[page]
        return bool(fault)

    def _follow(self, link: str, page: str) -> tuple[str, str, str]:
        """The output path and the element that a link leads to, and what is wrong with the path. Empty texts stand for
        nothing wrong, for no element, and for a link to another host."""
        try:
            parts = urlsplit(link)
        except ValueError:
            return "", "", "is not an address"
        if (parts.scheme or parts.netloc) and not (self._base_url and link.startswith(self._base_url)):
            return "", "", ""
        target = page
        if parts.path:
            resolved = _resolve(unquote(parts.path), page, self._base_path)
            if resolved is None:
                return "", "", "leaves the site"
            target = output_path(resolved)
            if target not in self._targets and target not in self._files:
                return "", "", "leads to no page"
        return target, "" if parts.fragment == "top" else unquote(parts.fragment), ""

    def ways_to_write(self, link: str, page: str) -> list[str]:
        """How an editor may have written a link: as it is, from the root, or from the root without the slash."""
        start = re.split("[?#]", link, maxsplit=1)[0]
        path = urlsplit(link).path if "//" not in start else ""
        resolved = _resolve(unquote(path), page, self._base_path) if path else None
        written = f"{resolved or ''}{link[len(start) :]}"
        return [link, *([f"/{written}", written] if resolved is not None and written else [])]

    def nearest(self, link: str, page: str) -> str:
        """A hint that names the address closest to one that leads to no page."""
        written = self.ways_to_write(link, page)
        known = [target.removesuffix("index.html") for target in self._targets]
        wrong = re.split("[?#]", written[-1], maxsplit=1)[0] if len(written) > 1 else ""
        return nearest_hint(wrong, known, likeness=0.8) if wrong and wrong not in known else ""

    def _has_id(self, target: str, name: str) -> bool:
        """Whether a page of this build has an element of that name; a page not rendered this time is trusted to."""
        return target not in self._files or name in self._ids_of(target)


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
