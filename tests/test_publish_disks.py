"""Publishing on real disks, beside real builds, and with real signals."""

import fcntl
import os
import signal
import sys

import pytest

from site_builder.errors import BuildError
from tests.folders import points, tree
from tests.running import run_build, run_in_mounts, snapshot, stopped_build, stray

BUILD = (sys.executable, "-m", "site_builder")
ROWS = points((20, 4000), (50, 2500), (100, 1000))

# Copies what a mounted folder holds to where it can be seen after the mount is gone, and ends as the build ended.
SHOW = """
code=0; "$@" || code=$?
cp -a public/. ../after
exit $code
"""


@pytest.fixture
def built(folder):
    """A project with rows whose site is built, in which the next build would add, change and remove pages."""
    folder.rows(ROWS)
    folder.rows(points((20, 4000), (50, 2500), hardware="b200"), "b.parquet")
    folder.build()
    (folder.public / "CNAME").write_bytes(b"example.org")
    folder.rows(points((20, 4000), (50, 2500), hardware="h200"), "b.parquet")
    folder.edit("data/site.toml", 'name = "Inference report"', 'name = "Another name"')
    return folder


def seen(folder):
    """Where SHOW puts what the output folder held."""
    after = folder.root.parent / "after"
    after.mkdir()
    return after


def test_a_full_disk_leaves_the_site_as_it_was(built):
    """No room for the new site: exit 1, the system's reason with a place, and the old site byte for byte."""
    (built.templates / "assets/photo.png").write_bytes(os.urandom(2_000_000))
    before, after = snapshot(built.public), seen(built)
    script = f"""
    mkdir ../disk; mount -t tmpfs -o size=1500k none ../disk
    cp -a public ../disk; rm -r public; ln -s ../disk/public public
    {SHOW.replace("exit", "ls -A ../disk > ../left; exit")}"""
    done = run_in_mounts(script, *BUILD, cwd=built.root)
    assert done.returncode == 1, done.stderr
    assert (
        "error: No space left on device, expected to be able to write; nothing was changed [cannot-write]\n"
        in done.stderr
    )
    assert done.stderr.endswith("Not built: 1 error. The output folder is as it was.\n")
    assert snapshot(after) == before
    assert (built.root.parent / "left").read_text() == "public\n"


def test_an_output_that_is_a_disk_of_its_own_is_built_into(built):
    """public/ is a mount point, so nothing beside it is on its disk: it is built, and holds the site alone."""
    after = seen(built)
    script = f"rm -r public; mkdir public; mount -t tmpfs none public; {SHOW}"
    done = run_in_mounts(script, *BUILD, cwd=built.root)
    assert done.returncode == 0, done.stderr
    built.build()
    assert tree(after) == {name: content for name, content in tree(built.public).items() if name != "CNAME"}
    assert not stray(built.root, ["data", "templates", "public"])


def test_an_output_mounted_from_the_same_disk_is_built_into(built):
    """public/ is a folder of the same disk mounted there, as containers do: files cannot be moved across, but built."""
    after = seen(built)
    script = f"mount --bind public public; {SHOW}"
    done = run_in_mounts(script, *BUILD, cwd=built.root)
    assert done.returncode == 0, done.stderr
    built.build()
    assert tree(after) == tree(built.public)
    assert not stray(built.root, ["data", "templates", "public"])


def test_an_output_whose_surroundings_are_read_only_is_built_into(built):
    """Only public/ may be written: that is enough."""
    after = seen(built)
    script = f"""
    mount -t tmpfs none /mnt; cp -a . /mnt; mkdir -p /mnt/public; cd /mnt
    mount --bind public public; mount -o remount,bind,ro . || exit 77
    {SHOW.replace("../after", str(after))}"""
    done = run_in_mounts(f"{script}", *BUILD, cwd=built.root)
    if done.returncode == 77:
        pytest.skip("this machine does not let a test mount a folder as read-only")
    assert done.returncode == 0, done.stderr
    built.build()
    assert tree(after) == tree(built.public)


def test_a_read_only_output_is_an_error(built):
    """public/ may not be written: exit 1, the system's reason, and nothing is changed."""
    before, after = snapshot(built.public), seen(built)
    script = f"mount --bind public public; mount -o remount,bind,ro public || exit 77; {SHOW}"
    done = run_in_mounts(script, *BUILD, cwd=built.root)
    if done.returncode == 77:
        pytest.skip("this machine does not let a test mount a folder as read-only")
    assert done.returncode == 1
    assert "error: Read-only file system, expected to be able to write; nothing was changed [cannot-write]\n" in (
        done.stderr
    )
    assert snapshot(after) == before


def test_a_second_build_into_the_same_folder_waits_for_nobody(built):
    """While another build writes, a build stops with an error, changes nothing, and leaves the other one alone."""
    first = stopped_build("index.html", cwd=built.root)
    half = snapshot(built.public)
    second = run_build(cwd=built.root)
    assert second.returncode == 1
    assert (
        "public: error: another build is writing here, expected to be the only one [in-use]\n"
        "Not built: 1 error. The output folder is as it was.\n"
    ) in second.stderr
    assert snapshot(built.public) == half
    assert "Built " in first.communicate()[0]
    assert first.returncode == 0
    assert built.build().published.written == 0


def test_a_lock_that_is_held_refuses_a_build_from_python_too(built):
    """The lock is one of the system, on the folder itself; it goes with the process that holds it."""
    before = snapshot(built.public)
    handle = os.open(built.public, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        with pytest.raises(BuildError) as stop:
            built.build()
    finally:
        os.close(handle)
    assert [problem.rule for problem in stop.value.problems if problem.severity == "error"] == ["in-use"]
    assert snapshot(built.public) == before
    built.build()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "Ctrl-C"])
@pytest.mark.parametrize("place", ["build.json", ".css", "h200/index.html", "h200/data.json", "site/index.html"])
def test_an_interrupted_build_leaves_the_site_as_it_was(built, number, place):
    """A signal while files are put in place: exit 130, one line that says so, and the old site byte for byte."""
    (built.templates / "assets/site.css").write_bytes(b"body {}")
    before = snapshot(built.public)
    child = stopped_build(place, cwd=built.root)
    assert snapshot(built.public) != before
    child.send_signal(number)
    stdout, stderr = child.communicate()
    assert (child.returncode, stdout) == (130, "")
    assert stderr == "Interrupted; the output folder is as it was.\n"
    assert snapshot(built.public) == before
    assert not stray(built.root, ["data", "templates", "public"])


def test_an_interrupted_first_build_leaves_no_folder(folder):
    """A signal in a build into a folder that was not there: it is not there afterwards."""
    folder.rows(ROWS)
    child = stopped_build("404.html", cwd=folder.root)
    child.send_signal(signal.SIGTERM)
    child.communicate()
    assert child.returncode == 130
    assert not stray(folder.root, ["data", "templates"])


@pytest.mark.parametrize("place", ["build.json", ".css", "h200/index.html", "h200/data.json", "site/index.html"])
def test_after_a_killed_build_the_next_one_sets_all_right(built, place):
    """A build that nothing could undo, as when the power fails: the next build knows all files, and is whole."""
    (built.templates / "assets/site.css").write_bytes(b"body {}")
    child = stopped_build(place, cwd=built.root)
    child.kill()
    child.communicate()
    built.build()
    found = snapshot(built.public)
    assert found.pop("CNAME") == b"example.org"
    (built.public / "CNAME").unlink()
    for path in sorted(built.public.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    built.build()
    assert found == snapshot(built.public)
    assert not stray(built.root, ["data", "templates", "public"])
