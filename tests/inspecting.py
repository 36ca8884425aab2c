"""Data folders looked through in this process, without templates."""

from pathlib import Path
from typing import Any

from site_builder.errors import Problem
from site_builder.inspection import Inspection, inspect_folder
from tests.folders import PROJECT, Folder, Row, working_in

MEASURED = PROJECT / "tests/cases/measured/dsr1-2026-06.parquet"
FILE = "data/benchmarks/a.parquet"


def inspection(folder: Folder, **options: Any) -> Inspection:
    """What is in the data/ of a project folder."""
    with working_in(folder.root):
        return inspect_folder("data", **options)


def doubts_of(folder: Folder, *rows: Row, file: str = "a.parquet") -> list[str]:
    """The warnings about rows that are written as a file, as a person sees them, without `data/benchmarks/`."""
    folder.rows(rows, file)
    return warnings(inspection(folder).problems)


def warnings(problems: tuple[Problem, ...]) -> list[str]:
    """The warnings among problems, without `data/benchmarks/` and without their hints."""
    lines = [str(problem).splitlines()[0] for problem in problems if problem.severity == "warning"]
    return [line.removeprefix("data/benchmarks/").replace(": warning: ", ": ") for line in lines]


def measured(folder: Folder) -> Path:
    """Put the measured rows into a folder."""
    path = folder.data / "benchmarks" / "measured.parquet"
    path.write_bytes(MEASURED.read_bytes())
    return path
