"""What the figures were made on: processor, memory, versions, and how busy it was."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

_PACKAGES = ("pyarrow", "numpy", "jinja2", "markupsafe", "click")


@dataclass(frozen=True)
class Machine:
    """The machine before anything was measured; `load`: processes that were already running, on average."""

    processor: str
    cores: int
    memory_gb: float
    system: str
    python: str
    packages: tuple[tuple[str, str], ...]
    load: float


def this_machine() -> Machine:
    """Look at this one."""
    pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return Machine(
        processor=_processor(),
        cores=len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1,
        memory_gb=pages / 2**30,
        system=f"{platform.system()} {platform.release().split('-')[0]}",
        python=f"{platform.python_implementation()} {platform.python_version()}",
        packages=tuple((name, version(name)) for name in _PACKAGES),
        load=os.getloadavg()[0],
    )


def free_bytes() -> int:
    """Memory that can be had without swapping; 0 where the system does not say."""
    info = Path("/proc/meminfo")
    lines = info.read_text().splitlines() if info.is_file() else []
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:")), 0)


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.is_file() else []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, "") or platform.processor() or platform.machine()
