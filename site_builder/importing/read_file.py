"""Reads one source: recognises its format by its content, and brings its rows to the canonical schema."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from site_builder.dataset.ahead import one_ahead
from site_builder.dataset.canonical import as_light, table_of
from site_builder.dataset.foreign import PARQUET_FAULTS, ForeignParquet
from site_builder.dataset.merge import SortedRows
from site_builder.errors import Problems, Severity
from site_builder.importing.batch import Batch, Record, Skipped, batch_of
from site_builder.importing.complete import Origin, complete
from site_builder.importing.findings import Findings
from site_builder.importing.format import Format, Reading
from site_builder.importing.formats import parquet_rows
from site_builder.importing.names import Naming
from site_builder.importing.registry import FORMATS, recognise, refusal
from site_builder.importing.sources import FAULTS, Source, report_unreadable
from site_builder.importing.supplied import Fact
from site_builder.importing.values import ForeignFileError, is_parquet, values_of

_TABLES = 2048
_RECORDS = 4096


@dataclass(frozen=True)
class Content:
    """What was found in a source: whether its rows are made up, as it says itself."""

    is_sample: bool = False


class FileImport:
    """Brings the rows of one source in."""

    def __init__(
        self,
        source: Source,
        sha256: str,
        facts: Mapping[str, Fact],
        *,
        naming: Naming,
        rows: SortedRows,
        problems: Problems,
    ) -> None:
        self._source = source
        self._sha256 = sha256
        self._facts = facts
        self._naming = naming
        self._rows = rows
        self._problems = problems
        self.findings = Findings(source.name)

    def read(self) -> Content:
        """Read it; what is wrong is recorded."""
        content = Content()
        try:
            with self._source.open() as file:
                if is_parquet(file):
                    content = self._read_parquet(file)
                else:
                    self._read_values(values_of(file))
        except ForeignFileError as fault:
            self._not_imported(fault.found, where=fault.where)
        except PARQUET_FAULTS + FAULTS as fault:
            report_unreadable(self._source, fault, self._problems)
        self.findings.report(self._problems)
        return content

    def _read_values(self, values: Iterator[tuple[int, Any]]) -> None:
        first = next(values, None)
        if first is None:
            self._not_imported("no result in it, expected one or more")
            return
        known = 0
        for format_, readings in _by_format(itertools.chain([first], values)):
            known += format_ is not None
            self._take(format_, readings)
        if not known:
            self.findings.forget_skipped()
            self._explain_refusal(first[1])
        elif not (self.findings.rows or self.findings.missing or self.findings.faults):
            self._not_imported("none of its rows can be brought in, expected some that can")

    def _take(self, format_: Format | None, readings: Iterator[Reading]) -> None:
        """Bring in what a format reads."""
        if format_ is not None:
            self.findings.title = format_.title
        records: list[Record] = []
        for reading in readings:
            if isinstance(reading, Skipped):
                self.findings.skip(reading)
            elif isinstance(reading, Batch):
                self._add(reading, format_)
            else:
                records.append(reading)
            if len(records) == _RECORDS:
                self._add(batch_of(records), format_)
                records = []
        if records:
            self._add(batch_of(records), format_)

    def _add(self, batch: Batch, format_: Format | None) -> None:
        key, per_gpu = (format_.key, format_.per_gpu) if format_ else (parquet_rows.KEY, True)
        self.findings.hints |= batch.hints
        origin = Origin(key, per_gpu, self._source.path, self._sha256)
        done = complete(batch, origin, self._facts, self._naming)
        self.findings.missing |= done.missing
        self.findings.faults |= dict.fromkeys(done.faults)
        for place, doubts in sorted(done.doubts.items()):
            for doubt in doubts:
                self.findings.doubt(int(batch.index[place]), doubt)
        if done.rows is not None:
            self.findings.rows += batch.size
            self._rows.add(table_of(done.rows), is_old=False)

    def _read_parquet(self, file: io.BufferedReader) -> Content:
        path = self._source.place
        is_plain = isinstance(path, Path) and self._source.member is None and path.suffix.casefold() != ".gz"
        with ForeignParquet(path if is_plain and isinstance(path, Path) else io.BytesIO(file.read())) as parquet:
            if parquet.is_canonical:
                self._read_canonical(parquet)
            else:
                self._read_foreign(parquet)
            return Content(parquet.is_sample)

    def _read_canonical(self, parquet: ForeignParquet) -> None:
        if self._facts:
            names = ", ".join(sorted(self._facts))
            hint = "import the files behind it again, or leave the option out"
            message = f"rows that were imported before, to which {names} cannot be supplied, expected none"
            self._problems.error("already-imported", self._source.name, message, hint)
            return
        for table in one_ahead(parquet.tables()):
            self.findings.rows += len(table)
            self._rows.add(as_light(table), is_old=False)

    def _read_foreign(self, parquet: ForeignParquet) -> None:
        self.findings.title = parquet_rows.TITLE
        before = self._problems.count(Severity.ERROR)
        for piece in one_ahead(parquet.pieces()):
            if absent := [name for name in parquet_rows.NEEDED if name not in {*piece.names, *self._facts}]:
                self._not_imported(f"no column {', '.join(absent)}, expected the columns of InferenceX's rows")
                return
            batch = parquet_rows.read(piece, self._source.name, self._problems)
            if self._problems.count(Severity.ERROR) > before:
                return
            self._add(batch, None)

    def _explain_refusal(self, first: object) -> None:
        known = refusal(first, self._source.path)
        if known:
            self._not_imported(f"{known[0]}, expected a run's results", known[1], rule="refused-format")
        else:
            titles = ", ".join(dict.fromkeys([*(each.title for each in FORMATS), parquet_rows.TITLE]))
            self._not_imported("of no format that is known, expected a run's results", f"known: {titles}")

    def _not_imported(self, found: str, hint: str = "", *, rule: str = "unknown-format", where: str = "") -> None:
        """A file that was named must be imported; one that lies in a folder beside others need not be."""
        record = self._problems.error if self._source.is_named or where else self._problems.note
        record(
            rule, f"{self._source.name}{where}", found if self._source.is_named or where else f"left out: {found}", hint
        )


def _by_format(values: Iterator[tuple[int, Any]]) -> Iterator[tuple[Format | None, Iterator[Reading]]]:
    """The values in groups of one format; those of none are left out by name."""
    for format_, group in itertools.groupby(values, key=_FormatOf()):
        if format_ is None:
            yield None, (Skipped(index, "not a result, as far as is known", doubtful=True) for index, _ in group)
        elif format_.records is not None:
            yield format_, format_.records(table for _, table in group)
        else:
            yield format_, _read_in_pieces(format_, group)


class _FormatOf:
    """The format of a value; most values are of the format of the one before."""

    def __init__(self) -> None:
        self._last: Format | None = None

    def __call__(self, value: tuple[int, Any]) -> Format | None:
        if self._last is None or not isinstance(value[1], Mapping) or not self._last.recognises(value[1]):
            self._last = recognise(value[1])
        return self._last


def _read_in_pieces(format_: Format, group: Iterator[tuple[int, Any]]) -> Iterator[Reading]:
    while tables := list(itertools.islice(group, _TABLES)):
        yield from format_.read(tables)
