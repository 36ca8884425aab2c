"""What a person at a terminal sees: progress, problems, results."""

from __future__ import annotations

import contextlib
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from site_builder.excerpts import excerpt

if TYPE_CHECKING:
    from site_builder.derive.figures import RowCounts
    from site_builder.errors import Problem

_MOST_OF_ONE_RULE = 20


class Terminal:
    """One line of progress on stderr, only where a person is watching."""

    def __init__(self, shown: bool) -> None:
        self._shown = shown and sys.stderr is not None and sys.stderr.isatty()
        self._last = ""

    def __call__(self, step: str, done: int, total: int) -> None:
        """Say how far a step is."""
        text = f"{step} {done * 100 // total:3d} %" if total else f"{step} …"
        if self._shown and text != self._last:
            click.echo(f"\r{text:<24}", nl=False, err=True)
            self._last = text

    def clear(self) -> None:
        """Take the line away."""
        if self._shown and self._last:
            click.echo(f"\r{'':<24}\r", nl=False, err=True)


def print_result(text: str) -> None:
    """Print to stdout; a reader who has left or a full disk behind it is no fault of the build."""
    with contextlib.suppress(OSError):
        click.echo(text)
        sys.stdout.flush()
        return
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def print_error(text: str) -> None:
    """Print to stderr, if there is one that takes it."""
    with contextlib.suppress(OSError):
        click.echo(text, err=True)


def print_problems(problems: Iterable[Problem], quiet: bool, verbose: bool) -> None:
    """Print to stderr: notes unless quiet, and of one rule only so many unless verbose."""
    for line in problem_lines(problems, quiet, verbose):
        print_error(line)


def problem_lines(problems: Iterable[Problem], quiet: bool, verbose: bool) -> Iterator[str]:
    """Problems as they are printed: notes unless quiet, and of one rule only so many unless verbose."""
    printed: Counter[tuple[str, str]] = Counter()
    for problem in problems:
        if quiet and problem.severity == "note":
            continue
        printed[problem.severity, problem.rule] += 1
        if verbose or printed[problem.severity, problem.rule] <= _MOST_OF_ONE_RULE:
            yield problem.shown(excerpt(problem))
    for (severity, rule), count in printed.items():
        if not verbose and count > _MOST_OF_ONE_RULE:
            yield f"… and {counted(count - _MOST_OF_ONE_RULE, f'more {severity}')} [{rule}]; -v prints all"


def rows_in_words(rows: RowCounts, files: int) -> str:
    """How many rows were read and used, and why the others were not."""
    aside = [
        f"{count:,} {why}"
        for count, why in (
            (rows.set_aside, "unusable or of another workload"),
            (rows.superseded, "of older runs"),
            (rows.copies, "exact copy" if rows.copies == 1 else "exact copies"),
            (rows.lost_conflicts, "in conflict with another"),
        )
        if count
    ]
    used = f"{rows.read:,} read from {counted(files, 'file')}, {rows.used:,} used"
    return f"Rows: {'; set aside: '.join([used, *([', '.join(aside)] if aside else [])])}."


def failure(problems: Iterable[Problem], *, strict: bool) -> str:
    """How many problems stopped a command: `2 errors and 1 warning`."""
    counts = Counter(str(problem.severity) for problem in problems)
    found = [counted(counts[severity], severity) for severity in ("error", "warning") if counts[severity]]
    because = " (--strict makes warnings fail)" if strict and not counts["error"] else ""
    return f"{' and '.join(found)}{because}"


def counted(count: int, noun: str) -> str:
    """`1 page`, `1,204 pages`."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
