"""How the command line tells problems: which are printed, how many, with which exit code."""

import re
import signal

import pytest

import site_builder.build
from tests.command import AS_IT_WAS, failed, run
from tests.folders import points, row

ROWS = points((20, 4000), (50, 2500), (100, 1000))
BUG = "This is a bug of build-site, not of your data. Please report it with the lines above.\n"


def test_a_quiet_build_prints_warnings(folder):
    """-q prints what an owner must know."""
    folder.rows([*ROWS, row(50, 2400, conc=2)])
    code, stdout, stderr = run(folder, "-q")
    assert (code, stdout) == (0, "")
    assert re.fullmatch(
        r"data/benchmarks/a.parquet row \d: warning: .* \[conflicting-rows\]\n    the point: .*\n", stderr
    )


def test_a_quiet_build_prints_errors(folder):
    """-q prints why there is no site."""
    folder.rows([row(hardware="zzz")])
    assert failed(folder, "-q").endswith(f"Not built: 1 error. {AS_IT_WAS}")


def test_strict_lets_warnings_fail(folder):
    """--strict: a warning stops the build, and is said to; without it the same rows are built."""
    folder.rows([*ROWS, row(50, 2400, conc=2)])
    assert run(folder)[0] == 0
    stderr = failed(folder, "--strict", "-q")
    assert " warning: " in stderr
    assert stderr.endswith(f"\nNot built: 1 warning (--strict makes warnings fail). {AS_IT_WAS}")


def test_strict_does_not_mind_notes(folder):
    """Notes need no action, so they never fail."""
    folder.rows([*ROWS, row(60, 900, error="out of memory")])
    assert run(folder, "--strict")[0] == 0


def test_unknown_names_are_an_error_unless_allowed(folder):
    """--allow-unknown publishes a name of no catalog under its own name, with a warning that --strict minds."""
    folder.rows(points((20, 4000), (50, 2500), hardware="zzz9000"))
    assert " error: 'zzz9000' (2 rows) is in no catalog" in failed(folder)
    code, _, stderr = run(folder, "--allow-unknown")
    assert code == 0
    assert " warning: 'zzz9000' (2 rows) is in no catalog" in stderr
    assert (folder.public / "run/kimi-k26-on-zzz9000/index.html").is_file()
    assert failed(folder, "--allow-unknown", "--strict").endswith(
        f"Not built: 1 warning (--strict makes warnings fail). {AS_IT_WAS}"
    )


@pytest.mark.parametrize(("names", "more"), [(21, "1 more error"), (25, "5 more errors")])
def test_of_one_kind_twenty_are_printed(folder, names, more):
    """Of each rule the first 20 problems are printed and the rest counted; the last line counts all."""
    folder.rows(row(hardware=f"zzz{n:02}") for n in range(names))
    lines = failed(folder).splitlines()
    shown = [line for line in lines if line.endswith("[unknown-name]") and not line.startswith("…")]
    assert [line.split("'")[1] for line in shown] == [f"zzz{n:02}" for n in range(20)]
    assert lines[-2:] == [
        f"… and {more} [unknown-name]; -v prints all",
        f"Not built: {names} errors. {AS_IT_WAS.strip()}",
    ]


def test_exactly_twenty_are_printed_without_more(folder):
    """Nothing is left out, and so nothing is said about it."""
    folder.rows(row(hardware=f"zzz{n:02}") for n in range(20))
    assert "…" not in failed(folder)


@pytest.mark.parametrize("option", ["-v", "--verbose"])
def test_a_verbose_build_prints_every_problem(folder, option):
    """-v leaves out nothing."""
    folder.rows(row(hardware=f"zzz{n:02}") for n in range(25))
    stderr = failed(folder, option)
    assert stderr.count("[unknown-name]") == 25
    assert "…" not in stderr


def test_a_bug_says_that_it_is_one(folder, monkeypatch):
    """An error that nobody foresaw: its trace, a plain sentence, exit code 1, and the output folder as it was."""
    folder.rows(ROWS)
    run(folder)

    def broken(*args, **more):
        raise ZeroDivisionError("so it goes")

    monkeypatch.setattr(site_builder.build, "plan_site", broken)
    stderr = failed(folder, "--no-cache")
    assert stderr.startswith("Traceback (most recent call last):\n")
    assert stderr.endswith(f"\nZeroDivisionError: so it goes\n\n{BUG}")


def test_an_interruption_says_so(folder, monkeypatch):
    """Ctrl-C: one line, exit code 130."""

    def interrupted(*args, **more):
        raise KeyboardInterrupt

    folder.rows(ROWS)
    monkeypatch.setattr(site_builder.build, "plan_site", interrupted)
    assert run(folder) == (130, "", f"Interrupted; {AS_IT_WAS[0].lower()}{AS_IT_WAS[1:]}")
    assert not folder.public.exists()


def test_a_request_to_end_is_an_interruption(folder, monkeypatch):
    """SIGTERM ends a build as Ctrl-C does."""

    def terminated(*args, **more):
        signal.raise_signal(signal.SIGTERM)

    folder.rows(ROWS)
    monkeypatch.setattr(site_builder.build, "plan_site", terminated)
    assert run(folder)[0] == 130
