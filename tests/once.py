"""What is made once for all workers of a run, and then only read."""

import fcntl
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from site_builder.build import build_site
from tests.folders import PROJECT

ROOT, BELOW = "https://x.org/", "https://x.org/bench/"

# An address that moved, and one that moved twice.
_MOVED = """[redirects]
"/old/kimi/" = "/run/kimi-k26-on-b300/"
"/older/kimi/" = "/old/kimi/"
"""

# Gives the folder of the shipped site, built for a base URL or for none; its data/ lies beside it.
ShippedSite = Callable[[str | None], Path]


def once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder of this name that `make` has filled. The first worker that asks for it makes it, others wait."""
    base = factory.getbasetemp()
    common = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    folder, done = common / name, common / f"{name}.done"
    with (common / f"{name}.lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            make(folder)
            done.touch()
    return folder


def build_shipped(folder: Path, base_url: str | None) -> None:
    """Build the shipped data and templates, with two addresses that moved, into public/ of a folder."""
    shutil.copytree(PROJECT / "data", folder / "data")
    site = folder / "data/site.toml"
    text = site.read_text(encoding="utf-8")
    assert text.count("[redirects]") == 1
    site.write_text(text.replace("[redirects]", _MOVED), encoding="utf-8")
    build_site(folder / "data", PROJECT / "templates", folder / "public", base_url=base_url)
