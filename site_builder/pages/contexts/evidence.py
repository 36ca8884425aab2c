"""The rows behind figures: what was measured, with which engine, on how many GPUs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EngineContext:
    """How a config was served."""

    name: str
    """The engine alone, as `data/engines.toml` labels it."""
    features: tuple[str, ...]
    """How it was used: speculative decoding, disaggregated prefill, several nodes, KV offload; empty where plainly."""
    cell: str
    """The engine with these features, as a table shows it."""
    precision: str
    """The precision as the data calls it."""
    precision_upper: str
    """The same in capitals, for sentences."""


@dataclass(frozen=True, slots=True)
class LayoutContext:
    """How the GPUs of a deployment share the work."""

    role: str
    """What they do: `all`, or `prefill` or `decode` where these are kept apart."""
    gpus: str | None
    """How many GPUs do it; none where the data does not say."""
    tp: str | None
    """Over how many GPUs tensors are split (TP); none where the data does not say."""
    ep: str | None
    """Over how many GPUs experts are spread (EP); none where the data does not say."""
    dp_attention: bool
    """Whether attention runs in data parallel."""
    workers: str | None
    """How many workers do it; none where the data does not say."""


@dataclass(frozen=True, slots=True)
class EvidenceContext:
    """One measured row behind a figure."""

    engine: EngineContext
    """How it was served."""
    model_key: str
    """The model as the data calls it."""
    workload: str
    """What the workload is called."""
    statistic: str
    """What its speed is among its requests: `median`, or `p90`, which nine in ten tokens keep up with."""
    interactivity: str
    """Its speed in tokens/s per user."""
    slow_tail: str | None
    """The speed of the slowest 1 % of its requests in tokens/s per user; none where not measured."""
    throughput: str
    """Its throughput in total (input + output) tokens/s per GPU."""
    concurrency: str | None
    """How many requests ran at once; none where requests came at a rate."""
    gpus: str | None
    """How many GPUs the deployment had; none where the data does not say."""
    layout: tuple[LayoutContext, ...]
    """How these share the work: one entry for all, or one for prefill and one for decode."""
    median_ttft: str | None
    """The median time to the first token, with its unit; none where not measured."""
    p99_ttft: str | None
    """The time to the first token that 99 % of requests stay within, with its unit; none where not measured."""
    median_e2el: str | None
    """The median time of a whole request (E2EL), with its unit; none where not measured."""
    power: str | None
    """The measured power per GPU in W; none where not measured."""
    requests: str | None
    """How many of its requests succeeded, of how many; none where all did, or where the data does not say."""
    date: str
    """The day it ran."""
    image: str
    """The container image it ran in; an empty text where the data does not say."""
    run_url: str | None
    """The web address of the run; none where the data has none."""


@dataclass(frozen=True, slots=True)
class BestContext:
    """The best value of one kind over all configs of a pair."""

    value: str
    """The value, a latency with its unit."""
    row: EvidenceContext
    """The row it comes from."""
