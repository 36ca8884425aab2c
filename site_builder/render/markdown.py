"""Markdown into HTML, with places for values that are put in afterwards, so that a value is text wherever it stands.

Jinja comes first, then Markdown. Pages that differ in their values alone share the work: the same text with the same
places is parsed once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from site_builder.render.values import MARK_OF_PLACES
from site_builder.routes import ASSETS

_MARK = MARK_OF_PLACES
_PLACE = _MARK + "{:06d}" + _MARK
_PLACES = re.compile(rf"{_MARK}(\d{{6}}){_MARK}")
_TAGS = re.compile(r"<[^>]*>")
_BLANKS = re.compile(r"[ \t\r\n]+")
_ADDRESSES = re.compile(r"\b(href|src)=\"([^\"]*)\"")
_DEEPER = {"h2": "h3", "h3": "h4", "h4": "h5", "h5": "h6"}


def place_for(number: int) -> str:
    """What stands in a text for its value of that number."""
    return _PLACE.format(number)


def shown(text: str, values: Sequence[str]) -> str:
    """A text with its values, as plain text for messages."""
    return unescape(_TAGS.sub("", _PLACES.sub(lambda place: _value(values, int(place[1])), text)))


def longest_fixed(text: str) -> str:
    """The longest part of a text between its values: by that its line is found in the file it comes from."""
    return max((part.strip() for part in _PLACES.split(text)[::2]), key=len)


@dataclass(frozen=True, slots=True)
class Shape:
    """HTML cut at its places: texts at even positions, numbers of values (as texts) at odd ones. is_linked: whether it
    holds addresses."""

    parts: tuple[str, ...]
    is_linked: bool

    def filled(self, values: Sequence[str], root: str, assets: Mapping[str, str]) -> Markup:
        """The HTML with values in their places. An address that begins with / is one of the site: it is written from
        the page that it stands on."""
        parts = list(self.parts)
        for at in range(1, len(parts), 2):
            parts[at] = _value(values, int(parts[at]))
        html = "".join(parts)
        if self.is_linked:
            html = _ADDRESSES.sub(lambda found: _placed_address(found, root, assets), html)
        return Markup(html)  # noqa: S704 - Markdown's own tags and escaped values


@dataclass(frozen=True, slots=True)
class QuestionShape:
    """A question of a list of them, with its answer, before values are put in."""

    question: Shape
    answer: Shape


class NoQuestionError(ValueError):
    """A list of questions that is none: what is wrong, and the line that it is wrong on, with places for values."""

    def __init__(self, message: str, line: str) -> None:
        super().__init__(message)
        self.message, self.line = message, line


@lru_cache(maxsize=4096)
def prose_shape(text: str) -> Shape:
    """A text with places as HTML; raw HTML in it stays text."""
    return _shape(_markdown().render(text))


@lru_cache(maxsize=4096)
def sentence_shape(text: str) -> Shape:
    """A text with places as HTML without a paragraph around it: its lines are one."""
    return _shape(_markdown().renderInline(_BLANKS.sub(" ", text).strip()))


@lru_cache(maxsize=4096)
def question_shapes(text: str) -> tuple[QuestionShape, ...]:
    """The questions of a text: each `## heading` with what follows it; NoQuestionError when something stands before the
    first, or a heading is none of a question. Deeper headings of an answer go one deeper, since questions stand below a
    heading of their page."""
    markdown = _markdown()
    references: dict[str, object] = {}
    tokens = markdown.parse(text, references)
    headings = [at for at, token in enumerate(tokens) if token.type == "heading_open"]
    starts = [at for at in headings if tokens[at].tag == "h2"]
    _check_questions(text, tokens, headings)
    found = []
    for start, end in pairwise([*starts, len(tokens)]):
        question = markdown.renderer.render(tokens[start + 1].children or [], markdown.options, references)
        answer = markdown.renderer.render(
            [_deeper(token) for token in tokens[start + 3 : end]], markdown.options, references
        )
        found.append(QuestionShape(_shape(question), _shape(answer)))
    return tuple(found)


def _check_questions(text: str, tokens: Sequence[Token], headings: Sequence[int]) -> None:
    def line_of(token: Token) -> str:
        return text.split("\n")[token.map[0]] if token.map else ""

    if tokens and tokens[0].tag != "h2":
        message = "before the first question, expected a line that begins with '## '"
        raise NoQuestionError(message, line_of(tokens[0]))
    for at in headings:
        if tokens[at].tag == "h1":
            raise NoQuestionError("within an answer, expected '## ' before a question", line_of(tokens[at]))
        if tokens[at].tag == "h2" and not tokens[at + 1].content.strip():
            is_last = at + 3 == len(tokens) or tokens[at + 3].tag == "h2"
            if not is_last:
                raise NoQuestionError("with an answer below it, expected a question after '## '", line_of(tokens[at]))


@lru_cache(maxsize=1)
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _deeper(token: Token) -> Token:
    return token.copy(tag=_DEEPER[token.tag]) if token.tag in _DEEPER else token


def _shape(html: str) -> Shape:
    return Shape(tuple(_PLACES.split(html.strip())), 'href="' in html or 'src="' in html)


def _value(values: Sequence[str], number: int) -> str:
    """A value; what a macro or block made of values holds places of its own, plain text never does."""
    value = values[number]
    if not isinstance(value, Markup) or _MARK not in value:
        return value
    return _PLACES.sub(lambda place: _value(values, int(place[1])), value)


def _placed_address(attribute: re.Match[str], root: str, assets: Mapping[str, str]) -> str:
    """An address as a page can use it: from the page's place, and none that a browser would run."""
    address = re.sub(r"[\x00-\x20]", "", unescape(attribute[2]))
    scheme = re.match(r"([^/?#:]*):", address)
    if scheme is not None and scheme[1].lower() not in ("http", "https", "mailto"):
        return f'{attribute[1]}="#"'
    if not address.startswith("/") or address.startswith("//"):
        return attribute[0]
    path = attribute[2][1:]
    return f'{attribute[1]}="{root}{assets.get(path.removeprefix(ASSETS), path) if path.startswith(ASSETS) else path}"'
