"""A small site of bytes, put into an output folder, for tests of the last step of a build."""

import errno
from pathlib import Path

import pytest

from site_builder.errors import BuildError, Problems
from site_builder.output import stand_in
from site_builder.output.publish import Origin, Published, publish
from site_builder.output.staging import open_output
from tests.running import snapshot

SITE = {
    "assets/site.css": b"body {}",
    "run/a/index.html": b"a",
    "run/b/index.html": b"b",
    "index.html": b"all",
}
# A site before and after a build that adds, changes and removes pages.
BEFORE = {
    "assets/site.css": b"body {}",
    "run/gone/index.html": b"gone",
    "run/kept/index.html": b"kept",
    "run/same/index.html": b"same",
    "index.html": b"all",
}
AFTER = {
    "assets/site.css": b"p {}",
    "run/kept/index.html": b"new",
    "run/new/deep/index.html": b"new",
    "run/same/index.html": b"same",
    "index.html": b"every",
}
INPUTS = {"data/site.toml": "1"}


def put(out: Path, files=SITE, *, inputs=INPUTS, notes=None, **options) -> Published:
    """Publish files as a build does. notes: a list that gets what there is to say."""
    problems = Problems()
    with open_output(out, problems) as staging:
        made = {name: staging.add(name, content) for name, content in files.items()}
        published = publish(made, staging, Origin(inputs, "1.0"), problems, **options)
    if notes is not None:
        notes.extend(str(problem) for problem in problems)
    return published


def one_by_one(patch: pytest.MonkeyPatch) -> None:
    """Let no folder be exchanged, as on a file system that cannot."""

    def exchange(one: Path, other: Path) -> None:
        raise OSError(errno.EINVAL, "Invalid argument")

    patch.setattr(stand_in, "exchange", exchange)


def refused(out: Path, files=SITE, **options) -> list[str]:
    """The problems of a publication that must be refused; the folder must stay as it was."""
    before = snapshot(out)
    with pytest.raises(BuildError) as stop:
        put(out, files, **options)
    assert snapshot(out) == before
    return [str(problem) for problem in stop.value.problems]


def without(*names: str) -> dict[str, bytes]:
    return {name: content for name, content in SITE.items() if name not in names}
