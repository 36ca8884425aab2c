"""Rows that stand out from their own series: the throughput of one is many times what the others suggest."""

from __future__ import annotations

import numpy as np

from site_builder.dataset.rows import Array, Doubts, Rows
from site_builder.derive.evidence import deployment_gpus
from site_builder.derive.groups import dense, group_codes
from site_builder.derive.lines import SERIES

MOST_TIMES = 4.0
_LEAST_ROWS = 3
# What tells deployments of different sizes apart where the number of GPUs is not known.
_SIZES = (
    *("prefill_tp", "prefill_pp", "prefill_pcp_size", "prefill_num_workers"),
    *("decode_tp", "decode_pp", "decode_pcp_size", "decode_num_workers", "num_prefill_gpu", "num_decode_gpu"),
)


def find_outliers(rows: Rows, scenario: Array) -> Doubts:
    """Usable rows whose throughput is more than four times what their own series suggests.

    rows (n,): usable ones of all runs, so that a new row is held against older ones; scenario (n,).
    The load of a row is its concurrency per GPU, or its concurrency where the GPUs are not known; then only rows of one
    layout are compared. Throughput grows no faster than load, so a series suggests at a load: the median of its rows
    there and at the two nearest loads, the latter raised in proportion where their load is lower; the middle of these
    three counts. Without two other loads, the median there counts if it is of three rows or more.

    Of the 435 measured rows that the rule was made on none is above 1.6 times. Too low a throughput is passed over:
    every frontier leaves it out by itself. So is a row without a concurrency.
    """
    gpus = deployment_gpus(rows)
    known = gpus > 0
    load = rows["conc"] / np.where(known, gpus, 1)
    judged = np.flatnonzero(rows["conc"] > 0)
    alike = (scenario, *(rows[name] for name in ("hardware", *SERIES)), known)
    layouts = (np.where(known, -1, rows[name]) for name in _SIZES if not known.all())
    series = group_codes(column[judged] for column in (*alike, *layouts))
    suggested = np.full(len(rows), np.nan)
    suggested[judged] = _suggested(series, load[judged], rows["tput_per_gpu"][judged])
    with np.errstate(invalid="ignore"):
        at = np.flatnonzero(rows["tput_per_gpu"] > MOST_TIMES * suggested)
    return Doubts("outlier", "tput_per_gpu", at, rows["tput_per_gpu"][at], suggested[at])


def _suggested(series: Array, load: Array, throughput: Array) -> Array:
    """What the series of each row suggests at its load (n,), NaN where it does not tell."""
    if not len(series):
        return np.zeros(0)
    place = group_codes([series, dense(load)])  # one for each load of each series, by series and rising load
    size = np.bincount(place)
    first = np.cumsum(size) - size
    order = np.lexsort((throughput, place))
    median = throughput[order][first + (size - 1) // 2]
    of, at_load = series[order][first], load[order][first]
    start, end = np.searchsorted(of, of), np.searchsorted(of, of, "right")
    window = np.clip(np.arange(len(of)) - 1, start, np.maximum(start, end - 3))
    near = np.minimum(window[:, None] + np.arange(3), end[:, None] - 1)
    raised = median[near] * np.maximum(1.0, at_load[:, None] / at_load[near])
    middle = np.sort(raised, axis=1)[:, 1]
    alone = np.where(size >= _LEAST_ROWS, median, np.nan)
    found: Array = np.where(end - start >= 3, middle, alone)[place]
    return found
