"""What looks wrong in a row, judged from its file alone. Such rows are kept, and say so in `warnings`."""

from __future__ import annotations

import itertools

import numpy as np

from site_builder.dataset.rows import Array
from site_builder.importing.columns import Columns

_RISING = ("median", "p75", "p90", "p95", "p99", "p999")
_SLOW_S, _FAST_S = 600.0, 1e-4
_TOLERANCE = 0.02
_CLOSED_LOOP = 0.30
_LENGTHS = 0.25
_LEAST_SUCCEEDED = 0.95
_RANDOM_MEAN = 0.9  # InferenceX draws lengths from 0.8 to 1 of the nominal one


def find_doubts(columns: Columns, *, drawn_lengths: bool) -> None:
    """Note every doubt. drawn_lengths: nominal lengths are upper bounds, as in InferenceX's rows."""
    measured = ~columns.is_text("status", "failed")
    _requests(columns)
    _throughput(columns, measured)
    _roles(columns, measured)
    _lengths(columns, measured)
    _latencies(columns, measured)
    _closed_loop(columns, measured, _RANDOM_MEAN if drawn_lengths else 1.0)
    _speeds(columns, measured)


def _requests(columns: Columns) -> None:
    sent, succeeded = columns.number("num_requests_total"), columns.number("num_requests_successful")
    failed, partial = columns.is_text("status", "failed"), columns.is_text("status", "partial")
    few = succeeded < _LEAST_SUCCEEDED * sent
    columns.doubt(few, "{:,.0f} of {:,.0f} requests succeeded, expected 95 % or more", succeeded, sent)
    columns.doubt(failed & ~few & (succeeded == 0), "no request succeeded")
    columns.doubt(partial & ~few, "some requests failed: {:,.0f} of {:,.0f} succeeded", succeeded, sent)


def _throughput(columns: Columns, measured: Array) -> None:
    other = columns.is_text("benchmark_type", "other")
    output_only = other & ~np.isnan(columns.number("output_tput_per_gpu"))
    columns.doubt(measured & np.isnan(columns.number("tput_per_gpu")) & ~output_only, "no throughput of all tokens")
    no_speed = measured & columns.is_text("intvty_basis", "none") & ~other
    columns.doubt(no_speed, "no TPOT, so that interactivity is unknown")


def _roles(columns: Columns, measured: Array) -> None:
    """Prefill and decode rates make up the total, over the GPUs of each."""
    split = measured & (columns.number("disagg") == 1) & ~columns.is_text("benchmark_type", "agentic_traces")
    prefill, decode = columns.number("num_prefill_gpu"), columns.number("num_decode_gpu")
    whole = columns.number("tput_per_gpu") * (prefill + decode)
    parts = columns.number("input_tput_per_gpu") * prefill + columns.number("output_tput_per_gpu") * decode
    columns.doubt(
        split & (np.abs(parts - whole) > _TOLERANCE * whole),
        "input x {:g} + output x {:g} GPUs is {:,.0f} tokens/s, the total is {:,.0f}: their divisors are unknown",
        *(prefill, decode, parts, whole),
    )


def _lengths(columns: Columns, measured: Array) -> None:
    for name, actual in (("isl", "mean_input_tokens"), ("osl", "mean_output_tokens_actual")):
        nominal, found = columns.number(name), columns.number(actual)
        off = measured & (np.abs(found - nominal) > _LENGTHS * nominal)
        text = f"the mean length is {{:,.0f}}, {name} is {{:,.0f}}: more than 25 % apart"
        columns.doubt(off, text, found, nominal)


def _latencies(columns: Columns, measured: Array) -> None:
    for name in (f"{statistic}_{latency}" for statistic in ("mean", "median") for latency in ("ttft", "tpot")):
        values = columns.number(name)
        slip = measured & ((values > _SLOW_S) | (values < _FAST_S))
        columns.doubt(slip, f"{name} is {{:.4g}} s, expected 0.1 ms to 600 s: a slip of units?", values)
    for latency in ("ttft", "tpot", "itl", "e2el"):
        present = [f"{name}_{latency}" for name in _RISING if f"{name}_{latency}" in columns.numbers]
        for lower, upper in itertools.pairwise(present):
            low, high = columns.number(lower), columns.number(upper)
            columns.doubt(measured & (high < low), f"{upper} {{:.4g}} s is below {lower} {{:.4g}} s", high, low)


def _closed_loop(columns: Columns, measured: Array, drawn: float) -> None:
    """conc requests at a time, each of so many tokens in so many seconds, make the output rate.

    drawn: the mean of drawn lengths, as a part of the nominal one."""
    actual = columns.number("mean_output_tokens_actual")
    tokens = np.where(np.isnan(actual), columns.number("osl") * drawn, actual)
    expected = columns.number("conc") * tokens / columns.number("mean_e2el")
    found = columns.number("output_tput_tps")
    closed = measured & np.isnan(columns.number("request_rate"))
    columns.doubt(
        closed & (np.abs(expected - found) > _CLOSED_LOOP * found),
        "output is {:,.0f} tokens/s, conc x output length / mean e2el is {:,.0f}: more than 30 % apart",
        *(found, expected),
    )


def _speeds(columns: Columns, measured: Array) -> None:
    """A stored interactivity is 1 over the TPOT beside it."""
    speed, latency = columns.number("median_intvty"), columns.number("median_tpot")
    off = measured & columns.is_text("intvty_basis", "tpot") & (np.abs(speed * latency - 1) > _TOLERANCE)
    columns.doubt(off, "median interactivity is {:.4g}, 1 / median TPOT is {:.4g}", speed, 1 / latency)
