"""What a chart's template gets: positions as texts (`37.5` per cent of the plot, from left and top) and path data.

Paths are drawn in a box of 1000 by 1000 that is stretched to the plot.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

BOX = 1000


@dataclass(frozen=True, slots=True)
class Tick:
    """A tick of an axis."""

    at: str
    """Where it stands: per cent of the plot, from the left or from the top."""
    text: str
    """The figure beside it."""


@dataclass(frozen=True, slots=True)
class Dot:
    """A point of a chart."""

    x: str
    """Where it lies: per cent of the plot from the left."""
    y: str
    """Where it lies: per cent of the plot from the top."""
    title: str
    """What it says when it is pointed at."""
    kind: str
    """How it is marked: `primary` or `tier` for a ring where a target is read; an empty text for a plain dot."""


@dataclass(frozen=True, slots=True)
class Label:
    """A text beside a point of a chart."""

    x: str
    """Where the point lies: per cent of the plot from the left."""
    y: str
    """Where the point lies: per cent of the plot from the top."""
    dx: str
    """How far the text stands to the right of the point, in pixels."""
    dy: str
    """How far the text's baseline stands below the point, in pixels."""
    anchor: str
    """What of the text stands there: its `start`, `middle` or `end`."""
    text: str
    """The text."""
    kind: str
    """What it names: `series` for a line, `primary` or `tier` for a target."""


@dataclass(frozen=True, slots=True)
class Line:
    """A curve of a chart."""

    tag: str
    """The letter or name that it goes by; an empty text for a line without one."""
    path: str
    """The curve as path data of SVG, in a box of 1000 by 1000; an empty text where it is a single point."""
    dots: tuple[Dot, ...]
    """The points on it."""
    kind: str
    """How it is drawn: classes of `site.css`."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A whole chart. Labels come twice: fewer for narrow screens, all that fit for wide ones."""

    x_ticks: tuple[Tick, ...]
    """The ticks of the axis below."""
    y_ticks: tuple[Tick, ...]
    """The ticks of the axis on the left."""
    lines: tuple[Line, ...]
    """The curves."""
    marks: tuple[Dot, ...]
    """The rings where targets are read."""
    narrow_labels: tuple[Label, ...]
    """The labels for narrow screens."""
    wide_labels: tuple[Label, ...]
    """The labels for wide screens."""


def percent(share: float) -> str:
    """A position between 0 and 1 as a short number of per cent."""
    return f"{share * 100:.1f}".removesuffix(".0")


def path_of(points: Iterable[tuple[float, float]]) -> str:
    """A broken line through points (x from the left, y from the bottom, both 0 to 1)."""
    text = "L".join(f"{x * BOX:.0f} {(1 - y) * BOX:.0f}" for x, y in points)
    return f"M{text}" if text else ""
