"""Puts a finished site into the output folder: moved in file by file while the new site, as a whole, stands in for it.

Where nothing can stand in, readers see the files come one by one, each whole, pages before lists, and removals last.
Files that the builder did not make are never touched. A build that fails or is interrupted leaves the folder as it was.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from site_builder.errors import Problems
from site_builder.output.manifest import MANIFEST, is_inside, read_manifest, write_manifest
from site_builder.output.signals import signals_held
from site_builder.output.staging import MadeFile, Staging, has_content, writing
from site_builder.output.stand_in import ImpossibleError, NewSite, standing_in
from site_builder.output.transaction import Transaction


@dataclass(frozen=True)
class Published:
    """How many files were written, left alone because they were the same, and removed."""

    written: int
    unchanged: int
    removed: int


@dataclass(frozen=True)
class Origin:
    """What a site was made from and by: the name and SHA-256 of every file that was read, and the builder's version."""

    inputs: Mapping[str, str]
    version: str


@dataclass(frozen=True)
class _Change:
    """What has to happen: files to move in from where they wait, own files to remove, and the list of own files, which
    is claimed first and settled last.

    in_the_way: those of the removed files that stand where a folder must come, or the other way round. site: all of it
    as it will be."""

    changed: Mapping[str, Path]
    gone: list[str]
    in_the_way: list[str]
    claim: bytes | None
    settled: bytes | None
    site: NewSite


def publish(
    files: Mapping[str, MadeFile], staging: Staging, origin: Origin, problems: Problems, *, keep_others: bool = False
) -> Published:
    """Put `files` (output path -> what was made, in the order to move them in) in place, and remove what earlier builds
    made and this one did not.

    keep_others: leave everything else as it is. Raises BuildError, and changes nothing, when writing is not possible.
    """
    with signals_held() as stop_if_asked, writing(staging.out_dir, problems):
        change = _plan(files, staging, origin, keep_others, problems)
        if change.changed or change.gone or change.claim or change.settled:
            _carry_out(change, staging, stop_if_asked, problems)
    return Published(len(change.changed), len(files) - len(change.changed), len(change.gone))


def _plan(
    files: Mapping[str, MadeFile], staging: Staging, origin: Origin, keep_others: bool, problems: Problems
) -> _Change:
    """Compare the new site with what lies there. Raises BuildError when something is in the way."""
    out_dir = staging.out_dir
    before = read_manifest(out_dir, problems)
    _check_places(files, out_dir, before.files, problems)
    problems.stop_on_errors()
    hashes = {name: made.sha256 for name, made in files.items()}
    others = [name for name in before.files if name not in files]
    left = [] if keep_others else sorted(others)
    gone = [name for name in left if _is_there(out_dir, name)]
    changed = {name: staging.place_of(name) for name, made in files.items() if made.is_new}
    # Claimed first, so that even after a crash the next build knows every file as its own.
    claim = write_manifest({**before.files, **hashes}, None, origin.version) if hashes.keys() - before.files else None
    # A list of what all was made from is only true when the files that are kept were made from the same.
    inputs = origin.inputs if not (keep_others and others) or before.inputs == origin.inputs else None
    settled = write_manifest({**(before.files if keep_others else {}), **hashes}, inputs, origin.version)
    settled_at = None if has_content(out_dir / MANIFEST, settled) else staging.new / "list"
    root = out_dir.resolve()
    stay = [name for name in files if name not in changed]
    stay += [name for name in others if keep_others and _is_file(root / name)]
    return _Change(
        changed=changed,
        gone=gone,
        in_the_way=[name for name in gone if _blocks(name, changed)],
        claim=claim,
        settled=settled if settled_at else None,
        site=NewSite(
            {MANIFEST: settled_at or root / MANIFEST, **changed, **{name: root / name for name in stay}},
            before.files.keys(),
        ),
    )


def _carry_out(change: _Change, staging: Staging, stop_if_asked: Callable[[], None], problems: Problems) -> None:
    staging.make()
    staging.note_removed(change.gone)
    claim = _wait(change.claim, staging.new / "claim")
    settled = _wait(change.settled, staging.new / "list")
    with _place_to_change(change, staging, stop_if_asked, problems) as folder:
        transaction = Transaction(folder, staging.old, stop_if_asked)
        try:
            transaction.move_in(claim)
            transaction.remove(change.in_the_way)
            transaction.remove_folders(change.in_the_way)
            transaction.move_in(change.changed)
            transaction.remove(name for name in change.gone if name not in set(change.in_the_way))
            transaction.move_in(settled)
            stop_if_asked()
        except BaseException:
            transaction.undo()
            raise


@contextmanager
def _place_to_change(
    change: _Change, staging: Staging, stop_if_asked: Callable[[], None], problems: Problems
) -> Iterator[Path]:
    """The folder to change: the output folder, where the new site stands in for it as long as the block runs."""
    out_dir = staging.out_dir
    with ExitStack() as stack:
        try:
            at = stack.enter_context(standing_in(out_dir, staging.site, staging.old, change.site, stop_if_asked))
        except ImpossibleError as why:
            message = f"{why}, expected a folder that can be exchanged as a whole; its files are replaced one by one"
            problems.note("one-by-one", out_dir.as_posix(), message)
            at = out_dir
        yield at


def _wait(manifest: bytes | None, place: Path) -> dict[str, Path]:
    """A list of own files, if there is one to write, put down where it waits."""
    if manifest is None:
        return {}
    place.write_bytes(manifest)
    return {MANIFEST: place}


def _check_places(files: Mapping[str, MadeFile], out_dir: Path, before: Mapping[str, str], problems: Problems) -> None:
    """No file may leave the folder, follow a link out of it, or replace something that no build made."""
    root = out_dir.resolve()
    known = {".": ""}
    for name in files:
        obstacle = _obstacle(str(PurePosixPath(name).parent), root, before, known) if is_inside(name) else ".."
        if obstacle == "..":
            message = "this path leads out of the output folder, expected one inside it"
            problems.error("outside-output", (out_dir / name).as_posix(), message)
        elif not obstacle and name not in before and _foreign(out_dir, name, before):
            _report_foreign(out_dir / name, problems)
    for obstacle in sorted({found for found in known.values() if found not in ("", "..")}):
        _report_foreign(out_dir / obstacle, problems)


def _obstacle(folder: str, root: Path, before: Mapping[str, str], known: dict[str, str]) -> str:
    """What keeps a folder from being used: a file of somebody else's in its place, or `..` when it leads outside.

    known: what was found so far, by folder."""
    if folder not in known:
        known[folder] = _obstacle(str(PurePosixPath(folder).parent), root, before, known)
        path = root / folder
        if not known[folder] and path.is_symlink() and not path.resolve().is_relative_to(root):
            known[folder] = ".."
        elif not known[folder] and folder not in before and path.exists() and not path.is_dir():
            known[folder] = folder
    return known[folder]


def _foreign(out_dir: Path, name: str, before: Mapping[str, str]) -> bool:
    """Whether something that no build made stands where a file must come."""
    path = out_dir / name
    if not os.path.lexists(path):
        return False
    if path.is_dir() and not path.is_symlink():
        inside = [inner for inner in path.rglob("*") if not inner.is_dir() or inner.is_symlink()]
        return not inside or any(inner.relative_to(out_dir).as_posix() not in before for inner in inside)
    return True


def _report_foreign(path: Path, problems: Problems) -> None:
    hint = "move it away, or name another folder with --out"
    problems.error("foreign-file", path.as_posix(), "no build made this file, expected nothing in its place", hint)


def _is_there(out_dir: Path, name: str) -> bool:
    """Whether a file of ours still lies where we put it, not somewhere that a link has led to since."""
    path = out_dir / name
    at_home = path.parent.resolve() == out_dir.resolve().joinpath(*PurePosixPath(name).parts[:-1])
    return at_home and _is_file(path)


def _is_file(path: Path) -> bool:
    return path.is_file() or path.is_symlink()


def _blocks(name: str, changed: Mapping[str, Path]) -> bool:
    folders = [str(parent) for parent in PurePosixPath(name).parents]
    return any(folder in changed for folder in folders) or any(other.startswith(f"{name}/") for other in changed)
