"""The files that an import reads: named ones, those of folders and globs, in stores too, packed or not."""

from __future__ import annotations

import fnmatch
import gzip
import hashlib
import io
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from site_builder.errors import Problems
from site_builder.places import (
    Place,
    StoreError,
    StorePath,
    explained,
    first_line,
    hint_of,
    list_files,
    open_file,
    place_of,
    way_to,
)

ENDINGS = (".json", ".jsonl", ".ndjson", ".csv", ".yaml", ".yml", ".parquet")
_GLOB_SIGNS = frozenset("*?[")
_PIECE_BYTES = 2**20
_PEEK_BYTES = 2**16
FAULTS = (OSError, EOFError, zlib.error, zipfile.BadZipFile, RuntimeError)


@dataclass(frozen=True)
class Source:
    """A file to read. name: how messages call it; path: what `source_path` holds, the same on every machine; member:
    the file inside a zip; is_named: a person named it, rather than the folder or glob that holds it."""

    place: Place
    name: str
    path: str
    is_named: bool
    member: str | None = None

    @contextmanager
    def open(self) -> Iterator[io.BufferedReader]:
        """The content, unpacked."""
        with ExitStack() as stack:
            file: BinaryIO = stack.enter_context(open_file(self.place))
            if self.member is not None:
                archive = stack.enter_context(zipfile.ZipFile(file))
                file = cast(BinaryIO, stack.enter_context(archive.open(self.member)))
            reader = stack.enter_context(_buffered(file))
            if reader.peek(2)[:2] == b"\x1f\x8b":
                reader = stack.enter_context(_buffered(cast(BinaryIO, gzip.GzipFile(fileobj=reader))))
            yield reader

    def sha256(self) -> str:
        """The hash of the content, unpacked."""
        digest = hashlib.sha256()
        with self.open() as file:
            while piece := file.read(_PIECE_BYTES):
                digest.update(piece)
        return digest.hexdigest()


def find_sources(arguments: Iterable[str], problems: Problems) -> list[Source]:
    """The files that arguments name, each once, in the order of their names; an error for each argument without any."""
    found: dict[str, Source] = {}
    for argument in arguments:
        try:
            for source in _of_argument(argument, problems):
                found.setdefault(source.name, source)
        except FileNotFoundError:
            problems.error("no-file", argument, "nothing is there, expected a file, a folder or a glob of some")
        except OSError as fault:
            message = f"cannot be read ({first_line(fault)}), expected a readable file"
            problems.error("unreadable-file", argument, message, hint_of(fault))
    return [found[name] for name in sorted(found)]


def _of_argument(argument: str, problems: Problems) -> Iterator[Source]:
    place = place_of(argument)
    if isinstance(place, Path) and place.is_file():
        yield from _members(Source(place, argument, _portable(place, place), True), problems)
        return
    if not isinstance(place, Path) and not (_GLOB_SIGNS & set(argument) or _is_folder(place, argument)):
        yield from _members(Source(place, place.as_posix(), place.as_posix(), True), problems)
        return
    if _GLOB_SIGNS & set(argument):
        files = _globbed(argument, place, problems)
    else:
        files = [(file, place) for file in list_files(place, problems) if _is_wanted(file.name)]
        if not files and place_exists(place):
            problems.error(
                "no-file", argument, f"no file in it ends in {', '.join(ENDINGS)}, expected some (.gz and .zip too)"
            )
    for file, folder in files:
        yield from _members(Source(file, file.as_posix(), _portable(file, folder), False), problems)


def place_exists(place: Place) -> bool:
    """Whether a folder of the disk is there; one of a store has been listed."""
    return not isinstance(place, Path) or place.exists()


def _is_folder(place: StorePath, argument: str) -> bool:
    """Whether a store calls it a folder, or (since web servers do not tell) a person does by the slash at its end."""
    if argument.endswith("/"):
        return True
    with explained(place.url):
        info = place.filesystem.get_file_info(place.path)
    return bool(info.type.name == "Directory")


def _globbed(pattern: str, place: Place, problems: Problems) -> list[tuple[Place, Place]]:
    start = min(pattern.index(sign) for sign in _GLOB_SIGNS if sign in pattern)
    fixed = pattern[:start].rpartition("/")[0]
    if isinstance(place, Path):
        base = Path(fixed or ("/" if pattern.startswith("/") else "."))
        folder: Place = base
        files: list[Place] = [path for path in sorted(base.glob(pattern[len(fixed) :].lstrip("/"))) if path.is_file()]
    else:
        folder = place_of(fixed)
        files = [file for file in list_files(folder, problems) if fnmatch.fnmatchcase(file.as_posix(), pattern)]
    if not files:
        problems.error("no-file", pattern, "no file has such a name, expected one or more")
    return [(file, folder) for file in files]


def _is_wanted(name: str) -> bool:
    folded = name.casefold()
    return folded.endswith((*ENDINGS, ".zip")) or (folded.endswith(".gz") and folded[:-3].endswith(ENDINGS))


def _portable(file: Place, named: Place) -> str:
    """A path without what is only true on this machine: a relative one as it is, another one from what a person has
    named on."""
    if not isinstance(file, Path) or not isinstance(named, Path):
        return file.as_posix()
    if not file.is_absolute() and ".." not in file.parts:
        return file.as_posix()
    above = named.parent
    return way_to(file, above).as_posix() if file.is_relative_to(above) else file.name


def _members(source: Source, problems: Problems) -> Iterator[Source]:
    """The file itself, or the files inside a zip."""
    try:
        with open_file(source.place) as file:
            if file.read(4) != b"PK\x03\x04":
                yield source
                return
            file.seek(0)
            with zipfile.ZipFile(file) as archive:
                names = sorted(info.filename for info in archive.infolist() if not info.is_dir())
    except zipfile.BadZipFile as fault:
        problems.error("bad-archive", source.name, f"damaged ({first_line(fault)}), expected a whole zip file")
        return
    except OSError as fault:
        report_unreadable(source, fault, problems)
        return
    wanted = [name for name in names if _is_wanted(name) and not name.startswith("__MACOSX/")]
    if not wanted:
        problems.error("no-file", source.name, f"no file in it ends in {', '.join(ENDINGS)}, expected some")
    for name in wanted:
        yield Source(source.place, f"{source.name}/{name}", f"{source.path}/{name}", False, name)


def report_unreadable(source: Source, fault: BaseException, problems: Problems) -> None:
    """Record that a file cannot be read or unpacked."""
    if isinstance(fault, StoreError | FileNotFoundError | PermissionError | IsADirectoryError):
        rule, found, expected = "unreadable-file", "cannot be read", "a readable file"
    else:
        rule, found, expected = "bad-archive", "damaged or cut off", "a whole file"
    message = f"{found} ({first_line(fault)}), expected {expected}"
    problems.error(rule, source.name, message, hint_of(fault) if isinstance(fault, OSError) else "")


def _buffered(file: BinaryIO) -> io.BufferedReader:
    return io.BufferedReader(cast(io.RawIOBase, file), _PEEK_BYTES)
