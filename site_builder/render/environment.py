"""The Jinja2 environment: one way for every value into a page, filters, and pages written in Markdown.

Autoescape is on for every template whatever its name, and an undefined name or a missing value is an error.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from html import unescape
from pathlib import Path
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import TemplateModule
from markdown_it import MarkdownIt
from markupsafe import Markup, _escape_inner, escape  # type: ignore[attr-defined]

from site_builder.errors import nearest_hint
from site_builder.formats import MISSING
from site_builder.routes import absolute

_JSON_UNSAFE = {char: f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"}
# What stands for a value while Markdown is parsed; plain letters and digits mean nothing to it anywhere.
_PLACE = "qZ7value{}qZ7"
_PLACES = re.compile(r"qZ7value(\d+)qZ7")
_ADDRESSES = re.compile(r"\b(href|src)=\"([^\"]*)\"")


class MissingValue(jinja2.TemplateError):
    """A template tried to print a value that is not there."""


class Undefined(jinja2.StrictUndefined):
    """A name or field that does not exist; says the nearest one that does."""

    __slots__ = ()

    @property
    def _undefined_message(self) -> str:
        name, owner = self._undefined_name, self._undefined_obj
        if isinstance(owner, TemplateModule):
            known_macros = sorted(known for known in vars(owner) if not known.startswith("_"))
            hint = nearest_hint(str(name), known_macros)
            return f"no macro '{name}' in {owner.__name__}, expected one of: {', '.join(known_macros)}\0{hint}"
        if is_dataclass(owner) and isinstance(name, str):
            known = ", ".join(field.name for field in fields(owner))
            hint = nearest_hint(name, [field.name for field in fields(owner)])
            return f"no field '{name}' here, expected one of: {known}\0{hint}"
        return (
            f"'{name}' is undefined, expected a name that this template is given"
            if self._undefined_hint is None
            else str(self._undefined_hint)
        )


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


class MarkdownEnvironment(_Environment):
    """For templates in Markdown: values are set aside while Markdown is parsed, so that they stay text wherever they
    stand, also in code, tables and link addresses."""

    _values: list[str]

    def written(self, value: Any) -> str:  # type: ignore[override]
        """A placeholder for a value."""
        self._values.append(_Environment.written(value))
        return _PLACE.format(len(self._values) - 1)

    def render_html(self, name: str, context: Mapping[str, Any]) -> Markup:
        """A Markdown template, filled in and turned into HTML; raw HTML in it stays text."""
        self._values = []
        text = self.get_template(name).render(context)
        html = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
        filled = _PLACES.sub(self._put_back, html)
        return Markup(_ADDRESSES.sub(_safe_address, filled))  # noqa: S704 - Markdown's own tags and escaped values

    def _put_back(self, place: re.Match[str]) -> str:
        """A value in its place; what a macro or block made of values holds places of its own, plain text never does."""
        value = self._values[int(place[1])]
        return _PLACES.sub(self._put_back, value) if isinstance(value, Markup) else value


def _safe_address(attribute: re.Match[str]) -> str:
    """An address as it stands, unless a browser would run it."""
    address = re.sub(r"[\x00-\x20]", "", unescape(attribute[2]))
    scheme = re.match(r"([^/?#:]*):", address)
    safe = scheme is None or scheme[1].lower() in ("http", "https", "mailto")
    return attribute[0] if safe else f'{attribute[1]}="#"'


def make_environment(templates_dir: Path) -> jinja2.Environment:
    """The environment of a templates folder; `markdown_of(name)` fills in a Markdown template from the same context."""
    options: dict[str, Any] = {
        "loader": jinja2.FileSystemLoader(templates_dir),
        "autoescape": True,
        "undefined": Undefined,
        "finalize": _present,
        "trim_blocks": True,
        "lstrip_blocks": True,
        "auto_reload": False,
        "cache_size": -1,
    }
    environment, markdown = _Environment(**options), MarkdownEnvironment(**options)

    @jinja2.pass_context
    def markdown_of(context: jinja2.runtime.Context, name: str) -> Markup:
        return markdown.render_html(name, context.get_all())

    for each in (environment, markdown):
        each.filters.update(dash=dash, json_ld=json_ld, plain=plain, sentence_list=sentence_list)
        each.globals.update(absolute=absolute)
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
