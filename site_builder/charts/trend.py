"""Two small charts: what a million tokens cost over the targets, and how a read moved over time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from site_builder.charts.axis import make_axis
from site_builder.charts.drawing import Chart, Dot, Label, Line, Tick, path_of, percent
from site_builder.charts.labels import Wish, place_labels
from site_builder.derive.figures import HistoryPoint
from site_builder.formats import format_date, format_throughput, format_tier, format_usd_per_million, marked_throughput

NARROW, WIDE = (204.0, 216.0), (587.0, 192.0)
NARROW_GROWTH, WIDE_GROWTH = 390.0, 320.0
_LABEL_ROOM = 1.25
_LINE_GAP = 16.0


@dataclass(frozen=True, slots=True)
class CostLine:
    """What one price tier makes of the reads in reach: (target, $ per million tokens, as written)."""

    name: str
    points: tuple[tuple[float, float, str], ...]


def draw_costs(lines: Sequence[CostLine]) -> Chart:
    """$ per million tokens over the per-user targets, one line for each price tier, named at its end where wide."""
    x = make_axis([tier for line in lines for tier, _, _ in line.points], 6, headroom=_LABEL_ROOM)
    y = make_axis([cost for line in lines for _, cost, _ in line.points], 5)
    drawn, ends = [], []
    for number, line in enumerate(lines):
        places = [(x.at(tier), y.at(cost)) for tier, cost, _ in line.points]
        dots = tuple(
            Dot(percent(px), percent(1 - py), f"{line.name}: {text} at {format_tier(tier)}", "")
            for (px, py), (tier, _, text) in zip(places, line.points, strict=True)
        )
        ends.append((*places[-1], line.name))
        drawn.append(Line(line.name, path_of(places), dots, f"price-{min(number, 2)}"))
    return Chart(
        x_ticks=tuple(Tick(percent(x.at(tick)), format_tier(round(tick, 10))) for tick in x.ticks),
        y_ticks=tuple(Tick(percent(1 - y.at(t)), format_usd_per_million(t) if t else "$0") for t in y.ticks),
        lines=tuple(drawn),
        marks=(),
        narrow_labels=(),
        wide_labels=tuple(_end_labels(ends)),
    )


def _end_labels(ends: Sequence[tuple[float, float, str]]) -> Iterator[Label]:
    """Names at the ends of lines, in the order of the lines and pushed apart, each as near to its own end as may be."""
    height = WIDE[1]
    ordered = sorted(ends, key=lambda end: -end[1])
    own = [(1 - y) * height for _, y, _ in ordered]
    at = list(own)
    for place in range(1, len(at)):
        at[place] = max(at[place], at[place - 1] + _LINE_GAP)
    lowest = height
    for place in reversed(range(len(at))):
        at[place] = min(at[place], lowest - _LINE_GAP * (len(at) - 1 - place))
    for (x, y, name), end, label in zip(ordered, own, at, strict=True):
        yield Label(
            percent(x), percent(1 - y), "10", f"{label - end + 4:.1f}".removesuffix(".0"), "start", name, "series"
        )


def draw_history(points: Sequence[HistoryPoint]) -> Chart | None:
    """A read over time, from the dates on which it was in reach; None with fewer than two of them."""
    known = [
        (point.date.toordinal(), point.throughput_tok_s_gpu, point) for point in points if point.throughput_tok_s_gpu
    ]
    if len(known) < 2:
        return None
    first, last = known[0][0], known[-1][0]
    y = make_axis([value for _, value, _ in known], 4)
    places = [((day - first) / (last - first), y.at(value)) for day, value, _ in known]
    texts = [marked_throughput(format_throughput(value), point.kind) for _, value, point in known]
    dots = tuple(
        Dot(percent(px), percent(1 - py), f"{format_date(point.date)}: {text}", "")
        for (px, py), text, (_, _, point) in zip(places, texts, known, strict=True)
    )
    wishes = [Wish((places[-1],), texts[-1], "series", short=texts[-1]), Wish((places[0],), texts[0], "series")]
    return Chart(
        x_ticks=(Tick("0", format_date(known[0][2].date)), Tick("100", format_date(known[-1][2].date))),
        y_ticks=tuple(Tick(percent(1 - y.at(tick)), format_tier(round(tick, 10))) for tick in y.ticks),
        lines=(Line("", path_of(places), dots, "best"),),
        marks=(),
        narrow_labels=place_labels(wishes, NARROW, [places], growth=NARROW_GROWTH),
        wide_labels=place_labels(wishes, WIDE, [places], growth=WIDE_GROWTH),
    )
