"""Where finished files wait until all are there: a folder beside the output, on the same disk, that is gone afterwards.

Workers write straight into it, so that no process ever holds the bytes of a whole site. It is made when the first file
differs from what the output has already. A build that is killed leaves it, and the next one takes it away.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from site_builder.errors import BuildError, Problems
from site_builder.output.locking import locked
from site_builder.output.manifest import hash_of, is_inside
from site_builder.output.mounts import mount_of
from site_builder.output.signals import signals_held
from site_builder.output.stand_in import carry_over, take_apart
from site_builder.output.transaction import remove_empty_folders

_MARK = "build-site.txt"
_REMOVED = "removed.json"
_SAYS = b"A build of build-site keeps files here while it runs. The next build takes away what a killed one has left.\n"


class WriteError(OSError):
    """A finished file could not be written; tells errno, reason and place as the fault did that it stands for."""


@dataclass(frozen=True, slots=True)
class MadeFile:
    """A finished file: the SHA-256 of its content; is_new: whether it waits in the staging folder, or the output folder
    has just this content already."""

    sha256: str
    is_new: bool


@dataclass(frozen=True)
class Staging:
    """The staging folder of one output folder.

    new: finished files, under the hashes of their names, since a folder for each page takes longer to make and remove
    than the page itself. old: second names of files that are replaced. site: what stands in for the output meanwhile.
    It lies beside the output folder or, for want of a place there, in it.
    """

    out_dir: Path
    folder: Path

    @property
    def new(self) -> Path:
        """Finished files."""
        return self.folder / "new"

    @property
    def old(self) -> Path:
        """What is kept for undoing."""
        return self.folder / "old"

    @property
    def site(self) -> Path:
        """What stands in for the output folder."""
        return self.folder / "site"

    def make(self) -> None:
        """Make the folder, unless it is there; several processes may do so at once."""
        self.folder.mkdir(exist_ok=True)
        if not (self.folder / _MARK).exists():
            (self.folder / _MARK).write_bytes(_SAYS)
        for folder in (self.new, self.old):
            folder.mkdir(exist_ok=True)

    def add(self, name: str, content: bytes) -> MadeFile:
        """Keep the content of a file for an output path, unless the output has it. Raises WriteError."""
        sha256 = hash_of(content)
        try:
            if is_inside(name) and has_content(self.out_dir / name, content):
                return MadeFile(sha256, is_new=False)
            try:
                self.place_of(name).write_bytes(content)
            except FileNotFoundError:
                self.make()
                self.place_of(name).write_bytes(content)
        except OSError as fault:
            raise WriteError(fault.errno, fault.strerror, fault.filename) from fault
        return MadeFile(sha256, is_new=True)

    def place_of(self, name: str) -> Path:
        """Where the file for an output path waits."""
        return self.new / hashlib.blake2b(name.encode(), digest_size=16).hexdigest()

    def note_removed(self, names: Sequence[str]) -> None:
        """Note which files of the output folder go, so that their folders can follow, also after a kill."""
        if names:
            (self.old / _REMOVED).write_text(json.dumps(names), encoding="ascii")

    def remove(self) -> None:
        """Take the folder away with all that is in it, what shows that it is ours last, and the folders in the output
        that removed files have left empty. What somebody else has written into the stand-in goes to the output folder
        first; where that fails, all stays for the next build."""
        if self.site.exists() and not self._give_back():
            return
        with suppress(OSError, ValueError):
            remove_empty_folders(self.out_dir, json.loads((self.old / _REMOVED).read_text(encoding="ascii")))
        with suppress(OSError):
            take_apart(self._served)
        parts = (self.site, self._served, self.old, self.new)
        for folder in parts:
            shutil.rmtree(folder, ignore_errors=True)
        if not any(folder.exists() for folder in parts):
            shutil.rmtree(self.folder, ignore_errors=True)

    def _give_back(self) -> bool:
        try:
            carry_over(self.site, self.old, self.out_dir)
        except OSError:
            return False
        with suppress(OSError):
            self.site.rename(self._served)
        return True

    @property
    def _served(self) -> Path:
        """A stand-in that has served: nothing in it is anybody's any more."""
        return self.folder / "served"


@dataclass(frozen=True)
class KeptFiles(Mapping[str, bytes]):
    """The content of finished files by output path, read each time that it is asked for."""

    staging: Staging
    made: Mapping[str, MadeFile]

    def __getitem__(self, name: str) -> bytes:
        is_new = self.made[name].is_new
        return (self.staging.place_of(name) if is_new else self.staging.out_dir / name).read_bytes()

    def __iter__(self) -> Iterator[str]:
        return iter(self.made)

    def __len__(self) -> int:
        return len(self.made)


@contextmanager
def open_output(out_dir: Path, problems: Problems) -> Iterator[Staging]:
    """An output folder to write into, which is made when it is not there: no other build has it until the block ends.

    What a killed build has left is taken away before; what this one needs only while it runs goes afterwards, and so do
    the folders that it made if it fails. Raises BuildError when another build is at it or nothing can be written.
    """
    missing = [folder for folder in (out_dir, *out_dir.parents) if not folder.is_dir()]
    is_done = False
    stack = ExitStack()
    try:
        with signals_held() as stop_if_asked, writing(out_dir, problems):
            try:
                stack.enter_context(locked(out_dir, problems))
            except OSError:
                _remove_folders(missing)
                raise
            stack.callback(lambda: None if is_done else _remove_folders(missing))
            staging = _clear_place(out_dir, problems)
            stack.callback(staging.remove)
            stop_if_asked()
        yield staging
        is_done = True
    except WriteError as fault:
        report_unwritable(fault, out_dir, problems)
        raise BuildError(problems) from fault
    finally:
        with signals_held():
            stack.close()


@contextmanager
def writing(out_dir: Path, problems: Problems) -> Iterator[None]:
    """Turn what the system says against writing into a BuildError."""
    try:
        yield
    except OSError as fault:
        report_unwritable(fault, out_dir, problems)
        raise BuildError(problems) from fault


def report_unwritable(fault: OSError, out_dir: Path, problems: Problems) -> None:
    """Record the error of a file or folder that cannot be written."""
    place = Path(fault.filename).as_posix() if fault.filename else out_dir.as_posix()
    expected = "expected to be able to write; nothing was changed"
    problems.error("cannot-write", place, f"{fault.strerror or fault}, {expected}")


def has_content(path: Path, content: bytes) -> bool:
    """Whether a file, no link, holds just this."""
    try:
        there = path.lstat()
        return stat.S_ISREG(there.st_mode) and there.st_size == len(content) and path.read_bytes() == content
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return False


def is_leftover(folder: Path) -> bool:
    """Whether a folder is what a killed build has left: it bears our mark, or was made and no more."""
    if folder.is_symlink() or not folder.is_dir():
        return False
    return (folder / _MARK).is_file() or not any(folder.iterdir())


def has_leftovers(out_dir: Path) -> bool:
    """Whether a build that was killed has left something for the next one to take away."""
    root = out_dir.resolve()
    return any((folder / staging_name(out_dir)).exists() for folder in (root.parent, root))


def _remove_folders(folders: Iterable[Path]) -> None:
    for folder in folders:
        with suppress(OSError):
            folder.rmdir()


def _clear_place(out_dir: Path, problems: Problems) -> Staging:
    """Where files can wait, with nothing there any more. Raises BuildError when somebody else has something there."""
    root = out_dir.resolve()
    places = [Staging(out_dir, folder / staging_name(out_dir)) for folder in (root.parent, root)]
    for place in places:
        if is_leftover(place.folder):
            place.remove()
        elif place.folder.is_symlink() or place.folder.exists():
            hint = "move it away, or name another folder with --out"
            message = "no build made this, expected nothing in its place"
            problems.error("foreign-file", place.folder.as_posix(), message, hint)
    problems.stop_on_errors()
    is_beside = mount_of(root) == mount_of(root.parent) and os.access(root.parent, os.W_OK)
    return places[0 if is_beside else 1]


def staging_name(out_dir: Path) -> str:
    """How the staging folder of an output folder is called."""
    return f".{out_dir.resolve().name}.staging"
