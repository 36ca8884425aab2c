"""Reports of AIPerf, genai-perf, inference-perf, llm-d, GuideLLM and MLPerf."""

import datetime
import json

import pytest

from tests.importing import CASES, FACTS, Desk

FOUR = FACTS[:4]
ALL = (*FOUR, "model=kimik2.7-code")


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)


def test_aiperf_report(desk):
    """ITL there is TPOT: 18.158 ms, 55.07 tokens/s/user. p99 is the slow tail 51.3; the tool's own p99 of speeds is the
    fast one, 57.0. No total in the file: (6,400 + 12,799) / 255.56 s = 75.13 tokens/s."""
    (row,) = desk.case("aiperf-qwen3-0.6b-conc1.profile_export_aiperf.json", (*FOUR, "model=qwen3"))
    assert row["median_tpot"] == pytest.approx(0.018158001085427134)
    assert row["median_intvty"] == pytest.approx(55.0721, abs=1e-4)
    assert row["p99_intvty"] == pytest.approx(51.33, abs=0.01)
    assert row["median_itl"] == pytest.approx(0.018063869)  # inter_chunk_latency
    assert row["total_tput_tps"] == pytest.approx(19199 / 255.56017270100003)
    assert row["output_tput_tps"] == 50.08213863971112
    assert (row["isl"], row["osl"], row["conc"], row["num_requests_total"]) == (100, 200, 1, 64)
    assert row["date"] == datetime.date(2025, 11, 7)
    assert row["extra"]["output_token_throughput_per_user.p99"] == pytest.approx(57.0495, abs=1e-4)


def test_telemetry_is_a_hint_and_no_count(desk):
    """GPUs that telemetry sees may be more than those that serve."""
    found = desk.refused(str(CASES / "aiperf-qwen3-0.6b-conc1.profile_export_aiperf.json"))
    assert "without hardware, framework, precision and num_gpus" in found
    assert "the file notes GPUs seen by telemetry='2 x NVIDIA RTX 6000 Ada Generation'" in found


def test_aiperf_csv_is_the_same_report(desk):
    """Names carry the units. Its own total, 5,271.12, is over another window than tokens / duration: kept."""
    (row,) = desk.case("aiperf-kimik2.7-tp4-conc1.profile_export_aiperf.csv", (*ALL, "benchmark_type=agentic_traces"))
    assert (row["source_format"], row["median_tpot"], row["median_ttft"]) == ("aiperf", 0.01304, 2.14804)
    assert row["total_tput_tps"] == 5271.12
    assert row["warnings"] == [
        "total_token_throughput 5271.12 is not total tokens / duration, 5400.84: the file's own is kept"
    ]
    assert row["date"] == datetime.date(2026, 7, 9)  # of the first request, in UTC
    assert (row["isl"], row["num_requests_successful"]) == (None, 195)


def test_aiperf_records_make_one_row(desk):
    """The warm-up is dropped. 194,543 tokens in over 2.353997312 s, from the first start to the last end."""
    (row,) = desk.case("aiperf-kimik2.7-tp4-conc1.profile_export.first2.jsonl", ALL)
    assert (row["num_requests_total"], row["extra"]) == (1, {"warmup_requests": 1.0})
    assert row["duration_seconds"] == pytest.approx(2.35399, abs=1e-5)
    assert row["input_tput_tps"] == pytest.approx(194543 / row["duration_seconds"])
    assert (row["median_tpot"], row["median_e2el"]) == (pytest.approx(0.022041824), pytest.approx(2.353997281))


def test_failed_records_are_counted_and_left_out(desk):
    """One of two requests failed."""
    lines = (CASES / "aiperf-kimik2.7-tp4-conc1.profile_export.first2.jsonl").read_text(encoding="utf-8").splitlines()
    broken = json.dumps(json.loads(lines[1]) | {"error": {"code": 500}, "metrics": {}})
    row = desk.one("\n".join([*lines, broken]), ALL)
    assert (row["status"], row["num_requests_total"], row["num_requests_successful"]) == ("partial", 2, 1)


BLOCKS = {"request_throughput": {"unit": "requests/sec", "avg": 2.0},
          "output_token_throughput": {"unit": "tokens/sec", "avg": 2048.0},
          "request_latency": {"unit": "ms", "avg": 31000.0, "p50": 30204.9},
          "time_to_first_token": {"unit": "ms", "avg": 812.4, "p50": 640.1},
          "inter_token_latency": {"unit": "ms", "avg": 29.8, "p50": 25.0, "p99": 50.0},
          "input_sequence_length": {"unit": "tokens", "avg": 8192},
          "output_sequence_length": {"unit": "tokens", "avg": 1024},
          "input_config": {"model_names": ["openai/gpt-oss-120b"],
                           "perf_analyzer": {"stimulus": {"concurrency": 64}}}}  # fmt: skip


def test_genai_perf_report(desk):
    """No total: 2 requests/s x (8,192 + 1,024) = 18,432 tokens/s. No date."""
    row = desk.one(BLOCKS, (*FOUR, "date=2025-10-01"))
    assert (row["source_format"], row["total_tput_tps"], row["conc"]) == ("genai-perf", 18432.0, 64)
    assert (row["isl"], row["osl"], row["median_intvty"], row["model"]) == (8192, 1024, 40.0, "gptoss120b")


def test_genai_perf_without_streaming_has_no_speed(desk):
    """TTFT and ITL are then left out of the file."""
    slow = {name: block for name, block in BLOCKS.items() if name not in ("time_to_first_token", "inter_token_latency")}
    row = desk.one(slow, (*FOUR, "date=2025-10-01"))
    assert (row["median_intvty"], row["median_ttft"], row["intvty_basis"]) == (None, None, "none")
    assert row["median_e2el"] == pytest.approx(30.2049)


def test_the_unit_of_a_metric_is_what_it_says(desk):
    """25,000 us are 25 ms; a latency in tokens is none."""
    odd = {"inter_token_latency": {"unit": "us", "avg": 29800, "p50": 25000.0},
           "time_to_first_token": {"unit": "tokens", "avg": 1.0, "p50": 1.0}}  # fmt: skip
    row = desk.one(BLOCKS | odd, (*FOUR, "date=2025-10-01"))
    assert (row["median_tpot"], row["median_ttft"]) == (pytest.approx(0.025), None)
    assert row["warnings"] == ["time_to_first_token is in tokens, expected a unit of time: left out"]


def test_lengths_that_vary_are_not_nominal(desk):
    """A mean stands in for the nominal length, with a doubt when lengths spread by more than 5 %."""
    varied = {"input_sequence_length": {"unit": "tokens", "avg": 7387.0, "std": 470.0}}
    row = desk.one(BLOCKS | varied, (*FOUR, "date=2025-10-01"))
    assert row["isl"] == 7387
    assert row["warnings"] == [
        "isl 7,387 is the mean of lengths that vary by 470, not a nominal one: --set isl gives it"
    ]
    row = desk.one(BLOCKS | varied, (*FOUR, "date=2025-10-01", "isl=8192"))
    assert (row["isl"], row["warnings"]) == (8192, [])


PERF = (*ALL, "isl=200", "osl=64", "date=2025-11-10")


def test_inference_perf_stage(desk):
    """The median gap between chunks is 49 us, 20,447 tokens/s/user; TPOT says 93.0. A rate drives the load."""
    (row,) = desk.case("inference-perf-eagle-stage_3_lifecycle_metrics.json", PERF)
    assert row["median_itl"] == pytest.approx(4.89e-05, abs=1e-7)
    assert row["median_intvty"] == pytest.approx(93.01, abs=0.01)
    assert (row["conc"], row["request_rate"], row["total_tput_tps"]) == (None, 52.49, 13659.21745907859)
    assert row["p999_ttft"] == 0.08194470853963884


def test_inference_perf_whose_every_request_failed(desk):
    """Blocks are null then."""
    report = {"load_summary": {"count": 5, "requested_rate": 1.0}, "failures": {"count": 5},
              "successes": {"count": 0, "latency": None, "throughput": None}}  # fmt: skip
    row = desk.one(report, PERF)
    assert (row["status"], row["num_requests_total"], row["tput_per_gpu"]) == ("failed", 5, None)


def test_llm_d_report_honours_its_units(desk):
    """The same figures in YAML, each with its unit: 10.75 ms per token is 93.0 tokens/s/user."""
    text = (
        "version: '0.1'\nscenario: {model: {name: openai/gpt-oss-120b}}\nmetrics:\n  time: {duration: 60.0}\n"
        "  requests: {total: 100, failures: 2, input_length: {units: count, mean: 200}}\n  latency:\n"
        "    time_per_output_token: {units: ms/token, mean: 10.8, p50: 10.75}\n"
        "    time_to_first_token: {units: s, mean: 0.05, p50: 0.049}\n"
        "  throughput: {input_tokens_per_sec: 10000, output_tokens_per_sec: 3000, total_tokens_per_sec: 13000}\n"
    )
    row = desk.one(text, (*FOUR, "isl=200", "osl=64", "date=2025-11-10"), "report.yaml")
    assert (row["source_format"], row["model"], row["status"]) == ("llm-d-report", "gptoss120b", "partial")
    assert row["median_intvty"] == pytest.approx(93.02, abs=0.01)
    assert (row["median_ttft"], row["tput_per_gpu"]) == (0.049, 13000 / 8)


def test_guidellm_report(desk):
    """tokens_per_second says 992.7; (11,827 + 5,888) tokens / 29.997 s are 590.6. TPOT is ITL there, 4.92 ms: 203.1."""
    (row,) = desk.case("guidellm-v0.3-benchmarks.json", (*FOUR, "model=m"))
    assert row["total_tput_tps"] == pytest.approx((11827 + 5888) / 29.997201442718506)
    assert row["median_intvty"] == pytest.approx(1000 / 4.9241227427805505)
    assert (row["median_e2el"], row["conc"]) == (0.6424565315246582, None)
    assert (row["isl"], row["osl"]) == (256, 128)  # from prompt_tokens=256,output_tokens=128
    assert (row["num_requests_total"], row["num_requests_successful"], row["status"]) == (47, 46, "ok")
    assert row["date"] == datetime.date(2025, 6, 5)


def guide(strategy, totals=None, **metrics):
    """A report of GuideLLM 0.7 with one benchmark."""
    found = {"request_totals": totals or {"successful": 640, "errored": 0, "incomplete": 0, "total": 640},
             "request_latency": {"successful": {"median": 30.2}},
             "inter_token_latency_ms": {"successful": {"median": 25.0, "percentiles": {"p999": 50.0}}},
             "prompt_token_count": {"successful": {"total_sum": 5242880, "mean": 8192}},
             "output_token_count": {"successful": {"total_sum": 655360, "mean": 1024}}} | metrics  # fmt: skip
    return {"metadata": {"version": 2, "guidellm_version": "0.7.3"},
            "config": {"spec": {"backend": {"model": "openai/gpt-oss-120b"}}},
            "benchmarks": [{"type_": "generative_benchmark", "duration": 300.0, "start_time": 1785500000.0,
                            "config": {"strategy": strategy}, "metrics": found}]}  # fmt: skip


def test_guidellm_of_later_versions(desk):
    """Streams of a concurrent load; a constant rate's max_concurrency is a bound that says nothing."""
    row = desk.one(guide({"type_": "concurrent", "streams": 64}), FOUR)
    assert (row["conc"], row["model"], row["source_version"]) == (64, "gptoss120b", "0.7.3")
    assert (row["total_tput_tps"], row["p999_intvty"]) == (pytest.approx(5898240 / 300), 20.0)
    row = desk.one(guide({"type_": "constant", "rate": 2.0, "max_concurrency": 10240}), FOUR)
    assert (row["conc"], row["request_rate"]) == (None, 2.0)


def test_guidellm_in_yaml_with_failures_and_zeros(desk):
    """A missing value is written as 0; errored requests make a run partial, none successful a failed one."""
    import yaml

    totals = {"successful": 600, "errored": 40, "incomplete": 0, "total": 640}
    report = guide(
        {"type_": "concurrent", "streams": 64}, totals, time_to_first_token_ms={"successful": {"median": 0.0}}
    )
    row = desk.one(yaml.safe_dump(report), FOUR, "benchmarks.yaml")
    assert (row["status"], row["median_ttft"], row["median_intvty"]) == ("partial", None, 40.0)
    row = desk.one(guide({"type_": "concurrent", "streams": 64}, totals | {"successful": 0}), FOUR)
    assert (row["status"], row["median_intvty"]) == ("failed", None)


def test_mlperf_of_two_versions(desk):
    """Output tokens/s of the system: 23,514.8 / 8 = 2,939.35 each, and nothing else. Samples/s are no tokens."""
    (old,) = desk.case("mlperf-v4.1-summary_results.2rows.json", ("date=2024-08-28",))
    assert (old["output_tput_tps"], old["output_tput_per_gpu"]) == (23514.8, pytest.approx(2939.35))
    assert (old["tput_per_gpu"], old["total_tput_tps"], old["median_intvty"]) == (None, None, None)
    assert (old["hardware"], old["framework"], old["precision"]) == ("mi300x", "vllm", "fp8")
    assert (old["benchmark_type"], old["isl"], old["num_gpus"]) == ("other", None, 8)
    new = desk.case("mlperf-v6.1-summary.3rows.json", ("date=2026-04-01",))
    assert [row["output_tput_per_gpu"] for row in new] == [15227.25, 14155.125, 9148.9375]
    assert new[2]["warnings"][0] == "the row is marked as inferred: its result is copied from another one"
    assert new[0]["model"] == "gptoss120b"


def test_mlperf_rows_with_errors_are_left_out(desk):
    """And a list of types is that of no single weight."""
    row = json.loads((CASES / "mlperf-v4.1-summary_results.2rows.json").read_text(encoding="utf-8"))[0]
    name = desk.write("summary.json", [row | {"errors": 2}, row | {"weight_data_types": "fp8, fp4"}])
    code, _, stderr = desk.run(name, facts=("date=2024-08-28",))
    assert code == 0
    assert "summary.json row 1: warning: left out: the row counts 2 errors, expected none [row-left-out]" in stderr
    (found,) = desk.rows()
    assert (found["precision"], found["precision_raw"]) == ("fp4+fp8", "fp8, fp4")
