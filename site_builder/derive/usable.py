"""Which rows count: not failed, of a listed workload, with a throughput and an interactivity."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from site_builder.dataset.rows import Array, Rows
from site_builder.settings.catalogs import Scenario

# Throughputs, speeds and times beyond these are slips of a pen; drawing and writing them would fail or mislead.
_LEAST, _MOST = 1e-9, 1e15


class SetAside(IntEnum):
    """Why a row does not count; the first reason that applies."""

    NO = 0
    ERROR = 1
    FAILED = 2
    OTHER_WORKLOAD = 3
    NO_THROUGHPUT = 4
    NO_INTERACTIVITY = 5


@dataclass(frozen=True)
class Usable:
    """scenario (n,): index into the site's scenarios, -1 for none; interactivity (n,): tok/s/user; reason (n,)."""

    scenario: Array
    interactivity: Array
    reason: Array

    @property
    def mask(self) -> Array:
        """Where a row counts (n,)."""
        return np.asarray(self.reason == SetAside.NO)


def find_usable(rows: Rows, scenarios: Sequence[Scenario], scenario: Array | None = None) -> Usable:
    """Sort rows into usable ones and those set aside, each with its reason. scenario (n,): of each row, where known."""
    scenario = scenario_of(rows, scenarios) if scenario is None else scenario
    agentic = np.array([s.interactivity == "p90_intvty" for s in scenarios] + [False])[scenario]
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        single = _firstis_measurable(rows["median_intvty"], 1 / rows["median_tpot"])
        # Of rows that say so the gap latency counts chunks, and the stored speed is 1 over TPOT.
        by_tpot = np.array([word == "tpot" for word in rows.words["intvty_basis"]])[rows["intvty_basis"]]
        gaps = _firstis_measurable(np.where(by_tpot, np.nan, 1 / rows["p90_itl"]), rows["p90_intvty"])
        interactivity = np.where(agentic, gaps, single)
    reason = np.select(
        [
            _filled(rows, "error"),
            np.array([word == "failed" for word in rows.words["status"]])[rows["status"]]
            | ((rows["num_requests_successful"] == 0) & (rows["num_requests_total"] > 0)),
            scenario < 0,
            ~is_measurable(rows["tput_per_gpu"]),
            ~is_measurable(interactivity),
        ],
        list(SetAside)[1:],
        SetAside.NO,
    )
    return Usable(scenario, interactivity, reason.astype(np.int8))


def scenario_of(rows: Rows, scenarios: Sequence[Scenario]) -> Array:
    """The first scenario whose workload a row has (n,), as an index; -1 for none."""
    found = np.full(len(rows), -1, dtype=np.int64)
    for index, scenario in reversed(list(enumerate(scenarios))):
        fits = np.array([word == scenario.benchmark_type for word in rows.words["benchmark_type"]])[
            rows["benchmark_type"]
        ]
        for name, tokens in (("isl", scenario.isl), ("osl", scenario.osl)):
            if tokens is not None:
                fits = fits & (rows[name] == tokens)
        found[fits] = index
    return found


def is_measurable(values: Array) -> Array:
    """Where a value (n,) is above zero and of a size that something measured can have."""
    with np.errstate(invalid="ignore"):
        return np.asarray((values >= _LEAST) & (values <= _MOST))


def _firstis_measurable(first: Array, second: Array) -> Array:
    return np.where(is_measurable(first), first, second)


def _filled(rows: Rows, name: str) -> Array:
    return np.asarray(np.array([word != "" for word in rows.words[name]])[rows[name]])
