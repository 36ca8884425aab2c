"""The sample rows of a new site: made by a simple law of batching, not measured."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

Row = dict[str, object]

_ISL, _OSL = 8192, 1024
# Requests are drawn from 0.9 to 1 of the nominal lengths, as benchmarks of the field do.
_MEAN_LENGTH = 0.95
_CONCURRENCIES = (1, 2, 4, 8, 16, 32, 64, 128)
_GPUS = 8
_DATE = datetime.date(2026, 10, 15)
# Model key, GPU key, engine, precision, output tokens/s of a user alone, users at which that halves.
_SERIES = (
    ("example70b", "b300", "vllm", "fp4", 170.0, 48.0),
    ("example70b", "b300", "sglang", "fp4", 160.0, 60.0),
    ("example70b", "h200", "vllm", "fp8", 110.0, 24.0),
    ("example70b", "mi355x", "sglang", "fp4", 140.0, 40.0),
    ("examplemoe", "b300", "sglang", "fp4", 150.0, 36.0),
    ("examplemoe", "h200", "vllm", "fp8", 85.0, 16.0),
    ("examplemoe", "mi355x", "vllm", "fp8", 105.0, 28.0),
)


def sample_rows() -> Iterator[Row]:
    """One row for each series and concurrency; latencies in seconds, throughput in tokens/s for each of eight GPUs."""
    for model, hardware, framework, precision, alone, half_at in _SERIES:
        for users in _CONCURRENCIES:
            speed = alone / (1 + users / half_at)
            first_token_s = 0.08 + 0.012 * users
            whole_s = first_token_s + _OSL * _MEAN_LENGTH / speed
            output = users * _OSL * _MEAN_LENGTH / whole_s / _GPUS
            total = output * (_ISL + _OSL) / _OSL
            yield {
                "model": model,
                "hardware": hardware,
                "framework": framework,
                "precision": precision,
                "spec_method": "none",
                "disagg": False,
                "is_multinode": False,
                "num_gpus": _GPUS,
                "benchmark_type": "single_turn",
                "isl": _ISL,
                "osl": _OSL,
                "conc": users,
                "date": _DATE,
                "tput_per_gpu": total,
                "output_tput_per_gpu": output,
                "input_tput_per_gpu": total - output,
                "median_ttft": first_token_s,
                "p99_ttft": first_token_s * 2.5,
                "median_tpot": 1 / speed,
                "median_intvty": speed,
                "median_e2el": whole_s,
            }
