"""Fixtures that several test modules share."""

import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings

from tests.folders import Folder
from tests.once import ShippedSite, build_shipped, once

settings.register_profile(
    "steady", deadline=None, derandomize=True, max_examples=50, suppress_health_check=[HealthCheck.too_slow]
)
# For whoever changes how figures are made: pytest --hypothesis-profile=thorough tests/test_ladder.py
settings.register_profile("thorough", settings.get_profile("steady"), max_examples=1000)
settings.load_profile("steady")

_MEMORY, _NEEDED_BYTES = Path("/dev/shm"), 4 * 2**30


def _work_in_memory() -> None:
    """Let tests work in memory where there is room: on some disks it takes milliseconds to remove a folder, and tests
    make and remove tens of thousands."""
    if "TMPDIR" not in os.environ and _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > _NEEDED_BYTES:
        os.environ["TMPDIR"] = str(_MEMORY)
        tempfile.tempdir = None  # asked for before


_work_in_memory()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--renew-goldens", action="store_true", help="write the expected sites anew instead of comparing")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Coverage counts what examples worked by hand reach: in tests that run fifty times it would cost a third more."""
    for item in items:
        if isinstance(item, pytest.Function) and is_hypothesis_test(item.function):
            item.add_marker("no_cover")


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A project folder without rows."""
    return Folder(tmp_path / "project")


@pytest.fixture(scope="session")
def shipped_site(tmp_path_factory: pytest.TempPathFactory) -> ShippedSite:
    """Gives the shipped site for a base URL, built once for all workers of a run; nobody may change it."""

    def give(base_url: str | None) -> Path:
        name = "shipped-" + (base_url or "none").replace("/", "-").replace(":", "")
        return once(tmp_path_factory, name, lambda folder: build_shipped(folder, base_url)) / "public"

    return give
