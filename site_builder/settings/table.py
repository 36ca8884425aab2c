"""Reads the keys of one TOML table with their types, and records every fault instead of stopping at the first."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from site_builder.errors import Problems, nearest_hint, quoted, without_controls
from site_builder.settings.toml_file import KeyPath, TomlFile

_LEAST, _MOST = 1e-9, 1e15


class Table:
    """One table of a file. Ask for every key it may hold, then call `finish` to report those nobody asked for."""

    def __init__(self, file: TomlFile, problems: Problems, keys: KeyPath = (), values: object = None) -> None:
        self._file = file
        self._problems = problems
        self._keys = keys
        found = file.values if values is None else values
        self._values: dict[str, Any] = found if isinstance(found, dict) else {}
        self._known: set[str] = set()
        self._is_table = isinstance(found, dict)
        if not isinstance(found, dict):
            self.fault("wrong-type", f"{quoted(found)}, expected a table")

    def fault(self, rule: str, message: str, name: str = "", hint: str = "") -> None:
        """Record an error at a key of this table (or at the table itself)."""
        keys = (*self._keys, name) if name else self._keys
        self._problems.error(rule, self.place(name), f"{_dotted(keys)}: {message}", hint)

    def place(self, name: str = "") -> str:
        """Where a key of this table (or the table itself) stands."""
        return self._file.place((*self._keys, name) if name else self._keys)

    def finish(self) -> None:
        """Report the keys that nobody asked for."""
        for name in self._values:
            if name not in self._known:
                expected = ", ".join(sorted(self._known))
                self.fault(
                    "unknown-key", f"unknown key, expected one of: {expected}", name, nearest_hint(name, self._known)
                )

    def text(self, name: str, default: str | None = None) -> str:
        """A text that is not blank; required when there is no default."""
        value = self._take(name, lambda v: isinstance(v, str) and bool(v.strip()), "a text", default)
        return without_controls(str(value).strip()) if value is not None else ""

    def optional_text(self, name: str) -> str | None:
        """A text, or None when the key is absent or blank."""
        value = self._take(name, lambda v: isinstance(v, str), "a text", "")
        return without_controls(str(value).strip()) or None

    def flag(self, name: str, *, default: bool) -> bool:
        """true or false."""
        return bool(self._take(name, lambda v: isinstance(v, bool), "true or false", default))

    def whole(self, name: str, *, least: int, default: int | None = None) -> int:
        """A whole number not below `least`; required when there is no default."""
        value = self._take(
            name,
            lambda v: isinstance(v, int) and not isinstance(v, bool) and v >= least,
            f"a whole number from {least}",
            default,
        )
        return int(value) if value is not None else least

    def optional_whole(self, name: str) -> int | None:
        """A whole number above zero, or None when the key is absent."""
        self._known.add(name)
        return self.whole(name, least=1) if name in self._values else None

    def price(self, name: str) -> float | None:
        """A finite number above zero, or None when the key is absent."""
        self._known.add(name)
        if name not in self._values:
            return None
        value = self._take(name, is_positive_number, "a number above 0, written without quotes", None)
        return float(value) if value is not None else None

    def day(self, name: str, *, required: bool = True) -> datetime.date | None:
        """A date written as 2026-08-15 without quotes."""
        self._known.add(name)
        if name not in self._values and not required:
            return None
        value = self._take(
            name,
            lambda v: isinstance(v, datetime.date) and not isinstance(v, datetime.datetime),
            "a date such as 2026-08-15, without quotes",
            None,
        )
        return value if isinstance(value, datetime.date) else None

    def texts(self, name: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """A list of texts without blanks; required when there is no default."""
        value = self._take(
            name,
            lambda v: isinstance(v, list) and all(isinstance(item, str) and item.strip() for item in v),
            "a list of texts",
            list(default) if default is not None else None,
        )
        return tuple(without_controls(item.strip()) for item in value) if value is not None else ()

    def word_or_texts(self, name: str, default: str, expected: str) -> str | tuple[str, ...]:
        """A text, or a list of texts."""
        value = self._take(
            name,
            lambda v: (
                isinstance(v, str)
                or (isinstance(v, list) and all(isinstance(item, str) and item.strip() for item in v))
            ),
            expected,
            default,
        )
        if isinstance(value, list):
            return tuple(without_controls(item.strip()) for item in value)
        return without_controls(str(value).strip())

    def numbers(self, name: str) -> tuple[int | float, ...]:
        """A list of finite numbers above zero; required."""
        value = self._take(
            name,
            lambda v: isinstance(v, list) and bool(v) and all(map(is_positive_number, v)),
            "a list of numbers above 0",
            None,
        )
        return tuple(value) if value is not None else ()

    def text_map(self, name: str) -> dict[str, str]:
        """A table of texts; empty when the key is absent."""
        table = self.table(name)
        return {key: table.optional_text(key) or "" for key in table.names()}

    def is_empty_list(self, name: str) -> bool:
        """Whether a key holds a list without a value."""
        return self._values.get(name) == []

    def table(self, name: str) -> Table:
        """A table inside this one; empty when the key is absent."""
        self._known.add(name)
        return Table(self._file, self._problems, (*self._keys, name), self._values.get(name, {}))

    def tables(self, name: str) -> Iterator[tuple[str, Table]]:
        """The named tables inside a table, in the order of the file; at least one is required."""
        outer = self.table(name)
        if not outer.names() and isinstance(self._values.get(name, {}), dict):
            self.fault("missing-key", f"missing, expected at least one table [{_dotted((*self._keys, name))}.…]", name)
        for key in outer.names():
            yield key, outer.table(key)

    def list_of_tables(self, name: str) -> Iterator[Table]:
        """The tables of an array of tables; at least one is required."""
        value = self._take(name, lambda v: isinstance(v, list) and bool(v), f"one or more [[{name}]] tables", None)
        for index, values in enumerate(value or ()):
            yield Table(self._file, self._problems, (*self._keys, name, index), values)

    def names(self) -> Iterable[str]:
        """The keys that this table holds, in the order of the file."""
        return list(self._values)

    def _take(self, name: str, fits: Callable[[Any], bool], expected: str, default: Any) -> Any:
        self._known.add(name)
        if name not in self._values:
            if default is None and self._is_table:
                self.fault("missing-key", f"missing, expected {expected}", name)
            return default
        value = self._values[name]
        if fits(value):
            return value
        self.fault("wrong-type", f"{quoted(value)}, expected {expected}", name)
        return default


def is_positive_number(value: object) -> bool:
    """Whether a TOML value is a number above zero of a size that has a use (true and false are not numbers)."""
    return isinstance(value, int | float) and not isinstance(value, bool) and _LEAST <= value <= _MOST


def _dotted(keys: KeyPath) -> str:
    return ".".join(f"[{key}]" if isinstance(key, int) else key for key in keys).replace(".[", "[")
