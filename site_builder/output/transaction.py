"""Moves staged files into the output folder, each whole, and can undo every step. Undoing needs no room on the disk."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path, PurePosixPath


class Transaction:
    """Changes to an output folder. stop_if_asked: called between them, may raise."""

    def __init__(self, out_dir: Path, saved: Path, stop_if_asked: Callable[[], None]) -> None:
        self._out_dir = out_dir
        self._saved = saved
        self._stop_if_asked = stop_if_asked
        self._undo: list[Callable[[], object]] = []

    def undo(self) -> None:
        """Put everything back, as far as the system lets us: a step that fails does not keep the others from going."""
        for step in reversed(self._undo):
            with suppress(OSError):
                step()
        self._undo.clear()

    def move_in(self, staged: Mapping[str, Path]) -> None:
        """Put staged files (output path -> where each lies) in place of those that are there, which are kept until all
        is done."""
        for name, new in staged.items():
            self._stop_if_asked()
            path = self._out_dir / name
            self._make_folder(path.parent)
            if path.is_symlink() or path.exists():
                old = self._place_for_old()
                _second_name(path, old)
                self._undo.append(partial(old.replace, path))
            else:
                self._undo.append(path.unlink)
            new.replace(path)

    def remove(self, names: Iterable[str]) -> None:
        """Take files away; their folders stay, so that undoing has somewhere to put them."""
        for name in names:
            self._stop_if_asked()
            old = self._place_for_old()
            self._undo.append(partial(old.replace, self._out_dir / name))
            (self._out_dir / name).replace(old)

    def remove_folders(self, names: Iterable[str]) -> None:
        """Take away the empty folders that files of these names lay in, so that a file can stand there."""
        for name in names:
            folder = (self._out_dir / name).parent
            while folder != self._out_dir and not any(folder.iterdir()):
                self._undo.append(folder.mkdir)
                folder.rmdir()
                folder = folder.parent

    def _place_for_old(self) -> Path:
        """Where an old file is kept; it never meets that of another step."""
        return self._saved / f"old-{len(self._undo)}"

    def _make_folder(self, folder: Path) -> None:
        if folder != self._out_dir and not folder.is_dir():
            self._make_folder(folder.parent)
            self._undo.append(folder.rmdir)
            folder.mkdir()


def remove_empty_folders(out_dir: Path, names: Iterable[str]) -> None:
    """Take away the folders that removed files have left empty; what cannot go stays."""
    for name in names:
        for folder in PurePosixPath(name).parents[:-1]:
            try:
                (out_dir / folder).rmdir()
            except FileNotFoundError:
                continue
            except OSError:
                break


def _second_name(path: Path, to: Path) -> None:
    """A second name for the old content, so that the old file stays in place until the new one replaces it."""
    try:
        os.link(path, to, follow_symlinks=False)
    except OSError as fault:
        if fault.errno not in (errno.EPERM, errno.ENOTSUP, errno.EMLINK, errno.EXDEV, errno.ENOSYS):
            raise
        shutil.copy2(path, to, follow_symlinks=False)
