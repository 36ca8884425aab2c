"""Small data folders for tests: rows as dictionaries, catalogs as the shipped ones with a few words changed."""

import contextlib
import datetime
import json
import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from site_builder.build import Summary, build_site
from site_builder.errors import BuildError, Problem

PROJECT = Path(__file__).resolve().parent.parent
Row = dict[str, Any]

PLAIN: Row = {
    "model": "kimik2.6",
    "hardware": "b300",
    "framework": "vllm",
    "precision": "fp4",
    "spec_method": "none",
    "disagg": False,
    "is_multinode": False,
    "isl": 8192,
    "osl": 1024,
    "conc": 1,
    "date": datetime.date(2026, 9, 1),
    "tput_per_gpu": 1000.0,
    "median_intvty": 50.0,
}


def row(intvty: float = 50.0, tput: float = 1000.0, **columns: Any) -> Row:
    """One plain row at a point (interactivity, throughput), with some columns set."""
    return PLAIN | {"median_intvty": intvty, "tput_per_gpu": tput} | columns


def points(*found: tuple[float, float], **columns: Any) -> list[Row]:
    """Rows of one series at points (interactivity, throughput); concurrencies 1, 2, 3, … in that order."""
    return [row(x, y, **({"conc": conc} | columns)) for conc, (x, y) in enumerate(found, start=1)]


def write_rows(path: Path, rows: Iterable[Row], types: dict[str, pa.DataType] | None = None) -> Path:
    """Write rows as Parquet; every column that any row has, in the order of first use, None where a row lacks it."""
    rows = list(rows)
    names = list(dict.fromkeys(name for each in rows for name in each))
    columns = {name: pa.array([each.get(name) for each in rows], type=(types or {}).get(name)) for name in names}
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.table(columns), path)
    return path


class Folder:
    """A project folder in a test's own place: data/ with the shipped catalogs, the shipped templates/, public/.

    Everything is used with relative paths from inside the folder, as a person would, so that messages are short.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.data = root / "data"
        self.templates = root / "templates"
        self.public = root / "public"
        shutil.copytree(PROJECT / "data", self.data, ignore=shutil.ignore_patterns("*.parquet"))
        shutil.copytree(PROJECT / "templates", self.templates)
        (self.data / "benchmarks").mkdir(exist_ok=True)

    def rows(self, rows: Iterable[Row], file: str = "a.parquet", types: dict[str, pa.DataType] | None = None) -> Path:
        """Write rows into data/benchmarks/."""
        return write_rows(self.data / "benchmarks" / file, rows, types)

    def edit(self, file: str, old: str, new: str) -> int:
        """Replace a text that stands once in a file of the folder; returns the line that it stood on."""
        path = self.root / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
        path.write_text(text.replace(old, new), encoding="utf-8")
        return text[: text.index(old)].count("\n") + 1

    def build(self, **options: Any) -> Summary:
        """Build data/ and templates/ into public/."""
        with working_in(self.root):
            return build_site("data", "templates", "public", **options)

    def problems(self, **options: Any) -> list[Problem]:
        """The problems of a build, whether it failed or not."""
        try:
            return list(self.build(**options).problems)
        except BuildError as stop:
            return list(stop.problems)

    def errors(self, **options: Any) -> list[str]:
        """The errors of a build that must fail, as a person sees them; public/ must be as it was."""
        before = tree(self.public)
        try:
            self.build(**options)
        except BuildError as stop:
            assert tree(self.public) == before
            return [str(problem) for problem in stop.problems if problem.severity == "error"]
        raise AssertionError("the build did not fail")

    def warnings(self, **options: Any) -> list[str]:
        """The warnings of a build, as a person sees them."""
        return [str(problem) for problem in self.problems(**options) if problem.severity == "warning"]

    def notes(self, **options: Any) -> list[str]:
        """The notes of a build, as a person sees them, without the one on the base URL."""
        found = [problem for problem in self.problems(**options) if problem.severity == "note"]
        return [str(problem) for problem in found if problem.rule != "no-base-url"]

    def asset(self, name: str) -> str:
        """The path of an asset of the built site, whose name carries a hash: assets/site.<hash>.css for site.css."""
        stem, _, kind = name.rpartition(".")
        (found,) = (self.public / "assets").glob(f"{stem}.*.{kind}")
        return found.relative_to(self.public).as_posix()

    def page(self, path: str = "") -> str:
        """The text of a built page, such as run/kimi-k26-on-b300/."""
        return (self.public / path / "index.html").read_text(encoding="utf-8")


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder with its bytes; empty when there is no such folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def made_site(folder: Path) -> dict[str, bytes]:
    """Every file of a built site with its bytes, of build.json all but the hashes of what the site was made from."""
    files = tree(folder)
    listed = json.loads(files["build.json"])
    del listed["inputs"]
    return files | {"build.json": json.dumps(listed).encode()}


@contextlib.contextmanager
def working_in(folder: Path) -> Iterator[None]:
    """Run a block with a folder as the working folder."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
