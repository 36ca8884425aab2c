"""Fixtures that several test modules share."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.folders import Folder

settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--renew-goldens", action="store_true", help="write the expected sites anew instead of comparing")


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A project folder without rows."""
    return Folder(tmp_path / "project")
