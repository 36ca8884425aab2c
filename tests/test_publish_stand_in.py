"""While files are replaced, the whole new site stands in for the folder; what is of others lives on through that."""

import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from site_builder.output import stand_in
from site_builder.output.tree import look_through
from tests.faults import Disk, dying, names_of_changes, run_and_die
from tests.folders import tree
from tests.publishing import AFTER, BEFORE, SITE, one_by_one, put
from tests.running import run_in_mounts, snapshot, stray

BEHIND = Path(".public.staging/site")  # where the output folder itself is while the stand-in is in its place


@pytest.fixture
def out(tmp_path, monkeypatch):
    """The output folder public/ of a working folder, with a site and somebody's file in it."""
    monkeypatch.chdir(tmp_path)
    put(Path("public"), BEFORE)
    Path("public/CNAME").write_bytes(b"example.org")
    return Path("public")


def meanwhile(monkeypatch, act: Callable[[], None]) -> None:
    """Let something happen once, when the stand-in is in place and the first file is replaced behind it."""
    real = os.replace

    def replace(source, target, **more):
        monkeypatch.setattr(os, "replace", real)
        act()
        real(source, target, **more)

    monkeypatch.setattr(os, "replace", replace)


def site_in(folder: Path) -> dict[str, bytes]:
    return {name: content for name, content in tree(folder).items() if name not in ("build.json", "CNAME")}


def test_readers_see_the_old_site_or_the_new_one(out, monkeypatch):
    """At every file that is moved; while whoever holds the folder itself sees file after file come."""
    seen, behind = [], []
    real = os.replace

    def replace(source, target, **more):
        real(source, target, **more)
        seen.append(site_in(out))
        behind.append(site_in(BEHIND))

    monkeypatch.setattr(os, "replace", replace)
    put(out, AFTER)
    assert len(seen) == 7
    assert all(site == AFTER for site in seen)
    assert all(site not in (BEFORE, AFTER) for site in behind[1:4])
    assert site_in(out) == AFTER


def test_the_folder_stays_the_one_it_was(out):
    """A server or shell in it, or a mount of it, sees the new site; nothing of it was another folder."""
    inodes = {name: (out / name).stat().st_ino for name in (".", "run", "run/same/index.html", "CNAME")}
    handle = os.open(out, os.O_RDONLY)
    try:
        put(out, AFTER)
        with open(
            "index.html", opener=lambda path, flags: os.open(path, flags, dir_fd=handle), encoding="ascii"
        ) as page:
            assert page.read() == "every"
    finally:
        os.close(handle)
    assert {name: (out / name).stat().st_ino for name in inodes} == inodes
    assert (out / "CNAME").stat().st_nlink == 1


def test_a_page_that_is_being_read_is_read_to_its_end(out):
    """The old one, as it was opened."""
    with (out / "index.html").open("rb") as page:
        put(out, AFTER)
        assert page.read() == BEFORE["index.html"]


def test_a_log_that_is_written_meanwhile_loses_no_line(out, monkeypatch):
    """Whether it was opened before, or by its name while the stand-in was in place."""
    with (out / "CNAME").open("ab", buffering=0) as log:

        def write():
            log.write(b" one")
            with (out / "CNAME").open("ab") as same:
                same.write(b" two")

        meanwhile(monkeypatch, write)
        put(out, AFTER)
        log.write(b" three")
    assert (out / "CNAME").read_bytes() == b"example.org one two three"


def test_what_others_add_and_replace_meanwhile_stays(out, monkeypatch):
    """By the path of the folder, which leads into the stand-in, and in the folder itself."""

    def act():
        (out / "new").mkdir()
        (out / "new/a.txt").write_bytes(b"a")
        (out / "empty").mkdir()
        (BEHIND / "b.txt").write_bytes(b"b")
        Path("saved").write_bytes(b"example.com")
        Path("saved").rename(out / "CNAME")

    meanwhile(monkeypatch, act)
    put(out, AFTER)
    assert (out / "new/a.txt").read_bytes() == b"a"
    assert (out / "empty").is_dir()
    assert (out / "b.txt").read_bytes() == b"b"
    assert (out / "CNAME").read_bytes() == b"example.com"
    assert site_in(out).keys() == {*AFTER, "new/a.txt", "b.txt"}
    assert not stray(Path(), ["public"])


def test_of_two_that_were_replaced_meanwhile_the_newer_stays(out, monkeypatch):
    def act():
        for place, content, time in ((out, b"path", 1), (BEHIND, b"folder", 2)):
            Path("saved").write_bytes(content)
            os.utime("saved", (time, time))
            Path("saved").rename(place / "CNAME")

    meanwhile(monkeypatch, act)
    put(out, AFTER)
    assert (out / "CNAME").read_bytes() == b"folder"


def test_a_file_that_goes_while_the_stand_in_is_made_is_let_go(out, monkeypatch):
    def look(folder):
        found = look_through(folder)
        (out / "CNAME").unlink(missing_ok=True)
        return found

    monkeypatch.setattr(stand_in, "look_through", look)
    put(out, AFTER)
    assert site_in(out) == AFTER
    assert not (out / "CNAME").exists()


def test_what_came_into_a_killed_build_is_brought_home_by_the_next(out):
    """The stand-in is the output folder then, and what was written into the old one lies beside it."""

    def build():
        put(out, AFTER)

    at = names_of_changes(build).index("exchange") + 3
    put(out, BEFORE)
    assert run_and_die(build, Disk(at, dying, cleaning=True))
    assert site_in(out) == AFTER
    (BEHIND / "late.txt").write_bytes(b"late")
    (BEHIND / "photos").mkdir()
    (out / "CNAME").unlink()  # which its owner does not want any more
    put(out, AFTER)
    assert (out / "late.txt").read_bytes() == b"late"
    assert (out / "photos").is_dir()
    assert not (out / "CNAME").exists()
    assert not stray(Path(), ["public"])


def test_what_cannot_be_brought_home_stays_where_it_is(out, monkeypatch):
    """Nothing of somebody else's is removed; the next build tries again."""

    def act():
        (out / "late.txt").write_bytes(b"late")

    def carry(*args):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(stand_in, "_carry", carry)
        meanwhile(patch, act)
        put(out, AFTER)
    assert not (out / "late.txt").exists()
    put(out, AFTER)
    assert (out / "late.txt").read_bytes() == b"late"
    assert not stray(Path(), ["public"])


def test_rights_of_folders_stay_while_the_stand_in_is_there(out, monkeypatch):
    """Those of the folder and of folders in it, so that who may read the site may do so all the time."""
    (out / "photos").mkdir(mode=0o750)
    (out / "run").chmod(0o711)
    out.chmod(0o2751)
    seen: list[int] = []
    meanwhile(monkeypatch, lambda: seen.extend(stat.S_IMODE((out / n).stat().st_mode) for n in ("photos", "run", ".")))
    put(out, AFTER)
    assert seen == [0o750, 0o711, 0o2751]


def test_the_time_of_what_has_not_changed_stays(out):
    """For hosts that copy by time: also through the stand-in."""
    for path in (out / "run/same/index.html", out / "CNAME"):
        os.utime(path, ns=(1, 1))
    put(out, AFTER)
    assert {path.stat().st_mtime_ns for path in (out / "run/same/index.html", out / "CNAME")} == {1}


def note(why: str) -> list[str]:
    expected = "expected a folder that can be exchanged as a whole; its files are replaced one by one"
    return [f"public: note: {why}, {expected} [one-by-one]"]


def test_a_system_that_exchanges_no_folders_is_told(out, monkeypatch):
    """Once, and only when there is something to publish."""
    one_by_one(monkeypatch)
    notes: list[str] = []
    put(out, AFTER, notes=notes)
    assert notes == note("it cannot be exchanged (Invalid argument)")
    assert site_in(out) == AFTER
    assert not stray(Path(), ["public"])
    notes.clear()
    put(out, AFTER, notes=notes)
    assert notes == []


@pytest.mark.parametrize(
    ("number", "reason"), [(1, "Operation not permitted"), (18, "Invalid cross-device link"), (31, "Too many links")]
)
def test_a_file_that_can_have_no_second_name_is_told(out, monkeypatch, number, reason):
    """Such as somebody else's, where the system protects those. A copy of it would be another file."""
    real = os.link

    def link(source, target, **more):
        if Path(source).name == "CNAME":
            raise OSError(number, os.strerror(number), source)
        real(source, target, **more)

    monkeypatch.setattr(os, "link", link)
    notes: list[str] = []
    put(out, AFTER, notes=notes)
    assert notes == note(f"CNAME in it cannot have a second name ({reason})")
    assert site_in(out) == AFTER


def test_own_files_are_copied_where_there_are_no_second_names(tmp_path, monkeypatch):
    """With their times; whoever reads the stand-in sees the same."""
    monkeypatch.chdir(tmp_path)
    out = Path("public")
    notes: list[str] = []
    put(out)
    os.utime(out / "run/a/index.html", ns=(1, 1))

    def link(*args, **more):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", link)
    seen = []
    meanwhile(monkeypatch, lambda: seen.append((out / "run/a/index.html").stat().st_mtime_ns))
    put(out, SITE | {"index.html": b"new"}, notes=notes)
    assert (notes, seen) == ([], [1])
    assert site_in(out) == SITE | {"index.html": b"new"}


def test_a_folder_of_ours_that_is_a_link_inside_is_told(out):
    """A page that lies behind a link of somebody's cannot be in two places."""
    (out / "run").rename(out / "pages")
    (out / "run").symlink_to("pages")
    notes: list[str] = []
    put(out, BEFORE | {"index.html": b"new"}, notes=notes)
    assert notes == note("run in it is a link")
    assert (out / "index.html").read_bytes() == b"new"


def test_a_folder_that_cannot_be_looked_into_is_told(out, monkeypatch):
    def look(folder):
        raise PermissionError(13, "Permission denied", str(folder))

    monkeypatch.setattr(stand_in, "look_through", look)
    notes: list[str] = []
    put(out, AFTER, notes=notes)
    assert notes == note("a folder in it cannot be looked into (Permission denied)")


# put() of tests.publishing, for a process of its own that starts quickly.
PUT = """
from pathlib import Path
from site_builder.errors import BuildError, Problems
from site_builder.output.publish import Origin, publish
from site_builder.output.staging import open_output
problems, after = Problems(), AFTER
try:
    with open_output(Path("public"), problems) as staging:
        made = {name: staging.add(name, content) for name, content in after.items()}
        publish(made, staging, Origin({}, "1.0"), problems)
except BuildError:
    pass
print(*problems, sep="\\n")
""".replace("AFTER", repr(AFTER))


@pytest.mark.parametrize(
    ("mounts", "why"),
    [
        ("mkdir public/photos; mount -t tmpfs none public/photos", "a folder in it is a mount point"),
        ("mkdir public/photos; mount --bind public/run public/photos", "a folder in it is a mount point"),
        ("mount --bind public public", "what lies beside it is another disk or cannot be written"),
    ],
)
def test_mounts_are_told(out, mounts, why):
    """Files have no second name in another mount, not even of the same disk."""
    done = run_in_mounts(f'{mounts}; "$@"', sys.executable, "-c", PUT, cwd=Path())
    assert (done.stdout.splitlines(), done.stderr) == (note(why), "")
    assert {name: content for name, content in site_in(out).items() if not name.startswith("photos/")} == AFTER
    assert not stray(Path(), ["public"])


def test_a_mount_in_place_of_a_folder_of_ours_is_an_error(out):
    """Finished files cannot be moved into it; nothing is changed."""
    done = run_in_mounts('mount --bind public/run public/run; "$@"', sys.executable, "-c", PUT, cwd=Path())
    end = "error: Invalid cross-device link, expected to be able to write; nothing was changed [cannot-write]\n"
    assert done.stdout.endswith(end), done.stderr
    assert site_in(out) == BEFORE
    assert not stray(Path(), ["public"])


def test_some_pages_of_a_large_site_keep_the_others(out):
    """--only writes through the stand-in as well, in which all other files are."""
    before = snapshot(out)
    put(out, {"index.html": b"new"}, keep_others=True)
    after = snapshot(out)
    assert {name for name in after if after[name] != before[name]} == {"index.html", "build.json"}
    assert before.keys() == after.keys()
