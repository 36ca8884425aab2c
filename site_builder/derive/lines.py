"""The lines of rows, found once: all that rows of a line have in common is then looked at once a line, not once a row.

Rows that follow one another are mostly of one line and one run, as files are written: such a stretch is the unit here.
Rows in any other order give stretches of one row, and the same lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from site_builder.dataset.columns import LINE
from site_builder.dataset.rows import Array, Rows, is_absent
from site_builder.derive.groups import changes, first_where, group_codes
from site_builder.derive.usable import scenario_of
from site_builder.settings.catalogs import Scenario

# What tells the series of a pair on a scenario apart, in the order in which ties are settled.
SERIES = ("model", "framework", "precision", "spec_method", "disagg", "is_multinode", "offload_mode")
_RUN = ("run_url", "date", "run_started_at")
_LAYOUT = tuple(
    f"{role}_{name}" for role in ("prefill", "decode") for name in ("tp", "ep", "dp_attention", "num_workers")
)
_REST = ("num_prefill_gpu", "num_decode_gpu", "isl", "osl")


@dataclass(frozen=True)
class Stretches:
    """Stretches (s,) of rows (n,) that are alike in line and run: the first row, how many rows, and the line of each;
    first (l,): a row of each line 0.., the first."""

    start: Array
    size: Array
    line: Array
    first: Array

    def per_row(self, of_line: Array) -> Array:
        """What is known of lines (l,), for each row (n,)."""
        return np.repeat(of_line[self.line], self.size)


@dataclass(frozen=True)
class Lines:
    """What is known of each line (l,): its model and its pair 0.., its scenario (-1 for none), its series 0.. in the
    order of pairs, scenarios and ties, whether it may compete, and its place among the layouts of its series."""

    model: Array
    pair: Array
    scenario: Array
    series: Array
    competing: Array
    layout: Array


def find_stretches(rows: Rows) -> Stretches:
    """The stretches of some rows."""
    names = [name for name in (*LINE, *_RUN) if not is_absent(rows[name])]
    new = np.zeros(len(rows), dtype=bool)
    new[:1] = True
    for name in names:
        new |= changes(rows[name])
    start = np.flatnonzero(new)
    line = group_codes([rows[name][start] for name in LINE])
    count = int(line.max(initial=-1)) + 1
    first = start[first_where(np.ones(len(line), dtype=bool), line, count)]
    return Stretches(start, np.diff(start, append=len(rows)), line, first)


def describe_lines(
    rows: Rows, model_codes: Array, scenarios: Sequence[Scenario], chosen: Mapping[str, Sequence[str] | None]
) -> Lines:
    """rows (l,): one row of each line. model_codes: the model of each word of the model column. chosen: the words of a
    column that may compete, None for all."""
    model = model_codes[rows["model"]]
    pair = group_codes([model, rows["hardware"]])
    scenario = scenario_of(rows, scenarios)
    return Lines(
        model=model,
        pair=pair,
        scenario=scenario,
        series=group_codes([pair, scenario, *(rows[name] for name in SERIES)]),
        competing=_may_compete(rows, chosen),
        layout=group_codes([rows[name] for name in (*_LAYOUT, *_REST)]),
    )


def _may_compete(rows: Rows, chosen: Mapping[str, Sequence[str] | None]) -> Array:
    """Where a row (n,) may compete for the ladder, by the words that the settings select."""
    mask = np.ones(len(rows), dtype=bool)
    for name, words in chosen.items():
        if words is not None:
            mask &= np.array([word in words for word in rows.words[name]])[rows[name]]
    return mask
