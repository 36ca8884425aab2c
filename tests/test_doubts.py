"""Rows that say of themselves that something is wrong: which figures are doubted, and what a person is told."""

import pytest

from tests.folders import row
from tests.inspecting import doubts_of, inspection, warnings

# 8 GPUs; 64 requests of 973 tokens (0.95 x 1,024), 31.13 s each: 64 x 972.8 / 31.13 = 2,000 output tokens/s, 250 a GPU.
# Input is eight times that: 2,000 + 250 = 2,250 tokens/s/GPU in all. 1 / 0.02 s = 50 tok/s.
SOUND = {
    "conc": 64,
    "prefill_tp": 8,
    "num_gpus": 8,
    "mean_e2el": 31.13,
    "output_tput_per_gpu": 250.0,
    "input_tput_per_gpu": 2000.0,
    "tput_per_gpu": 2250.0,
    "median_tpot": 0.02,
    "median_intvty": 50.0,
    "p99_tpot": 0.025,
    "p99_intvty": 40.0,
    "median_ttft": 0.6,
    "p90_ttft": 0.9,
    "p99_ttft": 4.1,
    "mean_input_tokens": 7387.0,
    "mean_output_tokens_actual": 972.8,
    "num_requests_total": 640,
    "num_requests_successful": 640,
}
DISAGG = {"disagg": True, "is_multinode": True, "num_gpus": None, "prefill_tp": None}


def sound(**columns):
    return row() | SOUND | columns


def test_a_sound_row_is_not_doubted(folder):
    """All its figures agree."""
    assert doubts_of(folder, sound()) == []


@pytest.mark.parametrize("name", [name for name in SOUND if name not in {"conc", "tput_per_gpu", "median_intvty"}])
def test_what_a_row_does_not_say_is_no_doubt(folder, name):
    """Any column may be missing from the row, and from the file."""
    assert doubts_of(folder, sound(**{name: None})) == []
    assert doubts_of(folder, {column: value for column, value in sound().items() if column != name}) == []


@pytest.mark.parametrize(
    ("columns", "told"),
    [
        # 64 x 972.8 / 20 s = 3,113, 56 % above 2,000
        (
            {"mean_e2el": 20.0},
            (
                "2,000 output tokens/s in all, but 64 requests at a time and the mean E2EL make 3,113, "
                "expected the two within 30 % [load-differs]"
            ),
        ),
        # a divisor of 1 for 8 GPUs: 2,000 a GPU are 16,000
        (
            {"output_tput_per_gpu": 2000.0, "input_tput_per_gpu": 16000.0, "tput_per_gpu": 18000.0},
            (
                "16,000 output tokens/s in all, but 64 requests at a time and the mean E2EL make 2,000, "
                "expected the two within 30 % [load-differs]"
            ),
        ),
        # without the output throughput it follows from the nominal lengths: 18,000 x 8 x 1,024 / 9,216 = 16,000
        (
            {"output_tput_per_gpu": None, "input_tput_per_gpu": None, "tput_per_gpu": 18000.0},
            (
                "16,000 output tokens/s in all, but 64 requests at a time and the mean E2EL make 2,000, "
                "expected the two within 30 % [load-differs]"
            ),
        ),
        (
            {"input_tput_per_gpu": 2100.0},
            (
                "tput_per_gpu makes 2,250 tokens/s, but input and output make 2,350, expected the two within 2 % "
                "[parts-differ]"
            ),
        ),
        (
            {"mean_input_tokens": 6000.0},
            "mean_input_tokens is 6,000, expected it within 25 % of isl, 8,192 [odd-length]",
        ),
        (
            {"mean_output_tokens_actual": 267.0, "mean_e2el": None},
            "mean_output_tokens_actual is 267, expected it within 25 % of osl, 1,024 [odd-length]",
        ),
        (
            {"median_ttft": 640.1, "p90_ttft": None, "p99_ttft": None},
            "median_ttft is 640.1 s, expected from 0.0001 to 600 s [unit-slip]",
        ),
        (
            {"median_tpot": 0.00002, "median_intvty": 50_000.0, "p99_tpot": None, "p99_intvty": None},
            "median_tpot is 0.00002 s, expected from 0.0001 to 600 s [unit-slip]",
        ),
        (
            {"p99_ttft": 0.7},
            "p99_ttft is 0.7 s, expected 0.9 s at least, which a lower percentile has [percentile-order]",
        ),
        (
            {"p99_intvty": 57.0, "p99_tpot": None},
            "p99_intvty is 57 tok/s, expected the median, 50, at most [percentile-order]",
        ),
        (
            {"num_requests_successful": 607},
            "607 of 640 requests succeeded (94.8 %), expected 95 % at least [requests-failed]",
        ),
        (
            {"median_tpot": 0.00872, "median_intvty": 293.0, "p99_tpot": None, "p99_intvty": None},
            "median_intvty is 293 tok/s, but 1 / median_tpot is 114.7, expected the two within 5 % [speed-differs]",
        ),
        (
            {"p99_intvty": 30.0},
            "p99_intvty is 30 tok/s, but 1 / p99_tpot is 40, expected the two within 5 % [speed-differs]",
        ),
        (
            {"num_gpus": 16, "mean_e2el": None},
            "num_gpus is 16, but its layout makes 8, expected one number [gpus-differ]",
        ),
    ],
)
def test_each_doubt_is_told_with_what_was_found_and_expected(folder, columns, told):
    """One warning, at the row, and none beside it."""
    assert doubts_of(folder, row(60, 900, conc=1), sound(**columns)) == [f"a.parquet row 2: {told}"]


@pytest.mark.parametrize(
    "columns",
    [
        {"mean_e2el": 31.13 / 1.29},  # 29 % above
        {"mean_e2el": 31.13 / 0.71},  # 29 % below
        {"mean_e2el": 5.0, "request_rate": 4.0},  # driven by a rate: concurrency is not what was under way
        {"mean_e2el": 5.0, "conc": None},
        {"input_tput_per_gpu": 2040.0},  # 1.8 %
        {"mean_output_tokens_actual": 1024.0},
        {"mean_input_tokens": 6200.0},  # 24 %
        {"median_ttft": 599.0, "p90_ttft": 600.0, "p99_ttft": 700.0},  # a slow tail may be as long as it likes
        {"p90_ttft": None, "p99_ttft": 0.6},
        {"num_requests_successful": 608},  # 95 %
        {"median_intvty": 52.0, "p99_intvty": None},  # 4 %
        {"num_requests_total": 0, "num_requests_successful": 0},
        {"num_gpus": 8, "prefill_tp": 4, "prefill_pp": 2},
    ],
)
def test_what_lies_within_the_limits_is_no_doubt(folder, columns):
    assert doubts_of(folder, sound(**columns)) == []


def test_other_names_for_requests_are_known(folder):
    """As benchmark tools call them: 12 of 5,120 prompts were completed."""
    plain = row(num_prompts=5120, completed=12)
    assert doubts_of(folder, plain) == [
        "a.parquet row 1: 12 of 5,120 requests succeeded (0.2 %), expected 95 % at least [requests-failed]"
    ]


def test_the_percentile_with_a_point_in_its_name_is_known(folder):
    """p99.9 and p999 are one."""
    told = "expected 4.1 s at least, which a lower percentile has [percentile-order]"
    for name in ("p99.9_ttft", "p999_ttft"):
        assert doubts_of(folder, sound(**{name: 2.0})) == [f"a.parquet row 1: p999_ttft is 2 s, {told}"]


def test_the_parts_of_a_disaggregated_row_weigh_by_their_gpus(folder):
    """4 prefill and 12 decode GPUs: (4 x 20,000 + 12 x 1,000) / 16 = 5,750 tokens/s/GPU."""
    split = row(50, 5750, num_prefill_gpu=4, num_decode_gpu=12, input_tput_per_gpu=20000.0, output_tput_per_gpu=1000.0)
    assert doubts_of(folder, split | DISAGG) == []
    # 21,000 x 16 = 336,000 against 92,000
    assert doubts_of(folder, split | DISAGG | {"tput_per_gpu": 21000.0}) == [
        (
            "a.parquet row 1: tput_per_gpu makes 336,000 tokens/s, but input and output make 92,000, "
            "expected the two within 2 % [parts-differ]"
        )
    ]


def test_the_load_of_a_disaggregated_row_is_that_of_its_decode_gpus(folder):
    """12 x 1,000 = 12,000 output tokens/s, and 370 x 972.8 / 30 s = 11,998."""
    split = row(50, 5750, conc=370, num_prefill_gpu=4, num_decode_gpu=12, output_tput_per_gpu=1000.0, mean_e2el=30.0)
    assert doubts_of(folder, split | DISAGG) == []
    assert doubts_of(folder, split | DISAGG | {"conc": 3700})[0].endswith("[load-differs]")


def test_more_gpus_than_the_layout_makes_are_believed_when_the_load_confirms_them(folder):
    """Two replicas on 4 GPUs each: what was under way makes the throughput of 8 GPUs, not of 4."""
    assert doubts_of(folder, sound(prefill_tp=4)) == []
    assert doubts_of(folder, sound(prefill_tp=4, mean_e2el=None))[0].endswith("[gpus-differ]")


def test_role_gpus_that_multiply_experts_are_noted(folder):
    """TP8 and EP8 on 8 GPUs, stored as 64: nothing depends on it, so it is one note for the file."""
    folder.rows([sound(conc=conc, num_gpus=None, prefill_ep=8, num_prefill_gpu=64, num_decode_gpu=64, mean_e2el=None)
                 for conc in (4, 8)])  # fmt: skip
    found = inspection(folder).problems
    assert warnings(found) == []
    assert [str(problem) for problem in found if problem.rule == "role-gpus"] == [
        (
            "data/benchmarks/a.parquet: note: rows 1, 2, such as: num_prefill_gpu is 64 on 8 GPUs, which is tp x ep; "
            "it is not used, as the row is not disaggregated [role-gpus]"
        )
    ]


@pytest.mark.parametrize("columns", [{"num_gpus": 64, "prefill_ep": 8}, {"num_gpus": None, "prefill_ep": 4}])
def test_other_role_gpus_are_not_noted(folder, columns):
    """What is the number of GPUs, or no product of the layout, is not that slip."""
    folder.rows([sound(num_prefill_gpu=64, num_decode_gpu=64, **columns)])
    assert [problem for problem in inspection(folder).problems if problem.rule == "role-gpus"] == []


def test_one_slip_in_several_columns_is_told_once(folder):
    """Milliseconds in mean and median: the first is named."""
    slip = sound(median_ttft=812.0, mean_ttft=900.0, p90_ttft=1000.0, p99_ttft=4100.0)
    assert [line.rpartition(" ")[2] for line in doubts_of(folder, slip)] == ["[unit-slip]"]


def test_rows_that_do_not_count_are_not_doubted(folder):
    """They are set aside already."""
    failed = sound(conc=1, error="out of memory", num_requests_successful=3, p99_ttft=0.1)
    assert doubts_of(folder, sound(), failed) == []


def test_agentic_rows_have_other_lengths_and_speeds(folder):
    """Their users think between turns, their total is over all GPUs, and 1 / TPOT is not their interactivity."""
    agentic = sound(
        benchmark_type="agentic_traces", isl=None, osl=None, mean_e2el=1.0, mean_input_tokens=90_000.0, p90_itl=0.02,
        median_tpot=0.01, p99_tpot=None, p99_intvty=99.0,
    )  # fmt: skip
    assert doubts_of(folder, agentic) == []
    assert doubts_of(folder, agentic | {"input_tput_per_gpu": 20_000.0})[0].endswith("[parts-differ]")
