"""Whatever goes wrong while a site is put into its folder, the folder is as it was before."""

import errno
import os
import shutil
import signal
from pathlib import Path

import pytest

from site_builder.errors import BuildError
from tests.faults import Disk, every_change, failing, faulty, interrupting
from tests.publishing import AFTER, BEFORE, put
from tests.running import snapshot, stray

SCENES = ["missing", "empty", "built", "kept"]


@pytest.fixture
def out(tmp_path, monkeypatch):
    """The output folder public/, not made yet, of an empty working folder."""
    monkeypatch.chdir(tmp_path)
    return Path("public")


def prepare(out: Path, scene: str) -> None:
    """The folder of a scene: not there, there with what keeps it in git, or with an earlier site and a foreign file."""
    shutil.rmtree(out, ignore_errors=True)
    if scene == "empty":
        out.mkdir()
        (out / ".gitkeep").write_bytes(b"")
    elif scene != "missing":
        put(out, BEFORE)
        (out / "CNAME").write_bytes(b"example.org")


def finished(out: Path, scene: str) -> dict[str, object]:
    """What the folder of a scene holds after a build in which nothing goes wrong."""
    prepare(out, scene)
    put(out, AFTER, keep_others=scene == "kept")
    return snapshot(out)


def files_in(found: dict[str, object]) -> dict[str, object]:
    """What a folder holds, folders aside."""
    return {name: content for name, content in found.items() if content is not None}


@pytest.mark.parametrize("number", [errno.EACCES, errno.ENOSPC])
@pytest.mark.parametrize("scene", SCENES)
def test_a_change_that_fails_is_undone_with_all_before_it(out, scene, number):
    """Each change to the disk fails in turn: an error says so, and the folder and its surroundings are as before.

    A build may do without a change, such as removing an emptied folder; then its files are all there.
    """
    whole = files_in(finished(out, scene))
    reported = []

    def act(disk: Disk) -> None:
        prepare(out, scene)
        before, exists = snapshot(out), out.exists()
        try:
            with faulty(disk):
                put(out, AFTER, keep_others=scene == "kept")
            assert files_in(snapshot(out)) == whole, f"change {disk.at}"
        except BuildError as stop:
            found = [(problem.rule, os.strerror(number) in problem.message) for problem in stop.problems]
            reported.append(found == [("cannot-write", True)])
            assert (snapshot(out), out.exists()) == (before, exists), f"change {disk.at}"
        assert not stray(Path(), ["public"]), f"change {disk.at}"

    assert every_change(act, failing(number)) > 10
    assert len(reported) > 10
    assert all(reported)


@pytest.mark.parametrize("scene", SCENES)
def test_undoing_needs_no_room(out, scene):
    """From some change on nothing new can be made, as on a full disk: the folder is as it was all the same."""

    def act(disk: Disk) -> None:
        prepare(out, scene)
        before = snapshot(out)
        try:
            with faulty(disk):
                put(out, AFTER, keep_others=scene == "kept")
        except BuildError:
            assert snapshot(out) == before, f"change {disk.at}"

    assert every_change(act, failing(errno.ENOSPC), lasting=True) > 10


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("scene", SCENES)
def test_a_signal_at_any_change_leaves_all_or_nothing(out, scene, number):
    """A signal comes in at each change in turn: a build that ends by it leaves the folder as it was, with no rest."""
    whole = finished(out, scene)

    def act(disk: Disk) -> None:
        prepare(out, scene)
        expected, exists = snapshot(out), out.exists()
        try:
            with faulty(disk):
                put(out, AFTER, keep_others=scene == "kept")
            expected, exists = whole, True
        except KeyboardInterrupt:
            pass
        assert (snapshot(out), out.exists()) == (expected, exists), f"change {disk.at}"
        assert not stray(Path(), ["public"]), f"change {disk.at}"

    assert every_change(act, interrupting(number), cleaning=True) > 10


def test_parents_made_for_a_first_build_go_when_it_fails(out):
    """A first build into a/b/public that fails leaves no a behind."""

    def act(disk: Disk) -> None:
        shutil.rmtree("a", ignore_errors=True)
        try:
            with faulty(disk):
                put(Path("a/b/public"), AFTER)
        except BuildError:
            assert not stray(Path(), []), f"change {disk.at}"

    assert every_change(act, failing(errno.EIO)) > 10


def test_a_first_build_that_is_refused_leaves_no_folder(out):
    """A refusal after the folder was made takes the folder away again."""
    with pytest.raises(BuildError):
        put(out, {"../evil.html": b"x"})
    assert not out.exists()


def test_what_is_put_back_is_the_old_file_itself(out):
    """A file that was replaced and put back keeps its time, mode and inode."""
    prepare(out, "built")
    page = out / "index.html"
    page.chmod(0o640)
    os.utime(page, ns=(1, 1))
    before = page.stat()

    def act(disk: Disk) -> None:
        try:
            with faulty(disk):
                put(out, BEFORE | {"index.html": b"new", "run/z/index.html": b"z"})
        except BuildError:
            now = page.stat()
            assert (now.st_ino, now.st_mode, now.st_mtime_ns) == (before.st_ino, before.st_mode, 1)

    assert every_change(act, failing(errno.EIO)) > 5


def test_a_link_that_was_replaced_is_put_back_as_a_link(out):
    """A link in place of a page comes back as the same link when the build fails after replacing it."""
    prepare(out, "built")
    (out / "index.html").unlink()
    (out / "index.html").symlink_to("../elsewhere.html")
    before = snapshot(out)

    def act(disk: Disk) -> None:
        try:
            with faulty(disk):
                put(out, AFTER)
        except BuildError:
            assert snapshot(out) == before

    assert every_change(act, failing(errno.EIO)) > 10


def test_a_place_that_may_not_be_written_is_named(out, monkeypatch):
    """The message names the place and the system's reason, in one line."""
    prepare(out, "built")

    def mkdir(path, mode=0o777, **more):
        raise PermissionError(errno.EACCES, "Permission denied", "public/run")

    monkeypatch.setattr(os, "mkdir", mkdir)
    with pytest.raises(BuildError) as stop:
        put(out, AFTER)
    assert str(stop.value) == (
        "public/run: error: Permission denied, expected to be able to write; nothing was changed [cannot-write]"
    )


def test_a_fault_without_a_place_names_the_output_folder(out, monkeypatch):
    """A write to an open file that fails has no path: then the output folder is the place."""

    def write(self, content):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", write)
    with pytest.raises(BuildError) as stop:
        put(out, AFTER)
    assert str(stop.value) == (
        "public: error: No space left on device, expected to be able to write; nothing was changed [cannot-write]"
    )
    assert not out.exists()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission_is_left_alone(out):
    """A page's folder that may not be written: an error, and the site before stays."""
    prepare(out, "built")
    before = snapshot(out)
    (out / "run").chmod(0o555)
    try:
        with pytest.raises(BuildError) as stop:
            put(out, AFTER)
    finally:
        (out / "run").chmod(0o755)
    assert [problem.rule for problem in stop.value.problems] == ["cannot-write"]
    assert snapshot(out) == before
