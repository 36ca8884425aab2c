"""Reads: what a pair (a model on a GPU) gives at a speed target, how two compare, and pairs as rows of tables."""

from __future__ import annotations

from dataclasses import dataclass

from site_builder.pages.contexts.evidence import EngineContext, EvidenceContext


@dataclass(frozen=True, slots=True)
class ReadContext:
    """What a pair gives at a speed target, read on the best of its curves there."""

    tier: str
    """The speed target in tokens/s per user."""
    is_primary: bool
    """Whether it is the primary target, which answers and lists quote."""
    kind: str
    """How it was read: `measured`, `interpolated`, `wide` (an estimate), `at_least` (a bound) or `out_of_reach`."""
    throughput: str | None
    """The throughput in total (input + output) tokens/s per GPU, for sentences; none where out of reach."""
    throughput_cell: str | None
    """The same with the mark of its kind, for tables; none where out of reach."""
    cost: str | None
    """$ per million total tokens at the first price tier, for sentences; none where out of reach or without a price."""
    cost_cell: str | None
    """The same with the mark of its kind, for tables; none where out of reach or without a price."""
    engine: EngineContext
    """How it was served; where out of reach, how the config was that comes closest."""
    model_key: str
    """The model as the data calls it."""
    fastest_speed: str | None
    """Where out of reach, the fastest speed that any config reaches, in tokens/s per user; else none."""
    fastest_throughput: str | None
    """The throughput of that config in tokens/s per GPU; none where the target is reached."""


@dataclass(frozen=True, slots=True)
class RungContext(ReadContext):
    """A read as a rung of a ladder on a run page, with what stands behind it."""

    evidence: tuple[EvidenceContext, ...]
    """The rows that it was read from, the slower one first; where out of reach, the row that comes closest."""
    exact_throughput: str | None
    """The throughput unrounded, for the reader's own price; none where out of reach."""
    exact_output_share: str | None
    """The share of it that is output tokens, 0 to 1, unrounded; none where not known."""
    exact_input_share: str | None
    """The share of it that is input tokens, 0 to 1, unrounded; none where not known."""
    first_token: str | None
    """The median time to the first token there, with its unit; none where not known."""
    is_long_wait: bool
    """Whether that is above ten seconds."""
    bar: str | None
    """The throughput in per cent of the ladder's largest, for a bar; none where out of reach."""
    catalog_joule: str | None
    """Tokens per joule at the GPU's all-in power, with the mark of its kind; none where either is not known."""
    measured_joule: str | None
    """Tokens per joule at the power measured in the rows, with the mark of its kind; none where not measured."""


@dataclass(frozen=True, slots=True)
class LadderContext:
    """A ladder of a run page on another workload than the one it leads with."""

    id: str
    """Names the workload, for anchors."""
    workload_phrase: str
    """The workload as it stands in a sentence, with its article."""
    reads: tuple[RungContext, ...]
    """A rung for each speed target, the slowest first."""


@dataclass(frozen=True, slots=True)
class DifferenceContext:
    """How another value compares with one."""

    direction: str
    """Which way it goes: `more`, `less` or `same`."""
    bound: str
    """How certain that is: `exact`, `about`, `at_least` or `at_least_about`."""
    text: str
    """How much: a share such as `25 %`, or a multiple such as `2.4`; an empty text when the same."""
    is_times: bool
    """Whether the text is a multiple, not a share."""


@dataclass(frozen=True, slots=True)
class BesideContext:
    """A pair in a table of pairs beside that of a run page."""

    name: str
    """The GPU or the model, whichever the table compares."""
    path: str | None
    """Its run page's address from the site's root; none for the page's own row."""
    comparison: str | None
    """The address of the page that compares it with this page's pair; none where there is no such page."""
    read: ReadContext
    """What it gives at the primary target."""
    throughput: DifferenceContext | None
    """Its throughput against that of this page's pair; none where that is not certain, and for the page's own row."""
    cost: DifferenceContext | None
    """Its cost against that of this page's pair; none where that is not certain, and for the page's own row."""


@dataclass(frozen=True, slots=True)
class PairRowContext:
    """A pair as a row of overview pages: hubs, rankings, lists."""

    model: str
    """What the model is called."""
    gpu: str
    """What the GPU is called."""
    path: str
    """Its run page's address from the site's root; put `page.root` before it in a link."""
    reads: tuple[ReadContext, ...]
    """What it gives at each speed target, the slowest first."""
    primary: ReadContext
    """What it gives at the primary target."""
    newest_run: str
    """The day of its newest run."""
    workload: str
    """What the workload is called that it is read on."""
    is_lead: bool
    """Whether that is its model's first workload, so that it may be compared with the model's other GPUs."""
