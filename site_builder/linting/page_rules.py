"""What a page is held to beyond its links: title, description, headings, alternative texts, ids, addresses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache

from site_builder.errors import Severity, quoted
from site_builder.linting.addresses import AddressFault, address_fault
from site_builder.linting.flaws import Flaw, literally
from site_builder.linting.page_reader import Heading, Image, PageParts

LONGEST_TITLE, LONGEST_DESCRIPTION = 70, 320
_TITLE_BLOCK = (r"\{%-?\s*block\s+title\b", r"<title>", r"^# ")
_DESCRIPTION_BLOCK = (r"\{%-?\s*block\s+description\b", r"name=\"description\"")


def page_flaws(parts: PageParts, site_name: str, assets: Mapping[str, str]) -> Iterator[Flaw]:
    """What is wrong on a page. assets: path from the site's root -> name in templates/assets."""
    yield from _head_flaws(parts, site_name)
    yield from _heading_flaws(parts.headings)
    yield from (_image_flaw(image, assets) for image in parts.images if not image.alt)
    for name, count in Counter(parts.ids).items():
        if count > 1:
            message = f"the id {quoted(name)} stands {count} times on one page, expected once"
            yield Flaw(Severity.WARNING, "duplicate-id", name, message, (_id_pattern(name),), mark=name)
    for address in parts.addresses:
        if fault := _known_fault(address):
            looks = (rf"(?<=[(\"'=<\s]){re.escape(address)}(?=[)\"'>\s]|$)", literally(address))
            yield Flaw(fault.severity, "bad-link", fault.message, fault.message, looks, address, fault.hint)


def _id_pattern(name: str) -> str:
    return rf"\bid\s*=\s*[\"']?{re.escape(name)}(?=[\"'\s>])"


@lru_cache(maxsize=4096)
def _known_fault(address: str) -> AddressFault | None:
    """What is wrong with an address: most pages have the same ones."""
    return address_fault(address)


def title_without_site(title: str, site_name: str) -> str:
    """A page's title without the name of the site at its end, which search engines may cut without a loss."""
    return re.sub(rf"\s+[|·–—:-]\s+{re.escape(site_name)}$", "", title)


def _head_flaws(parts: PageParts, site_name: str) -> Iterator[Flaw]:
    if not parts.title:
        message = "no title, expected some words in <title>"
        yield Flaw(Severity.WARNING, "no-title", "", message, _TITLE_BLOCK)
    elif (size := len(title_without_site(parts.title, site_name))) > LONGEST_TITLE:
        message = f"a title of {size} characters ({quoted(parts.title)}), expected {LONGEST_TITLE} at most"
        yield Flaw(Severity.NOTE, "long-title", "", message, _TITLE_BLOCK)
    if parts.description is not None and (size := len(parts.description)) > LONGEST_DESCRIPTION:
        message = f"a description of {size} characters, expected {LONGEST_DESCRIPTION} at most"
        yield Flaw(Severity.NOTE, "long-description", "", message, _DESCRIPTION_BLOCK)


def _heading_flaws(headings: list[Heading]) -> Iterator[Flaw]:
    firsts = [heading for heading in headings if heading.level == 1]
    if not firsts:
        yield _heading_flaw(None, "no-h1", "no heading <h1>, expected one that says what the page is about")
    for other in firsts[1:]:
        yield _heading_flaw(other, "h1s", f"{quoted(other.text)} is a second <h1>, expected one on a page")
    before = 0
    for heading in headings:
        if heading.level > before + 1 and (before or firsts):
            kind = f"h{heading.level} after h{before}"
            follows = f"follows <h{before}>" if before else "is the first heading"
            message = f"<h{heading.level}> {quoted(heading.text)} {follows}, expected <h{before + 1}>"
            yield _heading_flaw(heading, kind, message)
        before = heading.level


def _heading_flaw(heading: Heading | None, kind: str, message: str) -> Flaw:
    """A flaw of a heading, which stands in a template as it is, in Markdown, or made of values."""
    if heading is None:
        return Flaw(Severity.WARNING, "headings", kind, message, ())
    text, element = literally(heading.text), rf"<h{heading.level}\b[^>]*>"
    looks = (rf"^ {{0,3}}#{{1,6}}\s+{text}\s*#*\s*$", rf"{element}\s*{text}\s*<", element)
    return Flaw(Severity.WARNING, "headings", kind, message, looks, f"<h{heading.level}", sure_looks=2)


def _image_flaw(image: Image, assets: Mapping[str, str]) -> Flaw:
    found = next((name for path, name in assets.items() if image.address.endswith(path)), "")
    name = found or re.sub(r"^(?:\.\.?/)+", "", image.address)
    written = literally(name)
    if image.alt is None:
        message = (
            f'the <{image.tag}> of {quoted(name)} has no alt text, expected what it shows (alt="" for an ornament)'
        )
        looks = (rf"<{image.tag}\b[^>]*{written}", written, rf"<{image.tag}\b")
        return Flaw(Severity.WARNING, "no-alt", f"none {name}", message, looks, f"<{image.tag}", sure_looks=1)
    # An empty one calls it an ornament. That is what Markdown makes of ![](picture.png), whose author hardly meant it.
    message = f"the picture {quoted(name)} has no alt text, expected ![what it shows](…)"
    look = rf"!\[\s*\]\([^)]*{written}"
    return Flaw(Severity.WARNING, "no-alt", f"empty {name}", message, (look,), "![", only_in=".md")
