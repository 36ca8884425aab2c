"""Fixtures that several test modules share."""

import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.folders import Folder

settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
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


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A project folder without rows."""
    return Folder(tmp_path / "project")
