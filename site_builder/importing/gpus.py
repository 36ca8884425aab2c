"""How many GPUs stand behind a row, and what its throughputs are per GPU and for the whole deployment.

Files whose throughputs are per GPU have divided by a count of their own: total x that count is the deployment's rate.
"""

from __future__ import annotations

import numpy as np

from site_builder.dataset.rows import Array
from site_builder.importing.batch import DATA_PARALLEL
from site_builder.importing.columns import Columns
from site_builder.importing.supplied import Fact
from site_builder.importing.supply import Used

_TOLERANCE = 0.02
_DIVISOR = "divisor"  # the GPUs that a file's own per-GPU values were divided by


def count_gpus(columns: Columns, used: Used, supplied: Fact | None, *, per_gpu: bool) -> None:
    """Set num_gpus where the file or what was supplied tells it, and the GPUs of each role.

    A count that follows from the layout alone gives way to a supplied one, since it misses data parallelism. One that
    the file declares, or that its roles add up to, stands."""
    split = columns.number("disagg") == 1
    stated = columns.number("num_gpus")
    prefill, decode = columns.number("num_prefill_gpu"), columns.number("num_decode_gpu")
    if per_gpu:
        layout = _declared_gpus(columns)
        columns.numbers[_DIVISOR] = np.where(np.isnan(layout), stated, layout)
        prefill, decode = columns.number("num_prefill_gpu"), columns.number("num_decode_gpu")
        stated = np.where(split & np.isnan(stated), layout, stated)
        _doubt_copies(columns, layout, supplied)
        layout = np.where(columns.number(DATA_PARALLEL) > 1, np.nan, layout)
    else:
        layout = np.full(columns.size, np.nan)
        stated = stated if supplied else np.where(split & np.isnan(stated), prefill + decode, stated)
    gpus = np.where(np.isnan(stated), layout, stated)
    if supplied is not None:
        value = float(supplied.value)
        text = f"num_gpus {value:g} was supplied, the file says {{:g}}: the file's stands"
        columns.doubt(~np.isnan(stated) & (stated != value), text, stated)
        gpus = np.where(np.isnan(stated), value, stated)
        used.note("num_gpus", np.isnan(stated))
    columns.numbers["num_gpus"] = gpus
    for name in ("num_prefill_gpu", "num_decode_gpu"):
        columns.fill(name, np.where(split, np.nan, gpus))


def _doubt_copies(columns: Columns, layout: Array, supplied: Fact | None) -> None:
    copies = columns.number(DATA_PARALLEL)
    how = "the supplied count is used" if supplied else "only a person can tell the GPUs"
    text = f"per-GPU values divide by {{:g}} GPUs, without the {{:g}} copies of data parallelism: {how}"
    columns.doubt(copies > 1, text, layout, copies)


def spread_throughputs(columns: Columns, *, per_gpu: bool) -> None:
    """Set the throughputs that follow from others: of the deployment from those per GPU, or the other way round."""
    gpus = columns.number("num_gpus")
    split = columns.number("disagg") == 1
    prefill, decode = columns.number("num_prefill_gpu"), columns.number("num_decode_gpu")
    by_role = split & ~columns.is_text("benchmark_type", "agentic_traces") & (decode > 0)
    output_gpus, input_gpus = np.where(by_role, decode, gpus), np.where(by_role, prefill, gpus)
    if per_gpu:
        _totals_of(columns, by_role)
        divisor = columns.number(_DIVISOR)
        anew = ~np.isnan(divisor) & (divisor != gpus)
        text = "per-GPU values divided by {:g} GPUs, {:g} were supplied: divided anew"
        columns.doubt(anew, text, divisor, gpus)
        for name in ("tput_per_gpu", "output_tput_per_gpu", "input_tput_per_gpu"):
            columns.numbers[name] = np.where(anew, np.nan, columns.number(name))
    for name, whole, count in (
        ("tput_per_gpu", "total_tput_tps", gpus),
        ("output_tput_per_gpu", "output_tput_tps", output_gpus),
        ("input_tput_per_gpu", "input_tput_tps", input_gpus),
    ):
        columns.fill(name, columns.number(whole) / count)


def _totals_of(columns: Columns, by_role: Array) -> None:
    """Rates of the deployment from values per GPU. Where the roles do not add up, as in old rows that hold the whole
    pool in both, what input and output were divided by is not known."""
    divisor = columns.number(_DIVISOR)
    divisor = np.where(np.isnan(divisor), columns.number("num_gpus"), divisor)
    prefill, decode = columns.number("num_prefill_gpu"), columns.number("num_decode_gpu")
    adds_up = _roles_add_up(columns)
    columns.fill("total_tput_tps", columns.number("tput_per_gpu") * divisor)
    for name, own in (("output", decode), ("input", prefill)):
        count = np.where(by_role, np.where(adds_up, own, np.nan), divisor)
        columns.fill(f"{name}_tput_tps", columns.number(f"{name}_tput_per_gpu") * count)


def _declared_gpus(columns: Columns) -> Array:
    """The GPUs that a row of InferenceX declares (size,), NaN where it does not.

    Split: prefill and decode GPUs, unless the throughputs show that both columns hold the whole pool. One node:
    tp x pp x pcp, never tp x ep, and never the role columns, which the dashboard fills with tp x ep. Several nodes
    without roles of their own: the prefill column holds them all."""
    split, multinode = columns.number("disagg") == 1, columns.number("is_multinode") == 1
    prefill, decode = (_role_gpus(columns, role) for role in ("prefill", "decode"))
    both = (prefill > 0) & (decode > 0)
    pool = split & ~multinode & both & (prefill == decode) & ~_roles_add_up(columns)
    product = columns.number("prefill_tp").copy()
    for name in ("prefill_pp", "prefill_pcp_size"):
        product = product * np.fmax(columns.number(name), 1)
    return np.select(
        [pool, split & both, split & (decode == 0), split, multinode & (prefill > 0), ~multinode & (product > 0)],
        [prefill, prefill + decode, prefill, np.nan, prefill, product],
        np.nan,
    )


def _role_gpus(columns: Columns, role: str) -> Array:
    """The declared GPUs of a role; on agentic rows without them workers x tp x pp x pcp."""
    agentic = columns.is_text("benchmark_type", "agentic_traces") & (columns.number("is_multinode") == 1)
    product = columns.number(f"{role}_num_workers") * columns.number(f"{role}_tp")
    for name in ("pp", "pcp_size"):
        product = product * np.fmax(columns.number(f"{role}_{name}"), 1)
    columns.fill(f"num_{role}_gpu", np.where(agentic, product, np.nan))
    return columns.number(f"num_{role}_gpu")


def _roles_add_up(columns: Columns) -> Array:
    """Whether total x (P + D) = input x P + output x D, within 2 %; true where a part of it is unknown."""
    prefill, decode = columns.number("num_prefill_gpu"), columns.number("num_decode_gpu")
    whole = columns.number("tput_per_gpu") * (prefill + decode)
    parts = columns.number("input_tput_per_gpu") * prefill + columns.number("output_tput_per_gpu") * decode
    with np.errstate(invalid="ignore"):
        return np.asarray(~(np.abs(parts - whole) > _TOLERANCE * whole))
