"""Follows the files of a site: what changed, what has to be made anew, and what to show while something is wrong."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from site_builder.errors import BuildError, Problem, Problems, Severity
from site_builder.places import Place
from site_builder.preview.generation import Drafts, Generation
from site_builder.routes import output_path
from site_builder.survey import Survey, survey_folder

_HEAD_START_S = 0.15


@dataclass(frozen=True, slots=True)
class State:
    """What browsers see. shown: the last good site, None before there was one; faults: what is wrong now."""

    shown: Generation | None
    faults: tuple[Problem, ...]
    number: int


class Preview:
    """A site that is made anew when its files change. Browsers wait for a newer state than the one they have."""

    def __init__(self, data: Place, templates: Path, base_url: str, *, allow_unknown: bool = False) -> None:
        self._data, self._templates = data, templates
        self._base_url, self._allow_unknown = base_url, allow_unknown
        self._survey: Survey | None = None
        self._drafts = Drafts(templates)
        self._version = 0
        self._state = State(None, (), 0)
        self._sound: Generation | None = None  # the last one that was found to be whole
        self._changed = threading.Condition()
        self._open: Counter[str] = Counter()

    @property
    def state(self) -> State:
        """What browsers see now."""
        return self._state

    def wait(self, number: int, seconds: float) -> State:
        """The state once it is newer than a number, or after some seconds as it is."""
        with self._changed:
            self._changed.wait_for(lambda: self._state.number != number, seconds)
        return self._state

    def watched(self, path: str, by: int) -> None:
        """A browser has opened (1) or left (-1) a page: open pages are made first."""
        self._open[output_path(path)] += by

    def follow(self, changed: Iterable[Path]) -> Sequence[Problem]:
        """Make the site anew after some files have changed; the problems that were met. On errors, the last good site
        stays. Nothing of the data is read again when only templates changed."""
        problems = Problems()
        try:
            generation = self._make(changed, problems)
            opened = [path for path, count in self._open.items() if count > 0]
            if opened:  # its browser waits; the other pages are checked afterwards
                generation.faults(opened, problems)
            else:
                generation.check_templates(problems)
        except BuildError as stop:
            self._show(self._state.shown, stop.problems)
            return stop.problems
        self._show(generation, ())
        return tuple(problems)

    def check(self, is_outdated: threading.Event) -> Sequence[Problem]:
        """Check all pages of the site that is shown; go back to the one before when something is wrong with it."""
        shown, problems = self._state.shown, Problems()
        if shown is None or self._state.faults:
            return ()
        try:
            shown.check(is_outdated.is_set, problems)
        except BuildError as stop:
            if not is_outdated.is_set():
                self._show(self._sound or shown, stop.problems)
            return stop.problems
        if not is_outdated.is_set():
            self._sound = shown
        return ()

    def _make(self, changed: Iterable[Path], problems: Problems) -> Generation:
        templates, paths = self._templates.resolve(), [path.resolve() for path in changed]
        if self._survey is None or not all(path.is_relative_to(templates) for path in paths):
            only_catalogs = all(path.suffix == ".toml" or path.is_relative_to(templates) for path in paths)
            before, self._survey = self._survey if only_catalogs else None, None
            survey = survey_folder(
                self._data,
                problems,
                _silent,
                base_url=self._base_url,
                allow_unknown=self._allow_unknown,
                before=before,
            )
            problems.stop_on_errors()
            self._survey = survey
        self._version += 1
        return self._drafts.make(self._survey, self._version, problems)

    def _show(self, shown: Generation | None, faults: Sequence[Problem]) -> None:
        with self._changed:
            self._state = State(shown, tuple(faults), self._state.number + 1)
            self._changed.notify_all()


def _silent(step: str, done: int, total: int) -> None:
    """A preview shows no progress."""


class Checker:
    """Checks the shown site in the background; stops as soon as the next change comes."""

    def __init__(self, preview: Preview) -> None:
        self._preview = preview
        self._outdated = threading.Event()

    def start(self, report: Callable[[Sequence[Problem]], None]) -> None:
        """Check what is shown now, and report what is wrong."""
        self._outdated = outdated = threading.Event()

        def work() -> None:
            time.sleep(_HEAD_START_S)  # the browser asks for its page first
            try:
                problems = self._preview.check(outdated)
            except Exception as fault:  # a bug must not end in a thread that nobody looks at
                found = f"{type(fault).__name__}: {fault}"
                problems = [Problem(Severity.ERROR, "the preview", f"{found}, a bug of build-site: report it", "bug")]
            report(problems)

        threading.Thread(target=work, daemon=True).start()

    def stop(self) -> None:
        """Let go of what is being checked."""
        self._outdated.set()
