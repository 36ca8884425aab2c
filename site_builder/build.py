"""Builds a site: calls the steps in order and hands frozen values on. No logic of its own."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from site_builder.checks import check_links
from site_builder.dataset.read import read_dataset
from site_builder.derive.figures import RowCounts
from site_builder.derive.pairs import Rules, derive_figures
from site_builder.errors import Problem, Problems, Severity, UsageError
from site_builder.output.publish import Published, publish
from site_builder.output.target import check_target
from site_builder.pages.context import ExtraPageContext
from site_builder.pages.entries import model_ids, resolve_entries
from site_builder.pages.plan import plan_pages, select_only, site_context
from site_builder.render import Renderer, read_assets, read_texts
from site_builder.report import report_base_url, report_prices, report_rows
from site_builder.routes import output_path
from site_builder.settings.catalogs import Settings
from site_builder.settings.read import read_settings
from site_builder.version import VERSION

Progress = Callable[[str, int, int], None]


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
    data_dir: Path | str = "data",
    templates_dir: Path | str = "templates",
    out_dir: Path | str = "public",
    *,
    base_url: str | None = None,
    only: Sequence[str] = (),
    strict: bool = False,
    allow_unknown: bool = False,
    progress: Progress = lambda step, done, total: None,
) -> Summary:
    """Build the site of `data_dir` and `templates_dir` into `out_dir`.

    base_url: where the site will be served; wins over site.toml. only: names of run pages; nothing else is written.
    strict: warnings fail. allow_unknown: names in no catalog are published as they are. progress(step, done, total) is
    called as the work goes on. Raises BuildError with all problems of the failing step; then `out_dir` is as it was.
    """
    started = time.perf_counter()
    data, templates, out = Path(data_dir), Path(templates_dir), Path(out_dir)
    problems = Problems()
    check_target(out, (data, templates), problems)
    problems.stop_on_errors()
    progress("Reading", 0, 0)
    settings = read_settings(data, problems, base_url=base_url)
    dataset = read_dataset(data, settings.names, problems, allow_unknown=allow_unknown)
    progress("Deriving", 0, 0)
    entries = resolve_entries(settings, dataset.unknown, problems)
    derived = derive_figures(dataset.rows, _rules(settings), model_ids(settings, dataset.unknown["model"]))
    report_rows(dataset.rows, derived, problems)
    gpu_keys = sorted({pair.gpu_key for pair in derived.figures.pairs})
    report_prices(settings, entries, gpu_keys, (data / "tco.toml").as_posix(), problems)
    report_base_url(settings, (data / "site.toml").as_posix(), problems)
    texts = [ExtraPageContext(f"{name}/", title, source) for name, title, source in read_texts(templates, problems)]
    planned = plan_pages(derived.figures, settings, entries, texts, problems)
    wanted = select_only(planned, only, problems) if only else planned
    if problems.count(Severity.ERROR):  # only a wrong --only can be at fault here
        raise UsageError(problems)
    problems.stop_on_errors(strict=strict)
    renderer = Renderer(templates)
    rendered = renderer.render_pages(
        wanted, site_context(settings, texts), problems, on_page=lambda done: progress("Rendering", done, len(wanted))
    )
    files = read_assets(templates) | rendered
    known = [output_path(page.page.path) for page in planned]
    check_links(files, known, problems, base_url=settings.site.base_url)
    problems.stop_on_errors(strict=strict)
    progress("Writing", 0, 0)
    published = publish(files, out, VERSION, keep_others=bool(only))
    return Summary(
        pages=len(wanted),
        run_pages=sum(page.slug is not None for page in wanted),
        input_files=len(dataset.rows.files),
        rows=derived.figures.counts,
        published=published,
        problems=tuple(problems),
        seconds=time.perf_counter() - started,
    )


def _rules(settings: Settings) -> Rules:
    site = settings.site
    return Rules(
        site.scenarios, site.tiers_tok_s_user, site.primary_tier, site.sweep_days, site.engines, site.precisions
    )
