"""What a chart's template gets: positions as texts (`37.5` per cent of the plot, from left and top) and path data.

Paths are drawn in a box of 1000 by 1000 that is stretched to the plot.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

BOX = 1000


@dataclass(frozen=True, slots=True)
class Tick:
    """A tick of an axis: where, and the figure beside it."""

    at: str
    text: str


@dataclass(frozen=True, slots=True)
class Dot:
    """A point with what it says when it is pointed at. kind: how the point is marked."""

    x: str
    y: str
    title: str
    kind: str


@dataclass(frozen=True, slots=True)
class Label:
    """A text beside a point: dx and dy in pixels from it; anchor: start, middle or end. kind: what it names."""

    x: str
    y: str
    dx: str
    dy: str
    anchor: str
    text: str
    kind: str


@dataclass(frozen=True, slots=True)
class Line:
    """A curve: its path, and the dots on it. kind: how the line is drawn; tag: the letter or name it goes by."""

    tag: str
    path: str
    dots: tuple[Dot, ...]
    kind: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A whole chart. Labels come twice: fewer for narrow screens, all that fit for wide ones."""

    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    lines: tuple[Line, ...]
    marks: tuple[Dot, ...]
    narrow_labels: tuple[Label, ...]
    wide_labels: tuple[Label, ...]


def percent(share: float) -> str:
    """A position between 0 and 1 as a short number of per cent."""
    return f"{share * 100:.1f}".removesuffix(".0")


def path_of(points: Iterable[tuple[float, float]]) -> str:
    """A broken line through points (x from the left, y from the bottom, both 0 to 1)."""
    text = "L".join(f"{x * BOX:.0f} {(1 - y) * BOX:.0f}" for x, y in points)
    return f"M{text}" if text else ""
