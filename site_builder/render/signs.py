"""Jinja's own signs in a template, token by token: blocks that are left open, and signs without their other half.

Jinja tells of an open block where it gives up, at the end of the file; an editor has to know where it begins. It takes
a closing sign without an opening one for text, which would show on the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import jinja2

BLOCKS = frozenset(("for", "if", "macro", "call", "filter", "with", "block", "autoescape"))
_CLOSING_SIGN = re.compile(r"[}%#]\}")
_OPENING_OF = {"}}": "{{", "%}": "{%", "#}": "{#"}
# A name of a page's between single braces is a sign that lost both halves.
_SINGLE_BRACES = re.compile(r"\{\s*(?:data|page|site)\.[\w.]+[^{}\n]*\}(?!\})")
# Braces stand side by side in stylesheets and scripts.
_OWN_LANGUAGE = re.compile(r"<(/?)(?:style|script)\b", re.IGNORECASE)

_ANY = re.compile(f"{_CLOSING_SIGN.pattern}|{_OWN_LANGUAGE.pattern}|{_SINGLE_BRACES.pattern}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Tag:
    """A block tag: its first word, its line, and whether it is a `set` without a value, which has an end."""

    word: str
    line: int
    is_open_set: bool


def open_block(text: str, environment: jinja2.Environment) -> tuple[str, int] | None:
    """The block that is open where the blocks of a template stop to match: its word and line. None where they match, or
    the text cannot be read that far."""
    stack: list[Tag] = []
    for tag in _tags(text, environment):
        if tag.word in BLOCKS or tag.is_open_set:
            stack.append(tag)
        elif tag.word.startswith("end") and stack:
            if tag.word != f"end{stack[-1].word}":
                break
            stack.pop()
    return (stack[-1].word, stack[-1].line) if stack else None


def lost_signs(text: str, environment: jinja2.Environment) -> Iterator[tuple[int, str, str]]:
    """Signs that stand as text: line, sign, and what is expected. Those between `{% raw %}` and `{% endraw %}` are
    meant."""
    is_raw = in_language = False
    for line, kind, value in _tokens(text, environment):
        if kind in ("raw_begin", "raw_end"):
            is_raw = kind == "raw_begin"
        elif kind == "data" and not is_raw:
            for found in _ANY.finditer(value):
                at = line + value.count("\n", 0, found.start())
                if found[0].startswith("<"):
                    in_language = found[1] == ""
                elif not in_language and found[0].startswith("{"):
                    yield at, found[0], "'{{' and '}}' around a value"
                elif not in_language:
                    yield at, found[0], f"'{_OPENING_OF[found[0]]}' before it"


def _tags(text: str, environment: jinja2.Environment) -> Iterator[Tag]:
    inside: list[tuple[int, str, str]] = []
    for token in _tokens(text, environment):
        if token[1] == "block_begin":
            inside = [token]
        elif token[1] == "block_end" and len(inside) > 1:
            yield _tag(inside[1:])
            inside = []
        elif inside and token[1] != "whitespace":
            inside.append(token)


def _tag(tokens: Sequence[tuple[int, str, str]]) -> Tag:
    line, _, word = tokens[0]
    depth, has_value = 0, False
    for _, kind, value in tokens:
        if kind == "operator":
            depth += (value in "([{") - (value in ")]}")
            has_value |= value == "=" and depth == 0
    return Tag(word, line, word == "set" and not has_value)


def _tokens(text: str, environment: jinja2.Environment) -> Iterator[tuple[int, str, str]]:
    """The tokens of a template, up to where it cannot be read."""
    try:
        yield from environment.lexer.tokeniter(text, None)
    except jinja2.TemplateSyntaxError:
        return
