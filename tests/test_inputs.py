"""What a site is made from stands in build.json: every file that is read, by a name that tells nothing of a machine."""

import hashlib
import json

import pytest

from site_builder.errors import BuildError, Problems
from site_builder.inputs import hash_inputs
from site_builder.places import StorePath, hash_file, place_of
from site_builder.version import VERSION
from tests.folders import Folder, points, tree

CATALOGS = {f"data/{name}.toml" for name in ("site", "models", "gpus", "engines", "tco")}


@pytest.fixture
def project(folder: Folder) -> Folder:
    """A project folder with rows at two depths, beside files that are no data."""
    folder.rows(points((20, 4000), (50, 2500)))
    folder.rows(points((20, 400), (50, 250), hardware="b200"), "deep/b c.parquet")
    (folder.data / "benchmarks/notes.txt").write_text("none")
    (folder.templates / ".run.html.swp").write_text("none")
    return folder


def hashes(folder: Folder) -> dict[str, str]:
    return hash_inputs(folder.data, folder.templates, Problems())


def test_every_file_that_is_read_is_listed_with_its_hash(project):
    """Catalogs, Parquet at any depth, and all of the templates folder that is not hidden."""
    found = hashes(project)
    data = {name for name in found if name.startswith("data/")}
    assert data == CATALOGS | {"data/benchmarks/a.parquet", "data/benchmarks/deep/b c.parquet"}
    templates = {f"templates/{name}" for name in tree(project.templates) if name != ".run.html.swp"}
    assert found.keys() - data == templates
    assert found["data/site.toml"] == hashlib.sha256((project.data / "site.toml").read_bytes()).hexdigest()


def test_where_the_folders_lie_changes_nothing(project):
    """Nor what they are called."""
    before = hashes(project)
    moved = project.root.parent / "other"
    moved.mkdir()
    project.data.rename(moved / "figures")
    project.templates.rename(moved / "look")
    assert hash_inputs(moved / "figures", moved / "look", Problems()) == before


def test_build_json_names_the_inputs_and_the_builder(project):
    project.build()
    found = json.loads((project.public / "build.json").read_bytes())
    assert found["builder"] == f"build-site {VERSION}"
    assert found["inputs"] == hashes(project)


def test_an_input_without_an_effect_changes_build_json_alone(project):
    """A comment in a catalog: the pages are the same, and what they were made from is not."""
    project.build()
    before = tree(project.public)
    with (project.data / "site.toml").open("a", encoding="utf-8") as file:
        file.write("# A comment.\n")
    assert project.build().published.written == 0
    after = tree(project.public)
    assert {name for name in after if after[name] != before[name]} == {"build.json"}


def test_a_file_that_cannot_be_read_is_told(project):
    (project.data / "tco.toml").unlink()
    with pytest.raises(BuildError) as stop:
        hashes(project)
    assert str(stop.value) == (
        f"{project.data}/tco.toml: error: cannot be read (No such file or directory), expected a readable file "
        "[unreadable-file]"
    )


def test_a_file_in_a_store_that_was_read_is_not_fetched_again(tmp_path):
    """Its hash is that of the bytes that were read; one that was not read, or only in part, is fetched for it."""
    memory = place_of("memory://inputs")
    assert isinstance(memory, StorePath)
    with memory.filesystem.open_output_stream("inputs/site.toml") as stream:
        stream.write(b"abc")
    assert hash_file(memory / "site.toml") == hashlib.sha256(b"abc").hexdigest()
    assert (place_of("memory://inputs") / "site.toml").read_bytes() == b"abc"
    read = place_of("memory://inputs")
    assert (read / "site.toml").read_bytes() == b"abc"
    memory.filesystem.delete_file("inputs/site.toml")
    assert hash_file(read / "site.toml") == hashlib.sha256(b"abc").hexdigest()
