"""Writes a new site into an empty folder: all of it, or nothing."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from site_builder.dataset.write import write_sample
from site_builder.errors import Problems
from site_builder.starter.rows import sample_rows
from site_builder.version import VERSION

_HERE = Path(__file__).parent
# In an installed package templates lie beside this file; in the project they have a folder of their own.
_TEMPLATES = (_HERE / "templates", _HERE.parent.parent / "templates")


def make_site(target: Path, problems: Problems) -> None:
    """Write the starter into a folder that is empty or not there. Raises BuildError, and writes nothing, otherwise."""
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        message = "it is there and not empty, expected a new or an empty folder"
        problems.error("not-empty", target.as_posix(), message, "name another folder")
    problems.stop_on_errors()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent) as name:
            made = Path(name) / "site"
            _fill(made)
            if target.exists():
                target.rmdir()
            made.replace(target)
    except OSError as fault:
        message = f"cannot be written ({fault.strerror}), expected a place that can be"
        problems.error("cannot-write", target.as_posix(), message)
        problems.stop_on_errors()


def _fill(made: Path) -> None:
    site = _HERE / "site"
    shutil.copytree(site / "data", made / "data")
    templates = next(folder for folder in _TEMPLATES if folder.is_dir())
    shutil.copytree(templates, made / "templates", ignore=shutil.ignore_patterns("*~", ".*"))
    shutil.copy(site / "sample.md", made / "templates" / "copy" / "notices" / "sample.md")
    shutil.copy(site / "README.md", made / "README.md")
    shutil.copy(site / "gitignore", made / ".gitignore")
    workflow = made / ".github" / "workflows" / "site.yml"
    workflow.parent.mkdir(parents=True)
    text = (site / "workflow.yml").read_text(encoding="utf-8")
    workflow.write_text(text.replace("{version}", VERSION), encoding="utf-8")
    benchmarks = made / "data" / "benchmarks"
    benchmarks.mkdir()
    write_sample(benchmarks / "sample.parquet", sample_rows())
