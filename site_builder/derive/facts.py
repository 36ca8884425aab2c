"""Pair facts: what is true of all current rows of a pair together, on all listed scenarios."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from site_builder.dataset.rows import Array
from site_builder.derive.groups import best_of_group, distinct_of_group, first_where
from site_builder.derive.table import Table
from site_builder.derive.usable import is_measurable

NO_ROW = -1
_OLDEST = np.iinfo(np.int64).min + 1


@dataclass(frozen=True)
class Facts:
    """For each pair: number of configs, distinct codes of engines and precisions, dates of the oldest and newest run
    (days since 1970), whether any row is disaggregated or multi-node, and the rows of its best values (-1 for none)."""

    configs: list[int]
    frameworks: list[list[int]]
    precisions: list[list[int]]
    oldest: list[int]
    newest: list[int]
    disagg: list[int]
    multinode: list[int]
    best_throughput: list[int]
    best_ttft: list[int]
    best_tpot: list[int]


def find_facts(table: Table, pairs: int) -> Facts:
    """The facts of all pairs 0..pairs-1."""
    rows, pair = table.rows, table.pair
    return Facts(
        configs=np.bincount(pair, minlength=pairs).tolist(),
        frameworks=distinct_of_group(pair, pairs, rows["framework"]),
        precisions=distinct_of_group(pair, pairs, rows["precision"]),
        oldest=(-best_of_group(pair, pairs, -table.run_date, _OLDEST)).tolist(),
        newest=best_of_group(pair, pairs, table.run_date, _OLDEST).tolist(),
        disagg=best_of_group(pair, pairs, rows["disagg"].astype(np.int64), 0).tolist(),
        multinode=best_of_group(pair, pairs, rows["is_multinode"].astype(np.int64), 0).tolist(),
        best_throughput=_best_rows(table, pairs, rows["tput_per_gpu"]),
        best_ttft=_best_rows(table, pairs, -_positive(rows["median_ttft"])),
        best_tpot=_best_rows(table, pairs, -_positive(rows["median_tpot"])),
    )


def _positive(values: Array) -> Array:
    """Values that can be measured; infinity for all others."""
    return np.where(is_measurable(values), values, np.inf)


def _best_rows(table: Table, pairs: int, values: Array) -> list[int]:
    """The first row with the largest finite value of each pair, or NO_ROW."""
    best = best_of_group(table.pair, pairs, values, -np.inf)
    first = first_where((values == best[table.pair]) & np.isfinite(values), table.pair, pairs)
    rows: list[int] = np.where(first < len(values), first, NO_ROW).tolist()
    return rows
