"""What a check found: for people, as one JSON document, and as annotations of GitHub."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from site_builder.cli.terminal import counted, problem_lines
from site_builder.errors import Problem, Severity, one_line

if TYPE_CHECKING:
    from site_builder.linting.check import Checked

VERSION = 1
_LINE = re.compile(r"(?P<file>.+):(?P<line>\d+)")
_ROW = re.compile(r"(?P<file>.+?) (?:row \d+|column \S+)")
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def as_text(found: Checked, quiet: bool, verbose: bool) -> Iterator[str]:
    """The problems as a build prints them."""
    return problem_lines(found.problems, quiet, verbose)


def verdict(found: Checked) -> str:
    """The closing line: how many pages were looked at, and what was found."""
    counts = {str(severity): found.count(severity) for severity in Severity}
    told = [counted(counts[name], name) for name in ("error", "warning", "note") if counts[name]]
    return f"Checked {counted(found.pages, 'page')}: {', '.join(told) or 'nothing wrong'}."


def as_json(found: Checked) -> str:
    """One object: version, problems, summary. What is not known of a problem is left out."""
    value = {
        "version": VERSION,
        "problems": [_as_object(problem) for problem in found.problems],
        "summary": {
            "errors": found.count(Severity.ERROR),
            "warnings": found.count(Severity.WARNING),
            "notes": found.count(Severity.NOTE),
            "pages": found.pages,
        },
    }
    return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=2)


def as_github(found: Checked, quiet: bool) -> Iterator[str]:
    """A workflow command for each problem, so that GitHub shows it beside the line: notes unless quiet."""
    for problem in found.problems:
        if quiet and problem.severity is Severity.NOTE:
            continue
        file, line = file_and_line(problem.place)
        where = {"file": file, "line": line, "title": problem.rule}
        given = ",".join(f"{key}={_property(str(value))}" for key, value in where.items() if value)
        message = problem.message if line else f"{problem.place}: {problem.message}"
        told = "\n".join(one_line(text) for text in (message, problem.hint) if text)
        yield f"::{_LEVELS[problem.severity]} {given}::{_data(told)}"


def file_and_line(place: str) -> tuple[str, int]:
    """The file that a place names, and its line; empty and 0 where there is none, as for a finished page."""
    found = _LINE.fullmatch(place)
    if found and _exists(found["file"]):
        return found["file"], int(found["line"])
    row = _ROW.fullmatch(place)
    file = row["file"] if row else place
    return (file, 0) if _exists(file) else ("", 0)


def _exists(path: str) -> bool:
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def _as_object(problem: Problem) -> dict[str, Any]:
    file, line = file_and_line(problem.place)
    value = {
        "severity": str(problem.severity),
        "place": problem.place,
        "file": file,
        "line": line,
        "message": problem.message,
        "rule": problem.rule,
        "hint": problem.hint,
        "mark": problem.mark,
    }
    return {key: item for key, item in value.items() if item}


def _data(text: str) -> str:
    """A message as workflow commands take it."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """A property of a workflow command."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")
