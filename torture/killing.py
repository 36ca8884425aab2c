"""Kills real builds with SIGKILL, each at a random moment, and looks at what is there afterwards."""

from __future__ import annotations

import os
import random
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from torture.project import EDITIONS, FOREIGN, SOURCES, Project, Site

_PAUSE_SECONDS = 0.0005
_FIRST_BUILD_EVERY = 5
_LONGEST_SECONDS = 600


@dataclass(frozen=True)
class Times:
    """How long an undisturbed build takes, and how long it puts files in place at the end, in seconds."""

    whole: float
    publishing: float


@dataclass(frozen=True)
class Result:
    """How many builds were killed, how many of them left a whole site that the next build could go on from, and what
    there was when: the old site or the new one, and what the build had come to."""

    whole: int
    kills: int
    left: Counter[str]
    faults: tuple[str, ...]


def torment(project: Project, kills: int, seed: int, say: Callable[[str], None]) -> Result:
    """Kill so many builds, each over the site of the other edition, every fifth over nothing; half of them while they
    put files in place. Each is followed by a build that nobody disturbs."""
    chance = random.Random(seed)
    sites = {edition: _whole_site(project, edition) for edition in EDITIONS}
    times = _measure(project, EDITIONS[0])
    left: Counter[str] = Counter()
    faults: list[str] = []
    for number in range(kills):
        old, new = EDITIONS[number % 2], EDITIONS[1 - number % 2]
        before, after = sites[old], sites[new]
        if number % _FIRST_BUILD_EVERY == 0:
            project.start_anew()
            before, after = {}, _without_foreign(after)
        when = _kill(project, new, times, chance, late=number // 2 % 2 == 0)
        found = project.site()
        state = "new" if found == after else "old" if found == before else "torn"
        left[f"{state}, {when}"] += 1
        fault = "" if state != "torn" else f"kill {number}, {when}: {_difference(found, before, after)}"
        faults += [fault] if fault else _faults_of_next_build(project, number, new, sites)
        say(f"{number + 1 - len(faults)} of {number + 1} whole")
    return Result(kills - len(faults), kills, left, tuple(faults))


def _faults_of_next_build(project: Project, number: int, edition: str, sites: dict[str, Site]) -> list[str]:
    """What is wrong after the next build: it fails, leaves another site, or something beside it."""
    done = _run(project, edition)
    project.add_foreign()
    if done.returncode:
        return [f"kill {number}: the next build failed: {done.stderr.decode('utf-8', 'replace')[-500:]}"]
    if project.site() != sites[edition]:
        return [f"kill {number}: the next build left {_difference(project.site(), sites[edition], sites[edition])}"]
    return [f"kill {number}: {name} lies beside the site" for name in project.beside()[:1]]


def _kill(project: Project, edition: str, times: Times, chance: random.Random, *, late: bool) -> str:
    """Start a build and kill it. late: while it puts files in place. Says what it was doing, as far as can be seen."""
    staging = project.root / ".public.staging"
    inode = project.public.stat().st_ino if project.public.exists() else None
    build = subprocess.Popen(
        project.command(edition), cwd=project.root, env=_environment(), stdout=subprocess.DEVNULL, stderr=-1
    )
    if late:
        while build.poll() is None and not (staging / "site").exists():
            time.sleep(_PAUSE_SECONDS)
        time.sleep(chance.uniform(0, times.publishing))
    else:
        time.sleep(chance.uniform(0, times.whole))
    build.kill()
    build.communicate()
    if build.returncode == 0:
        return "the build had ended"
    if inode is not None and project.public.stat().st_ino != inode:
        return "with the stand-in in its place"
    return "with a staging folder" if staging.exists() else "without a staging folder"


def _whole_site(project: Project, edition: str) -> Site:
    """The site of an edition, made over whatever is there, with somebody's files in it."""
    _run(project, edition).check_returncode()
    project.add_foreign()
    return project.site()


def _measure(project: Project, edition: str) -> Times:
    staging = project.root / ".public.staging" / "site"
    began = time.perf_counter()
    build = subprocess.Popen(project.command(edition), cwd=project.root, env=_environment(), stderr=subprocess.DEVNULL)
    seen = began
    while build.poll() is None:
        if seen == began and staging.exists():
            seen = time.perf_counter()
        time.sleep(_PAUSE_SECONDS)
    ended = time.perf_counter()
    return Times(ended - began, ended - seen)


def _run(project: Project, edition: str) -> subprocess.CompletedProcess[bytes]:
    command = project.command(edition)
    return subprocess.run(
        command, cwd=project.root, env=_environment(), capture_output=True, check=False, timeout=_LONGEST_SECONDS
    )


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(SOURCES)}


def _without_foreign(site: Site) -> Site:
    """The same site after a first build, when nobody has put anything into it yet."""
    return {name: content for name, content in site.items() if name not in FOREIGN}


def _difference(found: Site, before: Site, after: Site) -> str:
    """The first files that are neither those of one site nor of the other, or that are lacking."""
    names = sorted({*found, *before, *after})
    odd = [name for name in names if found.get(name) not in (before.get(name), after.get(name))]
    mixed = [name for name in names if found.get(name) != after.get(name)]
    return ", ".join((odd or mixed)[:3]) + f" ({len(odd)} odd, {len(mixed)} not of the new site)"
