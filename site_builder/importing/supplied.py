"""Facts that a person supplies for files that do not state them: for all, by a mapping file, or from file names."""

from __future__ import annotations

import datetime
import fnmatch
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from site_builder.dataset.schema import BY_FIELD, ROLES, Type
from site_builder.errors import Problems, nearest_hint, quoted
from site_builder.importing.batch import SHARED_LAYOUT
from site_builder.importing.dates import day_of, moment_of
from site_builder.settings.toml_file import read_toml

Value = str | float
_SET, _PATTERN = "--set", "--name-pattern"
_OWN = frozenset(
    (
        *("model", "hardware", "framework", "precision", "spec_method", "disagg", "is_multinode", "num_gpus"),
        *("num_prefill_gpu", "num_decode_gpu", "benchmark_type", "isl", "osl", "conc", "request_rate", "offload_mode"),
        *("image", "date", "run_id", "run_started_at", "run_url"),
        *(f"{role}_{name}" for role in ROLES for name in SHARED_LAYOUT),
    )
)
SUPPLIABLE = _OWN | set(SHARED_LAYOUT)
_CHOICES = {"benchmark_type": ("single_turn", "agentic_traces", "other"), "offload_mode": ("on", "off")}
_KILO = {"isl_k": "isl", "osl_k": "osl"}
_DATE_DIGITS = re.compile(r"(\d{4})(\d{2})(\d{2})")
_COUNTS = frozenset(("num_gpus", "isl", "osl", "conc"))


@dataclass(frozen=True)
class Fact:
    """A value for a column: a text, or a number as the columns of measurements hold it. origin: who supplied it."""

    value: Value
    origin: str


@dataclass(frozen=True)
class Supply:
    """Everything that was supplied. files: glob -> facts, in order; patterns: of file names, with named groups."""

    everywhere: Mapping[str, Fact]
    files: tuple[tuple[str, Mapping[str, Fact]], ...]
    patterns: tuple[re.Pattern[str], ...]

    def of(self, name: str, problems: Problems) -> dict[str, Fact]:
        """The facts for one file; an error for each one that two origins give differently."""
        facts: dict[str, Fact] = {}
        for given in (self._from_name(name, problems), *self._mapped(name), self.everywhere):
            for field, fact in given.items():
                before = facts.setdefault(field, fact)
                if before.value != fact.value:
                    message = (
                        f"{before.origin} gives {field}={shown(field, before.value)}, {fact.origin} gives "
                        f"{shown(field, fact.value)}, expected one value"
                    )
                    problems.error("supplied-twice", name, message)
        return facts

    def unused_globs(self, names: Iterable[str]) -> list[str]:
        """The globs of the mapping file that no file has."""
        shown = list(names)
        return [glob for glob, _ in self.files if not any(_fits(name, glob) for name in shown)]

    def _mapped(self, name: str) -> list[Mapping[str, Fact]]:
        return [facts for glob, facts in self.files if _fits(name, glob)]

    def _from_name(self, name: str, problems: Problems) -> dict[str, Fact]:
        facts: dict[str, Fact] = {}
        for pattern in self.patterns:
            found = pattern.search(name)
            for group, text in (found.groupdict() if found else {}).items():
                if text is None:
                    continue
                field = _KILO.get(group, group)
                value = parse_fact(field, text)
                if value is None:
                    problems.error(
                        "bad-fact", name, f"{group}={quoted(text)} from the name, expected {expected(field)}"
                    )
                else:
                    facts[field] = Fact(
                        value * 1024 if group in _KILO and isinstance(value, float) else value, _PATTERN
                    )
        return facts


def read_supply(settings: Iterable[str], mapping: Path | None, patterns: Iterable[str], problems: Problems) -> Supply:
    """The facts of the options. settings: field=value; mapping: a TOML file of globs; patterns: regular expressions."""
    everywhere: dict[str, Fact] = {}
    for text in settings:
        field, sign, word = text.partition("=")
        field = field.strip()
        if not sign:
            problems.error("bad-option", f"{_SET} {text}", "no '=' in it, expected field=value")
        elif _is_field(field, f"{_SET} {text}", problems):
            _add(everywhere, field, word, place=f"{_SET} {text}", origin=_SET, problems=problems)
    files = _read_mapping(mapping, problems) if mapping is not None else ()
    return Supply(everywhere, files, tuple(_read_patterns(patterns, problems)))


def parse_fact(field: str, word: object) -> Value | None:
    """A value for a column, from a text or a TOML value; None when it does not fit."""
    if isinstance(word, datetime.date):
        word = word.isoformat()
    kind = BY_FIELD[field].type if field in BY_FIELD else Type.FLAG if field == "dp_attention" else Type.WHOLE
    text = str(word).strip()
    if kind is Type.TEXT:
        value = text if isinstance(word, str) and text and text.isprintable() else None
        return value if field not in _CHOICES or value in _CHOICES[field] else None
    if kind is Type.FLAG:
        return {"true": 1.0, "false": 0.0}.get(text.casefold())
    if kind is Type.DATE:
        return day_of(_DATE_DIGITS.sub(r"\1-\2-\3", text)) if len(text) in (8, 10) else None
    if kind is Type.TIME:
        return moment_of(text)
    return _parse_number(field, text, whole=kind is Type.WHOLE)


def _parse_number(field: str, text: str, *, whole: bool) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    least = 1 if field in _COUNTS else 0
    fits = math.isfinite(number) and least <= number <= 2**31 - 1 and (not whole or number == int(number))
    return number if fits else None


def expected(field: str) -> str:
    """What a value of a column must be, for messages."""
    if field in _CHOICES:
        return f"one of {', '.join(_CHOICES[field])}"
    kind = BY_FIELD[field].type if field in BY_FIELD else Type.FLAG if field == "dp_attention" else Type.WHOLE
    return {
        Type.TEXT: "a text",
        Type.FLAG: "true or false",
        Type.DATE: "a date such as 2026-08-15",
        Type.TIME: "a moment such as 2026-08-15T09:30:00Z",
        Type.NUMBER: "a number from 0",
    }.get(kind, f"a whole number from {int(field in _COUNTS)}")


def _read_mapping(path: Path, problems: Problems) -> tuple[tuple[str, Mapping[str, Fact]], ...]:
    file = read_toml(path, path.as_posix(), problems)
    files = []
    for glob, table in (file.values if file else {}).items():
        facts: dict[str, Fact] = {}
        place = file.place((glob,)) if file else path.as_posix()
        if not isinstance(table, dict):
            problems.error("bad-mapping", place, f'{glob} is no table, expected ["glob of files"] with fields below it')
            continue
        for field, word in table.items():
            here = file.place((glob, field)) if file else place
            if _is_field(field, here, problems):
                _add(facts, field, word, place=here, origin=path.name, problems=problems)
        files.append((glob, facts))
    return tuple(files)


def _read_patterns(patterns: Iterable[str], problems: Problems) -> Iterable[re.Pattern[str]]:
    for text in patterns:
        place = f"{_PATTERN} {text}"
        try:
            pattern = re.compile(text)
        except re.error as fault:
            problems.error("bad-option", place, f"{fault}, expected a regular expression")
            continue
        if not pattern.groupindex:
            problems.error("bad-option", place, "it names no group, expected one such as (?P<num_gpus>[0-9]+)")
        fields = [_is_field(_KILO.get(group, group), place, problems) for group in pattern.groupindex]
        if fields and all(fields):
            yield pattern


def _is_field(field: str, place: str, problems: Problems) -> bool:
    if field in SUPPLIABLE:
        return True
    hint = nearest_hint(field, SUPPLIABLE) or f"fields: {', '.join(sorted(SUPPLIABLE))}"
    problems.error("unknown-field", place, f"'{field}' is no field that can be supplied, expected one", hint)
    return False


def _add(facts: dict[str, Fact], field: str, word: object, *, place: str, origin: str, problems: Problems) -> None:
    value = parse_fact(field, word)
    if value is None:
        problems.error("bad-fact", place, f"{field}={quoted(str(word))}, expected {expected(field)}")
    elif field in facts and facts[field].value != value:
        problems.error("supplied-twice", place, f"{field} was given before with another value, expected one")
    else:
        facts[field] = Fact(value, origin)


def _fits(name: str, glob: str) -> bool:
    """Whether a glob names a file, by its whole way or by the end of it."""
    return fnmatch.fnmatchcase(name, glob) or fnmatch.fnmatchcase(name, f"*/{glob}")


def shown(field: str, value: Any) -> str:
    """A value of a column as a person would write it."""
    if isinstance(value, float) and math.isnan(value):
        return ""
    if field == "date":
        return (datetime.date(1970, 1, 1) + datetime.timedelta(days=int(value))).isoformat()
    return str(int(value)) if isinstance(value, float) and value == int(value) else str(value)
