"""Copy written in Markdown (copy/*.md): found by name, filled in for a page, turned into HTML.

`run/faq` is copy/run/faq.md. A file for one pair, model or GPU goes before it: copy/run/faq.kimi-k26-on-b300.md, then
copy/run/faq.kimi-k26.md, then copy/run/faq.b300.md.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import jinja2
from markupsafe import Markup

from site_builder.errors import nearest_hint, quoted
from site_builder.render.environment import Environment
from site_builder.render.loading import COPY, is_copy
from site_builder.render.markdown import (
    NoQuestionError,
    longest_fixed,
    place_for,
    prose_shape,
    question_shapes,
    sentence_shape,
    shown,
)

NOTICES, TEXTS = "copy/notices/", "copy/pages/"
_SHARED = ("site", "page", "data", "assets")


class CopyFault(jinja2.TemplateError):
    """What is wrong with a piece of copy as a whole: the line that begins with `text` in the file `template`."""

    def __init__(self, message: str, template: str, text: str) -> None:
        super().__init__(message)
        self.template, self.text = template, text


class MarkdownEnvironment(Environment):
    """For copy in Markdown: values are set aside while Markdown is parsed, so that they stay text wherever they stand,
    also in code, tables and link addresses."""

    values: list[str]
    pages: Environment

    def get_template(self, name: Any, parent: str | None = None, globals: Any = None) -> jinja2.Template:  # noqa: A002
        """A template; what is not Markdown itself, such as labels that copy borrows, is one of pages."""
        if isinstance(name, str) and not name.endswith(".md"):
            return self.pages.get_template(name, parent, globals)
        return super().get_template(name, parent, globals)

    def written(self, value: Any) -> str:  # type: ignore[override]
        """A place for a value."""
        self.values.append(Environment.written(value))
        return place_for(len(self.values) - 1)


class _Filled(NamedTuple):
    template: str
    text: str
    values: list[str]


class CopyTexts:
    """The copy of one templates folder. names: of all its templates."""

    def __init__(self, environment: MarkdownEnvironment, names: Collection[str]) -> None:
        self._environment = environment
        self._names = frozenset(filter(is_copy, names))
        self._notices = sorted(
            {name.removesuffix(".md").split(".")[0] for name in self._names if name.startswith(NOTICES)}
        )

    def prose(self, name: str, context: jinja2.runtime.Context) -> Markup:
        """A piece of copy as HTML; empty where it says nothing on this page."""
        filled = self._fill(name, context)
        return prose_shape(filled.text).filled(filled.values, context["page"].root, context["assets"])

    def sentence(self, name: str, context: jinja2.runtime.Context) -> Markup:
        """A piece of copy of one paragraph, without the paragraph's tags."""
        filled = self._fill(name, context)
        return sentence_shape(filled.text).filled(filled.values, context["page"].root, context["assets"])

    def questions(self, name: str, context: jinja2.runtime.Context) -> tuple[tuple[Markup, Markup], ...]:
        """The questions of a piece of copy with their answers; those without an answer on this page are left out."""
        filled = self._fill(name, context)
        try:
            shapes = question_shapes(filled.text)
        except NoQuestionError as fault:
            message = f"{quoted(shown(fault.line, filled.values))} {fault.message}"
            raise CopyFault(message, filled.template, longest_fixed(fault.line)) from None
        root, assets = context["page"].root, context["assets"]
        found = [
            tuple(each.filled(filled.values, root, assets) for each in (one.question, one.answer)) for one in shapes
        ]
        said = tuple((question, answer) for question, answer in found if answer.striptags())
        _check_once([question for question, _ in said], filled.template)
        return said

    def notices(self, context: jinja2.runtime.Context) -> tuple[Markup, ...]:
        """Each notice that says something on this page, in the order of the files' names."""
        subjects = context["page"].subjects
        here = [name.removeprefix(COPY) for name in self._notices if self._is_for(name, subjects)]
        return tuple(notice for name in here if (notice := self.prose(name, context)).striptags())

    def _is_for(self, name: str, subjects: Collection[str]) -> bool:
        """Whether a notice is for all pages, or for one about some subjects."""
        return any(f"{each}.md" in self._names for each in (name, *(f"{name}.{subject}" for subject in subjects)))

    def _fill(self, name: str, context: jinja2.runtime.Context) -> _Filled:
        template = self._find(name, context["page"].subjects)
        given = {key: context[key] for key in _SHARED}
        with self._own_values() as values:
            return _Filled(template, self._environment.get_template(template).render(given), values)

    @contextmanager
    def _own_values(self) -> Iterator[list[str]]:
        """Values of one piece; a piece may ask for another."""
        outer = getattr(self._environment, "values", [])
        values: list[str] = []
        self._environment.values = values
        try:
            yield values
        finally:
            self._environment.values = outer

    def _find(self, name: str, subjects: Collection[str]) -> str:
        for subject in subjects:
            if (own := f"{COPY}{name}.{subject}.md") in self._names:
                return own
        general = f"{COPY}{name}.md"
        if general not in self._names:
            known = [known.removeprefix(COPY).removesuffix(".md") for known in self._names]
            message = f"no copy '{name}', expected a file {general} in the templates folder"
            raise jinja2.TemplateRuntimeError(f"{message}\0{nearest_hint(name, known)}")
        return general


def _check_once(questions: Sequence[Markup], template: str) -> None:
    """Raises CopyFault for a question that stands twice: a page and its data would have it twice."""
    seen: set[str] = set()
    for question in questions:
        text = question.striptags()
        if text in seen:
            raise CopyFault(f"the question {quoted(text)} stands twice, expected it once", template, text)
        seen.add(text)
