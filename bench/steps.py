"""Where the time of a cold build goes: by step, and by function.

`python -m bench.steps DATA TEMPLATES OUT BASE_URL RESULT [functions]` is one build in a process of its own, which
writes what it found as JSON.
"""

from __future__ import annotations

import cProfile
import importlib
import json
import pstats
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.compare import BASE_URL, PROJECT, Workshop
from bench.measure import Command, run

_MOST_FUNCTIONS = 25
_FUNCTIONS = "functions"


@dataclass(frozen=True)
class Profile:
    """Seconds by step, in order; and the functions with the most time of their own: (calls, own, total, name)."""

    steps: tuple[tuple[str, float], ...]
    functions: tuple[tuple[int, float, float, str], ...]


class _Clock:
    """Listens to a build. A report of progress without a total opens a step; what follows a finished one is `after`."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._step, self._since = "", time.perf_counter()

    def __call__(self, step: str, done: int, total: int) -> None:
        now = time.perf_counter()
        if self._step:
            self.seconds[self._step] = self.seconds.get(self._step, 0.0) + now - self._since
        self._step = f"after {step}" if total and done == total else step
        self._since = now


def profile(shop: Workshop) -> Profile:
    """Cold builds: the middle one of three for the steps, and one under cProfile for the functions."""
    steps, wall = sorted((_one_build(shop) for _ in range(3)), key=lambda build: build[1])[1]
    functions, _ = _one_build(shop, _FUNCTIONS)
    by_step = [(name, seconds) for name, seconds in steps]
    by_step.append(("Python's own start and end", wall - sum(seconds for _, seconds in by_step)))
    return Profile(tuple(by_step), tuple((calls, own, total, name) for calls, own, total, name in functions))


def _one_build(shop: Workshop, *more: str) -> tuple[list[Any], float]:
    shop.empty_build()
    found = shop.build / "profile.json"
    folders = (str(shop.data), str(shop.templates), str(shop.public))
    words = (sys.executable, "-m", "bench.steps", *folders, BASE_URL, str(found), *more)
    cost = run(Command(words, PROJECT, shop.env))
    return json.loads(found.read_bytes()), cost.wall_s


def _timed(folders: list[str], base_url: str) -> list[tuple[str, float]]:
    clock = _Clock()
    clock("Importing", 0, 0)
    build_site = importlib.import_module("site_builder.build").build_site
    build_site(*folders, base_url=base_url, progress=clock)
    clock("", 0, 0)
    return list(clock.seconds.items())


def _profiled(folders: list[str], base_url: str) -> list[tuple[int, float, float, str]]:
    build_site = importlib.import_module("site_builder.build").build_site
    profiler = cProfile.Profile()
    profiler.runcall(build_site, *folders, base_url=base_url)
    stats: dict[tuple[str, int, str], Any] = pstats.Stats(profiler).stats  # type: ignore[attr-defined]
    found = [(calls, own, total, _place(*key)) for key, (_, calls, own, total, _) in stats.items()]
    return sorted(found, key=lambda each: -each[1])[:_MOST_FUNCTIONS]


def _place(file: str, line: int, function: str) -> str:
    """`folder/file.py:line function`, short enough for a table; only the name for what is built in."""
    return f"{'/'.join(Path(file).parts[-2:])}:{line} {function}" if line else function


def main() -> None:
    """One build as the arguments say."""
    *folders, base_url, found = sys.argv[1:6]
    measure = _profiled if _FUNCTIONS in sys.argv[6:] else _timed
    Path(found).write_text(json.dumps(measure(folders, base_url)), encoding="utf-8")


if __name__ == "__main__":
    main()
