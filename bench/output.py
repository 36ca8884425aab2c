"""Looks at a built site: how much there is, and its bytes in one file for the floor."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from site_builder.dataset.columns import COLUMNS

MB = 1e6


@dataclass(frozen=True)
class Output:
    """How many pages a site has, and how large it is."""

    pages: int
    total_mb: float
    html_mb: float


def look_at(public: Path) -> Output:
    """Count the pages and bytes of a built site."""
    sizes = [(path.suffix == ".html", path.stat().st_size) for path in public.rglob("*") if path.is_file()]
    html = [size for is_html, size in sizes if is_html]
    return Output(len(html), sum(size for _, size in sizes) / MB, sum(html) / MB)


def keep_for_floor(public: Path, folder: Path) -> None:
    """Keep all bytes of a site, and the columns that a build reads, for bench.floor."""
    folder.mkdir()
    files = []
    with (folder / "bytes").open("wb") as target:
        for path in sorted(public.rglob("*")):
            if path.is_file():
                files.append((path.relative_to(public).as_posix(), target.write(path.read_bytes())))
    columns = [name for column in COLUMNS for name in (column.name, column.instead) if name]
    (folder / "list.json").write_text(json.dumps({"columns": columns, "files": files}), encoding="utf-8")
