"""Builds a site: calls the steps in order and hands frozen values on. No logic of its own."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from site_builder.derive.figures import RowCounts
from site_builder.errors import Problem, Problems, Severity, UsageError
from site_builder.inputs import hash_inputs
from site_builder.made import NO_BUILD
from site_builder.making import make_files
from site_builder.output.previous import PreviousFiles
from site_builder.output.publish import Origin, Published, publish
from site_builder.output.staging import open_output
from site_builder.output.target import check_target
from site_builder.pages.plan import select_only
from site_builder.pages.planned import PlannedPage
from site_builder.places import Place, find_place
from site_builder.planning import Plan, plan_site
from site_builder.preview_pictures import Pictures
from site_builder.render import read_texts
from site_builder.reuse.memory import Memory, NewRecord
from site_builder.reuse.record import Counts
from site_builder.survey import Progress, survey_folder
from site_builder.version import VERSION
from site_builder.workers import usable_cores


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
    cache: bool = True,
    progress: Progress = lambda step, done, total: None,
) -> Summary:
    """Build the site of `data_dir` (a folder or its URL) and `templates_dir` into `out_dir`.

    base_url: where the site will be served; wins over site.toml. only: names of run pages; nothing else is written.
    strict: warnings fail. allow_unknown: names in no catalog are published as they are. jobs: how many processes
    render (0: one for each core); the result is the same for any number. cache: take over what is still right of the
    last build, and note down what the next one can. progress(step, done, total) is called as the work goes on. Raises
    BuildError with all problems of the failing step; then `out_dir` is as it was.
    """
    started = time.perf_counter()
    templates, out = Path(templates_dir), Path(out_dir)
    problems = Problems()
    data = find_place(data_dir, problems)
    check_target(out, [place for place in (data, templates) if isinstance(place, Path)], problems)
    problems.stop_on_errors()
    options = (data.as_posix(), templates.as_posix(), base_url or "", str(strict), str(allow_unknown))
    memory = Memory.of_last_build(out, data, templates, options) if cache and isinstance(data, Path) else None
    if memory and not only and (record := memory.whole_site()):
        return _summary(record.counts, Published(0, len(record.files) - 1, 0), record.problems, started)
    found = survey_folder(data, problems, progress, base_url=base_url, allow_unknown=allow_unknown)
    plan = plan_site(found, read_texts(templates, problems), problems)
    wanted = select_only(plan.site_plan.pages, only, problems) if only else plan.site_plan.pages
    if problems.count(Severity.ERROR):  # only a wrong --only can be at fault here
        raise UsageError(problems)
    problems.stop_on_errors(strict=strict)
    pictures = Pictures(PreviousFiles(out)) if plan.settings.site.pictures and plan.site.base_url else None
    keys = memory.page_keys(found, plan) if memory else None
    with open_output(out, problems) as staging:
        made = make_files(
            plan,
            wanted,
            templates,
            problems,
            staging=staging,
            whole_site=not only,
            pictures=pictures,
            progress=progress,
            jobs=jobs or usable_cores(),
            before=memory.last_build(keys) if memory and keys else NO_BUILD,
        )
        problems.stop_on_errors(strict=strict)
        progress("Writing", 0, 0)
        origin = Origin(hash_inputs(data, templates, problems), VERSION)
        told = tuple(problems)
        published = publish(made.files, staging, origin, problems, keep_others=bool(only))
    counts = _count(wanted, plan)
    if memory and keys and not only:
        memory.note_down(made, wanted, keys, NewRecord(counts, told, origin.inputs))
    return _summary(counts, published, tuple(problems), started)


def _count(wanted: Sequence[PlannedPage], plan: Plan) -> Counts:
    return Counts(
        pages=sum(page.template.endswith(".html") and page.template != "redirect.html" for page in wanted),
        run_pages=sum(page.slug is not None for page in wanted),
        input_files=plan.input_files,
        rows=plan.derived.figures.counts,
    )


def _summary(counts: Counts, published: Published, problems: tuple[Problem, ...], started: float) -> Summary:
    seconds = time.perf_counter() - started
    return Summary(counts.pages, counts.run_pages, counts.input_files, counts.rows, published, problems, seconds)
