"""`build-site verify`: one line for each file that is not as its build left it, and an exit code."""

import json
import os

import pytest

from site_builder.version import VERSION
from tests.command import run
from tests.folders import Folder, points
from tests.publishing import put, without


@pytest.fixture
def site(folder: Folder) -> Folder:
    """A project folder whose public/ holds a small site of four files."""
    put(folder.public)
    return folder


def test_a_site_as_it_was_built_is_whole(site):
    assert run(site, "verify") == (0, "Verified 4 files of build-site 1.0: whole.\n", "")
    assert run(site, "verify", "-q", "public") == (0, "", "")


def test_a_built_site_is_whole(folder):
    """As a person meets it, also after some pages were built again."""
    folder.rows([row for gpu in ("b300", "b200") for row in points((20, 4000), (50, 2500), hardware=gpu)])
    folder.build()
    folder.build(only=["kimi-k26-on-b300"])
    code, stdout, stderr = run(folder, "verify")
    assert (code, stderr) == (0, "")
    assert stdout.endswith(f" files of build-site {VERSION}: whole.\n")


def test_what_is_missing_changed_or_foreign_is_told(site):
    """A line each; what a link, a folder or another content of the same length has taken the place of has changed."""
    public = site.public
    (public / "index.html").unlink()
    (public / "run/a/index.html").write_bytes(b"A")
    (public / "run/b/index.html").unlink()
    (public / "run/b/index.html").symlink_to("../a/index.html")
    (public / "assets/site.css").unlink()
    (public / "assets/site.css").mkdir()
    (public / "photos").mkdir()
    (public / "photos/a.png").write_bytes(b"")
    code, stdout, stderr = run(site, "verify")
    assert (code, stderr) == (1, "")
    assert stdout.splitlines() == [
        "public/index.html: error: it is not there, expected what the build wrote [missing-file]",
        "public/assets/site.css: error: it has changed, expected what the build wrote [changed-file]",
        "public/run/a/index.html: error: it has changed, expected what the build wrote [changed-file]",
        "public/run/b/index.html: error: it has changed, expected what the build wrote [changed-file]",
        "public/photos/a.png: note: no build made this file, expected those of builds [foreign-file]",
        "Verified 4 files of build-site 1.0: not whole (1 missing, 3 changed, 1 of no build).",
    ]


def test_files_of_nobodys_build_are_no_fault(site):
    """Twenty are told, and all with -v."""
    for number in range(25):
        (site.public / f"{number}.txt").write_bytes(b"")
    code, stdout, _ = run(site, "verify")
    assert code == 0
    assert stdout.splitlines()[-2:] == [
        "… and 5 more notes [foreign-file]; -v prints all",
        "Verified 4 files of build-site 1.0: whole (25 of no build).",
    ]
    assert len(run(site, "verify", "-v")[1].splitlines()) == 26
    assert run(site, "verify", "-q") == (0, "", "")


def test_machines_get_an_object(site):
    (site.public / "index.html").unlink()
    (site.public / "CNAME").write_bytes(b"")
    code, stdout, _ = run(site, "verify", "--format", "json", "public")
    assert code == 1
    assert json.loads(stdout) == {
        "version": 1,
        "folder": "public",
        "whole": False,
        "builder": "build-site 1.0",
        "files": 4,
        "missing": ["index.html"],
        "changed": [],
        "foreign": ["CNAME"],
    }


def test_a_folder_of_an_older_builder_can_be_verified(site):
    """Format 1 lists the files as well."""
    found = json.loads((site.public / "build.json").read_bytes())
    (site.public / "build.json").write_text(json.dumps({"format": 1, "files": found["files"]}), encoding="utf-8")
    assert run(site, "verify") == (0, "Verified 4 files of a build: whole.\n", "")


def test_a_folder_without_a_list_cannot_be_verified(site):
    (site.public / "build.json").unlink()
    assert run(site, "verify") == (
        1,
        "",
        "public: error: no build.json in it, expected a folder that a build wrote [no-manifest]\nNothing to verify.\n",
    )


def test_a_damaged_list_verifies_nothing(site):
    (site.public / "build.json").write_bytes(b"{}")
    code, stdout, stderr = run(site, "verify")
    assert (code, stdout) == (1, "")
    assert stderr.startswith("public/build.json: error: not a list of files of a build, expected what a build wrote")


def test_a_file_that_cannot_be_read_is_told(site, monkeypatch):
    def scandir(path):
        raise PermissionError(13, "Permission denied", "public/run")

    monkeypatch.setattr(os, "scandir", scandir)
    code, stdout, stderr = run(site, "verify")
    assert (code, stdout) == (1, "")
    assert stderr.splitlines()[0] == (
        "public/run: error: cannot be read (Permission denied), expected a readable file [unreadable-file]"
    )


@pytest.mark.parametrize("args", [("nothing",), ("data/site.toml",), ("public", "more"), ("--format", "xml")])
def test_wrong_use_has_its_own_exit_code(site, args):
    code, stdout, stderr = run(site, "verify", *args)
    assert (code, stdout) == (2, "")
    assert stderr.splitlines()[-1].startswith("Error: ")


def test_a_page_that_no_build_lists_any_more_is_foreign(site):
    """Such as one that was copied back from an older copy of the site."""
    page = (site.public / "run/a/index.html").read_bytes()
    put(site.public, without("run/a/index.html"))
    (site.public / "run/a").mkdir()
    (site.public / "run/a/index.html").write_bytes(page)
    assert run(site, "verify")[1].splitlines()[0] == (
        "public/run/a/index.html: note: no build made this file, expected those of builds [foreign-file]"
    )
