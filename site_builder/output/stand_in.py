"""A whole new site that stands in for the output folder while the files in that are replaced one by one.

The stand-in is a folder of second names: of the new files, of ours that stay, and of all that no build made. It
changes places with the output folder in one step, and back when all is done. So the path of the output folder leads to
the whole old site or to the whole new one at any instant, and yet the folder itself stays the one it was: for mounts of
it, for servers and shells that work in it, and for the files of others that lie in it.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import stat
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from site_builder.errors import Problems
from site_builder.output.exchange import exchange
from site_builder.output.locking import locked
from site_builder.output.manifest import MANIFEST, read_manifest
from site_builder.output.mounts import mount_of
from site_builder.output.tree import Tree, look_through, parents_of

_AT_ONCE = 4
_SEEN = "seen.json"
_NO_LINKS = frozenset((errno.EPERM, errno.ENOTSUP, errno.EMLINK, errno.ENOSYS))
_NO_SECOND_NAME = _NO_LINKS | {errno.EXDEV, errno.EACCES}


class ImpossibleError(Exception):
    """Nothing can stand in for this folder; says why in a few words, as `it is a mount point`."""


@dataclass(frozen=True)
class NewSite:
    """The files of a site that is to come: output path -> where the content lies; before: those of the site that is
    there."""

    files: Mapping[str, Path]
    before: Collection[str]


@contextmanager
def standing_in(
    out_dir: Path, staging: Path, seen_in: Path, site: NewSite, stop_if_asked: Callable[[], None]
) -> Iterator[Path]:
    """Let a new site stand in for the output folder while a block works in that, at the place it yields.

    staging: where to make it. seen_in: a folder for a note of what lay in the output folder. stop_if_asked: called
    before anything can be seen, may raise. Raises ImpossibleError when it cannot be done, OSError on a full disk.
    """
    root = out_dir.resolve()
    if staging.is_relative_to(root):
        raise ImpossibleError("what lies beside it is another disk or cannot be written")
    _assemble(root, staging, seen_in, site)
    with locked(staging, Problems()):  # a second build may meet it in the output's place
        stop_if_asked()
        try:
            exchange(staging, root)
        except OSError as fault:
            raise ImpossibleError(f"it cannot be exchanged ({fault.strerror})") from fault
        try:
            yield staging
        finally:
            with suppress(OSError):  # then the stand-in stays, which is as good a site
                exchange(staging, root)


def carry_over(stand_in: Path, seen_in: Path, out_dir: Path) -> None:
    """Bring what others have written into a stand-in to the output folder: files that are neither ours nor those that
    were seen when it was made. Where a build was killed, the two may have changed places; that makes no difference.
    """
    seen = _read_seen(seen_in)
    if seen is None:  # it has never stood in
        return
    root = out_dir.resolve()
    ours = {*read_manifest(stand_in, Problems()).files, MANIFEST}
    there = look_through(stand_in)
    for name, inode in there.files.items():
        if name not in ours and seen.files.get(name) != inode:
            _carry(stand_in / name, root / name, seen.files.get(name))
    known = {*seen.folders, *parents_of(ours)}
    for name in there.folders:
        if name not in known:
            (root / name).mkdir(parents=True, exist_ok=True)


def take_apart(stand_in: Path) -> None:
    """Remove a stand-in that has served, quicker than by asking about every file once more. Raises OSError.

    Several at once, since some systems take their time over a folder: Linux 6.18 waits more than a millisecond on ext4.
    """
    there = look_through(stand_in)
    for name in there.files:
        (stand_in / name).unlink()
    by_depth: dict[int, list[Path]] = {}
    for name in there.folders:
        by_depth.setdefault(name.count("/"), []).append(stand_in / name)
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        for depth in sorted(by_depth, reverse=True):
            list(pool.map(Path.rmdir, by_depth[depth]))
    stand_in.rmdir()


def _assemble(root: Path, staging: Path, seen_in: Path, site: NewSite) -> None:
    """Make the stand-in, what others own last, so that it is as they have it now."""
    try:
        there = look_through(root)
    except PermissionError as fault:
        raise ImpossibleError(f"a folder in it cannot be looked into ({fault.strerror})") from fault
    theirs = {name: inode for name, inode in there.files.items() if name not in site.files and name not in site.before}
    if link := next((name for name in sorted(parents_of(site.files)) if name in theirs), None):
        raise ImpossibleError(f"{link} in it is a link")
    emptied = set(parents_of(site.before))
    their_folders = [name for name in there.folders if name not in emptied]
    mount = mount_of(root)
    if any(mount_of(root / name) != mount for name in their_folders):
        raise ImpossibleError("a folder in it is a mount point")
    needed = {*parents_of([*site.files, *theirs, *their_folders]), *their_folders}
    _make_folders(root, staging, needed, set(there.folders))
    for name, source in site.files.items():
        _second_name_or_copy(source, staging / name)
    gone = {name for name in theirs if not _second_name(root / name, staging / name)}
    seen = {"files": {name: theirs[name] for name in theirs if name not in gone}, "folders": there.folders}
    (seen_in / _SEEN).write_text(json.dumps(seen), encoding="ascii")


def _make_folders(root: Path, staging: Path, names: Iterable[str], there: Collection[str]) -> None:
    """Make folders like those that are there; new ones get the rights that any new folder gets."""
    for name in ("", *sorted(names)):
        folder = staging / name
        folder.mkdir()
        if not name or name in there:
            folder.chmod(stat.S_IMODE((root / name).stat().st_mode) | stat.S_IRWXU)


def _second_name_or_copy(source: Path, target: Path) -> None:
    """A second name for a file of ours or, where the system has none to give, a copy with its time."""
    try:
        os.link(source, target, follow_symlinks=False)
    except OSError as fault:
        if fault.errno == errno.EXDEV:
            raise ImpossibleError("a folder in it is a mount point") from fault
        if fault.errno not in _NO_LINKS:
            raise
        shutil.copy2(source, target, follow_symlinks=False)


def _second_name(source: Path, target: Path) -> bool:
    """A second name for somebody's file; False when it has gone. A copy would not do: who writes to the file now would
    write to one of the two."""
    try:
        os.link(source, target, follow_symlinks=False)
    except FileNotFoundError:
        return False
    except OSError as fault:
        if fault.errno not in _NO_SECOND_NAME:
            raise
        raise ImpossibleError(f"{source.name} in it cannot have a second name ({fault.strerror})") from fault
    return True


def _carry(source: Path, target: Path, seen: int | None) -> None:
    """Move somebody's file to where it belongs, unless a newer one came there meanwhile."""
    if os.path.lexists(target):
        there = target.lstat()
        if stat.S_ISDIR(there.st_mode) or (there.st_ino != seen and there.st_mtime_ns >= source.lstat().st_mtime_ns):
            return
    target.parent.mkdir(parents=True, exist_ok=True)
    source.replace(target)


def _read_seen(folder: Path) -> Tree | None:
    """What was noted when the stand-in was made; None before it was, or when that was broken off."""
    try:
        found = json.loads((folder / _SEEN).read_text(encoding="ascii"))
        return Tree(found["files"], tuple(found["folders"]))
    except (OSError, ValueError):
        return None
