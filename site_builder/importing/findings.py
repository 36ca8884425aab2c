"""What importing a file has found out: facts that are missing, rows left out, doubts. Each kind is told once a file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from site_builder.dataset.schema import FIELDS
from site_builder.errors import Problems, quoted
from site_builder.importing.batch import Skipped

_FIGURES = re.compile(r"[\d.,]*\d|'[^']*'")
_ORDER = {each.name: place for place, each in enumerate(FIELDS)}
_EXAMPLES = {
    "model": "kimik2.6",
    "hardware": "b300",
    "framework": "vllm",
    "precision": "fp4",
    "num_gpus": "8",
    "num_prefill_gpu": "8",
    "num_decode_gpu": "8",
    "isl": "8192",
    "osl": "1024",
    "date": "2026-08-15",
}
_MOST_HINTS = 6


@dataclass
class _Kind:
    """A kind of finding: where it was met first, what it was there, and how often it was met."""

    index: int
    text: str
    count: int = 0


@dataclass
class Findings:
    """Collects what is found out about one file. rows: how many it has brought in."""

    name: str
    rows: int = 0
    title: str = ""
    missing: set[str] = field(default_factory=set)
    hints: dict[str, str] = field(default_factory=dict)
    faults: dict[str, None] = field(default_factory=dict)
    _doubts: dict[str, _Kind] = field(default_factory=dict)
    _skips: dict[str, tuple[Skipped, int]] = field(default_factory=dict)

    def doubt(self, index: int, text: str) -> None:
        """Note what looked wrong in a row. index: its place in the file."""
        kind = self._doubts.setdefault(_FIGURES.sub("#", text), _Kind(index, text))
        kind.count += 1

    def skip(self, skipped: Skipped) -> None:
        """Note a part that brings in no row."""
        first, count = self._skips.get(skipped.reason, (skipped, 0))
        self._skips[skipped.reason] = first, count + 1

    def forget_skipped(self) -> None:
        """Of a file that is of no format nothing is left out: it is none as a whole."""
        self._skips.clear()

    def report(self, problems: Problems) -> None:
        """Record everything."""
        if self.missing:
            fields = sorted(self.missing, key=lambda name: _ORDER[name])
            message = (
                f"{self.title} without {_listed(fields)}, expected {'each' if len(fields) > 1 else 'it'} from an option"
            )
            problems.error("missing-facts", self.name, message, self._how_to_supply(fields))
        for fault in self.faults:
            problems.error("facts-disagree", self.name, fault)
        for kind in self._doubts.values():
            more = f" (and {kind.count - 1:,} more rows like it)" if kind.count > 1 else ""
            problems.warning("doubtful-row", f"{self.name} row {kind.index + 1}", f"{kind.text}{more}")
        for skipped, count in self._skips.values():
            more = f" (and {count - 1:,} more)" if count > 1 else ""
            record = problems.warning if skipped.doubtful else problems.note
            record("row-left-out", f"{self.name} row {skipped.index + 1}{more}", f"left out: {skipped.reason}")

    def _how_to_supply(self, fields: list[str]) -> str:
        options = " ".join(f"--set {name}={_EXAMPLES[name]}" for name in fields)
        noted = ", ".join(f"{name}={quoted(text)}" for name, text in sorted(self.hints.items())[:_MOST_HINTS])
        return f"such as {options} (or --mapping, --name-pattern)" + (f"; the file notes {noted}" if noted else "")


def _listed(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
