"""What a build makes of its pages, and what one build hands on to the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from site_builder.output.staging import MadeFile
from site_builder.pages.planned import PlannedPage


@dataclass(frozen=True, slots=True)
class MadePage:
    """What a page was made of, and the addresses on it that only the whole site can tell right."""

    files: Mapping[str, MadeFile]
    open_links: frozenset[str]


@dataclass(frozen=True)
class MadeSite:
    """files: all that was made, by output path; pages: by theirs; ids: the names of elements on pages that links lead
    into."""

    files: dict[str, MadeFile]
    pages: Mapping[str, MadePage]
    ids: Mapping[str, frozenset[str]]


@dataclass(frozen=True)
class LastBuild:
    """What the last build made that is still right. page_of: the page that a planned one would be; None where it has to
    be made. ids_of: the names of elements of a page with this path and SHA-256, None where they are not known.
    templates_hold: whether the templates were the same and had no fault."""

    page_of: Callable[[PlannedPage], MadePage | None]
    ids_of: Callable[[str, str], frozenset[str] | None]
    templates_hold: bool = False


NO_BUILD = LastBuild(lambda planned: None, lambda path, sha256: None)
