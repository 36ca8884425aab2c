"""Rows that stand out from their own series, and sweeps smaller than those before: what is doubted, and what is not."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.derive.outliers import find_outliers
from tests.derived import day, make_rows, run_url
from tests.folders import Folder, points, row
from tests.inspecting import doubts_of, inspection, measured, warnings

NEAR = (9590.0, 9610.0, 9550.0, 9640.0, 9600.0)
TOLD = (
    "157,484 tokens/s per GPU are 16.4 times the 9,600 that its series suggests at its load, expected 4 times at most "
    "[outlier]"
)


def outliers(*rows: dict) -> list[int]:
    """The positions of the outliers among rows that all count, of one scenario."""
    table = make_rows(rows)
    found: list[int] = find_outliers(table, np.zeros(len(table), dtype=np.int64)).position.tolist()
    return found


def test_one_of_six_at_the_same_concurrency_stands_out(folder):
    """Five layouts of 8 GPUs near 9,600 and one at 157,484: 157,484 / 9,600 = 16.4."""
    rows = [row(50, tput, conc=64, prefill_tp=8, prefill_ep=ep) for ep, tput in enumerate((*NEAR, 157484.0), start=1)]
    assert doubts_of(folder, *rows) == [f"a.parquet row 6: {TOLD}"]


def test_a_new_result_is_held_against_older_ones(folder):
    """Five runs near 9,600 and then one at 157,484, which alone is current."""
    rows = [row(50, tput, conc=64, date=day(1 + n)) for n, tput in enumerate((*NEAR, 157484.0))]
    assert doubts_of(folder, *rows) == [f"a.parquet row 6: {TOLD}"]


def test_an_older_result_that_stood_out_is_a_note(folder):
    """No page rests on it now but for the history, so it does not fail a strict build."""
    folder.rows(row(50, tput, conc=64, date=day(1 + n)) for n, tput in enumerate((*NEAR[:3], 157484.0, *NEAR[3:])))
    found = inspection(folder)
    assert warnings(found.problems) == []
    assert [str(problem) for problem in found.problems if problem.rule == "outlier"] == [
        f"data/benchmarks/a.parquet: note: row 4 of an older run: {TOLD}"
    ]


def test_older_results_that_stood_out_share_a_note(folder):
    """One for each file and rule, with the first as an example: 157,484 / 9,610 = 16.39."""
    told = TOLD.replace("16.4 times the 9,600", "16.39 times the 9,610")
    folder.rows(row(50, tput, conc=64, date=day(1 + n)) for n, tput in enumerate((157484.0, 99999.0, *NEAR)))
    assert [str(problem) for problem in inspection(folder).problems if problem.rule == "outlier"] == [
        f"data/benchmarks/a.parquet: note: rows 1, 2 of older runs, such as: {told}"
    ]


def test_one_of_several_results_for_a_point_stands_out(folder):
    """Six results for one point of one run conflict, and the one that stands out is told besides."""
    told = doubts_of(folder, *(row(50, tput, conc=64) for tput in (*NEAR, 157484.0)))
    assert [line.rpartition(" ")[2] for line in told] == ["[conflicting-rows]", "[outlier]"]
    assert told[1] == f"a.parquet row 6: {TOLD}"


@pytest.mark.parametrize("at", range(5))
def test_one_point_of_a_sweep_stands_out(at):
    """One row for each concurrency; wherever in it, at its ends too, the one that is 16 times too high is found."""
    sweep = [row(90 - 10 * n, 1000.0 * 1.8**n, conc=4 * 2**n, prefill_tp=8) for n in range(5)]
    sweep[at]["tput_per_gpu"] *= 16
    assert outliers(*sweep) == [at]


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [row(50, 9600, conc=64), row(50, 157484, conc=64, prefill_ep=2)],  # which of two is wrong?
        [row(50, tput, conc=64, framework=name) for tput, name in ((9600, "vllm"), (9500, "trt"), (157484, "sglang"))],
        [row(50, tput, conc=64, osl=osl) for tput, osl in ((9600, 1024), (9500, 2048), (157484, 1))],
        [row(50, tput, conc=None, request_rate=rate) for tput, rate in ((9600, 1.0), (9500, 2.0), (157484, 3.0))],
        # 64 requests on 8, 16 and 256 GPUs, of which the row says nothing but the layout
        [row(50, 9600 / n, conc=64, prefill_num_workers=n) for n in (1, 2, 32)],
        # a load of 1, 8 and 64 requests per GPU
        [row(50, 100.0 * n, conc=8 * n, prefill_tp=8) for n in (1, 8, 64)],
        points((20, 4000), (50, 2500), (100, 1000)),
        points((20, 4000), (40, 3000), (80, 1200), (160, 700)),
    ],
)
def test_what_does_not_stand_out(rows):
    """Too few to tell, another series, no concurrency, another size, throughput that grows with the load or falls."""
    for scenario, osl in enumerate({each["osl"] for each in rows}):
        assert outliers(*(each for each in rows if each["osl"] == osl)) == [], scenario


def test_too_low_a_throughput_is_passed_over():
    """Every frontier leaves it out by itself."""
    assert outliers(*(row(50, tput, conc=64, prefill_tp=8, prefill_ep=n) for n, tput in enumerate((*NEAR, 9.6)))) == []


def test_gpus_are_told_apart_where_they_are_known():
    """32 requests on 8 GPUs and 128 on 32 are one load."""
    sizes = [row(50, 1000, conc=4 * gpus, num_gpus=gpus) for gpus in (8, 16, 32)]
    assert outliers(*sizes, row(50, 16_000, conc=256, num_gpus=64)) == [3]


@given(st.lists(st.floats(1000, 4000), min_size=1, max_size=30), st.lists(st.sampled_from([4, 8, 16]), min_size=30))
def test_rows_within_four_times_of_each_other_never_stand_out(throughputs, loads):
    """Whatever their loads are: the middle of some values is among them."""
    assert outliers(*(row(50, tput, conc=conc) for tput, conc in zip(throughputs, loads, strict=False))) == []


@given(st.lists(st.integers(1, 5), min_size=3, max_size=20), st.floats(1e-3, 1e3), st.randoms())
def test_neither_the_unit_nor_the_order_matters(loads, unit, random):
    """The same rows stand out when every throughput is another multiple, and in any order."""
    rows = [row(50, 100.0 * load**3, conc=2**load, prefill_ep=n) for n, load in enumerate(loads)]
    expected = {rows[at]["prefill_ep"] for at in outliers(*rows)}
    scaled = [each | {"tput_per_gpu": each["tput_per_gpu"] * unit * 1.0000001} for each in rows]
    random.shuffle(scaled)
    assert {scaled[at]["prefill_ep"] for at in outliers(*scaled)} == expected


def test_of_the_measured_rows_none_stands_out(folder):
    """Of 435 none is an outlier. 8 old rows store the whole pool of GPUs in both role columns, one makes a fortieth of
    what its load does, and 11 sweeps are smaller than those before."""
    measured(folder)
    found = inspection(folder)
    assert Counter(line.rpartition(" ")[2] for line in warnings(found.problems)) == {
        "[parts-differ]": 8,
        "[load-differs]": 1,
        "[thin-sweep]": 11,
    }


def test_a_measured_row_sixteen_times_too_high_stands_out(folder):
    """What a missing divisor does to any row of a sweep of three or more."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = measured(folder)
    table = pq.read_table(path)
    sweep = {"hardware": "mi300x", "framework": "sglang", "isl": 8192, "osl": 1024}
    rows = table.to_pylist()
    at = next(n for n, each in enumerate(rows) if sweep.items() <= each.items())
    rows[at] |= dict.fromkeys(("mean_e2el", "input_tput_per_gpu", "output_tput_per_gpu"))
    rows[at]["tput_per_gpu"] *= 16
    pq.write_table(pa.Table.from_pylist(rows, schema=table.schema), path)
    (told,) = (line for line in warnings(inspection(folder).problems) if line.endswith("[outlier]"))
    assert told.startswith(f"measured.parquet row {at + 1}: ")


def test_a_sweep_smaller_than_the_one_before_is_told(folder):
    """Three points took the place of five."""
    five = points((20, 4000), (40, 3000), (60, 2500), (80, 2000), (100, 1500), run_url=run_url(7), date=day(1))
    three = points((20, 4100), (40, 3100), (60, 2600), run_url=run_url(8), date=day(2))
    folder.rows([*three, *five])
    found = [problem for problem in inspection(folder).problems if problem.rule == "thin-sweep"]
    assert [str(problem) for problem in found] == [
        (
            "data/benchmarks/a.parquet row 1: warning: a sweep of 3 points replaces one of 5, expected as many at "
            "least [thin-sweep]\n"
            "    the sweep: hardware=b300 model=kimik2.6 framework=vllm precision=fp4 spec_method=none disagg=false "
            "is_multinode=false offload_mode=off benchmark_type=single_turn isl=8192 osl=1024"
        )
    ]


def test_a_sweep_of_as_many_points_is_no_doubt(folder):
    assert doubts_of(Folder(folder.root / "again"), *points((20, 4000), (40, 3000))) == []
    older, newer = (points((20, 4000), (40, 3000), date=day(n)) for n in (1, 2))
    assert doubts_of(folder, *older, *newer) == []
