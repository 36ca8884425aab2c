"""Which rows count, and which interactivity they have."""

import math
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.derive.usable import SetAside, find_usable
from site_builder.settings.catalogs import Scenario
from tests import reference
from tests.derived import REFERENCE_SCENARIOS, SCENARIOS, derive, make_rows, only_pair
from tests.folders import Row, points, row

NAN, INF = math.nan, math.inf
UNFIT = [None, NAN, INF, -INF, 0.0, -0.0, -1.0]
TRACE: Row = {"benchmark_type": "agentic_traces", "isl": None, "osl": None, "median_intvty": None}
# What is neither measured nor measurable, and all that is.
ANY = st.none() | st.sampled_from([math.nan, math.inf, -math.inf, 0.0, -1.0]) | st.floats(1e-9, 1e9)


def usable(**columns):
    """(reason, interactivity) of one row."""
    found = find_usable(make_rows([row(**columns)]), SCENARIOS)
    return SetAside(found.reason[0]), float(found.interactivity[0])


def test_the_stored_median_is_the_interactivity():
    """It wins over 1/TPOT where both are stored."""
    assert usable(intvty=50.0, median_tpot=0.01) == (SetAside.NO, 50.0)


@pytest.mark.parametrize("stored", UNFIT)
def test_without_a_usable_median_it_is_one_over_the_tpot(stored):
    """A median that is null, not finite, 0 or negative is none: 1/0.025 s = 40 tokens/s."""
    assert usable(intvty=stored, median_tpot=0.025) == (SetAside.NO, 40.0)


@pytest.mark.parametrize("tpot", UNFIT)
@pytest.mark.parametrize("stored", [None, 0.0, NAN])
def test_without_either_the_row_does_not_count(stored, tpot):
    """Neither a usable median nor a usable TPOT: set aside."""
    assert usable(intvty=stored, median_tpot=tpot)[0] == SetAside.NO_INTERACTIVITY


def test_single_turn_never_uses_the_itl_or_another_percentile():
    """1/ITL is another quantity, and so is a tail."""
    assert usable(intvty=None, p90_itl=0.02, p90_intvty=50.0, p99_intvty=40.0)[0] == SetAside.NO_INTERACTIVITY


def test_agentic_traces_use_one_over_the_itl_at_p90():
    """1/0.02 s = 50, whatever interactivity is stored: some writers stored the wrong tail."""
    assert usable(**{**TRACE, "intvty": 90.0}, p90_itl=0.02, p90_intvty=70.0) == (SetAside.NO, 50.0)


@pytest.mark.parametrize("itl", UNFIT)
def test_agentic_traces_without_an_itl_use_the_stored_p90(itl):
    """The stored p90 stands in for an ITL that is null, not finite, 0 or negative."""
    assert usable(**TRACE, p90_itl=itl, p90_intvty=70.0) == (SetAside.NO, 70.0)


@pytest.mark.parametrize("stored", UNFIT)
def test_agentic_traces_without_either_do_not_count(stored):
    """The median and the TPOT do not stand in."""
    columns = TRACE | {"median_intvty": 80.0, "median_tpot": 0.01}
    assert usable(**columns, p90_intvty=stored)[0] == SetAside.NO_INTERACTIVITY


@pytest.mark.parametrize("tput", UNFIT)
def test_without_a_throughput_the_row_does_not_count(tput):
    """A throughput is finite and above 0."""
    assert usable(tput=tput)[0] == SetAside.NO_THROUGHPUT


def test_a_small_number_counts_but_not_one_over_almost_nothing():
    """Above 0 is above 0; but one over the smallest TPOT is no finite number."""
    assert usable(intvty=1e-9, tput=1e-9) == (SetAside.NO, 1e-9)
    assert usable(intvty=None, median_tpot=5e-324)[0] == SetAside.NO_INTERACTIVITY
    assert usable(intvty=0.0, median_tpot=1e8) == (SetAside.NO, 1 / 1e8)


@pytest.mark.parametrize(
    ("columns", "reason"),
    [
        ({"error": "out of memory"}, SetAside.ERROR),
        ({"error": ""}, SetAside.NO),
        ({"status": "failed"}, SetAside.FAILED),
        ({"status": "partial"}, SetAside.NO),
        ({"status": "ok"}, SetAside.NO),
    ],
)
def test_failed_rows_do_not_count(columns, reason):
    """A filled error or a failed status sets a row aside; a partial run counts."""
    assert usable(**columns)[0] == reason


@pytest.mark.parametrize(
    "columns",
    [
        {"isl": 1024, "osl": 8192},
        {"isl": 8192, "osl": 1023},
        {"benchmark_type": "sharegpt"},
        {"benchmark_type": "agentic_trace"},
    ],
)
def test_rows_of_other_workloads_do_not_count(columns):
    """A scenario has one type and, where it says so, exact lengths."""
    assert usable(**columns)[0] == SetAside.OTHER_WORKLOAD


def test_the_first_scenario_that_fits_takes_the_row():
    """A scenario without lengths takes those of its type that no earlier one took."""
    loose = Scenario("all", "single_turn", None, None, "all", "median_intvty")
    rows = make_rows([row(), row(isl=1024), row(isl=77), row(**TRACE, p90_itl=0.02)])
    assert find_usable(rows, (*SCENARIOS, loose)).scenario.tolist() == [0, 1, 3, 2]
    assert find_usable(rows, (loose, *SCENARIOS)).scenario.tolist() == [0, 0, 0, 3]


def test_a_row_is_set_aside_for_the_first_reason_that_applies():
    """In order: error, failed, workload, throughput, interactivity."""
    flaws: list[Row] = [{"error": "x"}, {"status": "failed"}, {"isl": 7}, {"tput": 0.0}, {"intvty": 0.0}]
    for first in range(len(flaws)):
        columns = {name: value for flaw in flaws[first:] for name, value in flaw.items()}
        assert usable(**columns)[0] == SetAside(first + 1)


def test_rows_set_aside_are_noted_with_file_and_row(folder):
    """A note for each file and reason with the rows' numbers, and no warning while some rows of the file count."""
    folder.rows([row(), row(tput=0.0), row(error="oom"), row(tput=math.inf)])
    folder.rows([row(isl=7, conc=2), row(conc=4)], "b.parquet")
    assert folder.warnings() == []
    notes = [note.removeprefix("data/benchmarks/") for note in folder.notes() if note.endswith("[row-set-aside]")]
    assert notes == [
        "a.parquet: note: row 3 set aside: its error column is filled [row-set-aside]",
        "a.parquet: note: rows 2, 4 set aside: its tput_per_gpu is not a number above 0 [row-set-aside]",
        (
            "b.parquet: note: row 1 set aside: no scenario of site.toml has its workload (single_turn 7/1024) "
            "[row-set-aside]"
        ),
    ]


@given(st.lists(st.fixed_dictionaries(dict.fromkeys(("tput", "intvty", "median_tpot", "p90_itl", "p90_intvty"), ANY))))
def test_any_numbers_are_sorted_as_the_plain_rules_do(cells):
    """The same rows count, with the same interactivity, for every float there is; and nothing is complained of."""
    traces: Row = {"benchmark_type": "agentic_traces", "isl": None, "osl": None}
    rows = [row(**each, **extra, conc=at) for at, each in enumerate(cells) for extra in ({}, traces)] or [row()]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = find_usable(make_rows(rows), SCENARIOS)
    expected = reference.usable_rows(rows, REFERENCE_SCENARIOS)
    kept = [(each["conc"], each["benchmark_type"]) for each in expected]
    types = [(each["conc"], each.get("benchmark_type", "single_turn")) for each in rows]
    assert [types[at] for at in np.flatnonzero(found.mask)] == kept
    assert found.interactivity[found.mask].tolist() == [each["interactivity"] for each in expected]


def test_rows_are_counted_by_where_they_went():
    """Read = used + of older runs + copies + lost conflicts + set aside: 7 = 2 + 1 + 1 + 1 + 2."""
    used = [row(conc=1), row(conc=2)]
    older = [row(conc=4, date=used[0]["date"].replace(day=1, month=8))]
    rows = [*used, *older, row(conc=1), row(conc=2, tput=2000.0), row(tput_per_gpu=None), row(isl=7)]
    counts = derive(rows).figures.counts
    assert (counts.read, counts.used, counts.superseded) == (7, 2, 1)
    assert (counts.copies, counts.lost_conflicts, counts.set_aside) == (1, 1, 2)


@pytest.mark.parametrize("value", [1.7e308, 1e16, 1e-10, 5e-324])
@pytest.mark.parametrize("name", ["tput_per_gpu", "median_intvty"])
def test_a_figure_of_no_size_that_something_measured_can_have_is_set_aside(name, value):
    """Beyond 1e-9 to 1e15 it is a slip of a pen; the row is reported, and the page is that of the others."""
    good = points((20, 4000), (60, 2000))
    assert only_pair([*good, row(conc=9, **{name: value})]).configs == 2


def test_a_run_without_one_successful_request_has_failed():
    """0 of 897 requests succeeded: whatever the row says besides, nothing was served."""
    good = points((20, 4000), (60, 2000))
    dead = row(500, 99999, conc=9, num_requests_total=897, num_requests_successful=0)
    assert only_pair([*good, dead]).configs == 2
    assert only_pair([*good, dead | {"num_requests_successful": 1}]).configs == 3
