"""How a serving deployment answers load.

Rows must hang together as real ones do: more users make each user slower, waiting grows, and users times
tokens over the time of a request is the output of the whole deployment. So a row starts from very few numbers
(a `Point`) and everything else in it is derived here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Protocol

CROWDING = 0.75  # how steeply speed falls with users per GPU; measured curves lie between 0.6 and 0.8
QUEUE_GROWTH = 0.6  # time to first token grows with users per GPU to this power, and by this share
SPEED_NOISE = 0.04
TTFT_NOISE = 0.15
TAIL_NOISE = 0.3

FULL_NODE = 8  # tensor parallelism for which a curve states its numbers
WIDE_IS_FASTER = 0.2  # exponents: a wider deployment serves one user faster ...
NARROW_IS_ROOMIER = 0.4  # ... and holds fewer users per GPU, because more time goes into talking
EXPERT_SPEED, EXPERT_ROOM = 0.92, 1.1  # expert parallelism trades speed for room

# Mean, 90th and 99th percentile of each latency as multiples of its median.
SPREAD: Mapping[str, tuple[float, float, float]] = {
    "ttft": (1.25, 1.9, 3.2),
    "tpot": (1.01, 1.08, 1.22),
    "itl": (1.02, 1.35, 2.8),
}
PLAIN_ITL, SPECULATIVE_ITL = (
    0.98,
    0.62,
)  # median gap between tokens over TPOT; accepted drafts arrive together
IDLE_POWER, BUSY_POWER = 0.45, 0.9  # share of the GPU's rated power
JOULE_DIGITS, SECOND_DIGITS, SPEED_DIGITS, TPUT_DIGITS = 5, 8, 4, 3


@dataclass(frozen=True)
class Workload:
    """What is asked of a deployment, and how that bends a curve stated for 8k in, 1k out."""

    benchmark_type: str
    prompt: int
    answer: int
    nominal: bool = True  # whether rows state the lengths; traces have none of their own
    speed: float = 1.0
    room: float = 1.0
    prefill: float = 1.0
    requests_per_user: int = 10

    @property
    def tokens(self) -> int:
        """Input and output of one request."""
        return self.prompt + self.answer

    @property
    def is_traces(self) -> bool:
        """Recorded sessions are measured by other statistics than made-up prompts."""
        return not self.nominal


@dataclass(frozen=True)
class Role:
    """The GPUs that do one job. Zero workers is how a single node is written: one server does both."""

    tp: int
    ep: int = 1
    dp_attention: bool = False
    workers: int = 0

    @property
    def gpus(self) -> int:
        """Physical GPUs of the deployment."""
        return self.tp * max(self.workers, 1)


@dataclass(frozen=True)
class Deployment:
    """Where the model runs: one shared role, or prefill and decode apart."""

    prefill: Role
    decode: Role
    disagg: bool = False
    multinode: bool = False

    @property
    def gpus(self) -> int:
        """Physical GPUs of the deployment."""
        return self.prefill.gpus + self.decode.gpus if self.disagg else self.decode.gpus


@dataclass(frozen=True)
class Point:
    """One operating point, before its latencies are spelt out.

    `speed` is the figure the workload is judged by: the median user's tokens per second, or the 90th
    percentile's for traces.
    """

    conc: int
    speed: float
    tput: float  # input and output tokens per second, per GPU of the deployment
    ttft: float  # median
    busy: float  # 0 for a lone user, towards 1 when saturated


class Source(Protocol):
    """Anything that can say how a deployment does with so many users."""

    def point(self, conc: int, deployment: Deployment, workload: Workload, pace: float, rng: Random) -> Point:
        """What a deployment does for so many users at once."""


@dataclass(frozen=True)
class Curve:
    """A saturating curve: full speed for a lone user, half of it at `half_load` users per GPU."""

    lone_speed: float
    half_load: float
    lone_ttft: float

    def under(self, workload: Workload) -> "Curve":
        """The same strength, turned to another workload."""
        return Curve(
            self.lone_speed * workload.speed,
            self.half_load * workload.room,
            self.lone_ttft * workload.prefill,
        )

    def point(self, conc: int, deployment: Deployment, workload: Workload, pace: float, rng: Random) -> Point:
        """Throughput follows from the closed loop: each user asks again as soon as the answer is complete.

        A lone user waits for nobody, so that point carries no noise: it is exactly the curve's start.
        """
        decode = deployment.decode
        width = decode.tp / FULL_NODE
        expert = decode.ep > 1
        waiting = (conc - 1) / deployment.gpus
        top = self.lone_speed * width**WIDE_IS_FASTER * (EXPERT_SPEED if expert else 1.0) * pace
        room = self.half_load * width**-NARROW_IS_ROOMIER * (EXPERT_ROOM if expert else 1.0)
        company = 1 - 1 / conc
        slowdown = 1 + (waiting / room) ** CROWDING
        speed = round(top / slowdown * (1 - SPEED_NOISE * company * rng.random()), 2)
        ttft = _first_token(self.lone_ttft / pace, waiting) * (1 + TTFT_NOISE * company * rng.random())
        seconds = _mean("ttft") * ttft + _mean("tpot") * (workload.answer - 1) / speed
        tput = conc * workload.tokens / seconds / deployment.gpus
        return Point(conc, speed, round(tput, 2), ttft, 1 - speed / top)


@dataclass(frozen=True)
class Knots:
    """Stated points, by concurrency: where a figure must come out to the digit.

    At a pace below 1 both speed and throughput shrink by at least that much, so every such point is beaten by
    the stated one and never touches a frontier of stated points.
    """

    lone_ttft: float
    lone_speed: float
    by_conc: Mapping[int, tuple[float, float]]  # users: (speed, throughput)

    def point(self, conc: int, deployment: Deployment, workload: Workload, pace: float, rng: Random) -> Point:
        """What a deployment does for so many users at once."""
        speed, tput = self.by_conc[conc]
        ttft = _first_token(self.lone_ttft / pace, (conc - 1) / deployment.gpus)
        busy = 1 - speed / self.lone_speed
        if pace < 1:
            speed = round(speed * pace * (1 - SPEED_NOISE * rng.random()), 2)
            tput = round(tput * pace * (1 - SPEED_NOISE * rng.random()), 2)
        return Point(conc, speed, tput, ttft, busy)


def latencies(point: Point, workload: Workload, speculative: bool, rng: Random) -> dict[str, float]:
    """Mean, median and tail of the four latencies, in seconds, and the user speeds that mirror them.

    Traces are judged by the gap between tokens, whose percentiles equal those of TPOT there, and have no 99th
    percentile.
    """
    stretch = 1 + TAIL_NOISE * rng.random()
    gap = 1 / point.speed
    tpot = gap / _tail("tpot", 1, stretch) if workload.is_traces else gap
    spread = {"ttft": _spread("ttft", point.ttft, stretch), "tpot": _spread("tpot", tpot, stretch)}
    if workload.is_traces:
        spread["itl"] = spread["tpot"]
    else:
        spread["itl"] = _spread("itl", tpot * (SPECULATIVE_ITL if speculative else PLAIN_ITL), stretch)
    spread["e2el"] = {
        stat: first + (workload.answer - 1) * spread["tpot"][stat] for stat, first in spread["ttft"].items()
    }
    kept = [stat for stat in spread["ttft"] if not (workload.is_traces and stat == "p99")]
    found = {f"{stat}_{name}": round(spread[name][stat], SECOND_DIGITS) for name in spread for stat in kept}
    speeds = {f"{stat}_intvty": round(1 / spread["tpot"][stat], SPEED_DIGITS) for stat in kept if stat != "mean"}
    return found | speeds


def throughputs(point: Point, deployment: Deployment, workload: Workload) -> dict[str, float]:
    """Per-GPU rates as the field states them: each role by its own GPUs when apart, traces always by all."""
    output = point.tput * workload.answer / workload.tokens
    output_gpus = input_gpus = deployment.gpus
    if deployment.disagg and not workload.is_traces:
        output_gpus, input_gpus = deployment.decode.gpus, deployment.prefill.gpus
    return {
        "tput_per_gpu": point.tput,
        "output_tput_per_gpu": round(output * deployment.gpus / output_gpus, TPUT_DIGITS),
        "input_tput_per_gpu": round((point.tput - output) * deployment.gpus / input_gpus, TPUT_DIGITS),
    }


def power(point: Point, workload: Workload, rated_watts: float) -> dict[str, float]:
    """Power of one GPU and energy of a token, from how busy the point is."""
    watts = round(rated_watts * (IDLE_POWER + (BUSY_POWER - IDLE_POWER) * point.busy), 1)
    joules = watts / point.tput
    return {
        "avg_power_w": watts,
        "joules_per_total_token": round(joules, JOULE_DIGITS),
        "joules_per_output_token": round(joules * workload.tokens / workload.answer, JOULE_DIGITS),
    }


def _first_token(lone: float, waiting: float) -> float:
    return lone * (1 + QUEUE_GROWTH * float(waiting**QUEUE_GROWTH))


def _mean(name: str) -> float:
    return SPREAD[name][0]


def _tail(name: str, index: int, stretch: float) -> float:
    return 1 + (SPREAD[name][index] - 1) * stretch


def _spread(name: str, median: float, stretch: float) -> dict[str, float]:
    """Only the tails stretch: the mean stays put, because the closed loop hangs on it."""
    return {
        "mean": median * _mean(name),
        "median": median,
        "p90": median * _tail(name, 1, stretch),
        "p99": median * _tail(name, 2, stretch),
    }
