"""From what a file says and what was supplied to rows of the canonical schema: GPUs, throughputs, speeds, status.

Nothing is guessed: a needed fact that neither gives is reported as missing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from site_builder.dataset.canonical import Measurements
from site_builder.dataset.schema import FIELDS, METRICS, ROLES, Type
from site_builder.dataset.texts import Texts
from site_builder.importing.batch import SHARED_LAYOUT, Batch
from site_builder.importing.columns import Columns
from site_builder.importing.doubts import find_doubts
from site_builder.importing.formats.inferencex import run_id_of
from site_builder.importing.gpus import count_gpus, spread_throughputs
from site_builder.importing.names import Naming
from site_builder.importing.naming import canonical_names
from site_builder.importing.speeds import set_speeds
from site_builder.importing.supplied import Fact
from site_builder.importing.supply import Used, supply

_NEEDED_TEXTS = ("model", "hardware", "framework", "precision")
_VARIED = 0.05
_MOST, _MOST_WHOLE = 1e15, 2**31 - 1
_WHOLES = {field.name for field in FIELDS if field.type is Type.WHOLE} | {*SHARED_LAYOUT} - {"dp_attention"}
RUNNER_LABELS = "inferencex-row"  # the format whose GPU is the label of a machine


@dataclass(frozen=True)
class Origin:
    """Where rows come from: format, whether its rates are per GPU, the file's name and the hash of its content."""

    format_key: str
    per_gpu: bool
    path: str
    sha256: str


@dataclass(frozen=True)
class Completed:
    """The rows, or None when facts are missing or disagree; which ones; and the doubts about rows, by position."""

    rows: Measurements | None
    missing: frozenset[str] = frozenset()
    faults: tuple[str, ...] = ()
    doubts: Mapping[int, Sequence[str]] = field(default_factory=dict)


def complete(batch: Batch, origin: Origin, facts: Mapping[str, Fact], naming: Naming) -> Completed:
    """Bring a batch to the canonical schema. facts: supplied for this file."""
    columns = Columns(batch)
    _clean(columns)
    used = supply(columns, facts, naming)
    canonical_names(columns, naming, runner_labels=origin.format_key == RUNNER_LABELS)
    _set_defaults(columns)
    _set_status(columns)
    count_gpus(columns, used, facts.get("num_gpus"), per_gpu=origin.per_gpu)
    missing = _missing(columns)
    faults = _disagreements(columns)
    if missing or faults:
        return Completed(None, missing, faults)
    spread_throughputs(columns, per_gpu=origin.per_gpu)
    set_speeds(columns)
    find_doubts(columns, drawn_lengths=origin.per_gpu)
    _clear_failed(columns)
    return Completed(_rows(columns, batch, origin, used), doubts=columns.doubts)


def _clean(columns: Columns) -> None:
    """A metric of 0 or below was not measured, nor one of absurd size; a spread may be 0. A count is a whole number."""
    for name in METRICS:
        if name in columns.numbers:
            values = columns.numbers[name]
            with np.errstate(invalid="ignore"):
                fits = (values >= 0 if name.startswith("std_") else values > 0) & (values < _MOST)
            columns.numbers[name] = np.where(fits, values, np.nan)
    for name in sorted(_WHOLES & columns.numbers.keys()):
        values = columns.numbers[name]
        with np.errstate(invalid="ignore"):
            fits = (values >= 0) & (values <= _MOST_WHOLE) & (values == np.floor(values))
        columns.doubt(~fits & ~np.isnan(values), f"{name} {{:.6g}} is no count: left out", values)
        columns.numbers[name] = np.where(fits, values, np.nan)


def _set_defaults(columns: Columns) -> None:
    for name, word in (("spec_method", "none"), ("benchmark_type", "single_turn"), ("offload_mode", "off")):
        columns.fill_text(name, word)
    decode_workers = columns.number("decode_num_workers")
    split = (columns.number("disagg") == 1) | (decode_workers > 0)
    columns.numbers["disagg"] = np.where(split, 1.0, 0.0)
    columns.fill("is_multinode", 0.0)
    _set_lengths(columns)
    for name in SHARED_LAYOUT:
        for role in ROLES:
            if name in columns.numbers:
                columns.fill(f"{role}_{name}", columns.number(name))
        columns.fill(f"decode_{name}", np.where(split, np.nan, columns.number(f"prefill_{name}")))
        columns.fill(f"prefill_{name}", np.where(split, np.nan, columns.number(f"decode_{name}")))


def _set_lengths(columns: Columns) -> None:
    """Where no nominal length is known the mean one stands in, with a doubt when lengths vary."""
    single = columns.is_text("benchmark_type", "single_turn")
    for name in ("isl", "osl"):
        mean, spread = columns.number(f"mean_{name}"), columns.number(f"spread_{name}")
        stands_in = single & np.isnan(columns.number(name)) & ~np.isnan(mean)
        columns.numbers[name] = np.where(stands_in, np.round(mean), columns.number(name))
        varied = stands_in & (spread > _VARIED * mean)
        text = (
            f"{name} {{:,.0f}} is the mean of lengths that vary by {{:,.0f}}, not a nominal one: --set {name} gives it"
        )
        columns.doubt(varied, text, mean, spread)


def _set_status(columns: Columns) -> None:
    """failed when no request succeeded, partial when some did not, unless the file tells it itself."""
    sent, succeeded = columns.number("num_requests_total"), columns.number("num_requests_successful")
    failed = succeeded == 0
    partial = succeeded < sent
    own = columns.text("status")
    status = Texts.constant("ok", columns.size).replaced(partial, Texts.constant("partial", columns.size))
    status = status.replaced(own.where(bool), own)
    columns.texts["status"] = status.replaced(failed, Texts.constant("failed", columns.size))


def _missing(columns: Columns) -> frozenset[str]:
    missing = {name for name in _NEEDED_TEXTS if columns.text(name).where(lambda text: not text).any()}
    missing |= {name for name in ("num_gpus", "date") if np.isnan(columns.number(name)).any()}
    single = columns.is_text("benchmark_type", "single_turn")
    missing |= {name for name in ("isl", "osl") if (np.isnan(columns.number(name)) & single).any()}
    split = columns.number("disagg") == 1
    missing |= {n for n in ("num_prefill_gpu", "num_decode_gpu") if (np.isnan(columns.number(n)) & split).any()}
    if missing & {"num_prefill_gpu", "num_decode_gpu"}:
        missing.discard("num_gpus")
    return frozenset(missing)


def _disagreements(columns: Columns) -> tuple[str, ...]:
    """Counts of GPUs that cannot all be true."""
    gpus, prefill, decode = (columns.number(name) for name in ("num_gpus", "num_prefill_gpu", "num_decode_gpu"))
    pool = (prefill == gpus) & (decode == gpus)  # old rows hold the whole pool in both roles
    off = (columns.number("disagg") == 1) & (gpus != prefill + decode) & ~pool & ~np.isnan(gpus + prefill + decode)
    if not off.any():
        return ()
    at = int(np.argmax(off))
    return (f"num_gpus {gpus[at]:g} is not {prefill[at]:g} prefill and {decode[at]:g} decode GPUs, expected their sum",)


def _clear_failed(columns: Columns) -> None:
    """A failed run has no metrics: the zeros in its file are none."""
    failed = columns.is_text("status", "failed")
    if failed.any():
        for name in METRICS:
            if name in columns.numbers:
                columns.numbers[name] = np.where(failed, np.nan, columns.numbers[name])
        nothing = Texts.constant(None, columns.size)
        columns.texts["intvty_basis"] = columns.text("intvty_basis").replaced(failed, nothing)


def _rows(columns: Columns, batch: Batch, origin: Origin, used: Used) -> Measurements:
    own_run, named_run = columns.text("run_url").mapped(run_id_of), columns.text("run_id")
    texts = {
        **columns.texts,
        "source_format": Texts.constant(origin.format_key, batch.size),
        "source_path": Texts.constant(origin.path, batch.size),
        "source_sha256": Texts.constant(origin.sha256, batch.size),
        "run_id": own_run.replaced(named_run.where(bool), named_run).filled(origin.sha256),
    }
    doubts = [tuple(columns.doubts.get(place, ())) for place in range(batch.size)] if columns.doubts else None
    lists = {"supplied_fields": used.lists(), **({"warnings": doubts} if doubts else {})}
    return Measurements(batch.size, columns.numbers | {"source_index": batch.index}, texts, lists, batch.extra)
