"""Compares an output folder with what its build.json says that builds have put there."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

from site_builder.errors import Problems
from site_builder.output.manifest import MANIFEST, Manifest, read_manifest
from site_builder.output.tree import look_through


@dataclass(frozen=True)
class Verification:
    """Which files of builds are missing or changed, and which no build made: output paths, sorted."""

    manifest: Manifest
    missing: tuple[str, ...]
    changed: tuple[str, ...]
    foreign: tuple[str, ...]

    @property
    def is_whole(self) -> bool:
        """Whether every file of the builds is there as it was written."""
        return not self.missing and not self.changed


def verify_folder(folder: Path, problems: Problems) -> Verification:
    """Compare every file of an output folder with its build.json. Nothing is written.

    An error is recorded for each file that is missing or changed, a note for each that no build made. Raises BuildError
    when there is no build.json, or something cannot be read."""
    if not (folder / MANIFEST).is_file():
        problems.error("no-manifest", folder.as_posix(), f"no {MANIFEST} in it, expected a folder that a build wrote")
    manifest = read_manifest(folder, problems)
    problems.stop_on_errors()
    try:
        there = look_through(folder).files
        missing = tuple(sorted(name for name in manifest.files if not os.path.lexists(folder / name)))
        changed = tuple(sorted(n for n in manifest.files.keys() - missing if not _has(folder / n, manifest.files[n])))
    except OSError as fault:
        place = Path(fault.filename or folder).as_posix()
        problems.error("unreadable-file", place, f"cannot be read ({fault.strerror}), expected a readable file")
        problems.stop_on_errors()
        raise
    foreign = tuple(sorted(there.keys() - manifest.files.keys() - {MANIFEST}))
    for name in missing:
        problems.error("missing-file", (folder / name).as_posix(), "it is not there, expected what the build wrote")
    for name in changed:
        problems.error("changed-file", (folder / name).as_posix(), "it has changed, expected what the build wrote")
    for name in foreign:
        problems.note("foreign-file", (folder / name).as_posix(), "no build made this file, expected those of builds")
    return Verification(manifest, missing, changed, foreign)


def _has(path: Path, sha256: str) -> bool:
    """Whether a regular file has a content."""
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == sha256
