"""What putting a site into its folder refuses to replace, follow or believe."""

from pathlib import Path

import pytest

from tests.publishing import SITE, put, refused, without
from tests.running import snapshot

AWAY = "move it away, or name another folder with --out"


@pytest.fixture
def out(tmp_path, monkeypatch):
    """The output folder public/, not made yet, of an empty working folder."""
    monkeypatch.chdir(tmp_path)
    return Path("public")


def outside(place: str) -> str:
    return f"{place}: error: this path leads out of the output folder, expected one inside it [outside-output]"


def foreign(place: str) -> str:
    return f"{place}: error: no build made this file, expected nothing in its place [foreign-file]\n    {AWAY}"


def test_a_foreign_file_in_the_way_is_never_replaced(out):
    """A file, folder or dead link that no build made stands where a page should come: an error for each, at once."""
    put(out, without("run/a/index.html", "run/b/index.html", "index.html"))
    (out / "index.html").write_bytes(b"all")
    (out / "run/a/index.html").mkdir(parents=True)
    (out / "run/b").mkdir()
    (out / "run/b/index.html").symlink_to("nowhere")
    found = refused(out)
    assert found == [foreign(f"public/{name}") for name in ("run/a/index.html", "run/b/index.html", "index.html")]


def test_a_foreign_file_in_the_place_of_a_folder_is_named(out):
    """A file that no build made stands where a folder of pages should come: the file is what is in the way."""
    put(out, without("run/a/index.html", "run/b/index.html"))
    (out / "run").write_bytes(b"theirs")
    assert set(refused(out)) == {foreign("public/run")}


@pytest.mark.parametrize("name", ["../evil.html", "/evil.html", "run/../../x", "a\\b", "a\0b", "", "build.json"])
def test_a_path_out_of_the_folder_is_refused(out, name):
    """No page is written outside the output folder, over build.json, or under a name that a system reads otherwise."""
    assert len(refused(out, SITE | {name: b"x"})) == 1
    assert not Path("evil.html").exists()


def test_a_path_out_of_the_folder_is_named(out):
    """The message names the path and what was expected."""
    assert refused(out, {"../evil.html": b"x"}) == [outside("public/../evil.html")]


def test_a_folder_link_is_not_written_through(out):
    """A folder of ours that became a link to another place: nothing is written there."""
    Path("other").mkdir()
    put(out, without("run/a/index.html", "run/b/index.html"))
    (out / "run").symlink_to("../other")
    assert refused(out) == [outside("public/run/a/index.html"), outside("public/run/b/index.html")]
    assert not list(Path("other").iterdir())


def test_a_folder_link_is_not_removed_through(out):
    """A folder of ours that became a link to another place: what the plan drops is not removed over there."""
    put(out)
    (out / "run/a").rename("other")
    Path("other/notes.txt").write_bytes(b"theirs")
    (out / "run/a").symlink_to("../../other")
    put(out, without("run/a/index.html"))
    assert snapshot(Path("other")).keys() == {"index.html", "notes.txt"}


def test_a_file_may_become_a_folder_and_a_folder_a_file(out):
    """Between two builds an asset becomes a folder of assets, and the other way round; nothing of it is foreign."""
    put(out, {"assets/fonts": b"one", "assets/icons/a.svg": b"a"})
    put(out, {"assets/fonts/one.woff": b"one", "assets/icons": b"a"})
    assert snapshot(out).keys() == {"assets", "assets/fonts", "assets/fonts/one.woff", "assets/icons", "build.json"}
    assert (out / "assets/icons").read_bytes() == b"a"
