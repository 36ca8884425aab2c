"""A place for files on their way into the output folder, and a lock so that only one build at a time writes there."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from site_builder.errors import BuildError, Problems

try:
    import fcntl
except ImportError:  # pragma: no cover - no file locks on this system
    fcntl = None  # type: ignore[assignment]


@contextmanager
def staging_folder(out_dir: Path) -> Iterator[Path]:
    """A folder beside the output, on the same mount; inside it where its parent cannot serve. Gone afterwards."""
    staging = _place(out_dir)
    staging.mkdir()
    try:
        yield staging
    finally:
        shutil.rmtree(staging, ignore_errors=True)


@contextmanager
def locked(out_dir: Path, problems: Problems) -> Iterator[None]:
    """Only one build at a time writes into a folder; the lock goes away with the process that holds it."""
    if fcntl is None:  # pragma: no cover
        yield
        return
    handle = os.open(out_dir, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            problems.error("in-use", out_dir.as_posix(), "another build is writing here, expected to be the only one")
            raise BuildError(problems) from None
        yield
    finally:
        os.close(handle)


def remove_leftovers(out_dir: Path) -> None:
    """Take away what a build that was killed has left."""
    shutil.rmtree(_place(out_dir), ignore_errors=True)


def _place(out_dir: Path) -> Path:
    root = out_dir.resolve()
    beside = _mount_of(root) == _mount_of(root.parent) and os.access(root.parent, os.W_OK)
    return (root.parent if beside else root) / f".{root.name}.staging"


def _mount_of(folder: Path) -> str:
    """Which mount a folder lies on: files cannot be moved between two, not even of one disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        lines = Path(f"/proc/self/fdinfo/{handle}").read_text(encoding="ascii").splitlines()
        return next(line for line in lines if line.startswith("mnt_id"))
    except (OSError, StopIteration):
        return str(folder.stat().st_dev)
    finally:
        os.close(handle)
