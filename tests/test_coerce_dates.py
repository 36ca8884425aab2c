"""Every way in which a day or a moment may be stored reads as the same one, and the rest is refused."""

import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.dataset.coerce import read_values
from site_builder.dataset.columns import Kind
from site_builder.errors import Problems
from tests.reading import Store

DAY = datetime.date(2026, 9, 1)
EPOCH = datetime.date(1970, 1, 1)
UNITS = ("s", "ms", "us", "ns")
MOMENT = datetime.datetime(2026, 9, 1, 9, 30, tzinfo=datetime.UTC)
EXPECTED_DAY = "expected a date such as 2026-08-15"
EXPECTED_MOMENT = "expected a moment such as 2026-08-15T09:30:00Z"
PLACE = "data/benchmarks/a.parquet row"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


def _days(store: Store) -> list[str]:
    return [(EPOCH + datetime.timedelta(days=day)).isoformat() for day in store.values("date")]


def _moments(store: Store) -> list[str | None]:
    start = datetime.datetime(1970, 1, 1)
    found = store.values("run_started_at")
    return [value and (start + datetime.timedelta(microseconds=value)).isoformat() for value in found]


@pytest.mark.parametrize(
    "cells",
    [
        pa.array([DAY], pa.date32()),
        pa.array([DAY], pa.date64()),
        pa.array(["2026-09-01"]),
        pa.array([" 2026-09-01 "]),
        pa.array(["2026-09-01"]).dictionary_encode(),
        *(pa.array([datetime.datetime(2026, 9, 1, 23, 59, 59)], pa.timestamp(unit)) for unit in UNITS),
        *(pa.array([MOMENT], pa.timestamp(unit, "UTC")) for unit in UNITS),
    ],
)
def test_day_may_be_stored_in_many_ways(store, cells):
    """A date, its ISO text, and any moment of the day are that day."""
    store.columns(1, date=cells)
    assert _days(store) == ["2026-09-01"]


def test_date64_counts_milliseconds():
    """Arrow's other date type, handed on as it is: 1,788,220,800,000 ms are 20,697 days."""
    column = pa.chunked_array([pa.array([1_788_220_800_000, None], pa.date64())])
    found = read_values(column, Kind.DATE, "a.parquet", "date", Problems())
    assert found is not None
    assert found.tolist()[0] == 1_788_220_800_000 // 86_400_000 == 20_697


@pytest.mark.parametrize("unit", UNITS)
def test_moment_with_a_zone_counts_in_utc(store, unit):
    """23:30 on 1 September in Los Angeles is 06:30 on the 2nd in UTC: the 2nd, on every machine."""
    evening = datetime.datetime(2026, 9, 1, 23, 30, tzinfo=ZoneInfo("America/Los_Angeles"))
    store.columns(1, date=pa.array([evening], pa.timestamp(unit, "America/Los_Angeles")))
    assert _days(store) == ["2026-09-02"]


@pytest.mark.parametrize("unit", UNITS)
def test_moment_without_a_zone_counts_as_it_stands(store, unit):
    """23:30 without a zone is a time of the day that it names."""
    store.columns(1, date=pa.array([datetime.datetime(2026, 9, 1, 23, 30)], pa.timestamp(unit)))
    assert _days(store) == ["2026-09-01"]


def test_days_before_1970_are_days_too(store):
    """The last moment of 1969 is on 31 December: the day is rounded down, not towards 1970."""
    last = datetime.datetime(1969, 12, 31, 23, 59, 59, 999_999)
    store.columns(2, date=pa.array([last, datetime.datetime(1969, 12, 31)], pa.timestamp("us")))
    assert _days(store) == ["1969-12-31", "1969-12-31"]


def test_first_and_last_day_of_the_calendar_are_read(store):
    """0001-01-01 and 9999-12-31 are days; the ones beyond are not."""
    store.columns(2, date=pa.array([datetime.date.min, datetime.date.max]))
    assert store.values("date") == [-719_162, 2_932_896]


@pytest.mark.parametrize(
    "word",
    ["2026-09-1", "2026-9-01", "26-09-01", "20260901", "2026-W36-2", "01.09.2026", "2026-09-01T09:30:00", "soon"],
)
def test_text_must_be_a_whole_iso_day(store, word):
    """Only YYYY-MM-DD: texts of other forms do not sort as days do."""
    store.columns(2, date=pa.array(["2026-09-01", word]))
    assert store.faults() == [f"{PLACE} 2 column date: error: '{word}', {EXPECTED_DAY} [bad-cell]"]


@pytest.mark.parametrize("word", ["2026-02-29", "2026-13-01", "2026-00-10", "0000-01-01", "٢٠٢٦-٠٩-٠١"])
def test_text_must_be_a_day_that_exists(store, word):
    """29 February 2026 is none, and digits are 0 to 9."""
    store.columns(1, date=pa.array([word]))
    assert store.faults() == [f"{PLACE} 1 column date: error: '{word}', {EXPECTED_DAY} [bad-cell]"]


def test_day_beyond_the_calendar_is_refused(store):
    """A day after 9999-12-31 cannot be written: it is refused with the row, not shown as another."""
    store.columns(4, date=pa.array([0, 2_932_897, -719_163, 2_932_898], pa.date32()))
    assert store.faults() == [
        f"{PLACE} 2 column date: error: day 2932897 from 1970 (and in 2 more rows), {EXPECTED_DAY} [bad-cell]"
    ]


def test_moment_beyond_the_calendar_is_no_day(store):
    """The same for a moment: 10^12 s are day 11,574,074."""
    store.columns(1, date=pa.array([10**15], pa.timestamp("ms")))
    assert store.faults() == [f"{PLACE} 1 column date: error: day 11574074 from 1970, {EXPECTED_DAY} [bad-cell]"]


@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        (pa.array([20260901]), "int64"),
        (pa.array([1.5]), "double"),
        (pa.array([datetime.time(9, 30)], pa.time64("us")), "time64[us]"),
        (pa.array([datetime.timedelta(1)], pa.duration("us")), "duration[us]"),
    ],
)
@pytest.mark.parametrize(("column", "expected"), [("date", EXPECTED_DAY), ("run_started_at", EXPECTED_MOMENT)])
def test_types_that_are_no_days_or_moments_are_refused(store, cells, kind, column, expected):
    """20260901 as a number could be anything."""
    store.columns(1, **{column: cells})
    assert store.faults() == [f"data/benchmarks/a.parquet column {column}: error: type {kind}, {expected} [bad-type]"]


@pytest.mark.parametrize(
    "cells",
    [
        *(pa.array([MOMENT, None], pa.timestamp(unit, "UTC")) for unit in UNITS),
        *(pa.array([MOMENT, None], pa.timestamp(unit, "Asia/Tokyo")) for unit in UNITS),
        *(pa.array([MOMENT.replace(tzinfo=None), None], pa.timestamp(unit)) for unit in UNITS),
        pa.array(["2026-09-01T09:30:00Z", None]),
        pa.array(["2026-09-01 09:30:00", ""]),
        pa.array(["2026-09-01T02:30:00-07:00", " "]),
        pa.array(["2026-09-01T18:30:00+09:00", None]).dictionary_encode(),
    ],
)
def test_moment_may_be_stored_in_many_ways(store, cells):
    """Half past nine in UTC, whatever zone it is written in; without a zone it is taken for UTC."""
    store.columns(2, run_started_at=cells)
    assert _moments(store) == ["2026-09-01T09:30:00", None]


@pytest.mark.parametrize("cells", [pa.array([DAY]), pa.array(["2026-09-01"])])
def test_day_is_its_first_moment(store, cells):
    """A run that is known by its day started at midnight."""
    store.columns(1, run_started_at=cells)
    assert _moments(store) == ["2026-09-01T00:00:00"]


def test_fractions_of_a_second_are_kept_to_the_microsecond(store):
    """What is finer than a microsecond is rounded down, before 1970 too."""
    store.columns(2, run_started_at=pa.array([1_234_567_891, -1], pa.timestamp("ns")))
    assert store.values("run_started_at") == [1_234_567, -1]


@pytest.mark.parametrize("word", ["yesterday", "2026-09-01T25:00:00Z", "1788220800", "2026-09-31"])
def test_what_is_no_moment_is_refused(store, word):
    """The message names file, row, column and value."""
    store.columns(2, run_started_at=pa.array(["2026-09-01T09:30:00Z", word]))
    assert store.faults() == [f"{PLACE} 2 column run_started_at: error: '{word}', {EXPECTED_MOMENT} [bad-cell]"]


def test_moment_beyond_what_can_be_held_is_refused(store):
    """10^16 ms are too many microseconds: the moment is refused, never read as another."""
    store.columns(2, run_started_at=pa.array([0, 10**16], pa.timestamp("ms")))
    (line,) = store.faults()
    assert line.startswith(f"{PLACE} 2 column run_started_at: error: ")
    assert line.endswith(f", {EXPECTED_MOMENT} [bad-cell]")


@given(st.lists(st.dates(), min_size=1, max_size=8), st.sampled_from(["date32", "text", "naive", "zone"]))
def test_every_day_reads_as_itself_in_every_form(days, form):
    """Any day of the calendar, as date, text, or first moment in UTC, is the same count of days."""
    midnights = [datetime.datetime(day.year, day.month, day.day) for day in days]
    cells = {
        "date32": lambda: pa.array(days, pa.date32()),
        "text": lambda: pa.array([day.isoformat() for day in days]),
        "naive": lambda: pa.array(midnights, pa.timestamp("us")),
        "zone": lambda: pa.array(midnights, pa.timestamp("us")).cast(pa.timestamp("us", "UTC")),
    }[form]()
    found = read_values(pa.chunked_array([cells]), Kind.DATE, "a.parquet", "date", Problems())
    assert found is not None
    assert np.array_equal(found, [(day - EPOCH).days for day in days])
