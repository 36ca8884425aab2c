"""Puts a finished site into the output folder: staged beside it, moved in file by file, undone when anything fails.

Each file is whole at every moment, pages go before lists, removals come last. Files that the builder did not make are
never touched. A build that fails or is interrupted leaves the folder as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from site_builder.errors import BuildError, Problems
from site_builder.output.manifest import MANIFEST, hash_of, is_inside, read_manifest, write_manifest
from site_builder.output.signals import signals_held
from site_builder.output.staging import locked, remove_leftovers, staging_folder
from site_builder.output.transaction import Transaction, remove_empty_folders


@dataclass(frozen=True)
class Published:
    """How many files were written, left alone because they were the same, and removed."""

    written: int
    unchanged: int
    removed: int


@dataclass(frozen=True)
class _Change:
    """What has to happen: files to write, own files to remove, and the list of own files, claimed first, settled last.

    in_the_way: those of the removed files that stand where a folder must come, or the other way round."""

    changed: Mapping[str, bytes]
    gone: list[str]
    in_the_way: list[str]
    claim: Mapping[str, bytes]
    settled: Mapping[str, bytes]


def publish(files: Mapping[str, bytes], out_dir: Path, version: str, *, keep_others: bool = False) -> Published:
    """Write `files` (output path -> bytes, in the order to write) and remove what earlier builds made and this did not.

    keep_others: leave everything else as it is. Raises BuildError, and changes nothing, when writing is not possible.
    """
    problems = Problems()
    made: list[Path] = []
    done = False
    with signals_held() as stop_if_asked:
        try:
            _make_folder(out_dir, made)
            with locked(out_dir, problems):
                remove_leftovers(out_dir)
                change = _plan(files, out_dir, version, keep_others, problems)
                _carry_out(change, out_dir, stop_if_asked)
            done = True
        except OSError as fault:
            place = Path(fault.filename).as_posix() if fault.filename else out_dir.as_posix()
            expected = "expected to be able to write; nothing was changed"
            problems.error("cannot-write", place, f"{fault.strerror or fault}, {expected}")
            raise BuildError(problems) from fault
        finally:
            for folder in reversed(made) if not done else ():
                with suppress(OSError):
                    folder.rmdir()
    return Published(len(change.changed), len(files) - len(change.changed), len(change.gone))


def _plan(files: Mapping[str, bytes], out_dir: Path, version: str, keep_others: bool, problems: Problems) -> _Change:
    """Compare the new site with what lies there. Raises BuildError when something is in the way."""
    before = read_manifest(out_dir, problems)
    _check_places(files, out_dir, before, problems)
    problems.stop_on_errors()
    hashes = {name: hash_of(content) for name, content in files.items()}
    left = [] if keep_others else sorted(set(before) - set(files))
    gone = [name for name in left if _is_there(out_dir, name)]
    changed = {name: content for name, content in files.items() if not _same(out_dir / name, content)}
    # Claimed first, so that even after a crash the next build knows every file as its own.
    claim = write_manifest(before | hashes, version) if hashes.keys() - before.keys() else None
    settled = write_manifest((before if keep_others else {}) | hashes, version)
    return _Change(
        changed=changed,
        gone=gone,
        in_the_way=[name for name in gone if _blocks(name, changed)],
        claim={MANIFEST: claim} if claim else {},
        settled={MANIFEST: settled} if settled != claim and not _same(out_dir / MANIFEST, settled) else {},
    )


def _carry_out(change: _Change, out_dir: Path, stop_if_asked: Callable[[], None]) -> None:
    if not (change.changed or change.gone or change.claim or change.settled):
        return
    with staging_folder(out_dir) as staging:
        claim = _stage(change.claim, staging, "claim")
        changed = _stage(change.changed, staging, "new")
        settled = _stage(change.settled, staging, "list")
        transaction = Transaction(out_dir, staging, stop_if_asked)
        try:
            transaction.move_in(claim)
            transaction.remove(change.in_the_way)
            transaction.remove_folders(change.in_the_way)
            transaction.move_in(changed)
            transaction.remove(name for name in change.gone if name not in set(change.in_the_way))
            transaction.move_in(settled)
            stop_if_asked()
        except BaseException:
            transaction.undo()
            raise
        remove_empty_folders(out_dir, change.gone)


def _check_places(files: Mapping[str, bytes], out_dir: Path, before: Mapping[str, str], problems: Problems) -> None:
    """No file may leave the folder, follow a link out of it, or replace something that no build made."""
    root = out_dir.resolve()
    known: dict[str, str] = {}
    for name in files:
        folder = str(PurePosixPath(name).parent)
        if is_inside(name) and folder not in known:
            known[folder] = _obstacle(folder, out_dir, root, before)
        obstacle = known.get(folder, "") if is_inside(name) else ".."
        if obstacle == "..":
            message = "this path leads out of the output folder, expected one inside it"
            problems.error("outside-output", (out_dir / name).as_posix(), message)
        elif not obstacle and name not in before and _foreign(out_dir, name, before):
            _report_foreign(out_dir / name, problems)
    for obstacle in sorted({found for found in known.values() if found not in ("", "..")}):
        _report_foreign(out_dir / obstacle, problems)


def _obstacle(folder: str, out_dir: Path, root: Path, before: Mapping[str, str]) -> str:
    """What keeps a folder from being used: a file of somebody else's in its place, or `..` when it leads outside."""
    if folder == ".":
        return ""
    if not (out_dir / folder).resolve().is_relative_to(root):
        return ".."
    parts = PurePosixPath(folder).parts
    steps = ["/".join(parts[:size]) for size in range(1, len(parts) + 1)]
    return next((s for s in steps if s not in before and (out_dir / s).exists() and not (out_dir / s).is_dir()), "")


def _foreign(out_dir: Path, name: str, before: Mapping[str, str]) -> bool:
    """Whether something that no build made stands where a file must come."""
    path = out_dir / name
    if path.is_dir() and not path.is_symlink():
        inside = [inner for inner in path.rglob("*") if not inner.is_dir() or inner.is_symlink()]
        return not inside or any(inner.relative_to(out_dir).as_posix() not in before for inner in inside)
    return path.is_symlink() or path.exists()


def _report_foreign(path: Path, problems: Problems) -> None:
    hint = "move it away, or name another folder with --out"
    problems.error("foreign-file", path.as_posix(), "no build made this file, expected nothing in its place", hint)


def _is_there(out_dir: Path, name: str) -> bool:
    """Whether a file of ours still lies where we put it, not somewhere that a link has led to since."""
    path = out_dir / name
    at_home = path.parent.resolve() == out_dir.resolve().joinpath(*PurePosixPath(name).parts[:-1])
    return at_home and (path.is_file() or path.is_symlink())


def _blocks(name: str, changed: Mapping[str, bytes]) -> bool:
    folders = [str(parent) for parent in PurePosixPath(name).parents]
    return any(folder in changed for folder in folders) or any(other.startswith(f"{name}/") for other in changed)


def _same(path: Path, content: bytes) -> bool:
    try:
        return not path.is_symlink() and path.stat().st_size == len(content) and path.read_bytes() == content
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return False


def _stage(files: Mapping[str, bytes], staging: Path, kind: str) -> dict[str, Path]:
    """Write files beside the output folder first: a full disk is met here, before anything is replaced. They lie in one
    folder under numbers, since a folder for each page takes longer to make and remove than the page itself."""
    staged = {name: staging / f"{kind}-{number}" for number, name in enumerate(files)}
    for name, path in staged.items():
        path.write_bytes(files[name])
    return staged


def _make_folder(folder: Path, made: list[Path]) -> None:
    """Make a folder and those above it, noting each, so that a failure can take them away again."""
    if not folder.is_dir():
        _make_folder(folder.parent, made)
        folder.mkdir()
        made.append(folder)
