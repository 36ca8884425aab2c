"""What lies below a folder."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath


@dataclass(frozen=True)
class Tree:
    """What lies below a folder: the inodes of files and links by their path, and the paths of folders, sorted."""

    files: Mapping[str, int]
    folders: tuple[str, ...]


def look_through(folder: Path) -> Tree:
    """Everything below a folder; links are not followed. Raises OSError when it cannot be looked into."""
    files: dict[str, int] = {}
    folders: list[str] = []
    waiting = [""]
    while waiting:
        inside = waiting.pop()
        with os.scandir(folder / inside) as entries:
            for entry in entries:
                name = f"{inside}{entry.name}"
                if entry.is_dir(follow_symlinks=False):
                    folders.append(name)
                    waiting.append(f"{name}/")
                else:
                    files[name] = entry.inode()
    return Tree(files, tuple(sorted(folders)))


def parents_of(names: Iterable[str]) -> set[str]:
    """The folders that paths lie in, all the way up."""
    found: set[str] = set()
    for name in names:
        for parent in PurePosixPath(name).parents[:-1]:
            if str(parent) in found:
                break
            found.add(str(parent))
    return found
