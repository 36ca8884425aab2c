"""Builds N pages again and again, cold and unchanged, beside the floor, and keeps what each took."""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.measure import BenchError, Command, Cost, peak_of_tree_mb, run
from bench.output import Output, keep_for_floor, look_at

PROJECT = Path(__file__).resolve().parent.parent
BASE_URL = "https://example.org/bench/"
COLD, UNCHANGED, ONE_ROW, FLOOR = "cold", "unchanged", "one row", "floor"
_SLIM = PROJECT / "bench" / "slim"
_SLIM_SETTINGS = (
    ('comparisons = "all"', 'comparisons = "none"'),
    ("compare_parts = true", "compare_parts = false"),
    ("pictures = true", "pictures = false"),
)


@dataclass(frozen=True)
class Timing:
    """One kind of process: what each of its runs took, and its peak memory."""

    kind: str
    costs: tuple[Cost, ...]
    peak_mb: float

    @property
    def walls(self) -> list[float]:
        """Wall seconds of the runs, the fastest first."""
        return sorted(cost.wall_s for cost in self.costs)

    @property
    def wall_s(self) -> float:
        """Median wall seconds."""
        return statistics.median(self.walls)

    @property
    def cpu_s(self) -> float:
        """Median CPU seconds, of all processes together."""
        return statistics.median(cost.cpu_s for cost in self.costs)


@dataclass(frozen=True)
class Comparison:
    """All that was measured at one size."""

    pairs: int
    rows: int
    output: Output
    timings: tuple[Timing, ...]

    @property
    def floor_s(self) -> float:
        """Median wall seconds of the floor."""
        return next(timing.wall_s for timing in self.timings if timing.kind == FLOOR)


class Workshop:
    """The folders of one size: data and templates, `build/` in which a builder works, the floor's bytes and output."""

    def __init__(self, root: Path, pairs: int, *, slim: bool = False) -> None:
        """slim: with a run page of about the size that other generators make in comparisons of speed, and without the
        pages that compare and the preview pictures."""
        self.pairs = pairs
        self.data, self.templates = root / "data", root / "templates"
        self.build, self.public = root / "build", root / "build" / "public"
        self.content, self.floor_out = root / "floor", root / "floor-out"
        self.env = {"XDG_CACHE_HOME": str(self.build / "cache"), "PYTHONPYCACHEPREFIX": str(root / "bytecode")}
        root.mkdir(parents=True)
        shutil.copytree(PROJECT / "templates", self.templates)
        words = [sys.executable, "-m", "bench.folder", str(pairs), str(self.data)]
        made = subprocess.run(words, cwd=PROJECT, check=True, stdout=subprocess.PIPE)
        self.rows = int(made.stdout)
        if slim:
            shutil.copytree(_SLIM, self.templates, dirs_exist_ok=True)
            site = self.data / "site.toml"
            text = site.read_text(encoding="utf-8")
            for old, new in _SLIM_SETTINGS:
                if old not in text:
                    raise BenchError(f"no line {old!r} in site.toml")
                text = text.replace(old, new, 1)
            site.write_text(text, encoding="utf-8")

    def empty_build(self) -> None:
        """Leave nothing of an earlier build, caches included."""
        shutil.rmtree(self.build, ignore_errors=True)
        self.build.mkdir()

    def change_one_row(self) -> None:
        """Change the figure of one row, in a process of its own: this one must stay small."""
        subprocess.run([sys.executable, "-m", "bench.one_row", str(self.data)], cwd=PROJECT, check=True)

    def empty_floor(self) -> None:
        """Leave nothing of an earlier floor."""
        shutil.rmtree(self.floor_out, ignore_errors=True)

    def builder(self) -> Command:
        """The build, as a person would start it."""
        folders = ("--data", str(self.data), "--templates", str(self.templates), "--out", str(self.public))
        words = (sys.executable, "-m", "site_builder", "-q", "--base-url", BASE_URL, *folders)
        return Command(words, self.build, self.env)

    def floor(self) -> Command:
        """The process that only reads and writes."""
        folders = (str(self.data), str(self.content), str(self.floor_out))
        return Command((sys.executable, "-m", "bench.floor", *folders), PROJECT, self.env)


def compare(shop: Workshop, runs: int, say: Callable[[str], None]) -> Comparison:
    """Measure everything at one size; the kinds take turns, so that a slow minute of the machine hits all of them."""
    output = _first_build(shop)
    kinds: dict[str, tuple[Command, Callable[[], None]]] = {
        COLD: (shop.builder(), shop.empty_build),
        UNCHANGED: (shop.builder(), lambda: None),
        ONE_ROW: (shop.builder(), shop.change_one_row),
        FLOOR: (shop.floor(), shop.empty_floor),
    }
    costs: dict[str, list[Cost]] = {kind: [] for kind in kinds}
    for turn in range(1, runs + 1):
        for kind, (command, prepare) in kinds.items():
            say(f"{shop.pairs:,} pairs: run {turn} of {runs}, {kind}")
            prepare()
            costs[kind].append(run(command))
    timings = []
    for kind, (command, prepare) in kinds.items():
        say(f"{shop.pairs:,} pairs: memory, {kind}")
        prepare()
        timings.append(Timing(kind, tuple(costs[kind]), _peak(command, costs[kind])))
    return Comparison(shop.pairs, shop.rows, output, tuple(timings))


def _first_build(shop: Workshop) -> Output:
    """Runs that are not counted: they compile modules, warm the file caches, and give the bytes for the floor."""
    shop.empty_build()
    run(shop.builder())
    output = look_at(shop.public)
    if output.pages < shop.pairs:
        raise BenchError(f"the build made {output.pages:,} pages, expected at least {shop.pairs:,}")
    keep_for_floor(shop.public, shop.content)
    run(shop.floor())
    return output


def _peak(command: Command, costs: Sequence[Cost]) -> float:
    """The sampled peak of the tree, or the exact one of its largest process when that is more."""
    return max(peak_of_tree_mb(command), *(cost.largest_mb for cost in costs))
