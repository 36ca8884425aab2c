"""Problems in what people gave us, as values: where, what was found, what was expected, and a hint.

Two exceptions leave the library on purpose: BuildError (the input or the environment is at fault, exit 1)
and UsageError (the call is at fault, exit 2). Anything else that escapes is a bug of this program.
This module must not know any other module.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]")


class Severity(StrEnum):
    """How much a problem matters: an error stops, a warning is a doubt, a note is only counted and listed."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, in one line, with a rule name that tests and readers can refer to.

    mark: the part of the line at `place` that is wrong, where there is one."""

    severity: Severity
    place: str
    message: str
    rule: str
    hint: str = ""
    mark: str = field(default="", compare=False)

    def __str__(self) -> str:
        return self.shown("")

    def shown(self, excerpt: str) -> str:
        """The problem in one line, then the lines of an excerpt of its file, then its hint."""
        line = one_line(f"{self.place}: {self.severity}: {self.message} [{self.rule}]")
        hint = f"    {one_line(self.hint)}" if self.hint else ""
        return "\n".join(filter(None, (line, excerpt, hint)))


class BuildError(Exception):
    """The build cannot go on; carries every problem found up to the end of the failing step."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class UsageError(BuildError):
    """The call itself was wrong, such as a page name that does not exist."""


class ProgramFaultError(Exception):
    """A fault of this program in the midst of a template, which is not to blame; its cause is the fault."""


class Problems:
    """Collects the problems of the steps in order; the only mutable thing that steps share."""

    def __init__(self) -> None:
        self._found: list[Problem] = []

    def __iter__(self) -> Iterator[Problem]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def error(self, rule: str, place: str, message: str, hint: str = "", *, mark: str = "") -> None:
        """Record a problem that stops the build at the end of this step."""
        self._found.append(Problem(Severity.ERROR, place, message, rule, hint, mark))

    def warning(self, rule: str, place: str, message: str, hint: str = "", *, mark: str = "") -> None:
        """Record a doubt that an owner must know; fails the build when it is strict."""
        self._found.append(Problem(Severity.WARNING, place, message, rule, hint, mark))

    def note(self, rule: str, place: str, message: str, hint: str = "", *, mark: str = "") -> None:
        """Record something worth listing that needs no action."""
        self._found.append(Problem(Severity.NOTE, place, message, rule, hint, mark))

    def count(self, severity: Severity) -> int:
        """How many problems of one severity there are so far."""
        return sum(problem.severity is severity for problem in self._found)

    def stop_on_errors(self, *, strict: bool = False) -> None:
        """Raise BuildError when an error was recorded (or, when strict, a warning)."""
        if self.count(Severity.ERROR) or (strict and self.count(Severity.WARNING)):
            raise BuildError(self._found)


def one_line(text: str) -> str:
    """Text with control characters made visible, so that data can never forge a line of a report."""
    return "".join(ch if ch.isprintable() else ch.encode("unicode_escape").decode("ascii") for ch in text)


def without_controls(text: str) -> str:
    """Text with the characters that no document may hold (controls, noncharacters) replaced by `\ufffd`."""
    return text if text.isprintable() else _CONTROLS.sub("\ufffd", text)


def quoted(value: object, *, longest: int = 60) -> str:
    """A value as it is shown in a message: quoted when it is text, and cut when it is long."""
    text = f"'{value}'" if isinstance(value, str) else str(value)
    return text if len(text) <= longest else f"{text[:longest]}…"


def nearest_hint(word: str, known: Iterable[str], *, likeness: float = 0.6) -> str:
    """A hint that names the known word closest to a wrong one; nothing when none is as close as `likeness` (0 to 1)."""
    by_fold = {name.casefold(): name for name in sorted(known)}
    close = difflib.get_close_matches(word.casefold(), by_fold, n=1, cutoff=likeness)
    return f"did you mean '{by_fold[close[0]]}'?" if close else ""
