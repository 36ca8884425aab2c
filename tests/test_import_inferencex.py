"""InferenceX rows: GPUs and divisors, agentic speeds, aliases, failed runs."""

import datetime

import pytest

from tests.importing import CASES, Desk, api

DATE = ("date=2026-08-15",)
ROW = {"hw": "b200-nv", "conc": 64, "image": "vllm#vllm-openai:v0.21.0", "model": "nvidia/DeepSeek-R1-0528-FP4",
       "infmax_model_prefix": "dsr1", "framework": "vllm", "precision": "fp4", "spec_decoding": "none", "disagg": False,
       "isl": 8192, "osl": 1024, "is_multinode": False, "tp": 8, "ep": 8, "dp_attention": "false",
       "tput_per_gpu": 2210.4, "output_tput_per_gpu": 245.1, "input_tput_per_gpu": 1965.3, "median_ttft": 0.61,
       "median_tpot": 0.0283, "median_intvty": 35.3, "std_tpot": 0.01, "std_intvty": 100.0}  # fmt: skip


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)


def test_an_aggregate_row(desk):
    """tp 8 on one node is 8 GPUs whatever ep says: 2,210.4 x 8 = 17,683.2 tokens/s. The date is not in the row."""
    row = desk.one(ROW, DATE)
    assert (row["hardware"], row["hardware_raw"], row["model"], row["model_raw"]) == (
        *("b200", "b200-nv", "dsr1", "nvidia/DeepSeek-R1-0528-FP4"),
    )
    assert (row["num_gpus"], row["num_prefill_gpu"], row["prefill_tp"], row["decode_ep"]) == (8, 8, 8, 8)
    assert row["total_tput_tps"] == pytest.approx(17683.2)
    assert (row["tput_per_gpu"], row["median_intvty"]) == (2210.4, 35.3)
    assert (row["std_tpot"], "std_intvty" in row["extra"]) == (0.01, False)  # 1 / a deviation means nothing
    assert (row["image"], row["prefill_dp_attention"]) == ("vllm/vllm-openai:v0.21.0", False)
    assert row["supplied_fields"] == ["date"]


def test_a_real_fixed_sequence_row(desk):
    """No e2el check is broken: 64 x 0.9 x 1024 / 279.76 s is 210.8 output tokens/s, 26.01 x 8 = 208.1 was measured."""
    (row,) = desk.case("infx-agg-fixedseq-kimik2.5-int4-tp8-conc64.json", DATE)
    assert row["output_tput_tps"] == pytest.approx(26.012913447290337 * 8)
    assert row["warnings"] == []
    assert row["p999_intvty"] == pytest.approx(3.101531979861303)


def test_gpus_of_pipelines_and_context_parallelism(desk):
    """tp 4 x pp 2 x pcp 2 are 16 GPUs; dcp and ep add none."""
    row = desk.one(ROW | {"tp": 4, "pp": 2, "pcp_size": 2, "dcp_size": 4, "ep": 4}, DATE)
    assert row["num_gpus"] == 16
    assert row["total_tput_tps"] == pytest.approx(2210.4 * 16)


def test_api_rows_of_five_kinds(desk):
    """TP8/EP8 stored as 64 GPUs is 8. 44 + 16 are 60. 28 in both roles is a pool of 28 whose input and output were
    divided by who knows what. A row without input and output. 16 + 8 are 24."""
    rows = desk.case("infx-api-benchmarks-5rows.json")
    assert [row["num_gpus"] for row in rows] == [8, 60, 28, 4, 24]
    assert [row["num_prefill_gpu"] for row in rows] == [64, 44, 28, 4, 16]  # as stored: they identify the line
    # 44 x 18,124.333 + 16 x 6,227.911 = 897,117.25 = 60 x 14,951.954
    assert rows[1]["input_tput_tps"] + rows[1]["output_tput_tps"] == pytest.approx(rows[1]["total_tput_tps"])
    assert rows[1]["total_tput_tps"] == pytest.approx(60 * 14951.954197584335)
    assert (rows[2]["input_tput_tps"], rows[2]["output_tput_tps"]) == (None, None)
    assert rows[2]["warnings"] == [
        "input x 28 + output x 28 GPUs is 23,674 tokens/s, the total is 7,468: their divisors are unknown"
    ]
    assert (rows[3]["output_tput_per_gpu"], rows[3]["image"]) == (None, None)
    assert rows[4]["extra"] == {"avg_util_pct": 97.753, "avg_mem_used_mb": 217939.496, "decode_avg_power_w": 812.882,
                                "prefill_avg_power_w": 956.5, "joules_per_input_token": 0.201787}  # fmt: skip
    assert (rows[4]["avg_power_w"], rows[4]["p999_itl"]) == (907.773, 1.1268534762635845)
    assert [row["run_id"] for row in rows[:2]] == ["21012094241/3", "23438524239/5"]
    assert rows[0]["date"] == datetime.date(2026, 1, 14)
    assert {row["benchmark_type"] for row in rows} == {"single_turn"}
    assert {row["offload_mode"] for row in rows} == {"off"}


def test_prefill_and_decode_gpus_have_divisors_of_their_own(desk):
    """4 prefill GPUs at 20,000 and 12 decode GPUs at 1,000 tokens/s: (80,000 + 12,000) / 16 = 5,750, not 21,000."""
    split = {"disagg": True, "is_multinode": True, "num_prefill_gpu": 4, "num_decode_gpu": 12}
    rates = {"tput_per_gpu": 5750.0, "input_tput_per_gpu": 20000.0, "output_tput_per_gpu": 1000.0}
    row = desk.one([api(metrics=rates, **split)])
    assert (row["num_gpus"], row["total_tput_tps"], row["warnings"]) == (16, 92000.0, [])
    assert (row["input_tput_tps"], row["output_tput_tps"]) == (80000.0, 12000.0)


def test_nodes_without_roles_are_held_by_the_prefill_column(desk):
    """Several nodes that do not split: decode GPUs are 0, everything is per prefill GPU."""
    row = desk.one([api(is_multinode=True, num_prefill_gpu=16, num_decode_gpu=0)])
    assert (row["num_gpus"], row["total_tput_tps"], row["output_tput_tps"]) == (16, 16000.0, 1600.0)


def test_data_parallelism_that_the_writer_left_out(desk):
    """Two copies of TP4 are 8 GPUs; divided by 4 the row shows 5,997.25, truly 23,989 / 8 = 2,998.6."""
    row = ROW | {"tp": 4, "ep": 1, "dp": 2, "tput_per_gpu": 5997.25, "output_tput_per_gpu": 600.0}
    name = desk.write("row.json", row)
    assert "InferenceX aggregate row without num_gpus, expected it from an option" in desk.refused(name, facts=DATE)
    (found,) = desk.add(name, facts=(*DATE, "num_gpus=8"))
    assert found["total_tput_tps"] == pytest.approx(23989.0)
    assert found["tput_per_gpu"] == pytest.approx(23989.0 / 8)
    assert found["output_tput_per_gpu"] == pytest.approx(600.0 * 4 / 8)
    assert "copies of data parallelism" in found["warnings"][0]


def test_a_supplied_count_divides_anew_where_the_layout_only_seems_to_tell(desk):
    """TP8 declares 8 GPUs; a person knows that 16 served: the rates per GPU halve, the total stays."""
    row = desk.one(ROW, (*DATE, "num_gpus=16"))
    assert (row["num_gpus"], row["tput_per_gpu"]) == (16, pytest.approx(1105.2))
    assert row["total_tput_tps"] == pytest.approx(17683.2)
    assert row["warnings"][0] == "per-GPU values divided by 8 GPUs, 16 were supplied: divided anew"


def test_agentic_rows_of_the_flat_kind(desk):
    """149 of 897 requests succeeded; users are the concurrency, ttlt is e2el, speed is 1 / ITL: 1 / 0.1002 = 9.98."""
    (row,) = desk.case("infx-agg-agentic-v2flat-dsr1-tp8-users512.json", DATE)
    assert (row["status"], row["benchmark_type"], row["conc"], row["intvty_basis"]) == (
        *("partial", "agentic_traces", 512, "itl"),
    )
    assert row["median_intvty"] == pytest.approx(1 / 0.10019961069401534)
    assert row["p99_intvty"] == pytest.approx(1 / 0.26270848732516283)
    assert row["median_e2el"] == 564.1678056716919
    assert (row["isl"], row["osl"]) == (None, None)
    assert row["total_tput_tps"] == pytest.approx(601.0834841782889 * 8)
    assert row["warnings"][0] == "149 of 897 requests succeeded, expected 95 % or more"


def test_agentic_rows_of_the_nested_kind(desk):
    """p90 of the stored speed is 69.61; 1 / p90 ITL is 1 / 0.01437 = 69.59. The label of a cluster names its GPU."""
    (row,) = desk.case("infx-agg-agentic-v3nested-kimik2.7-tp4-conc1.json", DATE)
    assert (row["hardware"], row["model"], row["num_gpus"]) == ("mi355x", "kimik2.7-code", 4)
    assert row["p90_intvty"] == pytest.approx(1 / 0.01437)
    assert row["extra"]["request_metrics.latency.intvty.p90"] == 69.6122
    assert (row["median_ttft"], row["p99_ttft"]) == (2.14804, None)
    assert row["total_tput_tps"] == pytest.approx(5400.83902)
    assert row["tput_per_gpu"] == pytest.approx(5400.83902 / 4)
    assert (row["status"], row["offload_mode"]) == ("ok", "off")  # the 196th request was a warm-up


def test_stored_agentic_speeds_are_never_taken(desk):
    """Some versions stored percentiles of 1/ITL, whose tails are swapped."""
    row = desk.one(
        [
            api(
                benchmark_type="agentic_traces",
                isl=None,
                osl=None,
                metrics={"p90_intvty": 99.0, "median_intvty": 9.0, "p90_itl": 0.02, "median_itl": 0.0125},
            )
        ]
    )
    assert (row["p90_intvty"], row["median_intvty"], row["intvty_basis"]) == (50.0, 80.0, "itl")


def test_gaps_of_full_responses_replace_the_others(desk):
    """And the percentiles that they lack are dropped."""
    agentic = {
        "scenario_type": "agentic-coding",
        "median_itl": 0.02,
        "p99_itl": 0.08,
        "median_full_response_itl": 0.025,
    }
    row = desk.one(ROW | agentic, DATE)
    assert (row["median_itl"], row["p99_itl"], row["median_intvty"]) == (0.025, None, 40.0)
    assert row["intvty_basis"] == "full_response_itl"


def test_agentic_split_rows_divide_by_all_gpus(desk):
    """P = 2 workers x tp 4, D = 1 x tp 8: 16 GPUs for every rate; tp = 12 is no count of GPUs."""
    split = {"scenario_type": "agentic-coding", "disagg": True, "is_multinode": True, "tp": 12, "median_itl": 0.02,
             "prefill_tp": 4, "prefill_num_workers": 2, "decode_tp": 8, "decode_num_workers": 1}  # fmt: skip
    row = desk.one(ROW | split, DATE)
    assert (row["num_gpus"], row["num_prefill_gpu"], row["num_decode_gpu"]) == (16, 8, 8)
    assert row["output_tput_tps"] == pytest.approx(245.1 * 16)


@pytest.mark.parametrize(
    ("given", "column", "key"),
    [
        ({"hardware": "cluster:b300-nv"}, "hardware", "b300"),
        ({"hardware": "H200-multinode-slurm"}, "hardware", "h200"),
        ({"hardware": "newchip9"}, "hardware", "newchip9"),
        ({"hardware": "mi355x_0"}, "hardware", "mi355x_0"),
        ({"framework": "trtllm"}, "framework", "trt"),
        ({"framework": "dynamo-trtllm", "disagg": False}, "framework", "dynamo-trt"),
        ({"precision": "NVFP4"}, "precision", "fp4"),
        ({"precision": "fp8block"}, "precision", "fp8"),
        ({"spec_method": None}, "spec_method", "none"),
        ({"spec_method": "MTP"}, "spec_method", "mtp"),
        ({"model": "moonshotai/Kimi-K2.6"}, "model", "kimik2.6"),
        ({"model": "gptoss-fp4-tp8"}, "model", "gptoss120b"),
        ({"kv_offloading": "dram"}, "offload_mode", "on"),
        ({"metrics": {"offload_mode": "on"}}, "offload_mode", "on"),
        ({"image": "vllm#x"}, "image", "vllm/x"),
    ],
)
def test_names_have_one_canonical_key(desk, given, column, key):
    """Aliases of the field, whatever the letters; an unknown name stays as it is."""
    assert desk.one([api(**given)])[column] == key


def test_an_unknown_name_is_kept_and_said(desk):
    """No list drops a row."""
    row = desk.one(ROW | {"hw": "a100-nv"}, DATE)
    assert (row["hardware"], row["warnings"][0]) == ("a100", "unknown hardware 'a100'")


@pytest.mark.parametrize(
    ("framework", "given", "disagg"),
    [("sglang-disagg", False, True), ("mori-sglang", False, True), ("dynamo-vllm", None, True),
     ("dynamo-vllm", False, False), ("vllm", None, False)],
)  # fmt: skip
def test_names_may_say_that_serving_is_split(desk, framework, given, disagg):
    """mori is always split, dynamo unless the row says otherwise."""
    row = api(framework=framework, disagg=given, is_multinode=True, num_prefill_gpu=4, num_decode_gpu=4)
    assert desk.one([row])["disagg"] is disagg


def test_decode_workers_mean_split(desk):
    """Whatever the flag says."""
    assert desk.one([api(decode_num_workers=1, num_prefill_gpu=4, num_decode_gpu=4)])["disagg"] is True


def test_a_list_put_together_without_checks(desk):
    """Rows of two formats and things that are none: every row comes in, and what is none is said."""
    name = desk.write("list.json", [{"eval": 1}, ROW, {"unrelated": True}, api()])
    code, _, stderr = desk.run(name, facts=DATE)
    assert code == 0
    assert (
        "list.json row 1 (and 1 more): warning: left out: not a result, as far as is known [row-left-out]\n" in stderr
    )
    assert sorted(row["source_format"] for row in desk.rows()) == ["inferencex-api", "inferencex-row"]


def test_the_real_file_is_read_the_same_from_jsonl(desk):
    """Rows one a line, as some exports have them."""
    import json

    rows = json.loads((CASES / "infx-api-benchmarks-5rows.json").read_text(encoding="utf-8"))
    lines = desk.add(desk.write("rows.jsonl", "".join(f"{json.dumps(row)}\n" for row in rows)))
    whole = desk.case("infx-api-benchmarks-5rows.json")
    apart = {"source_path", "source_sha256"}
    assert sorted(map(repr, ({k: v for k, v in row.items() if k not in apart} for row in lines))) == sorted(
        map(repr, ({k: v for k, v in row.items() if k not in apart} for row in whole))
    )
