"""Where input lies: a path, or a URL in a store that Arrow or fsspec opens. The only module that knows stores.

Credentials and endpoints come from the environment, as each store's own library reads them there.
"""

from __future__ import annotations

import errno
import hashlib
import io
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePath, PurePosixPath
from typing import BinaryIO, cast
from urllib.parse import unquote, urlsplit

import pyarrow as pa
from pyarrow import fs

from site_builder.errors import Problems

_URL = re.compile(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)
_READ_WHOLE_BYTES = 16 * 2**20
_PATIENCE_SECONDS = 15
_LONGEST_REASON = 200
_AWS_ERROR = re.compile(r"AWS Error (\w+)(?: \([^)]*\))? during \w+ operation: (?:curlCode: \d+, )?([^;(]*)")
_GOOGLE_ERROR = re.compile(r"google::cloud::Status\((?:.*?CURL error \[\d+\]=(.*?)|(.*?))(?: error_info=.*)?\)$")
_REASONS = {
    "NO_SUCH_BUCKET": "there is no such bucket",
    "ACCESS_DENIED": "access is denied",
    "INVALID_ACCESS_KEY_ID": "the access key is not known there",
    "SIGNATURE_DOES_NOT_MATCH": "the secret key is wrong",
}
_HINTS = {
    "s3": "s3:// reads AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (or AWS_PROFILE), AWS_REGION and, for a store other "
    "than Amazon's, AWS_ENDPOINT_URL from the environment",
    "gs": "gs:// reads GOOGLE_APPLICATION_CREDENTIALS from the environment; gs://anonymous@BUCKET/ needs none",
    "http": "the server must be reachable, and list a folder as a page of links",
}


class StoreError(OSError):
    """A store did not give what was asked of it; `strerror` says why in a few words, `hint` what to set."""

    def __init__(self, reason: str, hint: str = "") -> None:
        super().__init__(errno.EIO, reason)
        self.hint = hint


@dataclass(frozen=True)
class StorePath:
    """A file or folder in a store, used as a Path is. Raises FileNotFoundError or StoreError where a Path would raise.

    url: what messages call it, without names and passwords. path: where it lies in `filesystem`. read_whole: SHA-256 of
    each file that was read as a whole, by its path; places made from one share it, so that none is fetched twice.
    """

    url: str
    filesystem: fs.FileSystem
    path: str
    read_whole: dict[str, str] = field(default_factory=dict, compare=False, repr=False)

    def __truediv__(self, name: str) -> StorePath:
        """A file or folder in this folder."""
        path = f"{self.path.rstrip('/')}/{name}"
        return StorePath(f"{self.url.rstrip('/')}/{name}", self.filesystem, path, self.read_whole)

    @property
    def name(self) -> str:
        """The last part of the URL."""
        return self.url.rstrip("/").rpartition("/")[2]

    def as_posix(self) -> str:
        """The URL."""
        return self.url

    def read_bytes(self) -> bytes:
        """The whole file."""
        with explained(self.url), self.filesystem.open_input_stream(self.path) as stream:
            return self._noted(stream.read())

    def open(self) -> BinaryIO:
        """The file for reading at any place: a small one is fetched in one piece, a large one bit by bit."""
        with explained(self.url):
            if isinstance(self.filesystem, fs.PyFileSystem):  # not every server gives parts of a file
                return io.BytesIO(self.read_bytes())
            file = self.filesystem.open_input_file(self.path)
            if file.size() > _READ_WHOLE_BYTES:
                return cast(BinaryIO, file)
            with file:
                return io.BytesIO(self._noted(file.read()))

    def sha256(self) -> str:
        """The SHA-256 of the content; a large file is fetched once more for it."""
        if self.path not in self.read_whole:
            with explained(self.url), self.filesystem.open_input_stream(self.path) as stream:
                self.read_whole[self.path] = hashlib.file_digest(stream, "sha256").hexdigest()
        return self.read_whole[self.path]

    def _noted(self, content: bytes) -> bytes:
        self.read_whole[self.path] = hashlib.sha256(content).hexdigest()
        return content


Place = Path | StorePath


def place_of(text: str | Place) -> Place:
    """The place that a person names by a path or a URL. Raises StoreError when no library opens such a URL."""
    if not isinstance(text, str):
        return text
    if not _URL.match(text):
        return Path(text)
    url = _without_secrets(text)
    try:
        parts = urlsplit(text)
    except ValueError as fault:
        raise StoreError(f"not a URL: {first_line(fault)}") from fault
    if parts.scheme == "file":
        return Path(unquote(parts.path))
    if parts.password is not None:
        raise StoreError("a password in the URL, expected credentials in the environment", _hint(url))
    with explained(url):
        return StorePath(url, *_open_store(text))


def find_place(text: str | Place, problems: Problems) -> Place:
    """The place of a data folder. Raises BuildError, with an error recorded, when it is a file or its store cannot be
    reached."""
    url = _without_secrets(text) if isinstance(text, str) else text.as_posix()
    try:
        place = place_of(text)
        if isinstance(place, StorePath):
            with explained(url):
                place.filesystem.get_file_info(fs.FileSelector(place.path))
        elif place.is_file():
            problems.error("no-data", url, "a file, expected a folder with catalogs and benchmarks/ in it")
    except FileNotFoundError:
        problems.error("no-data", url, "the folder does not exist, expected catalogs and benchmarks/ in it", _hint(url))
    except StoreError as fault:
        message = f"cannot be reached ({fault.strerror}), expected a folder that can be listed"
        problems.error("unreachable-store", url, message, fault.hint)
    problems.stop_on_errors()
    return place


def list_files(folder: Place, problems: Problems) -> list[Place]:
    """Every file below a folder, sorted by the way to it; an error is recorded for each folder that gives no list.

    Raises FileNotFoundError when the folder does not exist."""
    if isinstance(folder, Path) and not folder.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), folder.as_posix())
    found: Iterator[Place] = _walk(folder, problems) if isinstance(folder, Path) else _files_of_store(folder, problems)
    return sorted(found, key=lambda file: way_to(file, folder).as_posix())


def open_file(place: Place) -> BinaryIO:
    """A file for reading at any place in it."""
    return place.open() if isinstance(place, StorePath) else place.open("rb")


def hash_file(place: Place) -> str:
    """The SHA-256 of a file."""
    if isinstance(place, StorePath):
        return place.sha256()
    with place.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def way_to(place: Place, folder: Place) -> PurePath:
    """The way from a folder above a place to it."""
    if isinstance(place, StorePath):
        return PurePosixPath(place.url).relative_to(folder.as_posix())
    return place.relative_to(folder.as_posix())


def name_in(place: Place, folder: Place) -> str:
    """The way to a place as its files are called, the same on a disk and in any store: web servers give it quoted."""
    name = way_to(place, folder).as_posix()
    return unquote(name) if isinstance(place, StorePath) and _scheme(place.url) == "http" else name


def fault_of_store(fault: OSError, place: Place) -> OSError:
    """The StoreError that Arrow means when a store fails it in the middle of a file; any other fault as it is."""
    if isinstance(place, Path) or not (_AWS_ERROR.search(str(fault)) or _GOOGLE_ERROR.search(str(fault))):
        return fault
    return StoreError(_reason(fault), _hint(place.url))


def hint_of(fault: OSError) -> str:
    """What to set so that a store gives what it did not; empty for a fault of another kind."""
    return fault.hint if isinstance(fault, StoreError) else ""


@contextmanager
def explained(url: str) -> Iterator[None]:
    """Turn what the library of a store raises into a StoreError; a missing file stays one."""
    try:
        yield
    except (StoreError, FileNotFoundError):
        raise
    except ImportError as fault:
        hint = f"pip install 'fsspec[{_scheme(url)}]'"
        raise StoreError(f"a library is missing: {first_line(fault)}", hint) from fault
    except Exception as fault:  # any library may stand behind a store, each with faults of its own
        raise StoreError(_reason(fault), _hint(url)) from fault


def first_line(fault: BaseException) -> str:
    """What a fault says, in one line without a full stop; its kind when it says nothing."""
    text = (getattr(fault, "strerror", None) or str(fault)).strip()
    return text.splitlines()[0].rstrip(".") if text else type(fault).__name__


def _open_store(url: str) -> tuple[fs.FileSystem, str]:
    """The file system of a URL and the path in it: Arrow's own where it has one, else that of fsspec."""
    try:
        return cast(tuple[fs.FileSystem, str], fs.FileSystem.from_uri(_with_patience(url)))
    except pa.ArrowInvalid as fault:
        if "Unrecognized filesystem" not in str(fault):
            raise
    try:
        return cast(tuple[fs.FileSystem, str], fs.FileSystem.from_uri(f"fsspec+{url}"))
    except ValueError as fault:
        if "Protocol not known" not in str(fault):
            raise
        hint = "name a folder, or a URL with s3://, gs://, https:// or what else Arrow or fsspec opens"
        raise StoreError(f"nothing opens {_scheme(url)}://", hint) from fault


def _with_patience(url: str) -> str:
    """Google's library tries for a quarter of an hour unless it is told; people do not wait so long for a message."""
    if _scheme(url) != "gs" or "retry_limit_seconds" in url:
        return url
    return f"{url}{'&' if '?' in url else '?'}retry_limit_seconds={_PATIENCE_SECONDS}"


def _files_of_store(folder: StorePath, problems: Problems) -> Iterator[StorePath]:
    try:
        with explained(folder.url):
            infos = folder.filesystem.get_file_info(fs.FileSelector(folder.path, recursive=True))
    except StoreError as fault:
        message = f"cannot be listed ({fault.strerror}), expected a readable folder"
        problems.error("unreadable-file", folder.url, message, fault.hint)
        return
    start = len(folder.path.rstrip("/")) + 1
    for info in infos:
        if info.type == fs.FileType.File:
            yield folder / info.path[start:]


def _walk(folder: Path, problems: Problems) -> Iterator[Path]:
    """The files below a folder, also through links, each folder once."""

    def unlisted(fault: OSError) -> None:
        place = Path(fault.filename or folder).as_posix()
        problems.error("unreadable-file", place, f"cannot be listed ({first_line(fault)}), expected a readable folder")

    seen: set[Path] = set()
    for where, folders, files in os.walk(folder, followlinks=True, onerror=unlisted):
        real = Path(where).resolve()
        if real in seen:
            folders.clear()
            continue
        seen.add(real)
        folders.sort()
        yield from (Path(where, file) for file in files)


def _reason(fault: BaseException) -> str:
    """Why a store refused, in a few words where its library tells it in many."""
    text = first_line(fault)
    if amazon := _AWS_ERROR.search(text):
        return _REASONS.get(amazon[1]) or f"{amazon[1].replace('_', ' ').lower()}: {amazon[2].strip().rstrip('.')}"
    if google := _GOOGLE_ERROR.search(text):
        return google[1] or google[2]
    return text if len(text) <= _LONGEST_REASON else f"{text[:_LONGEST_REASON]}…"


def _without_secrets(url: str) -> str:
    """A URL as messages show it: without the name, password, query and slash at its end; a path as it is."""
    if not _URL.match(url):
        return url
    scheme, _, rest = url.partition("://")
    host, slash, path = rest.partition("?")[0].partition("#")[0].partition("/")
    return f"{scheme}://{host.rpartition('@')[2]}{slash}{path}".rstrip("/")


def _scheme(url: str) -> str:
    scheme = url.partition("://")[0].lower()
    return {"gcs": "gs", "https": "http"}.get(scheme, scheme)


def _hint(url: str) -> str:
    return _HINTS.get(_scheme(url), "")
