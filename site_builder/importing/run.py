"""Imports files into one canonical Parquet: all of them or, when anything is wrong, none."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from site_builder.dataset.merge import Counts, ScratchError, SortedRows
from site_builder.dataset.write import add_earlier_rows, check_target, write_rows
from site_builder.errors import BuildError, Problem, Problems, Severity, UsageError
from site_builder.importing.names import Naming
from site_builder.importing.read_file import FileImport
from site_builder.importing.registry import same_run
from site_builder.importing.sources import FAULTS, Source, find_sources, report_unreadable
from site_builder.importing.supplied import Supply, read_supply
from site_builder.output.one_file import one_writer, put_in_place, scratch_folder
from site_builder.places import first_line
from site_builder.settings.catalogs import Names
from site_builder.settings.read import CATALOGS, read_settings

Progress = Callable[[str, int, int], None]
_MOST_CONFLICTS = 20


@dataclass(frozen=True)
class ImportSummary:
    """What an import did. files: how many brought in rows."""

    files: int
    counts: Counts
    problems: tuple[Problem, ...]


def import_files(
    arguments: Sequence[str],
    out: Path,
    *,
    settings: Sequence[str] = (),
    mapping: Path | None = None,
    name_patterns: Sequence[str] = (),
    catalogs: Path | None = None,
    strict: bool = False,
    progress: Progress = lambda step, done, total: None,
) -> ImportSummary:
    """Bring the rows of files, folders and globs into a Parquet file, beside the rows that it holds.

    settings: field=value for every file; mapping: a TOML file of globs; name_patterns: regular expressions with named
    groups for file names; catalogs: a data folder whose names count. Raises UsageError for options that are wrong,
    BuildError when a file cannot be imported: then nothing is written.
    """
    problems = Problems()
    supply = _supply(settings, mapping, name_patterns, out, problems)
    naming = Naming(_names(catalogs, problems))
    sources = find_sources(arguments, problems)
    check_target(out, problems)
    sources = _one_for_each_run(sources, problems)
    _check_globs(supply, sources, mapping, problems)
    with scratch_folder(out, problems) as scratch, _room_to_write(out, problems):
        rows, made = SortedRows(scratch), scratch / "made"  # a name that no build takes for data
        hashes, files, sample = _read_all(sources, supply, naming, rows, problems=problems, progress=progress)
        _stop(problems, strict=strict)
        progress("writing", 0, 0)
        with one_writer(out):
            check_target(out, problems)
            problems.stop_on_errors()
            sample |= add_earlier_rows(out, hashes, rows)
            write_rows(made, rows, sample=sample)
            _report_conflicts(rows.counts, out, problems)
            _stop(problems, strict=strict)
            put_in_place(made, out)
    return ImportSummary(files, rows.counts, tuple(problems))


def _supply(
    settings: Sequence[str], mapping: Path | None, name_patterns: Sequence[str], out: Path, problems: Problems
) -> Supply:
    supply = read_supply(settings, mapping, name_patterns, problems)
    if out.suffix != ".parquet":
        problems.error(
            "bad-option", f"--out {out.as_posix()}", "the name does not end in .parquet, expected one that does"
        )
    if problems.count(Severity.ERROR):
        raise UsageError(problems)
    return supply


def _names(catalogs: Path | None, problems: Problems) -> Names | None:
    """The names of a site's catalogs, if it has any yet."""
    if catalogs is None or not any((catalogs / name).is_file() for name in CATALOGS):
        return None
    return read_settings(catalogs, problems).names


def _one_for_each_run(sources: list[Source], problems: Problems) -> list[Source]:
    """Of files that tell of one run, the one that tells it best; the others are left out by name."""
    best: dict[str, tuple[int, Source]] = {}
    for source in sources:
        if found := same_run(source.name):
            run, preference = found
            if run not in best or preference < best[run][0]:
                best[run] = preference, source
    kept = []
    for source in sources:
        found = same_run(source.name)
        if found is None or found[1] == best[found[0]][0]:
            kept.append(source)
        else:
            other = posixpath.basename(best[found[0]][1].name)
            problems.note("same-run", source.name, f"left out: {other} beside it tells of the same run")
    return kept


def _check_globs(supply: Supply, sources: list[Source], mapping: Path | None, problems: Problems) -> None:
    for glob in supply.unused_globs(source.name for source in sources):
        place = mapping.as_posix() if mapping else ""
        problems.warning("unused-glob", place, f"'{glob}' names none of the files, expected one or more")


def _read_all(
    sources: list[Source],
    supply: Supply,
    naming: Naming,
    rows: SortedRows,
    *,
    problems: Problems,
    progress: Progress,
) -> tuple[set[str], int, bool]:
    """The hashes of the files that were read, how many brought in rows, and whether rows are made up."""
    hashes: dict[str, str] = {}
    files, sample = 0, False
    for done, source in enumerate(sources):
        progress("reading", done, len(sources))
        try:
            sha256 = source.sha256()
        except FAULTS as fault:
            report_unreadable(source, fault, problems)
            continue
        if sha256 in hashes:
            problems.note("same-content", source.name, f"left out: its content is that of {hashes[sha256]}")
            continue
        hashes[sha256] = source.name
        facts = supply.of(source.name, problems)
        reader = FileImport(source, sha256, facts, naming=naming, rows=rows, problems=problems)
        sample |= reader.read().is_sample
        files += reader.findings.rows > 0
    return set(hashes), files, sample


@contextmanager
def _room_to_write(out: Path, problems: Problems) -> Iterator[None]:
    """Record that the disk is at fault when writing fails; reading records its own faults."""
    try:
        yield
    except (OSError, ScratchError) as fault:
        message = f"cannot be written ({first_line(fault)}), expected room for it"
        problems.error("cannot-write", out.as_posix(), message)
        raise BuildError(problems) from fault


def _report_conflicts(counts: Counts, out: Path, problems: Problems) -> None:
    for places in counts.conflicts[:_MOST_CONFLICTS]:
        message = f"{' and '.join(places)} are the same point with different results, expected one: all are kept"
        problems.warning("conflicting-rows", out.as_posix(), message)
    if len(counts.conflicts) > _MOST_CONFLICTS:
        more = len(counts.conflicts) - _MOST_CONFLICTS
        problems.warning("conflicting-rows", out.as_posix(), f"{more:,} more points with different results")


def _stop(problems: Problems, *, strict: bool) -> None:
    if problems.count(Severity.ERROR) or (strict and problems.count(Severity.WARNING)):
        raise BuildError(problems)
