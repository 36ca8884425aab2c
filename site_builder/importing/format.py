"""What a format is: how it is recognised by its content, what it says in units, and how it is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from site_builder.importing.batch import Batch, Record, Skipped

Reading = Record | Batch | Skipped


@dataclass(frozen=True)
class Format:
    """A kind of result file.

    key: what `source_format` holds. title: how messages call it. recognises: whether a table of the file (a list's
    element, a line, the whole) is of this format. read: the rows of some such tables, each with its place in the file.
    per_gpu: its throughputs are per GPU already. records: every table of the file is one request, to be read together.
    same_run: of which run a file of this name tells, and how much it is to be preferred to others that tell of it.
    """

    key: str
    title: str
    recognises: Callable[[Mapping[str, Any]], bool]
    read: Callable[[list[tuple[int, Mapping[str, Any]]]], Iterator[Reading]]
    per_gpu: bool = False
    records: Callable[[Iterator[Mapping[str, Any]]], Iterator[Reading]] | None = None
    same_run: Callable[[str], tuple[str, int] | None] | None = None


@dataclass(frozen=True)
class Refusal:
    """A kind of file that is known and not imported, with the reason and what to import instead."""

    recognises: Callable[[Mapping[str, Any]], bool]
    reason: str
    hint: str = ""


def each(
    read: Callable[[int, Mapping[str, Any]], Iterator[Reading]],
) -> Callable[[list[tuple[int, Mapping[str, Any]]]], Iterator[Reading]]:
    """A reader of many tables from a reader of one."""

    def read_all(tables: list[tuple[int, Mapping[str, Any]]]) -> Iterator[Reading]:
        for index, table in tables:
            yield from read(index, table)

    return read_all
