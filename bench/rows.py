"""Made-up rows of a pair, about 60: plausible enough that every part of a page has something to show.

Each pair has a random stream of its own, so the rows of a pair are the same whatever other pairs there are.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from bench.names import Pair

Row = dict[str, Any]

_ENGINES = ("vllm", "sglang", "trt")
_PRECISIONS = ("fp4", "fp8", "bf16")
_PACE = {"fp4": 1.0, "fp8": 0.8, "bf16": 0.55, "vllm": 1.0, "sglang": 0.97, "trt": 1.04}
_CHAT, _SHORT, _REASONING = (8192, 1024), (1024, 1024), (1024, 8192)
_CONCURRENCIES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
_FIRST_DAY = date(2026, 6, 1)
_AGEING = 0.93  # what an older run of a line gave, as a share of its newest
_FAILED = 0.01  # share of rows that failed and hold no figures
_REQUESTS_PER_USER = 10


@dataclass(frozen=True)
class _Line:
    """One configuration on one workload on one day, over several concurrencies."""

    framework: str
    precision: str
    workload: tuple[int, int]
    day: date
    run_id: int
    concurrencies: tuple[int, ...]
    spec_method: str = "none"
    prefill_gpus: int = 8
    decode_gpus: int = 8
    disagg: bool = False
    pace: float = 1.0

    @property
    def gpus(self) -> int:
        """All GPUs of the deployment: both roles share them unless they are apart."""
        return self.prefill_gpus + self.decode_gpus if self.disagg else self.prefill_gpus


def rows(pair: Pair) -> Iterator[Row]:
    """All rows of a pair."""
    rng = random.Random(f"bench {pair.model.key} {pair.gpu.key}")
    speed, room = rng.uniform(110, 320), rng.uniform(20, 120) * pair.gpu.strength
    for line in _lines(pair, rng):
        for concurrency in line.concurrencies:
            yield _row(pair, line, concurrency, rng=rng, speed=speed, room=room)


def _lines(pair: Pair, rng: random.Random) -> Iterator[_Line]:
    """Four lines on the long chat workload, older runs of two of them, one with roles apart, two on the others."""
    engines = rng.sample(_ENGINES, rng.choice((2, 3)))
    precisions = rng.sample(_PRECISIONS, rng.choice((2, 3)))
    day = _FIRST_DAY + timedelta(days=rng.randrange(90))
    run_id = 20_000_000_000 + pair.number * 10
    for place in range(4):
        line = _Line(
            framework=engines[place % len(engines)],
            precision=precisions[place // len(engines)],
            workload=_CHAT,
            day=day,
            run_id=run_id,
            concurrencies=_some(rng, rng.randint(5, 8)),
            spec_method=rng.choice(("none", "none", "mtp")),
        )
        yield line
        if place < 2:
            earlier = day - timedelta(days=rng.randint(7, 60))
            concurrencies = line.concurrencies[:5]
            yield replace(line, day=earlier, run_id=run_id + 1 + place, concurrencies=concurrencies, pace=_AGEING)
    apart = _Line(f"dynamo-{engines[0]}", precisions[0], _CHAT, day, run_id, _some(rng, 5), disagg=True, pace=1.1)
    yield replace(apart, prefill_gpus=rng.choice((4, 8)), decode_gpus=rng.choice((8, 16)))
    for workload in (_SHORT, _REASONING):
        for engine, precision in zip(engines[:2], precisions[-2:], strict=True):
            yield _Line(engine, precision, workload, day, run_id, _some(rng, 5))


def _some(rng: random.Random, many: int) -> tuple[int, ...]:
    return tuple(sorted(rng.sample(_CONCURRENCIES, many)))


def _row(pair: Pair, line: _Line, concurrency: int, *, rng: random.Random, speed: float, room: float) -> Row:
    requests = concurrency * _REQUESTS_PER_USER
    failed = rng.random() < _FAILED
    row = {
        "model": pair.model.key,
        "hardware": pair.gpu.key,
        "framework": line.framework,
        "precision": line.precision,
        "spec_method": line.spec_method,
        "isl": line.workload[0],
        "osl": line.workload[1],
        "conc": concurrency,
        "date": line.day,
        "image": f"made-up/{line.framework}:0.{line.day.month}.{line.day.day}",
        "run_url": f"https://example.org/bench/actions/runs/{line.run_id}/attempts/1",
        "run_started_at": datetime.combine(line.day, time(3, line.run_id % 60, tzinfo=UTC)),
        "benchmark_type": "single_turn",
        "offload_mode": "off",
        "status": "failed" if failed else "ok",
        "num_requests_total": requests,
        "num_requests_successful": 0 if failed else requests,
    }
    return row | _layout(line) | ({} if failed else _figures(line, concurrency, rng, speed, room))


def _layout(line: _Line) -> Row:
    cells: Row = {
        "disagg": line.disagg,
        "is_multinode": line.gpus > 8,
        "num_gpus": line.gpus,
        "num_prefill_gpu": line.prefill_gpus,
        "num_decode_gpu": line.decode_gpus,
    }
    for role, gpus in (("prefill", line.prefill_gpus), ("decode", line.decode_gpus)):
        cells[f"{role}_tp"] = gpus
        cells[f"{role}_pp"] = 1
        cells[f"{role}_ep"] = 1
        cells[f"{role}_dp_attention"] = False
        cells[f"{role}_num_workers"] = 1
    return cells


def _figures(line: _Line, concurrency: int, rng: random.Random, speed: float, room: float) -> dict[str, float]:
    """More users share the machine: each gets less, all together get more, until it is full."""
    pace = line.pace * _PACE[line.precision] * _PACE[line.framework.removeprefix("dynamo-")]
    pace *= 1.25 if line.spec_method == "mtp" else 1.0
    per_user = speed * pace * rng.uniform(0.96, 1.04) / (1 + (concurrency / room) ** 0.9)
    prompt, answer = line.workload
    first = 0.04 + prompt / 8192 * (0.2 + 0.02 * concurrency) / pace
    whole = line.gpus if line.disagg else 1
    latencies = _latencies(1 / per_user, first, answer)
    output = concurrency * answer / latencies["mean_e2el"] / line.gpus
    return latencies | {
        "tput_per_gpu": output * (prompt + answer) / answer,
        "output_tput_per_gpu": output * whole / (line.decode_gpus if line.disagg else 1),
        "input_tput_per_gpu": output * prompt / answer * whole / (line.prefill_gpus if line.disagg else 1),
        "avg_power_w": 500 + 400 * concurrency / (concurrency + room),
    }


def _latencies(token: float, first: float, answer: int) -> dict[str, float]:
    """Seconds per token and to the first, and the speeds that follow, at several percentiles."""
    figures = {}
    for stat, factor in (("mean", 1.05), ("median", 1.0), ("p90", 1.2), ("p99", 1.45)):
        figures[f"{stat}_tpot"] = figures[f"{stat}_itl"] = token * factor
        figures[f"{stat}_ttft"] = first * factor**3
        figures[f"{stat}_e2el"] = first * factor**3 + token * factor * (answer - 1)
        figures[f"{stat}_intvty"] = 1 / (token * factor)
    return figures
