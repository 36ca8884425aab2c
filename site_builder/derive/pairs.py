"""Derives the figures of every pair: usable rows, current rows, ladders and pair facts, in that order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from site_builder.dataset.rows import Array, Rows
from site_builder.derive.current import Current, select_current
from site_builder.derive.evidence import day, make_evidence
from site_builder.derive.figures import Evidence, Figures, Ladder, PairFigures, RowCounts
from site_builder.derive.groups import best_of_group, distinct_of_group, first_where, group_codes
from site_builder.derive.ladder import BestReads, best_reads, find_sweeps, make_ladders
from site_builder.derive.usable import Usable, find_usable
from site_builder.settings.catalogs import Scenario

_NO_ROW = -1


@dataclass(frozen=True)
class Rules:
    """The settings that figures depend on; `engines` and `precisions` are None where all compete."""

    scenarios: tuple[Scenario, ...]
    tiers: tuple[int | float, ...]
    sweep_days: int = 0
    engines: tuple[str, ...] | None = None
    precisions: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Derived:
    """The figures, and what deriving them found out about the rows, for reports. Positions refer to `usable_rows`."""

    figures: Figures
    usable: Usable
    usable_rows: Rows
    current: Current


@dataclass(frozen=True)
class _Table:
    """Current rows in canonical order with what was found out about each: pair, scenario, interactivity, run date."""

    rows: Rows
    pair: Array
    scenario: Array
    interactivity: Array
    run_date: Array


def derive_figures(rows: Rows, rules: Rules, model_of: Mapping[str, str]) -> Derived:
    """All pairs of some rows. `model_of`: catalog model of each model key (a key of its own where it is missing).

    The figures of a model depend on the rows of that model alone, and not on the order of rows or files.
    """
    models = [model_of.get(key, key) for key in rows.words["model"]]
    model_ids = sorted(set(models))
    model = np.array([model_ids.index(name) for name in models], dtype=np.int64)[rows["model"]]
    pair_code = group_codes([model, rows["hardware"]])
    pairs = int(pair_code.max(initial=-1)) + 1
    usable = find_usable(rows, rules.scenarios)
    mask = usable.mask
    usable_rows = rows.take(mask)
    current = select_current(usable_rows, model[mask], usable.interactivity[mask])
    table = _in_canonical_order(
        _Table(
            usable_rows.take(current.index),
            pair_code[mask][current.index],
            usable.scenario[mask][current.index],
            usable.interactivity[mask][current.index],
            current.run_date,
        )
    )
    first_row = first_where(np.ones(len(rows), dtype=bool), pair_code, pairs)
    names = [
        (model_ids[m], gpu) for m, gpu in zip(model[first_row].tolist(), rows.texts("hardware", first_row), strict=True)
    ]
    aside = np.bincount(pair_code[~mask], minlength=pairs).tolist()
    figures = Figures(
        pairs=tuple(sorted(_pairs(table, rules, names, aside), key=lambda pair: (pair.model_id, pair.gpu_key))),
        lead_scenario=_lead_scenarios(model[mask], usable.scenario[mask], model_ids),
        counts=_counts(rows, current, int(mask.sum())),
    )
    return Derived(figures, usable, usable_rows, current)


def _in_canonical_order(table: _Table) -> _Table:
    """Rows sorted by all that identifies them, so that "the first" means the same whatever the order of the files."""
    rows = table.rows
    identity = ("model", "framework", "precision", "spec_method", "disagg", "is_multinode", "offload_mode", "conc")
    layout = tuple(
        f"{role}_{name}" for role in ("prefill", "decode") for name in ("tp", "ep", "dp_attention", "num_workers")
    )
    more = ("num_prefill_gpu", "num_decode_gpu", "isl", "osl", "request_rate")
    code = group_codes([table.pair, table.scenario, *(rows[name] for name in (*identity, *layout, *more))])
    order = np.argsort(code, kind="stable")
    columns = (array[order] for array in (table.pair, table.scenario, table.interactivity, table.run_date))
    return _Table(rows.take(order), *columns)


def _lead_scenarios(model: Array, scenario: Array, model_ids: Sequence[str]) -> dict[str, int]:
    """The first scenario of the site's list that a model has usable rows for."""
    first = -best_of_group(model, len(model_ids), -scenario, -(2**30))
    return {name: index for name, index in zip(model_ids, first.tolist(), strict=True) if index < 2**30}


def _counts(rows: Rows, current: Current, usable: int) -> RowCounts:
    lost = sum(len(conflict.positions) - 1 for conflict in current.conflicts)
    return RowCounts(len(rows), len(current.index), current.superseded, current.copies, lost, len(rows) - usable)


def _competing(rows: Rows, rules: Rules) -> Array:
    """Where a row may compete for the ladder, by the engines and precisions that the settings select."""
    mask = np.ones(len(rows), dtype=bool)
    for name, chosen in (("framework", rules.engines), ("precision", rules.precisions)):
        if chosen is not None:
            mask &= np.array([word in chosen for word in rows.words[name]])[rows[name]]
    return mask


def _pairs(table: _Table, rules: Rules, names: Sequence[tuple[str, str]], aside: Sequence[int]) -> list[PairFigures]:
    count = len(names)
    rows = table.rows
    configs = np.bincount(table.pair, minlength=count).tolist()
    oldest = -best_of_group(table.pair, count, -table.run_date, np.iinfo(np.int64).min + 1)
    newest = best_of_group(table.pair, count, table.run_date, np.iinfo(np.int64).min)
    flags = {
        name: best_of_group(table.pair, count, rows[name].astype(np.int64), 0).tolist()
        for name in ("disagg", "is_multinode")
    }
    distinct = {name: distinct_of_group(table.pair, count, rows[name]) for name in ("framework", "precision")}
    best = {
        "tput_per_gpu": _best_rows(table, count, rows["tput_per_gpu"]),
        "median_ttft": _best_rows(table, count, -_positive(rows["median_ttft"])),
        "median_tpot": _best_rows(table, count, -_positive(rows["median_tpot"])),
    }
    ladder_pairs, scenarios, reads = _read_ladders(table, rules)
    evidence = _evidence(table, rules, [*(a for of in best.values() for a in of), *_rows_behind(reads)])
    ladders: list[list[Ladder]] = [[] for _ in names]
    made = make_ladders(scenarios, rules.tiers, reads, evidence.__getitem__)
    for pair, ladder in zip(ladder_pairs, made, strict=True):
        ladders[pair].append(ladder)
    return [
        PairFigures(model_id, gpu_key, 0, aside[at])
        if not configs[at]
        else PairFigures(
            model_id=model_id,
            gpu_key=gpu_key,
            configs=configs[at],
            rows_set_aside=aside[at],
            frameworks=tuple(rows.words["framework"][code] for code in distinct["framework"][at]),
            precisions=tuple(rows.words["precision"][code] for code in distinct["precision"][at]),
            oldest_run=day(int(oldest[at])),
            newest_run=day(int(newest[at])),
            best_throughput=evidence.get(best["tput_per_gpu"][at]),
            best_ttft=evidence.get(best["median_ttft"][at]),
            best_tpot=evidence.get(best["median_tpot"][at]),
            disagg=flags["disagg"][at] == 1,
            is_multinode=flags["is_multinode"][at] == 1,
            ladders=tuple(ladders[at]),
        )
        for at, (model_id, gpu_key) in enumerate(names)
    ]


def _positive(values: Array) -> Array:
    """Finite values above zero; infinity for all others."""
    with np.errstate(invalid="ignore"):
        return np.where(np.isfinite(values) & (values > 0), values, np.inf)


def _best_rows(table: _Table, count: int, values: Array) -> list[int]:
    """The first row with the largest finite value of each pair, or -1."""
    best = best_of_group(table.pair, count, values, -np.inf)
    first = first_where((values == best[table.pair]) & np.isfinite(values), table.pair, count)
    return np.where(first < len(values), first, _NO_ROW).tolist()  # type: ignore[no-any-return]


def _read_ladders(table: _Table, rules: Rules) -> tuple[list[int], list[int], list[BestReads]]:
    """Which pair and scenario each ladder belongs to, and the best reads of all ladders at each tier."""
    competing = _competing(table.rows, rules)
    chosen = np.flatnonzero(competing)
    if not len(chosen):
        nothing = np.zeros(0, dtype=np.int64)
        return [], [], [BestReads(nothing, nothing.astype(np.float64), nothing, nothing) for _ in rules.tiers]
    ladder = np.zeros(len(table.rows), dtype=np.int64)
    ladder[chosen] = group_codes([table.pair[chosen], table.scenario[chosen]])
    count = int(ladder.max()) + 1
    sweeps = find_sweeps(
        table.rows, ladder, table.interactivity, table.run_date, sweep_days=rules.sweep_days, competing=competing
    )
    first = first_where(competing, ladder, count)
    reads = [best_reads(sweeps, count, tier) for tier in rules.tiers]
    return table.pair[first].tolist(), table.scenario[first].tolist(), reads


def _rows_behind(reads: Sequence[BestReads]) -> list[int]:
    return [at for best in reads for at in (*best.slower.tolist(), *best.faster.tolist())]


def _evidence(table: _Table, rules: Rules, wanted: Sequence[int]) -> dict[int, Evidence]:
    """Evidence of the rows that some figure rests on."""
    index = np.unique(np.array([at for at in wanted if at != _NO_ROW], dtype=np.int64))
    agentic = np.array([scenario.benchmark_type == "agentic_traces" for scenario in rules.scenarios])[table.scenario]
    made = make_evidence(table.rows, table.interactivity, table.scenario, index, agentic=agentic)
    return dict(zip(index.tolist(), made, strict=True))
