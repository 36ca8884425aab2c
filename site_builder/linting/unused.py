"""What an editor wrote and no page can show: copy, templates and labels that nothing asks for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from site_builder.errors import Problem, Severity, nearest_hint, quoted
from site_builder.linting.origins import Origins
from site_builder.render import COPY, TEXTS, is_copy


def unused_problems(
    roots: Iterable[str], subjects: Mapping[str, Collection[str]] | None, origins: Origins
) -> Iterator[Problem]:
    """roots: the templates that pages are made from. subjects: the names in addresses of what the pages of each are
    about; None where the pages are not known."""
    usage = origins.usage
    within = {root: usage.uses.within(root) for root in roots}
    reachable: frozenset[str] = frozenset().union(*within.values())
    for name in usage.names:
        if name.startswith(COPY) and not _can_be_shown(name):
            message = "no page shows this file, expected copy such as copy/pages/about.md or copy/run/faq.md"
            yield Problem(
                Severity.WARNING,
                origins.place(name),
                message,
                "unused-copy",
                "its name ends in .md, and pages of text lie in copy/pages/ itself",
            )
        elif is_copy(name):
            shown_by = [root for root, parts in within.items() if name in parts]
            yield from _copy_problems(name, shown_by, subjects, origins)
        elif name not in reachable:
            message = "no page has a part of this template, expected a template that includes or imports it"
            yield Problem(Severity.NOTE, origins.place(name), message, "unused-template", "remove it, or name it there")
    for macro in usage.unused_macros:
        if macro.template in reachable:
            message = f"{quoted(macro.name)} is called by no template, expected some use of it"
            place = origins.place(macro.template, macro.line)
            yield Problem(Severity.NOTE, place, message, "unused-label", mark=macro.name)


def _can_be_shown(name: str) -> bool:
    """Whether a file of the copy folder has the name of copy; pages of text have no folders."""
    return is_copy(name) and not (name.startswith(TEXTS) and "/" in name.removeprefix(TEXTS))


def _copy_problems(
    name: str,
    shown_by: Collection[str],
    subjects: Mapping[str, Collection[str]] | None,
    origins: Origins,
) -> Iterator[Problem]:
    base, _, subject = name.removeprefix(COPY).removesuffix(".md").partition(".")
    if not shown_by:
        known = sorted(origins.usage.copies)
        message = f"no template asks for the copy {quoted(base)}, so no page shows it, expected a name that one does"
        yield Problem(Severity.WARNING, origins.place(name), message, "unused-copy", nearest_hint(base, known))
    elif subject and subjects is not None:
        shown = {one for root in shown_by for one in subjects.get(root, ())}
        if subject in shown:
            return
        every = {one for own in subjects.values() for one in own}
        told = f"{quoted(subject)} is no model, GPU or pair of the site"
        if subject in every:
            told = f"no page with the copy {quoted(base)} is about {quoted(subject)}"
        message = f"{told}, so no page shows this file, expected a name from the address of one with this copy"
        yield Problem(Severity.WARNING, origins.place(name), message, "unused-copy", nearest_hint(subject, shown))
