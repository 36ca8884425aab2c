"""Replaces one file as a whole: made under another name beside it, put in place at the end, one writer at a time."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from site_builder.errors import Problems

try:
    import fcntl
except ImportError:  # pragma: no cover - no file locks on this system
    fcntl = None  # type: ignore[assignment]


@contextmanager
def scratch_folder(target: Path, problems: Problems) -> Iterator[Path]:
    """A folder beside a file that is to be written, for what leads up to it; gone afterwards.

    The folder of the file is made when it is missing. Raises BuildError when it cannot be written."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        scratch = tempfile.TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent, ignore_cleanup_errors=True)
    except OSError as fault:
        message = f"cannot be written ({fault.strerror}), expected a folder that can be"
        problems.error("cannot-write", target.parent.as_posix(), message)
        problems.stop_on_errors()
        raise
    with scratch as name:
        yield Path(name)


@contextmanager
def one_writer(target: Path) -> Iterator[None]:
    """Wait until no other process writes into the folder of a file. The lock goes away with the process that holds it,
    and leaves nothing behind: it is held on the folder itself."""
    if fcntl is None:  # pragma: no cover
        yield
        return
    handle = os.open(target.parent, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def put_in_place(made: Path, target: Path) -> None:
    """Let a finished file take the place of another, as a whole, also when the power fails."""
    with made.open("rb") as file:
        os.fsync(file.fileno())
    if target.exists():
        made.chmod(target.stat().st_mode)
    made.replace(target)
    handle = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
