"""`build-site check`: everything that a build checks and more, without writing anything."""

from __future__ import annotations

import datetime
import os
import sys
from typing import TYPE_CHECKING, Literal

import click

from site_builder.cli.parameters import parsed_base_url
from site_builder.cli.running import carry_out
from site_builder.cli.terminal import Terminal, print_error, print_problems, print_result

if TYPE_CHECKING:
    from site_builder.errors import BuildError
    from site_builder.linting.check import Checked


@click.command()
@click.option(
    "--data", default="data", show_default=True, metavar="DIR", help="Catalogs and benchmarks; a folder or its URL."
)
@click.option("--templates", default="templates", show_default=True, metavar="DIR", help="Templates, copy and assets.")
@click.option("--base-url", metavar="URL", callback=parsed_base_url, help="Where the site will be served.")
@click.option("--allow-unknown", is_flag=True, help="Names that no catalog has are warnings, not errors.")
@click.option(
    "--price-age",
    type=click.IntRange(min=0),
    default=90,
    show_default=True,
    metavar="DAYS",
    help="Warn of prices that are older; 0: of none.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    show_default=True,
    help="How to print it.",
)
@click.option("--strict", is_flag=True, help="Exit with 1 on warnings too.")
@click.option(
    "--jobs", type=click.IntRange(min=0), default=0, metavar="N", help="Processes that look at pages; 0: one per core."
)
@click.option("-q", "--quiet", is_flag=True, help="Print errors and warnings only.")
@click.option("-v", "--verbose", is_flag=True, help="Print every problem, however many there are of a kind.")
def check(
    *,
    data: str,
    templates: str,
    base_url: str | None,
    allow_unknown: bool,
    price_age: int,
    form: Literal["text", "json", "github"],
    strict: bool,
    jobs: int,
    quiet: bool,
    verbose: bool,
) -> None:
    """Check data, templates and every page as a build does, and more; write nothing.

    More are: addresses of other hosts that cannot be right (none is asked for), pictures without alt text, the order of
    headings, titles and ids that stand twice, long titles and descriptions, copy, templates, labels and catalog entries
    without use, and old prices. docs/check.md lists every rule.

    Prices are compared with today, or with SOURCE_DATE_EPOCH where the environment has it.

    Exit code: 0 nothing wrong, 1 errors (with --strict, warnings), 2 wrong use, 130 interrupted.
    """
    terminal = Terminal(not quiet)
    today = _today()

    def work() -> None:
        from site_builder.cli.check_output import as_github, as_json, as_text, verdict
        from site_builder.linting.check import check_site

        found = check_site(
            data,
            templates,
            today=today,
            price_age=price_age,
            base_url=base_url,
            allow_unknown=allow_unknown,
            jobs=jobs,
            progress=terminal,
        )
        terminal.clear()
        if form == "json":
            print_result(as_json(found))
        elif form == "github":
            print_result("\n".join([*as_github(found, quiet), verdict(found)]))
        else:
            print_result("\n".join([*as_text(found, quiet, verbose), verdict(found)]))
        _leave(found, strict=strict)

    def explain(stop: BuildError) -> str:
        print_problems(stop.problems, quiet, verbose)
        return "Nothing to check."

    carry_out(work, explain, "Interrupted.", terminal.clear)


def _today() -> datetime.date:
    """The day that prices are compared with."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if not given:
        return datetime.datetime.now(datetime.UTC).date()
    try:
        return datetime.datetime.fromtimestamp(int(given), datetime.UTC).date()
    except (ValueError, OverflowError, OSError):
        raise click.UsageError(f"SOURCE_DATE_EPOCH is '{given}', expected seconds since 1970.") from None


def _leave(found: Checked, *, strict: bool) -> None:
    """Exit with 1 on errors, and on warnings when they count as such."""
    from site_builder.errors import Severity

    if found.count(Severity.ERROR):
        sys.exit(1)
    if strict and found.count(Severity.WARNING):
        print_error("Failed: --strict makes warnings fail.")
        sys.exit(1)
