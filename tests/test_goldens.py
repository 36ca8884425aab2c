"""Whole sites, compared byte for byte with stored ones. `make goldens` writes them anew; CI never does.

Each folder of tests/goldens/ holds rows.txt (a table, `-` for an empty cell), settings.txt (replacements in
site.toml) and expected/ (every file that this project writes as text, without what is in LEFT_OUT). Where a name
carries the hash of an asset or picture, stored files have zeros, so that a change of a style sheet renews none of them.
"""

import datetime
import difflib
import os
import re
import shutil
from pathlib import Path

import pytest

from tests.folders import PROJECT, Folder, Row, tree

GOLDENS = PROJECT / "tests" / "goldens"
CASES = sorted(path.name for path in GOLDENS.iterdir() if path.is_dir())
# What follows from other files, is stored elsewhere, or is written differently by other versions of a library.
LEFT_OUT = re.compile(r"build\.json|assets/.*|data/benchmarks\.parquet|data/run\.schema\.json|.*\.png")
HASH = re.compile(rb"((?:assets/[a-z]+\.|/preview-))[0-9a-f]{10,12}(?=\.(?:css|js|png|svg)\b)")


@pytest.mark.parametrize("name", CASES)
def test_a_site_is_as_stored(name: str, folder: Folder, request: pytest.FixtureRequest):
    """Same rows, same settings: same pages, to the byte."""
    case = GOLDENS / name
    folder.rows(read_table(case / "rows.txt"))
    for line in (case / "settings.txt").read_text(encoding="utf-8").splitlines():
        folder.edit("data/site.toml", *line.split("|"))
    folder.build(allow_unknown=True)
    site = tree(folder.public)
    actual = {path: HASH.sub(rb"\g<1>0000", site[path]) for path in site if not LEFT_OUT.fullmatch(path)}
    if request.config.getoption("--renew-goldens"):
        assert not os.environ.get("CI"), "CI compares; it does not renew"
        renew(case / "expected", actual)
    expected = tree(case / "expected")
    assert sorted(actual) == sorted(expected)
    for path, content in expected.items():
        assert actual[path] == content, difference(path, content, actual[path])


def renew(folder: Path, files: dict[str, bytes]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)


def difference(path: str, expected: bytes, actual: bytes) -> str:
    """The first lines that differ, for a person to read."""
    before, after = (text.decode("utf-8").splitlines() for text in (expected, actual))
    return "\n".join(list(difflib.unified_diff(before, after, f"stored {path}", "built", lineterm="", n=0))[:20])


def read_table(path: Path) -> list[Row]:
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    names = lines[0].split()
    return [{name: cell(name, text) for name, text in zip(names, line.split(), strict=True)} for line in lines[1:]]


def cell(name: str, text: str) -> object:
    if text == "-":
        return None
    if name == "date":
        return datetime.date.fromisoformat(text)
    if text in ("true", "false"):
        return text == "true"
    try:
        return int(text) if name in ("isl", "osl", "conc") or name.startswith("num_") else float(text)
    except ValueError:
        return text
