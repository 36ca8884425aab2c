"""What stands behind a read: rows with their figures, GPUs, and the shares of output and input in the throughput."""

import math
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.derive.curve import ReadKind
from site_builder.derive.figures import Role
from tests import reference
from tests.derived import day, only_read
from tests.folders import Row, points, row

ROLES: Row = {"disagg": True, "is_multinode": True, "num_prefill_gpu": 4, "num_decode_gpu": 12}
TRACE: Row = {"benchmark_type": "agentic_traces", "isl": None, "osl": None, "p90_itl": 0.02}
UNFIT = [None, 0.0, -1.0, math.nan, math.inf]


def only_evidence(**columns):
    """The evidence of one row, read at its own speed."""
    (evidence,) = only_read(50, [row(**columns)]).evidence
    return evidence


def shares(**columns):
    """(output share, input share) of one row."""
    read = only_read(50, [row(**columns)])
    return read.output_share, read.input_share


def test_shares_of_a_plain_row_are_its_parts_of_the_total():
    """120 of 1000 tokens/s/GPU are output, 880 input."""
    assert shares(output_tput_per_gpu=120.0, input_tput_per_gpu=880.0) == (0.12, 0.88)


def test_shares_of_a_disaggregated_row_are_over_all_deployed_gpus():
    """4 prefill GPUs take in 20,000 each and 12 decode GPUs put out 1,000 each: (4 x 20,000 + 12 x 1,000)/16 = 5,750.

    Over all 16 GPUs output is 1,000 x 12/16 = 750 and input 20,000 x 4/16 = 5,000, together the 5,750.
    """
    columns = ROLES | {"input_tput_per_gpu": 20_000.0, "output_tput_per_gpu": 1000.0}
    read = only_read(50, [row(tput=5750.0, **columns)])
    assert read.throughput_tok_s_gpu == 5750
    assert read.output_share == pytest.approx(750 / 5750, rel=1e-12)
    assert read.input_share == pytest.approx(5000 / 5750, rel=1e-12)
    assert read.evidence[0].gpus == 16


def test_shares_of_agentic_rows_stand_as_they_are():
    """Agentic figures are over all GPUs already, also when disaggregated: 100 of 1000."""
    columns = ROLES | TRACE | {"output_tput_per_gpu": 100.0, "input_tput_per_gpu": 900.0}
    assert shares(**columns) == (0.1, 0.9)


def test_shares_of_a_read_between_two_rows_are_linear():
    """At 50, a quarter of the way from 40 to 80: 0.75 x 0.1 + 0.25 x 0.3 = 0.15, and 0.75 x 0.9 + 0.25 x 0.7 = 0.85."""
    slower = row(40, 2000, output_tput_per_gpu=200.0, input_tput_per_gpu=1800.0)
    faster = row(80, 1000, conc=2, output_tput_per_gpu=300.0, input_tput_per_gpu=700.0)
    read = only_read(50, [slower, faster])
    assert read.output_share == pytest.approx(0.15, rel=1e-12)
    assert read.input_share == pytest.approx(0.85, rel=1e-12)


def test_a_share_that_one_of_two_rows_lacks_is_unknown():
    """Nothing is guessed; the other share stays known."""
    slower = row(40, 2000, output_tput_per_gpu=200.0, input_tput_per_gpu=1800.0)
    faster = row(80, 1000, conc=2, input_tput_per_gpu=700.0)
    read = only_read(50, [slower, faster])
    assert read.output_share is None
    assert read.input_share == pytest.approx(0.85, rel=1e-12)


@pytest.mark.parametrize("part", UNFIT)
def test_a_share_without_its_part_is_unknown(part):
    """A part that is null, 0, negative or not finite says nothing; the other part is not asked."""
    assert shares(output_tput_per_gpu=part, input_tput_per_gpu=880.0) == (None, 0.88)


def test_a_share_above_one_is_unknown():
    """More output than tokens in all cannot be."""
    assert shares(output_tput_per_gpu=1000.1, input_tput_per_gpu=1000.0) == (None, 1.0)


@pytest.mark.parametrize("missing", ["num_prefill_gpu", "num_decode_gpu"])
@pytest.mark.parametrize("count", [None, 0])
def test_shares_by_role_need_the_gpus_of_both(missing, count):
    """Without P or D the divisor is not known."""
    columns = ROLES | {"output_tput_per_gpu": 100.0, "input_tput_per_gpu": 900.0, missing: count}
    assert shares(**columns) == (None, None)


def test_shares_of_old_rows_whose_roles_do_not_add_up_are_unknown():
    """The pool of 16 stands in both role columns: 16 x 900 + 16 x 100 is half of 1000 x 32, so divisors are unknown."""
    old = {"disagg": True, "num_prefill_gpu": 16, "num_decode_gpu": 16}
    parts = {"output_tput_per_gpu": 100.0, "input_tput_per_gpu": 900.0}
    assert shares(**old, **parts) == (None, None)
    assert only_evidence(**old, **parts).gpus == 16


@pytest.mark.parametrize(
    ("inflow", "known"),
    [
        (1900.0, True),  # 8 x 1900 + 8 x 100 = 16,000 = 1000 x 16
        (1939.0, True),  # 16,312: 1.95 % above
        (1861.0, True),
        (1941.0, False),  # 16,328: 2.05 % above
        (1859.0, False),
    ],
)
def test_roles_add_up_within_two_percent(inflow, known):
    """tput x (P + D) = input x P + output x D; writers round, but not by more than 2 %."""
    columns = ROLES | {"num_prefill_gpu": 8, "num_decode_gpu": 8, "output_tput_per_gpu": 100.0}
    assert (shares(**columns, input_tput_per_gpu=inflow) != (None, None)) == known


@pytest.mark.parametrize(
    ("columns", "gpus"),
    [
        # One node: tensor x pipeline x prefill context parallelism. Experts share these GPUs, and writers put
        # tp x ep into the role columns.
        ({"prefill_tp": 8, "prefill_ep": 8, "num_prefill_gpu": 64, "num_decode_gpu": 64}, 8),
        ({"prefill_tp": 4, "prefill_ep": 4, "decode_tp": 4, "num_prefill_gpu": 16, "num_decode_gpu": 16}, 4),
        ({"prefill_tp": 4, "prefill_pp": 2, "num_prefill_gpu": 4}, 8),
        ({"prefill_tp": 2, "prefill_pp": 2, "prefill_pcp_size": 2}, 8),
        ({"prefill_tp": 8, "prefill_pp": 0}, 8),
        # A stored count wins over everything.
        ({"num_gpus": 6, "prefill_tp": 8, "num_prefill_gpu": 64}, 6),
        (ROLES | {"num_gpus": 20}, 20),
        # Disaggregated: both roles together.
        (ROLES, 16),
        ({"disagg": True, "num_prefill_gpu": 8, "num_decode_gpu": 8, "prefill_tp": 4}, 16),
        (ROLES | {"num_decode_gpu": None, "prefill_tp": 8}, None),
        (ROLES | {"num_prefill_gpu": 0, "prefill_tp": 8}, None),
        # Several nodes with one role: the prefill column holds them all, the decode column repeats it or is empty.
        ({"is_multinode": True, "num_prefill_gpu": 16, "num_decode_gpu": 0, "prefill_tp": 8}, 16),
        ({"is_multinode": True, "num_prefill_gpu": 16, "num_decode_gpu": 16}, 16),
        ({"is_multinode": True, "prefill_tp": 8}, None),
        # Nothing is invented.
        ({}, None),
        ({"num_prefill_gpu": 8, "num_decode_gpu": 8}, None),
    ],
)
def test_gpus_of_a_deployment(columns, gpus):
    """The physical GPUs, each counted once, or nothing where the row does not tell."""
    assert only_evidence(**columns).gpus == gpus


def test_old_rows_with_the_pool_in_both_role_columns_count_it_once():
    """One node, equal counts that do not add up: the pool. On several nodes they are the roles, whatever the sums."""
    old = {"disagg": True, "num_prefill_gpu": 8, "num_decode_gpu": 8, "output_tput_per_gpu": 100.0}
    assert only_evidence(**old, input_tput_per_gpu=900.0).gpus == 8
    assert only_evidence(**old, input_tput_per_gpu=1900.0).gpus == 16
    assert only_evidence(**old, input_tput_per_gpu=900.0, is_multinode=True).gpus == 16


def test_evidence_says_what_was_run_and_measured():
    """Every figure of the row as it stands, in seconds and tokens/s."""
    found = only_evidence(
        **ROLES,
        prefill_tp=4,
        prefill_ep=2,
        prefill_dp_attention=True,
        prefill_num_workers=1,
        decode_tp=12,
        decode_dp_attention=False,
        median_ttft=0.404,
        p99_ttft=1.5,
        median_tpot=0.0199,
        median_e2el=12.3,
        p99_intvty=31.0,
        conc=64,
        date=day(3),
        image="vllm:0.9",
        run_url="https://ci.example/runs/7",
        spec_method="mtp",
        offload_mode="on",
    )
    series = found.series
    assert (series.model_key, series.framework, series.precision) == ("kimik2.6", "vllm", "fp4")
    assert (series.spec_method, series.disagg, series.is_multinode, series.offload_mode) == ("mtp", True, True, "on")
    assert (found.scenario, found.concurrency, found.gpus) == (0, 64, 16)
    assert (found.interactivity_tok_s_user, found.slow_tail_tok_s_user, found.throughput_tok_s_gpu) == (50, 31, 1000)
    assert (found.median_ttft_s, found.p99_ttft_s) == (0.404, 1.5)
    assert (found.median_tpot_s, found.median_e2el_s) == (0.0199, 12.3)
    assert (found.date, found.image, found.run_url) == (day(3), "vllm:0.9", "https://ci.example/runs/7")
    assert found.prefill == Role(tp=4, ep=2, dp_attention=True, workers=1, gpus=4)
    assert found.decode == Role(tp=12, ep=None, dp_attention=False, workers=None, gpus=12)


@pytest.mark.parametrize("value", UNFIT)
def test_figures_that_are_none_are_left_out(value):
    """A latency that is null, 0, negative or not finite is not known; neither is what the row does not mention."""
    found = only_evidence(median_ttft=value, p99_ttft=value, median_e2el=value, median_tpot=value, conc=None)
    assert (found.median_ttft_s, found.p99_ttft_s, found.median_e2el_s, found.median_tpot_s) == (None,) * 4
    assert (found.concurrency, found.image, found.run_url) == (None, "", "")
    assert found.prefill == Role(None, None, None, None, None)


def test_role_gpus_are_those_of_disaggregated_rows_only():
    """Without roles the columns may hold tp x ep, so they are not shown."""
    assert only_evidence(num_prefill_gpu=64, num_decode_gpu=64).decode.gpus is None


def test_the_date_is_that_of_the_row():
    """A run over midnight is dated its last day; its rows keep their own."""
    url = "https://ci.example/runs/7"
    rows = [row(50, 100, date=day(1), run_url=url), row(40, 200, conc=2, date=day(2), run_url=url)]
    assert only_read(50, rows).evidence[0].date == day(1)


def test_one_or_two_rows_stand_behind_a_read():
    """Two, slower first, between knots; else the one that serves, or the fastest when none does."""
    rows = points((40, 2000), (60, 1000))
    behind = {
        tier: [each.interactivity_tok_s_user for each in only_read(tier, rows).evidence] for tier in (30, 40, 50, 70)
    }
    assert behind == {30: [40], 40: [40], 50: [40, 60], 70: [60]}


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_of_equal_points_the_same_row_stands_behind_the_read(order):
    """Equal points are one knot: the row with the smallest concurrency, then layout, speaks for it in any order."""
    rows = [row(conc=1, prefill_tp=8), row(conc=2, prefill_tp=4), row(conc=1, prefill_tp=4)]
    read = only_read(50, [rows[at] for at in order])
    assert read.kind == ReadKind.MEASURED
    assert [(each.concurrency, each.prefill.tp) for each in read.evidence] == [(1, 4)]


@given(st.floats(1, 1e5), st.floats(0.01, 0.99), st.booleans(), st.integers(1, 64), st.integers(1, 64))
def test_output_shares_are_those_of_the_plain_rules(tput, share, disagg, prefill, decode):
    """Rows whose parts add up have the share that the rules written out plainly give, and shares add up to 1."""
    together = prefill + decode
    own = {"output": together / decode, "input": together / prefill} if disagg else {"output": 1, "input": 1}
    columns = {
        "output_tput_per_gpu": tput * share * own["output"],
        "input_tput_per_gpu": tput * (1 - share) * own["input"],
        "disagg": disagg,
        "num_prefill_gpu": prefill,
        "num_decode_gpu": decode,
    }
    only = row(tput=tput, **columns)
    read = only_read(50, [only])
    assert read.output_share == pytest.approx(reference.output_share(only), rel=1e-12)
    assert read.input_share == pytest.approx(1 - share, rel=1e-9)
