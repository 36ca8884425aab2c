"""Templates of plain text and of Markdown that stays Markdown: a value is text there too, whatever it holds."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Any

from markupsafe import Markup

from site_builder.render.copy_texts import MarkdownEnvironment
from site_builder.render.environment import Environment
from site_builder.render.loading import is_copy
from site_builder.render.values import present

# What makes a list, a rule or a heading of a line that begins with it.
_LINE_SIGNS = re.compile(r"^(\d*)([-+=.)](?=[-=\s]|$))")
_MARKDOWN_SIGNS = re.compile(r"([\\`*_\[\]<>&#|~])")


def environment_kind(template: str) -> type[Environment]:
    """How a template writes values, by the kind of file that it makes; copy is Markdown that becomes HTML."""
    if is_copy(template):
        return MarkdownEnvironment
    return {".txt": PlainEnvironment, ".md": MarkdownTextEnvironment}.get(PurePosixPath(template).suffix, Environment)


class PlainEnvironment(Environment):
    """For templates of plain text: every value stays on its line."""

    @staticmethod
    def written(value: Any) -> str:
        """A value as plain text."""
        return value if isinstance(value, Markup) else " ".join(str(present(value)).split())


class MarkdownTextEnvironment(Environment):
    """For templates that make Markdown: the signs of Markdown in a value stand for themselves."""

    @staticmethod
    def written(value: Any) -> str:
        """A value as text in Markdown."""
        if isinstance(value, Markup):
            return value
        text = _MARKDOWN_SIGNS.sub(r"\\\1", " ".join(str(present(value)).split()))
        return _LINE_SIGNS.sub(r"\1\\\2", text)
