"""The frontier chart: tokens/s per GPU over tok/s per user, the best of all series strong, each series quiet."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from site_builder.charts.axis import Axis, make_axis
from site_builder.charts.drawing import BOX, Chart, Dot, Line, Tick, path_of, percent
from site_builder.charts.labels import Wish, place_labels
from site_builder.dataset.rows import Array
from site_builder.derive.curve import curve_values
from site_builder.derive.figures import Ladder, Read, SeriesCurve, SweepPoint
from site_builder.formats import format_throughput, format_tier, marked_throughput

NARROW, WIDE = (204.0, 264.0), (587.0, 288.0)
NARROW_GROWTH, WIDE_GROWTH = 390.0, 320.0  # the plot is 204 to 594 px wide on screens up to 44rem, 587 to 907 above
_SEGMENT_SAMPLES = 8
_VISIBLE = 0.0006
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def draw_frontier(
    ladder: Ladder,
    primary: float,
    name_of: Callable[[SeriesCurve], str],
    title_of: Callable[[SeriesCurve, SweepPoint], str],
) -> Chart:
    """The chart of a ladder with curves. name_of: what a series is called; title_of: what a point says."""
    points = [point for curve in ladder.curves for point in curve.points]
    reached = [read for read in ladder.reads if read.throughput_tok_s_gpu is not None]
    x = make_axis([*(p.interactivity_tok_s_user for p in points), *(read.tier for read in reached)], 4)
    y = make_axis([p.throughput_tok_s_gpu for p in points], 6)
    envelope = thinned([(x.at(at), y.at(best)) for at, best in envelope_points(ladder.curves, reached)])
    lines = [
        _line(curve, tag, f"series s{place % 3}", (x, y), title_of)
        for place, (curve, tag) in enumerate(zip(ladder.curves, series_tags(), strict=False))
    ]
    tiers = [_tier_wish(read, x, y, is_primary=read.tier == primary) for read in reached]
    first = sorted(tiers, key=lambda wish: wish.kind != "primary")
    tags, names = [], []
    for curve, tag in zip(ladder.curves, series_tags(), strict=False):
        places = tuple((x.at(curve.x[k]), y.at(curve.y[k])) for k in _label_knots(len(curve.x)))
        tags.append(Wish(places, tag, "series", short=tag))
        names.append(Wish(places, f"{tag} {name_of(curve)}", "series", short=tag))
    return Chart(
        x_ticks=tuple(Tick(percent(x.at(tick)), tick_text(tick)) for tick in x.ticks),
        y_ticks=tuple(Tick(percent(1 - y.at(tick)), tick_text(tick)) for tick in y.ticks),
        lines=(*lines, Line("", path_of(envelope), (), "best")),
        marks=tuple(
            mark_of(read, x, y, "primary" if read.tier == primary else "tier", tier_text(read)) for read in reached
        ),
        narrow_labels=place_labels([*first, *tags], NARROW, [envelope], growth=NARROW_GROWTH),
        wide_labels=place_labels([*first, *names], WIDE, [envelope], growth=WIDE_GROWTH),
    )


def _label_knots(knots: int) -> list[int]:
    """The knots that a series' label may stand beside: its fastest, its slowest, one between."""
    return list(dict.fromkeys((knots - 1, 0, knots // 2)))


def series_tags() -> Iterator[str]:
    """A, B, … Z, AA, AB, …: what series are called where their name does not fit."""
    yield from _LETTERS
    for first in _LETTERS:
        yield from (first + second for second in _LETTERS)


def envelope_points(curves: Sequence[SeriesCurve], reached: Sequence[Read]) -> list[tuple[float, float]]:
    """The best of all curves (interactivity rising, throughput never rising), dense enough to draw.

    Left of its slowest knot a curve counts with that knot, since it serves every slower target.
    """
    knots = [(np.array(curve.x), np.array(curve.y), np.array(curve.slope)) for curve in curves]
    ends = np.array([curve.x[-1] for curve in curves])
    first = [min([*(curve.x[0] for curve in curves), *(read.tier for read in reached)])]
    at = np.unique(np.concatenate([first, *(_dense(x) for x, _, _ in knots), ends, np.nextafter(ends, np.inf)]))
    at = at[at <= ends.max()]
    best = np.fmax.reduce([curve_values(x, y, slope, at) for x, y, slope in knots])
    return list(zip(at.tolist(), best.tolist(), strict=True))


def _dense(x: Array) -> Array:
    """Speeds on a curve that are close enough to draw it with straight lines between them."""
    steps = np.arange(_SEGMENT_SAMPLES) / _SEGMENT_SAMPLES
    return np.append((x[:-1, None] + np.diff(x)[:, None] * steps).reshape(-1), x[-1])


def thinned(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Points without those that a straight line between their neighbours would show just as well."""
    kept = list(points[:1])
    for at in range(1, len(points) - 1):
        (x0, y0), (x1, y1), (x2, y2) = kept[-1], points[at], points[at + 1]
        off = abs((x2 - x0) * (y1 - y0) - (x1 - x0) * (y2 - y0))
        if off > _VISIBLE * math.hypot(x2 - x0, y2 - y0):
            kept.append(points[at])
    return [*kept, *points[-1:]] if len(points) > 1 else kept


def _line(
    curve: SeriesCurve,
    tag: str,
    kind: str,
    axes: tuple[Axis, Axis],
    title_of: Callable[[SeriesCurve, SweepPoint], str],
) -> Line:
    x, y = axes
    dots = tuple(
        Dot(
            percent(x.at(point.interactivity_tok_s_user)),
            percent(1 - y.at(point.throughput_tok_s_gpu)),
            title_of(curve, point),
            "",
        )
        for point in curve.points
    )
    return Line(tag, _curve_path(curve, x, y), dots, kind)


def _curve_path(curve: SeriesCurve, x: Axis, y: Axis) -> str:
    """The curve itself: exact cubic pieces on linear axes, short straight ones where an axis counts in decades."""
    if len(curve.x) < 2:
        return ""
    if x.is_log or y.is_log:
        return path_of((x.at(at), y.at(value)) for at, value in envelope_points([curve], []))
    scale_x, scale_y = BOX / (x.high - x.low), BOX / (y.high - y.low)
    pieces = [f"M{curve.x[0] * scale_x:.0f} {BOX - curve.y[0] * scale_y:.0f}"]
    for k in range(len(curve.x) - 1):
        third = (curve.x[k + 1] - curve.x[k]) / 3
        controls = (
            (curve.x[k] + third, curve.y[k] + curve.slope[k] * third),
            (curve.x[k + 1] - third, curve.y[k + 1] - curve.slope[k + 1] * third),
            (curve.x[k + 1], curve.y[k + 1]),
        )
        pieces.append("C" + " ".join(f"{px * scale_x:.0f} {BOX - py * scale_y:.0f}" for px, py in controls))
    return "".join(pieces)


def mark_of(read: Read, x: Axis, y: Axis, kind: str, title: str) -> Dot:
    """A ring where a ladder is read. kind: primary or tier; title: what it says when it is pointed at."""
    assert read.throughput_tok_s_gpu is not None, "only reads in reach are marked"
    return Dot(percent(x.at(read.tier)), percent(1 - y.at(read.throughput_tok_s_gpu)), title, kind)


def _tier_wish(read: Read, x: Axis, y: Axis, *, is_primary: bool) -> Wish:
    assert read.throughput_tok_s_gpu is not None, "only reads in reach are labelled"
    point = (x.at(read.tier), y.at(read.throughput_tok_s_gpu))
    return Wish((point,), tier_text(read), *(("primary", format_tier(read.tier)) if is_primary else ("tier",)))


def tier_text(read: Read) -> str:
    """What a mark says: `3,504 at 50`."""
    assert read.throughput_tok_s_gpu is not None, "only reads in reach are written"
    value = marked_throughput(format_throughput(read.throughput_tok_s_gpu), read.kind)
    return f"{value} at {format_tier(read.tier)}"


def tick_text(value: float) -> str:
    """The figure beside a tick of a speed or throughput axis."""
    return format_tier(round(value, 10))
