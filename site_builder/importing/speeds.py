"""Interactivity: output tokens/s that one user sees, 1 over the matching statistic of a latency."""

from __future__ import annotations

import numpy as np

from site_builder.dataset.schema import SPEEDS
from site_builder.dataset.texts import Texts
from site_builder.importing.columns import Columns

_GAPS = ("itl", "full_response_itl")


def set_speeds(columns: Columns) -> None:
    """Set every interactivity and what it is based on. Gap latencies count only where a format says so: agentic rows of
    InferenceX. A stored speed of a single-turn row is kept, one of an agentic row is not asked."""
    basis = columns.text("intvty_basis").mapped(lambda own: own if own and own != "none" else "tpot")
    by_gap = basis.where(lambda each: each in _GAPS)
    known = np.zeros(columns.size, dtype=bool)
    for statistic in SPEEDS:
        latency = np.where(by_gap, columns.number(f"{statistic}_itl"), columns.number(f"{statistic}_tpot"))
        stored = np.where(by_gap, np.nan, columns.number(f"{statistic}_intvty"))
        speed = np.where(np.isnan(stored), 1 / latency, stored)
        columns.numbers[f"{statistic}_intvty"] = speed
        known |= ~np.isnan(speed)
    columns.texts["intvty_basis"] = basis.replaced(~known, Texts.constant("none", columns.size))
