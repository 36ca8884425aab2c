"""Decides whether a folder may be built into, before anything is read or rendered."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from site_builder.errors import Problems
from site_builder.output.manifest import MANIFEST

# Files that may lie in a folder that was never an output: they keep an empty folder in git.
HARMLESS = frozenset({".gitkeep", ".gitignore"})


def check_target(out_dir: Path, sources: Iterable[Path], problems: Problems) -> None:
    """Record an error when building into `out_dir` could destroy something that is not ours.

    sources: the folders that are read. Refused: the root, the home folder, any folder that holds or is held by a source
    or holds the working folder, a file, and a non-empty folder that no build made.
    """
    name, out = out_dir.as_posix(), out_dir.resolve()
    if out.parent == out:
        problems.error("refused-output", name, "the root of the file system, expected a folder for the site alone")
    elif out == Path.home().resolve():
        problems.error("refused-output", name, "the home folder, expected a folder for the site alone")
    elif Path.cwd().resolve().is_relative_to(out):
        problems.error(
            "refused-output", name, "the project's own folder or one above it, expected a folder for the site alone"
        )
    elif overlap := next((source for source in sources if _overlap(source.resolve(), out)), None):
        problems.error(
            "refused-output", name, f"it overlaps {overlap.as_posix()}, expected a folder apart from the sources"
        )
    elif out.exists() and not out.is_dir():
        problems.error("refused-output", name, "a file, expected a folder or nothing there")
    elif out.is_dir() and not (out / MANIFEST).is_file():
        foreign = sorted(entry.name for entry in out.iterdir() if entry.name not in HARMLESS)
        if foreign:
            some = ", ".join(foreign[:3]) + (", …" if len(foreign) > 3 else "")
            hint = f"empty it, or name another folder with --out; an output folder holds {MANIFEST}"
            problems.error(
                "refused-output", name, f"it holds files of no build ({some}), expected an empty folder", hint
            )


def _overlap(one: Path, other: Path) -> bool:
    return one.is_relative_to(other) or other.is_relative_to(one)
