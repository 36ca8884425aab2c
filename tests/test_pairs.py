"""What is true of a pair as a whole, and what a model's figures may depend on."""

import math
from dataclasses import fields

import pytest
from hypothesis import given, settings

from site_builder.dataset.read import read_dataset
from site_builder.derive.pairs import derive_figures
from site_builder.errors import Problems
from site_builder.settings.read import read_settings
from tests import reference
from tests.derived import (
    MODEL_OF,
    REFERENCE_SCENARIOS,
    RULES,
    day,
    derive,
    moment,
    only_pair,
    random_rows,
    run_url,
)
from tests.folders import Row, points, row

TRACE: Row = {"benchmark_type": "agentic_traces", "isl": None, "osl": None, "p90_itl": 0.02}


def bests(pair):
    """The evidence of a pair's peak throughput, lowest TTFT and lowest TPOT."""
    assert pair.best_throughput
    assert pair.best_ttft
    assert pair.best_tpot
    return pair.best_throughput, pair.best_ttft, pair.best_tpot


def peak(pair):
    """The highest throughput of a pair."""
    return pair.best_throughput.throughput_tok_s_gpu


def test_configs_are_the_current_rows_of_all_listed_workloads():
    """Two points of 8k/1k, one of 1k/1k, one of traces; no older run, no copy, no unlisted workload, no failed row."""
    listed = [*points((40, 2000), (60, 1000)), row(isl=1024), row(**TRACE)]
    others = [row(date=day(1).replace(month=8)), listed[0], row(osl=8192), row(conc=9, error="oom")]
    assert only_pair(listed + others).configs == 4


def test_dominated_and_narrowed_out_rows_are_configs_too():
    """A row counts as benchmarked whether or not a ladder shows it."""
    rows = [row(50, 1000), row(40, 500, conc=2), row(20, 100, framework="sglang")]
    assert only_pair(rows, engines=("vllm",)).configs == 3


def test_engines_and_precisions_are_distinct_and_in_code_point_order():
    """Each once, sorted as plain text: - before letters, digits before letters."""
    names = ["vllm", "dynamo-vllm", "atom", "vllm", "dynamo"]
    rows = [row(framework=name, precision=kind) for name in names for kind in ("int4", "bf16", "fp8")]
    pair = only_pair(rows)
    assert pair.frameworks == ("atom", "dynamo", "dynamo-vllm", "vllm")
    assert pair.precisions == ("bf16", "fp8", "int4")


def test_engines_of_older_runs_or_failed_rows_are_not_named():
    """Only current rows speak."""
    rows = [row(), row(framework="sglang", error="oom"), row(framework="trt", tput_per_gpu=None)]
    assert only_pair(rows).frameworks == ("vllm",)


def test_run_dates_are_the_oldest_and_the_newest_of_current_rows():
    """Each line keeps its own newest run; one that was replaced on day 5 does not count with day 1."""
    rows = [row(date=day(1)), row(date=day(5)), row(prefill_tp=4, date=day(3)), row(prefill_tp=2, date=day(9))]
    pair = only_pair(rows)
    assert (pair.oldest_run, pair.newest_run) == (day(3), day(9))


def test_peak_ttft_and_tpot_are_each_the_best_on_its_own():
    """Three different rows, over all workloads, each with its configuration and its workload."""
    rows = [
        row(tput=9000.0, median_ttft=2.0, median_tpot=0.05, conc=64, isl=1024),
        row(tput=100.0, median_ttft=0.098, median_tpot=0.02, conc=1),
        row(tput=200.0, median_ttft=0.5, median_tpot=0.0048, conc=2, framework="sglang"),
    ]
    best = bests(only_pair(rows))
    assert [(each.scenario, each.concurrency, each.series.framework) for each in best] == [
        (1, 64, "vllm"),
        (0, 1, "vllm"),
        (0, 2, "sglang"),
    ]
    throughput, ttft, tpot = best
    assert (throughput.throughput_tok_s_gpu, ttft.median_ttft_s, tpot.median_tpot_s) == (9000, 0.098, 0.0048)


@pytest.mark.parametrize("value", [None, 0.0, -0.1, math.nan, math.inf])
def test_latencies_that_are_none_are_never_the_lowest(value):
    """Null, 0, negative and infinite ones are passed over; without any other there is none."""
    unknown = row(median_ttft=value, median_tpot=value)
    known = row(conc=2, median_ttft=3.0, median_tpot=0.5)
    _, ttft, tpot = bests(only_pair([unknown, known]))
    assert (ttft.median_ttft_s, tpot.median_tpot_s) == (3, 0.5)
    alone = only_pair([unknown])
    assert (alone.best_ttft, alone.best_tpot) == (None, None)


def test_of_equal_bests_the_first_by_name_counts():
    """The site's first workload, then names, then the smaller concurrency, in whatever order rows come."""
    times = {"median_ttft": 1.0, "median_tpot": 0.1}
    rows = [row(conc=4), row(conc=2), row(conc=1, framework="vllm-disagg"), row(conc=1, isl=1024)]
    rows = [each | times for each in rows]
    for ordered in (rows, rows[::-1]):
        for best in bests(only_pair(ordered)):
            assert (best.scenario, best.series.framework, best.concurrency) == (0, "vllm", 2)


@pytest.mark.parametrize(("disagg", "multinode"), [(False, False), (True, False), (False, True), (True, True)])
def test_one_row_makes_a_pair_disaggregated_or_multi_node(disagg, multinode):
    """Any current row will do; a failed one will not."""
    rows = [row(), row(conc=2, disagg=disagg, is_multinode=multinode)]
    failed = row(conc=4, disagg=True, is_multinode=True, error="oom")
    pair = only_pair([*rows, failed])
    assert (pair.disagg, pair.is_multinode) == (disagg, multinode)


def test_a_model_leads_with_its_first_workload_on_any_gpu():
    """B300 has 1k/1k only, but the model has 8k/1k on MI355X, so that is what its GPUs are compared on."""
    rows = [row(isl=1024), row(hardware="mi355x"), row(hardware="mi355x", isl=1024)]
    found = derive([*rows, row(model="dsv4", isl=1024), row(model="dsv4", **TRACE)]).figures
    assert found.lead_scenario == {"kimi-k26": 0, "deepseek-v4": 1}
    assert {(pair.model_id, pair.gpu_key): [ladder.scenario for ladder in pair.ladders] for pair in found.pairs} == {
        ("deepseek-v4", "b300"): [1, 2],
        ("kimi-k26", "b300"): [1],
        ("kimi-k26", "mi355x"): [0, 1],
    }


def test_rows_that_do_not_count_do_not_lead():
    """A model whose 8k/1k rows all failed leads with 1k/1k."""
    rows = [row(error="oom"), row(tput=0.0, conc=2), row(isl=1024)]
    assert derive(rows).figures.lead_scenario == {"kimi-k26": 1}


def test_a_pair_whose_rows_are_all_unusable_is_there_without_figures():
    """It is known, with the number of its rows, and says nothing else; its model leads with nothing."""
    found = derive([row(error="oom"), row(tput_per_gpu=None, conc=2), row(hardware="mi355x", model="dsv4")]).figures
    unusable, usable = sorted(found.pairs, key=lambda pair: pair.configs)
    assert (unusable.model_id, unusable.gpu_key) == ("kimi-k26", "b300")
    assert (unusable.configs, unusable.rows_set_aside, usable.rows_set_aside) == (0, 2, 0)
    others = {each.name for each in fields(unusable)} - {
        "model_id",
        "gpu_key",
        "configs",
        "set_aside",
        "rows_set_aside",
    }
    assert not any(getattr(unusable, name) for name in others)
    assert found.lead_scenario == {"deepseek-v4": 0}


def test_rows_of_which_none_is_usable_give_pairs_without_figures():
    """No usable row at all is no error here."""
    found = derive([row(error="oom"), row(isl=7, conc=2)]).figures
    assert [(pair.configs, pair.rows_set_aside) for pair in found.pairs] == [(0, 2)]
    assert (found.lead_scenario, found.counts.used, found.counts.set_aside) == ({}, 0, 2)


def test_model_keys_of_one_catalog_model_make_one_pair():
    """Point releases share a page; a key that no catalog has is a model of its own. Pairs go by model, then GPU."""
    rows = [row(hardware="mi355x"), row(), row(model="kimik2.5"), row(model="new")]
    found = derive(rows).figures
    assert [(pair.model_id, pair.gpu_key, pair.configs) for pair in found.pairs] == [
        ("kimi-k26", "b300", 2),
        ("kimi-k26", "mi355x", 1),
        ("new", "b300", 1),
    ]


def test_runs_are_dated_by_their_own_model():
    """Run 9 measured another model on day 9; for this one it ended on day 1, so run 8 of day 2 is newer."""
    mine = [row(tput=100.0, date=day(1), run_url=run_url(9)), row(tput=200.0, date=day(2), run_url=run_url(8))]
    other = row(model="dsv4", date=day(9), run_url=run_url(9), run_started_at=moment(9))
    pair = derive([*mine, other]).figures.pairs[1]
    assert (peak(pair), pair.newest_run) == (200, day(2))


def test_runs_are_dated_over_the_point_releases_and_gpus_of_a_model():
    """Run 9 went on to another GPU and point release on day 3: all its rows are of that day."""
    rows = [row(tput=100.0, date=day(1), run_url=run_url(9)), row(tput=200.0, date=day(2), run_url=run_url(10))]
    later = row(model="kimik2.5", hardware="mi355x", date=day(3), run_url=run_url(9))
    pair = derive([*rows, later]).figures.pairs[0]
    assert (peak(pair), pair.newest_run) == (100, day(3))


def test_rows_made_for_tests_are_those_that_reading_gives(folder):
    """The same figures from Parquet files as from the same rows made directly."""
    roles = {"disagg": True, "num_prefill_gpu": 4, "num_decode_gpu": 12, "output_tput_per_gpu": 100.0}
    moments = {"run_url": run_url(9, 2), "run_started_at": moment(3)}
    rows = [*points((40, 2000), (60, 1000), **moments), row(**TRACE, **roles), row(conc=8, error="oom")]
    more = [row(hardware="mi355x", median_intvty=None, median_tpot=0.02, prefill_tp=8, spec_method=None)]
    folder.rows(rows)
    folder.rows(more, "b.parquet")
    problems = Problems()
    settings_read = read_settings(folder.data, problems, base_url=None)
    dataset = read_dataset(folder.data, settings_read.names, problems)
    assert derive_figures(dataset.rows, RULES, MODEL_OF).figures == derive(rows, more).figures


@settings(max_examples=100)
@given(random_rows())
def test_facts_are_those_of_the_plain_rules(rows):
    """Counts, names, dates and bests of every pair as the rules written out plainly give them."""
    current = reference.current_rows(reference.usable_rows(rows, REFERENCE_SCENARIOS), MODEL_OF)
    pairs = derive(rows).figures.pairs
    assert sum(pair.configs for pair in pairs) == len(current)
    for pair in pairs:
        mine = [each for each in current if (_model(each), each["hardware"]) == (pair.model_id, pair.gpu_key)]
        assert {
            "configs": pair.configs,
            "frameworks": list(pair.frameworks),
            "precisions": list(pair.precisions),
            "oldest": pair.oldest_run,
            "newest": pair.newest_run,
            "peak": pair.best_throughput and pair.best_throughput.throughput_tok_s_gpu,
            "lowest_ttft": pair.best_ttft and pair.best_ttft.median_ttft_s,
            "lowest_tpot": pair.best_tpot and pair.best_tpot.median_tpot_s,
            "disagg": pair.disagg,
            "multinode": pair.is_multinode,
        } == reference.current_facts(mine)


def _model(each):
    return MODEL_OF.get(each["model"], each["model"])


@given(random_rows())
def test_every_row_went_somewhere(rows):
    """Read = used + of older runs + copies + lost conflicts + set aside; by pair, too, what was set aside."""
    found = derive(rows).figures
    counts = found.counts
    went = counts.used + counts.superseded + counts.copies + counts.lost_conflicts + counts.set_aside
    assert counts.read == went == len(rows)
    assert sum(pair.rows_set_aside for pair in found.pairs) == counts.set_aside


@given(random_rows())
def test_a_model_depends_on_its_own_rows_only(rows):
    """Each model's pairs and lead are the same when only its rows are there."""
    found = derive(rows).figures
    for model in {_model(each) for each in rows}:
        alone = derive([each for each in rows if _model(each) == model]).figures
        assert alone.pairs == tuple(pair for pair in found.pairs if pair.model_id == model)
        assert alone.lead_scenario.get(model) == found.lead_scenario.get(model)
