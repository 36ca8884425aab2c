"""Axes: where a value lies between the ends of a plot, and which round values get a tick."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

# From this ratio of the largest to the smallest value on, an axis counts in decades.
LOG_RATIO = 1000.0
_HEADROOM = 1.06


@dataclass(frozen=True, slots=True)
class Axis:
    """From `low` to `high`, linear or in decades, with rising round `ticks` inside it."""

    low: float
    high: float
    is_log: bool
    ticks: tuple[float, ...]

    def at(self, value: float) -> float:
        """Where a value lies: 0 at the low end, 1 at the high end, never outside."""
        if self.is_log:
            where = (math.log10(max(value, self.low)) - math.log10(self.low)) / math.log10(self.high / self.low)
        else:
            where = (value - self.low) / (self.high - self.low)
        return 0.0 if where < 0 else where if where < 1 else 1.0


def make_axis(values: Iterable[float], most_ticks: int, *, headroom: float = _HEADROOM) -> Axis:
    """An axis for values above zero: from zero, or in decades where the values span three of them or more.

    headroom: how far a linear axis goes on beyond the largest value, as a factor."""
    known = list(values)
    low, high = min(known), max(known)
    if high / low >= LOG_RATIO:
        return _log_axis(low, high, most_ticks)
    top = high * headroom
    step = _round_step(top / most_ticks)
    return Axis(0.0, top, False, tuple(step * count for count in range(int(top / step) + 1)))


def _log_axis(low: float, high: float, most_ticks: int) -> Axis:
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    every = max(1, math.ceil((last - first + 1) / most_ticks))
    return Axis(10.0**first, 10.0**last, True, tuple(10.0**power for power in range(first, last + 1, every)))


def _round_step(least: float) -> float:
    """The smallest of 1, 2, 2.5 or 5 times a power of ten that is not below `least`."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= least * (1 - 1e-9))
