"""Puts the canonical keys of names into a batch, and keeps what was found beside them."""

from __future__ import annotations

import numpy as np

from site_builder.importing.columns import Columns
from site_builder.importing.names import Name, Naming


def canonical_names(columns: Columns, naming: Naming, *, runner_labels: bool) -> None:
    """Model, GPU, engine, precision and speculative decoding under their keys; an engine's name may say that serving is
    split. runner_labels: what stands for the GPU is the label of a machine."""
    models, paths = columns.text("model"), columns.text("model_path")
    _put(columns, "model", [naming.model(name, path) for name, path in zip(models, paths, strict=True)],
         [path or name for name, path in zip(models, paths, strict=True)])  # fmt: skip
    hardware = columns.text("hardware")
    _put(columns, "hardware", [naming.hardware(name, runner_labels) for name in hardware], hardware)
    frameworks, precisions = columns.text("framework"), columns.text("precision")
    engines = [naming.framework(name) for name in frameworks]
    _put(columns, "framework", engines, frameworks)
    _put(columns, "precision", [naming.precision(name) for name in precisions], precisions)
    methods = [naming.spec_method(name) for name in columns.text("spec_method")]
    columns.texts["spec_method"] = [method.key for method in methods]
    _set_disagg(columns, engines)


def _put(columns: Columns, column: str, names: list[Name | None], found: list[str | None] | object) -> None:
    raw = list(found) if isinstance(found, list | tuple) else [None] * columns.size
    columns.texts[column] = [name.key if name else None for name in names]
    columns.texts.setdefault(f"{column}_raw", raw)
    unknown = np.array([name is not None and not name.known for name in names])
    if unknown.any():
        columns.doubt(unknown, f"unknown {column} '{{}}'", columns.text(column))


def _set_disagg(columns: Columns, engines: list[Name | None]) -> None:
    """An alias that means split serving says so; dynamo engines are split unless the row says otherwise."""
    split = np.array([name is not None and (name.sets_disagg or name.key.startswith("mori-")) for name in engines])
    likely = np.array([name is not None and name.key.startswith("dynamo-") for name in engines])
    own = columns.number("disagg")
    columns.numbers["disagg"] = np.where(split | (likely & np.isnan(own)), 1.0, own)
