"""The Jinja2 environment: one way for every value into a page.

Autoescape is on for every template whatever its name, and an undefined name or a missing value is an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from functools import lru_cache
from types import CodeType
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.environment import TemplateModule
from jinja2.runtime import markup_join
from markupsafe import Markup, _escape_inner, escape  # type: ignore[attr-defined]

from site_builder.errors import nearest_hint
from site_builder.render.codegen import Writer
from site_builder.render.field_types import no_field
from site_builder.render.values import MARK_OF_PLACES, present
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
            hint = nearest_hint(name, [field.name for field in fields(owner)])
            return f"{no_field(type(owner), name)}\0{hint}"
        return (
            f"'{name}' is undefined, expected a name that this template is given"
            if self._undefined_hint is None
            else str(self._undefined_hint)
        )


def missing_field(fault: AttributeError) -> str:
    """What to say of a field that an object does not have."""
    return Undefined(obj=fault.obj, name=fault.name)._undefined_message


class Environment(jinja2.Environment):
    """Jinja's environment, with one function that writes every value."""

    code_generator_class = Writer
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
            optimized=False,  # what it would work out beforehand escapes the rules of written values
        )
        self.filters = {name: word.use for name, word in FILTERS.items()}
        self.tests = {name: word.use for name, word in TESTS.items()}
        self.globals = {name: word.use for name, word in FUNCTIONS.items()}

    def compile(self, source: Any, name: str | None = None, filename: str | None = None, *more: Any, **own: Any) -> Any:
        """Jinja's compile, which does nothing twice."""
        if more or own or not isinstance(source, str):
            return super().compile(source, name, filename, *more, **own)
        return _compiled(type(self), source, name, filename)  # type: ignore[arg-type]

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
            if MARK_OF_PLACES in value:  # the same text, which nobody takes for the place of another value
                return _escape_inner(value).replace(MARK_OF_PLACES, f"&#{ord(MARK_OF_PLACES[0])};{MARK_OF_PLACES[1:]}")
            return _escape_inner(value)
        if kind is Markup:
            return value  # type: ignore[no-any-return]
        return escape(present(value))


@lru_cache(maxsize=8)
def bare(kind: type[Environment]) -> Environment:
    """An environment of a kind without any folder, to parse and compile with."""
    return kind(None)


@lru_cache(maxsize=1024)
def tree_of(kind: type[Environment], source: str, name: str | None) -> nodes.Template:
    """A template as Jinja parses it. Raises TemplateSyntaxError."""
    return bare(kind).parse(source, name)  # type: ignore[arg-type]


@lru_cache(maxsize=1024)
def _compiled(kind: type[Environment], source: str, name: str | None, filename: str | None) -> CodeType:
    """A template as code: the same for the same text, whichever folder it lies in."""
    return jinja2.Environment.compile(bare(kind), tree_of(kind, source, name), name, filename)  # type: ignore[arg-type]
