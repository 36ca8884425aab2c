"""`build-site import`: brings the result files of benchmark tools into the data folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from site_builder.cli.running import carry_out
from site_builder.cli.terminal import Terminal, counted, failure, print_problems, print_result

if TYPE_CHECKING:
    from site_builder.errors import BuildError
    from site_builder.importing.run import ImportSummary


@click.command("import")
@click.argument("files", nargs=-1, required=True, metavar="FILES...")
@click.option(
    "--out", required=True, metavar="FILE", help="The Parquet file to write, such as data/benchmarks/mine.parquet."
)
@click.option(
    "--set", "settings", multiple=True, metavar="FIELD=VALUE", help="A fact that the files do not say; repeatable."
)
@click.option("--mapping", metavar="FILE", help="A TOML file with such facts for globs of files.")
@click.option(
    "--name-pattern",
    "name_patterns",
    multiple=True,
    metavar="REGEX",
    help="Named groups that find facts in file names, such as gpus_(?P<num_gpus>[0-9]+); repeatable.",
)
@click.option("--data", default="data", show_default=True, metavar="DIR", help="The folder whose catalogs tell names.")
@click.option("--strict", is_flag=True, help="Import nothing when there are warnings.")
@click.option("-q", "--quiet", is_flag=True, help="Print errors and warnings only.")
@click.option("-v", "--verbose", is_flag=True, help="Print every problem, however many there are of a kind.")
def import_command(
    *,
    files: tuple[str, ...],
    out: str,
    settings: tuple[str, ...],
    mapping: str | None,
    name_patterns: tuple[str, ...],
    data: str,
    strict: bool,
    quiet: bool,
    verbose: bool,
) -> None:
    """Bring result files of benchmark tools into one Parquet file that a build reads.

    FILES are files, folders, globs or URLs; what they are is told by their content, packed (.gz, .zip) or not. Rows are
    added to those that the file holds; a point that is imported again takes the place of the earlier one. When anything
    is wrong nothing is written. docs/data.md tells the formats and what each needs.
    """
    terminal = Terminal(not quiet)

    def work() -> None:
        from site_builder.importing.run import import_files

        summary = import_files(
            files,
            Path(out),
            settings=settings,
            mapping=Path(mapping) if mapping is not None else None,
            name_patterns=name_patterns,
            catalogs=Path(data),
            strict=strict,
            progress=terminal,
        )
        terminal.clear()
        print_problems(summary.problems, quiet, verbose)
        if not quiet:
            print_result(_summary(summary, out))

    def explain(stop: BuildError) -> str:
        print_problems(stop.problems, quiet, verbose)
        return f"Not imported: {failure(stop.problems, strict=strict)}. {out} is as it was."

    carry_out(work, explain, f"Interrupted; {out} is as it was.", terminal.clear)


def _summary(summary: ImportSummary, out: str) -> str:
    counts = summary.counts
    aside = [
        f"{count:,} {what}"
        for count, what in (
            (counts.replaced, "of earlier imports replaced"),
            (counts.copies, "exact copy" if counts.copies == 1 else "exact copies"),
        )
        if count
    ]
    return "\n".join(
        [
            f"Imported {counted(counts.imported, 'row')} from {counted(summary.files, 'file')} into {out}.",
            f"Rows: {'; '.join([f'{counts.total:,} in it now', *aside])}.",
        ]
    )
