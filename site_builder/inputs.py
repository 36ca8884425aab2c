"""What a site is made from: every file that a build reads, with its hash, for build.json."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from site_builder.dataset.parquet import find_files
from site_builder.dataset.read import BENCHMARKS
from site_builder.errors import Problems
from site_builder.places import Place, first_line, hash_file, hint_of, list_files, name_in, way_to
from site_builder.settings.read import CATALOGS


def hash_inputs(data: Place, templates: Path, problems: Problems) -> dict[str, str]:
    """Name -> SHA-256 of the catalogs and Parquet files of a data folder (`data/site.toml`) and of all files of the
    templates folder but hidden ones (`templates/run.html`), whatever the folders are called and wherever they lie.

    Raises BuildError when one cannot be read.
    """
    read = [*(data / name for name in CATALOGS), *find_files(data / BENCHMARKS, problems)]
    named = [*_named("data", data, read), *_named("templates", templates, _seen(templates, problems))]
    hashes = {}
    for name, place in named:
        try:
            hashes[name] = hash_file(place)
        except OSError as fault:
            message = f"cannot be read ({first_line(fault)}), expected a readable file"
            problems.error("unreadable-file", place.as_posix(), message, hint_of(fault))
    problems.stop_on_errors()
    return hashes


def _named(folder_name: str, folder: Place, files: Iterable[Place]) -> Iterator[tuple[str, Place]]:
    for file in files:
        yield f"{folder_name}/{name_in(file, folder)}", file


def _seen(folder: Path, problems: Problems) -> Iterator[Place]:
    """The files of a folder that are not hidden, as those are that editors and systems leave in it."""
    for file in list_files(folder, problems):
        if not any(part.startswith(".") for part in way_to(file, folder).parts):
            yield file
