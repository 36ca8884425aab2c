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
    before: Survey | None = None,
) -> Survey:
    """Read a data folder and derive its figures; problems of its rows are recorded on the way.

    go_on: with errors in some files or names, go on with what can be read. before: of the same rows; what depends on
    them and on settings that are still the same is taken from it. Raises BuildError when it cannot be used.
    """
    progress("Reading", 0, 0)
    settings = read_settings(data, problems, base_url=base_url)
    if before is not None and _figures_depend_on(settings) == _figures_depend_on(before.settings):
        entries = resolve_entries(settings, before.dataset.unknown, problems)
        found = Survey(settings, before.dataset, entries, before.derived, before.findings)
        _report(found, data, problems)
        return found
    dataset = read_dataset(data, settings.names, problems, allow_unknown=allow_unknown, judge=judge_rows, go_on=go_on)
    progress("Deriving", 0, 0)
    entries = resolve_entries(settings, dataset.unknown, problems)
    derived = derive_figures(dataset.rows, _rules(settings), model_ids(settings, dataset.unknown["model"]))
    found = Survey(settings, dataset, entries, derived, find_findings(dataset.doubts, derived))
    _report(found, data, problems)
    return found


def _report(found: Survey, data: Place, problems: Problems) -> None:
    """Record what an owner must know of a folder."""
    report_samples(found.dataset.sample_files, found.settings, problems)
    report_rows(found.dataset.rows, found.derived, problems)
    report_findings(found.findings, found.dataset.rows, problems)
    gpu_keys = sorted({pair.gpu_key for pair in found.derived.figures.pairs})
    report_prices(found.settings, found.entries, gpu_keys, f"{data.as_posix()}/tco.toml", problems)
    report_base_url(found.settings, f"{data.as_posix()}/site.toml", problems)


def _figures_depend_on(settings: Settings) -> tuple[object, ...]:
    """What of the settings figures depend on: names, models, and the rules of deriving; not prices and words."""
    return settings.names, {key: model.keys for key, model in settings.models.items()}, _rules(settings)


def _rules(settings: Settings) -> Rules:
    site = settings.site
    return Rules(
        site.scenarios, site.tiers_tok_s_user, site.primary_tier, site.sweep_days, site.engines, site.precisions
    )
