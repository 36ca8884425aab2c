"""Derives the figures of every pair: usable rows, current rows, ladders, pair facts and history, in that order.

All of it works on arrays of all pairs at once; the frozen values of a pair are made when they are asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from site_builder.dataset.rows import Array, Doubts, Rows
from site_builder.derive.current import Current, select_current
from site_builder.derive.evidence import EvidenceRows, SeriesKeys
from site_builder.derive.facts import find_facts
from site_builder.derive.figures import Figures, PairFigures, RowCounts
from site_builder.derive.groups import best_of_group, changes, first_where
from site_builder.derive.history import PrimaryReads, find_histories
from site_builder.derive.ladder import Sweeps, best_reads, find_sweeps, read_sweeps
from site_builder.derive.lines import Lines, Stretches, describe_lines, find_stretches
from site_builder.derive.made import Arrays, Ladders, PairMaker
from site_builder.derive.parts import read_parts
from site_builder.derive.past import Pool, find_past_sweeps
from site_builder.derive.quality import count_set_aside, find_thin_sweeps, size_before
from site_builder.derive.runs import find_line_runs
from site_builder.derive.table import Table, make_table
from site_builder.derive.usable import SetAside, Usable, find_usable
from site_builder.settings.catalogs import Scenario

_NO_SCENARIO = 2**30


@dataclass(frozen=True)
class Rules:
    """The settings that figures depend on; `engines` and `precisions` are None where all compete."""

    scenarios: tuple[Scenario, ...]
    tiers: tuple[int | float, ...]
    primary_tier: int | float
    sweep_days: int = 0
    engines: tuple[str, ...] | None = None
    precisions: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Derived:
    """The figures, and what deriving them found out about the rows, for reports; positions refer to `usable_rows`.

    table: the current rows, those of one pair together; pairs: model id and GPU key of each pair in it, by its number;
    thin_sweeps: those smaller than the one that they replaced.
    """

    figures: Figures
    usable: Usable
    usable_rows: Rows
    current: Current
    table: Table
    pairs: tuple[tuple[str, str], ...]
    thin_sweeps: Doubts


def derive_figures(rows: Rows, rules: Rules, model_of: Mapping[str, str]) -> Derived:
    """All pairs of some rows. `model_of`: catalog model of each model key (a key of its own where it is missing).

    The figures of a model depend on the rows of that model alone, and not on the order of rows or files.
    """
    models = [model_of.get(key, key) for key in rows.words["model"]]
    model_ids = sorted(set(models))
    place = {name: at for at, name in enumerate(model_ids)}
    codes = np.array([place[name] for name in models], dtype=np.int64)
    stretches = find_stretches(rows)
    of_lines = rows.take(stretches.first)
    chosen = {"framework": rules.engines, "precision": rules.precisions}
    lines = describe_lines(of_lines, codes, rules.scenarios, chosen)
    usable = find_usable(rows, rules.scenarios, stretches.per_row(lines.scenario))
    pool, line = _find_pool(rows, stretches, lines, usable)
    current = select_current(pool.rows, pool.runs, pool.interactivity)
    table = make_table(pool.rows, line, pool.interactivity, current, lines)
    lead = _lead_scenarios(pool, len(model_ids))
    pairs = int(lines.pair.max(initial=-1)) + 1
    first_line = first_where(np.ones(len(lines.pair), dtype=bool), lines.pair, pairs)
    names = tuple(
        (model_ids[code], gpu)
        for code, gpu in zip(lines.model[first_line].tolist(), of_lines.texts("hardware", first_line), strict=True)
    )
    arrays = _find_arrays(table, pool, rules, lead[lines.model[first_line]], of_lines)
    out = np.flatnonzero(usable.reason != SetAside.NO)
    pair_of_out = lines.pair[stretches.line[np.searchsorted(stretches.start, out, "right") - 1]]
    figures = Figures(
        pairs=_make_pairs(arrays, names, count_set_aside(pair_of_out, usable.reason[out], pairs)),
        lead_scenario={name: at for name, at in zip(model_ids, lead.tolist(), strict=True) if at < _NO_SCENARIO},
        counts=_counts(rows, current, len(pool.rows)),
    )
    thin = find_thin_sweeps(table, arrays.sweeps, arrays.sizes_before)
    return Derived(figures, usable, pool.rows, current, table, names, thin)


def _find_pool(rows: Rows, stretches: Stretches, lines: Lines, usable: Usable) -> tuple[Pool, Array]:
    """The usable rows, and the line of each."""
    at = np.flatnonzero(usable.mask)
    runs = find_line_runs(rows, stretches, lines.model, usable.mask)
    line = stretches.per_row(np.arange(len(stretches.first)))[at]
    return Pool(rows.take(at), usable.interactivity[at], lines, runs), line


def _make_pairs(
    arrays: Arrays, names: tuple[tuple[str, str], ...], aside: list[tuple[tuple[SetAside, int], ...]]
) -> tuple[PairFigures, ...]:
    """The figures of every pair, sorted by model and GPU."""
    maker = PairMaker(arrays)
    return tuple([maker.make(at, *names[at], aside[at]) for at in sorted(range(len(names)), key=names.__getitem__)])


def _lead_scenarios(pool: Pool, models: int) -> Array:
    """The first scenario of the site's list that each model has usable rows for."""
    lines, ran = pool.lines, pool.runs.line[changes(pool.runs.line)]
    return -best_of_group(lines.model[ran], models, -lines.scenario[ran], -_NO_SCENARIO)


def _counts(rows: Rows, current: Current, usable: int) -> RowCounts:
    lost = sum(len(conflict.positions) - 1 for conflict in current.conflicts)
    return RowCounts(len(rows), len(current.index), current.superseded, current.copies, lost, len(rows) - usable)


def _find_arrays(table: Table, pool: Pool, rules: Rules, lead_of_pair: Array, of_lines: Rows) -> Arrays:
    """All that figures are made from. of_lines: a row of each line; lead_of_pair: its model's first scenario."""
    pairs = len(lead_of_pair)
    sweeps = find_sweeps(table, pool.lines, rules.sweep_days)
    ladders = _read_ladders(table, sweeps, rules, lead_of_pair)
    past = find_past_sweeps(pool, rules.sweep_days)
    lead = np.full(pairs, -1, dtype=np.int64)
    lead[ladders.pair[ladders.leads]] = ladders.scenario[ladders.leads]
    now = _primary_reads(ladders, sweeps, rules)
    facts = find_facts(table, pairs)
    wanted = np.concatenate([ladders.rows(), facts.best_throughput, facts.best_ttft, facts.best_tpot])
    agentic = np.array([scenario.benchmark_type == "agentic_traces" for scenario in rules.scenarios])[table.scenario]
    series = pool.lines.series
    first = first_where(np.ones(len(series), dtype=bool), series, int(series.max(initial=-1)) + 1)
    return Arrays(
        table=table,
        sweeps=sweeps,
        sizes_before=size_before(past, pool, sweeps, rules.sweep_days),
        ladders=ladders,
        facts=facts,
        histories=find_histories(past, pool, lead, now, rules.primary_tier),
        evidence=EvidenceRows(table.rows, table.interactivity, table.scenario, agentic, wanted),
        keys=SeriesKeys(of_lines, first),
        tiers=rules.tiers,
    )


def _read_ladders(table: Table, sweeps: Sweeps, rules: Rules, lead_of_pair: Array) -> Ladders:
    """The best reads of all ladders at each tier; each pair leads with its model's first scenario, or its own first."""
    first = first_where(np.ones(len(sweeps.ladder), dtype=bool), sweeps.ladder, int(sweeps.ladder.max(initial=-1)) + 1)
    row = sweeps.point_row[sweeps.point_start[first]]
    pair, scenario = table.pair[row], table.scenario[row]
    own_first = np.diff(pair, prepend=-1) != 0
    has_lead = np.zeros(len(lead_of_pair), dtype=bool)
    has_lead[pair[scenario == lead_of_pair[pair]]] = True
    leads = np.where(has_lead[pair], scenario == lead_of_pair[pair], own_first)
    of_series = read_sweeps(sweeps, rules.tiers)
    parts = read_parts(table.rows, sweeps, leads, of_series)
    return Ladders(pair, scenario, leads, best_reads(sweeps, sweeps.ladder, of_series), parts)


def _primary_reads(ladders: Ladders, sweeps: Sweeps, rules: Rules) -> PrimaryReads:
    """The present read of each leading ladder at the primary tier."""
    leads = np.flatnonzero(ladders.leads)
    reads = best_reads(sweeps, sweeps.ladder, read_sweeps(sweeps, (rules.primary_tier,)))[0].take(leads)
    return PrimaryReads(ladders.pair[leads], np.zeros_like(leads), reads.kind, reads.y, sweeps.series[reads.series])
