"""build.json: what it says, what is believed of it, and which paths stay inside the output folder."""

import hashlib
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.errors import Problems
from site_builder.output.manifest import Manifest, hash_of, is_inside, read_manifest, write_manifest
from tests.publishing import INPUTS, SITE, put, refused, without

DAMAGED = (
    "public/build.json: error: not a list of files of a build, expected what a build wrote [bad-manifest]\n"
    "    empty the folder, or name another one with --out"
)


@pytest.fixture
def out(tmp_path, monkeypatch):
    """The empty output folder public/ of a working folder."""
    monkeypatch.chdir(tmp_path)
    Path("public").mkdir()
    return Path("public")


NOTHING = Manifest({}, None, "")


def read(out: Path) -> tuple[Manifest, list[str]]:
    problems = Problems()
    return read_manifest(out, problems), [str(problem) for problem in problems]


def test_the_list_is_json_that_a_person_can_read():
    """Format, builder, what the site was made from, and its files with their SHA-256, one per line, in plain order,
    ending in a newline."""
    assert write_manifest({"b": "2", "a": "1"}, {"data/b": "4", "data/a": "3"}, "1.0").decode() == (
        '{\n "format": 2,\n "builder": "build-site 1.0",\n "inputs": {\n  "data/a": "3",\n  "data/b": "4"\n },\n'
        ' "files": {\n  "a": "1",\n  "b": "2"\n }\n}\n'
    )


def test_inputs_that_are_not_known_are_left_out():
    assert list(json.loads(write_manifest({"a": "1"}, None, "1.0"))) == ["format", "builder", "files"]


@given(st.dictionaries(st.text(), st.text()), st.dictionaries(st.text(), st.text()))
def test_the_order_of_files_changes_nothing(hashes, inputs):
    """The same files in another order are the same bytes."""
    files_back, inputs_back = (dict(reversed(each.items())) for each in (hashes, inputs))
    assert write_manifest(hashes, inputs, "1.0") == write_manifest(files_back, inputs_back, "1.0")


def test_what_was_written_is_read(out):
    """Reading gives what was written, also names in other scripts."""
    hashes = {"run/a/index.html": "1", "assets/模型 é.svg": "2"}
    for inputs in (None, {}, {"data/ü.parquet": "3"}):
        (out / "build.json").write_bytes(write_manifest(hashes, inputs, "1.0"))
        assert read(out) == (Manifest(hashes, inputs, "build-site 1.0"), [])


def test_the_list_of_an_older_builder_is_understood(out):
    """Format 1 did not say what a site was made from. The next build knows the files as its own."""
    put(out)
    found = json.loads((out / "build.json").read_bytes())
    old = {"format": 1, "builder": "build-site 0.9", "files": found["files"]}
    (out / "build.json").write_text(json.dumps(old), encoding="utf-8")
    assert read(out) == (Manifest(found["files"], None, "build-site 0.9"), [])
    assert put(out, without("run/a/index.html")).removed == 1
    assert not (out / "run/a").exists()


def inputs_after(out: Path, **options) -> object:
    """What build.json says that a site was made from, after another build."""
    put(out, **options)
    return json.loads((out / "build.json").read_bytes()).get("inputs", "unknown")


def test_a_site_of_one_build_says_what_it_was_made_from(out):
    """Also when only that has changed, and when some pages were built again from the same."""
    new = {"data/site.toml": "2"}
    some = without("index.html")
    assert inputs_after(out, files=some, keep_others=True) == INPUTS
    assert inputs_after(out) == INPUTS
    assert inputs_after(out, inputs=new) == new
    assert inputs_after(out, files=some, inputs=new, keep_others=True) == new


def test_a_site_of_two_builds_does_not_say_what_it_was_made_from(out):
    """Some pages built again from something else: no list would be true of all, until all are built again."""
    new = {"data/site.toml": "2"}
    put(out)
    some = without("index.html")
    assert inputs_after(out, files=some, inputs=new, keep_others=True) == "unknown"
    assert inputs_after(out, files=some, inputs=new, keep_others=True) == "unknown"
    assert inputs_after(out, inputs=new) == new


def test_a_published_folder_lists_each_file_with_its_hash(out):
    """build.json names every file but itself with the SHA-256 of what is there."""
    put(out)
    files = json.loads((out / "build.json").read_bytes())["files"]
    assert files == {name: hashlib.sha256(content).hexdigest() for name, content in SITE.items()}


def test_a_hash_is_sha_256():
    """The published test value of SHA-256 for "abc"."""
    assert hash_of(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_without_a_list_no_file_is_ours(out):
    """A folder without build.json holds nothing that a build made."""
    assert read(out) == (NOTHING, [])


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[]",
        b"null",
        b"{}",
        b'{"format": 1}',
        b'{"files": {}}',
        b'{"format": 3, "files": {}}',
        b'{"format": 2, "files": {}, "inputs": []}',
        b'{"format": 2, "files": {}, "inputs": {"data/site.toml": 1}}',
        b'{"format": 2, "files": {}, "builder": 1}',
        b'{"format": 1, "files": []}',
        b'{"format": 1, "files": ["index.html"]}',
        b'{"format": 1, "files": {"index.html": 1}}',
        b'{"format": 1, "files": {"../index.html": "1"}}',
        b'{"format": 1, "files": {"/etc/passwd": "1"}}',
        b'{"format": 1, "files": {"run/../../x": "1"}}',
        b'{"format": 1, "files": {".": "1"}}',
        b'{"format": 1, "files": {"build.json": "1"}}',
        b"[" * 100_000,
    ],
    ids=lambda content: content[:40].decode("ascii", "replace") or "empty",
)
def test_a_damaged_list_is_refused(out, content):
    """A build.json that is not one, or that names a path outside, stops the build: nothing is known to be ours."""
    (out / "build.json").write_bytes(content)
    (out / "index.html").write_bytes(b"theirs")
    assert read(out) == (NOTHING, [DAMAGED])
    assert DAMAGED in refused(out)


@pytest.mark.parametrize(
    "name",
    ["index.html", "run/a/index.html", "assets/.hidden", "a..b", "...", "build.json.html", "run/build.json", " "],
)
def test_plain_relative_names_are_inside(name):
    """A name of folders and a file is inside, whatever dots it holds."""
    assert is_inside(name)


@pytest.mark.parametrize(
    "name",
    ["", ".", "..", "../a", "a/..", "a/../b", "/", "/a", "//a", "./a", "a/", "a//b", "a/.", "a\\b", "\0", "build.json"],
)
def test_other_names_are_not_inside(name):
    """Nothing that is absolute, climbs, is written in two ways, or is the list or the folder itself."""
    assert not is_inside(name)


@given(st.text(alphabet="ab./\\\0é", max_size=12))
def test_a_name_inside_leads_to_a_place_below_the_folder(name):
    """Whatever is taken for inside lies below the folder, and is the only way to write its place."""
    if is_inside(name):
        path = Path("/srv/public") / name
        assert path.resolve().is_relative_to("/srv/public")
        assert path != Path("/srv/public")
        assert path.relative_to("/srv/public").as_posix() == name
