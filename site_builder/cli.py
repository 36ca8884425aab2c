"""The command line: arguments, progress, problems, exit code. The only module that prints."""

from __future__ import annotations

import contextlib
import gc
import io
import os
import signal
import sys
import traceback
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from site_builder.version import VERSION

if TYPE_CHECKING:
    from site_builder.build import Summary
    from site_builder.errors import Problem

EXIT_PROBLEMS, EXIT_USAGE, EXIT_INTERRUPTED = 1, 2, 130
_MOST_OF_ONE_RULE = 20
_BUG = "This is a bug of build-site, not of your data. Please report it with the lines above."


class _Terminal:
    """One line of progress on stderr, only where a person is watching."""

    def __init__(self, shown: bool) -> None:
        self._shown = shown and sys.stderr is not None and sys.stderr.isatty()
        self._last = ""

    def __call__(self, step: str, done: int, total: int) -> None:
        text = f"{step} {done * 100 // total:3d} %" if total else f"{step} …"
        if self._shown and text != self._last:
            click.echo(f"\r{text:<24}", nl=False, err=True)
            self._last = text

    def clear(self) -> None:
        if self._shown and self._last:
            click.echo(f"\r{'':<24}\r", nl=False, err=True)


def _base_url(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    from site_builder.settings.site import parse_base_url

    url = parse_base_url(value) if value is not None else None
    if value is not None and url is None:
        raise click.BadParameter(f"'{value}' is not an address such as https://example.org/bench/")
    return url


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--data", default="data", show_default=True, metavar="DIR", help="Catalogs and benchmarks/*.parquet.")
@click.option("--templates", default="templates", show_default=True, metavar="DIR", help="Templates, copy and assets.")
@click.option("--out", default="public", show_default=True, metavar="DIR", help="Where the site goes.")
@click.option(
    "--base-url", metavar="URL", callback=_base_url, help="Where the site will be served; wins over site.toml."
)
@click.option(
    "--only", multiple=True, metavar="SLUG", help="Build this run page only, such as kimi-k26-on-b300; repeatable."
)
@click.option("--strict", is_flag=True, help="Fail on warnings.")
@click.option("--allow-unknown", is_flag=True, help="Publish names that no catalog has, under their own name.")
@click.option(
    "--jobs", type=click.IntRange(min=0), default=0, metavar="N", help="Processes that render; 0: one per core."
)
@click.option("-q", "--quiet", is_flag=True, help="Print errors and warnings only.")
@click.option("-v", "--verbose", is_flag=True, help="Print every problem, however many there are of a kind.")
@click.version_option(VERSION, "--version", message="build-site %(version)s")
def main(quiet: bool, verbose: bool, **options: Any) -> None:
    """Build the report site: read benchmark results, compute every figure, write finished pages.

    A failed build leaves the output folder as it was. Exit code: 0 built, 1 a problem in the data, templates or
    environment, 2 wrong use, 130 interrupted.
    """
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _interrupt)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a name that the terminal cannot show is no fault either
    gc.set_threshold(200_000, 20, 20)  # a build makes many values and few cycles: collecting often costs a tenth of it
    terminal = _Terminal(not quiet)
    try:
        code = _run(terminal, quiet, verbose, options)
    except KeyboardInterrupt:
        terminal.clear()
        click.echo("Interrupted; the output folder is as it was.", err=True)
        code = EXIT_INTERRUPTED
    except Exception:
        terminal.clear()
        click.echo(f"{traceback.format_exc()}\n{_BUG}", err=True)
        code = EXIT_PROBLEMS
    sys.exit(code)


def _run(terminal: _Terminal, quiet: bool, verbose: bool, options: dict[str, Any]) -> int:
    from site_builder.build import build_site
    from site_builder.errors import BuildError, UsageError

    data, templates, out = (Path(options.pop(name)) for name in ("data", "templates", "out"))
    try:
        summary = build_site(data, templates, out, progress=terminal, **options)
    except BuildError as stop:
        terminal.clear()
        _print_problems(stop.problems, quiet, verbose)
        click.echo(_failure(stop.problems, strict=options["strict"]), err=True)
        return EXIT_USAGE if isinstance(stop, UsageError) else EXIT_PROBLEMS
    terminal.clear()
    _print_problems(summary.problems, quiet, verbose)
    if not quiet:
        _print_summary(_summary(summary, out))
    return 0


def _print_summary(text: str) -> None:
    """Print to stdout; a reader who has left or a full disk behind it is no fault of the build."""
    with contextlib.suppress(OSError):
        click.echo(text)
        sys.stdout.flush()
        return
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _print_error(text: str) -> None:
    """Print to stderr, if there is one that takes it."""
    with contextlib.suppress(OSError):
        click.echo(text, err=True)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _print_problems(problems: Iterable[Problem], quiet: bool, verbose: bool) -> None:
    """Print to stderr: notes unless quiet, and of one rule only so many unless verbose."""
    printed: Counter[tuple[str, str]] = Counter()
    for problem in problems:
        if quiet and problem.severity == "note":
            continue
        printed[problem.severity, problem.rule] += 1
        if verbose or printed[problem.severity, problem.rule] <= _MOST_OF_ONE_RULE:
            _print_error(str(problem))
    for (severity, rule), count in printed.items():
        if not verbose and count > _MOST_OF_ONE_RULE:
            _print_error(f"… and {_counted(count - _MOST_OF_ONE_RULE, f'more {severity}')} [{rule}]; -v prints all")


def _failure(problems: Iterable[Problem], *, strict: bool) -> str:
    counts = Counter(str(problem.severity) for problem in problems)
    found = [_counted(counts[severity], severity) for severity in ("error", "warning") if counts[severity]]
    because = " (--strict makes warnings fail)" if strict and not counts["error"] else ""
    return f"Not built: {' and '.join(found)}{because}. The output folder is as it was."


def _summary(summary: Summary, out: Path) -> str:
    rows, published = summary.rows, summary.published
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
    pages = f"{_counted(summary.pages, 'page')} ({summary.run_pages:,} about a model on a GPU)"
    used = f"{rows.read:,} read from {_counted(summary.input_files, 'file')}, {rows.used:,} used"
    lines = [
        f"Built {pages} into {out.as_posix()}/ in {summary.seconds:.2f} s.",
        f"Rows: {'; set aside: '.join([used, *([', '.join(aside)] if aside else [])])}.",
        f"Files: {published.written:,} written, {published.unchanged:,} unchanged, {published.removed:,} removed.",
    ]
    counts = Counter(str(problem.severity) for problem in summary.problems)
    found = [_counted(counts[severity], severity) for severity in ("warning", "note") if counts[severity]]
    return "\n".join([*lines, *([f"See above: {' and '.join(found)}."] if found else [])])


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
