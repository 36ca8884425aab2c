"""The words of templates: every filter, test and function that an editor may use, with what it does.

Jinja's other filters are taken away: some write a missing value as "None", and few words are easier to know.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import wraps
from types import MappingProxyType
from typing import Any

import jinja2
from jinja2.filters import FILTERS as JINJA_FILTERS
from jinja2.tests import TESTS as JINJA_TESTS
from markupsafe import Markup

from site_builder.errors import nearest_hint
from site_builder.formats import MISSING
from site_builder.render.values import present
from site_builder.routes import absolute

_LINK_ENDS = re.compile(r"[()<>\s\\]")
_JSON_UNSAFE = {char: f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"}


@dataclass(frozen=True, slots=True)
class Word:
    """A word of templates. does: one line on what it does; example: an expression with it; result: what that gives."""

    use: Callable[..., Any]
    does: str
    example: str
    result: str


def json_ld(value: object) -> Markup:
    """A value as JSON that may stand in a script element; fields without a value are left out, NaN is refused."""
    text = json.dumps(_without_missing(value), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for char, code in _JSON_UNSAFE.items():
        if char in text:
            text = text.replace(char, code)
    return Markup(text)  # noqa: S704 - nothing is left in it that HTML could read


def plain(value: str | Markup) -> str:
    """What a reader sees of some markup: no tags, no entities, single spaces."""
    return value.striptags() if isinstance(value, Markup) else " ".join(str(present(value)).split())


def dash(value: object) -> object:
    """A value, or the sign for a missing one."""
    return MISSING if value is None or value == "" else value


def sentence_list(items: Iterable[str], word: str) -> str:
    """`A`, `A and B`, `A, B and C`, with the joining word of the template's language."""
    names = [str(present(item)) for item in items]
    return f" {word} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


@jinja2.pass_eval_context
def join(
    context: jinja2.nodes.EvalContext, items: Iterable[Any], between: str = "", attribute: str | None = None
) -> Any:
    """Jinja's join, which refuses missing values instead of writing "None"."""
    found = [present(item) for item in _attributes(context, items, attribute)]
    return JINJA_FILTERS["join"](context, found, between)


def _of_texts(name: str) -> Callable[..., Any]:
    """A filter of Jinja that would write what is missing as "None"."""
    use = JINJA_FILTERS[name]
    skipped = 1 if name == "replace" else 0  # the context that Jinja hands to it

    @wraps(use)
    def checked(*arguments: Any) -> Any:
        return use(*arguments[:skipped], *map(present, arguments[skipped:]))

    return checked


@jinja2.pass_context
def prose(context: jinja2.runtime.Context, name: str) -> Markup:
    """A piece of copy as HTML."""
    return _copy(context).prose(name, context)  # type: ignore[no-any-return]


@jinja2.pass_context
def sentence(context: jinja2.runtime.Context, name: str) -> Markup:
    """A piece of copy of one paragraph, to stand in another text."""
    return _copy(context).sentence(name, context)  # type: ignore[no-any-return]


@jinja2.pass_context
def questions(context: jinja2.runtime.Context, name: str) -> tuple[tuple[Markup, Markup], ...]:
    """The questions of a piece of copy, each with its answer."""
    return _copy(context).questions(name, context)  # type: ignore[no-any-return]


@jinja2.pass_context
def notices(context: jinja2.runtime.Context) -> tuple[Markup, ...]:
    """The notices that are not empty on this page."""
    return _copy(context).notices(context)  # type: ignore[no-any-return]


def _copy(context: jinja2.runtime.Context) -> Any:
    """The copy of the environment, see copy_texts.py, which knows this module."""
    return context.environment.copy_texts  # type: ignore[attr-defined]


@jinja2.pass_context
def address(context: jinja2.runtime.Context, path: str) -> Markup:
    """The address of a path of the site as a link in Markdown takes it: whole with a base URL, else from the root."""
    whole = f"{context['site'].base_url or ''}{path}"
    return Markup(_LINK_ENDS.sub(lambda sign: f"%{ord(sign[0]):02X}", whole))  # noqa: S704 - nothing left that ends a link


@jinja2.pass_context
def asset(context: jinja2.runtime.Context, name: str) -> str:
    """The address of an asset from the page that asks."""
    assets: Mapping[str, str] = context["assets"]
    if name not in assets:
        expected = "expected a file of templates/assets"
        raise jinja2.TemplateRuntimeError(f"no asset '{name}', {expected}\0{nearest_hint(name, assets)}")
    return f"{context['page'].root}{assets[name]}"


def _attributes(context: jinja2.nodes.EvalContext, items: Iterable[Any], attribute: str | None) -> Iterable[Any]:
    return items if attribute is None else (context.environment.getattr(item, attribute) for item in items)


def _without_missing(value: object) -> object:
    if isinstance(value, Mapping):
        return {key: _without_missing(item) for key, item in value.items() if item is not None}
    if isinstance(value, list | tuple):
        return [_without_missing(item) for item in value if item is not None]
    if isinstance(value, Markup):
        return value.unescape()
    return str(value) if isinstance(value, str) else value


def _filters() -> Iterable[tuple[str, Word]]:
    jinja = JINJA_FILTERS
    yield "dash", Word(dash, "the value, or - where there is none: for tables", "none | dash", "-")
    yield (
        "sentence_list",
        Word(sentence_list, "a list as a sentence names it", '["A", "B", "C"] | sentence_list("and")', "A, B and C"),
    )
    yield "plain", Word(plain, "a text without markup, in one line", '"two   words" | plain', "two words")
    yield "json_ld", Word(json_ld, "data as JSON that may stand in a script element", '{"a": 1} | json_ld', '{"a":1}')
    yield "join", Word(join, "the items of a list with a text between them", '["A", "B"] | join(", ")', "A, B")
    yield "upper", Word(_of_texts("upper"), "capital letters", '"fp4" | upper', "FP4")
    yield "lower", Word(_of_texts("lower"), "small letters", '"Neocloud" | lower', "neocloud")
    yield "replace", Word(_of_texts("replace"), "a text with a part exchanged", '"a-b" | replace("-", " ")', "a b")
    yield "int", Word(jinja["int"], "a text as a whole number", '"7" | int + 1', "8")
    yield "length", Word(jinja["length"], "how many items a list has", '["A", "B"] | length', "2")
    yield "first", Word(jinja["first"], "the first item of a list", '["A", "B"] | first', "A")
    yield "last", Word(jinja["last"], "the last item of a list", '["A", "B"] | last', "B")
    yield "list", Word(jinja["list"], "what select, map and the like found, as a list", '"AB" | list | last', "B")
    yield "sort", Word(jinja["sort"], "a list in order", '["B", "A"] | sort | join', "AB")
    yield "reverse", Word(jinja["reverse"], "a list from its end", '["A", "B"] | reverse | join', "BA")
    yield (
        "map",
        Word(
            jinja["map"],
            "each item through a filter, or (attribute=) a field of it",
            '["a"] | map("upper") | first',
            "A",
        ),
    )
    yield (
        "select",
        Word(jinja["select"], "the items that are not empty, or pass a test", '["", "A"] | select | join', "A"),
    )
    yield (
        "reject",
        Word(jinja["reject"], "the items that are empty, or fail a test", '["", "A"] | reject | list | length', "1"),
    )
    yield (
        "selectattr",
        Word(
            jinja["selectattr"],
            "the items of which a field is not empty, or passes a test",
            '[{"a": "x"}] | selectattr("a", "equalto", "x") | list | length',
            "1",
        ),
    )
    yield (
        "rejectattr",
        Word(
            jinja["rejectattr"],
            "the items of which a field is empty, or fails a test",
            '[{"a": "x"}] | rejectattr("a") | list | length',
            "0",
        ),
    )


def _tests() -> Iterable[tuple[str, Word]]:
    jinja: Mapping[str, Any] = JINJA_TESTS
    yield "defined", Word(jinja["defined"], "the name is known here", "nothing is defined", "False")
    yield "none", Word(jinja["none"], "there is no value", "none is none", "True")
    yield "equalto", Word(jinja["equalto"], "the two are the same (also ==)", '"a" is equalto "a"', "True")
    yield "==", Word(jinja["=="], "the two are the same", '["a"] | select("==", "a") | first', "a")
    yield "in", Word(jinja["in"], "one of a list", '"a" is in ["a", "b"]', "True")


def _functions() -> Iterable[tuple[str, Word]]:
    yield (
        "prose",
        Word(
            prose, "copy/NAME.md as HTML; nothing where it is empty", 'prose("run/answer")', "<p>At 50 tokens/s …</p>"
        ),
    )
    yield (
        "sentence",
        Word(sentence, "copy/NAME.md, one paragraph of it, without the <p>", 'sentence("run/headline")', "At 50 …"),
    )
    yield (
        "questions",
        Word(
            questions,
            "the questions of copy/NAME.md that have an answer: question and answer of each",
            'questions("run/faq")',
            "(question, answer), …",
        ),
    )
    yield (
        "notices",
        Word(notices, "each file of copy/notices/ that is not empty here, as HTML", "notices()", "<p>…</p>, …"),
    )
    yield (
        "namespace",
        Word(jinja2.utils.Namespace, "values that a loop may change", "namespace(found=0)", ""),
    )
    yield "asset", Word(asset, "the address of a file of assets/", 'asset("site.css")', "assets/site.1f0c2b9a41.css")
    yield (
        "absolute",
        Word(
            absolute,
            "the whole address of a path; nothing without a base URL",
            "absolute(site.base_url, page.path)",
            "",
        ),
    )
    yield "address", Word(address, "in llms.md: the address of a path as Markdown takes it", "address(page.path)", "")


FILTERS: Mapping[str, Word] = MappingProxyType(dict(_filters()))
TESTS: Mapping[str, Word] = MappingProxyType(dict(_tests()))
FUNCTIONS: Mapping[str, Word] = MappingProxyType(dict(_functions()))
