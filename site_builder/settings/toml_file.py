"""One TOML file: its values, and the line on which each key stands, for messages.

The standard library parses; this module only adds what it does not tell, which is where a key was written.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from site_builder.errors import Problems
from site_builder.places import Place, hint_of

KeyPath = tuple[str | int, ...]

# Strings first, so that brackets and signs inside them are never taken for structure. The file is known to be valid.
_PIECE = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|\#[^\n]*|[\[\]{}=\n]|[^\s\[\]{}="\'\#]+',
    re.DOTALL,
)
_ERROR_PLACE = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)$")


@dataclass(frozen=True)
class TomlFile:
    """A parsed TOML file. `name` is how messages call it."""

    name: str
    text: str
    values: dict[str, Any]

    def place(self, keys: KeyPath) -> str:
        """`file:line` of a key, of the nearest table around it, or of the file when it has neither."""
        while keys:
            if keys in self._lines:
                return f"{self.name}:{self._lines[keys]}"
            keys = keys[:-1]
        return self.name

    @cached_property
    def _lines(self) -> dict[KeyPath, int]:
        lines: dict[KeyPath, int] = {}
        for keys, line in _key_lines(self.text):
            lines.setdefault(keys, line)
        return lines


def read_toml(place: Place, name: str, problems: Problems) -> TomlFile | None:
    """Read one file; None, with an error recorded, when it is missing, not UTF-8 or not TOML."""
    try:
        raw = place.read_bytes()
        text = raw.decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n")
        return _parsed(name, text)
    except FileNotFoundError:
        problems.error("missing-file", name, "the file does not exist, expected a catalog there")
    except UnicodeDecodeError as fault:
        problems.error("not-utf8", name, f"byte {fault.start} is not UTF-8 text, expected a TOML file saved as UTF-8")
    except tomllib.TOMLDecodeError as fault:
        found = _ERROR_PLACE.search(str(fault))
        line = found[1] if found and found[1] else text.rstrip("\n").count("\n") + 1
        message = f"{_ERROR_PLACE.sub('', str(fault))}, expected valid TOML"
        problems.error("not-toml", f"{name}:{line}", message, _form_hint(text.split("\n")[int(line) - 1]))
    except (ValueError, RecursionError):
        problems.error("not-toml", name, "a number too long or tables too deep to read, expected a plain catalog")
    except OSError as fault:
        problems.error(
            "unreadable-file", name, f"cannot be read ({fault.strerror}), expected a readable file", hint_of(fault)
        )
    return None


@lru_cache(maxsize=16)
def _parsed(name: str, text: str) -> TomlFile:
    """A valid file; of the catalogs that a preview reads again and again, most are as they were. Raises ValueError."""
    return TomlFile(name, text, tomllib.loads(text))


def _form_hint(line: str) -> str:
    """How to write what is often written otherwise."""
    if re.search(r"=\s*\d{1,2}[-./]\d{1,2}[-./]\d{4}|=\s*\d{4}[./]\d{1,2}[./]\d{1,2}", line):
        return "a date is written 2026-08-31, year first"
    if re.search(r"=\s*[$€£]|\d,\d", line):
        return "an amount is written 4.40: a point, and no sign of a currency"
    if re.search(r"[“”„‘’]", line):
        return 'a text stands between straight quotation marks, as in name = "B300"'
    return ""


def _key_lines(text: str) -> Iterator[tuple[KeyPath, int]]:
    """Every table header and every key of a valid TOML text, with its line."""
    table: KeyPath = ()
    array_sizes: dict[KeyPath, int] = {}
    for line, pieces in _statements(text):
        if pieces[0] != "[":
            names = _names(pieces[: pieces.index("=")])
            for size in range(1, len(names) + 1):
                yield table + names[:size], line
            continue
        names = _names([piece for piece in pieces if piece not in "[]"])
        table = _with_indices(names, array_sizes)
        if pieces[1] == "[":
            size = array_sizes.get(table, 0)
            array_sizes[table] = size + 1
            yield table, line
            table = (*table, size)
        for size in range(1, len(table) + 1):
            yield table[:size], line


def _with_indices(names: KeyPath, array_sizes: dict[KeyPath, int]) -> KeyPath:
    """The path of a header, with the number of the newest element after each array of tables it passes through."""
    path: KeyPath = ()
    for name in names[:-1]:
        path = (*path, name)
        if path in array_sizes:
            path = (*path, array_sizes[path] - 1)
    return (*path, names[-1])


def _names(pieces: list[str]) -> KeyPath:
    """The parts of a dotted key, unquoted."""
    value: Any = tomllib.loads("".join(pieces) + " = 0")
    names: list[str] = []
    while isinstance(value, dict):
        name, value = next(iter(value.items()))
        names.append(name)
    return tuple(names)


def _statements(text: str) -> Iterator[tuple[int, list[str]]]:
    """The statements of a TOML text (a header, or a key with its whole value) with the line each begins on."""
    line, begin, depth = 1, 1, 0
    pieces: list[str] = []
    for match in _PIECE.finditer(text):
        piece = match[0]
        if piece == "\n" and depth == 0 and pieces:
            yield begin, pieces
            pieces = []
        elif piece != "\n" and not piece.startswith("#"):
            if not pieces:
                begin = line
            pieces.append(piece)
            if piece in "[]{}":
                depth += 1 if piece in "[{" else -1
        line += piece.count("\n")
    if pieces:
        yield begin, pieces
