"""The command line: arguments, progress, problems, exit code. The only package that prints.

Without a command it builds; every other command is a module of its own here.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from site_builder.cli.check import check
from site_builder.cli.import_ import import_command
from site_builder.cli.inspect_ import inspect
from site_builder.cli.new import new
from site_builder.cli.parameters import parsed_base_url
from site_builder.cli.running import carry_out, prepare_process
from site_builder.cli.serve import serve
from site_builder.cli.terminal import Terminal, counted, failure, print_problems, print_result, rows_in_words
from site_builder.cli.verify import verify
from site_builder.version import VERSION

if TYPE_CHECKING:
    from site_builder.build import Summary
    from site_builder.errors import BuildError


@click.group(
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    subcommand_metavar="[COMMAND]",
)
@click.option(
    "--data",
    default="data",
    show_default=True,
    metavar="DIR",
    help="Catalogs and benchmarks/*.parquet; a folder or its URL.",
)
@click.option("--templates", default="templates", show_default=True, metavar="DIR", help="Templates, copy and assets.")
@click.option("--out", default="public", show_default=True, metavar="DIR", help="Where the site goes.")
@click.option(
    "--base-url", metavar="URL", callback=parsed_base_url, help="Where the site will be served; wins over site.toml."
)
@click.option(
    "--only", multiple=True, metavar="SLUG", help="Build this run page only, such as kimi-k26-on-b300; repeatable."
)
@click.option("--strict", is_flag=True, help="Fail on warnings.")
@click.option("--allow-unknown", is_flag=True, help="Publish names that no catalog has, under their own name.")
@click.option(
    "--jobs", type=click.IntRange(min=0), default=0, metavar="N", help="Processes that render; 0: one per core."
)
@click.option(
    "--no-cache",
    "cache",
    flag_value=False,
    default=True,
    help="Make every page anew, take nothing over from the last build.",
)
@click.option("-q", "--quiet", is_flag=True, help="Print errors and warnings only.")
@click.option("-v", "--verbose", is_flag=True, help="Print every problem, however many there are of a kind.")
@click.version_option(VERSION, "--version", message="build-site %(version)s")
@click.pass_context
def main(context: click.Context, /, quiet: bool, verbose: bool, **options: Any) -> None:
    """Build the report site: read benchmark results, compute every figure, write finished pages.

    A failed build leaves the output folder as it was. Exit code: 0 built, 1 a problem in the data, templates or
    environment, 2 wrong use, 130 interrupted.
    """
    prepare_process()
    if context.invoked_subcommand is None:
        _build(quiet, verbose, options)
        return
    given = [name for name in context.params if context.get_parameter_source(name) is ParameterSource.COMMANDLINE]
    if given:
        option = f"--{given[0].replace('_', '-')}"
        raise click.UsageError(
            f"{option} stands before {context.invoked_subcommand}, expected options after the command."
        )


def _build(quiet: bool, verbose: bool, options: dict[str, Any]) -> None:
    terminal = Terminal(not quiet)
    data = options.pop("data")
    templates, out = (Path(options.pop(name)) for name in ("templates", "out"))

    def work() -> None:
        from site_builder.build import build_site

        summary = build_site(data, templates, out, progress=terminal, **options)
        terminal.clear()
        print_problems(summary.problems, quiet, verbose)
        if not quiet:
            print_result(_summary(summary, out))

    def explain(stop: BuildError) -> str:
        print_problems(stop.problems, quiet, verbose)
        return f"Not built: {failure(stop.problems, strict=options['strict'])}. The output folder is as it was."

    carry_out(work, explain, "Interrupted; the output folder is as it was.", terminal.clear)


def _summary(summary: Summary, out: Path) -> str:
    published = summary.published
    pages = f"{counted(summary.pages, 'page')} ({summary.run_pages:,} about a model on a GPU)"
    lines = [
        f"Built {pages} into {out.as_posix()}/ in {summary.seconds:.2f} s.",
        rows_in_words(summary.rows, summary.input_files),
        f"Files: {published.written:,} written, {published.unchanged:,} unchanged, {published.removed:,} removed.",
    ]
    counts = Counter(str(problem.severity) for problem in summary.problems)
    found = [counted(counts[severity], severity) for severity in ("warning", "note") if counts[severity]]
    return "\n".join([*lines, *([f"See above: {' and '.join(found)}."] if found else [])])


main.add_command(check)
main.add_command(import_command)
main.add_command(inspect)
main.add_command(new)
main.add_command(serve)
main.add_command(verify)
