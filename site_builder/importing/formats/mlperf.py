"""MLPerf Inference summaries: a list of rows, or (from v6.1) a table of them. Output tokens/s of the whole system.

Only rows in Tokens/s are about generated text. Nothing else is known of them: no total, no speed per user.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from site_builder.importing.batch import Record, Skipped, first_of, number_of, text_of
from site_builder.importing.format import Format, Reading, each

_UNIT = "tokens/s"
_ENGINES = {
    "sglang": "sglang",
    "vllm": "vllm",
    "tensorrt-llm": "trt",
    "tensorrt_llm": "trt",
    "trt-llm": "trt",
    "trtllm": "trt",
}


def recognises(table: Mapping[str, Any]) -> bool:
    """A number of accelerators beside a result, under the names of either version."""
    old = {"a#", "Performance_Result"} <= table.keys()
    return old or {"accelerator_model_name", "Result", "Units"} <= table.keys()


def read(index: int, row: Mapping[str, Any]) -> Iterator[Reading]:
    """One row."""
    unit = text_of(row.get("Performance_Units")) or text_of(row.get("Units")) or "no unit"
    if unit.casefold() != _UNIT:
        yield Skipped(index, f"its result is in {unit}, expected Tokens/s")
        return
    if number_of(row.get("errors")):
        yield Skipped(index, f"the row counts {row['errors']} errors, expected none", doubtful=True)
        return
    nodes = first_of(number_of(row.get(name)) for name in ("Nodes", "number_of_nodes"))
    numbers = {
        "output_tput_tps": first_of(number_of(row.get(name)) for name in ("Performance_Result", "Result")),
        "num_gpus": first_of(number_of(row.get(name)) for name in ("a#", "total_accelerators")),
        "is_multinode": float(nodes > 1) if nodes is not None else None,
    }
    doubts = ("the row is marked as inferred: its result is copied from another one",) if row.get("inferred") else ()
    software = text_of(row.get("Software")) or text_of(row.get("framework"))
    texts = {
        "model": text_of(row.get("Model")),
        "hardware": text_of(row.get("Accelerator")) or text_of(row.get("accelerator_model_name")),
        "framework": _engine(software),
        "framework_raw": software,
        "precision": _precision(row.get("weight_data_types")),
        "precision_raw": text_of(row.get("weight_data_types")),
        "benchmark_type": "other",
        "run_url": text_of(row.get("Details")),
        "source_version": text_of(row.get("version")),
    }
    yield Record(index, numbers, texts, doubts=doubts)


def _engine(software: str | None) -> str | None:
    """The serving engine that a list of software names, or the list as it stands."""
    folded = (software or "").casefold()
    return next((engine for word, engine in _ENGINES.items() if word in folded), software)


def _precision(types: object) -> str | None:
    """The types of the weights; several stay several, since none of them is that of all."""
    found = sorted({word for word in re.split(r"[,;/+\s]+", (text_of(types) or "").casefold()) if word})
    return "+".join(found) or None


FORMAT = Format("mlperf", "MLPerf Inference summary", recognises, each(read))
