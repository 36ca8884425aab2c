"""A site as it was at one moment: planned, its templates read, its pages made when somebody asks for them.

It keeps what it needs, so that it can still be shown when the files behind it have become faulty.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from pathlib import Path

from site_builder.errors import Problems
from site_builder.making import check_site_links, make_maker, site_files
from site_builder.page_files import PageFiles, PageMaker
from site_builder.pages.planned import PlannedPage
from site_builder.planning import Plan, plan_site
from site_builder.render import Assets, TemplateFault, report_faults
from site_builder.routes import RUN_DATA, RUN_ROWS, beside, output_path
from site_builder.survey import Survey


class Generation:
    """A planned site. version: tells it from others of the same preview."""

    def __init__(self, plan: Plan, maker: PageMaker, assets: Assets, version: int) -> None:
        self.version = version
        self._plan = plan
        self._maker = maker
        self._assets = assets
        self._planned = {output_path(page.page.path): page for page in plan.site_plan.pages}
        self._of_data = {
            beside(page.page.path, name): page
            for page in plan.site_plan.pages
            if page.pair
            for name in (RUN_DATA, RUN_ROWS)
        }
        self._made: dict[str, PageFiles | TemplateFault] = {}
        self._whole_site: dict[str, bytes] | None = None
        self._lock = threading.Lock()

    def read(self, path: str) -> bytes | TemplateFault | None:
        """A file of the site, made when it is first asked for; None where the site has none."""
        if path in self._assets.files:
            return self._assets.files[path]
        planned = self._planned.get(path) or self._of_data.get(path)
        if planned is None:
            return self._of_whole_site().get(path)
        made = self._page(planned)
        return made if isinstance(made, TemplateFault) else made.files[path]

    def check(self, is_outdated: Callable[[], bool], problems: Problems) -> None:
        """Make all pages and check them as a build does, unless it is outdated meanwhile. Raises BuildError."""
        faults: list[TemplateFault] = []
        links: dict[str, frozenset[str]] = {}
        files = dict(self._assets.files)
        for path, planned in self._planned.items():
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
        report_faults([page for page in pages if isinstance(page, TemplateFault)], problems)

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


def make_generation(found: Survey, templates: Path, version: int, problems: Problems) -> Generation:
    """A generation of a folder that has been looked through. Raises BuildError when a template is faulty."""
    plan = plan_site(found, templates, problems)
    problems.stop_on_errors()
    maker, assets = make_maker(plan, templates, problems)
    return Generation(plan, maker, assets, version)
