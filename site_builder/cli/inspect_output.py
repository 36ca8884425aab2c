"""An inspection as aligned tables for a terminal, and as one JSON object."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from site_builder.cli.terminal import counted
from site_builder.errors import Problem, one_line
from site_builder.formats import MISSING, format_date, format_throughput, format_tier, marked_throughput

if TYPE_CHECKING:
    from site_builder.derive.overview import SweepFacts
    from site_builder.inspection import Doubt, Inspection, PairFacts

VERSION = 1
_WIDTH = 100
_MOST_LINES = 40
_NUMBERS = frozenset({"Rows", "Used", "Sweeps", "Points"})
_NAMES = frozenset({"File", "Page", "Model", "GPU", "Engine", "Serving"})  # what may be long, and then is folded


def as_text(found: Inspection, *, whole: bool) -> str:
    """The tables, 100 columns wide; of each the first 40 lines unless whole."""
    listed = sum(pair.is_listed for pair in found.pairs)
    tier = f"At {format_tier(found.primary_tier)} tok/s"
    files = [
        (one.name, f"{one.rows:,}", f"{one.current:,}", format_date(one.oldest), format_date(one.newest))
        for one in found.files
    ]
    pages = ("Page", "Rows", "Sweeps", "Workload", tier, "Oldest run", "Newest run")
    sweeps = ("Model", "GPU", "Engine", "Precision", "Serving", "Workload", "Points", "Run")
    return "\n\n".join(
        (
            _section(
                f"{found.data}: {counted(len(files), 'file')}",
                ("File", "Rows", "Used", "Oldest", "Newest"),
                files,
                whole,
            ),
            _section(
                f"Would be published: {counted(len(found.pairs), 'run page')}, {listed:,} with a figure "
                "(tokens/s per GPU)",
                pages,
                [_pair_cells(pair) for pair in found.pairs],
                whole,
            ),
            _section(
                f"Newest sweeps: {len(found.sweeps):,}",
                sweeps,
                [_sweep_cells(sweep, found.scenarios) for sweep in found.sweeps],
                whole,
            ),
        )
    )


def _section(title: str, heads: Sequence[str], lines: Sequence[Sequence[str]], whole: bool) -> str:
    shown = lines if whole else lines[:_MOST_LINES]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="", padding=(0, 1, 0, 0))
    for head in heads:
        right = head in _NUMBERS or head.startswith("At ")
        fold = head in _NAMES
        table.add_column(Text(head), justify="right" if right else "left", overflow="fold", no_wrap=not fold)
    for cells in shown:
        table.add_row(*(Text(one_line(cell)) for cell in cells))
    page = io.StringIO()
    console = Console(file=page, width=_WIDTH, color_system=None, force_terminal=False, legacy_windows=False)
    console.print(table)
    text = "\n".join(line.rstrip() for line in page.getvalue().splitlines())
    more = f"\n… and {len(lines) - len(shown):,} more; -v prints all" if len(shown) < len(lines) else ""
    return f"{one_line(title)}\n\n{text}{more}"


def _pair_cells(pair: PairFacts) -> tuple[str, ...]:
    read = pair.primary
    throughput = read.throughput_tok_s_gpu if read else None
    figure = marked_throughput(format_throughput(throughput), read.kind) if read and throughput else MISSING
    days = (format_date(day) if day else MISSING for day in (pair.oldest_run, pair.newest_run))
    return (pair.page, f"{pair.rows:,}", f"{pair.sweeps:,}", pair.workload or MISSING, figure, *days)


def _sweep_cells(sweep: SweepFacts, scenarios: Sequence[str]) -> tuple[str, ...]:
    key = sweep.series
    ways = (
        key.spec_method if key.spec_method != "none" else "",
        "disagg" if key.disagg else "",
        "multi-node" if key.is_multinode else "",
        "offload" if key.offload_mode != "off" else "",
    )
    serving = " ".join(way for way in ways if way) or "plain"
    names = (key.model_key, sweep.gpu_key, key.framework, key.precision, serving, scenarios[sweep.scenario])
    return (*names, f"{sweep.points:,}", format_date(sweep.newest_run))


def as_object(found: Inspection) -> dict[str, Any]:
    """The same and more for machines, with plain values alone; what is not known is left out."""
    return {
        **_head(found.data),
        "files": [
            {"file": one.name, "rows": one.rows, "used": one.current, **_dates(oldest=one.oldest, newest=one.newest)}
            for one in found.files
        ],
        "rows": asdict(found.rows),
        "primary_tier_tok_s_user": found.primary_tier,
        "pairs": [_pair_object(pair) for pair in found.pairs],
        "sweeps": [
            {
                "hardware": sweep.gpu_key,
                **asdict(sweep.series),
                "workload": found.scenarios[sweep.scenario],
                "points": sweep.points,
                **_dates(newest_run=sweep.newest_run),
            }
            for sweep in found.sweeps
        ],
        "findings": [_finding_object(doubt) for doubt in found.doubts],
        "problems": _problem_objects(found.problems),
    }


def problems_as_object(data: str, problems: Iterable[Problem]) -> dict[str, Any]:
    """What is left of an inspection that could not be made."""
    return {**_head(data), "problems": _problem_objects(problems)}


def _head(data: str) -> dict[str, Any]:
    return {"version": VERSION, "data": data}


def _pair_object(pair: PairFacts) -> dict[str, Any]:
    read = pair.primary
    figure = {"kind": read.kind.name.lower(), "throughput_tok_s_gpu": read.throughput_tok_s_gpu} if read else {}
    return _known(
        {
            "model": pair.model,
            "gpu": pair.gpu,
            "page": pair.page,
            "listed": pair.is_listed,
            "rows": pair.rows,
            "rows_set_aside": pair.rows_set_aside,
            "sweeps": pair.sweeps,
            "engines": list(pair.engines),
            "precisions": list(pair.precisions),
            "workload": pair.workload,
            **figure,
            **_dates(oldest_run=pair.oldest_run, newest_run=pair.newest_run),
        }
    )


def _finding_object(doubt: Doubt) -> dict[str, Any]:
    one = doubt.finding
    return _known(
        {
            "rule": one.rule,
            "file": doubt.file,
            "row": doubt.row,
            "column": one.column,
            "found": one.found,
            "expected": one.expected,
            "current": one.is_current,
        }
    )


def _problem_objects(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    return [_known({**asdict(problem), "severity": str(problem.severity)}) for problem in problems]


def _dates(**days: Any) -> dict[str, str]:
    return {name: format_date(day) for name, day in days.items() if day}


def _known(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None and value != ""}
