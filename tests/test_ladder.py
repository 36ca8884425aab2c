"""Pair reads: the best over the pair's series at each target, and what they cost."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from site_builder.derive.cost import usd_per_million_tokens
from site_builder.derive.curve import ReadKind
from tests import reference
from tests.derived import (
    MODEL_OF,
    REFERENCE_SCENARIOS,
    RULES,
    SCENARIOS,
    day,
    derive,
    only_ladder,
    only_pair,
    only_read,
    random_rows,
    run_url,
)
from tests.folders import points, row

KINDS = {
    "out of reach": ReadKind.OUT_OF_REACH,
    "at least": ReadKind.AT_LEAST,
    "wide": ReadKind.WIDE,
    "interpolated": ReadKind.INTERPOLATED,
    "measured": ReadKind.MEASURED,
}
# What sets series apart, in the order in which ties are settled: the column, the value that wins, one that loses.
TIES: list[tuple[str, Any, Any]] = [
    ("model", "kimik2.5", "kimik2.6"),
    ("framework", "sglang", "vllm"),
    ("precision", "fp4", "fp8"),
    ("spec_method", "mtp", "none"),
    ("disagg", False, True),
    ("is_multinode", False, True),
    ("offload_mode", "off", "on"),
]


def key(read):
    """The series of a read, under the names of its columns."""
    series = read.series
    values = (series.model_key, series.framework, series.precision, series.spec_method)
    flags = (series.disagg, series.is_multinode, series.offload_mode)
    return dict(zip([name for name, _, _ in TIES], (*values, *flags), strict=True))


def every_read(found):
    """All reads of all pairs and scenarios."""
    return [read for pair in found.figures.pairs for ladder in pair.ladders for read in ladder.reads]


def test_each_target_takes_the_best_series():
    """vLLM is best up to 50, SGLang above: the ladder follows the better one at each target."""
    rows = points((30, 3000), (50, 2000), (100, 400)) + points((30, 2500), (50, 1900), (100, 900), framework="sglang")
    reads = only_ladder(rows, tiers=(30, 50, 100))
    assert [read.throughput_tok_s_gpu for read in reads] == [3000, 2000, 900]
    assert [read.series.framework for read in reads] == ["vllm", "vllm", "sglang"]


def test_series_are_never_pooled():
    """One line through both configurations would read 2375 at 75, which neither was measured to reach.

    fp8 ends at 50; the slowest knot of fp4 with MTP, 110, serves 75 with at least 1500.
    """
    slow = points((20, 5000), (50, 3000), precision="fp8")
    fast = points((110, 1500), (160, 700), spec_method="mtp", disagg=True)
    reads = only_ladder(slow + fast, tiers=(50, 75, 110))
    assert [(read.kind, read.throughput_tok_s_gpu) for read in reads] == [
        (ReadKind.MEASURED, 3000),
        (ReadKind.AT_LEAST, 1500),
        (ReadKind.MEASURED, 1500),
    ]
    assert [(each.series.precision, each.series.spec_method, each.series.disagg) for each in reads[:2]] == [
        ("fp8", "none", False),
        ("fp4", "mtp", True),
    ]
    assert reads[1].series.framework == "vllm"


def test_the_best_counts_whatever_its_kind():
    """A faster series that gives at least 1500 beats a slower one measured at 1000."""
    read = only_read(50, [row(50, 1000), row(80, 1500, precision="fp8")])
    assert (read.kind, read.throughput_tok_s_gpu, read.series.precision) == (ReadKind.AT_LEAST, 1500, "fp8")


@pytest.mark.parametrize("level", range(len(TIES)))
@pytest.mark.parametrize("order", [1, -1])
def test_of_equal_series_the_first_by_its_names_counts(level, order):
    """A tie is settled by the first name that differs, whatever the later ones say, and not by row order."""
    name, first, second = TIES[level]
    ahead, behind = {name: first}, {name: second}
    for later, low, high in TIES[level + 1 :]:
        ahead, behind = ahead | {later: high}, behind | {later: low}
    read = only_read(50, [row(**ahead), row(**behind)][::order])
    assert {column: key(read)[column] for column in ahead} == ahead


def test_of_equal_series_the_newer_sweep_comes_before_any_name():
    """Day 2 wins over day 1, though its names all come later."""
    newer = row(date=day(2), **{name: high for name, _, high in TIES})
    older = row(date=day(1), **{name: low for name, low, _ in TIES})
    assert key(only_read(50, [older, newer]))["framework"] == "vllm"


def test_a_tie_is_one_of_what_is_read_and_not_of_the_rows():
    """Half way between (40,2000) and (60,1000) a line gives 1500, as the other series measured; sglang comes first."""
    line = points((40, 2000), (60, 1000))
    read = only_read(50, [*line, row(50, 1500, framework="sglang")])
    assert (read.kind, read.series.framework) == (ReadKind.MEASURED, "sglang")


def test_out_of_reach_names_the_fastest_knot():
    """Nobody reaches 200: the series that came closest is named with its row, and there is no figure."""
    rows = points((50, 3000), (90, 900)) + points((40, 100), (120, 50), framework="sglang", precision="fp8")
    read = only_read(200, rows)
    assert (read.kind, read.throughput_tok_s_gpu, read.output_share) == (ReadKind.OUT_OF_REACH, None, None)
    assert (read.series.framework, read.series.precision) == ("sglang", "fp8")
    assert [each.interactivity_tok_s_user for each in read.evidence] == [120]


def test_of_equally_fast_knots_the_higher_is_named_then_the_first_series():
    """Both end at 120: the higher throughput counts, and of equal ones the order of names."""
    higher = [row(120, 60), row(120, 50, framework="sglang")]
    assert only_read(200, higher).series.framework == "vllm"
    assert only_read(200, [row(120, 50), row(120, 50, framework="sglang")]).series.framework == "sglang"


def test_only_chosen_engines_and_precisions_compete():
    """The best row is int4 of another engine; narrowed, the ladder leaves it out, also where out of reach."""
    rows = [row(50, 1000), row(50, 1500, framework="sglang"), row(90, 9000, precision="int4")]
    assert only_read(50, rows).throughput_tok_s_gpu == 9000
    assert only_read(50, rows, precisions=("fp4", "fp8")).series.framework == "sglang"
    assert only_read(50, rows, engines=("vllm",), precisions=("fp4",)).throughput_tok_s_gpu == 1000
    assert only_read(75, rows, precisions=("fp4",)).evidence[0].interactivity_tok_s_user == 50


def test_a_pair_that_nothing_competes_for_keeps_its_facts():
    """No ladder, but its configurations are still counted and named."""
    rows = [row(), row(framework="sglang")]
    for chosen in ({"engines": ("trt",)}, {"precisions": ()}):
        pair = only_pair(rows, **chosen)
        assert (pair.ladders, pair.configs, pair.frameworks) == ((), 2, ("sglang", "vllm"))


def test_a_curve_is_the_newest_sweep_of_its_series():
    """Other lines' older rows would be better, but software versions are not mixed."""
    rows = [row(50, 1000, date=day(9)), row(50, 2000, prefill_tp=4, date=day(8)), row(50, 3000, prefill_tp=2)]
    assert [only_read(50, rows, sweep_days=days).throughput_tok_s_gpu for days in (0, 1, 7, 8)] == [
        *(1000, 2000, 2000),
        3000,  # of day 1, eight days before
    ]


def test_each_series_has_a_newest_run_of_its_own():
    """SGLang's newest day is older than vLLM's, and still counts."""
    rows = [row(50, 1000, date=day(9)), row(50, 2000, date=day(1), framework="sglang")]
    assert only_read(50, rows).throughput_tok_s_gpu == 2000


def test_workloads_have_ladders_of_their_own():
    """In the site's order; each reads its own rows."""
    pair = only_pair([row(50, 10, isl=1024), row(50, 20)], tiers=(50,))
    assert [(each.scenario, each.reads[0].throughput_tok_s_gpu) for each in pair.ladders] == [(0, 20), (1, 10)]


def test_the_model_key_sets_series_apart():
    """Two point releases on one page are not joined into one curve: 50 lies between the two, and serves neither."""
    read = only_read(50, [row(40, 2000), row(60, 1000, model="kimik2.5")])
    assert (read.kind, read.throughput_tok_s_gpu) == (ReadKind.AT_LEAST, 1000)


def test_cost_is_the_price_of_a_million_tokens():
    """$2 an hour at 5,750 tokens/s: 2 x 1e6 / (5750 x 3600) = 2 / 20.7 = $0.0966."""
    assert usd_per_million_tokens(2, 5750) == pytest.approx(2 / 20.7, rel=1e-12)


@given(st.floats(0.01, 1000), st.floats(1e-3, 1e7))
def test_cost_times_throughput_is_the_price(price, throughput):
    """$/1M x tokens/s x 3600 / 1e6 is what the GPU costs an hour."""
    assert usd_per_million_tokens(price, throughput) * throughput * 3600 / 1e6 == pytest.approx(price, rel=1e-12)


@settings(max_examples=100)
@given(random_rows(), st.sampled_from([0, 3]))
def test_ladders_are_those_of_the_plain_rules(rows, sweep_days):
    """Kind, throughput to 1e-9, series and fastest knot of every read, as the rules written out plainly give them."""
    current = reference.current_rows(reference.usable_rows(rows, REFERENCE_SCENARIOS), MODEL_OF)
    for pair in derive(rows, sweep_days=sweep_days).figures.pairs:
        mine = [each for each in current if _is_of(each, pair)]
        assert [ladder.scenario for ladder in pair.ladders] == [
            at for at, scenario in enumerate(SCENARIOS) if any(each["scenario"] == scenario.id for each in mine)
        ]
        for ladder in pair.ladders:
            expected = reference.current_ladder(mine, SCENARIOS[ladder.scenario].id, RULES.tiers, sweep_days)
            for read, plain in zip(ladder.reads, expected, strict=True):
                assert _summary(read) == (plain.tier, KINDS[plain.kind], *plain.series[:1], *plain.series[2:8])
                assert read.throughput_tok_s_gpu == (plain.throughput and pytest.approx(plain.throughput, rel=1e-9))
                assert plain.fastest_tok_s in (None, read.evidence[0].interactivity_tok_s_user)


def _is_of(each, pair):
    return MODEL_OF.get(each["model"], each["model"]) == pair.model_id and each["hardware"] == pair.gpu_key


def _summary(read):
    return (read.tier, read.kind, *key(read).values())


@given(random_rows(), st.sets(st.floats(5, 400), min_size=2, max_size=8))
def test_a_ladder_never_rises_with_the_target(rows, tiers):
    """Asking for more speed never yields more, within rounding; once out of reach, always out of reach."""
    for pair in derive(rows, tiers=tuple(sorted(tiers))).figures.pairs:
        for ladder in pair.ladders:
            values = [read.throughput_tok_s_gpu or 0 for read in ladder.reads]
            assert all(later <= earlier * (1 + 1e-12) for earlier, later in pairwise(values))


@given(random_rows())
def test_a_read_lies_between_its_knots(rows):
    """In speed and in throughput; one row behind a read is the read itself."""
    for read in every_read(derive(rows)):
        speeds = [each.interactivity_tok_s_user for each in read.evidence]
        figures = [each.throughput_tok_s_gpu for each in read.evidence]
        assert {each.series for each in read.evidence} == {read.series}
        if read.kind is ReadKind.OUT_OF_REACH:
            assert (speeds[0] < read.tier, len(speeds)) == (True, 1)
        elif len(speeds) == 1:
            assert (figures[0], speeds[0] >= read.tier) == (read.throughput_tok_s_gpu, True)
        else:
            assert speeds[0] < read.tier < speeds[1]
            assert figures[1] <= read.throughput_tok_s_gpu <= figures[0]


@given(random_rows(), st.integers(0), st.floats(0.1, 1), st.floats(0.1, 1))
def test_a_dominated_row_in_a_run_changes_no_read(rows, pick, slower, lower):
    """One more point of a current run, no better in any axis than one that is there, is seen nowhere."""
    before = derive(rows)
    index = before.current.index
    if not len(index):
        return
    at = index[pick % len(index)]
    number = before.usable_rows.row[at] - 1
    speed = float(before.usable.interactivity[before.usable.mask][at]) * slower
    tput = float(before.usable_rows["tput_per_gpu"][at]) * lower
    beaten = rows[number] | {"conc": 999, "tput_per_gpu": tput, "median_intvty": speed, "p90_itl": 1 / speed}
    after = derive([*rows, beaten])
    assert after.figures.counts.used == before.figures.counts.used + 1
    assert every_read(after) == every_read(before)


@given(st.lists(st.tuples(st.floats(1e-9, 1e15), st.floats(1e-9, 1e15)), min_size=1, max_size=6))
@example([(20.0, 1e15), (60.0, 1e-9), (100.0, 1e-9)])
def test_any_measurable_figures_give_reads_between_knots(found):
    """However far apart figures are, they are read like others: no crash, no figure that is not a number."""
    for read in only_ladder(points(*found)):
        figures = [each.throughput_tok_s_gpu for each in read.evidence]
        assert read.throughput_tok_s_gpu is None or min(figures) <= read.throughput_tok_s_gpu <= max(figures)


def test_an_older_run_is_not_seen_at_all():
    """Rows of a line's older run change no read, even when sweeps of some days before count too."""
    newest = points((40, 2000), (60, 1000), date=day(2), run_url=run_url(9))
    better = points((40, 9000), (60, 8000), (90, 7000), date=day(1), run_url=run_url(8))
    assert only_ladder(newest + better, sweep_days=3) == only_ladder(newest, sweep_days=3)
