"""Places labels so that they cross neither each other, nor the curve, nor the frame, whatever the data.

Everything here is in pixels, y downwards. A plot has one height and any width between two ends. Places move evenly with
the width, so labels that keep their sides at both ends keep them between; a check at one end would not do.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from site_builder.charts.drawing import Label, percent

_CHAR_WIDTH, _LINE_HEIGHT, _DESCENT = 8.4, 15.0, 3.0  # of a wide system font, bold, at 13 px
_GAP = 2.0
_SHIFT = {"start": 0.0, "middle": 0.5, "end": 1.0}
# Where a label may stand, as (dx, dy of its baseline, anchor), the best place first.
_PLACES = (
    (8, -8, "start"),
    (9, 4, "start"),
    (16, -20, "start"),
    (0, -11, "middle"),
    (24, -34, "start"),
    (-8, 17, "end"),
    (-9, 4, "end"),
    (8, 17, "start"),
    (-8, -8, "end"),
    (0, 22, "middle"),
    (-16, 30, "end"),
    (-24, 44, "end"),
)
# The name of a series stands close to its own line, or a reader would take it for that of another.
_NEAR = tuple(place for place in _PLACES if abs(place[1]) <= 22 and abs(place[0]) <= 9)


@dataclass(frozen=True, slots=True)
class Wish:
    """A label to place: the points (0 to 1, from left and bottom) it may stand beside, in order of liking.

    short: what stands in its place where the text does not fit; it is placed even where it must touch something."""

    points: tuple[tuple[float, float], ...]
    text: str
    kind: str
    short: str = ""


# left, top, right and bottom in the narrowest plot; how much further to the right it stands in the widest one.
_Box = tuple[float, float, float, float, float]


class _Plot:
    """The plot's size, how far it may grow, the curves in it, and the labels placed so far."""

    def __init__(
        self, size: tuple[float, float], growth: float, curves: Sequence[Sequence[tuple[float, float]]]
    ) -> None:
        self.width, self.height = size
        self.growth = growth
        self._curves = [(_scaled(curve, size), _scaled(curve, (size[0] + growth, size[1]))) for curve in curves]
        self.boxes: list[_Box] = []

    def is_inside(self, box: _Box) -> bool:
        """Whether a label in this box stays in the frame."""
        return box[0] >= 0 and box[1] >= 0 and box[2] <= self.width and box[3] <= self.height

    def is_free(self, box: _Box) -> bool:
        """Whether a label in this box touches neither the frame, nor another label, nor a curve."""
        if not self.is_apart(box):
            return False
        sides = box[0] - _GAP, box[1] - _GAP, box[2] + _GAP, box[3] + _GAP
        return not any(_crosses(*low, sides, 0) or _crosses(*high, sides, box[4]) for low, high in self._curves)

    def is_apart(self, box: _Box) -> bool:
        """Whether a label in this box touches neither the frame nor another label, however wide the plot."""
        if not self.is_inside(box):
            return False
        left, top, right, bottom = box[0] - _GAP, box[1] - _GAP, box[2] + _GAP, box[3] + _GAP
        for other in self.boxes:
            if top < other[3] and other[1] < bottom:
                apart = box[4] - other[4]
                before = right <= other[0] and right + apart <= other[0]
                behind = left >= other[2] and left + apart >= other[2]
                if not (before or behind):
                    return False
        return True


_Scaled = tuple[list[float], list[float]]


def _scaled(curve: Sequence[tuple[float, float]], size: tuple[float, float]) -> _Scaled:
    return [x * size[0] for x, _ in curve], [(1 - y) * size[1] for _, y in curve]


def _crosses(xs: Sequence[float], ys: Sequence[float], sides: tuple[float, float, float, float], shift: float) -> bool:
    """A curve crosses a box when, between the box's sides, some of its heights do."""
    left, top, right, bottom = sides[0] + shift, sides[1], sides[2] + shift, sides[3]
    if not xs or right < xs[0] or left > xs[-1]:
        return False
    between = ys[max(bisect_left(xs, left) - 1, 0) : bisect_left(xs, right) + 1]
    return min(between) < bottom and max(between) > top


def place_labels(
    wishes: Sequence[Wish],
    size: tuple[float, float],
    curves: Sequence[Sequence[tuple[float, float]]] = (),
    *,
    growth: float = 0.0,
) -> tuple[Label, ...]:
    """Labels for as many wishes as fit, first come, first served. curves: their points (0 to 1), to stay clear of.
    growth: by how many pixels the plot may be wider than `size`."""
    plot = _Plot(size, growth, curves)
    placed = [_place(plot, wish) for wish in wishes]
    return tuple([label for label in placed if label is not None])


def _place(plot: _Plot, wish: Wish) -> Label | None:
    """The first free place of a wish; for its short text, where there is none, one on a curve, or on anything."""
    for text in (wish.text, wish.short) if wish.short else (wish.text,):
        found = _first_place(plot, wish, text, plot.is_free)
        if found:
            return found
    if not wish.short:
        return None
    for fits in (plot.is_apart, plot.is_inside, lambda _: True):
        found = _first_place(plot, wish, wish.short, fits)
        if found:
            return found
    return None  # a wish without a point


def _first_place(plot: _Plot, wish: Wish, text: str, fits: Callable[[_Box], bool]) -> Label | None:
    width = len(text) * _CHAR_WIDTH
    for x, y in wish.points:
        px, py = x * plot.width, (1 - y) * plot.height
        for dx, dy, anchor in _NEAR if wish.kind == "series" else _PLACES:
            left = px + dx - _SHIFT[anchor] * width
            bottom = py + dy + _DESCENT
            box = (left, bottom - _LINE_HEIGHT, left + width, bottom, x * plot.growth)
            if fits(box):
                plot.boxes.append(box)
                return Label(percent(x), percent(1 - y), str(dx), str(dy), anchor, text, wish.kind)
    return None
