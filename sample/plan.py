"""The words in which the sample is planned: workloads, deployments, setups, pairs."""

from dataclasses import dataclass
from datetime import date
from enum import Enum

from sample.physics import Deployment, Role, Source, Workload

YEAR = 2026

# Numbers of users in a sweep.
FEW, SWEEP, FINE = (1, 16, 128), (1, 4, 16, 64, 256), (1, 2, 4, 8, 16, 32, 64, 128, 256)
AGENTS = (1, 4, 8, 16, 32)  # each holds a long context

CHAT = Workload("single_turn", 8192, 1024)
SHORT_CHAT = Workload("single_turn", 1024, 1024, speed=1.15, room=2.2, prefill=0.35)
REASONING = Workload("single_turn", 1024, 8192, speed=1.1, room=1.6, prefill=0.35)
UNLISTED = Workload("single_turn", 4096, 1024, speed=1.05, room=1.4, prefill=0.6)  # a site lists no such scenario
TRACES = Workload("agentic_traces", 61440, 900, nominal=False, speed=0.85, room=0.25, prefill=5.0, requests_per_user=40)


class Outcome(Enum):
    """How a run ended. Only the first two give rows that a site may use."""

    OK = "ok"
    PARTIAL = "partial"
    FAILED = "failed"  # no figures at all
    ERROR = "error"  # figures, and a text that says not to trust them


@dataclass(frozen=True)
class Setup:
    """One engine with its settings, run on some deployments at some concurrencies on some days."""

    framework: str
    precision: str
    deployments: tuple[Deployment, ...]
    days: str  # "07-30 06-28": month and day of each run, newest first; older ones were a little slower
    concs: tuple[int, ...]
    workload: Workload = CHAT
    spec_method: str = "none"
    offload_mode: str = "off"
    model: str | None = None  # another key of the pair's model: a point release
    source: Source | None = None  # None: what this model, GPU and engine typically do
    pace: float = 1.0
    power: bool = False
    outcome: Outcome = Outcome.OK

    @property
    def dates(self) -> tuple[date, ...]:
        """The days as dates, newest first as given."""
        return tuple(date.fromisoformat(f"{YEAR}-{day}") for day in self.days.split())


@dataclass(frozen=True)
class Pair:
    """A model on a GPU, with everything that was run of it."""

    model: str
    hardware: str
    setups: tuple[Setup, ...]

    @property
    def name(self) -> str:
        """What the pair's random stream and run ids hang on."""
        return f"{self.model}-on-{self.hardware}"


def node(tp: int, ep: int = 1, dp_attention: bool = False) -> Deployment:
    """One server that does prefill and decode on the same GPUs."""
    role = Role(tp, ep, dp_attention)
    return Deployment(role, role)


def split(prefill: tuple[int, int], decode: tuple[int, int], ep: int = 1, multinode: bool = True) -> Deployment:
    """Prefill and decode apart, each as (tensor parallelism, workers); wide decode spreads its experts."""
    prefill_tp, prefill_workers = prefill
    decode_tp, decode_workers = decode
    return Deployment(
        Role(prefill_tp, workers=prefill_workers),
        Role(decode_tp, ep, dp_attention=ep > 1, workers=decode_workers),
        disagg=True,
        multinode=multinode,
    )


TP1, TP2, TP4, TP8 = node(1), node(2), node(4), node(8)
