"""Rules that doubt a row by what it says of itself. Vectorised: each takes a table of rows and names those it doubts.

A missing value is never a doubt. Latencies are seconds, throughputs tokens/s/GPU, interactivities tokens/s/user.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from site_builder.dataset.columns import LATENCIES, PERCENTILES
from site_builder.dataset.rows import Array, Doubts, Rows, is_absent
from site_builder.derive.evidence import deployment_gpus

# How far two ways to the same figure may lie apart, as a share of the figure.
LOAD_TOLERANCE = 0.30
PARTS_TOLERANCE = 0.02
LENGTH_TOLERANCE = 0.25
SPEED_TOLERANCE = 0.05
# A latency outside these is in another unit than seconds.
SHORTEST_S, LONGEST_S = 0.0001, 600.0
LEAST_SUCCESS = 0.95
# Benchmarks send either all requests at the nominal length, or lengths spread from 0.8 of it to 1: 0.95 fits both.
MEAN_OF_NOMINAL = 0.95
_ROUNDING = 1e-9


def judge_rows(rows: Rows) -> tuple[Doubts, ...]:
    """What is doubtful about each row of a table (n,) that has all columns that are read, the checked ones too.

    Rules, each with the figure found and the figure expected: `load-differs`, `parts-differ`, `odd-length`,
    `unit-slip`, `percentile-order`, `requests-failed`, `speed-differs`, `gpus-differ`, `role-gpus`.
    """
    agentic = np.array([word == "agentic_traces" for word in rows.words["benchmark_type"]])[rows["benchmark_type"]]
    parts = _parts(rows, agentic)
    load = _load(rows, agentic | _marked(rows, parts.position))
    found = (
        load,
        parts,
        *_once(rows, _lengths(rows)),
        *_once(rows, _unit_slips(rows)),
        *_once(rows, _percentile_order(rows, agentic)),
        _requests(rows),
        *_once(rows, _speeds(rows, agentic)),
        *_gpus(rows, agentic),
    )
    return tuple(doubts for doubts in found if len(doubts.position))


def _doubts(rule: str, column: str, bad: Array, found: Array, expected: Array) -> Doubts:
    """Of values (n,) those where `bad` holds."""
    at = np.flatnonzero(bad)
    return Doubts(
        rule, column, at, np.asarray(found)[at].astype(np.float64), np.asarray(expected)[at].astype(np.float64)
    )


def _once(rows: Rows, found: Iterable[Doubts]) -> Iterator[Doubts]:
    """One doubt for each row, the first: the same slip mostly shows in several columns."""
    seen = np.zeros(len(rows), dtype=bool)
    for doubts in found:
        new = ~seen[doubts.position]
        seen[doubts.position] = True
        parts = (doubts.position[new], doubts.found[new], doubts.expected[new])
        yield Doubts(doubts.rule, doubts.column, *parts)


def _marked(rows: Rows, positions: Array) -> Array:
    mask = np.zeros(len(rows), dtype=bool)
    mask[positions] = True
    return mask


def _known(rows: Rows, name: str) -> Array:
    """A column of numbers as floats (n,), NaN where it has nothing above zero."""
    values = rows[name]
    with np.errstate(invalid="ignore"):
        return np.where((values > 0) & np.isfinite(values), values, np.nan)


def _apart(found: Array, expected: Array, tolerance: float) -> Array:
    """Where two known values (n,) differ by more than a share of the first."""
    with np.errstate(all="ignore"):
        return np.asarray(np.abs(found - expected) > tolerance * found)


def _output_tok_s(rows: Rows, agentic: Array) -> Array:
    """Output tokens/s of each deployment (n,), NaN where unknown. Disaggregated rows give it per decode GPU."""
    gpus = deployment_gpus(rows)
    by_role = (rows["disagg"] == 1) & ~agentic
    per = np.where(by_role, rows["num_decode_gpu"], gpus)
    isl, osl = _known(rows, "isl"), _known(rows, "osl")
    with np.errstate(all="ignore"):
        stored = _known(rows, "output_tput_per_gpu") * np.where(per > 0, per, np.nan)
        shared = _known(rows, "tput_per_gpu") * np.where(gpus > 0, gpus, np.nan) * osl / (isl + osl)
    return np.where(np.isnan(stored), shared, stored)


def _load(rows: Rows, passed_over: Array) -> Doubts:
    """Little's law: a closed loop of `conc` requests, each with its output tokens in its mean E2EL, makes so many
    tokens/s; more than 30 % beside the output throughput is a doubt. passed_over (n,): rows of another kind of load."""
    output = _output_tok_s(rows, passed_over)
    actual = _known(rows, "mean_output_tokens_actual")
    length = np.where(np.isnan(actual), _known(rows, "osl") * MEAN_OF_NOMINAL, actual)
    closed = ~np.isfinite(rows["request_rate"]) & ~passed_over
    with np.errstate(all="ignore"):
        made = _known(rows, "conc") * length / _known(rows, "mean_e2el")
    return _doubts("load-differs", "mean_e2el", closed & _apart(output, made, LOAD_TOLERANCE), output, made)


def _parts(rows: Rows, agentic: Array) -> Doubts:
    """Input and output tokens/s make the total: over P prefill and D decode GPUs where the roles are apart,
    tput x (P + D) = input x P + output x D; more than 2 % beside it is a doubt."""
    by_role = (rows["disagg"] == 1) & ~agentic
    prefill = np.where(by_role, _known(rows, "num_prefill_gpu"), 1.0)
    decode = np.where(by_role, _known(rows, "num_decode_gpu"), 1.0)
    with np.errstate(all="ignore"):
        parts = _known(rows, "input_tput_per_gpu") * prefill + _known(rows, "output_tput_per_gpu") * decode
        total = _known(rows, "tput_per_gpu") * np.where(by_role, prefill + decode, 1.0)
    return _doubts("parts-differ", "tput_per_gpu", _apart(total, parts, PARTS_TOLERANCE), total, parts)


def _lengths(rows: Rows) -> Iterator[Doubts]:
    """Actual mean lengths more than 25 % off the nominal ones: another workload than the row says."""
    for name, nominal in (("mean_input_tokens", "isl"), ("mean_output_tokens_actual", "osl")):
        actual, expected = _known(rows, name), _known(rows, nominal)
        yield _doubts("odd-length", name, _apart(expected, actual, LENGTH_TOLERANCE), actual, expected)


def _unit_slips(rows: Rows) -> Iterator[Doubts]:
    """TTFT or TPOT above 600 s or below 0.1 ms: milliseconds or microseconds stored as seconds, or the reverse."""
    for latency in ("ttft", "tpot"):
        for statistic in ("median", "mean"):
            values = _known(rows, f"{statistic}_{latency}")
            with np.errstate(invalid="ignore"):
                bad = (values < SHORTEST_S) | (values > LONGEST_S)
            limit = np.where(values > LONGEST_S, LONGEST_S, SHORTEST_S)
            yield _doubts("unit-slip", f"{statistic}_{latency}", bad, values, limit)


def _percentile_order(rows: Rows, agentic: Array) -> Iterator[Doubts]:
    """A percentile below a lower one; or a p99 interactivity, which is the slow tail, above the median one."""
    for latency in LATENCIES:
        most = np.full(len(rows), np.nan)
        for statistic in PERCENTILES:
            if is_absent(rows[f"{statistic}_{latency}"]):
                continue
            values = _known(rows, f"{statistic}_{latency}")
            with np.errstate(invalid="ignore"):
                bad = values < most * (1 - _ROUNDING)
            yield _doubts("percentile-order", f"{statistic}_{latency}", bad, values, most)
            most = np.fmax(most, values)
    tail, median = _known(rows, "p99_intvty"), _known(rows, "median_intvty")
    with np.errstate(invalid="ignore"):
        yield _doubts("percentile-order", "p99_intvty", ~agentic & (tail > median * (1 + _ROUNDING)), tail, median)


def _requests(rows: Rows) -> Doubts:
    """Fewer than 95 % of the requests succeeded: the figures are those of the ones that did."""
    total, done = rows["num_requests_total"].astype(np.float64), rows["num_requests_successful"].astype(np.float64)
    bad = (done >= 0) & (total > 0) & (done < LEAST_SUCCESS * total)
    return _doubts("requests-failed", "num_requests_successful", bad, done, total)


def _speeds(rows: Rows, agentic: Array) -> Iterator[Doubts]:
    """Interactivity of single-turn rows is 1 / TPOT of the same statistic; more than 5 % beside it is a doubt."""
    for statistic in ("median", "p99"):
        speed = _known(rows, f"{statistic}_intvty")
        with np.errstate(all="ignore"):
            expected = 1 / _known(rows, f"{statistic}_tpot")
        bad = ~agentic & _apart(expected, speed, SPEED_TOLERANCE)
        yield _doubts("speed-differs", f"{statistic}_intvty", bad, speed, expected)


def _gpus(rows: Rows, agentic: Array) -> Iterator[Doubts]:
    """GPU counts that disagree.

    `gpus-differ`: num_gpus is not what the layout makes (tp x pp x pcp, or prefill and decode GPUs together), as where
    replicas of the model were forgotten, so that per-GPU values may be of fewer GPUs; not where the load confirms them,
    nor in old rows whose roles both hold the whole pool.
    `role-gpus`: a row that is not disaggregated stores tp x ep in the role columns; they are not used then.
    """
    disagg, multinode = rows["disagg"] == 1, rows["is_multinode"] == 1
    stored, prefill, decode = (_known(rows, name) for name in ("num_gpus", "num_prefill_gpu", "num_decode_gpu"))
    product = _known(rows, "prefill_tp")
    for name in ("prefill_pp", "prefill_pcp_size"):
        product = product * np.maximum(rows[name], 1)
    layout = np.where(disagg, prefill + decode, np.where(multinode, np.nan, product))
    pool = disagg & (prefill == decode) & (stored == prefill)
    differ = _apart(stored, layout, 0.0) & ~pool
    if differ.any():
        differ &= ~_confirmed_by_load(rows, agentic)
    yield _doubts("gpus-differ", "num_gpus", differ, stored, layout)
    experts = _known(rows, "prefill_tp") * _known(rows, "prefill_ep")
    with np.errstate(invalid="ignore"):
        multiplied = ~disagg & ~multinode & (prefill > product) & (prefill == experts) & ~(prefill == stored)
    yield _doubts("role-gpus", "num_prefill_gpu", multiplied, prefill, product)


def _confirmed_by_load(rows: Rows, agentic: Array) -> Array:
    """Where concurrency, length and E2EL are known, and make the output throughput over num_gpus (n,)."""
    passed_over = agentic | ~np.isfinite(_known(rows, "mean_e2el")) | (rows["conc"] <= 0)
    return ~passed_over & ~_marked(rows, _load(rows, passed_over).position)
