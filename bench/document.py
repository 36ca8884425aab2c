"""The page docs/benchmarks.md, from what was measured. Nothing in it is written by hand; imports are measured apart."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from bench.compare import Comparison
from bench.machine import Machine
from bench.steps import Profile
from bench.tables import HEAD, STEPS_HEAD, as_markdown, comparison_rows, step_rows

_PAGE = """\
# Benchmarks

Written by `{command}` on {date}; do not edit, run it again.{note}

- Machine: {processor}, {cores} cores, {memory:.0f} GB memory, {system}; {load:.1f} processes were running before.
- Versions: {python}, {packages}.
- Files: {place}. Medians of {runs} runs after one that is not counted; each run is a fresh process.

{table}

{reading}
{steps}"""

_READING = """\
How to read it: *cold* builds into nothing, *unchanged* builds again over its own output, *one row* after the figure of
one row has changed, and *floor* is a process that only reads the same Parquet columns and writes the same bytes. They
take turns, so *× floor*, wall time as a
multiple of the floor's, compares better between machines and days than seconds do. CPU counts all processes of a
build. Peak memory is the larger of two: the sum of all processes' proportional shares (PSS), sampled in a run of its
own, and the largest resident size of one process. Pages count every HTML file; MB are millions of bytes.
"""

_STEPS = """
## Where the time of a cold build goes

{pages:,} pages, the middle one of three builds. *Deriving* includes planning the pages and compiling the templates;
*after Rendering* is the check of all links.

{table}
"""


# What begins the part that another command writes.
IMPORTS = "\n## Imports\n"


def with_imports(page: str, imports: str) -> str:
    """The page with another part on imports at its end."""
    return page.partition(IMPORTS)[0].rstrip() + "\n" + IMPORTS + "\n" + imports.strip() + "\n"


@dataclass(frozen=True)
class Circumstances:
    """How, where and when the figures were made."""

    command: str
    date: datetime.date
    runs: int
    place: str
    machine: Machine
    note: str = ""


def document(how: Circumstances, comparisons: Sequence[Comparison], profile: Profile | None) -> str:
    """The whole page; the steps are those of the last, largest size."""
    machine = how.machine
    return _PAGE.format(
        command=how.command,
        date=how.date.isoformat(),
        note=f"\n\n**{how.note}**" if how.note else "",
        processor=machine.processor,
        cores=machine.cores,
        memory=machine.memory_gb,
        system=machine.system,
        load=machine.load,
        python=machine.python,
        packages=", ".join(f"{name} {version}" for name, version in machine.packages),
        place=how.place,
        runs=how.runs,
        table=as_markdown(HEAD, comparison_rows(comparisons)),
        reading=_READING.rstrip(),
        steps=_steps(comparisons[-1], profile) if profile else "",
    )


def _steps(of: Comparison, profile: Profile) -> str:
    return _STEPS.format(pages=of.output.pages, table=as_markdown(STEPS_HEAD, step_rows(profile)))
