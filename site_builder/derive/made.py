"""Makes the frozen figures of pairs from arrays: most of them only when a page asks for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from site_builder.dataset.rows import Array
from site_builder.derive.curve import ReadKind
from site_builder.derive.deferred import deferred
from site_builder.derive.evidence import EvidenceRows, SeriesKeys, blended, day
from site_builder.derive.facts import Facts
from site_builder.derive.figures import Evidence, Ladder, PairFigures, Part, Read, SeriesCurve, SweepPoint
from site_builder.derive.history import Histories
from site_builder.derive.ladder import BestReads, Sweeps
from site_builder.derive.parts import PartReads, name_of_part
from site_builder.derive.table import Table
from site_builder.derive.usable import SetAside

_KINDS = tuple(ReadKind)  # by value


@dataclass(frozen=True)
class Ladders:
    """The ladders of all pairs (n,), by pair and scenario: of which each is, whether the pair leads with it, its reads
    at each tier; and the parts of those that lead."""

    pair: Array
    scenario: Array
    leads: Array
    reads: Sequence[BestReads]
    parts: tuple[PartReads, ...]

    def rows(self) -> Array:
        """The rows of the table that some read rests on."""
        reads = [*self.reads, *(each for part in self.parts for each in part.reads)]
        return np.concatenate([np.zeros(0, dtype=np.int64), *(rows for each in reads for rows in _behind(each))])


def _behind(reads: BestReads) -> tuple[Array, Array]:
    return reads.slower, reads.faster


@dataclass(frozen=True)
class Arrays:
    """All that the figures of pairs are made from. sizes_before (k,): points of the sweep before each of `sweeps`."""

    table: Table
    sweeps: Sweeps
    sizes_before: Array
    ladders: Ladders
    facts: Facts
    histories: Histories
    evidence: EvidenceRows
    keys: SeriesKeys
    tiers: Sequence[float]


class PairMaker:
    """Makes the figures of each pair."""

    def __init__(self, arrays: Arrays) -> None:
        self._arrays = arrays
        ladders, sweeps = arrays.ladders, arrays.sweeps
        pairs, count = len(arrays.facts.configs), len(ladders.pair)
        self._ladder_start = np.searchsorted(ladders.pair, np.arange(pairs + 1)).tolist()
        self._series_start = np.searchsorted(sweeps.ladder, np.arange(count + 1)).tolist()
        self._part_start = [np.searchsorted(part.ladder, np.arange(count + 1)).tolist() for part in ladders.parts]
        self._reads = _ByLadder(ladders.reads)
        self._part_reads = [_ByLadder(part.reads) for part in ladders.parts]
        self._leading = np.zeros(pairs, dtype=np.int64)
        lead = np.flatnonzero(ladders.leads)
        self._leading[ladders.pair[lead]] = lead

    def make(self, at: int, model_id: str, gpu_key: str, set_aside: tuple[tuple[SetAside, int], ...]) -> PairFigures:
        """The figures of one pair."""
        facts, words = self._arrays.facts, self._arrays.table.rows.words
        if not facts.configs[at]:
            return PairFigures(model_id, gpu_key, 0, set_aside)
        known = {
            "model_id": model_id,
            "gpu_key": gpu_key,
            "configs": facts.configs[at],
            "set_aside": set_aside,
            "frameworks": tuple([words["framework"][code] for code in facts.frameworks[at]]),
            "precisions": tuple([words["precision"][code] for code in facts.precisions[at]]),
            "oldest_run": day(facts.oldest[at]),
            "newest_run": day(facts.newest[at]),
            "disagg": facts.disagg[at] == 1,
            "is_multinode": facts.multinode[at] == 1,
            "leading": max(int(self._leading[at]) - self._ladder_start[at], 0),
        }
        return deferred(PairFigures, partial(self._rest_of_pair, at), known)

    def _rest_of_pair(self, at: int, name: str) -> Mapping[str, Any]:
        if name in ("history", "read_since"):
            points = self._arrays.histories.moves_of(at, self._arrays.keys)
            # Without any move, since when its read has stood.
            stood = len(points) == 1
            return {"history": () if stood else points, "read_since": points[0].date if stood else None}
        if name == "ladders":
            return {"ladders": tuple(map(self._ladder, range(*self._ladder_start[at : at + 2])))}
        if name == "parts":
            return {"parts": tuple(self._parts(at))}
        facts, evidence = self._arrays.facts, self._arrays.evidence
        return {field: evidence.get(getattr(facts, field)[at]) for field in _BEST}

    def _ladder(self, at: int) -> Ladder:
        known = {"scenario": int(self._arrays.ladders.scenario[at]), "reached": self._reads.reached[at]}
        return deferred(Ladder, partial(self._rest_of_ladder, at), known)

    def _rest_of_ladder(self, at: int, name: str) -> Mapping[str, Any]:
        if name == "reads":
            return {"reads": tuple(self._reads_of(self._reads, at))}
        leads = self._arrays.ladders.leads[at]
        return {"curves": tuple(map(self._curve, range(*self._series_start[at : at + 2]))) if leads else ()}

    def _reads_of(self, reads: _ByLadder, at: int) -> Iterator[Read]:
        for tier, (kind, y, series, slower, faster) in zip(self._arrays.tiers, reads.of(at), strict=True):
            known = {
                "tier": tier,
                "kind": _KINDS[kind],
                "throughput_tok_s_gpu": None if kind == ReadKind.OUT_OF_REACH else y,
            }
            yield deferred(Read, partial(self._rest_of_read, (tier, kind, series, slower, faster)), known)

    def _rest_of_read(self, read: tuple[float, int, int, int, int], name: str) -> Mapping[str, Any]:
        tier, kind, series, slower, faster = read
        if name == "series":
            return {"series": self._arrays.keys[int(self._arrays.sweeps.series[series])]}
        evidence = self._arrays.evidence
        return evidence_at(tier, _KINDS[kind], evidence[slower], evidence[faster])

    def _curve(self, at: int) -> SeriesCurve:
        sweeps = self._arrays.sweeps
        first = int(sweeps.curves.start[at])
        knots = slice(first, first + int(sweeps.curves.size[at]))
        known = {
            "series": self._arrays.keys[int(sweeps.series[at])],
            "newest_run": day(int(sweeps.newest_run[at])),
            "x": tuple(sweeps.curves.x[knots].tolist()),
            "y": tuple(sweeps.curves.y[knots].tolist()),
            "slope": tuple(sweeps.curves.slope[knots].tolist()),
            "points_before": int(self._arrays.sizes_before[at]),
        }
        return deferred(SeriesCurve, partial(self._points, at), known)

    def _points(self, at: int, name: str) -> Mapping[str, Any]:
        """The points of a sweep."""
        table = self._arrays.table
        rows = self._arrays.sweeps.point_row[slice(*self._arrays.sweeps.point_start[at : at + 2])]
        columns = (table.interactivity, table.rows["tput_per_gpu"], table.rows["conc"], table.rows["date"])
        cells = zip(*(column[rows].tolist() for column in columns), strict=True)
        return {"points": tuple([SweepPoint(x, y, conc if conc >= 0 else None, day(of)) for x, y, conc, of in cells])}

    def _parts(self, at: int) -> Iterator[Part]:
        """The parts of a pair's leading ladder, if it has one."""
        first, last = self._ladder_start[at : at + 2]
        lead = int(self._leading[at])
        if first == last:
            return
        for part, start, reads in zip(self._arrays.ladders.parts, self._part_start, self._part_reads, strict=True):
            for number in range(*start[lead : lead + 2]):
                rest = partial(self._rest_of_part, (part, reads, number), lead)
                known = {"scenario": int(self._arrays.ladders.scenario[lead]), "reached": reads.reached[number]}
                yield Part(part.kind, part.names[number], deferred(Ladder, rest, known))

    def _rest_of_part(self, part: tuple[PartReads, _ByLadder, int], ladder: int, name: str) -> Mapping[str, Any]:
        of, reads, number = part
        if name == "reads":
            return {"reads": tuple(self._reads_of(reads, number))}
        curves = self._rest_of_ladder(ladder, "curves")["curves"]
        return {"curves": tuple([one for one in curves if name_of_part(of.kind, one.series) == of.names[number]])}


_BEST = ("best_throughput", "best_ttft", "best_tpot")


class _ByLadder:
    """The reads of each ladder at all tiers; reached: at how many of them each has one."""

    def __init__(self, reads: Sequence[BestReads]) -> None:
        names = ("kind", "y", "series", "slower", "faster")
        self._cells = [np.stack([getattr(each, name) for each in reads], axis=1) if reads else None for name in names]
        kinds = self._cells[0]
        found = (kinds != ReadKind.OUT_OF_REACH).sum(axis=1).tolist() if kinds is not None else []
        self.reached: list[int] = found

    def of(self, at: int) -> Iterator[tuple[int, float, int, int, int]]:
        """Kind, throughput, series, and the slower and the faster row, at each tier."""
        return zip(*(cells[at].tolist() for cells in self._cells if cells is not None), strict=True)


def evidence_at(tier: float, kind: ReadKind, slower: Evidence, faster: Evidence) -> Mapping[str, Any]:
    """The evidence of a read, and what else it tells at the tier."""
    if kind is ReadKind.OUT_OF_REACH:
        return dict.fromkeys(_TOLD) | {"evidence": (faster,)}
    if slower is faster:
        return {name: getattr(slower, name) for name in _TOLD} | {"evidence": (slower,)}
    width = faster.interactivity_tok_s_user - slower.interactivity_tok_s_user
    weight = (tier - slower.interactivity_tok_s_user) / width
    told = {name: blended(getattr(slower, name), getattr(faster, name), weight) for name in _TOLD}
    return told | {"evidence": (slower, faster)}


_TOLD = ("output_share", "input_share", "joules_per_token", "median_ttft_s")
