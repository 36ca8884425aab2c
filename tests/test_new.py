"""`build-site new`: a site that builds and passes its check at once, from the project and from an installed package."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import yaml

from site_builder import build_site
from site_builder.errors import BuildError, Problems
from site_builder.output.new_folder import write_new_folder
from site_builder.starter.files import starter_files
from site_builder.version import VERSION
from tests.folders import PROJECT, tree
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


@pytest.mark.parametrize("kind", ["folder", "file"])
def test_what_is_there_is_left_alone(tmp_path, kind):
    target = tmp_path / "mine"
    (target / "x" if kind == "folder" else target).parent.mkdir(parents=True, exist_ok=True)
    (target / "x" if kind == "folder" else target).write_text("mine")
    before = tree(tmp_path)
    with pytest.raises(BuildError, match="it is there and not empty, expected a new or an empty folder"):
        write_new_folder(starter_files(), target, Problems())
    assert tree(tmp_path) == before


def test_an_empty_folder_is_filled(tmp_path):
    write_new_folder(starter_files(), tmp_path, Problems()) if not any(tmp_path.iterdir()) else None
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        ".github",
        ".gitignore",
        "README.md",
        "data",
        "templates",
    ]


def test_a_failure_writes_nothing(tmp_path, monkeypatch):
    """Not even half of it."""

    def full(*_args: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr("pathlib.Path.write_bytes", full)
    with pytest.raises(BuildError, match="No space left on device"):
        write_new_folder(starter_files(), tmp_path / "site", Problems())
    assert list(tmp_path.iterdir()) == []


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
    assert own == {name: content for name, content in theirs.items() if Path(name).parts[0] != "public"}
