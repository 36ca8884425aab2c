"""Rows that stand out from their own series: the throughput of one is many times what the others suggest."""

from __future__ import annotations

import numpy as np

from site_builder.dataset.rows import Array, Doubts, Rows
from site_builder.derive.evidence import deployment_gpus
from site_builder.derive.groups import changes, group_codes, order_within
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
    judged = np.flatnonzero(rows["conc"] > 0)
    if len(judged) < len(rows):
        rows, scenario = rows.take(judged), scenario[judged]
    gpus = deployment_gpus(rows)
    known = gpus > 0
    layouts = (np.where(known, -1, rows[name]) for name in _SIZES if not known.all())
    series = group_codes([scenario, *(rows[name] for name in ("hardware", *SERIES)), known.astype(np.int8), *layouts])
    suggested = _suggested(series, rows["conc"], np.where(known, gpus, 1), rows["tput_per_gpu"])
    with np.errstate(invalid="ignore"):
        at = np.flatnonzero(rows["tput_per_gpu"] > MOST_TIMES * suggested)
    return Doubts("outlier", "tput_per_gpu", judged[at], rows["tput_per_gpu"][at], suggested[at])


def _suggested(series: Array, conc: Array, gpus: Array, throughput: Array) -> Array:
    """What the series of each row suggests at its load (n,), conc / gpus; NaN where it does not tell."""
    code, loads = _loads(conc, gpus)
    place = group_codes([series, code])  # one for each load of each series, by series and rising load
    size = np.bincount(place)
    first = np.cumsum(size) - size
    order = order_within(place, (throughput,))
    median = throughput[order[first + (size - 1) // 2]]
    of, load = series[order[first]], loads[code[order[first]]]
    start = np.flatnonzero(changes(of))
    several = np.diff(start, append=len(of))
    start, several = np.repeat(start, several), np.repeat(several, several)
    middle = _middle_of_three(
        load, median, np.clip(np.arange(len(of)) - 1, start, np.maximum(start, start + several - 3))
    )
    found: Array = np.where(several >= 3, middle, np.where(size >= _LEAST_ROWS, median, np.nan))[place]
    return found


def _loads(conc: Array, gpus: Array) -> tuple[Array, Array]:
    """The load of each row as a code (n,), rising with it, and the load of each code. Few are distinct."""
    both = group_codes([conc, gpus])
    first = np.zeros(int(both.max(initial=-1)) + 1, dtype=np.int64)
    first[both] = np.arange(len(both))
    loads, code = np.unique(conc[first] / gpus[first], return_inverse=True)
    return code[both], loads


def _middle_of_three(load: Array, median: Array, window: Array) -> Array:
    """The middle one of what three places (window, window + 1, window + 2) suggest at each load (k,)."""
    near = (np.minimum(window + step, len(load) - 1) for step in range(3))
    one, two, three = (median[at] * np.maximum(1.0, load / load[at]) for at in near)
    return np.asarray(np.maximum(np.minimum(one, two), np.minimum(np.maximum(one, two), three)))
