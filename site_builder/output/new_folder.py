"""Writes files into a folder that is new or empty: all of them, or nothing."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from errno import EEXIST
from os import strerror
from pathlib import Path

from site_builder.errors import Problems


def write_new_folder(files: Mapping[str, bytes], target: Path, problems: Problems) -> None:
    """Write `files` (relative path -> bytes). Raises BuildError, and writes nothing, where that is not possible."""
    try:
        is_there = target.exists()
        if is_there and (not target.is_dir() or any(target.iterdir())):
            message = "it is there and not empty, expected a new or an empty folder"
            problems.error("not-empty", target.as_posix(), message, "name another folder")
        problems.stop_on_errors()
        around = target if is_there else target.parent
        with _made_folders(around), tempfile.TemporaryDirectory(prefix=".new.", dir=around) as name:
            made = Path(name) / "made"
            for path, content in files.items():
                file = made / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content)
            if is_there:
                _fill(target, made)
            else:
                made.replace(target)
    except OSError as fault:
        message = f"cannot be written ({fault.strerror}), expected a place that can be"
        problems.error("cannot-write", target.as_posix(), message)
        problems.stop_on_errors()


@contextmanager
def _made_folders(folder: Path) -> Iterator[None]:
    """The folder and those above it are there; what was made of them goes again when something fails."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        for each in missing:
            if each.is_dir():
                each.rmdir()
        raise


def _fill(target: Path, made: Path) -> None:
    """Move all that is in a folder into an empty one, or leave that one empty. The folder itself stays: it may be the
    one that the command runs in, a link, or a mount."""
    names = sorted(entry.name for entry in made.iterdir())
    try:
        for name in names:
            if (target / name).exists():  # somebody else made it just now
                raise FileExistsError(EEXIST, strerror(EEXIST), str(target / name))
            (made / name).replace(target / name)
    except BaseException:
        for name in names:
            if not (made / name).exists():
                (target / name).replace(made / name)
        raise
