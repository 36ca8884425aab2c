"""Checks of a test's own folder, with the problems that are not of interest left out."""

import datetime
from typing import Any

from site_builder.errors import Problem
from site_builder.linting.check import Checked, check_site
from tests.folders import Folder, points, working_in

DAY = datetime.date(2026, 9, 1)  # 17 days after the shipped prices
KIMI = "run/kimi-k26-on-b300/index.html"


def site(folder: Folder) -> Folder:
    """The folder with one pair, Kimi K2.6 on B300."""
    folder.rows(points((20, 4000), (50, 2500), (100, 1000)))
    return folder


def checked(folder: Folder, **options: Any) -> Checked:
    """What a check of data/ and templates/ finds, from inside the folder."""
    with working_in(folder.root):
        given: dict[str, Any] = {"today": DAY, "jobs": 1} | options
        return check_site("data", "templates", **given)


def found(folder: Folder, *rules: str, **options: Any) -> list[Problem]:
    """The problems of some rules; without any, all but the notes that a folder of few rows always has."""
    problems = checked(folder, **options).problems
    if rules:
        return [problem for problem in problems if problem.rule in rules]
    return [problem for problem in problems if problem.rule not in ("no-base-url", "unused-entry")]


def told(folder: Folder, *rules: str, **options: Any) -> list[str]:
    """These problems as a person sees them, without excerpts."""
    return [str(problem) for problem in found(folder, *rules, **options)]
