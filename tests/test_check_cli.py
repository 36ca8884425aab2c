"""`build-site check` at the terminal: formats, exit codes, options."""

import json

import pytest

from tests.checking import site
from tests.command import run
from tests.folders import row
from tests.running import snapshot

OLD = "1800000000"  # 2027-01-15, 153 days after the shipped prices
FRESH = "1787000000"  # 2026-08-17


@pytest.fixture
def small(folder, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", FRESH)
    return site(folder)


def broken(folder):
    """The folder with an error in copy, whose place, message and hint need every kind of escape."""
    (folder.templates / "copy/site/footer.md").write_text("[a](htps://a.org/%,:)\n", encoding="utf-8")
    return folder


def test_nothing_wrong(small):
    """Exit code 0, a closing line, nothing written; the notes are those of a build and of entries without rows."""
    before = snapshot(small.root)
    code, stdout, stderr = run(small, "check", "-q", "--strict")
    assert (code, stdout, stderr) == (0, "Checked 6 pages: 42 notes.\n", "")
    assert snapshot(small.root) == before


def test_an_error_is_shown_with_its_line(small):
    code, stdout, stderr = run(broken(small), "check", "-q")
    assert (code, stderr) == (1, "")
    assert stdout.startswith(
        "templates/copy/site/footer.md:1: error: 'htps://a.org/%,:' begins with htps:, expected https, http or mailto "
        "[bad-link]\n    [a](htps://a.org/%,:)\n        ^^^^^^^^^^^^^^^^\n    did you mean 'https'?\n"
        "Checked 6 pages: 1 error, "
    )


def test_warnings_fail_when_strict(small, monkeypatch):
    """Old prices are a warning; the day is that of SOURCE_DATE_EPOCH."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", OLD)
    code, stdout, _ = run(small, "check", "-q")
    assert code == 0
    assert " are 153 days old (2026-08-15), expected 90 at most [old-prices]" in stdout
    assert run(small, "check", "-q", "--price-age", "153")[1].count("old-prices") == 0
    code, _, stderr = run(small, "check", "--strict")
    assert (code, stderr) == (1, "Failed: --strict makes warnings fail.\n")


def test_one_json_document(small):
    code, stdout, stderr = run(broken(small), "check", "--format", "json")
    found = json.loads(stdout)
    assert (code, stderr, list(found)) == (1, "", ["version", "problems", "summary"])
    (error,) = [problem for problem in found["problems"] if problem["severity"] == "error"]
    assert error == {
        "severity": "error",
        "place": "templates/copy/site/footer.md:1",
        "file": "templates/copy/site/footer.md",
        "line": 1,
        "message": "'htps://a.org/%,:' begins with htps:, expected https, http or mailto",
        "rule": "bad-link",
        "hint": "did you mean 'https'?",
        "mark": "htps://a.org/%,:",
    }
    assert found["summary"] == {"errors": 1, "warnings": 0, "notes": len(found["problems"]) - 1, "pages": 6}


def test_annotations_of_github(small):
    """Properties and messages are escaped as workflow commands want it; a hint is a second line."""
    code, stdout, stderr = run(broken(small), "check", "--format", "github", "-q")
    assert (code, stderr) == (1, "")
    assert stdout.splitlines()[0] == (
        "::error file=templates/copy/site/footer.md,line=1,title=bad-link::'htps://a.org/%25,:' begins with htps:, "
        "expected https, http or mailto%0Adid you mean 'https'?"
    )


def test_annotations_of_what_is_no_line_of_a_file(small):
    """A file alone has no line; a place that is no file stands in the message."""
    small.rows([row(hardware="zz,z")], "b.parquet")
    stdout = run(small, "check", "--format", "github")[1]
    file = "data/benchmarks/b.parquet"
    assert f"::error file={file},title=unknown-name::{file} column hardware: 'zz,z' (1 row)" in stdout
    assert "::notice file=data/site.toml,title=no-base-url::data/site.toml: base_url is not set" in stdout


def test_a_file_with_a_comma_in_its_name(small):
    (small.templates / "copy/run/a,b%c.md").write_text("x", encoding="utf-8")
    stdout = run(small, "check", "--format", "github", "-q")[1]
    assert stdout.startswith(
        "::warning file=templates/copy/run/a%2Cb%25c.md,title=unused-copy::templates/copy/run/a,b%25c.md: "
    )


def test_of_one_kind_twenty_are_printed(small):
    """-v prints all, as in a build."""
    stdout = run(small, "check")[1]
    assert "more notes [unused-entry]; -v prints all\n" in stdout
    assert "; -v prints all" not in run(small, "check", "-v")[1]


@pytest.mark.parametrize(
    "args",
    [
        ["--format", "xml"],
        ["--price-age", "-1"],
        ["--price-age", "x"],
        ["--base-url", "example.org"],
        ["--out", "public"],
        ["data"],
    ],
)
def test_wrong_use(small, args):
    code, stdout, stderr = run(small, "check", *args)
    assert (code, stdout) == (2, "")
    assert "Error: " in stderr


@pytest.mark.parametrize("day", ["x", "1e9", "9" * 30])
def test_a_day_that_is_none_is_wrong_use(small, monkeypatch, day):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", day)
    code, _, stderr = run(small, "check")
    assert code == 2
    assert f"SOURCE_DATE_EPOCH is '{day}', expected seconds since 1970." in stderr


def test_today_counts_without_source_date_epoch(small, monkeypatch):
    """Whatever day it is, prices of long ago are old."""
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    small.edit("data/tco.toml", "as_of = 2026-08-15", "as_of = 2020-01-01")
    assert "(2020-01-01), expected 90 at most [old-prices]" in run(small, "check", "-q")[1]
