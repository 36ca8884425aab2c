"""A small site of bytes, put into an output folder, for tests of the last step of a build."""

from pathlib import Path

import pytest

from site_builder.errors import BuildError
from site_builder.output.publish import Published, publish
from tests.running import snapshot

SITE = {
    "assets/site.css": b"body {}",
    "run/a/index.html": b"a",
    "run/b/index.html": b"b",
    "index.html": b"all",
}


def put(out: Path, files=SITE, **options) -> Published:
    return publish(files, out, "1.0", **options)


def refused(out: Path, files=SITE, **options) -> list[str]:
    """The problems of a publication that must be refused; the folder must stay as it was."""
    before = snapshot(out)
    with pytest.raises(BuildError) as stop:
        put(out, files, **options)
    assert snapshot(out) == before
    return [str(problem) for problem in stop.value.problems]


def without(*names: str) -> dict[str, bytes]:
    return {name: content for name, content in SITE.items() if name not in names}
