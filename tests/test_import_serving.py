"""What the serving benchmarks of vLLM, its forks and SGLang say, in seconds and tokens/s of the canonical schema."""

import datetime

import pytest

from tests.importing import CASES, FACTS, Desk, vllm


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)


def test_vllm_milliseconds_become_seconds_and_system_rates_become_rates_per_gpu(desk):
    """19,660.8 tokens/s on 8 GPUs are 2,457.6 each; 1 / 0.025 s is 40 tokens/s/user; 5,242,880 / 300 s is input."""
    row = desk.one(vllm(), FACTS)
    assert (row["source_format"], row["status"], row["intvty_basis"]) == ("vllm-serving", "ok", "tpot")
    assert (row["median_ttft"], row["median_tpot"], row["p99_tpot"], row["median_itl"]) == (0.64, 0.025, 0.05, 0.03)
    assert row["total_tput_tps"] == 19660.8
    assert row["tput_per_gpu"] == pytest.approx(19660.8 / 8)
    assert row["input_tput_tps"] == pytest.approx(5242880 / 300)
    assert row["output_tput_per_gpu"] == pytest.approx(2184.533 / 8)
    assert (row["median_intvty"], row["p99_intvty"]) == (40.0, 20.0)  # the slow tail: 1 / p99 TPOT
    assert row["mean_output_tokens_actual"] == 655360 / 640
    assert (row["model"], row["model_raw"]) == ("gptoss120b", "openai/gpt-oss-120b")
    assert (row["conc"], row["request_rate"], row["date"]) == (64, None, datetime.date(2026, 7, 22))
    assert row["run_id"] == row["source_sha256"]
    assert row["supplied_fields"] == ["framework", "hardware", "isl", "num_gpus", "osl", "precision"]
    assert (row["num_gpus"], row["num_prefill_gpu"], row["num_decode_gpu"]) == (8, 8, 8)


def test_tpot_is_used_where_chunks_hold_several_tokens(desk):
    """A real run with speculative decoding: 1 / TPOT is 33.2, 1 / ITL would be 20.3. Lengths are 0.9 of the nominal."""
    (row,) = desk.case("bench-serving-kimik2.5-8k1k-conc64.json", FACTS)
    assert row["median_intvty"] == pytest.approx(1000 / 30.0997096248539)  # 33.2
    assert 1 / row["median_itl"] == pytest.approx(20.34, abs=0.01)
    assert row["p999_ttft"] == pytest.approx(16.855054959963105)  # p99.9_ttft_ms
    assert row["mean_input_tokens"] == pytest.approx(7386.8, abs=0.1)
    assert row["tput_per_gpu"] == pytest.approx(15960.771155366123 / 8)
    assert row["warnings"] == ["unknown model 'amd/kimi-k2.5-mxfp4'"]


def test_a_run_whose_every_request_failed_has_no_metrics(desk):
    """The zeros of a real failed run are no measurements."""
    (row,) = desk.case("bench-serving-FAILED-completed0.json", FACTS)
    assert (row["status"], row["num_requests_total"], row["num_requests_successful"]) == ("failed", 640, 0)
    measured = [name for name, value in row.items() if name.endswith(("ttft", "tpot", "itl", "e2el", "intvty", "_tps"))
                and value is not None]  # fmt: skip
    assert measured == []
    assert row["tput_per_gpu"] is None
    assert row["warnings"] == ["0 of 640 requests succeeded, expected 95 % or more"]


def test_a_partly_failed_run_stays_and_says_so(desk):
    """1 of 200 failed; the load was a rate, so concurrency is unknown."""
    (row,) = desk.case("vllm-bench-serve-2026-failed1.json", (*FACTS[:4], "isl=200", "osl=128", "model=qwen-vl"))
    assert (row["status"], row["num_requests_successful"]) == ("partial", 199)
    assert row["warnings"] == ["unknown model 'qwen-vl'", "some requests failed: 199 of 200 succeeded"]
    assert (row["conc"], row["request_rate"]) == (None, 1.0)
    assert row["extra"]["max_concurrent_requests"] == 14  # a measured peak is not the offered load


@pytest.mark.parametrize(
    ("keys", "status"),
    [
        ({"failed": 0, "completed": 600}, "ok"),  # stopped early, nothing failed
        ({"failed": 40, "completed": 600}, "partial"),
        ({"failed": None, "completed": 600}, "partial"),  # older versions count no failures
        ({"failed": None, "completed": 640}, "ok"),
        ({"failed": 640, "completed": 0}, "failed"),
    ],
)
def test_status_of_a_run(desk, keys, status):
    """Failed requests make a run partial; without their count those that did not complete do."""
    assert desk.one(vllm(**keys), FACTS)["status"] == status


def test_goodput_lost_its_colon(desk):
    """Older versions write `request_goodput:`."""
    assert desk.one(vllm(**{"request_goodput:": 1.5}), FACTS)["extra"]["request_goodput"] == 1.5


def test_probes_and_peaks_are_kept_apart(desk):
    """probe_median_e2el_ms is no E2EL of the run."""
    row = desk.one(vllm(probe_median_e2el_ms=12.0), FACTS)
    assert row["median_e2el"] is None
    assert row["extra"]["probe_median_e2el_ms"] == 12.0


def test_metadata_is_offered_and_never_taken(desk):
    """A real file notes 4xNVIDIA_L40S and lengths as texts: hints, since nobody says what they mean."""
    found = desk.refused(str(desk.write("r.json", vllm(gpu="4xNVIDIA_L40S", input_len="1000"))))
    assert found == (
        "r.json: error: vLLM serving benchmark without hardware, framework, precision, num_gpus, isl and osl, "
        "expected each from an option [missing-facts]\n"
        "    such as --set hardware=b300 --set framework=vllm --set precision=fp4 --set num_gpus=8 --set isl=8192 "
        "--set osl=1024 (or --mapping, --name-pattern); the file notes gpu='4xNVIDIA_L40S', input_len='1000'\n"
        "Not imported: 1 error. rows.parquet is as it was.\n"
    )


def test_output_shorter_than_asked_is_doubted(desk):
    """A real run answered 266.8 tokens for 500: EOS was not ignored."""
    facts = (*FACTS[:4], "isl=1000", "osl=500", "model=llama70b")
    (row,) = desk.case("vllm-benchmark_serving-2025-metadata.json", facts)
    assert row["mean_output_tokens_actual"] == pytest.approx(240163 / 900)
    assert row["warnings"] == ["the mean length is 267, osl is 500: more than 25 % apart"]


def test_the_fork_in_seconds(desk):
    """No suffix, no total: 7,377.54 + 115.27 tokens/s make 7,492.82; 1 / 0.118 s is 8.47."""
    (row,) = desk.case("slo-seconds-glm5-isl8192-conc16.json", (*FACTS[:4], "isl=8192", "osl=128"))
    assert row["source_format"] == "vllm-serving-seconds"
    assert row["total_tput_tps"] == pytest.approx(7377.54243865454 + 115.27410060397719)
    assert row["median_intvty"] == pytest.approx(1 / 0.11806020186847355)
    assert (row["model"], row["median_ttft"], row["status"]) == ("glm5", 2.090382312424481, "ok")


def test_a_split_that_only_the_file_name_tells(desk):
    """16,736.56 tokens/s on 8 + 8 GPUs: 1,046.0 each; output 8,368.28 / 8 decode GPUs, input / 8 prefill GPUs."""
    pattern = r"gpus_(?P<num_gpus>\d+)_ctx_(?P<num_prefill_gpu>\d+)_gen_(?P<num_decode_gpu>\d+)"
    facts = ("hardware=gb200", "precision=fp4", "framework=dynamo-trt", "isl=1024", "osl=1024", "disagg=true")
    name = "concurrency_128_req_rate_inf_gpus_16_ctx_8_gen_8.json"
    desk.write(name, (CASES / name).read_bytes())
    (row,) = desk.add(name, "--name-pattern", pattern, facts=facts)
    assert (row["num_gpus"], row["num_prefill_gpu"], row["num_decode_gpu"], row["disagg"]) == (16, 8, 8, True)
    assert row["tput_per_gpu"] == pytest.approx(16736.560504280373 / 16)
    assert row["output_tput_per_gpu"] == pytest.approx(8368.280252140186 / 8)
    assert row["input_tput_per_gpu"] == pytest.approx((16736.560504280373 - 8368.280252140186) / 8)
    assert row["model"] == "gptoss120b"  # from models--openai--gpt-oss-120b in the path of the weights
    assert row["warnings"] == []


SGLANG_FACTS = ("model=dsr1", "date=2026-08-15", "hardware=h200", "num_gpus=8", "precision=fp8")


def test_sglang_without_tpot_has_no_interactivity(desk):
    """An early line with 512 tokens: ITL 372 ms counts chunks, (E2E - TTFT) / 511 is 713 ms; neither is a TPOT."""
    (row,) = desk.case("sglang-deepseek_dp_mla_output.jsonl", SGLANG_FACTS)
    assert (row["median_intvty"], row["intvty_basis"], row["framework"]) == (None, "none", "sglang")
    assert row["warnings"] == ["no TPOT, so that interactivity is unknown"]
    assert row["median_itl"] == pytest.approx(0.371844899491407)
    # No total and no input rate in the file: 10,000 tokens / 412.49 s + 12,412.39 output tokens/s.
    assert row["total_tput_tps"] == pytest.approx(10000 / 412.49091206211597 + 12412.394674113431)
    assert (row["isl"], row["osl"], row["request_rate"], row["conc"]) == (1, 512, None, None)


def test_sglang_lines_are_rows(desk):
    """Three rates appended to one file."""
    rows = desk.case("sglang-llama_3_3_70b_online.first3.jsonl", SGLANG_FACTS)
    assert [(row["source_index"], row["request_rate"]) for row in rows] == [(0, 1.0), (1, 2.0), (2, 4.0)]
    assert rows[0]["median_e2el"] == pytest.approx(7.819046192569658)


SGLANG = {"backend": "sglang-oai", "dataset_name": "random", "request_rate": float("inf"), "max_concurrency": 64,
          "random_input_len": 8192, "random_output_len": 1024, "duration": 310.2, "completed": 640,
          "total_input_tokens": 5242880, "total_output_tokens": 655360, "total_output_tokens_retokenized": 655012,
          "input_throughput": 16901.6, "output_throughput": 2112.7, "median_e2e_latency_ms": 30204.9,
          "median_ttft_ms": 640.1, "median_tpot_ms": 28.9, "concurrency": 62.3}  # fmt: skip


def test_sglang_adds_up_its_rates_and_knows_its_load(desk):
    """16,901.6 + 2,112.7 tokens/s; the measured concurrency 62.3 is not the offered one."""
    row = desk.one(SGLANG, SGLANG_FACTS)
    assert row["total_tput_tps"] == pytest.approx(19014.3)
    assert (row["conc"], row["extra"]["concurrency"]) == (64, 62.3)
    assert row["median_e2el"] == pytest.approx(30.2049)
    assert (row["isl"], row["osl"], row["framework"]) == (8192, 1024, "sglang")


def test_random_lengths_are_defaults_unless_the_data_is_random(desk):
    """With ShareGPT prompts the lengths in the file mean nothing, and the workload is none of the site's."""
    row = desk.one(SGLANG | {"dataset_name": "sharegpt"}, SGLANG_FACTS)
    assert (row["isl"], row["osl"], row["benchmark_type"]) == (None, None, "other")


def test_sglang_takes_what_the_server_says_of_itself(desk):
    """server_info holds model, tp and quantization in late versions."""
    info = {"server_info": {"model": "deepseek-ai/DeepSeek-R1", "tp_size": 8, "quantization": "fp8"}}
    row = desk.one(SGLANG | info, ("date=2026-08-15", "hardware=h200", "num_gpus=8"))
    assert (row["model"], row["precision"], row["prefill_tp"], row["decode_tp"]) == ("dsr1", "fp8", 8, 8)
