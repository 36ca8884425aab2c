"""docs/editing.md can be followed to the letter: each of its tasks, on the site that `build-site new` makes."""

import json
import re
import shlex
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from site_builder import build_site
from site_builder.cli import main
from site_builder.errors import BuildError, Problems
from site_builder.excerpts import excerpt
from site_builder.output.new_folder import write_new_folder
from site_builder.starter.files import starter_files
from tests.folders import PROJECT, working_in
from tests.importing import vllm

DOCUMENT = (PROJECT / "docs/editing.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SEEN = re.compile(r"^You see (no )?`(.+)` (?:on|in) `(.+)`\.$", re.MULTILINE)


@dataclass(frozen=True)
class Task:
    """A task of the page: its blocks (kind, file, text), and what is seen afterwards."""

    name: str
    blocks: tuple[tuple[str, str, str], ...]
    seen: tuple[tuple[bool, str, str], ...]


def tasks() -> Iterator[Task]:
    for part in DOCUMENT.split("\n## ")[1:]:
        name = part.split("\n", 1)[0]
        seen = tuple((not no, text, place) for no, text, place in SEEN.findall(part))
        if seen:
            yield Task(name, tuple(BLOCK.findall(part)), seen)


@pytest.fixture(scope="module")
def starter(tmp_path_factory) -> Path:
    made: Path = tmp_path_factory.mktemp("starter") / "site"
    write_new_folder(starter_files(), made, Problems())
    return made


@pytest.fixture
def site(starter, tmp_path) -> Path:
    """A new site to edit, with two result files beside it."""
    copy: Path = tmp_path / "site"
    shutil.copytree(starter, copy)
    for name, model in (("example8b", "example8b"), ("b200", "example70b")):
        (copy / f"{name}.json").write_text(json.dumps(vllm(model_id=model)), encoding="utf-8")
    return copy


def follow(site: Path, kind: str, file: str, text: str) -> None:
    """Do what a block says."""
    path = site / file
    if kind == "diff":
        content = path.read_text(encoding="utf-8")
        for old, new in re.findall(r"((?:^-.*\n)+)((?:^\+.*\n?)+)", text, re.MULTILINE):
            before, after = (re.sub(r"^[-+]", "", each, flags=re.MULTILINE).rstrip("\n") for each in (old, new))
            assert content.count(before) == 1, f"{before!r} stands {content.count(before)} times in {file}"
            content = content.replace(before, after)
        path.write_text(content, encoding="utf-8")
    elif kind == "sh":
        with working_in(site):
            done = CliRunner().invoke(main, shlex.split(text)[1:], prog_name="build-site")
        assert done.exit_code == 0, done.output
    else:
        assert not path.exists()
        path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("task", list(tasks()), ids=lambda task: task.name)
def test_a_task_works_from_the_page_alone(site, task):
    """Nothing but what is written there; then it is seen where the page says."""
    for block in task.blocks:
        follow(site, *block)
    with working_in(site):
        build_site("data", "templates", "public")
    for is_there, text, place in task.seen:
        file = site / "public" / place
        if place.startswith("assets/"):
            stem, _, suffix = file.name.partition(".")
            (file,) = file.parent.glob(f"{stem}.*.{suffix}")
        content = (file / "index.html" if file.is_dir() else file).read_text(encoding="utf-8")
        assert (text in content) is is_there, (text, place)


def test_every_task_that_editors_have_is_there():
    named = {task.name for task in tasks()}
    wanted = ("price", "word", "colour", "table", "question", "model", "GPU", "page", "notice")
    assert not [word for word in wanted if not any(word in name for name in named)]


def test_the_error_that_it_shows_is_the_one_that_is_told(site):
    """Word for word, with line and mark."""
    (shown,) = re.findall(r"^```\n(.*?)^```$", DOCUMENT.partition("## When something is wrong")[2], re.M | re.S)
    follow(site, "diff", "templates/copy/run/cost.md", "-{% elif data.primary.t\n+{% elif data.primry.t\n")
    with working_in(site), pytest.raises(BuildError) as stop:
        build_site("data", "templates", "public")
    with working_in(site):
        told = [problem.shown(excerpt(problem)) for problem in stop.value.problems if problem.severity == "error"]
    assert told == [shown.rstrip("\n")]
