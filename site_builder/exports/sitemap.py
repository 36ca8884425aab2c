"""sitemap.xml: every indexed page with the newest date behind it; split, with an index, where there are too many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape

from site_builder.routes import SITEMAP, absolute

MOST_OF_ONE_FILE = 50_000
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


def sitemap_files(pages: Sequence[tuple[str, str | None]], base_url: str) -> dict[str, bytes]:
    """The files of the sitemap by output path. pages: address and newest date (ISO) of each indexed page."""
    if len(pages) <= MOST_OF_ONE_FILE:
        return {SITEMAP: _file("urlset", "url", pages)}
    files, parts = {}, []
    for number, first in enumerate(range(0, len(pages), MOST_OF_ONE_FILE), start=1):
        part = pages[first : first + MOST_OF_ONE_FILE]
        name = SITEMAP.replace(".xml", f"-{number}.xml")
        files[name] = _file("urlset", "url", part)
        parts.append((absolute(base_url, name) or "", max((date for _, date in part if date), default=None)))
    return {**files, SITEMAP: _file("sitemapindex", "sitemap", parts)}


def _file(root: str, item: str, entries: Iterable[tuple[str, str | None]]) -> bytes:
    lines = (
        f"<{item}><loc>{escape(address)}</loc>{f'<lastmod>{date}</lastmod>' if date else ''}</{item}>\n"
        for address, date in entries
    )
    return f'{_HEAD}<{root} xmlns="{_NAMESPACE}">\n{"".join(lines)}</{root}>\n'.encode()
