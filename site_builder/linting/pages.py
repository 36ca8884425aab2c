"""Makes pages in memory and looks at each on its own, in processes that send back no more than what was found."""

from __future__ import annotations

import html
from collections.abc import Mapping
from dataclasses import dataclass

from site_builder.linting.findings import CheckedPage
from site_builder.linting.page_reader import read_page
from site_builder.linting.page_rules import page_flaws
from site_builder.page_files import PageMaker
from site_builder.pages.contexts.site import ExtraPageContext
from site_builder.pages.planned import PlannedPage
from site_builder.render import COPY, CardText, TemplateFault
from site_builder.routes import beside, output_path

_REDIRECT, _TEXT = "redirect.html", "text.html"


@dataclass(frozen=True, slots=True)
class PageReport:
    """What was found on a page. links: the addresses that it points at; files: a stand-in for each of its files, which
    holds the names that links may point at and nothing else."""

    page: CheckedPage
    links: frozenset[str]
    files: Mapping[str, bytes]


@dataclass(frozen=True)
class PageChecker:
    """Looks at the pages of one site. assets: path from the site's root -> name in templates/assets."""

    maker: PageMaker
    site_name: str
    assets: Mapping[str, str]

    def check(self, planned: PlannedPage) -> PageReport | TemplateFault:
        """What is found on one page, or the fault of a template that kept it from being made."""
        made = self.maker.make(planned)
        if isinstance(made, TemplateFault):
            return made
        path, copy = output_path(planned.page.path), _own_copy(planned)
        files = dict.fromkeys(made.files, b"")
        found = CheckedPage(path, planned.template, copy, None, ())
        if path.endswith(".html"):
            parts = read_page(made.files[path].decode("utf-8"))
            files[path] = "".join(f' id="{html.escape(name)}"' for name in (*parts.ids, *parts.names)).encode()
            if planned.template != _REDIRECT:
                title = None if planned.page.noindex else parts.title
                flaws = tuple(page_flaws(parts, self.site_name, self.assets))
                found = CheckedPage(path, planned.template, copy, title, flaws, is_read=True)
        return PageReport(found, made.links, files)


def _own_copy(planned: PlannedPage) -> str:
    """The piece of copy that is the text of a page; empty for pages that are made of data."""
    data = planned.make_data() if planned.template == _TEXT else None
    return f"{COPY}{data.source}.md" if isinstance(data, ExtraPageContext) else ""


def no_picture(text: CardText, page_path: str) -> tuple[str, bytes]:
    """In place of a preview picture, which nobody will look at."""
    return beside(page_path, "preview.png"), b""
