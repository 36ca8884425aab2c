"""A project whose site changes from build to build, and somebody's own files in its output folder."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pyarrow.compute as pc
import pyarrow.parquet as pq

SOURCES = Path(__file__).resolve().parent.parent
EDITIONS = ("one", "other")
# Path -> content; None is an empty folder, and a text that begins with an arrow a link.
FOREIGN: Mapping[str, bytes | str | None] = {
    "CNAME": b"example.org\n",
    "run/notes.txt": b"mine",
    "photos/2026/a.png": b"png" * 1000,
    "empty": None,
    "link": "-> /nowhere",
}
_REMOVED_GPU = "mi300x"

Site = Mapping[str, bytes | str]


@dataclass(frozen=True)
class Project:
    """Two editions of data in one folder, `one` and `other`, of which the second lacks pages and changes all others."""

    root: Path

    @property
    def public(self) -> Path:
        """The output folder."""
        return self.root / "public"

    def command(self, edition: str) -> list[str]:
        """The build of an edition, as a person would start it."""
        folders = ("--data", edition, "--templates", "templates", "--jobs", "2", "-q")
        return [sys.executable, "-m", "site_builder", *folders]

    def start_anew(self) -> None:
        """Leave no output folder."""
        shutil.rmtree(self.public, ignore_errors=True)

    def add_foreign(self) -> None:
        """Put somebody's own files into the output folder, those of them that are not there."""
        for name, content in FOREIGN.items():
            path = self.public / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if content is None:
                path.mkdir(exist_ok=True)
            elif isinstance(content, bytes):
                path.write_bytes(content)
            elif not path.is_symlink():
                path.symlink_to(content.removeprefix("-> "))

    def site(self) -> Site:
        """What the output folder holds: the bytes of files, and where links lead."""
        found: dict[str, bytes | str] = {}
        for folder, _, names in os.walk(self.public):
            for name in names:
                path = Path(folder, name)
                place = path.relative_to(self.public).as_posix()
                found[place] = f"-> {path.readlink()}" if path.is_symlink() else path.read_bytes()
        return found

    def beside(self) -> list[str]:
        """What lies beside the folders that belong there."""
        return sorted({path.name for path in self.root.iterdir()} - {*EDITIONS, "templates", "public", ".public.cache"})


def make_project(root: Path) -> Project:
    """Two editions of the shipped data and the shipped templates."""
    shutil.copytree(SOURCES / "templates", root / "templates")
    for edition in EDITIONS:
        shutil.copytree(SOURCES / "data", root / edition)
    site = root / EDITIONS[1] / "site.toml"
    site.write_text(site.read_text(encoding="utf-8").replace('name = "', 'name = "Another ', 1), encoding="utf-8")
    for path in (root / EDITIONS[1] / "benchmarks").rglob("*.parquet"):
        table = pq.read_table(path)
        pq.write_table(table.filter(pc.not_equal(table["hardware"], _REMOVED_GPU)), path)
    return Project(root)
