"""Goes on behind a step that finds errors, so that one run tells as much as can be told."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager

from site_builder.errors import BuildError, Problem, Problems, Severity


@contextmanager
def step(found: list[Problem]) -> Iterator[Problems]:
    """A step of the check: its problems are added to those found, and when they stop it the check goes on behind it."""
    problems = Problems()
    try:
        yield problems
    except BuildError as stop:
        found.extend(stop.problems)
    else:
        found.extend(problems)


def has_errors(problems: Iterable[Problem], *, besides: Collection[str] = ()) -> bool:
    """Whether there is an error among some problems, besides those of some rules."""
    return any(problem.severity is Severity.ERROR and problem.rule not in besides for problem in problems)
