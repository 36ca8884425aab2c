"""The only module that knows Jinja2: templates and contexts in, pages as bytes out, faults with file and line.

Autoescape is on for every template whatever its name, and an undefined name or a missing value is an error.
"""

from __future__ import annotations

import json
import re
import traceback
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any, Protocol

import jinja2
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from markdown_it import MarkdownIt
from markupsafe import Markup, _escape_inner, escape  # type: ignore[attr-defined]

from site_builder.errors import Problems, nearest_hint, one_line, quoted
from site_builder.formats import MISSING
from site_builder.routes import absolute, is_slug

ASSETS = "assets"
TEXTS = "copy/pages"
_JSON_UNSAFE = {char: f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"}
_WORD = re.compile(r"'([^']*)' is undefined|has no attribute '([^']*)'|no (?:filter|test) named '([^']*)'")


class Page(Protocol):
    """What rendering needs of a planned page."""

    @property
    def template(self) -> str:
        """The template's file name."""

    @property
    def page(self) -> Any:
        """Context of the page itself."""

    @property
    def make_data(self) -> Callable[[], Any]:
        """Makes the context of what the page is about."""


@dataclass(frozen=True, slots=True)
class TemplateFault:
    """What is wrong in a template, with a hint, and the page that showed it."""

    place: str
    message: str
    hint: str
    page: str


def report_faults(faults: Iterable[TemplateFault], problems: Problems) -> None:
    """One error for each fault, however many pages it spoils. Raises BuildError when there are any."""
    pages: dict[tuple[str, str, str], list[str]] = {}
    for fault in faults:
        pages.setdefault((fault.place, fault.message, fault.hint), []).append(fault.page)
    for (place, message, hint), spoilt in pages.items():
        more = f" and {len(spoilt) - 1:,} more" if len(spoilt) > 1 else ""
        problems.error("template", place, f"{message} (while rendering {spoilt[0]}{more})", hint)
    problems.stop_on_errors()


class MissingValue(jinja2.TemplateError):
    """A template tried to print a value that is not there."""


class Undefined(jinja2.StrictUndefined):
    """A name or field that does not exist; says the nearest one that does."""

    __slots__ = ()

    @property
    def _undefined_message(self) -> str:
        name, owner = self._undefined_name, self._undefined_obj
        if is_dataclass(owner) and isinstance(name, str):
            known = ", ".join(field.name for field in fields(owner))
            hint = nearest_hint(name, [field.name for field in fields(owner)])
            return f"no field '{name}' here, expected one of: {known}\0{hint}"
        return (
            f"'{name}' is undefined, expected a name that this template is given"
            if self._undefined_hint is None
            else str(self._undefined_hint)
        )


class Renderer:
    """The templates of one folder, ready to render."""

    def __init__(self, templates_dir: Path) -> None:
        self._folder = templates_dir
        self._environment = _environment(templates_dir)

    def check_templates(self, problems: Problems) -> None:
        """Report the syntax errors of every template, used or not. Raises BuildError when there are any."""
        self._compile_all(problems)
        problems.stop_on_errors()

    def render(self, planned: Page, site: Any) -> bytes | TemplateFault:
        """One page as bytes, or the fault of a template that kept it from being made."""
        data = planned.make_data()
        try:
            template = self._environment.get_template(planned.template)
            return template.render(site=site, page=planned.page, data=data).encode("utf-8")
        except Exception as fault:
            place = self._place(fault)
            if not _is_template_fault(fault, place, self._folder):
                raise
            return TemplateFault(place, *_message(fault), page=planned.page.path or "the home page")

    def _compile_all(self, problems: Problems) -> None:
        """Report the syntax errors of every template, used or not."""
        for name in self._environment.list_templates(filter_func=lambda name: not name.startswith(f"{ASSETS}/")):
            try:
                self._environment.get_template(name)
            except jinja2.TemplateSyntaxError as fault:
                place = f"{self._folder.as_posix()}/{fault.name or name}:{fault.lineno}"
                problems.error(
                    "template", place, f"{_first_line(fault)}, expected a valid template", _syntax_hint(fault, self)
                )
            except UnicodeDecodeError as fault:
                place = f"{self._folder.as_posix()}/{name}"
                problems.error(
                    "template", place, f"byte {fault.start} is not UTF-8 text, expected a file saved as UTF-8"
                )

    def _place(self, fault: BaseException) -> str:
        """File and line of the innermost template frame of a fault."""
        if isinstance(fault, jinja2.TemplateSyntaxError):
            return f"{self._folder.as_posix()}/{fault.name}:{fault.lineno}"
        folder = str(self._folder)
        frames = [f for f in traceback.extract_tb(fault.__traceback__) if f.filename.startswith(folder)]
        return f"{Path(frames[-1].filename).as_posix()}:{frames[-1].lineno}" if frames else self._folder.as_posix()


def read_texts(templates_dir: Path, problems: Problems) -> list[tuple[str, str, str]]:
    """The pages written in Markdown (copy/pages/*.md) as (name, title, template); an error without a title."""
    found = []
    for path in sorted((templates_dir / TEXTS).glob("*.md")):
        text = path.read_text(encoding="utf-8", errors="replace")
        heading = next((line for line in text.splitlines() if line.startswith("# ")), None)
        if heading is None:
            message = "no title, expected a line that begins with '# '"
            problems.error("no-title", path.as_posix(), message)
        elif not is_slug(path.stem):
            message = f"the name {quoted(path.stem)} gives no address, expected small letters, digits and hyphens"
            problems.error("bad-slug", path.as_posix(), message)
        else:
            found.append((path.stem, heading[2:].strip(), f"{TEXTS}/{path.name}"))
    return found


def read_assets(templates_dir: Path) -> dict[str, bytes]:
    """The files under templates/assets/, as output path -> bytes."""
    folder = templates_dir / ASSETS
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    return {f"{ASSETS}/{path.relative_to(folder).as_posix()}": path.read_bytes() for path in paths}


def json_ld(value: object) -> Markup:
    """A value as JSON that may stand in a script element; fields without a value are left out, NaN is refused."""
    text = json.dumps(_without_missing(value), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for char, code in _JSON_UNSAFE.items():
        if char in text:
            text = text.replace(char, code)
    return Markup(text)  # noqa: S704 - nothing is left in it that HTML could read


def plain(value: str | Markup) -> str:
    """What a reader sees of some markup: no tags, no entities, single spaces."""
    return value.striptags() if isinstance(value, Markup) else " ".join(str(value).split())


def dash(value: object) -> object:
    """A value, or the sign for a missing one."""
    return MISSING if value is None or value == "" else value


def sentence_list(items: Iterable[str], word: str) -> str:
    """`A`, `A and B`, `A, B and C`, with the joining word of the template's language."""
    names = [str(item) for item in items]
    return f" {word} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


class _CodeGenerator(CodeGenerator):
    """Writes each value of a template through one function, which escapes text and refuses a missing value: the same
    as autoescape with a finalize function, in half the time."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.written(")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super()._output_child_post(node, frame, finalize)
        else:
            self.write(")")


class _Environment(jinja2.Environment):
    code_generator_class = _CodeGenerator

    @staticmethod
    def written(value: Any) -> str:
        """A value as it goes into a page."""
        kind = value.__class__
        if kind is str:
            return _escape_inner(value)
        if kind is Markup:
            return value  # type: ignore[no-any-return]
        return escape(_present(value))


def _environment(templates_dir: Path) -> jinja2.Environment:
    environment = _Environment(
        loader=jinja2.FileSystemLoader(templates_dir),
        autoescape=True,
        undefined=Undefined,
        finalize=_present,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
    )
    environment.filters.update(dash=dash, json_ld=json_ld, plain=plain, sentence_list=sentence_list)
    environment.globals.update(absolute=absolute)
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")

    @jinja2.pass_context
    def markdown_of(context: jinja2.runtime.Context, name: str) -> Markup:
        """A template written in Markdown, filled in and turned into HTML; raw HTML in it stays text."""
        text = environment.get_template(name).render(context.get_all())
        return Markup(markdown.render(text))  # noqa: S704 - Markdown without raw HTML writes nothing but its own tags

    environment.globals.update(markdown_of=markdown_of)
    return environment


def _present(value: Any) -> Any:
    if value is None:
        raise MissingValue("a value is missing here, expected a test for it or the filter 'dash'")
    return value


def _without_missing(value: object) -> object:
    if isinstance(value, Mapping):
        return {key: _without_missing(item) for key, item in value.items() if item is not None}
    if isinstance(value, list | tuple):
        return [_without_missing(item) for item in value if item is not None]
    return str(value) if isinstance(value, str) else value


def _is_template_fault(fault: Exception, place: str, folder: Path) -> bool:
    """Whether an editor can mend it: Jinja's own errors, and any error raised by a line of a template."""
    return isinstance(fault, jinja2.TemplateError) or place != folder.as_posix()


def _message(fault: Exception) -> tuple[str, str]:
    """What a fault says, and a hint."""
    if isinstance(fault, jinja2.TemplateNotFound):
        return f"the template '{fault.name}' does not exist, expected a file of the templates folder", ""
    text = str(fault) if isinstance(fault, jinja2.TemplateError) else f"{type(fault).__name__}: {fault}"
    first, _, hint = text.partition("\0")
    return one_line(first), hint


def _first_line(fault: jinja2.TemplateSyntaxError) -> str:
    return (fault.message or "invalid syntax").splitlines()[0].rstrip(".")


def _syntax_hint(fault: jinja2.TemplateSyntaxError, renderer: Renderer) -> str:
    found = _WORD.search(fault.message or "")
    word = next((group for group in found.groups() if group), "") if found else ""
    return nearest_hint(word, renderer._environment.filters) if word else ""
