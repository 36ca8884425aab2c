"""Puts a finished site into the output folder: staged beside it, moved in file by file, undone when anything fails.

Each file is whole at every moment, pages go before lists, removals come last. Files that the builder did not make are
never touched. A build that fails or is interrupted leaves the folder as it was.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from site_builder.errors import BuildError, Problems
from site_builder.output.manifest import MANIFEST, hash_of, is_inside, read_manifest, write_manifest

try:
    import fcntl
except ImportError:  # no file locks on this system
    fcntl = None  # type: ignore[assignment]


@dataclass(frozen=True)
class Published:
    """How many files were written, left alone because they were the same, and removed."""

    written: int
    unchanged: int
    removed: int


@dataclass
class _Undo:
    """What has been done to the output folder so far, newest last."""

    steps: list[Callable[[], object]] = field(default_factory=list)

    def add(self, step: Callable[[], object]) -> None:
        self.steps.append(step)

    def run(self) -> None:
        for step in reversed(self.steps):
            with contextlib.suppress(FileNotFoundError):
                step()


def publish(files: Mapping[str, bytes], out_dir: Path, version: str, *, keep_others: bool = False) -> Published:
    """Write `files` (output path -> bytes, in the order to write) and remove what earlier builds made and this did not.

    keep_others: leave everything else as it is. Raises BuildError, and changes nothing, when writing is not possible.
    """
    problems = Problems()
    is_new = not out_dir.is_dir()
    done = False
    try:
        out_dir.mkdir(parents=True, exist_ok=True)
        with _locked(out_dir, problems):
            result = _publish(files, out_dir, version, keep_others, problems)
        done = True
    except OSError as fault:
        place = Path(fault.filename).as_posix() if fault.filename else out_dir.as_posix()
        problems.error(
            "cannot-write", place, f"{fault.strerror or fault}, expected to be able to write; nothing was changed"
        )
        raise BuildError(problems) from fault
    finally:
        if is_new and not done:
            with contextlib.suppress(OSError):
                out_dir.rmdir()
    return result


def _publish(
    files: Mapping[str, bytes], out_dir: Path, version: str, keep_others: bool, problems: Problems
) -> Published:
    before = read_manifest(out_dir, problems)
    _check_places(files, out_dir, before, problems)
    problems.stop_on_errors()
    hashes = {name: hash_of(content) for name, content in files.items()}
    gone = [] if keep_others else sorted(set(before) - set(files))
    changed = {name: content for name, content in files.items() if not _same(out_dir / name, content)}
    # Claimed first, so that even after a crash the next build knows every file as its own; settled last.
    claim = _manifest_change(out_dir, write_manifest(before | hashes, version)) if hashes.keys() - before.keys() else {}
    settled = write_manifest((before if keep_others else {}) | hashes, version)
    undo = _Undo()
    with _staging_folder(out_dir) as staging:
        _stage(claim, staging / "claim")
        _stage(changed | {MANIFEST: settled}, staging / "new")
        try:
            _move_in(claim, staging / "claim", staging / "before", out_dir, undo)
            _move_in(changed, staging / "new", staging / "old", out_dir, undo)
            removed = _remove(gone, staging / "old", out_dir, undo)
            _move_in(_manifest_change(out_dir, settled), staging / "new", staging / "old", out_dir, undo)
        except BaseException:
            undo.run()
            raise
    return Published(len(changed), len(files) - len(changed), removed)


def _check_places(files: Mapping[str, bytes], out_dir: Path, before: Mapping[str, str], problems: Problems) -> None:
    """No file may leave the folder, follow a link out of it, or replace something that no build made."""
    root = out_dir.resolve()
    for name in files:
        path = out_dir / name
        if not is_inside(name) or not path.parent.resolve().is_relative_to(root):
            problems.error(
                "outside-output", path.as_posix(), "this path leads out of the output folder, expected one inside it"
            )
        elif name not in before and (path.is_symlink() or path.exists()):
            hint = "move it away, or name another folder with --out"
            problems.error(
                "foreign-file", path.as_posix(), "no build made this file, expected nothing in its place", hint
            )


def _same(path: Path, content: bytes) -> bool:
    try:
        return not path.is_symlink() and path.stat().st_size == len(content) and path.read_bytes() == content
    except (FileNotFoundError, NotADirectoryError):
        return False


def _manifest_change(out_dir: Path, content: bytes) -> dict[str, bytes]:
    return {} if _same(out_dir / MANIFEST, content) else {MANIFEST: content}


def _stage(files: Mapping[str, bytes], folder: Path) -> None:
    """Write every changed file beside the output folder first: a full disk is met here, before anything is replaced."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _move_in(names: Iterable[str], source: Path, saved: Path, out_dir: Path, undo: _Undo) -> None:
    """Put staged files in place, each whole; what they replace is kept in `saved` until all is done."""
    for name in names:
        path, old = out_dir / name, saved / name
        _make_parents(path.parent, out_dir, undo)
        if path.is_symlink() or path.exists():
            old.parent.mkdir(parents=True, exist_ok=True)
            _copy(path, old)
            undo.add(partial(old.replace, path))
        else:
            undo.add(path.unlink)
        (source / name).replace(path)


def _remove(names: list[str], saved: Path, out_dir: Path, undo: _Undo) -> int:
    removed = 0
    for name in names:
        path, old = out_dir / name, saved / name
        if not path.is_file() and not path.is_symlink():
            continue
        old.parent.mkdir(parents=True, exist_ok=True)
        path.replace(old)
        undo.add(partial(old.replace, path))
        removed += 1
        _remove_empty_parents(path.parent, out_dir, undo)
    return removed


def _make_parents(folder: Path, out_dir: Path, undo: _Undo) -> None:
    if folder == out_dir or folder.is_dir():
        return
    _make_parents(folder.parent, out_dir, undo)
    folder.mkdir()
    undo.add(folder.rmdir)


def _remove_empty_parents(folder: Path, out_dir: Path, undo: _Undo) -> None:
    while folder != out_dir and not any(folder.iterdir()):
        folder.rmdir()
        undo.add(folder.mkdir)
        folder = folder.parent


def _copy(path: Path, to: Path) -> None:
    """A second name for the old content, so that the old file stays in place until the new one replaces it."""
    try:
        os.link(path, to, follow_symlinks=False)
    except OSError as fault:
        if fault.errno not in (errno.EPERM, errno.ENOTSUP, errno.EMLINK, errno.EXDEV, errno.ENOSYS):
            raise
        shutil.copy2(path, to, follow_symlinks=False)


@contextlib.contextmanager
def _staging_folder(out_dir: Path) -> Iterator[Path]:
    """A folder beside the output, on the same file system; inside it where its parent cannot serve."""
    root = out_dir.resolve()
    name = f".{root.name}.staging"
    beside = root.parent / name
    same_system = root.parent.stat().st_dev == root.stat().st_dev and os.access(root.parent, os.W_OK)
    staging = beside if same_system else root / name
    shutil.rmtree(staging, ignore_errors=True)
    staging.mkdir()
    try:
        yield staging
    finally:
        shutil.rmtree(staging, ignore_errors=True)


@contextlib.contextmanager
def _locked(out_dir: Path, problems: Problems) -> Iterator[None]:
    """Only one build at a time writes into a folder; the lock goes away with the process that holds it."""
    if fcntl is None:
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
