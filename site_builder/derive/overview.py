"""What is in the rows of a folder, counted: by file and by sweep. No page depends on it."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

import numpy as np

from site_builder.dataset.columns import NO_DATE
from site_builder.dataset.rows import Array, Rows
from site_builder.derive.evidence import day, series_keys
from site_builder.derive.figures import SeriesKey
from site_builder.derive.groups import best_of_group, first_where, group_codes
from site_builder.derive.lines import SERIES
from site_builder.derive.pairs import Derived


@dataclass(frozen=True, slots=True)
class FileFacts:
    """A file: its rows, how many of them are current, and the dates of its oldest and newest row."""

    name: str
    rows: int
    current: int
    oldest: datetime.date
    newest: datetime.date


@dataclass(frozen=True, slots=True)
class SweepFacts:
    """The newest sweep of a series on a scenario (an index into the site's list): its points and its date."""

    gpu_key: str
    scenario: int
    series: SeriesKey
    points: int
    newest_run: datetime.date


def count_files(rows: Rows, derived: Derived) -> tuple[FileFacts, ...]:
    """Every file that rows were read from, in order."""
    files = len(rows.files)
    current = np.bincount(derived.usable_rows.file[derived.current.index], minlength=files).tolist()
    read = np.bincount(rows.file, minlength=files).tolist()
    date = rows["date"].astype(np.int64)
    oldest, newest = -best_of_group(rows.file, files, -date, NO_DATE), best_of_group(rows.file, files, date, NO_DATE)
    days = zip(map(day, oldest.tolist()), map(day, newest.tolist()), strict=True)
    facts = zip(rows.files, read, current, days, strict=True)
    return tuple(FileFacts(name, count, used, *dates) for name, count, used, dates in facts)


def count_sweeps(derived: Derived, sweep_days: int) -> tuple[SweepFacts, ...]:
    """The newest sweep of every series of current rows, by model, GPU and scenario; a series runs on one GPU here."""
    current = derived.current
    rows = derived.usable_rows.take(current.index)
    scenario = derived.usable.scenario[derived.usable.mask][current.index]
    order = ("model", "hardware")
    names = [name for name in SERIES if name not in order]
    series = group_codes([*(rows[name] for name in order), scenario, *(rows[name] for name in names)])
    count = int(series.max(initial=-1)) + 1
    newest = best_of_group(series, count, current.run_date, -(2**40))
    points = np.bincount(series[current.run_date >= newest[series] - sweep_days], minlength=count)
    first = first_where(np.ones(len(rows), dtype=bool), series, count)
    keys = series_keys(rows.take(first))
    facts = zip(rows.texts("hardware", first), _list(scenario[first]), keys, _list(points), _list(newest), strict=True)
    return tuple(SweepFacts(gpu, of, key, size, day(date)) for gpu, of, key, size, date in facts)


def _list(values: Array) -> list[int]:
    return [int(value) for value in values.tolist()]
