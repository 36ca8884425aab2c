"""From what a file says and what was supplied to rows of the canonical schema: GPUs, throughputs, speeds, status.

Nothing is guessed: a needed fact that neither gives is reported as missing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from site_builder.dataset.canonical import Measurements
from site_builder.dataset.schema import METRICS, ROLES
from site_builder.importing.batch import SHARED_LAYOUT, Batch
from site_builder.importing.columns import Columns
from site_builder.importing.doubts import find_doubts
from site_builder.importing.gpus import count_gpus, spread_throughputs
from site_builder.importing.naming import canonical_names
from site_builder.importing.names import Naming
from site_builder.importing.speeds import set_speeds
from site_builder.importing.supplied import Fact

_NEEDED_TEXTS = ("model", "hardware", "framework", "precision")


@dataclass(frozen=True)
class Origin:
    """Where rows come from: format, whether its throughputs are per GPU, the file's name and the hash of its content."""

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
    _supply(columns, facts)
    canonical_names(columns, naming, runner_labels=origin.format_key == "inferencex-row")
    _set_defaults(columns)
    _set_status(columns)
    count_gpus(columns, per_gpu=origin.per_gpu, is_supplied="num_gpus" in facts)
    missing = _missing(columns)
    faults = _disagreements(columns)
    if missing or faults:
        return Completed(None, missing, faults)
    spread_throughputs(columns, per_gpu=origin.per_gpu)
    set_speeds(columns)
    find_doubts(columns, origin.per_gpu)
    _clear_failed(columns)
    return Completed(_rows(columns, batch, origin, facts), doubts=columns.doubts)


def _clean(columns: Columns) -> None:
    """A metric of 0 or below was not measured; a spread may be 0."""
    for name in METRICS:
        if name in columns.numbers:
            values = columns.numbers[name]
            with np.errstate(invalid="ignore"):
                fits = values >= 0 if name.startswith("std_") else values > 0
            columns.numbers[name] = np.where(fits, values, np.nan)


def _supply(columns: Columns, facts: Mapping[str, Fact]) -> None:
    """Put supplied facts in place. One that the file states otherwise wins, and the row says so."""
    for name, fact in facts.items():
        if isinstance(fact.value, str):
            _supply_text(columns, name, fact.value)
            continue
        value = float(fact.value)
        before = columns.number(name)
        if name != "num_gpus":  # counted later from what the file says, and compared there
            differs = ~np.isnan(before) & (before != value)
            columns.doubt(differs, lambda place, b=before, n=name, v=value: f"{n} {v:g} was supplied, the file says {b[place]:g}")
        columns.numbers[name] = np.full(columns.size, value)


def _supply_text(columns: Columns, name: str, value: str) -> None:
    before = columns.text(name)
    if name in _NEEDED_TEXTS:
        columns.texts.setdefault(f"{name}_raw", list(before))
        if name == "model":
            columns.texts["model_raw"] = [path or key for path, key in zip(columns.text("model_path"), before, strict=True)]
            columns.texts["model_path"] = [None] * columns.size
    else:
        differs = np.array([text not in (None, value) for text in before])
        columns.doubt(differs, lambda place: f"{name} {value} was supplied, the file says {before[place]}")
    columns.texts[name] = [value] * columns.size


def _set_defaults(columns: Columns) -> None:
    for name, word in (("spec_method", "none"), ("benchmark_type", "single_turn"), ("offload_mode", "off")):
        columns.fill_text(name, word)
    decode_workers = columns.number("decode_num_workers")
    split = (columns.number("disagg") == 1) | (decode_workers > 0)
    columns.numbers["disagg"] = np.where(split, 1.0, 0.0)
    columns.fill("is_multinode", 0.0)
    for name in SHARED_LAYOUT:
        for role in ROLES:
            if name in columns.numbers:
                columns.fill(f"{role}_{name}", columns.number(name))
        columns.fill(f"decode_{name}", np.where(split, np.nan, columns.number(f"prefill_{name}")))
        columns.fill(f"prefill_{name}", np.where(split, np.nan, columns.number(f"decode_{name}")))


def _set_status(columns: Columns) -> None:
    """failed when no request succeeded, partial when some did not, unless the file tells it itself."""
    sent, succeeded = columns.number("num_requests_total"), columns.number("num_requests_successful")
    failed = succeeded == 0
    partial = succeeded < sent
    columns.texts["status"] = [
        "failed" if none else own or ("partial" if some else "ok")
        for own, none, some in zip(columns.text("status"), failed.tolist(), partial.tolist(), strict=True)
    ]


def _missing(columns: Columns) -> frozenset[str]:
    missing = {name for name in _NEEDED_TEXTS if not all(columns.text(name))}
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
    return (
        f"num_gpus {gpus[at]:g} is not {prefill[at]:g} prefill and {decode[at]:g} decode GPUs, expected their sum",
    )


def _clear_failed(columns: Columns) -> None:
    """A failed run has no metrics: the zeros in its file are none."""
    failed = columns.is_text("status", "failed")
    if failed.any():
        for name in METRICS:
            if name in columns.numbers:
                columns.numbers[name] = np.where(failed, np.nan, columns.numbers[name])
        basis = zip(columns.text("intvty_basis"), failed.tolist(), strict=True)
        columns.texts["intvty_basis"] = [None if none else own for own, none in basis]


def _rows(columns: Columns, batch: Batch, origin: Origin, facts: Mapping[str, Fact]) -> Measurements:
    supplied = sorted(facts)
    run_ids = columns.text("run_id")
    texts = {
        **columns.texts,
        "source_format": [origin.format_key] * batch.size,
        "source_path": [origin.path] * batch.size,
        "source_sha256": [origin.sha256] * batch.size,
        "run_id": [run_id or origin.sha256 for run_id in run_ids],
    }
    doubts = [tuple(columns.doubts.get(place, ())) for place in range(batch.size)] if columns.doubts else None
    lists = {"supplied_fields": [supplied] * batch.size, **({"warnings": doubts} if doubts else {})}
    return Measurements(batch.size, columns.numbers | {"source_index": batch.index}, texts, lists, batch.extra)
