"""The Jinja2 environment: one way for every value into a page, and the filters and functions of templates.

Autoescape is on for every template whatever its name, and an undefined name or a missing value is an error.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import TemplateModule
from markupsafe import Markup, _escape_inner, escape  # type: ignore[attr-defined]

from site_builder.errors import nearest_hint
from site_builder.formats import MISSING
from site_builder.routes import absolute

_JSON_UNSAFE = {char: f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"}


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


class Environment(jinja2.Environment):
    """Jinja's environment, with one function that writes every value."""

    code_generator_class = _CodeGenerator

    @staticmethod
    def written(value: Any) -> str:
        """A value as it goes into a page."""
        kind = value.__class__
        if kind is str:
            return _escape_inner(value)
        if kind is Markup:
            return value  # type: ignore[no-any-return]
        return escape(present(value))


def prepare(environment: Environment, assets: Mapping[str, str]) -> None:
    """Give an environment the filters and functions of all templates. assets: file name -> path from the root."""
    environment.filters.update(dash=dash, json_ld=json_ld, plain=plain, sentence_list=sentence_list)
    environment.globals.update(absolute=absolute, asset=_asset, assets=assets)


def options(templates_dir: Path) -> dict[str, Any]:
    """How every environment is set up."""
    return {
        "loader": _Loader(templates_dir),
        "autoescape": True,
        "undefined": Undefined,
        "finalize": present,
        "trim_blocks": True,
        "lstrip_blocks": True,
        "auto_reload": False,
        "cache_size": -1,
    }


class _Loader(jinja2.FileSystemLoader):
    """Reads templates; of those in Markdown without the lines of their front matter, which stay counted."""

    def get_source(self, environment: jinja2.Environment, template: str) -> tuple[str, str, Any]:
        source, path, is_current = super().get_source(environment, template)
        if template.endswith(".md"):
            lines = front_matter(source)
            source = "\n" * len(lines) + source.split("\n", len(lines))[-1] if lines else source
        return source, path, is_current


def front_matter(text: str) -> list[str]:
    """The lines of a text's front matter, both lines of hyphens included; none where it has no front matter."""
    lines = text.split("\n")
    if lines[0].rstrip() != "---":
        return []
    end = next((at for at, line in enumerate(lines[1:], start=1) if line.rstrip() == "---"), None)
    return lines[: end + 1] if end else []


@jinja2.pass_context
def _asset(context: jinja2.runtime.Context, name: str) -> str:
    """The address of an asset from the page that asks."""
    assets: Mapping[str, str] = context["assets"]
    if name not in assets:
        expected = "expected a file of templates/assets"
        raise jinja2.TemplateRuntimeError(f"no asset '{name}', {expected}\0{nearest_hint(name, assets)}")
    return f"{context['page'].root}{assets[name]}"


def present(value: Any) -> Any:
    """A value that is there. Raises MissingValue."""
    if value is None:
        raise MissingValue("a value is missing here, expected a test for it or the filter 'dash'")
    return value


def _without_missing(value: object) -> object:
    if isinstance(value, Mapping):
        return {key: _without_missing(item) for key, item in value.items() if item is not None}
    if isinstance(value, list | tuple):
        return [_without_missing(item) for item in value if item is not None]
    if isinstance(value, Markup):
        return value.unescape()
    return str(value) if isinstance(value, str) else value
