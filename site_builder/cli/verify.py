"""`build-site verify`: whether an output folder is as its builds left it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from site_builder.cli.running import carry_out
from site_builder.cli.terminal import counted, print_problems, print_result, problem_lines

if TYPE_CHECKING:
    from site_builder.errors import BuildError
    from site_builder.output.verify import Verification

VERSION = 1


@click.command(short_help="Compare an output folder with its build.json.")
@click.argument(
    "folder", default="public", metavar="[PUBLIC]", type=click.Path(exists=True, file_okay=False, path_type=Path)
)
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How to print it."
)
@click.option("-q", "--quiet", is_flag=True, help="Print errors only.")
@click.option("-v", "--verbose", is_flag=True, help="Print every problem, however many there are of a kind.")
def verify(*, folder: Path, form: Literal["text", "json"], quiet: bool, verbose: bool) -> None:
    """Compare a folder with its build.json: which files are missing or changed, and which no build made.

    PUBLIC is a folder that a build wrote, or a copy of one; `public` without one. Nothing is written.

    --format json prints one object: version (1), folder, whole, builder, files (how many builds made), and the paths of
    those that are missing, changed, or foreign.

    Exit code: 0 whole, 1 not, 2 wrong use, 130 interrupted. Files that no build made are notes.
    """

    def work() -> None:
        from site_builder.errors import Problems
        from site_builder.output.verify import verify_folder

        problems = Problems()
        found = verify_folder(folder, problems)
        if form == "json":
            print_result(json.dumps(_as_object(folder, found), ensure_ascii=False, indent=2))
        elif not (quiet and found.is_whole):
            print_result("\n".join([*problem_lines(problems, quiet, verbose), _verdict(found)]))
        if not found.is_whole:
            sys.exit(1)

    def explain(stop: BuildError) -> str:
        print_problems(stop.problems, quiet, verbose)
        return "Nothing to verify."

    carry_out(work, explain, "Interrupted.", lambda: None)


def _verdict(found: Verification) -> str:
    counts = (("missing", found.missing), ("changed", found.changed), ("of no build", found.foreign))
    told = ", ".join(f"{len(names):,} {what}" for what, names in counts if names)
    whole = "whole" if found.is_whole else "not whole"
    files = counted(len(found.manifest.files), "file")
    return f"Verified {files} of {found.manifest.builder or 'a build'}: {whole}{f' ({told})' if told else ''}."


def _as_object(folder: Path, found: Verification) -> dict[str, Any]:
    return {
        "version": VERSION,
        "folder": folder.as_posix(),
        "whole": found.is_whole,
        "builder": found.manifest.builder,
        "files": len(found.manifest.files),
        "missing": found.missing,
        "changed": found.changed,
        "foreign": found.foreign,
    }
