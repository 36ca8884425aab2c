"""Makes every file of a planned site, and checks it: templates, pages, links."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from site_builder.checks import IdsOf, check_links, find_ids, open_links
from site_builder.errors import Problems
from site_builder.exports.beside import DataBeside, site_tables
from site_builder.exports.hosting import hosting_files
from site_builder.exports.sitemap import sitemap_files
from site_builder.made import NO_BUILD, LastBuild, MadePage, MadeSite
from site_builder.output.staging import KeptFiles, Staging
from site_builder.page_files import DataOf, PageMaker
from site_builder.pages.planned import PlannedPage
from site_builder.planning import Plan, given_to
from site_builder.preview_pictures import Pictures
from site_builder.render import Assets, Renderer, TemplateFault, read_assets, report_faults
from site_builder.routes import SITEMAP, output_path
from site_builder.survey import Progress
from site_builder.workers import work_through


def make_maker(
    plan: Plan, templates: Path, problems: Problems, *, data_of: DataOf, pictures: Pictures | None = None
) -> tuple[PageMaker, Assets]:
    """What makes the pages of a site, and the assets beside them. Raises BuildError when an asset is faulty.

    data_of: the data files that lie beside a pair's page, by name."""
    assets = read_assets(templates, problems)
    renderer = Renderer(templates, assets.paths)
    return PageMaker(renderer, plan.site, data_of, pictures.of if pictures else None), assets


def data_beside(plan: Plan) -> DataBeside:
    """What makes the data files beside the pages of a site."""
    return DataBeside(plan.derived, plan.settings, plan.site_plan.words)


def make_files(
    plan: Plan,
    wanted: Sequence[PlannedPage],
    templates: Path,
    problems: Problems,
    *,
    staging: Staging,
    whole_site: bool,
    pictures: Pictures | None,
    progress: Progress,
    jobs: int,
    before: LastBuild = NO_BUILD,
) -> MadeSite:
    """Every file of some pages, kept in the staging folder and checked; assets first, then pages, then lists, then
    those of the site as a whole. before: what is known of pages that need not be made again."""
    known = {planned.page.path: page for planned in wanted if (page := before.page_of(planned))}
    to_make = [planned for planned in wanted if planned.page.path not in known]
    beside = data_beside(plan).prepare([planned.pair for planned in to_make if planned.pair])
    maker, assets = make_maker(plan, templates, problems, data_of=beside.of, pictures=pictures)
    if not before.templates_hold:
        maker.renderer.check_templates(given_to(plan.site_plan.pages), problems)
    files = {path: staging.add(path, content) for path, content in assets.files.items()}
    keeper = _Keeper(maker, staging, frozenset((*plan.site_plan.paths, SITEMAP, *files)))
    faults: list[TemplateFault] = []
    done = work_through(to_make, keeper.make, jobs, lambda number: progress("Rendering", number, len(to_make)))
    for planned, made in zip(to_make, done, strict=True):
        if isinstance(made, TemplateFault):
            faults.append(made)
        else:
            known[planned.page.path] = made
    report_faults(faults, problems)
    pages = {output_path(one.page.path): known[one.page.path] for one in wanted if one.page.path in known}
    for page in pages.values():
        files.update(page.files)
    if whole_site:
        files |= {path: staging.add(path, content) for path, content in site_files(plan).items()}
    kept = KeptFiles(staging, files)
    ids = _KnownIds(kept, before.ids_of)
    links = {path: page.open_links for path, page in pages.items()}
    check_site_links(plan, maker.renderer, kept, links, problems, ids_of=ids.of)
    return MadeSite(files, pages, ids.found)


class _KnownIds:
    """The names of elements on pages, each page read once or, where they are known from the last build, not at all."""

    def __init__(self, files: KeptFiles, known: Callable[[str, str], frozenset[str] | None]) -> None:
        self._files, self._known = files, known
        self.found: dict[str, frozenset[str]] = {}

    def of(self, path: str) -> frozenset[str]:
        """The names of one page."""
        if path not in self.found:
            known = self._known(path, self._files.made[path].sha256)
            self.found[path] = find_ids(self._files[path]) if known is None else known
        return self.found[path]


@dataclass(frozen=True)
class _Keeper:
    """Makes pages and keeps their files, so that their bytes need not be handed on. known: output paths of the site."""

    maker: PageMaker
    staging: Staging
    known: frozenset[str]

    def make(self, planned: PlannedPage) -> MadePage | TemplateFault:
        """The files of a page, kept, or what keeps it from being made. Raises WriteError."""
        made = self.maker.make(planned)
        if isinstance(made, TemplateFault):
            return made
        page, base_url = output_path(planned.page.path), self.maker.site.base_url
        links = open_links(made.files, made.links, self.known, page, base_url=base_url)
        return MadePage({path: self.staging.add(path, content) for path, content in made.files.items()}, links)


def check_site_links(
    plan: Plan,
    renderer: Renderer,
    files: Mapping[str, bytes],
    links: Mapping[str, frozenset[str]],
    problems: Problems,
    *,
    ids_of: IdsOf | None = None,
) -> None:
    """Report every link of some pages that leads nowhere on the site. ids_of: the names of elements on one of `files`,
    where they are known already."""
    known, base_url = [*plan.site_plan.paths, SITEMAP], plan.site.base_url
    check_links(files, links, known, problems, base_url=base_url, place_of=renderer.find_text, ids_of=ids_of)


def site_files(plan: Plan) -> dict[str, bytes]:
    """The files of the site as a whole that no template makes."""
    base_url = plan.site.base_url
    files = hosting_files(plan.site_plan.redirects, base_url)
    files |= site_tables(plan.derived, plan.site_plan.listing.pairs, plan.settings, plan.site_plan.words)
    if base_url:
        indexed = [(page.page.canonical or "", page.page.modified) for page in plan.site_plan.indexed]
        files |= sitemap_files(indexed, base_url)
    return files
