"""Checks a site: every step of a build up to its last, and what only a check looks at. Nothing is written.

A step that finds errors does not stop the next one where that can still tell something true.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from site_builder.errors import BuildError, Problem, Problems, Severity
from site_builder.inspection import without_catalogs
from site_builder.linting.catalogs import InUse, old_prices, unused_entries
from site_builder.linting.going_on import has_errors, step
from site_builder.linting.templates import check_folder
from site_builder.places import Place, find_place
from site_builder.planning import Plan, plan_site
from site_builder.render import Text, read_texts
from site_builder.survey import Progress, Survey, survey_folder
from site_builder.workers import usable_cores

# Errors of names leave every row in place; after any other error in the data some rows are missing.
_NAMES_ALONE = frozenset({"unknown-name"})


@dataclass(frozen=True)
class Checked:
    """What a check found, in the order of the steps. pages: how many were made and looked at."""

    problems: tuple[Problem, ...]
    pages: int

    def count(self, severity: Severity) -> int:
        """How many problems of one severity there are."""
        return sum(problem.severity is severity for problem in self.problems)


def check_site(
    data_dir: Place | str = "data",
    templates_dir: Path | str = "templates",
    *,
    today: datetime.date,
    price_age: int = 90,
    base_url: str | None = None,
    allow_unknown: bool = False,
    jobs: int = 0,
    progress: Progress = lambda step, done, total: None,
) -> Checked:
    """Check the site of `data_dir` (a folder or its URL) and `templates_dir` without writing anything.

    today, price_age: prices more than so many days old are a warning; 0 asks for none. The other options are those of
    a build. Problems are values here, whatever they are; only a bug raises.
    """
    found: list[Problem] = []
    survey: Survey | None = None
    with step(found) as problems:
        data = find_place(data_dir, problems)
        survey = _survey(data, problems, progress, base_url=base_url, allow_unknown=allow_unknown)
    is_whole = not has_errors(found, besides=_NAMES_ALONE)
    plan, templates = None, Path(templates_dir)
    if survey:
        plan, is_planned = _plan(survey, templates, found)
        is_whole = is_whole and is_planned
        found.extend(_catalog_problems(data, survey, today, price_age, is_whole=is_whole))
    pages = check_folder(templates, plan, found, progress, jobs=jobs or usable_cores(), is_whole=is_whole)
    return Checked(tuple(dict.fromkeys(found)), pages)


def _survey(
    data: Place, problems: Problems, progress: Progress, *, base_url: str | None, allow_unknown: bool
) -> Survey:
    """The data folder as far as it can be read."""
    try:
        return survey_folder(data, problems, progress, base_url=base_url, allow_unknown=allow_unknown, go_on=True)
    except BuildError as stop:
        raise without_catalogs(stop, data) from stop


def _plan(survey: Survey, templates: Path, found: list[Problem]) -> tuple[Plan | None, bool]:
    """The plan of the site, if one can be made, and whether it has every page that it should have."""
    before = len(found)
    texts: Sequence[Text] = ()
    with step(found) as problems:
        texts = read_texts(templates, problems)
    plan = None
    with step(found) as problems:
        plan = plan_site(survey, texts, problems)
    if plan is None:  # perhaps only an address that moved leads astray
        site = replace(survey.settings.site, redirects=())
        with step([]) as problems:
            plan = plan_site(replace(survey, settings=replace(survey.settings, site=site)), texts, problems)
    return plan, not has_errors(found[before:])


def _catalog_problems(
    data: Place, survey: Survey, today: datetime.date, price_age: int, *, is_whole: bool
) -> Iterator[Problem]:
    pairs, rows = survey.derived.figures.pairs, survey.dataset.rows
    if is_whole:  # else a row that uses an entry may be among those that could not be read
        engines = set(rows.words["framework"])
        used = InUse({pair.model_id for pair in pairs}, {pair.gpu_key for pair in pairs}, engines)
        yield from unused_entries(data, survey.settings, used)
    if price_age:
        yield from old_prices(data, survey.settings.prices, today, price_age)
