"""Makes every file of a planned page: the page itself, its preview picture, and the data beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from site_builder.checks import find_links, syntax_fault
from site_builder.pages.contexts.site import PageContext, SiteContext
from site_builder.pages.listing import Pair
from site_builder.pages.planned import PageData, PlannedPage
from site_builder.render import CardText, Renderer, TemplateFault
from site_builder.routes import absolute, beside, output_path

_MARKUP = (".html", ".xml")
DataOf = Callable[[Pair], Mapping[str, bytes]]
DrawCard = Callable[[CardText], tuple[str, bytes]]


@dataclass(frozen=True, slots=True)
class PageFiles:
    """Output path -> bytes, and the addresses that the page points at."""

    files: Mapping[str, bytes]
    links: frozenset[str]


@dataclass(frozen=True)
class PageMaker:
    """Makes the files of the pages of one site.

    data_of: the data files that lie beside a pair's page, by name. picture_of: the name and content of the picture of a
    card in a folder; None where the site has no pictures.
    """

    renderer: Renderer
    site: SiteContext
    data_of: DataOf
    picture_of: Callable[[CardText, str], tuple[str, bytes]] | None

    def make(self, planned: PlannedPage) -> PageFiles | TemplateFault:
        """All files of one page, or the fault of a template that kept it from being made."""
        files: dict[str, bytes] = {}
        data, page = planned.make_data(), planned.page
        name = page.path or "the home page"
        if planned.card and self.picture_of and not page.noindex:
            card = self.renderer.render_card(f"cards/{planned.card}.txt", self._context(page, data), name)
            if isinstance(card, TemplateFault):
                return card
            path, content = self.picture_of(card, page.path)
            files[path] = content
            page = replace(page, picture=absolute(self.site.base_url, path))
        text = self.renderer.render(planned.template, self._context(page, data), name)
        if isinstance(text, TemplateFault):
            return text
        if fault := syntax_fault(page.path, text):
            return TemplateFault(self.renderer.place(planned.template), fault, "", name)
        content = text.encode("utf-8")
        files[output_path(page.path)] = content
        if planned.pair is not None:
            own = self.data_of(planned.pair)
            files.update({beside(page.path, file): made for file, made in own.items()})
        return PageFiles(
            files, find_links(content, self.site.base_url, is_markup=output_path(page.path).endswith(_MARKUP))
        )

    def _context(self, page: PageContext, data: PageData) -> dict[str, object]:
        return {"site": self.site, "page": page, "data": data}
