"""Notices that files of a site were saved, however an editor saves them; what is no change of content is none."""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from watchfiles import watch

# What editors and systems put beside a file while they save it.
_BESIDE = re.compile(r"\.|#|~$|.*(?:~|\.sw[a-z]|\.tmp|\.bak|\.crdownload|___jb_\w+___)$|4913$")
_QUIET_MS, _LONGEST_MS, _WAKE_MS = 25, 800, 250
_HASHED_BYTES = 2_000_000


def follow_changes(folders: Sequence[Path], stop: threading.Event) -> Iterator[tuple[Path, ...]]:
    """The files that were saved, added or removed since this call, once for each time that things are quiet again."""
    return _follow(folders, stop, {path: _signature(path) for path in _files(folders)})


def _follow(folders: Sequence[Path], stop: threading.Event, known: dict[Path, str]) -> Iterator[tuple[Path, ...]]:
    since_the_call = True
    for events in watch(
        *folders,
        stop_event=stop,
        step=_QUIET_MS,
        debounce=_LONGEST_MS,
        raise_interrupt=True,
        rust_timeout=_WAKE_MS,
        yield_on_timeout=True,
    ):
        paths = {Path(name) for _, name in events}
        paths |= _below(paths, known)
        if since_the_call:  # what was saved before the watch began
            paths |= {*known, *_files(folders)}
            since_the_call = False
        changed = []
        for path in sorted(paths):
            signature = _signature(path)
            if not is_beside(path, folders) and signature != known.get(path, ""):
                known[path] = signature
                changed.append(path)
        if changed:
            yield tuple(changed)


def _below(paths: Collection[Path], known: Collection[Path]) -> set[Path]:
    """The files below folders that came, or were moved away: systems tell of the folder alone."""
    came = {file for path in paths if path.is_dir() for file in path.rglob("*") if file.is_file()}
    gone = {path for path in paths if not path.exists()} - set(known)
    return came | {file for file in known if not gone.isdisjoint(file.parents)}


def _files(folders: Sequence[Path]) -> list[Path]:
    return [path for folder in folders for path in folder.rglob("*") if path.is_file()]


def is_beside(path: Path, folders: Sequence[Path]) -> bool:
    """Whether a file is one that an editor or system keeps for itself."""
    inside = next((path.relative_to(folder) for folder in folders if path.is_relative_to(folder)), path)
    return any(_BESIDE.match(part) for part in inside.parts)


def _signature(path: Path) -> str:
    """What tells the content of a file from another; empty where there is none."""
    try:
        found = path.stat()
        if not path.is_file():
            return ""
        if found.st_size > _HASHED_BYTES:
            return f"{found.st_size} {found.st_mtime_ns}"
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""
