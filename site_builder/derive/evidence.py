"""Turns current rows into Evidence values, column by column, so that no row is touched more than once."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from site_builder.dataset.rows import Array, Rows
from site_builder.derive.figures import Evidence, Role, SeriesKey
from site_builder.derive.usable import is_measurable

_EPOCH_DAY = datetime.date(1970, 1, 1).toordinal()
_IDENTITY_TOLERANCE = 0.02
_BLOCK = 1024  # rows whose evidence, and series whose keys, are made together


def make_evidence(rows: Rows, interactivity: Array, scenario: Array, index: Array, *, agentic: Array) -> list[Evidence]:
    """Evidence of the rows at `index`. interactivity, scenario, agentic: (n,), of all rows."""
    part = rows.take(index)
    output_share, input_share = token_shares(part, agentic[index])
    columns = zip(
        series_keys(part),
        scenario[index].tolist(),
        interactivity[index].tolist(),
        _numbers(np.where(agentic[index] | (part["p99_intvty"] > interactivity[index]), np.nan, part["p99_intvty"])),
        part["tput_per_gpu"].tolist(),
        _numbers(output_share),
        _numbers(input_share),
        _wholes(part["conc"]),
        _wholes(deployment_gpus(part)),
        _roles(part, "prefill"),
        _roles(part, "decode"),
        _numbers(part["median_ttft"]),
        _numbers(part["p99_ttft"]),
        _numbers(part["median_tpot"]),
        _numbers(part["median_e2el"]),
        _numbers(part["avg_power_w"]),
        _numbers(_joules_per_token(part)),
        _wholes(part["num_requests_total"]),
        _wholes(part["num_requests_successful"]),
        map(day, part["date"].tolist()),
        part.texts("image"),
        part.texts("run_url"),
        strict=True,
    )
    return [Evidence(*values) for values in columns]


class EvidenceRows:
    """The evidence of rows, made when it is first asked for, together with that of the rows beside them; the same row
    always gives the same object."""

    def __init__(self, rows: Rows, interactivity: Array, scenario: Array, agentic: Array, wanted: Array) -> None:
        """interactivity, scenario, agentic: (n,), of all rows; wanted: the positions that may be asked for, in any
        order, also several times, or below 0 for none."""
        self._of_rows = (rows, interactivity, scenario)
        self._agentic = agentic
        is_wanted = np.zeros(len(rows), dtype=bool)
        is_wanted[wanted[wanted >= 0]] = True
        self._wanted = np.flatnonzero(is_wanted)
        self._made: dict[int, Evidence] = {}

    def __getitem__(self, row: int) -> Evidence:
        found = self._made.get(row)
        if found is None:
            first = row // _BLOCK * _BLOCK
            block = self._wanted[slice(*np.searchsorted(self._wanted, (first, first + _BLOCK)))]
            made = make_evidence(*self._of_rows, block, agentic=self._agentic)
            self._made.update(zip(block.tolist(), made, strict=True))
            found = self._made[row]
        return found

    def get(self, row: int) -> Evidence | None:
        """The evidence of a row; None below 0."""
        return self[row] if row >= 0 else None


class SeriesKeys(Mapping[int, SeriesKey]):
    """The series that rows are of, by number, made when one is first asked for."""

    def __init__(self, rows: Rows, first: Array) -> None:
        """first (k,): a row of each series."""
        self._rows, self._first = rows, first
        self._made: dict[int, SeriesKey] = {}

    def __getitem__(self, series: int) -> SeriesKey:
        found = self._made.get(series)
        if found is None:
            first = series // _BLOCK * _BLOCK
            made = series_keys(self._rows.take(self._first[first : first + _BLOCK]))
            self._made.update(enumerate(made, start=first))
            found = self._made[series]
        return found

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self._first)))

    def __len__(self) -> int:
        return len(self._first)


def series_keys(rows: Rows) -> list[SeriesKey]:
    """The series of each row; equal ones are one object."""
    seen: dict[SeriesKey, SeriesKey] = {}
    columns = zip(
        rows.texts("model"),
        rows.texts("framework"),
        rows.texts("precision"),
        rows.texts("spec_method"),
        (rows["disagg"] == 1).tolist(),
        (rows["is_multinode"] == 1).tolist(),
        rows.texts("offload_mode"),
        strict=True,
    )
    return [seen.setdefault(key, key) for key in (SeriesKey(*values) for values in columns)]


@cache
def day(number: int) -> datetime.date:
    """The date of a day counted from 1970-01-01."""
    return datetime.date.fromordinal(number + _EPOCH_DAY)


def deployment_gpus(rows: Rows) -> Array:
    """Physical GPUs of each deployment (n,), -1 where the row does not tell.

    num_gpus where it is stored. Disaggregated: prefill and decode GPUs together, unless the row's throughputs show that
    both columns hold the whole pool. Single node: tp x pp x pcp, never tp x ep, and never the role columns, which some
    writers fill with tp x ep. Several nodes without roles of their own: the prefill column holds them all.
    """
    gpus = rows["num_gpus"].astype(np.int64)
    unknown = np.flatnonzero(gpus <= 0)
    if len(unknown):
        gpus[unknown] = _gpus_of_layout(rows if len(unknown) == len(rows) else rows.take(unknown))
    return gpus


def _gpus_of_layout(rows: Rows) -> Array:
    """The GPUs (n,) of rows that do not store num_gpus, as deployment_gpus."""
    disagg, multinode = rows["disagg"] == 1, rows["is_multinode"] == 1
    prefill, decode = rows["num_prefill_gpu"].astype(np.int64), rows["num_decode_gpu"].astype(np.int64)
    both_known = (prefill > 0) & (decode > 0)
    pool = disagg & ~multinode & both_known & (prefill == decode) & ~_roles_add_up(rows)
    product = rows["prefill_tp"].astype(np.int64)
    for name in ("prefill_pp", "prefill_pcp_size"):
        product = product * np.maximum(rows[name], 1)
    gpus = np.select(
        [pool, disagg & both_known, disagg, multinode & (prefill > 0), ~multinode & (product > 0)],
        [prefill, prefill + decode, -1, prefill, product],
        -1,
    )
    return np.asarray(gpus)


def token_shares(rows: Rows, agentic: Array) -> tuple[Array, Array]:
    """Shares of output and of input tokens in the throughput of each row, over all deployed GPUs; NaN where unknown.

    Output/s per deployed GPU of a disaggregated row = output_tput_per_gpu x D / (P + D), input likewise with P, since
    its per-GPU values are per GPU of the role. Agentic rows divide by all GPUs already. A share is unknown where the
    roles do not add up to the total, as in old rows that store the whole pool in both role columns.
    """
    prefill, decode = (np.where(rows[n] > 0, rows[n], np.nan) for n in ("num_prefill_gpu", "num_decode_gpu"))
    by_role = (rows["disagg"] == 1) & ~agentic
    doubtful = by_role & ~_roles_add_up(rows)
    shares = []
    for name, own in (("output_tput_per_gpu", decode), ("input_tput_per_gpu", prefill)):
        with np.errstate(all="ignore"):
            per_gpu = np.where(by_role, rows[name] * (own / (prefill + decode)), rows[name])
            share = per_gpu / rows["tput_per_gpu"]
            share = np.where((share > 0) & (share <= 1) & ~doubtful, share, np.nan)
        shares.append(share)
    return shares[0], shares[1]


def _joules_per_token(rows: Rows) -> Array:
    """Energy of a token (n,): as stored, or else power per GPU over throughput per GPU."""
    stored = rows["joules_per_total_token"]
    with np.errstate(all="ignore"):
        return np.where(stored > 0, stored, rows["avg_power_w"] / rows["tput_per_gpu"])


def _roles_add_up(rows: Rows) -> Array:
    """Whether tput x (P + D) = input x P + output x D, within 2 %; true where a part of it is unknown."""
    prefill, decode = rows["num_prefill_gpu"].astype(np.float64), rows["num_decode_gpu"].astype(np.float64)
    with np.errstate(all="ignore"):
        total = rows["tput_per_gpu"] * (prefill + decode)
        parts = rows["input_tput_per_gpu"] * prefill + rows["output_tput_per_gpu"] * decode
        return np.asarray(~(np.abs(parts - total) > _IDENTITY_TOLERANCE * total))


def _numbers(values: Array) -> list[float | None]:
    """Values that can be believed to be measured; None for all others."""
    fits = is_measurable(values)
    return [value if fit else None for value, fit in zip(values.tolist(), fits.tolist(), strict=True)]


def _wholes(values: Array) -> list[int | None]:
    return [value if value >= 0 else None for value in values.tolist()]


def _roles(rows: Rows, role: str) -> Iterable[Role]:
    """The layout of one role for each row; equal ones are one object."""
    seen: dict[tuple[Any, ...], Role] = {}
    flags: Sequence[bool | None] = [None if flag < 0 else flag == 1 for flag in rows[f"{role}_dp_attention"].tolist()]
    gpus = np.where(rows["disagg"] == 1, rows[f"num_{role}_gpu"], -1)
    columns = zip(
        _wholes(rows[f"{role}_tp"]),
        _wholes(rows[f"{role}_ep"]),
        flags,
        _wholes(rows[f"{role}_num_workers"]),
        _wholes(gpus),
        strict=True,
    )
    return [seen[key] if key in seen else seen.setdefault(key, Role(*key)) for key in columns]


def blended(slower: float | None, faster: float | None, weight: float) -> float | None:
    """A value between two evidence rows, `weight` of the way to the faster one; None unless both have one."""
    return None if slower is None or faster is None else slower * (1 - weight) + faster * weight
