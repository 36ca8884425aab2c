"""Makes problems of the flaws of all pages: one for all pages that have it from one place, at the line to edit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from site_builder.errors import Problem, Severity, quoted
from site_builder.linting.flaws import Flaw
from site_builder.linting.origins import Origins

_MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class CheckedPage:
    """What was found on a page. path: its file; template: what makes it; copy: the copy that is its own text, empty
    where it has none; title: None where it should not be compared with others; is_read: whether people read it."""

    path: str
    template: str
    copy: str
    title: str | None
    flaws: tuple[Flaw, ...]
    is_read: bool = False


def flaw_problems(pages: Iterable[CheckedPage], origins: Origins) -> list[Problem]:
    """The flaws of pages, each told once, in the order of the pages that have them first."""
    found: dict[tuple[str, str, str], tuple[Flaw, list[str], list[str]]] = {}
    for page in pages:
        for flaw in page.flaws:
            places = [
                place
                for place in origins.of(flaw, page.template, page.copy)
                if not flaw.only_in or place.rpartition(":")[0].endswith(flaw.only_in)
            ]
            if places or not flaw.only_in:
                # Of an id the first use may well be the right one.
                places = places[::-1] if flaw.rule == "duplicate-id" else places
                key = (flaw.rule, flaw.kind, places[0] if places else page.template)
                found.setdefault(key, (flaw, places, []))[2].append(page.path)
    return [_problem(*one) for one in found.values()]


def _problem(flaw: Flaw, places: Sequence[str], paths: Sequence[str]) -> Problem:
    shown = named(paths)
    if not places:
        return Problem(flaw.severity, shown, flaw.message, flaw.rule, flaw.hint)
    also = f"it also stands at {places[1]}" if flaw.rule == "duplicate-id" and len(places) > 1 else ""
    return Problem(flaw.severity, places[0], f"{flaw.message} (on {shown})", flaw.rule, flaw.hint or also, flaw.mark)


def title_problems(pages: Iterable[CheckedPage], origins: Origins) -> list[Problem]:
    """A warning for each title that several pages have."""
    having: dict[str, list[CheckedPage]] = {}
    for page in pages:
        if page.title:
            having.setdefault(page.title, []).append(page)
    problems = []
    for title, alike in having.items():
        if len(alike) < 2:
            continue
        own = [place for page in alike if page.copy and (place := origins.first("^# ", [page.copy]))]
        message = f"{quoted(title)} is the title of {len(alike):,} pages, expected one for each"
        shown = named([page.path for page in alike])
        told = f"{message} (on {shown})" if own else message
        problems.append(Problem(Severity.WARNING, own[-1] if own else shown, told, "duplicate-title"))
    return problems


def named(paths: Sequence[str]) -> str:
    """The first few of some pages, and how many more there are."""
    shown = list(dict.fromkeys(paths))
    more = f" and {len(shown) - _MOST_NAMED:,} more" if len(shown) > _MOST_NAMED else ""
    return ", ".join(shown[:_MOST_NAMED]) + more
