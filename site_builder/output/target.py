"""Decides whether a folder may be built into, before anything is read or rendered."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from site_builder.errors import Problems
from site_builder.output.manifest import MANIFEST
from site_builder.output.staging import is_leftover, staging_name

# Files that may lie in a folder that was never an output: they keep an empty folder in git.
HARMLESS = frozenset({".gitkeep", ".gitignore"})


def check_target(out_dir: Path, sources: Iterable[Path], problems: Problems) -> None:
    """Record an error when building into `out_dir` could destroy something that is not ours.

    sources: the folders that are read. Refused: the root, the home folder, any folder that holds or is held by a source
    or holds the working folder, a file, and a non-empty folder that no build made.
    """
    name = out_dir.as_posix()
    try:
        message, hint = _refusal(out_dir, out_dir.resolve(), sources)
    except OSError as fault:
        problems.error(
            "cannot-write", name, f"{fault.strerror or fault}, expected a folder that can be read and written"
        )
        return
    except RuntimeError:
        message, hint = "a link in a circle, expected a folder for the site alone", ""
    if message:
        problems.error("refused-output", name, message, hint)


def _refusal(out_dir: Path, out: Path, sources: Iterable[Path]) -> tuple[str, str]:
    """Why a folder must not be built into, with a hint; two empty texts when it may be."""
    alone = "expected a folder for the site alone"
    if out.parent == out:
        return f"the root of the file system, {alone}", ""
    if out == _home():
        return f"the home folder, {alone}", ""
    if Path.cwd().resolve().is_relative_to(out):
        return f"the project's own folder or one above it, {alone}", ""
    overlap = next((source for source in sources if _overlap(source.resolve(), out)), None)
    if overlap:
        return f"it overlaps {overlap.as_posix()}, expected a folder apart from the sources", ""
    if out.exists() and not out.is_dir():
        return "a file, expected a folder or nothing there", ""
    if out.is_dir() and not (out / MANIFEST).is_file():
        foreign = sorted(entry.name for entry in out_dir.iterdir() if not _is_harmless(entry, out_dir))
        some = ", ".join(foreign[:3]) + (", …" if len(foreign) > 3 else "")
        hint = f"empty it, or name another folder with --out; an output folder holds {MANIFEST}"
        return (f"it holds files of no build ({some}), expected an empty folder", hint) if foreign else ("", "")
    return "", ""


def _is_harmless(entry: Path, out_dir: Path) -> bool:
    return entry.name in HARMLESS or (entry.name == staging_name(out_dir) and is_leftover(entry))


def _home() -> Path | None:
    try:
        return Path.home().resolve()
    except RuntimeError:  # a user without a home
        return None


def _overlap(one: Path, other: Path) -> bool:
    return one.is_relative_to(other) or other.is_relative_to(one)
