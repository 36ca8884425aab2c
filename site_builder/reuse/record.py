"""What a build notes down for the next one, and how that is read again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from site_builder.derive.figures import RowCounts
from site_builder.errors import Problem, Severity
from site_builder.output.lying import LyingFile

_FORMAT = 1


@dataclass(frozen=True)
class Counts:
    """What a build says of itself when it is done."""

    pages: int
    run_pages: int
    input_files: int
    rows: RowCounts


@dataclass(frozen=True, slots=True)
class PageRecord:
    """A page as it was made. key: of all that it rests on; files: the output paths of what belongs to it; links: the
    addresses on it that only the whole site can tell right."""

    key: str
    files: tuple[str, ...]
    links: frozenset[str]


@dataclass(frozen=True)
class Record:
    """A build that went well. key: of all that it rested on; without_rows: of all of that but the rows; files: what it
    put down, pages, and the names of elements (ids) on pages that links lead into: each by output path."""

    key: str
    without_rows: str
    counts: Counts
    problems: tuple[Problem, ...]
    files: Mapping[str, LyingFile]
    pages: Mapping[str, PageRecord]
    ids: Mapping[str, frozenset[str]]


def as_bytes(record: Record) -> bytes:
    """A record as JSON."""
    content = {
        "format": _FORMAT,
        "key": record.key,
        "without_rows": record.without_rows,
        "counts": asdict(record.counts),
        "problems": [[getattr(problem, name) for name in _PROBLEM] for problem in record.problems],
        "files": {name: file.as_list() for name, file in record.files.items()},
        "pages": {name: [page.key, page.files, sorted(page.links)] for name, page in record.pages.items()},
        "ids": {name: sorted(ids) for name, ids in record.ids.items()},
    }
    return json.dumps(content, separators=(",", ":")).encode("ascii")


def from_bytes(content: bytes) -> Record | None:
    """A record again; None for anything else than what `as_bytes` gives."""
    try:
        found = json.loads(content)
        return _record(found) if found["format"] == _FORMAT else None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


_PROBLEM = tuple(field.name for field in fields(Problem))


def _record(found: Mapping[str, Any]) -> Record:
    counts = dict(found["counts"])
    return Record(
        key=found["key"],
        without_rows=found["without_rows"],
        counts=Counts(**{**counts, "rows": RowCounts(**counts["rows"])}),
        problems=tuple(_problem(*values) for values in found["problems"]),
        files={name: LyingFile(*values) for name, values in found["files"].items()},
        pages={name: _page(*values) for name, values in found["pages"].items()},
        ids={name: frozenset(ids) for name, ids in found["ids"].items()},
    )


def _page(key: str, files: Iterable[str], links: Iterable[str]) -> PageRecord:
    return PageRecord(key, tuple(files), frozenset(links))


def _problem(severity: str, *texts: str) -> Problem:
    return Problem(Severity(severity), *texts)
