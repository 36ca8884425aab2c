"""The Jinja2 environment: one way for every value into a page.

Autoescape is on for every template whatever its name, and an undefined name or a missing value is an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass
from functools import lru_cache
from types import CodeType
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import TemplateModule
from jinja2.runtime import markup_join
from markupsafe import Markup, _escape_inner, escape  # type: ignore[attr-defined]

from site_builder.errors import nearest_hint
from site_builder.render.values import present
from site_builder.render.vocabulary import FILTERS, FUNCTIONS, TESTS


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

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802 - Jinja calls it
        """Joins with ~, which refuse a missing value instead of writing "None"."""
        self._call("joined", node.nodes, frame)

    def visit_Mod(self, node: nodes.BinExpr, frame: Frame) -> None:  # noqa: N802 - Jinja calls it
        """The rest of a division; a text with % would write a missing value as "None"."""
        self._call("rest", (node.left, node.right), frame)

    def _call(self, function: str, values: Iterable[nodes.Expr], frame: Frame) -> None:
        self.write(f"environment.{function}((")
        for value in values:
            self.visit(value, frame)
            self.write(", ")
        self.write("))")


class Environment(jinja2.Environment):
    """Jinja's environment, with one function that writes every value."""

    code_generator_class = _CodeGenerator
    copy_texts: Any  # what prose() and the like read, see copy_texts.py

    def __init__(self, loader: jinja2.BaseLoader | None) -> None:
        super().__init__(
            loader=loader,
            autoescape=True,
            undefined=Undefined,
            finalize=present,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            cache_size=-1,
        )
        self.filters = {name: word.use for name, word in FILTERS.items()}
        self.tests = {name: word.use for name, word in TESTS.items()}
        self.globals = {name: word.use for name, word in FUNCTIONS.items()}

    def compile(self, source: Any, name: str | None = None, filename: str | None = None, *more: Any, **own: Any) -> Any:
        """Jinja's compile, which does nothing twice."""
        if more or own or not isinstance(source, str):
            return super().compile(source, name, filename, *more, **own)
        return _compiled(type(self), source, name, filename)  # type: ignore[arg-type]

    def getattr(self, obj: Any, attribute: str) -> Any:
        """A field. One that a context or a template lacks is a fault here, where it is asked for, not where a partial
        that it is handed to uses it."""
        try:
            return getattr(obj, attribute)
        except AttributeError:
            found = super().getattr(obj, attribute)
        if isinstance(found, Undefined) and (is_dataclass(obj) or isinstance(obj, TemplateModule)):
            raise jinja2.UndefinedError(found._undefined_message)
        return found

    @staticmethod
    def joined(values: Sequence[Any]) -> str:
        """Values one after the other, as a ~ b joins them."""
        return markup_join([present(value) for value in values])

    @staticmethod
    def rest(values: tuple[Any, Any]) -> Any:
        """What a % b gives."""
        if isinstance(values[0], str):
            raise jinja2.TemplateRuntimeError("a text before %, expected a number; ~ joins texts")
        return values[0] % values[1]

    @staticmethod
    def written(value: Any) -> str:
        """A value as it goes into a page."""
        kind = value.__class__
        if kind is str:
            return _escape_inner(value)
        if kind is Markup:
            return value  # type: ignore[no-any-return]
        return escape(present(value))


@lru_cache(maxsize=8)
def bare(kind: type[Environment]) -> Environment:
    """An environment of a kind without any folder, to parse and compile with."""
    return kind(None)


@lru_cache(maxsize=2048)
def _compiled(kind: type[Environment], source: str, name: str | None, filename: str | None) -> CodeType:
    """A template as code: the same for the same text, whichever folder it lies in."""
    return jinja2.Environment.compile(bare(kind), source, name, filename)  # type: ignore[arg-type]
