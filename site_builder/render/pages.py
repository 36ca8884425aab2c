"""Templates and contexts in, pages and cards as text out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from site_builder.errors import Problems, ProgramFaultError
from site_builder.render.cards import CardText, parse_card
from site_builder.render.copy_texts import CopyTexts, MarkdownEnvironment
from site_builder.render.environment import Environment
from site_builder.render.faults import (
    TemplateFault,
    is_template_fault,
    place_of,
    render_fault,
)
from site_builder.render.loading import Loader
from site_builder.render.template_check import Given, Templates, check_templates, read_sources
from site_builder.render.texts import MarkdownTextEnvironment, PlainEnvironment, environment_kind
from site_builder.render.usage import Usage, find_usage
from site_builder.routes import ASSETS


class Renderer:
    """The templates of one folder, ready to render. assets: file name -> path from the site's root."""

    def __init__(self, templates_dir: Path, assets: Mapping[str, str]) -> None:
        self._folder = templates_dir
        loader = Loader(templates_dir)
        names = [name for name in loader.list_templates() if is_template(name)] if templates_dir.is_dir() else []
        kinds = (Environment, MarkdownEnvironment, PlainEnvironment, MarkdownTextEnvironment)
        self._environments = {kind: kind(loader) for kind in kinds}
        pages, markdown = self._environments[Environment], self._environments[MarkdownEnvironment]
        assert isinstance(markdown, MarkdownEnvironment), "made so above"
        markdown.pages = pages
        texts = CopyTexts(markdown, names)
        for environment in self._environments.values():
            environment.globals["assets"] = assets
            environment.copy_texts = texts
        self._templates = Templates(templates_dir, tuple(names), loader, frozenset(assets))

    def check_templates(self, given: Given, problems: Problems) -> None:
        """Report what is wrong in any template, used or not. Raises BuildError when anything is."""
        check_templates(self._templates, given, problems)

    def render(self, template: str, context: Mapping[str, Any], page: str) -> str | TemplateFault:
        """A template filled in, or the fault that kept it from being. page: what it is rendered for, for messages."""
        environment = self._environments[environment_kind(template)]
        try:
            return environment.get_template(template).render(context)
        except ProgramFaultError as fault:
            raise fault.__cause__ or fault from None
        except Exception as fault:
            place = place_of(fault, self._folder)
            if not is_template_fault(fault, place, self._folder):
                raise
            message, hint, mark = render_fault(fault, environment)
            return TemplateFault(place, message, hint, page, mark)

    def render_card(self, template: str, context: Mapping[str, Any], page: str) -> CardText | TemplateFault:
        """What a preview picture says: lines such as `title: …` and `figure: 3,504 | tokens/s per GPU`."""
        text = self.render(template, context, page)
        return text if isinstance(text, TemplateFault) else parse_card(text, partial(self._line_of, template), page)

    def _line_of(self, template: str, word: str) -> str:
        """`file:line` of the first line of a template that begins with a word, without a colon behind it where there is
        one; the file where none does."""
        lines = [line.lstrip() for line in self.sources().get(template, "").split("\n")]
        found = [at for at, line in enumerate(lines, start=1) if line.startswith(word)]
        bare = [at for at in found if not lines[at - 1].startswith(f"{word}:")]
        number = next(iter(bare or found), None)
        return f"{self.place(template)}:{number}" if number and word else self.place(template)

    def find_text(self, texts: Sequence[str]) -> str:
        """`file:line` of the first place in a template where one of some addresses stands; empty where none does."""
        ends = "|".join(re.escape(text) for text in texts if text)
        wanted = re.compile(rf"(?<=[(\"'=<}}\s])(?:{ends})(?=[)\"'>\s]|$)") if ends else None
        for name, source in self.sources().items() if wanted else ():
            for number, line in enumerate(source.split("\n"), start=1):
                if wanted and wanted.search(line):
                    return f"{self.place(name)}:{number}"
        return ""

    def sources(self) -> dict[str, str]:
        """The text of each template that can be read, by its name; lines of front matter are empty."""
        return read_sources(self._templates)

    def usage(self) -> Usage:
        """What templates use of each other."""
        return find_usage(self.sources(), self._templates.names)

    def place(self, template: str) -> str:
        """Where a template lies, for messages."""
        return f"{self._folder.as_posix()}/{template}"


def is_template(name: str) -> bool:
    """Whether a file is a template: not an asset, and not one that an editor or system keeps for itself."""
    kept_aside = name.endswith("~") or any(part.startswith(".") for part in name.split("/"))
    return not kept_aside and not name.startswith(ASSETS)
