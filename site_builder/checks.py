"""Looks at the finished site before anything is written: every internal link must lead to a file of the site."""

from __future__ import annotations

import html
import posixpath
import re
from collections.abc import Iterable, Mapping
from urllib.parse import unquote, urlsplit

from site_builder.errors import Problems, quoted
from site_builder.routes import output_path

_TAG = re.compile(rb"<(?:a|area|audio|form|iframe|img|link|script|source|use|video)\s[^>]*>", re.IGNORECASE)
_LINK = re.compile(rb"""\s(?:href|src|action|poster)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)""", re.IGNORECASE)
_ID = re.compile(rb"""\s(?:id|name)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)""", re.IGNORECASE)
_MOST_NAMED = 3


def check_links(
    files: Mapping[str, bytes], known: Iterable[str], problems: Problems, *, base_url: str | None = None
) -> None:
    """Record an error for each address that leads to no file. `known`: output paths of the whole site.

    Links are read from the start of their page; a path that starts with / is read from the root of the base URL's host.
    """
    targets = set(known) | set(files)
    dead: dict[tuple[str, str], list[str]] = {}
    ids: dict[str, set[str]] = {}
    base_path = urlsplit(base_url).path if base_url else "/"
    for path, content in files.items():
        if not path.endswith(".html"):
            continue
        for link in set(_links(content)):
            fault = _fault(link, path, base_path, targets, files, ids)
            if fault:
                dead.setdefault((link, fault), []).append(path)
    for (link, fault), pages in sorted(dead.items()):
        named = ", ".join(pages[:_MOST_NAMED]) + (f" and {len(pages) - _MOST_NAMED:,} more" if len(pages) > _MOST_NAMED else "")
        problems.error("dead-link", named, f"{quoted(link)} {fault}, expected the address of a page or file of the site")


def _links(content: bytes) -> Iterable[str]:
    for tag in _TAG.finditer(content):
        for link in _LINK.findall(tag[0]):
            yield html.unescape(link.decode("utf-8").strip("\"'")).strip()


def _fault(
    link: str, page: str, base_path: str, targets: set[str], files: Mapping[str, bytes], ids: dict[str, set[str]]
) -> str:
    """Why a link is dead; empty when it is not, or leads to another host."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return ""
    target = page
    if parts.path:
        resolved = _resolve(unquote(parts.path), page, base_path)
        if resolved is None:
            return "leaves the site"
        target = output_path(resolved)
        if target not in targets:
            return "leads to no page"
    if parts.fragment and target in files and target.endswith(".html"):
        if target not in ids:
            ids[target] = {html.unescape(found.decode("utf-8").strip("\"'")) for found in _ID.findall(files[target])}
        if unquote(parts.fragment) not in ids[target]:
            return f"names no element of {target}"
    return ""


def _resolve(path: str, page: str, base_path: str) -> str | None:
    """The path from the site's root that a link leads to, or None when it leaves the site."""
    if path.startswith("/"):
        return path[len(base_path) :] if path.startswith(base_path) else None
    joined = posixpath.normpath(posixpath.join("/", posixpath.dirname(page), path))
    above = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
    if above.startswith(".."):
        return None
    return (joined.rstrip("/") + "/" if path.endswith(("/", ".", "..")) else joined).lstrip("/")
