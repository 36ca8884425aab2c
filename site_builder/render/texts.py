"""Pages and lists written in Markdown or plain text: what a value is there is text, whatever it holds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from typing import Any

import jinja2
from markdown_it import MarkdownIt
from markupsafe import Markup

from site_builder.render.environment import Environment, present
from site_builder.routes import ASSETS

# What stands for a value while Markdown is parsed; plain letters and digits mean nothing to it anywhere.
_PLACE = "qZ7value{}qZ7"
_PLACES = re.compile(r"qZ7value(\d+)qZ7")
_ADDRESSES = re.compile(r"\b(href|src)=\"([^\"]*)\"")
# What makes a list, a rule or a heading of a line that begins with it.
_LINE_SIGNS = re.compile(r"^(\d*)([-+=.)](?=[-=\s]|$))")
_LINK_ENDS = re.compile(r"[()<>\s\\]")
_MARKDOWN_SIGNS = re.compile(r"([\\`*_\[\]<>&#|~])")


class MarkdownEnvironment(Environment):
    """For templates in Markdown: values are set aside while Markdown is parsed, so that they stay text wherever they
    stand, also in code, tables and link addresses."""

    _values: list[str]

    def written(self, value: Any) -> str:  # type: ignore[override]
        """A placeholder for a value."""
        self._values.append(Environment.written(value))
        return _PLACE.format(len(self._values) - 1)

    def render_html(self, name: str, context: Mapping[str, Any]) -> Markup:
        """A Markdown template, filled in and turned into HTML; raw HTML in it stays text. An address that begins with /
        is one of the site: it is written from the page that it stands on."""
        self._values = []
        text = self.get_template(name).render(context)
        html = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
        filled = _PLACES.sub(self._put_back, html)
        root: str = context["page"].root
        assets: Mapping[str, str] = context["assets"]
        placed = _ADDRESSES.sub(lambda found: _placed_address(found, root, assets), filled)
        return Markup(placed)  # noqa: S704 - Markdown's own tags and escaped values

    def _put_back(self, place: re.Match[str]) -> str:
        """A value in its place; what a macro or block made of values holds places of its own, plain text never does."""
        value = self._values[int(place[1])]
        return _PLACES.sub(self._put_back, value) if isinstance(value, Markup) else value


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


@jinja2.pass_context
def address(context: jinja2.runtime.Context, path: str) -> Markup:
    """The address of a path of the site as a link in Markdown takes it: whole with a base URL, else from the root."""
    whole = f"{context['site'].base_url or ''}{path}"
    return Markup(_LINK_ENDS.sub(lambda sign: f"%{ord(sign[0]):02X}", whole))  # noqa: S704 - nothing left that ends a link
