"""Looks through a data folder: reads it, derives its figures and reports what is doubtful. What a build starts with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from site_builder.dataset.read import Dataset, read_dataset
from site_builder.derive.doubts import judge_rows
from site_builder.derive.findings import Finding, find_findings
from site_builder.derive.pairs import Derived, Rules, derive_figures
from site_builder.errors import Problems
from site_builder.pages.entries import Entries, model_ids, resolve_entries
from site_builder.places import Place
from site_builder.report import report_base_url, report_findings, report_prices, report_rows, report_samples
from site_builder.settings.catalogs import Settings
from site_builder.settings.read import read_settings

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Survey:
    """A data folder, read and derived: its settings, rows, catalog entries, figures, and what is doubtful."""

    settings: Settings
    dataset: Dataset
    entries: Entries
    derived: Derived
    findings: tuple[Finding, ...]


def survey_folder(
    data: Place,
    problems: Problems,
    progress: Progress,
    *,
    base_url: str | None = None,
    allow_unknown: bool = False,
    go_on: bool = False,
) -> Survey:
    """Read a data folder and derive its figures; problems of its rows are recorded on the way.

    go_on: with errors in some files or names, go on with what can be read. Raises BuildError when it cannot be used.
    """
    progress("Reading", 0, 0)
    settings = read_settings(data, problems, base_url=base_url)
    dataset = read_dataset(data, settings.names, problems, allow_unknown=allow_unknown, judge=judge_rows, go_on=go_on)
    progress("Deriving", 0, 0)
    entries = resolve_entries(settings, dataset.unknown, problems)
    derived = derive_figures(dataset.rows, _rules(settings), model_ids(settings, dataset.unknown["model"]))
    findings = find_findings(dataset.doubts, derived)
    report_samples(dataset.sample_files, settings, problems)
    report_rows(dataset.rows, derived, problems)
    report_findings(findings, dataset.rows, problems)
    gpu_keys = sorted({pair.gpu_key for pair in derived.figures.pairs})
    report_prices(settings, entries, gpu_keys, f"{data.as_posix()}/tco.toml", problems)
    report_base_url(settings, f"{data.as_posix()}/site.toml", problems)
    return Survey(settings, dataset, entries, derived, findings)


def _rules(settings: Settings) -> Rules:
    site = settings.site
    return Rules(
        site.scenarios, site.tiers_tok_s_user, site.primary_tier, site.sweep_days, site.engines, site.precisions
    )
