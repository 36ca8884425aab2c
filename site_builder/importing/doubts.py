"""What looks wrong in a row, judged from its file alone. Such rows are kept, and say so in `warnings`."""

from __future__ import annotations

import numpy as np

from site_builder.dataset.rows import Array
from site_builder.importing.columns import Columns

_RISING = ("median", "p75", "p90", "p95", "p99", "p999")
_SLOW_S, _FAST_S = 600.0, 1e-4
_SLIP = 1.02
_CLOSED_LOOP = 0.30
_LENGTHS = 0.25
_LEAST_SUCCEEDED = 0.95
_RANDOM_MEAN = 0.9  # InferenceX draws lengths from 0.8 to 1 of the nominal one


def find_doubts(columns: Columns, per_gpu: bool) -> None:
    """Note every doubt. per_gpu: the rows are InferenceX's, whose nominal lengths are upper bounds."""
    measured = ~columns.is_text("status", "failed")
    _requests(columns)
    _throughput(columns, measured)
    _roles(columns, measured)
    _lengths(columns, measured, per_gpu)
    _latencies(columns, measured)
    _closed_loop(columns, measured, per_gpu)
    _speeds(columns, measured)


def _requests(columns: Columns) -> None:
    sent, succeeded = columns.number("num_requests_total"), columns.number("num_requests_successful")
    few = succeeded < _LEAST_SUCCEEDED * sent
    columns.doubt(few, lambda at: f"{succeeded[at]:,.0f} of {sent[at]:,.0f} requests succeeded, expected 95 % or more")
    columns.doubt(columns.is_text("status", "failed") & ~few, lambda at: "no request succeeded: no metrics")
    partial = columns.is_text("status", "partial") & ~few
    columns.doubt(partial, lambda at: f"some requests failed: {succeeded[at]:,.0f} of {sent[at]:,.0f} succeeded")


def _throughput(columns: Columns, measured: Array) -> None:
    other = columns.is_text("benchmark_type", "other")
    none = measured & np.isnan(columns.number("tput_per_gpu")) & ~(other & ~np.isnan(columns.number("output_tput_per_gpu")))
    columns.doubt(none, lambda at: "no throughput of all tokens")
    no_speed = measured & columns.is_text("intvty_basis", "none") & ~other
    columns.doubt(no_speed, lambda at: "no TPOT, so that interactivity is unknown")


def _roles(columns: Columns, measured: Array) -> None:
    """Prefill and decode rates make up the total, over the GPUs of each."""
    split = measured & (columns.number("disagg") == 1) & ~columns.is_text("benchmark_type", "agentic_traces")
    if not split.any():
        return
    prefill, decode = columns.number("num_prefill_gpu"), columns.number("num_decode_gpu")
    whole = columns.number("tput_per_gpu") * (prefill + decode)
    parts = columns.number("input_tput_per_gpu") * prefill + columns.number("output_tput_per_gpu") * decode
    off = split & (np.abs(parts - whole) > (_SLIP - 1) * whole)
    columns.doubt(off, lambda at: f"input x {prefill[at]:g} + output x {decode[at]:g} GPUs is {parts[at]:,.0f} tokens/s, the "
                  f"total is {whole[at]:,.0f}: what they were divided by is unknown")  # fmt: skip


def _lengths(columns: Columns, measured: Array, per_gpu: bool) -> None:
    for nominal, actual in (("isl", "mean_input_tokens"), ("osl", "mean_output_tokens_actual")):
        asked, found = columns.number(nominal), columns.number(actual)
        off = measured & (np.abs(found - asked) > _LENGTHS * asked)
        columns.doubt(off, lambda at, n=nominal, a=asked, f=found: f"the mean length is {f[at]:,.0f}, {n} is {a[at]:,.0f}: "
                      "more than 25 % apart")  # fmt: skip


def _latencies(columns: Columns, measured: Array) -> None:
    for latency in ("ttft", "tpot"):
        for statistic in ("mean", "median"):
            values = columns.number(f"{statistic}_{latency}")
            slip = measured & ((values > _SLOW_S) | (values < _FAST_S))
            columns.doubt(slip, lambda at, v=values, s=f"{statistic} {latency}": f"{s} is {v[at]:.4g} s, expected 0.1 ms to "
                          "600 s: a slip of units?")  # fmt: skip
    for latency in ("ttft", "tpot", "itl", "e2el"):
        present = [name for name in _RISING if f"{name}_{latency}" in columns.numbers]
        for lower, upper in zip(present, present[1:], strict=False):
            low, high = columns.number(f"{lower}_{latency}"), columns.number(f"{upper}_{latency}")
            columns.doubt(measured & (high < low), lambda at, lo=low, hi=high, n=(lower, upper, latency): f"{n[1]} {n[2]} "
                          f"{hi[at]:.4g} s is below {n[0]} {lo[at]:.4g} s")  # fmt: skip


def _closed_loop(columns: Columns, measured: Array, per_gpu: bool) -> None:
    """conc requests at a time, each of so many tokens in so many seconds, make the output rate."""
    actual = columns.number("mean_output_tokens_actual")
    nominal = columns.number("osl") * (_RANDOM_MEAN if per_gpu else 1.0)
    tokens = np.where(np.isnan(actual), nominal, actual)
    expected = columns.number("conc") * tokens / columns.number("mean_e2el")
    found = columns.number("output_tput_tps")
    closed = measured & np.isnan(columns.number("request_rate"))
    off = closed & (np.abs(expected - found) > _CLOSED_LOOP * found)
    columns.doubt(off, lambda at: f"output is {found[at]:,.0f} tokens/s, conc x output length / mean e2el is "
                  f"{expected[at]:,.0f}: more than 30 % apart")  # fmt: skip


def _speeds(columns: Columns, measured: Array) -> None:
    """A stored interactivity is 1 over the TPOT beside it."""
    tpot = np.array([basis == "tpot" for basis in columns.text("intvty_basis")])
    speed, latency = columns.number("median_intvty"), columns.number("median_tpot")
    off = measured & tpot & (np.abs(speed * latency - 1) > _SLIP - 1)
    columns.doubt(off, lambda at: f"median interactivity is {speed[at]:.4g}, 1 / median TPOT is {1 / latency[at]:.4g}")
