"""Parquet files in a test's own place, read without building a site, with values and messages as plain Python."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from site_builder.dataset.columns import BY_NAME, NO_DATE, NO_TIME, NO_WHOLE, Kind
from site_builder.dataset.read import Dataset, read_dataset
from site_builder.errors import BuildError, Problems
from site_builder.settings.read import read_settings
from tests.folders import PROJECT, Row, row, working_in, write_rows

NAMES = read_settings(PROJECT / "data", Problems()).names
_ABSENT = {Kind.FLAG: NO_WHOLE, Kind.WHOLE: NO_WHOLE, Kind.DATE: NO_DATE, Kind.TIME: NO_TIME}


class Store:
    """data/benchmarks/ below a test's own folder; read with short relative paths, as a person would."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / "data" / "benchmarks"
        self.folder.mkdir(parents=True)

    def rows(self, rows: Iterable[Row], file: str = "a.parquet", types: dict[str, pa.DataType] | None = None) -> Path:
        """Write rows as a file."""
        return write_rows(self.folder / file, rows, types)

    def columns(self, size: int, file: str = "a.parquet", **columns: pa.Array) -> Path:
        """Write `size` plain rows with some columns given as Arrow arrays."""
        return write_columns(self.folder / file, size, columns)

    def raw(self, content: bytes, file: str = "a.parquet") -> Path:
        """Write a file that may be anything."""
        path = self.folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return path

    def read(self, *, allow_unknown: bool = False) -> tuple[Dataset | None, list[str]]:
        """The rows, or None when there are errors, and every problem as a person sees it."""
        problems = Problems()
        with working_in(self.root):
            try:
                found = read_dataset(Path("data"), NAMES, problems, allow_unknown=allow_unknown)
            except BuildError:
                return None, [str(problem) for problem in problems]
        return found, [str(problem) for problem in problems]

    def dataset(self) -> Dataset:
        """The rows of files that must read without any remark."""
        found, problems = self.read()
        assert found is not None, problems
        assert problems == []
        return found

    def values(self, column: str) -> list[Any]:
        """The values of one column in the order of files and rows; None or "" where there is none."""
        rows = self.dataset().rows
        if column in rows.words:
            return rows.texts(column)
        values = rows[column]
        if values.dtype == np.float64:
            return [None if np.isnan(value) else value for value in values.tolist()]
        absent = _ABSENT[BY_NAME[column].kind]
        return [None if value == absent else value for value in values.tolist()]

    def faults(self) -> list[str]:
        """The problems of files that must be refused."""
        found, problems = self.read()
        assert found is None, "the files were read"
        return problems


def write_columns(path: Path, size: int, columns: dict[str, pa.Array]) -> Path:
    """Write `size` plain rows as Parquet, with some columns given as Arrow arrays, in the types that they have."""
    plain = {name: pa.array([value] * size) for name, value in row().items()}
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.table(plain | columns), path)
    return path


def copies(count: int, **columns: Any) -> list[Row]:
    """Plain rows that differ in concurrency only: 1, 2, 3, …"""
    return [row(**({"conc": conc} | columns)) for conc in range(1, count + 1)]
