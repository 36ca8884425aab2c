"""SGLang `bench_serving`: one line a run, appended to one file; milliseconds.

`concurrency` is a measured mean, not what was offered, and the random lengths hold defaults unless the data was random.
Early versions write no TPOT: interactivity is then unknown, since ITL counts streamed chunks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from site_builder.importing.batch import Record, first_of, leaves_of, number_of, quotient, taken, text_of, total
from site_builder.importing.format import Format, Reading, each
from site_builder.importing.statistics import canonical_key, flat_latencies

_NAMES = frozenset(
    {
        *("backend", "dataset_name", "request_rate", "max_concurrency", "duration", "completed", "num_prompts"),
        *("total_input_tokens", "total_output_tokens", "input_throughput", "output_throughput", "total_throughput"),
        *("random_input_len", "random_output_len", "tag"),
    }
)


def recognises(table: Mapping[str, Any]) -> bool:
    """A count of tokens that only this tool makes."""
    return "total_output_tokens_retokenized" in table


def read(index: int, result: Mapping[str, Any]) -> Iterator[Reading]:
    """One line."""
    latencies, used = flat_latencies(result, suffix="_ms", seconds=1e-3)
    completed, duration = number_of(result.get("completed")), number_of(result.get("duration"))
    total_input, total_output = (number_of(result.get(f"total_{name}_tokens")) for name in ("input", "output"))
    fed = first_of((number_of(result.get("input_throughput")), quotient(total_input, duration)))
    output = number_of(result.get("output_throughput"))
    dataset = text_of(result.get("dataset_name")) or "random"
    is_random = dataset.startswith("random")
    numbers = latencies | {
        "conc": number_of(result.get("max_concurrency")),
        "request_rate": number_of(result.get("request_rate")),
        "isl": number_of(result.get("random_input_len")) if is_random else None,
        "osl": number_of(result.get("random_output_len")) if is_random else None,
        "duration_seconds": duration,
        "num_requests_total": number_of(result.get("num_prompts")),
        "num_requests_successful": completed,
        "output_tput_tps": output,
        "input_tput_tps": fed,
        "total_tput_tps": first_of((number_of(result.get("total_throughput")), total(fed, output))),
        "mean_input_tokens": quotient(total_input, completed),
        "mean_output_tokens_actual": quotient(total_output, completed),
        "tp": number_of(taken(result, "server_info.tp_size")),
    }
    server = result.get("server_info")
    texts = {
        "model": next((text for key in ("model", "model_path") if (text := text_of(taken(server, key)))), None),
        "framework": _engine(text_of(result.get("backend"))),
        "precision": text_of(taken(server, "quantization")),
        "benchmark_type": None if is_random else "other",
        "source_version": text_of(taken(server, "version")),
    }
    hints = {key: text for key in ("tag", "dataset_name") if (text := text_of(result.get(key)))}

    def wanted(path: str) -> bool:
        return path not in _NAMES and path not in used and canonical_key(path) is None and path != "server_info.tp_size"

    yield Record(index, numbers, texts, dict(leaves_of(result, wanted)), hints=hints)


def _engine(backend: str | None) -> str | None:
    """The engine that a client API of this tool belongs to, such as sglang of sglang-oai-chat."""
    return backend.partition("-")[0] if backend else None


FORMAT = Format("sglang-serving", "SGLang bench_serving", recognises, each(read))
