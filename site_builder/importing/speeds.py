"""Interactivity: output tokens/s that one user sees, 1 over the matching statistic of a latency."""

from __future__ import annotations

import numpy as np

from site_builder.dataset.schema import SPEEDS, STATISTICS
from site_builder.dataset.texts import Texts
from site_builder.importing.columns import Columns

_GAPS = ("itl", "full_response_itl")


def set_speeds(columns: Columns) -> None:
    """Set every interactivity and what it is based on. Gap latencies count only where a format says so: agentic rows of
    InferenceX. A stored speed of a single-turn row is kept, one of an agentic row is not asked."""
    _prefer_full_responses(columns)
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


def _prefer_full_responses(columns: Columns) -> None:
    """Gaps of full responses replace the other gaps of a row; percentiles that they lack are dropped."""
    full = {name: columns.number(f"{name}_full_response_itl") for name in STATISTICS}
    has_full = np.any([~np.isnan(values) for values in full.values()], axis=0)
    if has_full.any():
        for name, values in full.items():
            columns.numbers[f"{name}_itl"] = np.where(has_full, values, columns.number(f"{name}_itl"))
        basis = columns.text("intvty_basis")
        columns.texts["intvty_basis"] = basis.replaced(has_full, Texts.constant("full_response_itl", columns.size))
