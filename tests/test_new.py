"""`build-site new`: a site that builds and passes its check at once, from the project and from an installed package."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from site_builder import build_site
from site_builder.cli import main
from site_builder.errors import BuildError, Problems
from site_builder.output.new_folder import write_new_folder
from site_builder.starter.files import starter_files
from site_builder.version import VERSION
from tests.folders import PROJECT, tree, working_in
from tests.running import environment, run_python


def test_a_new_site_builds_without_a_warning(tmp_path):
    """Strictly; every page says that its rows are made up, and none speaks of models that it does not have."""
    write_new_folder(starter_files(), tmp_path / "site", Problems())
    summary = build_site(tmp_path / "site/data", tmp_path / "site/templates", tmp_path / "site/public", strict=True)
    assert summary.run_pages == 6
    for page in (tmp_path / "site/public").rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert "Sample data" in text or 'http-equiv="refresh"' in text
        assert "Kimi" not in text


def test_its_workflow_installs_this_version(tmp_path):
    write_new_folder(starter_files(), tmp_path / "site", Problems())
    text = (tmp_path / "site/.github/workflows/site.yml").read_text(encoding="utf-8")
    steps = yaml.safe_load(text)["jobs"]["build"]["steps"]
    assert {"run": f'pip install "build-site=={VERSION}"'} in steps
    assert all("@v" in step["uses"] for step in steps if "uses" in step)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (".", "Made a site in this folder. Next:\n  build-site serve "),
        ("my site", "Made a site in my site. Next:\n  cd 'my site'\n  build-site serve "),
    ],
)
def test_the_next_commands_can_be_copied(tmp_path, name, told):
    with working_in(tmp_path):
        done = CliRunner().invoke(main, ["new", name], prog_name="build-site")
    assert done.exit_code == 0
    assert done.output.startswith(told)


@pytest.mark.parametrize("kind", ["folder", "file"])
def test_what_is_there_is_left_alone(tmp_path, kind):
    target = tmp_path / "mine"
    (target / "x" if kind == "folder" else target).parent.mkdir(parents=True, exist_ok=True)
    (target / "x" if kind == "folder" else target).write_text("mine")
    before = tree(tmp_path)
    with pytest.raises(BuildError, match="it is there and not empty, expected a new or an empty folder"):
        write_new_folder(starter_files(), target, Problems())
    assert tree(tmp_path) == before


@pytest.mark.parametrize("name", ["new", "empty", "link", ".", "a/b/c"])
def test_a_new_or_empty_folder_is_filled(tmp_path, name):
    """Also the one that the command runs in, and one that a link leads to; nothing else is left beside it."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "link").symlink_to("empty")
    with working_in(tmp_path / "empty" if name == "." else tmp_path):
        write_new_folder(starter_files(), Path(name), Problems())
        assert {path.relative_to(name).as_posix() for path in Path(name).rglob("*") if path.is_file()} == {
            *starter_files()
        }
    assert (tmp_path / "link").is_symlink()
    assert {path.name for path in tmp_path.iterdir()} <= {"empty", "link", name.split("/")[0]}


@pytest.mark.parametrize("name", ["new", "empty", "a/b/c"])
@pytest.mark.parametrize("call", ["write_bytes", "replace"])
def test_a_failure_writes_nothing(tmp_path, monkeypatch, name, call):
    """Not even half of it, whichever call fails; folders that were made on the way go again."""
    (tmp_path / "empty").mkdir()
    before, done = tree(tmp_path), getattr(Path, call)

    def full(path: Path, *args: Any) -> Any:
        if path.name in ("README.md", "made"):
            raise OSError(28, os.strerror(28))
        return done(path, *args)

    monkeypatch.setattr(f"pathlib.Path.{call}", full)
    with pytest.raises(BuildError, match="No space left on device"):
        write_new_folder(starter_files(), tmp_path / name, Problems())
    assert (tree(tmp_path), [path.name for path in tmp_path.iterdir()]) == (before, ["empty"])
    assert list((tmp_path / "empty").iterdir()) == []


def test_what_somebody_makes_meanwhile_is_left_alone(tmp_path, monkeypatch):
    """The folder was empty when the command began."""

    def write_beside(path: Path, content: bytes) -> None:
        (tmp_path / "data").mkdir(exist_ok=True)
        with (tmp_path / "data/mine").open("w") as file:
            file.write("mine")
        with path.open("wb") as file:
            file.write(content)

    monkeypatch.setattr("pathlib.Path.write_bytes", write_beside)
    with pytest.raises(BuildError, match="File exists"):
        write_new_folder(starter_files(), tmp_path, Problems())
    assert [path.name for path in tmp_path.iterdir()] == ["data"]
    assert (tmp_path / "data/mine").read_text() == "mine"


def test_an_installed_package_makes_the_same_site(tmp_path):
    """From a wheel, outside the project: what it needs lies in it; the site builds there."""
    command = [sys.executable, "-m", "pip", "wheel", str(PROJECT), "--no-deps", "--no-build-isolation", "-q", "-w", "."]
    subprocess.run(command, cwd=tmp_path, check=True, env=environment())
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as files:
        files.extractall(tmp_path / "installed")
    away = {"PYTHONPATH": str(tmp_path / "installed"), "PYTHONSAFEPATH": "1"}
    made = run_python("-m", "site_builder", "new", "ours", cwd=tmp_path, **away)
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout.startswith("Made a site in ours. Next:\n  cd ours\n")
    built = run_python("-m", "site_builder", "-q", cwd=tmp_path / "ours", **away)
    assert (built.returncode, built.stderr) == (0, "")
    write_new_folder(starter_files(), tmp_path / "here", Problems())
    own, theirs = tree(tmp_path / "here"), tree(tmp_path / "ours")
    assert own == {
        name: content for name, content in theirs.items() if Path(name).parts[0] not in {"public", ".public.cache"}
    }
