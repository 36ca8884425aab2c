"""The files of a new site."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from site_builder.dataset.write import sample_parquet
from site_builder.starter.rows import sample_rows
from site_builder.version import VERSION

_HERE = Path(__file__).parent
_SITE = _HERE / "site"
# In an installed package templates lie beside this file; in the project they have a folder of their own.
_TEMPLATES = (_HERE / "templates", _HERE.parent.parent / "templates")
# Where files of the starter go whose names would mean something where they lie now.
_ELSEWHERE = {
    "README.md": "README.md",
    "gitignore": ".gitignore",
    "workflow.yml": ".github/workflows/site.yml",
    "sample.md": "templates/copy/notices/sample.md",
}


def starter_files() -> dict[str, bytes]:
    """Path -> content of every file: catalogs, sample rows, the shipped templates, and what a pipeline needs."""
    templates = next(folder for folder in _TEMPLATES if folder.is_dir())
    files = {f"templates/{name}": content for name, content in _read(templates)}
    files |= {f"data/{name}": content for name, content in _read(_SITE / "data")}
    files |= {path: (_SITE / name).read_bytes() for name, path in _ELSEWHERE.items()}
    workflow = _ELSEWHERE["workflow.yml"]
    files[workflow] = files[workflow].replace(b"{version}", VERSION.encode())
    return files | {"data/benchmarks/sample.parquet": sample_parquet(sample_rows())}


def _read(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Every file of a folder that an editor or system does not keep for itself."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not name.endswith("~") and not any(part.startswith(".") for part in name.split("/")):
            yield name, path.read_bytes()
