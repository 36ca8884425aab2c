"""A site as it was at one moment: planned, its templates read, its pages made when somebody asks for them.

It keeps what it needs, so that it can still be shown when the files behind it have become faulty.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from site_builder.errors import Problems
from site_builder.making import check_site_links, data_beside, make_maker, site_files
from site_builder.page_files import PageFiles, PageMaker
from site_builder.pages.listing import Pair
from site_builder.pages.planned import PlannedPage
from site_builder.planning import Plan, given_to, plan_site
from site_builder.render import Assets, TemplateFault, Text, read_texts, report_faults
from site_builder.routes import RUN_DATA, RUN_ROWS, beside, output_path
from site_builder.survey import Survey

_BREATH_S = 0.001  # whoever saves or reads a page goes before a check


class Generation:
    """A planned site. version: tells it from others of the same preview."""

    def __init__(self, plan: Plan, maker: PageMaker, assets: Assets, version: int) -> None:
        self.version = version
        self._plan = plan
        self._maker = maker
        self._assets = assets
        self._planned = {output_path(page.page.path): page for page in plan.site_plan.pages}
        self._of_data = {
            beside(page.page.path, name): (page.pair, name)
            for page in plan.site_plan.pages
            if page.pair
            for name in (RUN_DATA, RUN_ROWS)
        }
        self._made: dict[str, PageFiles | TemplateFault] = {}
        self._whole_site: dict[str, bytes] | None = None
        self._lock = threading.Lock()

    @property
    def first_run_page(self) -> str:
        """The path of the first run page; the home page where there is none."""
        return next((page.page.path for page in self._plan.site_plan.pages if page.slug), "")

    def read(self, path: str) -> bytes | TemplateFault | None:
        """A file of the site, made when it is first asked for; None where the site has none."""
        if path in self._assets.files:
            return self._assets.files[path]
        if path in self._of_data:
            pair, name = self._of_data[path]
            return data_beside(self._plan).of(pair)[name]
        if path not in self._planned:
            return self._of_whole_site().get(path)
        made = self._page(self._planned[path])
        return made if isinstance(made, TemplateFault) else made.files[path]

    def check(self, is_outdated: Callable[[], bool], problems: Problems) -> None:
        """Check templates, make all pages and check them as a build does, unless it is outdated meanwhile.

        Raises BuildError when something is wrong."""
        self.check_templates(problems)
        faults: list[TemplateFault] = []
        links: dict[str, frozenset[str]] = {}
        files = dict(self._assets.files)
        for path, planned in self._planned.items():
            time.sleep(_BREATH_S)
            if is_outdated():
                return
            made = self._page(planned)
            if isinstance(made, TemplateFault):
                faults.append(made)
            else:
                links[path] = made.links
                files.update(made.files)
        report_faults(faults, problems)
        files |= self._of_whole_site()
        check_site_links(self._plan, self._maker.renderer, files, links, problems)
        problems.stop_on_errors()

    def faults(self, paths: Iterable[str], problems: Problems) -> None:
        """Make some pages now. Raises BuildError when a template keeps one from being made."""
        pages = [self._page(self._planned[path]) for path in paths if path in self._planned]
        found = [page for page in pages if isinstance(page, TemplateFault)]
        if found:
            self.check_templates(problems)  # which says more, and of all templates
        report_faults(found, problems)

    def check_templates(self, problems: Problems) -> None:
        """Check all templates. Raises BuildError when something is wrong."""
        self._maker.renderer.check_templates(given_to(self._plan.site_plan.pages), problems)

    def _page(self, planned: PlannedPage) -> PageFiles | TemplateFault:
        path = output_path(planned.page.path)
        with self._lock:  # templates render one at a time
            if path not in self._made:
                self._made[path] = self._maker.make(planned)
            return self._made[path]

    def _of_whole_site(self) -> dict[str, bytes]:
        with self._lock:
            if self._whole_site is None:
                self._whole_site = site_files(self._plan)
            return self._whole_site


class Drafts:
    """Makes generations; the plan of the last one serves again while neither figures nor texts have changed."""

    def __init__(self, templates: Path) -> None:
        self._templates = templates
        self._for: tuple[Survey, tuple[Text, ...]] | None = None
        self._plan: Plan | None = None

    def make(self, found: Survey, version: int, problems: Problems) -> Generation:
        """A generation of a folder that has been looked through, its templates not checked yet. Raises BuildError."""
        texts = tuple(read_texts(self._templates, problems))
        problems.stop_on_errors()
        known = self._for is not None and self._for[0] is found and self._for[1] == texts
        if not known or self._plan is None:
            self._plan = plan_site(found, texts, problems)
            self._for = (found, texts)
        maker, assets = make_maker(self._plan, self._templates, problems, data_of=_later)
        return Generation(self._plan, maker, assets, version)


def _later(pair: Pair) -> Mapping[str, bytes]:
    """Data files are made when they are asked for."""
    return {}
