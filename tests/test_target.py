"""Which folders may be built into: never one where something could be destroyed that is not ours."""

import os
import pwd
from pathlib import Path

import pytest

from site_builder.errors import BuildError, Problems
from site_builder.output.target import check_target
from tests.running import snapshot

ALONE = "expected a folder for the site alone [refused-output]"


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project folder with data/ and templates/, in which we work; the home folder is another one."""
    root = tmp_path / "home/project"
    for name in ("data/benchmarks", "templates/assets"):
        (root / name).mkdir(parents=True)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(root)
    return root


def check(out: Path | str) -> list[str]:
    """The problems of an output folder, as a person sees them; checking must change nothing."""
    problems, before = Problems(), snapshot(Path())
    check_target(Path(out), (Path("data"), Path("templates")), problems)
    assert snapshot(Path()) == before
    return [str(problem) for problem in problems]


def foreign(place: str, names: str) -> str:
    return (
        f"{place}: error: it holds files of no build ({names}), expected an empty folder [refused-output]\n"
        "    empty it, or name another folder with --out; an output folder holds build.json"
    )


@pytest.mark.parametrize("out", ["public", "a/b/public", "../public", "public.data"])
def test_a_folder_that_is_not_there_yet_is_fine(project, out):
    """It will be made."""
    assert check(out) == []


@pytest.mark.parametrize("names", [[], [".gitkeep"], [".gitignore"], [".gitkeep", ".gitignore"]])
def test_an_empty_folder_is_fine(project, names):
    """Also with the files that keep an empty folder in git."""
    Path("public").mkdir()
    for name in names:
        Path("public", name).write_bytes(b"*\n")
    assert check("public") == []


def test_a_folder_of_an_earlier_build_is_fine(project):
    """A folder with build.json was an output; what else is in it is looked at file by file later."""
    Path("public").mkdir()
    Path("public/build.json").write_bytes(b"")
    Path("public/CNAME").write_bytes(b"example.org")
    assert check("public") == []


@pytest.mark.parametrize(
    ("out", "message"),
    [
        ("/", f"/: error: the root of the file system, {ALONE}"),
        ("/..", f"/..: error: the root of the file system, {ALONE}"),
        (".", f".: error: the project's own folder or one above it, {ALONE}"),
        ("", f".: error: the project's own folder or one above it, {ALONE}"),
        ("data/..", f"data/..: error: the project's own folder or one above it, {ALONE}"),
        ("../..", f"../..: error: the project's own folder or one above it, {ALONE}"),
        ("..", f"..: error: the home folder, {ALONE}"),
    ],
)
def test_folders_that_hold_much_else_are_refused(project, out, message):
    """The root, the home folder, the project and everything above it, however they are written."""
    assert check(out) == [message]


@pytest.mark.parametrize(
    "out", ["data", "data/benchmarks", "data/new", "templates", "templates/assets", "data/../data"]
)
def test_sources_are_refused(project, out):
    """data/, templates/ and what is inside them, there or not."""
    source = out.split("/")[-1] if ".." in out else out.split("/")[0]
    apart = "expected a folder apart from the sources [refused-output]"
    assert check(out) == [f"{out}: error: it overlaps {source}, {apart}"]


def test_a_folder_above_a_source_is_refused(project, tmp_path, monkeypatch):
    """Sources elsewhere than in the working folder count as well."""
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    problems = Problems()
    check_target(project, (project / "data", project / "templates"), problems)
    expected = f"it overlaps {project}/data, expected a folder apart from the sources"
    assert [problem.message for problem in problems] == [expected]


def test_the_home_folder_is_refused_from_anywhere(project, tmp_path, monkeypatch):
    """Also when we do not work inside it."""
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    assert check(tmp_path / "home") == [f"{tmp_path}/home: error: the home folder, {ALONE}"]


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("/", f"the root of the file system, {ALONE}"),
        ("..", f"the home folder, {ALONE}"),
        (".", f"the project's own folder or one above it, {ALONE}"),
        ("data", "it overlaps data, expected a folder apart from the sources [refused-output]"),
        ("data/benchmarks", "it overlaps data, expected a folder apart from the sources [refused-output]"),
    ],
)
def test_a_link_is_judged_by_where_it_leads(project, target, message):
    """A link, and a folder reached through a link, is as forbidden as what it leads to."""
    Path("public").symlink_to(target)
    assert check("public") == [f"public: error: {message}"]


def test_a_source_that_is_a_link_is_known_by_where_it_leads(project):
    """data/ may be a link: the folder that it leads to is refused."""
    Path("real").mkdir()
    Path("data/benchmarks").rmdir()
    Path("data").rmdir()
    Path("data").symlink_to("real")
    assert check("real/x") == [
        "real/x: error: it overlaps data, expected a folder apart from the sources [refused-output]"
    ]


def test_a_link_to_an_empty_folder_is_fine(project):
    """A link that leads nowhere dangerous may be built through."""
    Path("real").mkdir()
    Path("public").symlink_to("real")
    assert check("public") == []


def test_a_link_in_a_circle_is_refused(project):
    """A link to itself leads to no folder; that is said, and is no bug of the builder."""
    Path("public").symlink_to("public")
    found = check("public")
    assert [line.split(": ")[:2] for line in found] == [["public", "error"]]


def test_a_file_is_refused(project):
    """A file cannot hold a site."""
    Path("public").write_bytes(b"")
    assert check("public") == ["public: error: a file, expected a folder or nothing there [refused-output]"]


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["notes.txt"], "notes.txt"),
        ([".gitkeep", ".git"], ".git"),
        (["c", "b", "a"], "a, b, c"),
        (["d", "c", "b", "a"], "a, b, c, …"),
    ],
)
def test_foreign_content_is_refused(project, names, shown):
    """A folder that no build made and that holds something: its first names are said."""
    Path("public").mkdir()
    for name in names:
        Path("public", name).write_bytes(b"")
    assert check("public") == [foreign("public", shown)]


def test_a_folder_named_like_the_list_is_foreign(project):
    """Only a file build.json shows that a build was here."""
    Path("public/build.json").mkdir(parents=True)
    assert check("public") == [foreign("public", "build.json")]


def test_a_folder_that_cannot_be_looked_into_is_an_error(project, monkeypatch):
    """Without permission to list the folder there is a problem to read, and no bug."""

    def iterdir(self):
        raise PermissionError(13, "Permission denied", str(self))

    Path("public").mkdir()
    monkeypatch.setattr(Path, "iterdir", iterdir)
    monkeypatch.setattr(os, "scandir", iterdir)
    monkeypatch.setattr(os, "listdir", iterdir)
    problems = Problems()
    try:
        check_target(Path("public"), (Path("data"), Path("templates")), problems)
    except BuildError as stop:
        found = [str(problem) for problem in stop.problems]
    else:
        found = [str(problem) for problem in problems]
    assert len(found) == 1
    assert found[0].startswith("public: error: Permission denied")


def test_a_user_without_a_home_may_build(project, monkeypatch):
    """In a container the user may have no home folder at all."""

    def nobody(number):
        raise KeyError(number)

    monkeypatch.delenv("HOME")
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    assert check("public") == []
