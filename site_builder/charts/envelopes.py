"""The chart of overviews: the best of all series of several ladders, one line for each, named beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from site_builder.charts.axis import Axis, make_axis
from site_builder.charts.drawing import Chart, Dot, Line, Tick, path_of, percent
from site_builder.charts.frontier import (
    NARROW,
    NARROW_GROWTH,
    WIDE,
    WIDE_GROWTH,
    envelope_points,
    mark_of,
    thinned,
    tick_text,
    tier_text,
)
from site_builder.charts.labels import Wish, place_labels
from site_builder.derive.figures import Ladder, Read

_STYLES = 6


@dataclass(frozen=True, slots=True)
class Envelope:
    """The best of all series of a ladder: points (tok/s per user rising, tokens/s per GPU), and its reads in reach."""

    points: tuple[tuple[float, float], ...]
    reached: tuple[Read, ...]


@dataclass(frozen=True, slots=True)
class NamedEnvelope:
    """An envelope as a line of a chart. tag: what stands for its name where that does not fit."""

    name: str
    tag: str
    envelope: Envelope


def envelope_of(ladder: Ladder) -> Envelope:
    """The envelope of a ladder with curves."""
    reached = tuple(read for read in ladder.reads if read.throughput_tok_s_gpu is not None)
    return Envelope(tuple(envelope_points(ladder.curves, reached)), reached)


def draw_envelopes(lines: Sequence[NamedEnvelope], primary: float) -> Chart:
    """One line for each envelope, one at least, marked where it is read at the primary target."""
    points = [point for one in lines for point in one.envelope.points]
    tiers = [read.tier for one in lines for read in one.envelope.reached]
    x = make_axis([*(speed for speed, _ in points), *tiers], 4)
    y = make_axis([throughput for _, throughput in points], 6)
    drawn = [thinned([(x.at(at), y.at(best)) for at, best in one.envelope.points]) for one in lines]
    marks = [_mark(one, primary, x, y) for one in lines]
    narrow, wide = [], []
    for one, line in zip(lines, drawn, strict=True):
        places = tuple(dict.fromkeys((line[-1], line[len(line) // 2], line[0])))
        narrow.append(Wish(places, one.tag, "series", short=one.tag))
        wide.append(Wish(places, one.name, "series", short=one.tag))
    return Chart(
        x_ticks=tuple(Tick(percent(x.at(tick)), tick_text(tick)) for tick in x.ticks),
        y_ticks=tuple(Tick(percent(1 - y.at(tick)), tick_text(tick)) for tick in y.ticks),
        lines=tuple(
            Line(one.tag, path_of(line), (), f"envelope e{place % _STYLES}")
            for place, (one, line) in enumerate(zip(lines, drawn, strict=True))
        ),
        marks=tuple(mark for mark in marks if mark is not None),
        narrow_labels=place_labels(narrow, NARROW, drawn, growth=NARROW_GROWTH),
        wide_labels=place_labels(wide, WIDE, drawn, growth=WIDE_GROWTH),
    )


def _mark(line: NamedEnvelope, primary: float, x: Axis, y: Axis) -> Dot | None:
    read = next((read for read in line.envelope.reached if read.tier == primary), None)
    return mark_of(read, x, y, "primary", f"{line.name}: {tier_text(read)}") if read else None
