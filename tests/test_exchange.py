"""Two folders change places in one step, or the system says that it cannot."""

import ctypes
import os
import sys
from pathlib import Path

import pytest

from site_builder.output.exchange import exchange

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux exchanges folders")


class OldLibrary:
    """A C library that has no renameat2, but can make any system call."""

    def __init__(self, *args, **more):
        self.syscall = ctypes.PyDLL(None, use_errno=True).syscall


@pytest.fixture
def folders(tmp_path):
    """Two folders with a file each."""
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text(name)
    return tmp_path / "one", tmp_path / "other"


def contents(folders: tuple[Path, Path]) -> list[str]:
    return [(folder / "file").read_text() for folder in folders]


def test_two_folders_change_places(folders):
    inodes = [folder.stat().st_ino for folder in folders]
    exchange(*folders)
    assert contents(folders) == ["other", "one"]
    assert [folder.stat().st_ino for folder in reversed(folders)] == inodes


def test_an_old_library_is_no_hindrance(folders, monkeypatch):
    """The system call has a number, too."""
    monkeypatch.setattr(ctypes, "CDLL", OldLibrary)
    exchange(*folders)
    assert contents(folders) == ["other", "one"]
    (folders[1] / "file").unlink()
    folders[1].rmdir()
    with pytest.raises(FileNotFoundError):
        exchange(*folders)


def test_what_cannot_be_done_changes_nothing(folders):
    """A place that is not there; a folder into itself."""
    with pytest.raises(FileNotFoundError) as stop:
        exchange(folders[0], folders[0].parent / "nothing")
    assert stop.value.filename == os.fspath(folders[0])
    (folders[0] / "inner").mkdir()
    with pytest.raises(OSError, match="Invalid argument"):
        exchange(folders[0], folders[0] / "inner")
    assert contents(folders) == ["one", "other"]


def test_a_machine_without_a_known_number_cannot(folders, monkeypatch):
    monkeypatch.setattr(ctypes, "CDLL", OldLibrary)
    monkeypatch.setattr(os, "uname", lambda: os.uname_result(("Linux", "host", "6", "#1", "pdp11")))
    with pytest.raises(OSError, match="Function not implemented"):
        exchange(*folders)


def test_another_system_cannot(folders, monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(OSError, match="Function not implemented"):
        exchange(*folders)
