"""What a format hands on: records one by one, or many rows at once as columns. Times in seconds, rates per second."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from site_builder.dataset.rows import Array
from site_builder.dataset.texts import Texts

# Columns that a format may fill beside those of the canonical schema: a layout that both roles share, and copies of
# the model that data parallelism adds.
SHARED_LAYOUT = ("tp", "pp", "dcp_size", "pcp_size", "ep", "num_workers", "dp_attention")
DATA_PARALLEL = "data_parallel"


@dataclass(frozen=True)
class Record:
    """One result. numbers, texts: by canonical column; extra: other numbers under the file's own names; doubts: what
    looked wrong in it; hints: what the file says in free words about facts that it does not state."""

    index: int
    numbers: Mapping[str, float | None]
    texts: Mapping[str, str | None]
    extra: Mapping[str, float] = field(default_factory=dict)
    doubts: tuple[str, ...] = ()
    hints: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Batch:
    """Results as columns. numbers: float64 (size,), NaN where unknown; texts: (size,); index (size,): the place
    of each in its file; extra: (size,) or None; doubts: of some rows, by their position here; hints: of the file."""

    size: int
    index: Array
    numbers: Mapping[str, Array]
    texts: Mapping[str, Texts]
    extra: Sequence[Mapping[str, float]] | None = None
    doubts: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    hints: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Skipped:
    """A part of a file that brings in no row, and why. doubtful: whether an owner must know."""

    index: int
    reason: str
    doubtful: bool = False


def batch_of(records: Sequence[Record]) -> Batch:
    """Records as columns."""
    numbers = {name: None for record in records for name in record.numbers}
    texts = {name: None for record in records for name in record.texts}
    return Batch(
        len(records),
        np.array([record.index for record in records], dtype=np.float64),
        {name: column_of([record.numbers.get(name) for record in records]) for name in numbers},
        {name: Texts.of([record.texts.get(name) for record in records]) for name in texts},
        [record.extra for record in records],
        {place: record.doubts for place, record in enumerate(records) if record.doubts},
        {name: hint for record in records for name, hint in record.hints.items()},
    )


def column_of(values: Sequence[Any]) -> Array:
    """Numbers of a file as float64 (n,); NaN for what is none, and for infinities."""
    try:
        column = np.array(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        column = np.array([_number(value) for value in values], dtype=np.float64)
    return np.where(np.isfinite(column), column, np.nan) if column.ndim == 1 else _column_of_odd(values)


def number_of(value: object) -> float | None:
    """A finite number, also one written as a text; None for anything else, true and false included."""
    if isinstance(value, bool):
        return None
    number = _number(value)
    return number if math.isfinite(number) else None


def whole_of(value: object) -> float | None:
    """A whole number from 0, None for anything else."""
    number = number_of(value)
    return number if number is not None and number >= 0 and number == int(number) else None


def text_of(value: object) -> str | None:
    """A text that is not blank, trimmed."""
    return value.strip() or None if isinstance(value, str) else None


def flag_of(value: object) -> float | None:
    """1 or 0 for true or false, also written as texts; None for anything else."""
    if isinstance(value, str):
        return {"true": 1.0, "false": 0.0}.get(value.strip().casefold())
    return float(value) if isinstance(value, bool) else None


def leaves_of(values: Mapping[str, Any], wanted: Callable[[str], bool], path: str = "") -> Iterator[tuple[str, float]]:
    """Every finite number in tables inside tables, under its dotted name; lists are left out."""
    for name, value in values.items():
        whole = f"{path}{name}"
        if isinstance(value, Mapping):
            yield from leaves_of(value, wanted, f"{whole}.")
        elif isinstance(value, int | float) and not isinstance(value, bool) and wanted(whole):
            number = _number(value)
            if math.isfinite(number):
                yield whole, number


def taken(values: object, path: str) -> Any:
    """What stands at a dotted path of tables inside tables; None where there is nothing."""
    for name in path.split("."):
        values = values.get(name) if isinstance(values, Mapping) else None
    return values


def first_of(values: Iterable[float | None]) -> float | None:
    """The first number that is known."""
    return next((value for value in values if value is not None), None)


def quotient(over: float | None, under: float | None) -> float | None:
    """over / under, None where a part is unknown or nothing is to be divided by."""
    return over / under if over is not None and under else None


def total(*parts: float | None) -> float | None:
    """The sum of all parts, None where one is unknown."""
    return None if any(part is None for part in parts) else sum(part for part in parts if part is not None)


def _column_of_odd(values: Sequence[Any]) -> Array:
    column = np.array([_number(value) for value in values], dtype=np.float64)
    return np.where(np.isfinite(column), column, np.nan)


def _number(value: object) -> float:
    if isinstance(value, int | float):
        try:
            return float(value)
        except OverflowError:
            return math.nan
    if isinstance(value, str):
        try:
            return float(value)
        except ValueError:
            return math.nan
    return math.nan
