"""Builds a site: calls the steps in order and hands frozen values on. No logic of its own."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from site_builder.checks import check_links, find_links
from site_builder.derive.figures import RowCounts
from site_builder.errors import Problem, Problems, Severity, UsageError
from site_builder.output.publish import Published, publish
from site_builder.output.target import check_target
from site_builder.pages.context import ExtraPageContext, SiteContext
from site_builder.pages.plan import PlannedPage, plan_pages, select_only, site_context
from site_builder.places import Place, find_place
from site_builder.render import Renderer, TemplateFault, read_assets, read_texts, report_faults
from site_builder.routes import output_path
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
    wanted = select_only(plan.pages, only, problems) if only else plan.pages
    if problems.count(Severity.ERROR):  # only a wrong --only can be at fault here
        raise UsageError(problems)
    problems.stop_on_errors(strict=strict)
    files = _make_files(plan, wanted, templates, problems, progress=progress, jobs=jobs or usable_cores())
    problems.stop_on_errors(strict=strict)
    progress("Writing", 0, 0)
    published = publish(files, out, VERSION, keep_others=bool(only))
    return Summary(
        pages=len(wanted),
        run_pages=sum(page.slug is not None for page in wanted),
        input_files=plan.input_files,
        rows=plan.rows,
        published=published,
        problems=tuple(problems),
        seconds=time.perf_counter() - started,
    )


@dataclass(frozen=True)
class _Plan:
    """All pages of a site, before any is rendered."""

    site: SiteContext
    pages: tuple[PlannedPage, ...]
    rows: RowCounts
    input_files: int


def _plan(
    data: Place, templates: Path, problems: Problems, progress: Progress, *, base_url: str | None, allow_unknown: bool
) -> _Plan:
    """Read everything, derive everything, plan every page."""
    found = survey_folder(data, problems, progress, base_url=base_url, allow_unknown=allow_unknown)
    figures, settings = found.derived.figures, found.settings
    texts = [ExtraPageContext(f"{name}/", title, source) for name, title, source in read_texts(templates, problems)]
    pages = plan_pages(figures, settings, found.entries, texts, problems)
    return _Plan(site_context(settings, texts), pages, figures.counts, len(found.dataset.rows.files))


Rendered = tuple[bytes, frozenset[str]] | TemplateFault


def _make_files(
    plan: _Plan, wanted: Sequence[PlannedPage], templates: Path, problems: Problems, *, progress: Progress, jobs: int
) -> dict[str, bytes]:
    """Every file of the site as output path -> bytes, checked; assets first, then pages, then lists."""
    renderer = Renderer(templates)
    renderer.check_templates(problems)

    def render(planned: PlannedPage) -> Rendered:
        content = renderer.render(planned, plan.site)
        return content if isinstance(content, TemplateFault) else (content, find_links(content))

    files = read_assets(templates, problems)
    links: dict[str, frozenset[str]] = {}
    faults: list[TemplateFault] = []
    done = work_through(wanted, render, jobs, lambda number: progress("Rendering", number, len(wanted)))
    for planned, result in zip(wanted, done, strict=True):
        if isinstance(result, TemplateFault):
            faults.append(result)
        else:
            path = output_path(planned.page.path)
            files[path], links[path] = result
    report_faults(faults, problems)
    known = [output_path(planned.page.path) for planned in plan.pages]
    check_links(files, links, known, problems, base_url=plan.site.base_url)
    return files
