"""`build-site inspect`: what a data folder holds, what would be published from it, and what looks wrong."""

from __future__ import annotations

import json
import sys
from collections import Counter
from typing import TYPE_CHECKING, Literal

import click

from site_builder.cli.running import carry_out
from site_builder.cli.terminal import (
    Terminal,
    counted,
    failure,
    print_error,
    print_problems,
    print_result,
    problem_lines,
    rows_in_words,
)

if TYPE_CHECKING:
    from site_builder.errors import BuildError, Problem


@click.command()
@click.argument("path", default="data", metavar="[PATH]")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How to print it."
)
@click.option("--strict", is_flag=True, help="Exit with 1 on warnings too.")
@click.option("--allow-unknown", is_flag=True, help="Names that no catalog has are warnings, not errors.")
@click.option("-q", "--quiet", is_flag=True, help="Print errors and warnings only.")
@click.option("-v", "--verbose", is_flag=True, help="Print whole tables, and every problem.")
def inspect(
    *, path: str, form: Literal["text", "json"], strict: bool, allow_unknown: bool, quiet: bool, verbose: bool
) -> None:
    """Say what a data folder holds, what would be published, and what looks wrong.

    PATH is a folder with catalogs and benchmarks/, or its URL; `data` without one. Nothing is written, and no templates
    are needed. The problems are those that a build reports, so `build-site --strict` fails where this does.

    --format json prints one object: version (1), data, files, rows, pairs, sweeps, findings, problems. What is not
    known is left out. docs/inspect.md lists every key.

    Exit code: 0 nothing wrong, 1 errors (with --strict, warnings), 2 wrong use, 130 interrupted.
    """
    terminal = Terminal(not quiet)

    def work() -> None:
        from site_builder.cli.inspect_output import as_object, as_text
        from site_builder.inspection import inspect_folder

        found = inspect_folder(path, allow_unknown=allow_unknown, progress=terminal)
        terminal.clear()
        if form == "json":
            print_result(_dumped(as_object(found)))
        else:
            tables = (as_text(found, whole=verbose), rows_in_words(found.rows, len(found.files)))
            wrong = (
                *((_verdict(found.problems),) if not quiet else ()),
                *problem_lines(found.problems, quiet, verbose),
            )
            print_result("\n\n".join([*(tables if not quiet else ()), "\n".join(wrong)]))
        _leave(found.problems, strict=strict)

    def explain(stop: BuildError) -> str:
        from site_builder.cli.inspect_output import problems_as_object

        if form == "json":
            print_result(_dumped(problems_as_object(path, stop.problems)))
        else:
            print_problems(stop.problems, quiet, verbose)
        return f"Nothing to inspect: {failure(stop.problems, strict=strict)}."

    carry_out(work, explain, "Interrupted.", terminal.clear)


def _leave(problems: tuple[Problem, ...], *, strict: bool) -> None:
    """Exit with 1 where a build would fail."""
    counts = Counter(str(problem.severity) for problem in problems)
    if counts["error"] or (strict and counts["warning"]):
        print_error(f"A build would fail: {failure(problems, strict=strict)}.")
        sys.exit(1)


def _verdict(problems: tuple[Problem, ...]) -> str:
    counts = Counter(str(problem.severity) for problem in problems)
    found = [counted(counts[severity], severity) for severity in ("error", "warning", "note") if counts[severity]]
    return f"What looks wrong: {', '.join(found)}." if found else "Nothing looks wrong."


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=2)
