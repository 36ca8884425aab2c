"""Which usable rows are current: of each line its newest run, whole, and nothing older."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from site_builder.dataset.columns import LINE
from site_builder.derive.current import canonical_text
from tests import reference
from tests.derived import MODEL_OF, REFERENCE_SCENARIOS, day, derive, make_rows, moment, random_rows, run_url
from tests.folders import Row, points, row

OTHER_VALUE: Row = {
    "hardware": "mi355x",
    "framework": "sglang",
    "model": "kimik2.5",
    "precision": "fp8",
    "spec_method": "mtp",
    "disagg": True,
    "is_multinode": True,
    "prefill_dp_attention": True,
    "decode_dp_attention": True,
    "benchmark_type": "agentic_traces",
    "isl": 1024,
    "osl": 8192,
    "offload_mode": "on",
}  # of the other columns, which are whole numbers, 4


def current(*files):
    """The throughputs of the current rows, rising."""
    found = derive(*files)
    return sorted(found.usable_rows["tput_per_gpu"][found.current.index].tolist())


def run(tput, count, **columns):
    """A run's rows of one line, at concurrencies 1 to count, with throughputs that start with `tput`."""
    return points(*((50.0 + at, tput + at) for at in range(count)), **columns)


def test_a_line_re_run_in_part_keeps_only_its_newest_run():
    """Four concurrencies on day 1, two of them again on day 2: the two of day 2, nothing stitched on from day 1."""
    assert current(run(100, 4, date=day(1)) + run(200, 2, date=day(2))) == [200, 201]


@pytest.mark.parametrize("column", LINE)
def test_lines_differ_in_configuration_workload_and_offload(column):
    """A newer run of another line does not replace this one's rows."""
    other: Row = {column: OTHER_VALUE.get(column, 4), "date": day(2), "p90_itl": 0.02}
    counts = derive([row(date=day(1)), row(**other)]).figures.counts
    in_no_scenario = column == "osl"
    assert (counts.superseded, counts.set_aside) == (0, int(in_no_scenario))


@pytest.mark.parametrize(
    "columns", [{"image": "vllm:2"}, {"num_gpus": 8}, {"prefill_pp": 2}, {"median_ttft": 0.3}, {"conc": 64}]
)
def test_lines_do_not_differ_in_image_gpu_count_figures_or_concurrency(columns):
    """A newer run of the same line replaces the older one, whatever else it says."""
    assert current([row(tput=100.0, date=day(1)), row(tput=200.0, date=day(2), **columns)]) == [200]


def test_of_two_runs_on_one_day_the_one_that_started_later_counts():
    """The start decides before the id: run 9 started at 4:00, run 10 at 3:00."""
    late, early = run(100, 2, run_url=run_url(9)), run(200, 2, run_url=run_url(10))
    late = [each | {"run_started_at": moment(4)} for each in late]
    early = [each | {"run_started_at": moment(3)} for each in early]
    assert current(late + early) == [100, 101]


def test_the_start_of_a_run_is_its_latest_and_none_is_lowest():
    """Run 8 has one row that started at 3:00, run 9 none that says when."""
    first = [row(tput=100.0, conc=1, run_url=run_url(8)), row(tput=101.0, conc=2, run_url=run_url(8))]
    first[1] |= {"run_started_at": moment(3)}
    assert current([*first, row(tput=200.0, run_url=run_url(9))]) == [100, 101]


def test_the_date_decides_before_the_start():
    """A run dated later is newer, though it says no start and has the lower id."""
    older = row(tput=100.0, date=day(1), run_url=run_url(10), run_started_at=moment(9))
    assert current([older, row(tput=200.0, date=day(2), run_url=run_url(9))]) == [200]


@pytest.mark.parametrize(("older", "newer"), [(9, 10), (99, 100), (2**63 - 1, 2**63), (10**30, 10**30 + 1)])
def test_of_two_runs_started_together_the_larger_id_counts_as_a_number(older, newer):
    """9 is below 10, though not as text; ids may be of any length."""
    rows = [row(tput=200.0, run_url=run_url(newer)), row(tput=100.0, run_url=run_url(older))]
    assert current(rows) == [200]


def test_a_run_without_usable_rows_replaces_nothing():
    """The newest run failed in every row of the line: the run before it stays current."""
    failed = run(300, 1, date=day(3), error="oom") + run(310, 1, date=day(3), status="failed", conc=2)
    assert current(run(100, 2, date=day(1)) + run(200, 2, date=day(2)) + failed) == [200, 201]


def test_a_run_that_failed_in_part_counts_with_the_rest():
    """One usable row of the newest run replaces all older rows of the line."""
    newest = run(300, 1, date=day(3)) + run(310, 1, date=day(3), conc=2, error="oom")
    assert current(run(100, 2, date=day(1)) + newest) == [300]


def test_a_run_over_midnight_is_one_run_of_its_newest_day():
    """Concurrency 1 before and 2 after midnight: both current, both of one sweep, dated the later day."""
    rows = [row(60, 100, conc=1, date=day(1)), row(50, 200, conc=2, date=day(2))]
    (pair,) = derive([each | {"run_url": run_url(9)} for each in rows], tiers=(50, 60)).figures.pairs
    assert (pair.configs, pair.oldest_run, pair.newest_run) == (2, day(2), day(2))
    assert [read.throughput_tok_s_gpu for read in pair.ladders[0].reads] == [200, 100]


def test_lines_of_a_run_over_midnight_stay_one_sweep():
    """Of one run, tp 8 was measured before midnight and tp 4 after it: one curve through both, 1500 half way."""
    before, after = row(40, 2000, prefill_tp=8, date=day(1)), row(60, 1000, prefill_tp=4, date=day(2))
    (pair,) = derive([each | {"run_url": run_url(9)} for each in (before, after)]).figures.pairs
    assert pair.ladders[0].reads[1].throughput_tok_s_gpu == pytest.approx(1500, rel=1e-12)


def test_a_run_is_as_new_as_its_newest_row():
    """Run 9 lasted from day 1 to day 3, so it is newer than run 10 of day 2."""
    long = [row(tput=100.0, date=day(1), run_url=run_url(9)), row(tput=101.0, conc=2, date=day(3), run_url=run_url(9))]
    assert current([*long, row(tput=200.0, date=day(2), run_url=run_url(10))]) == [100, 101]


def test_of_several_attempts_the_highest_counts_whole():
    """The second attempt measured only concurrency 1 again: concurrency 2 of the first is not stitched on."""
    assert current(run(100, 2, run_url=run_url(9, 1)) + run(200, 1, run_url=run_url(9, 2))) == [200]


def test_attempts_of_an_older_run_do_not_count():
    """The fifth attempt of an older run is older than the first of a newer one."""
    assert current(run(100, 2, run_url=run_url(9, 5)) + run(200, 1, run_url=run_url(10, 1))) == [200]


def test_attempts_are_numbers_and_the_first_needs_no_name():
    """10 is above 9; an address without an attempt is that of the first."""
    assert current([row(tput=100.0, run_url=run_url(9, 10)), row(tput=200.0, run_url=run_url(9, 9))]) == [100]
    assert current([row(tput=100.0, run_url=run_url(9, 2)), row(tput=200.0, run_url=run_url(9))]) == [100]
    together = [row(tput=100.0, run_url=run_url(9)), row(tput=200.0, conc=2, run_url=run_url(9, 1))]
    assert current(together) == [100, 200]


def test_each_line_takes_its_highest_attempt_with_usable_rows():
    """Attempt 2 re-ran tp 4 and failed for tp 8: tp 8 keeps attempt 1, whole, and tp 4 has attempt 2."""
    first = run(100, 2, prefill_tp=8, run_url=run_url(9, 1)) + run(200, 2, prefill_tp=4, run_url=run_url(9, 1))
    second = run(300, 2, prefill_tp=8, run_url=run_url(9, 2), error="oom")
    assert current(first + second + run(400, 1, prefill_tp=4, run_url=run_url(9, 2))) == [100, 101, 400]


@pytest.mark.parametrize("url", [None, "", "https://ci.example/results/77", "https://ci.example/runs/latest"])
def test_without_a_run_id_the_date_is_the_run(url):
    """All rows of a day are one run; a newer day replaces an older one."""
    rows = run(100, 3, date=day(1), run_url=url) + run(200, 1, date=day(2), run_url=url)
    assert current([*rows, row(tput=300.0, conc=8, date=day(2), run_url=url)]) == [200, 300]


def test_a_run_without_an_id_is_older_than_one_of_the_same_day_with_an_id():
    """No id is the lowest id; a later start still wins."""
    without, with_id = row(tput=100.0), row(tput=200.0, run_url=run_url(1))
    assert current([without, with_id]) == [200]
    assert current([without | {"run_started_at": moment(1)}, with_id]) == [100]


def test_exact_copies_collapse_silently():
    """The same row three times, over two files, is one."""
    same = row(tput=100.0, image="x", run_url=run_url(9))
    found = derive([same, same], [same])
    assert (len(found.current.index), found.current.copies, found.current.conflicts) == (1, 2, ())


@pytest.mark.parametrize("order", list(permutations(range(3))))
@pytest.mark.parametrize(
    ("rows", "winner"),
    [
        ([row(50, 900), row(40, 5000), row(60, 6000)], (900, 50)),  # the lower throughput
        ([row(50, 4000), row(9, 4000), row(60, 4000)], (4000, 9)),  # then the lower interactivity
        ([row(median_ttft=ttft) for ttft in (0.5, 0.2, 0.9)], (1000, 50)),  # then the smaller text
    ],
)
def test_of_conflicting_results_the_more_cautious_counts(rows, winner, order):
    """Lower throughput, then lower interactivity, then the smaller text; never the order of files or rows."""
    shuffled = [rows[at] for at in order]
    for files in ([shuffled], [[each] for each in shuffled]):
        found = derive(*files)
        (pair,) = found.figures.pairs
        best = pair.best_throughput
        assert best is not None
        assert (best.throughput_tok_s_gpu, best.interactivity_tok_s_user) == winner
        assert best.median_ttft_s == (0.2 if rows[0].get("median_ttft") else None)
        assert [len(conflict.positions) for conflict in found.current.conflicts] == [3]


def test_a_conflict_lies_within_one_run_only():
    """Different results of two runs are no doubt, the newer one counts; nor is a failed row beside a good one."""
    rows = [row(tput=100.0, date=day(1)), row(tput=200.0, date=day(2)), row(tput=50.0, date=day(2), error="oom")]
    found = derive(rows)
    assert (current(rows), found.current.conflicts) == ([200], ())


def test_points_without_a_concurrency_are_told_apart_by_their_request_rate():
    """Runs driven by a rate have no concurrency; two of one rate are one point."""
    rated = [row(tput=100.0 + rate, conc=None, request_rate=float(rate)) for rate in (1, 2)]
    assert current(rated) == [101, 102]
    assert current([*rated, row(tput=50.0, conc=None, request_rate=2.0)]) == [50, 101]


@pytest.mark.parametrize(("first", "second"), [("a", "b"), ("b", "a")])
def test_a_conflict_warns_with_the_key_and_both_files(folder, first, second):
    """One warning that names the rows, their results and what they share; swapping the files swaps only the names."""
    folder.rows([row(tput=5123.0)], f"{first}.parquet")
    folder.rows([row(tput=4987.0), row(tput=4987.0)], f"{second}.parquet")
    (warning,) = folder.warnings()
    assert warning == (
        f"data/benchmarks/{second}.parquet row 1: warning: a different result for the same point as "
        f"data/benchmarks/{first}.parquet row 1 (4,987 and 5,123 tokens/s/GPU), expected one; this one counts "
        "[conflicting-rows]\n    the point: hardware=b300 framework=vllm model=kimik2.6 precision=fp4 "
        "spec_method=none disagg=false is_multinode=false benchmark_type=single_turn isl=8192 osl=1024 "
        "offload_mode=off conc=1"
    )
    assert "4,987" in folder.page("run/kimi-k26-on-b300")
    assert "5,123" not in folder.page("run/kimi-k26-on-b300")


def test_the_text_of_a_row_depends_on_nothing_but_the_row():
    """Neither on its file or place, nor on the other words that a column holds."""
    same = row(image="b", error=None)
    alone, beside = make_rows([same]), make_rows([row(image="a", framework="atom")], [row(conc=9), same])
    assert canonical_text(alone, 0) == canonical_text(beside, 2)
    assert canonical_text(beside, 1) != canonical_text(beside, 2)


@settings(max_examples=100)
@given(random_rows())
def test_current_rows_are_those_of_the_plain_rules(rows):
    """The same points with the same figures and run dates as the rules written out plainly."""
    found = derive(rows)
    at = found.current.index
    columns = [found.usable_rows[name][at].tolist() for name in ("tput_per_gpu", "conc", "isl")]
    texts = [found.usable_rows.texts(name, at) for name in ("model", "hardware", "framework")]
    ours = sorted(zip(*texts, *columns, found.current.run_date.tolist(), strict=True))
    expected = reference.current_rows(reference.usable_rows(rows, REFERENCE_SCENARIOS), MODEL_OF)
    epoch = day(1).replace(1970, 1, 1)
    assert ours == sorted(
        (
            *(each[name] for name in ("model", "hardware", "framework", "tput_per_gpu")),
            *(-1 if each[name] is None else each[name] for name in ("conc", "isl")),
            (each["run_date"] - epoch).days,
        )
        for each in expected
    )


@given(random_rows(), st.randoms(use_true_random=False), st.integers(0, 30))
def test_row_and_file_order_change_nothing(rows, random, cut):
    """Every figure of every pair is the same for the rows in any order, in one file or two."""
    shuffled = random.sample(rows, len(rows))
    files = [part for part in (shuffled[:cut], shuffled[cut:]) if part]
    assert derive(*files).figures == derive(rows).figures
