"""Checks the templates, and every page that is made from them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from site_builder.checks import check_links
from site_builder.errors import Problem, Severity
from site_builder.exports.hosting import hosting_files
from site_builder.linting.addresses import markdown_faults
from site_builder.linting.findings import flaw_problems, title_problems
from site_builder.linting.going_on import has_errors, step
from site_builder.linting.origins import Origins
from site_builder.linting.pages import PageChecker, PageReport, no_picture
from site_builder.linting.unused import unused_problems
from site_builder.page_files import PageMaker
from site_builder.pages.given import SHARED, TEMPLATES
from site_builder.pages.planned import PlannedPage
from site_builder.planning import Plan, given_to
from site_builder.render import Assets, Given, Renderer, TemplateFault, Usage, is_copy, read_assets, report_faults
from site_builder.routes import ASSETS, SITEMAP
from site_builder.survey import Progress
from site_builder.workers import work_through


def check_folder(
    templates: Path, plan: Plan | None, found: list[Problem], progress: Progress, *, jobs: int, is_whole: bool
) -> int:
    """Check a folder of templates and the pages of a plan, if there is one; how many pages people read were made.

    is_whole: whether every page is planned that should be; without it, links are not followed.
    """
    if not templates.is_dir():
        message = "the folder does not exist, expected one with templates, copy and assets"
        found.append(Problem(Severity.ERROR, templates.as_posix(), message, "no-templates"))
        return 0
    assets = _read_assets(templates, found)
    renderer = Renderer(templates, assets.paths)
    before = len(found)
    with step(found) as problems:
        given = given_to(plan.site_plan.pages) if plan else Given(SHARED, TEMPLATES, {})
        renderer.check_templates(given, problems)
    broken = {_template_at(problem.place, templates) for problem in found[before:]}
    usage, made = renderer.usage(), _Made((), ())
    if plan:
        made = _make_pages(plan, renderer, assets, progress, jobs)
        _report_faults(made, usage, broken, found)
        if is_whole:
            _follow_links(plan, made, assets, renderer, found)
    found.extend(_told_of_templates(Origins(templates.as_posix(), renderer.sources(), usage), plan, made.reports))
    if plan and not is_whole:
        message = "links and unused entries are not checked, since errors above keep pages from being there"
        found.append(Problem(Severity.NOTE, templates.as_posix(), message, "not-checked"))
    return sum(report.page.is_read for report in made.reports)


@dataclass(frozen=True)
class _Made:
    """The reports of pages, and the faults that kept others from being made."""

    reports: Sequence[PageReport]
    faults: Sequence[tuple[PlannedPage, TemplateFault]]


def _read_assets(templates: Path, found: list[Problem]) -> Assets:
    """The assets; with faults in some, all of them under their own names."""
    before = len(found)
    assets = Assets({}, {})
    with step(found) as problems:
        assets = read_assets(templates, problems)
    if has_errors(found[before:]):
        folder = templates / ASSETS
        names = [path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*")) if not path.is_dir()]
        return Assets({f"{ASSETS}{name}": b"" for name in names}, {name: f"{ASSETS}{name}" for name in names})
    return assets


def _make_pages(plan: Plan, renderer: Renderer, assets: Assets, progress: Progress, jobs: int) -> _Made:
    pages = plan.site_plan.pages
    picture_of = no_picture if plan.settings.site.pictures and plan.site.base_url else None
    maker = PageMaker(renderer, plan.site, lambda pair: {}, picture_of)
    checker = PageChecker(maker, plan.site.name, {path: name for name, path in assets.paths.items()})
    done = work_through(pages, checker.check, jobs, lambda number: progress("Checking", number, len(pages)))
    return _Made(
        [one for one in done if not isinstance(one, TemplateFault)],
        [(page, one) for page, one in zip(pages, done, strict=True) if isinstance(one, TemplateFault)],
    )


def _report_faults(made: _Made, usage: Usage, broken: Collection[str], found: list[Problem]) -> None:
    """The faults of pages, but for those with a part of a template that is known to be broken."""

    def is_known(planned: PlannedPage) -> bool:
        roots = (planned.template, f"cards/{planned.card}.txt")
        return any(not usage.uses.within(root).isdisjoint(broken) for root in roots)

    with step(found) as problems:
        report_faults([fault for planned, fault in made.faults if not (broken and is_known(planned))], problems)


def _template_at(place: str, templates: Path) -> str:
    """The name of the template that the place of a problem is in."""
    return re.sub(r":\d+$", "", place).removeprefix(f"{templates.as_posix()}/")


def _follow_links(plan: Plan, made: _Made, assets: Assets, renderer: Renderer, found: list[Problem]) -> None:
    files = dict(assets.files) | hosting_files(plan.site_plan.redirects, plan.site.base_url)
    for report in made.reports:
        files.update(report.files)
    links = {report.page.path: report.links for report in made.reports}
    known = [*plan.site_plan.paths, SITEMAP]
    with step(found) as problems:
        check_links(files, links, known, problems, base_url=plan.site.base_url, place_of=renderer.find_text)


def _told_of_templates(origins: Origins, plan: Plan | None, reports: Sequence[PageReport]) -> Iterator[Problem]:
    """What is wrong on pages, with the lines that it comes from, and in templates without breaking any page."""
    pages = [report.page for report in reports]
    flaws = flaw_problems(pages, origins)
    yield from flaws
    yield from title_problems(pages, origins)
    told = {(flaw.place, flaw.mark) for flaw in flaws}
    for name, text in origins.sources.items():
        for line, fault in markdown_faults(text) if is_copy(name) else ():
            place = origins.place(name, line)
            if (place, fault.address) not in told:
                yield Problem(fault.severity, place, fault.message, "bad-link", fault.hint, fault.address)
    if origins.usage.is_complete:
        yield from unused_problems(TEMPLATES, _subjects(plan.site_plan.pages) if plan else None, origins)


def _subjects(pages: Sequence[PlannedPage]) -> dict[str, set[str]]:
    """The names in addresses of what the pages of each template are about."""
    found: dict[str, set[str]] = {}
    for planned in pages:
        found.setdefault(planned.template, set()).update(planned.page.subjects)
        if planned.card:
            found.setdefault(f"cards/{planned.card}.txt", set()).update(planned.page.subjects)
    return found
