"""Places labels so that they cross neither each other, nor the curve, nor the frame, whatever the data.

Everything here is in pixels of a plot of an assumed size, y downwards. A wider plot only moves things apart.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from site_builder.charts.drawing import Label, percent

_CHAR_WIDTH, _LINE_HEIGHT = 7.2, 14.0
_GAP = 2.0
# Where a label may stand, as (dx, dy of its baseline, anchor), the best place first.
_PLACES = (
    (8, -8, "start"),
    (-8, 17, "end"),
    (9, 4, "start"),
    (0, -11, "middle"),
    (-9, 4, "end"),
    (8, 17, "start"),
    (-8, -8, "end"),
    (0, 22, "middle"),
    (16, -20, "start"),
    (-16, 30, "end"),
    (24, -34, "start"),
    (-24, 44, "end"),
)


@dataclass(frozen=True, slots=True)
class Wish:
    """A label to place: the points (0 to 1, from left and bottom) it may stand beside, in order of liking.

    short: what stands in its place where the text does not fit; it is placed even where it must touch something."""

    points: tuple[tuple[float, float], ...]
    text: str
    kind: str
    short: str = ""


@dataclass(frozen=True, slots=True)
class _Box:
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: _Box) -> bool:
        return (
            self.left < other.right + _GAP
            and other.left < self.right + _GAP
            and self.top < other.bottom + _GAP
            and other.top < self.bottom + _GAP
        )


class _Plot:
    """The plot's size, the curves in it, and the labels placed so far."""

    def __init__(self, width: float, height: float, curves: Sequence[Sequence[tuple[float, float]]]) -> None:
        self.width, self.height = width, height
        self._curves = [([x * width for x, _ in curve], [(1 - y) * height for _, y in curve]) for curve in curves]
        self.boxes: list[_Box] = []

    def clashes(self, box: _Box) -> int:
        """How many things a label in this box would touch."""
        outside = box.left < 0 or box.right > self.width or box.top < 0 or box.bottom > self.height
        crossed = sum(_crosses(xs, ys, box) for xs, ys in self._curves)
        return 4 * outside + 2 * crossed + sum(box.meets(other) for other in self.boxes)


def _crosses(xs: Sequence[float], ys: Sequence[float], box: _Box) -> bool:
    """A curve crosses a box when, between the box's sides, some of its heights do."""
    if not xs or box.right + _GAP < xs[0] or box.left - _GAP > xs[-1]:
        return False
    first = max(bisect_left(xs, box.left - _GAP) - 1, 0)
    last = min(bisect_left(xs, box.right + _GAP), len(xs) - 1)
    between = ys[first : last + 1]
    return min(between) - _GAP < box.bottom and max(between) + _GAP > box.top


def place_labels(
    wishes: Sequence[Wish], size: tuple[float, float], curves: Sequence[Sequence[tuple[float, float]]] = ()
) -> tuple[Label, ...]:
    """Labels for as many wishes as fit, first come, first served. curves: their points (0 to 1), to stay clear of."""
    plot = _Plot(*size, curves)
    placed = (_place(plot, wish) for wish in wishes)
    return tuple(label for label in placed if label is not None)


def _place(plot: _Plot, wish: Wish) -> Label | None:
    clashes, box, label = _best_place(plot, wish, wish.text)
    if clashes and wish.short:
        clashes, box, label = _best_place(plot, wish, wish.short)
    if clashes and not wish.short:
        return None
    plot.boxes.append(box)
    return label


def _best_place(plot: _Plot, wish: Wish, text: str) -> tuple[int, _Box, Label]:
    """The first place where a text touches nothing, or else the one where it touches least, with how much that is."""
    tried = []
    for x, y in wish.points:
        for dx, dy, anchor in _PLACES:
            box = _box(text, x * plot.width + dx, (1 - y) * plot.height + dy, anchor)
            label = Label(percent(x), percent(1 - y), str(dx), str(dy), anchor, text, wish.kind)
            tried.append((plot.clashes(box), box, label))
            if not tried[-1][0]:
                return tried[-1]
    return min(tried, key=lambda found: found[0])


def _box(text: str, x: float, baseline: float, anchor: str) -> _Box:
    width = len(text) * _CHAR_WIDTH
    left = {"start": x, "middle": x - width / 2, "end": x - width}[anchor]
    return _Box(left, baseline - _LINE_HEIGHT + 3, left + width, baseline + 3)
