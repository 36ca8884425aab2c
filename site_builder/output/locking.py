"""One build at a time writes into a folder: a lock of the system on the folder itself, gone with who holds it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from site_builder.errors import BuildError, Problems

try:
    import fcntl
except ImportError:  # pragma: no cover - no file locks on this system
    fcntl = None  # type: ignore[assignment]

# A build that is putting its files in place, or the workers of one that was killed, are gone in a moment.
_PATIENCE_SECONDS = 2.0
_PAUSE_SECONDS = 0.05


@contextmanager
def locked(folder: Path, problems: Problems) -> Iterator[None]:
    """Hold the lock of a folder, which is made when it is not there, with those above it.

    Forked processes hold it too, as long as they live. Raises BuildError when another build keeps it.
    """
    handle = _hold(folder)
    if handle is None:
        problems.error("in-use", folder.as_posix(), "another build is writing here, expected to be the only one")
        raise BuildError(problems)
    try:
        yield
    finally:
        os.close(handle)


def _hold(folder: Path) -> int | None:
    """A handle that holds the lock; None when somebody else holds it for longer than it takes to put files in place."""
    latest = time.monotonic() + _PATIENCE_SECONDS
    while True:
        handle = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            handle = os.open(folder, os.O_RDONLY)
            if _take(handle) and _is_still(folder, handle):
                return handle
        except FileNotFoundError:  # another first build has just failed, and taken the folder away again
            if time.monotonic() > latest:
                raise
        if handle is not None:
            os.close(handle)
        if time.monotonic() > latest:
            return None
        time.sleep(_PAUSE_SECONDS)


def _take(handle: int) -> bool:
    if fcntl is None:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _is_still(folder: Path, handle: int) -> bool:
    """Whether what was locked is the folder of that name, and not one that another build has put out of the way."""
    held, there = os.fstat(handle), folder.stat()
    return (held.st_dev, held.st_ino) == (there.st_dev, there.st_ino)
