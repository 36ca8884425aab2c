"""What each rule says about a row that it doubts: the figure found and the figure expected, in one line."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from decimal import Decimal

from site_builder.dataset.rows import Rows
from site_builder.derive.doubts import (
    LEAST_SUCCESS,
    LENGTH_TOLERANCE,
    LOAD_TOLERANCE,
    LONGEST_S,
    PARTS_TOLERANCE,
    SHORTEST_S,
    SPEED_TOLERANCE,
)
from site_builder.derive.findings import Finding
from site_builder.derive.outliers import MOST_TIMES


def describe(finding: Finding, rows: Rows) -> tuple[str, str]:
    """The message of a finding, and a hint, which may be empty. rows: all that were read."""
    return _WORDS[finding.rule](finding, rows)


def figure(value: float) -> str:
    """A figure as messages write it: four digits, or all before the point, thousands separated."""
    if value == float("inf"):
        return "infinity"
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{Decimal(f'{value:.4g}').normalize():f}"


def _percent(share: float) -> str:
    return f"{share * 100:.0f} %"


def _load(one: Finding, rows: Rows) -> tuple[str, str]:
    conc = rows.cell("conc", one.position)
    message = (
        f"{figure(one.found)} output tokens/s in all, but {conc:,} requests at a time and the mean E2EL "
        f"make {figure(one.expected)}, expected the two within {_percent(LOAD_TOLERANCE)}"
    )
    return message, "is the number of GPUs right, and were so many requests under way at a time?"


def _parts(one: Finding, rows: Rows) -> tuple[str, str]:
    message = (
        f"tput_per_gpu makes {figure(one.found)} tokens/s, but input and output make {figure(one.expected)}, "
        f"expected the two within {_percent(PARTS_TOLERANCE)}"
    )
    by_role = "input counts per prefill GPU and output per decode GPU: are num_prefill_gpu and num_decode_gpu right?"
    return message, by_role if rows.cell("disagg", one.position) == 1 else ""


def _length(one: Finding, rows: Rows) -> tuple[str, str]:
    nominal = "isl" if one.column == "mean_input_tokens" else "osl"
    limit = f"within {_percent(LENGTH_TOLERANCE)} of {nominal}, {figure(one.expected)}"
    return f"{one.column} is {figure(one.found)}, expected it {limit}", ""


def _unit(one: Finding, rows: Rows) -> tuple[str, str]:
    limits = f"from {figure(SHORTEST_S)} to {figure(LONGEST_S)} s"
    return f"{one.column} is {figure(one.found)} s, expected {limits}", "latencies are stored in seconds"


def _order(one: Finding, rows: Rows) -> tuple[str, str]:
    if one.column == "p99_intvty":
        message = f"p99_intvty is {figure(one.found)} tok/s, expected the median, {figure(one.expected)}, at most"
        return message, "p99 is the slow tail: 99 % of the requests are faster"
    least = f"expected {figure(one.expected)} s at least, which a lower percentile has"
    return f"{one.column} is {figure(one.found)} s, {least}", ""


def _requests(one: Finding, rows: Rows) -> tuple[str, str]:
    share = f"{math.floor(one.found / one.expected * 1000) / 10:g} %"  # never rounded up to what was expected
    message = (
        f"{one.found:,.0f} of {one.expected:,.0f} requests succeeded ({share}), expected {_percent(LEAST_SUCCESS)}"
    )
    return f"{message} at least", "its figures are those of the requests that succeeded"


def _speed(one: Finding, rows: Rows) -> tuple[str, str]:
    latency = one.column.replace("intvty", "tpot")
    message = (
        f"{one.column} is {figure(one.found)} tok/s, but 1 / {latency} is {figure(one.expected)}, "
        f"expected the two within {_percent(SPEED_TOLERANCE)}"
    )
    return message, ""


def _gpus(one: Finding, rows: Rows) -> tuple[str, str]:
    message = f"num_gpus is {figure(one.found)}, but its layout makes {figure(one.expected)}, expected one number"
    return message, f"was the throughput divided by {figure(one.found)} GPUs, or by {figure(one.expected)}?"


def _role_gpus(one: Finding, rows: Rows) -> tuple[str, str]:
    message = f"num_prefill_gpu is {figure(one.found)} on {figure(one.expected)} GPUs"
    return f"{message}, which is tp x ep; it is not used, as the row is not disaggregated", ""


def _outlier(one: Finding, rows: Rows) -> tuple[str, str]:
    message = (
        f"{figure(one.found)} tokens/s per GPU are {figure(one.found / one.expected)} times the "
        f"{figure(one.expected)} that its series suggests at its load, expected {figure(MOST_TIMES)} times at most"
    )
    return message, "is the number of GPUs right that the throughput was divided by?"


def _thin(one: Finding, rows: Rows) -> tuple[str, str]:
    points = f"{one.found:.0f} point{'s' if one.found > 1 else ''}"
    return f"a sweep of {points} replaces one of {one.expected:.0f}, expected as many at least", ""


_WORDS: Mapping[str, Callable[[Finding, Rows], tuple[str, str]]] = {
    "load-differs": _load,
    "parts-differ": _parts,
    "odd-length": _length,
    "unit-slip": _unit,
    "percentile-order": _order,
    "requests-failed": _requests,
    "speed-differs": _speed,
    "gpus-differ": _gpus,
    "role-gpus": _role_gpus,
    "outlier": _outlier,
    "thin-sweep": _thin,
}
