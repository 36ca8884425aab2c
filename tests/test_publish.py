"""Putting a site into its folder: what is written, in which order, what stays and what goes."""

import os
from pathlib import Path

import pytest

from site_builder.output import locking
from site_builder.output.publish import Published
from site_builder.output.staging import Staging
from tests.folders import tree, working_in
from tests.publishing import SITE, one_by_one, put, refused, without
from tests.running import snapshot


@pytest.fixture
def out(tmp_path, monkeypatch):
    """The output folder public/, not made yet, of an empty working folder."""
    monkeypatch.chdir(tmp_path)
    return Path("public")


def written_order(monkeypatch, out: Path) -> list[str]:
    """A list that fills with the names under `out` that come and, with a minus sign, go from now on, where they do so
    one by one."""
    one_by_one(monkeypatch)
    order: list[str] = []
    real = os.replace

    def replace(source, target, **more):
        real(source, target, **more)
        for sign, path in (("-", Path(source)), ("", Path(target))):
            if path.absolute().is_relative_to(out.absolute()):
                order.append(sign + path.absolute().relative_to(out.absolute()).as_posix())

    monkeypatch.setattr(os, "replace", replace)
    return order


def test_a_first_build_makes_the_folder_and_everything_in_it(out):
    """A folder that does not exist is made, with its parents, and holds the files and build.json."""
    deep = Path("a/b/public")
    assert put(deep) == Published(written=4, unchanged=0, removed=0)
    assert {name: content for name, content in tree(deep).items() if name != "build.json"} == SITE
    assert sorted(path.name for path in deep.parent.iterdir()) == ["public"]


def test_a_folder_of_the_harmless_files_is_built_into_and_keeps_them(out):
    """The files that keep an empty folder in git stay as they are."""
    out.mkdir()
    (out / ".gitkeep").write_bytes(b"")
    (out / ".gitignore").write_bytes(b"*\n")
    put(out)
    put(out, without("run/b/index.html"))
    assert (out / ".gitkeep").read_bytes() == b""
    assert (out / ".gitignore").read_bytes() == b"*\n"


def test_what_no_build_made_stays(out):
    """Files, folders and links of other people stay, also inside folders that the builder made."""
    put(out)
    (out / "CNAME").write_bytes(b"example.org")
    (out / "run/b/notes.txt").write_bytes(b"mine")
    (out / "empty").mkdir()
    (out / "link").symlink_to("/nowhere")
    put(out, without("run/a/index.html", "run/b/index.html"))
    assert snapshot(out).keys() == {
        "CNAME", "run", "run/b", "run/b/notes.txt", "empty", "link",
        "assets", "assets/site.css", "index.html", "build.json",
    }  # fmt: skip
    assert (out / "run/b/notes.txt").read_bytes() == b"mine"


def test_pages_that_no_longer_exist_go_with_their_folders(out):
    """A file that an earlier build made and this one did not is removed, then the folders left empty by that."""
    put(out)
    assert put(out, without("run/a/index.html")) == Published(written=0, unchanged=3, removed=1)
    assert not (out / "run/a").exists()
    assert put(out, without("run/a/index.html", "run/b/index.html")).removed == 1
    assert snapshot(out).keys() == {"assets", "assets/site.css", "index.html", "build.json"}


def test_a_page_that_somebody_removed_already_is_no_fault(out):
    """A file of ours that is gone before the plan drops it needs no removal."""
    put(out)
    (out / "run/a/index.html").unlink()
    assert put(out, without("run/a/index.html")).removed == 0


def test_a_page_that_somebody_removed_is_written_again(out):
    """A file of ours that is missing comes back."""
    put(out)
    (out / "run/a/index.html").unlink()
    assert put(out) == Published(written=1, unchanged=3, removed=0)
    assert (out / "run/a/index.html").read_bytes() == b"a"


def test_a_folder_where_a_dropped_page_was_stays(out):
    """Somebody's folder of the name of a file of ours is not ours to remove."""
    put(out)
    (out / "index.html").unlink()
    (out / "index.html").mkdir()
    (out / "index.html/theirs").write_bytes(b"x")
    assert put(out, without("index.html")).removed == 0
    assert (out / "index.html/theirs").read_bytes() == b"x"


def test_an_edited_page_is_set_right(out):
    """A file of ours with another content gets the right one, also when the length is the same."""
    put(out)
    (out / "run/a/index.html").write_bytes(b"z")
    assert put(out).written == 1
    assert (out / "run/a/index.html").read_bytes() == b"a"


def test_unchanged_files_are_not_rewritten(out):
    """What is the same keeps its inode and time; only the changed file is new."""
    put(out)
    for path in out.rglob("*.*"):
        os.utime(path, ns=(1, 1))
    before = {path: path.stat().st_ino for path in out.rglob("*.*")}
    put(out, SITE | {"index.html": b"new"})
    same = {path for path, inode in before.items() if path.stat().st_ino == inode and path.stat().st_mtime_ns == 1}
    assert before.keys() - same == {out / "index.html", out / "build.json"}


def test_a_second_build_changes_nothing(out):
    """The same site again: nothing is written or removed, build.json neither, and no folder is touched."""
    put(out)
    every = [out, *out.rglob("*")]
    for path in every:
        os.utime(path, ns=(1, 1))
    assert put(out) == Published(written=0, unchanged=4, removed=0)
    assert {path.stat().st_mtime_ns for path in every} == {1}


def test_files_come_in_their_order_and_the_list_of_them_last(out, monkeypatch):
    """build.json claims new files first, then files in the order given, then removals, then build.json is settled."""
    put(out)
    changed = {"assets/site.css": b"p {}", "run/b/index.html": b"B", "run/c/index.html": b"c", "index.html": b"every"}
    order = written_order(monkeypatch, out)
    put(out, changed)
    assert order == ["build.json", *changed, "-run/a/index.html", "build.json"]


def test_a_new_file_is_claimed_before_it_is_there(out, monkeypatch):
    """build.json names a new file before the file comes, so that no crash can leave one that looks foreign, and what
    all were made from when all are there."""
    order = written_order(monkeypatch, out)
    put(out)
    assert order == ["build.json", *SITE, "build.json"]


def test_without_new_files_the_list_is_written_once(out, monkeypatch):
    """When no file is new there is nothing to claim."""
    put(out)
    order = written_order(monkeypatch, out)
    put(out, without("run/a/index.html"))
    assert order == ["-run/a/index.html", "build.json"]


def test_other_pages_can_be_kept(out):
    """With keep_others nothing goes, and the pages left alone stay known as ours for the next build."""
    put(out)
    done = put(out, {"run/c/index.html": b"c", "run/a/index.html": b"A"}, keep_others=True)
    assert done == Published(written=2, unchanged=0, removed=0)
    kept = {name: content for name, content in tree(out).items() if name != "build.json"}
    assert kept == SITE | {"run/c/index.html": b"c", "run/a/index.html": b"A"}
    assert put(out) == Published(written=1, unchanged=3, removed=1)


def test_nothing_is_left_beside_the_folder(out):
    """The staging folder is gone after a build, and so is one that a killed build left behind."""
    Staging(out, Path(".public.staging")).make()
    Path(".public.staging/new/index.html").write_bytes(b"old")
    put(out)
    assert [path.name for path in Path().iterdir()] == ["public"]


def test_a_folder_that_only_looks_like_a_leftover_is_left_alone(out):
    """What bears the name of the staging folder and not our mark is somebody's own."""
    mine = Path(".public.staging/new")
    mine.mkdir(parents=True)
    (mine / "index.html").write_bytes(b"mine")
    (found,) = refused(out)
    place = Path(".public.staging").absolute().as_posix()
    assert found == (
        f"{place}: error: no build made this, expected nothing in its place [foreign-file]\n"
        "    move it away, or name another folder with --out"
    )
    assert (mine / "index.html").read_bytes() == b"mine"


def test_a_link_to_the_output_folder_is_followed(out, tmp_path):
    """public may be a link to a folder elsewhere: the link stays, the site is in the folder."""
    Path("real").mkdir()
    out.symlink_to("real")
    put(out)
    put(out, without("run/a/index.html"))
    assert out.is_symlink()
    assert tree(Path("real")).keys() == {*without("run/a/index.html"), "build.json"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["public", "real"]


def test_a_link_in_place_of_a_page_is_replaced_and_its_target_untouched(out):
    """A page becomes a file again; what the link led to is not written through."""
    put(out)
    Path("elsewhere.html").write_bytes(b"theirs")
    (out / "index.html").unlink()
    (out / "index.html").symlink_to("../elsewhere.html")
    put(out)
    assert not (out / "index.html").is_symlink()
    assert (out / "index.html").read_bytes() == b"all"
    assert Path("elsewhere.html").read_bytes() == b"theirs"


def test_a_link_in_place_of_a_dropped_page_goes_and_its_target_stays(out):
    """Only the link is removed."""
    put(out)
    Path("elsewhere.html").write_bytes(b"theirs")
    (out / "run/a/index.html").unlink()
    (out / "run/a/index.html").symlink_to("../../../elsewhere.html")
    put(out, without("run/a/index.html"))
    assert not (out / "run/a").exists()
    assert Path("elsewhere.html").read_bytes() == b"theirs"


def test_a_file_system_without_second_names_gets_copies(out, monkeypatch):
    """Where hard links are not possible, what is replaced is copied before; the result is the same."""

    def link(*args, **more):
        raise PermissionError(1, "Operation not permitted")

    put(out)
    monkeypatch.setattr(os, "link", link)
    put(out, SITE | {"index.html": b"new"})
    assert (out / "index.html").read_bytes() == b"new"


def test_a_system_without_locks_is_built_on(out, monkeypatch):
    """Where Python knows no file locks, building goes on without one."""
    monkeypatch.setattr(locking, "fcntl", None)
    assert put(out).written == 4


def test_any_working_folder_gives_the_same_bytes(tmp_path):
    """Where the folder lies is written nowhere."""
    for name in ("one", "two/deep"):
        (tmp_path / name).mkdir(parents=True)
        with working_in(tmp_path / name):
            put(Path("public"))
    assert tree(tmp_path / "one/public") == tree(tmp_path / "two/deep/public")
