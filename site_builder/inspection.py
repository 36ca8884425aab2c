"""What a data folder holds and what would be published from it, without templates and without writing anything."""

from __future__ import annotations

import datetime
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from site_builder.derive.figures import Read, RowCounts
from site_builder.derive.findings import Finding, conflict_findings
from site_builder.derive.overview import FileFacts, SweepFacts, count_files, count_sweeps
from site_builder.errors import BuildError, Problem, Problems
from site_builder.pages.listing import Pair, list_pairs
from site_builder.places import Place, find_place
from site_builder.settings.read import CATALOGS
from site_builder.survey import Progress, Survey, survey_folder


@dataclass(frozen=True, slots=True)
class PairFacts:
    """A run page that would be published. `rows` are its current ones; `workload` and `primary` are what it leads with;
    a pair that is not listed has a page without a figure, which no list and no search engine is shown."""

    model: str
    gpu: str
    page: str
    rows: int
    rows_set_aside: int
    sweeps: int
    engines: tuple[str, ...]
    precisions: tuple[str, ...]
    workload: str | None
    primary: Read | None
    oldest_run: datetime.date | None
    newest_run: datetime.date | None
    is_listed: bool


@dataclass(frozen=True, slots=True)
class Doubt:
    """A finding with the place of its row."""

    finding: Finding
    file: str
    row: int


@dataclass(frozen=True)
class Inspection:
    """What is in a data folder. `scenarios` are the ids that sweeps refer to by number; dates are those of its rows."""

    data: str
    scenarios: tuple[str, ...]
    primary_tier: int | float
    files: tuple[FileFacts, ...]
    rows: RowCounts
    pairs: tuple[PairFacts, ...]
    sweeps: tuple[SweepFacts, ...]
    doubts: tuple[Doubt, ...]
    problems: tuple[Problem, ...]


def inspect_folder(
    data_dir: Place | str, *, allow_unknown: bool = False, progress: Progress = lambda step, done, total: None
) -> Inspection:
    """Look through a data folder (or its URL). With errors in some files or names, the rest is looked through.

    Raises BuildError when nothing can be: no catalogs, a fault in one of them, no rows, or names without an address.
    """
    problems = Problems()
    data = find_place(data_dir, problems)
    try:
        found = survey_folder(data, problems, progress, allow_unknown=allow_unknown, go_on=True)
    except BuildError as stop:
        raise without_catalogs(stop, data) from stop
    return _inspection(data, found, problems)


def without_catalogs(stop: BuildError, data: Place) -> BuildError:
    """What stopped the reading of a data folder: one error in place of one for each catalog, where there is none."""
    if [problem.rule for problem in stop.problems] != ["missing-file"] * len(CATALOGS):
        return stop
    problems = Problems()
    needed = f"{', '.join(CATALOGS[:-1])} and {CATALOGS[-1]}, and Parquet files in benchmarks/"
    if isinstance(data, Path) and not data.is_dir():
        problems.error("no-data", data.as_posix(), f"the folder does not exist, expected one with {needed}")
    else:
        hint = "copy the shipped ones from data/ and edit them"
        problems.error("no-catalogs", data.as_posix(), f"no catalog in this folder, expected {needed}", hint)
    return BuildError(problems)


def _inspection(data: Place, found: Survey, problems: Problems) -> Inspection:
    rows, derived, site = found.dataset.rows, found.derived, found.settings.site
    sweeps = count_sweeps(derived, site.sweep_days)
    scenarios = tuple(scenario.id for scenario in site.scenarios)
    owner = {key: model.id for model in found.entries.models.values() for key in model.keys}
    sweeps_of = Counter((owner[sweep.series.model_key], sweep.gpu_key) for sweep in sweeps)
    doubted = sorted((*found.findings, *conflict_findings(derived)), key=lambda one: one.position)
    listing = list_pairs(derived.figures, found.settings, found.entries)
    return Inspection(
        data=data.as_posix(),
        scenarios=scenarios,
        primary_tier=site.primary_tier,
        files=count_files(rows, derived),
        rows=derived.figures.counts,
        pairs=tuple(_pair(pair, sweeps_of, scenarios) for pair in listing.pairs),
        sweeps=sweeps,
        doubts=tuple(Doubt(one, rows.files[rows.file[one.position]], int(rows.row[one.position])) for one in doubted),
        problems=tuple(problems),
    )


def _pair(pair: Pair, sweeps_of: Counter[tuple[str, str]], scenarios: tuple[str, ...]) -> PairFacts:
    figures = pair.figures
    return PairFacts(
        model=pair.model.name,
        gpu=pair.gpu.name,
        page=pair.path,
        rows=figures.configs,
        rows_set_aside=figures.rows_set_aside,
        sweeps=sweeps_of[figures.model_id, figures.gpu_key],
        engines=figures.frameworks,
        precisions=figures.precisions,
        workload=scenarios[pair.ladder.scenario] if pair.ladder else None,
        primary=pair.primary,
        oldest_run=figures.oldest_run,
        newest_run=figures.newest_run,
        is_listed=pair.is_result,
    )
