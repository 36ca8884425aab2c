"""What a row's `warnings` say, judged from its file alone: each doubt once, and silence about sound rows."""

import pytest

from tests.importing import FACTS, Desk, api, vllm


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)


# 8 requests at a time x 0.9 x 1,024 tokens / 10 s = 737 output tokens/s, 92.2 on each of 8 GPUs.
SOUND = {"mean_e2el": 10.0, "output_tput_per_gpu": 92.2, "tput_per_gpu": 922.0, "input_tput_per_gpu": 829.8}


@pytest.mark.parametrize(
    ("metrics", "columns", "doubt"),
    [
        (SOUND, {}, None),
        (SOUND | {"mean_e2el": 2.0}, {},
         "output is 738 tokens/s, conc x output length / mean e2el is 3,686: more than 30 % apart"),
        (SOUND | {"median_tpot": 0.00872, "median_intvty": 293.0}, {},
         "median interactivity is 293, 1 / median TPOT is 114.7"),
        (SOUND | {"median_ttft": 640.0}, {}, "median_ttft is 640 s, expected 0.1 ms to 600 s: a slip of units?"),
        (SOUND | {"mean_tpot": 0.00002}, {}, "mean_tpot is 2e-05 s, expected 0.1 ms to 600 s: a slip of units?"),
        (SOUND | {"p99_ttft": 0.1}, {}, "p99_ttft 0.1 s is below median_ttft 0.4 s"),
        (SOUND | {"p90_e2el": 9.0, "p99.9_e2el": 8.0}, {}, "p999_e2el 8 s is below p90_e2el 9 s"),
        (SOUND, {"hardware": "newchip9"}, "unknown hardware 'newchip9'"),
        (SOUND, {"framework": "llama.cpp"}, "unknown framework 'llama.cpp'"),
        (SOUND, {"precision": "fp3"}, "unknown precision 'fp3'"),
        (SOUND | {"tput_per_gpu": None}, {}, "no throughput of all tokens"),
        (SOUND | {"median_tpot": None, "median_intvty": None}, {}, "no TPOT, so that interactivity is unknown"),
        (SOUND, {"error": "out of memory"}, "the row says that it failed: out of memory"),
    ],
)  # fmt: skip
def test_each_doubt_of_an_api_row(desk, metrics, columns, doubt):
    """The row stays, and says what looked wrong and what was expected."""
    row = desk.one([api(metrics=metrics, **columns)])
    assert row["warnings"] == ([doubt] if doubt else [])


@pytest.mark.parametrize(
    ("keys", "doubt"),
    [
        ({}, None),
        ({"completed": 600, "failed": 40, "total_input_tokens": 8192 * 600, "total_output_tokens": 1024 * 600},
         "600 of 640 requests succeeded, expected 95 % or more"),
        ({"completed": 639, "failed": 1}, "some requests failed: 639 of 640 succeeded"),
        ({"total_output_tokens": 640 * 700}, "the mean length is 700, osl is 1,024: more than 25 % apart"),
        ({"spec_decode_acceptance_rate": 0.7},
         "figures of speculative decoding are in the file: spec_method tells which, unless it is none"),
    ],
)  # fmt: skip
def test_each_doubt_of_a_serving_run(desk, keys, doubt):
    """Failures and lengths are in the files of the tools alone."""
    assert desk.one(vllm(**keys), FACTS)["warnings"] == ([doubt] if doubt else [])


def test_the_real_rows_are_mostly_sound(desk):
    """Of the five only the old row that holds its pool in both roles is doubted."""
    rows = desk.case("infx-api-benchmarks-5rows.json")
    assert [bool(row["warnings"]) for row in rows] == [False, False, True, False, False]


def test_doubts_of_one_kind_are_told_once_a_file(desk):
    """With the first row and how many are like it; the rows themselves say it all."""
    rows = [api(conc, metrics={"p99_ttft": 0.1 + conc / 100}) for conc in range(1, 5)]
    code, _, stderr = desk.run(desk.write("a.json", rows))
    assert code == 0
    assert stderr == (
        "a.json row 1: warning: p99_ttft 0.11 s is below median_ttft 0.4 s (and 3 more rows like it) [doubtful-row]\n"
    )
    assert desk.rows()[3]["warnings"] == ["p99_ttft 0.14 s is below median_ttft 0.4 s"]


def test_a_division_by_role_is_judged_over_its_gpus(desk):
    """4 x 20,000 + 12 x 1,000 = 92,000 = 16 x 5,750: sound; 5,000 is not."""
    split = {"disagg": True, "is_multinode": True, "num_prefill_gpu": 4, "num_decode_gpu": 12}
    rates = {"tput_per_gpu": 5750.0, "input_tput_per_gpu": 20000.0, "output_tput_per_gpu": 1000.0}
    assert desk.one([api(metrics=rates, **split)])["warnings"] == []
    assert desk.one([api(metrics=rates | {"tput_per_gpu": 5000.0}, **split)])["warnings"] == [
        "input x 4 + output x 12 GPUs is 92,000 tokens/s, the total is 80,000: their divisors are unknown"
    ]


def test_counts_are_whole_numbers(desk):
    """Half a request is none; such a cell is left out and said."""
    row = desk.one(vllm(max_concurrency=1.5), FACTS)
    assert (row["conc"], row["warnings"]) == (None, ["conc 1.5 is no count: left out"])


@pytest.mark.parametrize("value", [0, -3.0, 1e300, "fast", True, None, [1]])
def test_what_was_not_measured_is_unknown(desk, value):
    """Zeros, negative, absurd and strange values are never figures."""
    row = desk.one(vllm(median_ttft_ms=value, median_tpot_ms=value), FACTS)
    assert (row["median_ttft"], row["median_tpot"], row["median_intvty"]) == (None, None, None)
