"""Puts the canonical keys of names into a batch, and keeps what was found beside them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from site_builder.dataset.rows import Array
from site_builder.dataset.texts import Texts, combined
from site_builder.importing.columns import Columns
from site_builder.importing.names import Name, Naming


def canonical_names(columns: Columns, naming: Naming, *, runner_labels: bool) -> None:
    """Model, GPU, engine, precision and speculative decoding under their keys; an engine's name may say that serving is
    split. runner_labels: what stands for the GPU is the label of a machine."""
    path, name = columns.text("model_path"), columns.text("model")
    _put(columns, "model", combined([name, path], naming.model), name.replaced(path.where(bool), path))
    for column, find in (
        ("hardware", lambda found: naming.hardware(found, runner_labels)),
        ("framework", naming.framework),
        ("precision", naming.precision),
    ):
        found = columns.text(column)
        _put(columns, column, _each(found, find), found)
        if column == "framework":
            _set_disagg(columns, *_each(found, find))
    columns.texts["spec_method"] = columns.text("spec_method").mapped(lambda found: naming.spec_method(found).key)


def _each(found: Texts, find: Callable[[str | None], Name | None]) -> tuple[Array, list[Name | None]]:
    return found.codes, [find(word) for word in found.words]


def _put(columns: Columns, column: str, names: tuple[Array, list[Name | None]], found: Texts) -> None:
    codes, known = names
    columns.texts[column] = Texts(codes, tuple(name.key if name else None for name in known))
    columns.texts.setdefault(f"{column}_raw", found)
    unknown = np.array([name is not None and not name.known for name in known] or [False])[codes]
    columns.doubt(unknown, f"unknown {column} '{{}}'", columns.text(column))


def _set_disagg(columns: Columns, codes: Array, engines: list[Name | None]) -> None:
    """An alias that means split serving says so; dynamo engines are split unless the row says otherwise."""
    split = np.array([name is not None and (name.sets_disagg or name.key.startswith("mori-")) for name in engines])
    likely = np.array([name is not None and name.key.startswith("dynamo-") for name in engines])
    own = columns.number("disagg")
    columns.numbers["disagg"] = np.where(split[codes] | (likely[codes] & np.isnan(own)), 1.0, own)
