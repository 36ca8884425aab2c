"""Makes every file of a planned site, and checks it: templates, pages, links."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from site_builder.checks import check_links, open_links
from site_builder.errors import Problems
from site_builder.exports.beside import DataBeside, site_tables
from site_builder.exports.hosting import hosting_files
from site_builder.exports.sitemap import sitemap_files
from site_builder.output.staging import KeptFiles, MadeFile, Staging
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
) -> dict[str, MadeFile]:
    """Every file of some pages by its output path, kept in the staging folder and checked; assets first, then pages,
    then lists, then those of the site as a whole."""
    beside = data_beside(plan).prepare()
    maker, assets = make_maker(plan, templates, problems, data_of=beside.of, pictures=pictures)
    maker.renderer.check_templates(given_to(plan.site_plan.pages), problems)
    files = {path: staging.add(path, content) for path, content in assets.files.items()}
    keeper = _Keeper(maker, staging, frozenset((*plan.site_plan.paths, SITEMAP, *files)))
    links: dict[str, frozenset[str]] = {}
    faults: list[TemplateFault] = []
    done = work_through(wanted, keeper.make, jobs, lambda number: progress("Rendering", number, len(wanted)))
    for planned, made in zip(wanted, done, strict=True):
        if isinstance(made, TemplateFault):
            faults.append(made)
        else:
            files.update(made.files)
            links[output_path(planned.page.path)] = made.open_links
    report_faults(faults, problems)
    if whole_site:
        files |= {path: staging.add(path, content) for path, content in site_files(plan).items()}
    check_site_links(plan, maker.renderer, KeptFiles(staging, files), links, problems)
    return files


@dataclass(frozen=True, slots=True)
class _KeptPage:
    """What a page was made of, and the addresses on it that only the whole site can tell right."""

    files: Mapping[str, MadeFile]
    open_links: frozenset[str]


@dataclass(frozen=True)
class _Keeper:
    """Makes pages and keeps their files, so that their bytes need not be handed on. known: output paths of the site."""

    maker: PageMaker
    staging: Staging
    known: frozenset[str]

    def make(self, planned: PlannedPage) -> _KeptPage | TemplateFault:
        """The files of a page, kept, or what keeps it from being made. Raises WriteError."""
        made = self.maker.make(planned)
        if isinstance(made, TemplateFault):
            return made
        page, base_url = output_path(planned.page.path), self.maker.site.base_url
        links = open_links(made.files, made.links, self.known, page, base_url=base_url)
        return _KeptPage({path: self.staging.add(path, content) for path, content in made.files.items()}, links)


def check_site_links(
    plan: Plan,
    renderer: Renderer,
    files: Mapping[str, bytes],
    links: Mapping[str, frozenset[str]],
    problems: Problems,
) -> None:
    """Report every link of some pages that leads nowhere on the site."""
    known = [*plan.site_plan.paths, SITEMAP]
    check_links(files, links, known, problems, base_url=plan.site.base_url, place_of=renderer.find_text)


def site_files(plan: Plan) -> dict[str, bytes]:
    """The files of the site as a whole that no template makes."""
    base_url = plan.site.base_url
    files = hosting_files(plan.site_plan.redirects, base_url)
    files |= site_tables(plan.derived, plan.site_plan.listing.pairs, plan.settings, plan.site_plan.words)
    if base_url:
        indexed = [(page.page.canonical or "", page.page.modified) for page in plan.site_plan.indexed]
        files |= sitemap_files(indexed, base_url)
    return files
