"""Builds a site: calls the steps in order and hands frozen values on. No logic of its own."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from site_builder.checks import Targets, check_links, find_ids
from site_builder.derive.figures import RowCounts
from site_builder.derive.pairs import Derived
from site_builder.errors import Problem, Problems, Severity, UsageError
from site_builder.exports.beside import DataBeside, site_tables
from site_builder.exports.hosting import hosting_files
from site_builder.exports.sitemap import sitemap_files
from site_builder.inputs import hash_inputs
from site_builder.output.previous import PreviousFiles
from site_builder.output.publish import Origin, Published, publish
from site_builder.output.staging import MadeFile, Staging, open_output
from site_builder.output.target import check_target
from site_builder.page_files import PageMaker
from site_builder.pages.context import ExtraPageContext, SiteContext
from site_builder.pages.plan import SitePlan, plan_pages, select_only, site_context
from site_builder.pages.planned import PlannedPage
from site_builder.places import Place, find_place
from site_builder.preview_pictures import Pictures
from site_builder.render import Renderer, TemplateFault, read_assets, read_texts, report_faults
from site_builder.routes import SITEMAP, output_path
from site_builder.settings.catalogs import Settings
from site_builder.survey import Progress, survey_folder
from site_builder.version import VERSION
from site_builder.workers import usable_cores, work_through


@dataclass(frozen=True)
class Summary:
    """What a build did."""

    pages: int
    run_pages: int
    input_files: int
    rows: RowCounts
    published: Published
    problems: tuple[Problem, ...]
    seconds: float


def build_site(
    data_dir: Place | str = "data",
    templates_dir: Path | str = "templates",
    out_dir: Path | str = "public",
    *,
    base_url: str | None = None,
    only: Sequence[str] = (),
    strict: bool = False,
    allow_unknown: bool = False,
    jobs: int = 0,
    progress: Progress = lambda step, done, total: None,
) -> Summary:
    """Build the site of `data_dir` (a folder or its URL) and `templates_dir` into `out_dir`.

    base_url: where the site will be served; wins over site.toml. only: names of run pages; nothing else is written.
    strict: warnings fail. allow_unknown: names in no catalog are published as they are. jobs: how many processes
    render (0: one for each core); the result is the same for any number. progress(step, done, total) is
    called as the work goes on. Raises BuildError with all problems of the failing step; then `out_dir` is as it was.
    """
    started = time.perf_counter()
    templates, out = Path(templates_dir), Path(out_dir)
    problems = Problems()
    data = find_place(data_dir, problems)
    check_target(out, [place for place in (data, templates) if isinstance(place, Path)], problems)
    problems.stop_on_errors()
    plan = _plan(data, templates, problems, progress, base_url=base_url, allow_unknown=allow_unknown)
    wanted = select_only(plan.site_plan.pages, only, problems) if only else plan.site_plan.pages
    if problems.count(Severity.ERROR):  # only a wrong --only can be at fault here
        raise UsageError(problems)
    problems.stop_on_errors(strict=strict)
    pictures = Pictures(PreviousFiles(out)) if plan.settings.site.pictures and plan.site.base_url else None
    with open_output(out, problems) as staging:
        files = _make_files(
            plan,
            wanted,
            templates,
            problems,
            staging=staging,
            whole_site=not only,
            pictures=pictures,
            progress=progress,
            jobs=jobs or usable_cores(),
        )
        problems.stop_on_errors(strict=strict)
        progress("Writing", 0, 0)
        origin = Origin(hash_inputs(data, templates, problems), VERSION)
        published = publish(files, staging, origin, problems, keep_others=bool(only))
    return Summary(
        pages=sum(page.template.endswith(".html") and page.template != "redirect.html" for page in wanted),
        run_pages=sum(page.slug is not None for page in wanted),
        input_files=plan.input_files,
        rows=plan.derived.figures.counts,
        published=published,
        problems=tuple(problems),
        seconds=time.perf_counter() - started,
    )


@dataclass(frozen=True)
class _Plan:
    """All that a site is made from, before any page is rendered."""

    settings: Settings
    site: SiteContext
    site_plan: SitePlan
    derived: Derived
    input_files: int


def _plan(
    data: Place, templates: Path, problems: Problems, progress: Progress, *, base_url: str | None, allow_unknown: bool
) -> _Plan:
    """Read everything, derive everything, plan every page."""
    found = survey_folder(data, problems, progress, base_url=base_url, allow_unknown=allow_unknown)
    derived, settings = found.derived, found.settings
    texts = [
        ExtraPageContext(f"{text.name}/", text.title, text.template, text.updated.isoformat() if text.updated else None)
        for text in read_texts(templates, problems)
    ]
    site_plan = plan_pages(derived.figures, settings, found.entries, texts, problems)
    return _Plan(settings, site_context(settings, texts), site_plan, derived, len(found.dataset.rows.files))


def _make_files(
    plan: _Plan,
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
    assets = read_assets(templates, problems)
    renderer = Renderer(templates, assets.paths)
    renderer.check_templates(problems)
    files = {name: staging.add(name, content) for name, content in assets.files.items()}
    targets = Targets(frozenset((*plan.site_plan.paths, SITEMAP, *files)), plan.site.base_url)
    beside = DataBeside(plan.derived, plan.settings, plan.site_plan.words).prepare()
    maker = PageMaker(renderer, plan.site, staging.add, targets, beside.of, pictures.of if pictures else None)
    links: dict[str, frozenset[str]] = {}
    faults: list[TemplateFault] = []
    done = work_through(wanted, maker.make, jobs, lambda number: progress("Rendering", number, len(wanted)))
    for planned, made in zip(wanted, done, strict=True):
        if isinstance(made, TemplateFault):
            faults.append(made)
        else:
            files.update(made.files)
            links[output_path(planned.page.path)] = made.open_links
    report_faults(faults, problems)
    if whole_site:
        files.update({name: staging.add(name, content) for name, content in _site_files(plan).items()})

    def ids_of(path: str) -> frozenset[str] | None:
        return find_ids(staging.read(path, files[path])) if path in files else None

    check_links(links, replace(targets, paths=targets.paths | files.keys()), ids_of, problems)
    return files


def _site_files(plan: _Plan) -> dict[str, bytes]:
    """The files of the site as a whole that no template makes."""
    base_url = plan.site.base_url
    files = hosting_files(plan.site_plan.redirects, base_url)
    files |= site_tables(plan.derived, plan.site_plan.listing.pairs, plan.settings, plan.site_plan.words)
    if base_url:
        indexed = [(page.page.canonical or "", page.page.modified) for page in plan.site_plan.indexed]
        files |= sitemap_files(indexed, base_url)
    return files
