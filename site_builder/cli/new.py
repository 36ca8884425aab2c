"""`build-site new`: a small, complete site to start from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from site_builder.cli.running import carry_out
from site_builder.cli.terminal import print_problems, print_result

if TYPE_CHECKING:
    from site_builder.errors import BuildError


@click.command(short_help="Make a small, complete site to start from.")
@click.argument("folder", metavar="DIR")
def new(folder: str) -> None:
    """Write a site into a new folder: catalogs, sample rows, templates and a workflow that checks and publishes it.

    It builds at once. A folder that is there and not empty is refused.
    """

    def work() -> None:
        from site_builder.errors import Problems
        from site_builder.output.new_folder import write_new_folder
        from site_builder.starter.files import starter_files

        write_new_folder(starter_files(), Path(folder), Problems())
        print_result(
            f"Made a site in {folder}. Next:\n"
            f"  cd {folder}\n"
            "  build-site serve   # shows it and follows every save\n"
            "  build-site         # writes public/"
        )

    def explain(stop: BuildError) -> str:
        print_problems(stop.problems, quiet=False, verbose=False)
        return "Nothing was written."

    carry_out(work, explain, "Interrupted.", lambda: None)
