"""What the names in the data mean: catalog aliases applied, unknown names reported or published as they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from site_builder.dataset.coerce import TextCells
from site_builder.errors import Problems, nearest_hint, quoted
from site_builder.settings.catalogs import Alias, Names, fold

# The columns whose names the catalogs decide, each with the file a missing name belongs into.
CATALOG_OF = {"model": "models.toml", "hardware": "gpus.toml", "framework": "engines.toml", "precision": "engines.toml"}
SPEC_METHOD = "spec_method"
# Looking for the nearest of many names takes time, and nobody reads so many hints.
_MOST_HINTS = 40


@dataclass
class UnknownNames:
    """The names in no catalog that were met so far: (column, folded name) -> spellings with row counts, first file."""

    spellings: dict[tuple[str, str], Counter[str]] = field(default_factory=dict)
    first_file: dict[tuple[str, str], str] = field(default_factory=dict)

    def add(self, column: str, raw: str, rows: int, file: str) -> None:
        """Count a name."""
        key = (column, fold(raw))
        self.spellings.setdefault(key, Counter())[raw] += rows
        self.first_file.setdefault(key, file)

    def add_all(self, others: UnknownNames) -> None:
        """Count all that others met."""
        for key, raws in others.spellings.items():
            self.spellings.setdefault(key, Counter()).update(raws)
            self.first_file.setdefault(key, others.first_file[key])

    def of(self, column: str) -> dict[str, tuple[str, ...]]:
        """The unknown names of a column, each with its spellings in order."""
        return {name: tuple(sorted(raws)) for (of, name), raws in sorted(self.spellings.items()) if of == column}


@dataclass(frozen=True)
class Known:
    """A column's cells under their canonical names, and where an alias says that serving was disaggregated."""

    cells: TextCells
    sets_disagg: np.typing.NDArray[np.bool_] | None


def canonical(cells: TextCells, column: str, names: Names, unknown: UnknownNames, file: str) -> Known:
    """Names of one file's column as the catalogs call them; unknown ones keep their folded form and are counted."""
    known = spellings_of(names, column)
    counts = np.bincount(cells.codes, minlength=len(cells.words)).tolist()
    aliases = []
    for raw, rows in zip(cells.words, counts, strict=True):
        alias = known.get(fold(raw))
        if alias is None and rows:
            unknown.add(column, raw, rows, file)
        aliases.append(alias or Alias(fold(raw)))
    disagg = (
        np.array([alias.sets_disagg for alias in aliases])[cells.codes] if any(a.sets_disagg for a in aliases) else None
    )
    return Known(TextCells(cells.codes, tuple(alias.key for alias in aliases)), disagg)


def spellings_of(names: Names, column: str) -> Mapping[str, Alias]:
    """Every known spelling of the names that stand in a column."""
    return {
        "model": names.models,
        "hardware": names.gpus,
        "framework": names.engines,
        "precision": names.precisions,
        SPEC_METHOD: names.spec_methods,
    }[column]


def report_unknown(unknown: UnknownNames, names: Names, problems: Problems, *, allow: bool) -> None:
    """An error for each name in no catalog, a warning when they are allowed or for a speculative-decoding method."""
    for number, ((column, name), raws) in enumerate(sorted(unknown.spellings.items())):
        if not name:
            continue  # an empty cell is reported where the rows are read
        rows = sum(raws.values())
        shown = " and ".join(quoted(raw) for raw in sorted(raws))
        place = f"{unknown.first_file[column, name]} column {column}"
        count = f"{rows:,} row{'s' if rows != 1 else ''}"
        catalog = CATALOG_OF.get(column, "engines.toml")
        message = f"{shown} ({count}) is in no catalog, expected a name of {catalog}"
        hint = nearest_hint(name, spellings_of(names, column)) if number < _MOST_HINTS else ""
        if column == SPEC_METHOD or allow:
            problems.warning("unknown-name", place, f"{message}; published under its own name", hint)
        else:
            new = f"list it in {catalog}"
            other = f"{new}; --allow-unknown publishes it under its own name"
            problems.error("unknown-name", place, message, f"{hint} if it is new, {new}" if hint else other)
