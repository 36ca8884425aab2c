"""One build at a time writes into a folder; a lock never outlives the build that held it."""

import fcntl
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from site_builder.errors import BuildError, Problems
from site_builder.output import locking
from site_builder.output.locking import locked
from tests.publishing import AFTER, BEFORE, put, refused
from tests.running import environment, snapshot

HOLD = """
import fcntl, os, sys
handle = os.open("public", os.O_RDONLY)
fcntl.flock(handle, fcntl.LOCK_EX)
print("held", flush=True)
sys.stdin.read()
"""
BUILD = """
import sys
from tests.publishing import AFTER, BEFORE, put
from pathlib import Path
from site_builder.errors import BuildError
site = {"before": BEFORE, "after": AFTER}[sys.argv[1]]
for _ in range(10):
    try:
        put(Path("public"), site)
    except BuildError as stop:
        assert [problem.rule for problem in stop.problems] == ["in-use"], stop
"""


@pytest.fixture
def out(tmp_path, monkeypatch):
    """The output folder public/ of a working folder, with a site."""
    monkeypatch.chdir(tmp_path)
    put(Path("public"), BEFORE)
    return Path("public")


def holder() -> subprocess.Popen[str]:
    """A process that holds the lock of public/ until its standard input is closed."""
    child = subprocess.Popen([sys.executable, "-c", HOLD], stdin=-1, stdout=-1, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "held\n"
    return child


def in_use() -> str:
    return "public: error: another build is writing here, expected to be the only one [in-use]"


def test_a_build_that_goes_on_is_not_disturbed(out, monkeypatch):
    """A second one waits for a moment, then says so and changes nothing."""
    monkeypatch.setattr(locking, "_PATIENCE_SECONDS", 0.1)
    with holder() as other:
        assert refused(out, AFTER) == [in_use()]
        other.communicate()
    put(out, AFTER)


def test_a_build_that_is_about_to_end_is_waited_for(out):
    """As long as it takes to put files in place."""
    with holder() as other:
        assert other.stdin is not None
        threading.Timer(0.2, other.stdin.close).start()
        put(out, AFTER)
    assert (out / "index.html").read_bytes() == b"every"


def test_the_lock_of_a_dead_build_is_none(out):
    """Killed, with no time to clean up."""
    with holder() as other:
        other.send_signal(signal.SIGKILL)
        other.communicate()
        put(out, AFTER)
    assert (out / "index.html").read_bytes() == b"every"


def test_two_builds_at_once_never_mix_their_sites(out):
    """Each finds the folder free or refuses; the end is one site or the other, and nothing is left over."""
    sites = []
    for site in (BEFORE, AFTER):
        put(out, site)
        sites.append(snapshot(out))
    command = [sys.executable, "-c", BUILD]
    children = [subprocess.Popen([*command, name], env=environment(), stderr=-1) for name in ("before", "after")]
    assert [(child.communicate()[1], child.returncode) for child in children] == [(b"", 0), (b"", 0)]
    assert snapshot(out) in sites
    assert [path.name for path in Path().iterdir()] == ["public"]


def test_a_folder_that_was_put_out_of_the_way_is_not_locked_for_it(out, monkeypatch):
    """Whoever waits at a stand-in gets the folder that is there afterwards."""
    take = locking._take
    waited: list[int] = []

    def late(handle: int) -> bool:
        if not waited:
            waited.append(os.fstat(handle).st_ino)
            out.rename("old")
            out.mkdir()
        return take(handle)

    monkeypatch.setattr(locking, "_take", late)
    with locked(out, Problems()):
        handle = os.open(out, os.O_RDONLY)
        with pytest.raises(BlockingIOError):
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.close(handle)
    assert waited != [out.stat().st_ino]


def test_a_folder_that_a_failed_first_build_takes_away_is_made_again(tmp_path, monkeypatch):
    """While a second one was about to lock it."""
    monkeypatch.chdir(tmp_path)
    real = os.open
    gone: list[Path] = []

    def late(path, *args, **more):
        if path == Path("public") and not gone:
            gone.append(path)
            path.rmdir()
        return real(path, *args, **more)

    monkeypatch.setattr(os, "open", late)
    put(Path("public"))
    assert gone
    assert Path("public/index.html").is_file()


def test_a_folder_that_can_never_be_made_is_told(tmp_path, monkeypatch):
    """A link that leads nowhere is in the way."""
    monkeypatch.chdir(tmp_path)
    Path("public").symlink_to("nowhere/deep")
    with pytest.raises(BuildError) as stop:
        put(Path("public"))
    assert [problem.rule for problem in stop.value.problems] == ["cannot-write"]
