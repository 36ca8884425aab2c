"""genai-perf, which AIPerf has replaced: the same metrics without a length of the run, a total or a date."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from site_builder.importing.batch import Record, first_of, number_of, taken, text_of, total
from site_builder.importing.format import Format, Reading, each
from site_builder.importing.formats.metric_blocks import average, is_block, latencies, lengths, other_numbers

_USED = ("output_token_throughput.avg", "input_sequence_length.avg", "output_sequence_length.avg", "request_count.avg")


def recognises(table: Mapping[str, Any]) -> bool:
    """Metrics of requests and tokens per second, and no length of the run, which AIPerf always has."""
    rates = is_block(table.get("request_throughput")) and is_block(table.get("output_token_throughput"))
    return rates and not is_block(table.get("benchmark_duration")) and taken(table, "input_config.endpoint") is None


def read(index: int, report: Mapping[str, Any]) -> Iterator[Reading]:
    """One report. Without streaming it has neither TTFT nor TPOT."""
    config = report.get("input_config")
    times, doubts = latencies(report)
    sizes = lengths(report, _setting(config, "input"), _setting(config, "output"))
    rate = average(report, "request_throughput")
    tokens = total(sizes["mean_input_tokens"], sizes["mean_output_tokens_actual"])
    fed = sizes["mean_input_tokens"]
    numbers = times | sizes | {
        "conc": first_of(
            number_of(taken(config, path))
            for path in ("perf_analyzer.stimulus.concurrency", "stimulus.concurrency", "concurrency")
        ),
        "request_rate": number_of(taken(config, "perf_analyzer.stimulus.request_rate")),
        "num_requests_successful": average(report, "request_count"),
        "output_tput_tps": average(report, "output_token_throughput"),
        "input_tput_tps": rate * fed if rate is not None and fed is not None else None,
        "total_tput_tps": rate * tokens if rate is not None and tokens is not None else None,
    }  # fmt: skip
    names = taken(config, "model_names") or taken(config, "model")
    texts = {
        "model": text_of(names[0]) if isinstance(names, list) and names else text_of(names),
        "source_version": text_of(report.get("version")),
    }
    yield Record(index, numbers, texts, other_numbers(report, _USED), tuple(doubts))


def _setting(config: object, side: str) -> float | None:
    """A nominal length from the settings of any version; -1 stands there for none."""
    paths = ("input.synthetic_tokens.mean" if side == "input" else "input.output_tokens.mean", f"{side}_tokens_mean")
    asked = first_of(number_of(taken(config, path)) for path in (*paths, f"synthetic_{side}_tokens_mean"))
    return asked if asked and asked > 0 else None


FORMAT = Format("genai-perf", "genai-perf report", recognises, each(read))
