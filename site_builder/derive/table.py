"""The current rows of all pairs in one canonical order, with what was found out about each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from site_builder.dataset.rows import Array, Rows
from site_builder.derive.groups import group_codes

_IDENTITY = ("model", "framework", "precision", "spec_method", "disagg", "is_multinode", "offload_mode", "conc")
_LAYOUT = tuple(
    f"{role}_{name}" for role in ("prefill", "decode") for name in ("tp", "ep", "dp_attention", "num_workers")
)
_REST = ("num_prefill_gpu", "num_decode_gpu", "isl", "osl", "request_rate")


@dataclass(frozen=True)
class Table:
    """Rows (n) with, for each (n,): its pair 0.., its scenario (index into the site's list), its interactivity, the
    date of its run, and whether it may compete for the ladder."""

    rows: Rows
    pair: Array
    scenario: Array
    interactivity: Array
    run_date: Array
    competing: Array

    def __len__(self) -> int:
        return len(self.rows)

    def take(self, index: Array) -> Table:
        """The rows at these positions, or where a mask holds."""
        columns = (self.pair, self.scenario, self.interactivity, self.run_date, self.competing)
        return Table(self.rows.take(index), *(column[index] for column in columns))

    def in_canonical_order(self) -> Table:
        """Sorted by all that identifies a row, so that "the first" means the same whatever the order of the files."""
        names = (*_IDENTITY, *_LAYOUT, *_REST)
        return self.take(
            np.argsort(group_codes([self.pair, self.scenario, *(self.rows[n] for n in names)]), kind="stable")
        )


def may_compete(rows: Rows, engines: tuple[str, ...] | None, precisions: tuple[str, ...] | None) -> Array:
    """Where a row (n,) may compete for the ladder, by the engines and precisions that the settings select."""
    mask = np.ones(len(rows), dtype=bool)
    for name, chosen in (("framework", engines), ("precision", precisions)):
        if chosen is not None:
            mask &= np.array([word in chosen for word in rows.words[name]])[rows[name]]
    return mask
