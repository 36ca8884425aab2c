"""Templates and contexts in, pages and cards as text out."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from site_builder.errors import Problems
from site_builder.render.cards import CardText, parse_card
from site_builder.render.environment import Environment, options, prepare
from site_builder.render.faults import (
    TemplateFault,
    is_template_fault,
    place_of,
    render_fault,
    report_unreadable,
    syntax_fault,
)
from site_builder.render.texts import MarkdownEnvironment, MarkdownTextEnvironment, PlainEnvironment, address
from site_builder.routes import ASSETS


class Renderer:
    """The templates of one folder, ready to render. assets: file name -> path from the site's root."""

    def __init__(self, templates_dir: Path, assets: Mapping[str, str]) -> None:
        self._folder = templates_dir
        settings = options(templates_dir)
        self._environment = Environment(**settings)
        self._plain, self._markdown_text = PlainEnvironment(**settings), MarkdownTextEnvironment(**settings)
        markdown = MarkdownEnvironment(**settings)
        for each in (self._environment, self._plain, self._markdown_text, markdown):
            prepare(each, assets)

        @jinja2.pass_context
        def markdown_of(context: jinja2.runtime.Context, name: str) -> Markup:
            return markdown.render_html(name, context.get_all())

        self._environment.globals.update(markdown_of=markdown_of)
        self._markdown_text.globals.update(address=address)

    def check_templates(self, problems: Problems) -> None:
        """Report the syntax errors of every template, used or not. Raises BuildError when there are any."""
        for name in self._environment.list_templates(filter_func=_is_template):
            place = f"{self._folder.as_posix()}/{name}"
            try:
                self._environment.get_template(name)
            except jinja2.TemplateSyntaxError as fault:
                message, hint = syntax_fault(fault, self._environment)
                problems.error("template", f"{place}:{fault.lineno}", message, hint)
            except UnicodeDecodeError as fault:
                message = f"byte {fault.start} is not UTF-8 text, expected a file saved as UTF-8"
                problems.error("template", place, message)
            except OSError as fault:
                report_unreadable(place, fault, problems)
        problems.stop_on_errors()

    def render(self, template: str, context: Mapping[str, Any], page: str) -> str | TemplateFault:
        """A template filled in, or the fault that kept it from being. page: what it is rendered for, for messages."""
        environment = self._for(template)
        try:
            return environment.get_template(template).render(context)
        except Exception as fault:
            place = place_of(fault, self._folder)
            if not is_template_fault(fault, place, self._folder):
                raise
            message, hint = render_fault(fault, environment)
            return TemplateFault(place, message, hint, page=page)

    def render_card(self, template: str, context: Mapping[str, Any], page: str) -> CardText | TemplateFault:
        """What a preview picture says: lines such as `title: …` and `figure: 3,504 | tokens/s per GPU`."""
        text = self.render(template, context, page)
        return text if isinstance(text, TemplateFault) else parse_card(text, self.place(template), page)

    def place(self, template: str) -> str:
        """Where a template lies, for messages."""
        return f"{self._folder.as_posix()}/{template}"

    def _for(self, template: str) -> jinja2.Environment:
        """By the kind of file that a template makes."""
        kinds = {".txt": self._plain, ".md": self._markdown_text}
        return kinds.get(Path(template).suffix, self._environment)


def _is_template(name: str) -> bool:
    """Whether a file is a template: not an asset, and not one that an editor or system keeps for itself."""
    kept_aside = name.endswith("~") or any(part.startswith(".") for part in name.split("/"))
    return not kept_aside and not name.startswith(ASSETS)
