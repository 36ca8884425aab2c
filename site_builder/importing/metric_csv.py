"""The CSV of AIPerf and genai-perf as the table that their JSON is: metrics with units, from names that carry them."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from typing import Any

_NAME = re.compile(r"(?P<name>.*?)\s*(?:\((?P<unit>[^()]*)\))?\s*")
_OWN_NAMES = {
    "total_input_sequence_length": "total_isl",
    "total_output_sequence_length": "total_osl",
    "minimum_request_timestamp": "min_request_timestamp",
    "maximum_response_timestamp": "max_response_timestamp",
}
_UNITS = {"per sec": "tokens/sec"}


def is_metric_csv(head: bytes) -> bool:
    """Whether a text begins as such a CSV does."""
    first = head.removeprefix(b"\xef\xbb\xbf").lstrip().partition(b"\n")[0].strip().lower().replace(b'"', b"")
    return first.startswith(b"metric,avg") or first == b"metric,value"


def read_metric_csv(content: bytes) -> Mapping[str, Any]:
    """The metrics of all blocks of a file, each under its name in JSON. Raises UnicodeDecodeError."""
    report: dict[str, Any] = {}
    header: list[str] = []
    for row in csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")):
        if not row or not row[0].strip():
            continue
        if row[0].strip().casefold() == "metric":
            header = ["avg" if name.strip().casefold() == "value" else name.strip() for name in row[1:]]
            continue
        name, unit = _named(row[0])
        values = {key: value.replace(",", "") for key, value in zip(header, row[1:], strict=False) if value.strip()}
        if header and "avg" in values:
            report[name] = {"unit": unit} | values
    return report


def _named(text: str) -> tuple[str, str]:
    """`Time to First Token (ms)` as time_to_first_token and ms."""
    found = _NAME.fullmatch(text.strip())
    name, unit = (found["name"], found["unit"] or "") if found else (text, "")
    key = re.sub(r"[^a-z0-9%]+", "_", name.casefold()).strip("_")
    return _OWN_NAMES.get(key, key), _UNITS.get(unit, unit)
