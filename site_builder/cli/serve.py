"""`build-site serve`: shows the site in a browser and follows every save."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from site_builder.cli.running import carry_out
from site_builder.cli.terminal import print_error, print_problems, print_result

if TYPE_CHECKING:
    from site_builder.errors import BuildError, Problem
    from site_builder.preview.following import Preview
    from site_builder.preview.server import PreviewServer


@click.command(short_help="Show the site in a browser and follow every save.")
@click.option("--data", default="data", show_default=True, metavar="DIR", help="Catalogs and benchmarks/*.parquet.")
@click.option("--templates", default="templates", show_default=True, metavar="DIR", help="Templates, copy and assets.")
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), metavar="N", help="0 picks a free one."
)
@click.option("--allow-unknown", is_flag=True, help="Show names that no catalog has, under their own name.")
@click.option("-q", "--quiet", is_flag=True, help="Print errors and warnings only.")
@click.option("-v", "--verbose", is_flag=True, help="Print every problem, however many there are of a kind.")
def serve(data: str, templates: str, port: int, *, allow_unknown: bool, quiet: bool, verbose: bool) -> None:
    """Build the site in memory, serve it on 127.0.0.1, and build it anew whenever a file of data or templates is saved.

    Browsers reload by themselves. While something is wrong, the last good site stays and the error lies over it.
    Nothing is written. Ctrl-C ends it.
    """

    def work() -> None:
        from site_builder.errors import Problems
        from site_builder.places import find_place
        from site_builder.preview.following import Preview

        problems = Problems()
        place, folder = find_place(data, problems), Path(templates)
        for name, path in (("--data", place), ("--templates", folder)):
            if isinstance(path, Path) and not path.is_dir():
                problems.error("no-folder", f"{name} {path.as_posix()}", "no folder, expected that of a site")
        problems.stop_on_errors()
        server = _server(port)
        preview = Preview(place, folder, server.address, allow_unknown=allow_unknown)
        server.preview = preview
        watched = [path.resolve() for path in (place, folder) if isinstance(path, Path)]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            _follow(preview, watched, server.address, quiet, verbose)
        finally:
            server.shutdown()

    def explain(stop: BuildError) -> str:
        print_problems(stop.problems, quiet, verbose)
        return "Not served."

    carry_out(work, explain, "Ended.", lambda: None)


def _server(port: int) -> PreviewServer:
    from site_builder.errors import BuildError, Problems
    from site_builder.preview.server import PreviewServer

    try:
        return PreviewServer(port)
    except OSError as fault:
        problems = Problems()
        message = f"cannot be served on ({fault.strerror}), expected a free port"
        problems.error("port-taken", f"--port {port}", message, "--port 0 picks a free one")
        raise BuildError(problems) from fault


def _follow(preview: Preview, watched: Sequence[Path], address: str, quiet: bool, verbose: bool) -> None:
    """Build, then build anew after each change, until interrupted."""
    from site_builder.preview.changes import follow_changes
    from site_builder.preview.following import Checker

    checker = Checker(preview)

    def report(problems: Sequence[Problem]) -> None:
        print_problems(problems, quiet, verbose)
        if preview.state.faults:
            print_error("Not shown: the last good site stays until this is mended.")

    def rebuild(changed: Sequence[Path], done: str) -> None:
        started = time.perf_counter()
        problems = preview.follow(changed)
        report(problems)
        if not preview.state.faults:
            if not quiet:
                print_result(f"{done} in {time.perf_counter() - started:.2f} s{_names(changed, watched)}")
            checker.start(report)

    changes = follow_changes(watched, threading.Event())
    rebuild((), "Built")
    print_result(f"Serving {address} (Ctrl-C ends it)")
    for changed in changes:
        checker.stop()
        rebuild(changed, "Rebuilt")


def _names(changed: Sequence[Path], watched: Sequence[Path]) -> str:
    """What changed, for the line of a rebuild: up to three files, from the folder that is watched."""
    roots = {path: next(folder for folder in watched if path.is_relative_to(folder)) for path in changed}
    names = [f"{root.name}/{path.relative_to(root).as_posix()}" for path, root in roots.items()]
    return f": {', '.join(names[:3])}{f' and {len(names) - 3:,} more' if len(names) > 3 else ''}" if names else ""
