"""Tells whether files still lie in the output folder as a build left them, mostly without reading them."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass
from pathlib import Path

from site_builder.output.manifest import hash_of


@dataclass(frozen=True, slots=True)
class LyingFile:
    """A file as it was left: the SHA-256 of its content, its size in bytes, when it was last changed, in nanoseconds,
    and its inode."""

    sha256: str
    size: int
    changed_ns: int
    inode: int

    def as_list(self) -> list[str | int]:
        """Its parts, in the order in which they are given."""
        return list(astuple(self))


def look_at_files(out_dir: Path, hashes: Mapping[str, str]) -> dict[str, LyingFile]:
    """How the files of a site (output path -> SHA-256) lie there now; those that are no longer there are left out."""
    found = {}
    for name, sha256 in hashes.items():
        if there := _look(out_dir, name):
            found[name] = LyingFile(sha256, *there)
    return found


def lie_as_left(out_dir: Path, files: Mapping[str, LyingFile], names: Iterable[str] | None = None) -> bool:
    """Whether files are there with the content that they were left with. names: of those to look at; all without.

    A file that was touched or copied is read."""
    return all(_lies_as_left(out_dir, name, files.get(name)) for name in (files if names is None else names))


def hash_lying(out_dir: Path, name: str) -> str | None:
    """The SHA-256 of a file as it lies there; None where it cannot be read."""
    try:
        return hash_of((out_dir / name).read_bytes())
    except OSError:
        return None


def _lies_as_left(out_dir: Path, name: str, left: LyingFile | None) -> bool:
    there = _look(out_dir, name)
    if left is None or there is None or there[0] != left.size:
        return False
    if there == (left.size, left.changed_ns, left.inode):
        return True
    return hash_lying(out_dir, name) == left.sha256


def _look(out_dir: Path, name: str) -> tuple[int, int, int] | None:
    """Size, time of change and inode of a file; None where there is none."""
    try:
        there = os.lstat(f"{out_dir}/{name}")
    except (OSError, ValueError):
        return None
    return (there.st_size, there.st_mtime_ns, there.st_ino) if stat.S_ISREG(there.st_mode) else None
