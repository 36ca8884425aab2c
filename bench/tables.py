"""Shows what was measured as tables, for a terminal and for Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bench.compare import COLD, FLOOR, Comparison, Timing
from bench.steps import Profile

Cells = Sequence[str]

HEAD = (
    *("Pages", "Rows", "Run", "Wall s", "min–max", "CPU s", "Peak MB"),
    *("Pages/s", "Output MB", "HTML MB/s", "× floor"),
)
STEPS_HEAD = ("Step", "Seconds", "Share")
FUNCTIONS_HEAD = ("Own s", "Total s", "Calls", "Function")
_WORDS = frozenset({"Run", "Step", "Function"})  # columns that are not numbers


def comparison_rows(comparisons: Sequence[Comparison]) -> list[Cells]:
    """One line for each kind of run at each size."""
    return [_line(each, timing) for each in comparisons for timing in each.timings]


def _line(of: Comparison, timing: Timing) -> Cells:
    wall, walls, output = timing.wall_s, timing.walls, of.output
    rate = f"{output.html_mb / wall:.1f}" if timing.kind in (COLD, FLOOR) else "–"
    return (
        f"{output.pages:,}",
        f"{of.rows:,}",
        timing.kind,
        f"{wall:.2f}",
        f"{walls[0]:.2f}–{walls[-1]:.2f}",
        f"{timing.cpu_s:.2f}",
        f"{timing.peak_mb:,.0f}",
        f"{output.pages / wall:,.0f}",
        f"{output.total_mb:.1f}",
        rate,
        f"{wall / of.floor_s:.1f}",
    )


def step_rows(profile: Profile) -> list[Cells]:
    """One line for each step."""
    total = sum(seconds for _, seconds in profile.steps)
    return [(name, f"{seconds:.2f}", f"{seconds / total:.0%}") for name, seconds in profile.steps]


def function_rows(profile: Profile) -> list[Cells]:
    """One line for each function, the most expensive first."""
    return [(f"{own:.2f}", f"{total:.2f}", f"{calls:,}", name) for calls, own, total, name in profile.functions]


def as_text(head: Cells, rows: Sequence[Cells]) -> str:
    """Columns in line, numbers to the right."""
    widths = [max(len(row[at]) for row in (head, *rows)) for at in range(len(head))]
    return "\n".join(_aligned(head, row, widths) for row in (head, *rows))


def _aligned(head: Cells, row: Cells, widths: Sequence[int]) -> str:
    cells = zip(head, row, widths, strict=True)
    padded = (cell.ljust(width) if name in _WORDS else cell.rjust(width) for name, cell, width in cells)
    return "  ".join(padded).rstrip()


def as_markdown(head: Cells, rows: Sequence[Cells]) -> str:
    """The same as a Markdown table."""
    return "\n".join(_markdown(head, rows))


def _markdown(head: Cells, rows: Sequence[Cells]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'|'.join(':--' if name in _WORDS else '--:' for name in head)}|"
    for row in rows:
        yield f"| {' | '.join(row)} |"
