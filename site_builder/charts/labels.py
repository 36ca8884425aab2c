"""Places labels so that they cross neither each other, nor the curve, nor the frame, whatever the data.

Everything here is in pixels of a plot of an assumed size, y downwards. A wider plot only moves things apart.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from site_builder.charts.drawing import Label, percent

_CHAR_WIDTH, _LINE_HEIGHT, _DESCENT = 7.2, 14.0, 3.0
_GAP = 2.0
_SHIFT = {"start": 0.0, "middle": 0.5, "end": 1.0}
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


_Box = tuple[float, float, float, float]  # left, top, right, bottom


class _Plot:
    """The plot's size, the curves in it, and the labels placed so far."""

    def __init__(self, size: tuple[float, float], curves: Sequence[Sequence[tuple[float, float]]]) -> None:
        self.width, self.height = size
        self._curves = [([x * size[0] for x, _ in curve], [(1 - y) * size[1] for _, y in curve]) for curve in curves]
        self.boxes: list[_Box] = []

    def is_inside(self, box: _Box) -> bool:
        """Whether a label in this box stays in the frame."""
        return box[0] >= 0 and box[1] >= 0 and box[2] <= self.width and box[3] <= self.height

    def is_free(self, box: _Box) -> bool:
        """Whether a label in this box touches neither the frame, nor another label, nor a curve."""
        if not self.is_inside(box):
            return False
        left, top, right, bottom = box[0] - _GAP, box[1] - _GAP, box[2] + _GAP, box[3] + _GAP
        for other in self.boxes:
            if left < other[2] and other[0] < right and top < other[3] and other[1] < bottom:
                return False
        return not any(_crosses(xs, ys, (left, top, right, bottom)) for xs, ys in self._curves)


def _crosses(xs: Sequence[float], ys: Sequence[float], box: _Box) -> bool:
    """A curve crosses a box when, between the box's sides, some of its heights do."""
    left, top, right, bottom = box
    if not xs or right < xs[0] or left > xs[-1]:
        return False
    between = ys[max(bisect_left(xs, left) - 1, 0) : bisect_left(xs, right) + 1]
    return min(between) < bottom and max(between) > top


def place_labels(
    wishes: Sequence[Wish], size: tuple[float, float], curves: Sequence[Sequence[tuple[float, float]]] = ()
) -> tuple[Label, ...]:
    """Labels for as many wishes as fit, first come, first served. curves: their points (0 to 1), to stay clear of."""
    plot = _Plot(size, curves)
    placed = [_place(plot, wish) for wish in wishes]
    return tuple([label for label in placed if label is not None])


def _place(plot: _Plot, wish: Wish) -> Label | None:
    """The first free place of a wish; for its short text, where there is none, the first one inside the frame."""
    for text in (wish.text, wish.short) if wish.short else (wish.text,):
        found = _first_place(plot, wish, text, plot.is_free)
        if found:
            return found
    if not wish.short:
        return None
    return _first_place(plot, wish, wish.short, plot.is_inside) or _first_place(plot, wish, wish.short, lambda _: True)


def _first_place(plot: _Plot, wish: Wish, text: str, fits: Callable[[_Box], bool]) -> Label | None:
    width = len(text) * _CHAR_WIDTH
    for x, y in wish.points:
        px, py = x * plot.width, (1 - y) * plot.height
        for dx, dy, anchor in _PLACES:
            left = px + dx - _SHIFT[anchor] * width
            bottom = py + dy + _DESCENT
            box = (left, bottom - _LINE_HEIGHT, left + width, bottom)
            if fits(box):
                plot.boxes.append(box)
                return Label(percent(x), percent(1 - y), str(dx), str(dy), anchor, text, wish.kind)
    return None
