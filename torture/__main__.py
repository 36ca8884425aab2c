"""`python -m torture`: kill builds of a small site at every change to the disk, then real builds at random moments."""

from __future__ import annotations

import argparse
import contextlib
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from torture.killing import torment
from torture.project import make_project


def main(arguments: Sequence[str]) -> int:
    """Do both, and say how many were whole; exit code 1 when any was not."""
    parser = argparse.ArgumentParser(prog="python -m torture", description="Kill builds, and look at what they leave.")
    parser.add_argument(
        "--kills", type=int, default=200, metavar="N", help="real builds to kill (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=0, help="of the random moments (default: %(default)s)")
    parser.add_argument("--no-steps", action="store_true", help="leave out the kills at every change to the disk")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="torture-") as folder:
        if not options.no_steps:
            _kill_at_every_step(Path(folder))
        (Path(folder) / "project").mkdir()
        result = torment(make_project(Path(folder) / "project"), options.kills, options.seed, _say)
    _say("")
    for state, count in sorted(result.left.items()):
        print(f"{count:5} {state}")
    for fault in result.faults:
        print(fault)
    print(f"{result.whole} of {result.kills} whole")
    return 0 if result.whole == result.kills else 1


def _kill_at_every_step(folder: Path) -> None:
    """Raises AssertionError at the first kill that leaves anything else than a whole site, or whole files."""
    from tests.killing import SCENES, whole_at_any_instant, whole_files_one_by_one

    for scene in SCENES:
        for kind, act in (("exchanged", whole_at_any_instant), ("one by one", whole_files_one_by_one)):
            place = folder / f"{scene}-{kind}"
            place.mkdir()
            with contextlib.chdir(place):
                began = time.perf_counter()
                count = act(Path("public"), scene)
                print(
                    f"{count:5} kills, {scene}, {kind}: all whole, in {time.perf_counter() - began:.0f} s", flush=True
                )


def _say(text: str) -> None:
    """Where we are, on one line, only where a person is watching."""
    if sys.stderr.isatty():
        print(f"\r{text:<60}", end="" if text else "\r", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
