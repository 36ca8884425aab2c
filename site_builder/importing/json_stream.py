"""Reads JSON as the tools write it: one value, a list of any length, or many values one after another.

A list and lines are read in pieces, so that memory does not grow with the file. NaN and Infinity, which strict parsers
refuse, are read as Python's own parser reads them. Faults tell the line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, BinaryIO

import orjson

_PIECE_BYTES = 2**21
_MOST_PENDING_BYTES = 2**28
_BOM = b"\xef\xbb\xbf"
_BLANK = b" \t\r\n"
_MARKS = re.compile(rb"[{}\[\],]")
_BLANK_ENDS = (b" ", b"\t", b"\r", b"\n")
_DECODER = json.JSONDecoder()


class JsonFaultError(Exception):
    """A text that is not JSON: the line it shows on, and what was found."""

    def __init__(self, line: int, found: str) -> None:
        super().__init__(found)
        self.line = line
        self.found = found


def read_values(file: BinaryIO) -> Iterator[list[Any]]:
    """The values of a file a few at a time: the elements of its list, or the values that follow one another.

    A file of one table gives that table. Raises JsonFaultError."""
    head = file.read(_PIECE_BYTES).removeprefix(_BOM)
    lines = head[: len(head) - len(head.lstrip(_BLANK))].count(b"\n")
    head = head.lstrip(_BLANK)
    if head.startswith(b"["):
        return _elements(file, head[1:], lines + 1)
    if _is_lines(head):
        return _lines(file, head, lines + 1)
    return _whole(head + file.read(), lines + 1)


def _is_lines(head: bytes) -> bool:
    """Whether the first line is a value of its own with more below it."""
    first, newline, rest = head.partition(b"\n")
    if not newline or not rest.strip():
        return False
    try:
        _parsed(first)
    except (ValueError, RecursionError):
        return False
    return True


def _lines(file: BinaryIO, text: bytes, line: int) -> Iterator[list[Any]]:
    """The values of lines."""
    while text:
        more = file.read(_PIECE_BYTES)
        whole, newline, rest = text.rpartition(b"\n") if more else (text, b"", b"")
        if more and not newline:
            text += more
            continue
        yield [_value(each, line + number) for number, each in enumerate(whole.split(b"\n")) if each.strip()]
        line += whole.count(b"\n") + 1
        text = rest + more


def _whole(text: bytes, line: int) -> Iterator[list[Any]]:
    """One value, or several with nothing between them."""
    try:
        yield [_parsed(text)]
        return
    except (ValueError, RecursionError):
        decoded = _decoded(text, line)
    at, values = 0, []
    while at < len(decoded):
        value, at = _next_value(decoded, at, line)
        values.append(value)
        at += len(decoded[at:]) - len(decoded[at:].lstrip())
    yield values


def _elements(file: BinaryIO, text: bytes, line: int) -> Iterator[list[Any]]:
    """The elements of a list whose bracket has been read."""
    ended = False
    first = text[: text.find(b":") + 1].lstrip(_BLANK)  # how elements begin, as far as their first name
    while not ended:
        more = file.read(_PIECE_BYTES)
        ended = not more
        text += more
        cut = len(text) if ended else _cut(text, first)
        if cut < 0:
            _check_size(text, line)
            continue
        try:
            values = _parsed(b"[" + (text if ended else text[:cut] + b"]"))
        except (ValueError, RecursionError):
            values, cut = _elements_by_one(text, line, ended=ended)
        if values or ended:
            yield values
        line += text.count(b"\n", 0, cut)
        text = text[cut + 1 :] if not ended else b""


def _cut(text: bytes, first: bytes) -> int:
    """Where a late comma between two elements stands, -1 when there is none.

    Found by how elements begin, or else by counting brackets, also those in texts; a wrong answer shows when the part
    before it is parsed."""
    at = text.rfind(first, 1) if first.startswith(b"{") else -1
    if at > 0 and text[:at].endswith((b",", *_BLANK_ENDS)):
        comma = len(text[:at].rstrip(_BLANK)) - 1
        if text[comma : comma + 1] == b",":
            return comma
    depth, found = 0, -1
    for mark in _MARKS.finditer(text):
        if mark[0] in b"{[":
            depth += 1
        elif mark[0] in b"}]":
            depth -= 1
        elif depth == 0:
            found = mark.start()
    return found


def _elements_by_one(text: bytes, line: int, *, ended: bool) -> tuple[list[Any], int]:
    """The elements of a piece that were found whole, and where the comma after them stands.

    The slow way, for a piece in which brackets in texts have misled; raises when the fault is a real one."""
    decoded = _decoded(text, line) if ended else _decoded_start(text, line)
    values: list[Any] = []
    at, cut, open_ended = _skip(decoded, 0), -1, False
    while at < len(decoded) and (open_ended or decoded[at] != "]"):
        try:
            value, end = _DECODER.raw_decode(decoded, at)
        except (ValueError, RecursionError):
            break
        end = _skip(decoded, end)
        open_ended = decoded[end : end + 1] == ","
        if not open_ended and not (ended and decoded[end : end + 1] == "]"):
            break
        values.append(value)
        cut, at = end, _skip(decoded, end + 1) if open_ended else end
    if ended and (open_ended or decoded[at : at + 1] != "]" or decoded[at + 1 :].strip()):
        raise _fault_of("[" + decoded, line)
    if not values and not ended:
        _check_size(text, line)
        return [], -1
    return values, len(text) if ended else len(decoded[:cut].encode("utf-8"))


def _check_size(text: bytes, line: int) -> None:
    if len(text) > _MOST_PENDING_BYTES:
        raise _fault_of("[" + _decoded(text, line), line)


def _parsed(text: bytes) -> Any:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return json.loads(text.decode("utf-8"))


def _value(text: bytes, line: int) -> Any:
    try:
        return _parsed(text)
    except (ValueError, RecursionError):
        raise _fault_of(_decoded(text, line), line) from None


def _next_value(text: str, at: int, line: int) -> tuple[Any, int]:
    try:
        return _DECODER.raw_decode(text, at)
    except (ValueError, RecursionError):
        raise _fault_of(text[at:], line + text.count("\n", 0, at)) from None


def _decoded(text: bytes, line: int) -> str:
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise JsonFaultError(line + text.count(b"\n", 0, fault.start), "bytes that are not UTF-8") from None


def _decoded_start(text: bytes, line: int) -> str:
    """A text that may end within a character."""
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as fault:
        return _decoded(text[: fault.start] if fault.start > len(text) - 4 else text, line)


def _fault_of(text: str, line: int) -> JsonFaultError:
    """The fault of a text that does not parse. line: the line it begins on."""
    try:
        json.loads(text)
    except json.JSONDecodeError as fault:
        ends = fault.pos >= len(text.rstrip())
        return JsonFaultError(line + fault.lineno - 1, "the text ends too early" if ends else fault.msg.lower())
    except RecursionError:
        return JsonFaultError(line, "tables too deep to read")
    except ValueError as fault:
        return JsonFaultError(line, str(fault).splitlines()[0])
    return JsonFaultError(line, "not JSON")


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at
