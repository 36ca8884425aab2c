"""Derives the figures of every pair: usable rows, current rows, ladders, pair facts and history, in that order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from site_builder.dataset.rows import Array, Doubts, Rows
from site_builder.derive.current import Current, Runs, rank_runs, select_current
from site_builder.derive.evidence import day, make_evidence
from site_builder.derive.facts import NO_ROW, Facts, find_facts
from site_builder.derive.figures import Evidence, Figures, HistoryPoint, Ladder, PairFigures, Part, RowCounts
from site_builder.derive.groups import best_of_group, first_where, group_codes
from site_builder.derive.history import find_history
from site_builder.derive.ladder import BestReads, Sweeps, best_reads, find_sweeps, make_curves, make_ladders
from site_builder.derive.parts import PartReads, make_parts, read_parts
from site_builder.derive.quality import count_set_aside, find_thin_sweeps, size_before
from site_builder.derive.table import Table, may_compete
from site_builder.derive.usable import Usable, find_usable
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


@dataclass(frozen=True)
class _Ladders:
    """The ladders of all pairs: of which pair and scenario each is, its reads at each tier, the sweeps behind, and the
    parts of those that lead."""

    pair: Array
    scenario: Array
    leads: Array
    reads: Sequence[BestReads]
    sweeps: Sweeps | None
    parts: tuple[PartReads, ...] = ()


def derive_figures(rows: Rows, rules: Rules, model_of: Mapping[str, str]) -> Derived:
    """All pairs of some rows. `model_of`: catalog model of each model key (a key of its own where it is missing).

    The figures of a model depend on the rows of that model alone, and not on the order of rows or files.
    """
    models = [model_of.get(key, key) for key in rows.words["model"]]
    model_ids = sorted(set(models))
    place = {name: at for at, name in enumerate(model_ids)}
    model = np.array([place[name] for name in models], dtype=np.int64)[rows["model"]]
    pair = group_codes([model, rows["hardware"]])
    pairs = int(pair.max(initial=-1)) + 1
    usable = find_usable(rows, rules.scenarios)
    mask = usable.mask
    usable_rows = rows.take(mask)
    runs = rank_runs(usable_rows, model[mask])
    current = select_current(usable_rows, runs, usable.interactivity[mask])
    competing = may_compete(usable_rows, rules.engines, rules.precisions)
    candidates = Table(usable_rows, pair[mask], usable.scenario[mask], usable.interactivity[mask], runs.date, competing)
    table = candidates.take(current.index).in_canonical_order()
    lead = _lead_scenarios(model[mask], usable.scenario[mask], len(model_ids))
    first_row = first_where(np.ones(len(rows), dtype=bool), pair, pairs)
    ladders = _read_ladders(table, rules, lead[model[first_row]])
    sizes = _sizes_before(table, candidates, runs, ladders, rules)
    made = _make_pairs(table, ladders, rules, pairs, sizes)
    histories = _histories(candidates, runs, ladders, rules)
    aside = count_set_aside(pair, usable.reason, pairs)
    names = tuple(
        (model_ids[code], gpu)
        for code, gpu in zip(model[first_row].tolist(), rows.texts("hardware", first_row), strict=True)
    )
    named = [
        replace(made[at], model_id=model_id, gpu_key=gpu, set_aside=aside[at], **_moves(histories.get(at, ())))
        for at, (model_id, gpu) in enumerate(names)
    ]
    figures = Figures(
        pairs=tuple(sorted(named, key=lambda one: (one.model_id, one.gpu_key))),
        lead_scenario={name: at for name, at in zip(model_ids, lead.tolist(), strict=True) if at < _NO_SCENARIO},
        counts=_counts(rows, current, len(usable_rows)),
    )
    thin = find_thin_sweeps(usable_rows, table, ladders.sweeps, sizes)
    return Derived(figures, usable, usable_rows, current, table, names, thin)


def _moves(points: tuple[HistoryPoint, ...]) -> dict[str, Any]:
    """What a pair says of its history: its moves or, without any, since when its read has stood."""
    return {"history": points} if len(points) != 1 else {"read_since": points[0].date}


def _lead_scenarios(model: Array, scenario: Array, models: int) -> Array:
    """The first scenario of the site's list that each model has usable rows for."""
    return -best_of_group(model, models, -scenario, -_NO_SCENARIO)


def _counts(rows: Rows, current: Current, usable: int) -> RowCounts:
    lost = sum(len(conflict.positions) - 1 for conflict in current.conflicts)
    return RowCounts(len(rows), len(current.index), current.superseded, current.copies, lost, len(rows) - usable)


def _read_ladders(table: Table, rules: Rules, lead_of_pair: Array) -> _Ladders:
    """The best reads of all ladders at each tier; each pair leads with its model's first scenario, or its own first."""
    chosen = np.flatnonzero(table.competing)
    nothing = np.zeros(0, dtype=np.int64)
    if not len(chosen):
        none = BestReads(nothing, nothing.astype(np.float64), nothing, nothing)
        return _Ladders(nothing, nothing, nothing.astype(bool), [none for _ in rules.tiers], None)
    ladder = np.zeros(len(table), dtype=np.int64)
    ladder[chosen] = group_codes([table.pair[chosen], table.scenario[chosen]])
    count = int(ladder.max()) + 1
    sweeps = find_sweeps(
        table.rows, ladder, table.interactivity, table.run_date, sweep_days=rules.sweep_days, competing=table.competing
    )
    first = first_where(table.competing, ladder, count)
    pair, scenario = table.pair[first], table.scenario[first]
    own_first = np.diff(pair, prepend=-1) != 0
    has_lead = np.zeros(len(lead_of_pair), dtype=bool)
    has_lead[pair[scenario == lead_of_pair[pair]]] = True
    leads = np.where(has_lead[pair], scenario == lead_of_pair[pair], own_first)
    reads = [best_reads(sweeps, count, tier) for tier in rules.tiers]
    return _Ladders(pair, scenario, leads, reads, sweeps, read_parts(table, sweeps, leads, rules.tiers))


def _make_pairs(table: Table, ladders: _Ladders, rules: Rules, pairs: int, sizes: list[int]) -> list[PairFigures]:
    """Frozen figures of every pair, still without names."""
    facts = find_facts(table, pairs)
    all_reads = [*ladders.reads, *(reads for part in ladders.parts for reads in part.reads)]
    behind = [at for reads in all_reads for at in (*reads.slower.tolist(), *reads.faster.tolist())]
    best = (facts.best_throughput, facts.best_ttft, facts.best_tpot)
    evidence = _evidence(table, rules, [*(at for rows in best for at in rows), *behind])
    made = make_ladders(ladders.scenario.tolist(), rules.tiers, ladders.reads, evidence.__getitem__)
    curves = make_curves(table, ladders.sweeps, ladders.leads, sizes) if ladders.sweeps else {}
    made = [replace(ladder, curves=tuple(curves[at])) if at in curves else ladder for at, ladder in enumerate(made)]
    parts = [make_parts(found, made, rules.tiers, evidence.__getitem__) for found in ladders.parts]
    of_pair = [_OfPair([], []) for _ in range(pairs)]
    for at, (pair, leads) in enumerate(zip(ladders.pair.tolist(), ladders.leads.tolist(), strict=True)):
        if leads:
            of_pair[pair].leading = len(of_pair[pair].ladders)
            of_pair[pair].parts.extend(part for kind in parts for part in kind.get(at, ()))
        of_pair[pair].ladders.append(made[at])
    return [_make_pair(facts, at, table.rows, evidence, of_pair[at]) for at in range(pairs)]


@dataclass
class _OfPair:
    """The ladders of one pair as they are put together."""

    ladders: list[Ladder]
    parts: list[Part]
    leading: int = 0


def _make_pair(facts: Facts, at: int, rows: Rows, evidence: Mapping[int, Evidence], own: _OfPair) -> PairFigures:
    if not facts.configs[at]:
        return PairFigures("", "", 0)
    return PairFigures(
        model_id="",
        gpu_key="",
        configs=facts.configs[at],
        frameworks=tuple(rows.words["framework"][code] for code in facts.frameworks[at]),
        precisions=tuple(rows.words["precision"][code] for code in facts.precisions[at]),
        oldest_run=day(facts.oldest[at]),
        newest_run=day(facts.newest[at]),
        best_throughput=evidence.get(facts.best_throughput[at]),
        best_ttft=evidence.get(facts.best_ttft[at]),
        best_tpot=evidence.get(facts.best_tpot[at]),
        disagg=facts.disagg[at] == 1,
        is_multinode=facts.multinode[at] == 1,
        ladders=tuple(own.ladders),
        leading=own.leading,
        parts=tuple(own.parts),
    )


def _sizes_before(table: Table, candidates: Table, runs: Runs, ladders: _Ladders, rules: Rules) -> list[int]:
    """How many points the sweep had that each series' newest one replaced."""
    if ladders.sweeps is None:
        return []
    asked = table.take(ladders.sweeps.knot_row[ladders.sweeps.curves.start])
    return size_before(candidates, runs, asked, rules.sweep_days)


def _histories(candidates: Table, runs: Runs, ladders: _Ladders, rules: Rules) -> dict[int, tuple[HistoryPoint, ...]]:
    """How the primary read of each pair's leading ladder moved."""
    lead = np.full(int(candidates.pair.max(initial=-1)) + 1, -1, dtype=np.int64)
    lead[ladders.pair[ladders.leads]] = ladders.scenario[ladders.leads]
    index = np.flatnonzero(candidates.competing & (candidates.scenario == lead[candidates.pair]))
    return find_history(candidates.take(index), runs.take(index), rules.primary_tier, rules.sweep_days)


def _evidence(table: Table, rules: Rules, wanted: Sequence[int]) -> dict[int, Evidence]:
    """Evidence of the rows that some figure rests on."""
    index = np.unique(np.array([at for at in wanted if at != NO_ROW], dtype=np.int64))
    agentic = np.array([scenario.benchmark_type == "agentic_traces" for scenario in rules.scenarios])[table.scenario]
    made = make_evidence(table.rows, table.interactivity, table.scenario, index, agentic=agentic)
    return dict(zip(index.tolist(), made, strict=True))
