"""Runs a process and says what it took: wall time, CPU time and peak memory of it and all it started.

The process that measures must stay small: the kernel counts its memory as the child's until the child has begun.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

_SAMPLE_SECONDS = 0.02
_MAXRSS_UNIT = 1 if sys.platform == "darwin" else 1024  # bytes there, KiB on Linux
_MOST_LOG = 2000


class BenchError(Exception):
    """A measured process failed, or did not do what it was measured for."""


@dataclass(frozen=True)
class Command:
    """What to run, where, and with what on top of this environment."""

    words: Sequence[str]
    cwd: Path
    env: dict[str, str]


@dataclass(frozen=True)
class Cost:
    """What a process took; `largest_mb`: peak memory of the largest single process of its tree."""

    wall_s: float
    cpu_s: float
    largest_mb: float


def run(command: Command) -> Cost:
    """Run once, undisturbed."""
    with _started(command) as (process, began):
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)
    return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * _MAXRSS_UNIT / 1e6)


def peak_of_tree_mb(command: Command) -> float:
    """Run once more while sampling: the highest sum, over all processes of the tree, of their shares of memory.

    Memory that processes have in common counts once (PSS of /proc). 0 on a system without it.
    """
    peak = 0
    with _started(command) as (process, _):
        while process.poll() is None:
            peak = max(peak, sum(_share(folder) for folder in _session(process.pid)))
            time.sleep(_SAMPLE_SECONDS)
    return peak * 1024 / 1e6


@contextlib.contextmanager
def _started(command: Command) -> Iterator[tuple[subprocess.Popen[bytes], float]]:
    """A process in a session of its own; all of it ends with the block, and a failure is told with its last words."""
    with tempfile.TemporaryFile() as log:
        began = time.perf_counter()
        process = subprocess.Popen(
            command.words,
            cwd=command.cwd,
            env=_plain_environment() | command.env,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        try:
            yield process, began
        except BaseException:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise
        if process.returncode:
            log.seek(0)
            said = log.read().decode("utf-8", "replace")[-_MOST_LOG:]
            raise BenchError(f"{' '.join(command.words)}: exit code {process.returncode}\n{said}")


def _plain_environment() -> dict[str, str]:
    """The environment without what changes how Python runs, such as a ban on keeping compiled modules."""
    return {key: value for key, value in os.environ.items() if not key.startswith("PYTHON") or key == "PYTHONPATH"}


def _session(leader: int) -> Iterator[Path]:
    """The /proc folders of the processes of a session."""
    proc = Path("/proc")
    for folder in proc.iterdir() if proc.is_dir() else ():
        if folder.name.isdigit():
            with contextlib.suppress(OSError, IndexError):
                if int((folder / "stat").read_text().rpartition(")")[2].split()[3]) == leader:
                    yield folder


def _share(folder: Path) -> int:
    """The proportional share of a process in KiB; 0 when it has just ended."""
    try:
        lines = (folder / "smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)
