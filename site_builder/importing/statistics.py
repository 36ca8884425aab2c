"""The latency statistics of a file under their canonical names, in seconds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from site_builder.importing.batch import number_of

SECONDS = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1.0, "sec": 1.0, "seconds": 1.0}
_STATISTICS = {
    **{name: name for name in ("mean", "median", "p75", "p90", "p95", "p99", "p999", "std")},
    "avg": "mean",
    "p50": "median",
    "p99.9": "p999",
    "std_dev": "std",
}
_KEY = re.compile(r"(mean|median|std|p\d+(?:\.\d+)?)_(ttft|tpot|itl|full_response_itl|e2el|e2e_latency|ttlt)")
_LATENCIES = {"e2e_latency": "e2el", "ttlt": "e2el"}


def canonical_statistic(name: str) -> str | None:
    """The canonical name of a statistic, None for one that has none, such as p25."""
    return _STATISTICS.get(name)


def canonical_key(key: str) -> str | None:
    """The canonical column of a flat key such as p99.9_ttft; None for other keys. Units are not looked at."""
    found = _KEY.fullmatch(key)
    statistic = canonical_statistic(found[1]) if found else None
    return f"{statistic}_{_LATENCIES.get(found[2], found[2])}" if found and statistic else None


def flat_latencies(
    record: Mapping[str, Any], *, suffix: str, seconds: float
) -> tuple[dict[str, float | None], set[str]]:
    """The latencies of flat keys such as median_ttft_ms, and the keys that were used.

    suffix: what the keys end in, such as _ms; seconds: their unit."""
    numbers: dict[str, float | None] = {}
    used = set()
    for key, value in record.items():
        column = canonical_key(key.removesuffix(suffix)) if key.endswith(suffix) else None
        if column is not None and (column not in numbers or not key.startswith("p50")):
            numbers[column] = scaled(value, seconds)
            used.add(key)
    return numbers, used


def block_latencies(block: object, latency: str, seconds: float) -> dict[str, float | None]:
    """The statistics of one latency from a table such as {"avg": …, "p50": …}."""
    numbers: dict[str, float | None] = {}
    for name, value in block.items() if isinstance(block, Mapping) else ():
        statistic = canonical_statistic(name)
        if statistic is not None and (statistic != "median" or name == "median" or f"median_{latency}" not in numbers):
            numbers[f"{statistic}_{latency}"] = scaled(value, seconds)
    return numbers


def unit_seconds(unit: object) -> float | None:
    """How many seconds a unit is, also one per token (`ms/token`); None when it is no unit of time."""
    return SECONDS.get(str(unit).strip().casefold().partition("/")[0].strip())


def scaled(value: object, factor: float) -> float | None:
    """A number in another unit. Thousandths are divided by 1000, so that 28.9 ms is 0.0289 s to the last digit."""
    number = number_of(value)
    if number is None:
        return None
    return number * factor if factor >= 1 else number / round(1 / factor)
