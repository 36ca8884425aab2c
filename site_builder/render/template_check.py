"""Looks through all templates before any page is rendered: syntax, names, what they refer to, the balance of tags."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import jinja2
from jinja2 import nodes

from site_builder.errors import Problems, nearest_hint
from site_builder.render.environment import bare, tree_of
from site_builder.render.faults import pages_in_words, report_unreadable, syntax_fault
from site_builder.render.field_types import Scope
from site_builder.render.loading import MARK, Loader, UnreadableError
from site_builder.render.names import NameCheck, NameFault
from site_builder.render.parsed import Parsed, parsed
from site_builder.render.references import Uses, missing, references
from site_builder.render.signs import lost_signs
from site_builder.render.tags import TagCheck
from site_builder.render.texts import environment_kind

_WITH_TAGS = (".html", ".xml")
_LONELY = re.compile(
    r"\$(?:\s|<[^<>]*>)*\Z"
)  # at the end of a text, with nothing but blanks and tags up to what follows


@dataclass(frozen=True)
class Given:
    """What templates are given. shared: the contexts that all of them get, by name; own: the class of `data`, by
    template; pages: the names of the pages that are made from a template or a text."""

    shared: Mapping[str, type]
    own: Mapping[str, type | None]
    pages: Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Templates:
    """The templates of a folder, and the names of the assets beside them."""

    folder: Path
    names: Sequence[str]
    loader: Loader
    assets: frozenset[str]


def check_templates(templates: Templates, given: Given, problems: Problems) -> None:
    """Report what is wrong in any template, used or not. Raises BuildError when anything is."""
    texts = tuple(_read(templates, problems))
    names = tuple(templates.names)
    found = _find_faults(texts, names, templates.assets, tuple(given.shared.items()), tuple(given.own.items()))
    for name, roots, faults in found:
        pages = given.pages.get(name) or list(dict.fromkeys(one for root in roots for one in given.pages.get(root, ())))
        for each in faults:
            message = f"{each.message}{pages_in_words(pages)}"
            place = f"{templates.folder.as_posix()}/{name}:{each.line}"
            problems.error("template", place, message, each.hint, mark=each.name)
    problems.stop_on_errors()


def read_sources(templates: Templates) -> dict[str, str]:
    """The text of each template that can be read, by its name."""
    return dict(_read(templates, Problems()))


def _read(templates: Templates, problems: Problems) -> Iterator[tuple[str, str]]:
    """Name and text of each template that can be read."""
    for name in templates.names:
        place = f"{templates.folder.as_posix()}/{name}"
        try:
            yield name, templates.loader.get_source(bare(environment_kind(name)), name)[0]  # type: ignore[arg-type]
        except UnreadableError as fault:
            problems.error(fault.rule, place, str(fault))
        except OSError as fault:  # a link that leads nowhere
            report_unreadable(place, fault, problems)


_Typed = tuple[tuple[str, type | None], ...]
_Found = tuple[str, tuple[str, ...], tuple[NameFault, ...]]


@lru_cache(maxsize=4)
def _find_faults(
    texts: tuple[tuple[str, str], ...], names: tuple[str, ...], assets: frozenset[str], shared: _Typed, own: _Typed
) -> tuple[_Found, ...]:
    """The faults of some templates: name, the templates of pages that it has a part in, and what is wrong. Kept, since
    most builds in one process are of the same templates. names: also of those that cannot be read."""
    kinds, text_of = dict(own), dict(texts)
    broken: dict[str, tuple[NameFault, ...]] = {}
    templates = [template for name, text in texts if (template := _parse(name, text, broken))]
    uses = Uses(templates, names)
    roots = {name: tuple(root for root in kinds if name in uses.within(root)) for name in names}
    typed = {name: kind for name, kind in shared if kind}
    check = NameCheck(templates, typed, kinds, is_whole=len(templates) == len(names))
    handed_on = {one.name: check.handed_on(one, kinds[one.name]) for one in templates if one.name in kinds}
    by_name = {template.name: template for template in templates}
    extended = {each.name for template in templates for each in references(template) if each.is_whole}
    for template in templates:
        given = _agreed([handed_on[root] for root in roots[template.name] if root in handed_on])
        wrong = [
            *missing(template, names, assets),
            *check.faults(template, given),
            *_unknown_blocks(template, by_name),
            *_own_faults(template.name, text_of[template.name]),
        ]
        if not text_of[template.name].strip() and (template.name in kinds or template.name in extended):
            wrong.append(NameFault(1, "it is empty, expected the template of a page", "", ""))
        broken[template.name] = tuple(sorted(dict.fromkeys(wrong), key=lambda fault: fault.line))
    return tuple((name, roots[name], broken[name]) for name in names if broken.get(name))


def _unknown_blocks(template: Parsed, by_name: Mapping[str, Parsed]) -> Iterator[NameFault]:
    """Blocks that nothing shows: those of a template that extends another, with a name that the other has no block of.
    What is written in them would be lost."""
    above = list(_filled_by(template, by_name))
    known = {block.name for one in above for block in one.of(nodes.Block)}
    for block in template.of(nodes.Block) if above else ():
        inside = {inner.name for outer in template.of(nodes.Block) for inner in outer.find_all(nodes.Block)}
        if block.name not in known | inside:
            message = f"no block '{block.name}' in {above[0].name}, expected one of: {', '.join(sorted(known))}"
            yield NameFault(block.lineno, message, nearest_hint(block.name, known), block.name)


def _filled_by(template: Parsed, by_name: Mapping[str, Parsed]) -> Iterator[Parsed]:
    """The templates whose blocks one fills, the nearest first; none where one of them cannot be read."""
    seen = {template.name}
    while names := [each.name for each in references(template) if each.is_whole]:
        if names[0] in seen or names[0] not in by_name:
            return
        seen.add(names[0])
        template = by_name[names[0]]
        yield template


def _agreed(scopes: Sequence[Scope]) -> Scope:
    """The names that have the same type on every page that a template has a part in."""
    first, *others = scopes or [{}]
    return {name: kind for name, kind in first.items() if all(scope.get(name) == kind for scope in others)}


def _parse(name: str, text: str, broken: dict[str, tuple[NameFault, ...]]) -> Parsed | None:
    """A template, or None with its fault noted."""
    environment = bare(environment_kind(name))  # type: ignore[arg-type]
    try:
        return _compiled(name, text)
    except jinja2.TemplateSyntaxError as fault:
        broken[name] = (NameFault(*syntax_fault(fault, text, environment)),)
    except (RecursionError, SyntaxError, MemoryError):
        message = "its blocks or brackets are nested too deeply to read, expected a template that a person could read"
        broken[name] = (NameFault(1, message, "", ""),)
    return None


@lru_cache(maxsize=1024)
def _compiled(name: str, text: str) -> Parsed:
    """A template that can be compiled. Raises TemplateSyntaxError."""
    kind = environment_kind(name)
    bare(kind).compile(text, name, f"{MARK}{name}")  # type: ignore[arg-type]
    return parsed(name, tree_of(kind, text, name))  # type: ignore[arg-type]


@lru_cache(maxsize=1024)
def _own_faults(name: str, text: str) -> tuple[NameFault, ...]:
    """What is wrong in a template whatever stands around it."""
    template = _compiled(name, text)
    return (*_tag_faults(template), *_lonely_signs(template), *_lost_signs(name, text))


def _lonely_signs(template: Parsed) -> Iterator[NameFault]:
    """A dollar sign before a value would stand twice, or alone where the value is missing; so would one that a value
    is made of."""
    message = "'$' before a value, expected the value alone: amounts bring their sign"
    for data in template.of(nodes.TemplateData):
        if found := _LONELY.search(data.data):
            yield NameFault(data.lineno + data.data.count("\n", 0, found.start()), message, "", "$")
    for text in template.of(nodes.Const):
        if isinstance(text.value, str) and text.value.strip() == "$":
            yield NameFault(text.lineno, message, "", "$")


def _lost_signs(name: str, text: str) -> Iterator[NameFault]:
    """A sign of Jinja that would show on the page, since its other half is missing."""
    for line, sign, expected in lost_signs(text, bare(environment_kind(name))):  # type: ignore[arg-type]
        hint = "where it shall stand on the page, put it between {% raw %} and {% endraw %}"
        yield NameFault(line, f"'{sign}' would stand on the page as it is, expected {expected}", hint, sign)


def _tag_faults(template: Parsed) -> Iterator[NameFault]:
    if template.name.endswith(_WITH_TAGS):
        for fault in TagCheck(template.tree).faults():
            expected = "expected every element to be closed in the branch, loop, block or macro that opens it"
            yield NameFault(fault.line, f"{fault.message}, {expected}", "", fault.tag)
