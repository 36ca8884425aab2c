"""From a plan to rows: each a plain dictionary by column name; a column that is absent is null.

Every pair has its own random stream, seeded by its name, so adding a pair changes no other. Only `random()`
is used: it is the one method whose sequence Python promises to keep.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from zlib import crc32

from sample.physics import Deployment, Point, latencies, power, throughputs
from sample.plan import Outcome, Pair, Setup
from sample.strengths import rated_watts, typical_curve

Cell = str | int | float | bool | date | datetime | None
Row = dict[str, Cell]

AGEING = 0.93  # an older run of the same line gave this share of the next one's speed
FIRST_RUN_ID = 20_000_000_000
RUN_URL = "https://example.org/sample/actions/runs/{run}/attempts/1"
ERROR_TEXT = "accuracy check failed: 0.41, expected at least 0.90"
PARTIAL_LOSS = 0.02  # share of requests that a partial run lost


@dataclass(frozen=True)
class Run:
    """One execution of the benchmark: everything of a pair on one day."""

    date: date
    url: str
    started_at: datetime


def rows(pair: Pair) -> Iterator[Row]:
    """All rows of a pair, in the order of its plan."""
    rng = Random(crc32(pair.name.encode()))
    for setup in pair.setups:
        for age, day in enumerate(setup.dates):
            run = _run(pair, day)
            for deployment in setup.deployments:
                for conc in setup.concs:
                    yield _row(pair, setup, deployment, conc, run=run, pace=setup.pace * AGEING**age, rng=rng)


def _run(pair: Pair, day: date) -> Run:
    """Ids and start times look arbitrary, yet follow from the pair and the day alone."""
    digits = crc32(f"{pair.name} {day}".encode())
    started = datetime.combine(day, time(tzinfo=UTC)) + timedelta(minutes=digits % (20 * 60))
    return Run(day, RUN_URL.format(run=FIRST_RUN_ID + digits), started)


def _row(pair: Pair, setup: Setup, deployment: Deployment, conc: int, *, run: Run, pace: float, rng: Random) -> Row:
    source = setup.source or typical_curve(_model(pair, setup), pair.hardware, setup)
    point = source.point(conc, deployment, setup.workload, pace, rng)
    measured = _measured(pair, setup, deployment, point, rng)
    return {
        "model": _model(pair, setup),
        "hardware": pair.hardware,
        "framework": setup.framework,
        "precision": setup.precision,
        "spec_method": setup.spec_method,
        **_topology(deployment),
        **_workload(setup),
        "conc": conc,
        "image": f"sample/{setup.framework}:0.{run.date.month + 3}.{run.date.day // 10}",
        "date": run.date,
        "run_url": run.url,
        "run_started_at": run.started_at,
        **_outcome(setup, conc),
        **(measured if setup.outcome is not Outcome.FAILED else {}),
    }


def _model(pair: Pair, setup: Setup) -> str:
    return setup.model or pair.model


def _topology(deployment: Deployment) -> Row:
    """Shared GPUs are stated for both roles and must not be added; only apart do the roles differ."""
    cells: Row = {
        "disagg": deployment.disagg,
        "is_multinode": deployment.multinode,
        "num_gpus": deployment.gpus,
        "num_prefill_gpu": deployment.prefill.gpus,
        "num_decode_gpu": deployment.decode.gpus,
    }
    for name, role in (("prefill", deployment.prefill), ("decode", deployment.decode)):
        cells[f"{name}_tp"] = role.tp
        cells[f"{name}_ep"] = role.ep
        cells[f"{name}_dp_attention"] = role.dp_attention
        cells[f"{name}_num_workers"] = role.workers
    return cells


def _workload(setup: Setup) -> Row:
    workload = setup.workload
    return {
        "benchmark_type": workload.benchmark_type,
        "isl": workload.prompt if workload.nominal else None,
        "osl": workload.answer if workload.nominal else None,
        "offload_mode": setup.offload_mode,
    }


def _outcome(setup: Setup, conc: int) -> Row:
    """A row with an error text still has status ok: a reader must look at both."""
    total = conc * setup.workload.requests_per_user
    lost = {Outcome.PARTIAL: round(total * PARTIAL_LOSS), Outcome.FAILED: total}.get(setup.outcome, 0)
    return {
        "status": "ok" if setup.outcome is Outcome.ERROR else setup.outcome.value,
        "error": ERROR_TEXT if setup.outcome is Outcome.ERROR else None,
        "num_requests_total": total,
        "num_requests_successful": total - lost,
    }


def _measured(pair: Pair, setup: Setup, deployment: Deployment, point: Point, rng: Random) -> dict[str, float]:
    figures = throughputs(point, deployment, setup.workload)
    figures |= latencies(point, setup.workload, setup.spec_method != "none", rng)
    if setup.power:
        figures |= power(point, setup.workload, rated_watts(pair.hardware))
    return figures
