"""The values of a file, whatever it is written in: JSON, lines of JSON, CSV of metrics, YAML."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import yaml

from site_builder.importing.json_stream import JsonFaultError, read_values
from site_builder.importing.metric_csv import is_metric_csv, read_metric_csv
from site_builder.importing.registry import rows_of_table

_BOM = b"\xef\xbb\xbf"
_PARQUET = b"PAR1"
_GIT_LFS = b"version https://git-lfs"
_HEAD_BYTES = 4096


class ForeignFileError(Exception):
    """A file whose content is nothing that can be looked into: where in it, what was found, what was expected."""

    def __init__(self, where: str, found: str) -> None:
        super().__init__(found)
        self.where = where
        self.found = found


def is_parquet(file: io.BufferedReader) -> bool:
    """Whether a file begins as Parquet does."""
    return file.peek(len(_PARQUET))[: len(_PARQUET)] == _PARQUET


def values_of(file: io.BufferedReader) -> Iterator[tuple[int, Any]]:
    """Every value of a file with its place: a list's elements, lines, rows of a numbered table, or the one value.

    Raises ForeignFileError."""
    index = 0
    try:
        for values in _pieces(file):
            for value in values:
                rows = rows_of_table(value)
                for row in [value] if rows is None else rows:
                    yield index, row
                    index += 1
    except JsonFaultError as fault:
        raise ForeignFileError(f" line {fault.line}", f"{fault.found}, expected JSON") from None


def _pieces(file: io.BufferedReader) -> Iterator[list[Any]]:
    head = file.peek(_HEAD_BYTES)[:_HEAD_BYTES].removeprefix(_BOM)
    text = head.lstrip()
    if not head:
        raise ForeignFileError("", "the file is empty (0 bytes), expected results")
    if text.startswith(_GIT_LFS):
        raise ForeignFileError("", "a Git LFS pointer, not the data itself (git lfs pull fetches it), expected results")
    if text[:1] in (b"{", b"["):
        return read_values(file)
    if is_metric_csv(head):
        try:
            return iter([[read_metric_csv(file.read())]])
        except UnicodeDecodeError as fault:
            raise ForeignFileError("", f"byte {fault.start} is not UTF-8, expected CSV saved as UTF-8") from None
    return _yaml(file, text)


def _yaml(file: io.BufferedReader, head: bytes) -> Iterator[list[Any]]:
    """The documents of a YAML file; only a text that begins with a key is taken for one."""
    lines = [line for line in head.splitlines() if line.strip() and not line.lstrip().startswith((b"#", b"---", b"%"))]
    key, colon, _ = lines[0].partition(b":") if lines else (b"", b"", b"")
    if not colon or not key.strip().replace(b"_", b"").replace(b"-", b"").isalnum():
        raise ForeignFileError("", "neither JSON, nor CSV of metrics, nor YAML, nor Parquet, expected results")
    try:
        documents = [each for each in yaml.load_all(file.read(), Loader=_LOADER) if each is not None]
    except yaml.YAMLError as fault:
        mark = getattr(fault, "problem_mark", None)
        where = f" line {mark.line + 1}" if mark else ""
        raise ForeignFileError(where, f"{getattr(fault, 'problem', None) or 'damaged'}, expected YAML") from None
    except UnicodeDecodeError as fault:
        raise ForeignFileError("", f"byte {fault.start} is not UTF-8, expected YAML saved as UTF-8") from None
    yield documents


_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
