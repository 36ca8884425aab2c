"""The command as people start it: processes of their own, terminals, closed pipes."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from site_builder.version import VERSION
from tests.folders import points, row, tree
from tests.running import environment, run_build, run_python

ROWS = points((20, 4000), (50, 2500), (100, 1000))
BUG = "This is a bug of build-site"


@pytest.fixture
def ready(folder):
    """A project with rows and without anything to note."""
    folder.rows(ROWS)
    folder.edit("data/site.toml", "# base_url", "base_url")
    return folder


def on_terminal(folder, *args) -> tuple[int, str, str]:
    """A build whose standard error is a terminal: exit code, standard output, what the terminal got."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "site_builder", *args]
    child = subprocess.Popen(
        command, cwd=folder.root, env=environment(), text=True, stdin=theirs, stdout=subprocess.PIPE, stderr=theirs
    )
    os.close(theirs)
    shown = b""
    try:
        while part := os.read(ours, 4096):
            shown += part
    except OSError:  # how Linux tells that the other end is closed
        pass
    finally:
        os.close(ours)
    stdout, _ = child.communicate()
    return child.returncode, stdout, shown.decode()


def left_on_screen(shown: str) -> str:
    """What a person sees in the end: a line that is written over is gone."""
    lines = []
    for line in shown.split("\n"):
        screen = ""
        for part in line.split("\r"):
            screen = part + screen[len(part) :]
        lines.append(screen.rstrip())
    return "\n".join(lines)


def test_the_module_and_the_console_script_are_one_command(ready):
    """`python -m site_builder` and `build-site` print the same and make the same site."""
    script = Path(sys.executable).with_name("build-site")
    first = run_build("--out", "one", cwd=ready.root)
    second = subprocess.run(
        [script, "--out", "two"], cwd=ready.root, env=environment(), capture_output=True, text=True, check=False
    )
    assert (first.returncode, second.returncode) == (0, 0)
    assert re.sub(r"\d+\.\d\d s", "", first.stdout).replace("one", "two") == re.sub(r"\d+\.\d\d s", "", second.stdout)
    assert tree(ready.root / "one") == tree(ready.root / "two")


@pytest.mark.parametrize(("args", "code"), [([], 0), (["--data", "zzz"], 1), (["--only", "zzz"], 2), (["--zzz"], 2)])
def test_a_process_ends_with_the_exit_code(ready, args, code):
    """0 built, 1 a problem in what was given, 2 wrong use; problems are on standard error and the rest is not."""
    done = run_build(*args, cwd=ready.root)
    assert done.returncode == code
    assert bool(done.stdout) == (code == 0)
    assert bool(done.stderr) == (code != 0)


def test_help_and_version_know_the_name_of_the_command(tmp_path):
    """Also when it is started as a module."""
    assert run_build("-h", cwd=tmp_path).stdout.startswith("Usage: build-site [OPTIONS] [COMMAND]\n")
    assert run_build("--version", cwd=tmp_path).stdout == f"build-site {VERSION}\n"


def test_help_needs_no_heavy_library(tmp_path):
    """--help answers at once: none of the libraries that read or render is imported for it."""
    code = (
        "import sys\n"
        "from site_builder.cli import main\n"
        "main(['--help'], standalone_mode=False)\n"
        "print(sorted({'numpy', 'pyarrow', 'jinja2', 'markupsafe'} & set(sys.modules)), file=sys.stderr)\n"
    )
    assert run_python("-c", code, cwd=tmp_path).stderr == "[]\n"


def test_a_terminal_shows_progress_and_is_clean_afterwards(ready):
    """A person who watches sees each step, and in the end nothing of it is left; standard output has none of it."""
    code, stdout, shown = on_terminal(ready)
    assert code == 0
    steps = [part.split() for part in shown.split("\r") if part.strip()]
    assert list(dict.fromkeys(words[0] for words in steps)) == ["Reading", "Deriving", "Rendering", "Writing"]
    shares = [int(words[1]) for words in steps if words[0] == "Rendering"]
    assert shares == sorted(set(shares))
    assert shares[-1] == 100
    assert left_on_screen(shown) == ""
    assert stdout.startswith("Built ")


def test_problems_on_a_terminal_stand_alone(ready):
    """A problem starts at the start of a line of its own, where no progress is left."""
    ready.rows([row(hardware="zzz")])
    code, _, shown = on_terminal(ready)
    assert code == 1
    assert left_on_screen(shown).splitlines() == [
        (
            "data/benchmarks/a.parquet column hardware: error: 'zzz' (1 row) is in no catalog, "
            "expected a name of gpus.toml [unknown-name]"
        ),
        "    list it in gpus.toml; --allow-unknown publishes it under its own name",
        "Not built: 1 error. The output folder is as it was.",
    ]


def test_a_quiet_build_shows_no_progress(ready):
    """-q: the terminal gets nothing."""
    assert on_terminal(ready, "-q") == (0, "", "")


def test_without_a_terminal_there_is_no_progress(ready):
    """Logs get no progress."""
    assert run_build(cwd=ready.root).stderr == ""


def test_a_reader_who_leaves_is_no_bug(ready):
    """`build-site | true`: nobody reads the summary; the site is built, and no bug is claimed."""
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "site_builder"]
    try:
        done = subprocess.run(
            command, cwd=ready.root, env=environment(), stdout=writer, stderr=subprocess.PIPE, text=True, check=False
        )
    finally:
        os.close(writer)
    assert (ready.public / "index.html").is_file()
    assert BUG not in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_any_encoding_of_the_terminal_will_do(ready, encoding):
    """A folder and a name with letters that the terminal cannot show are no fault of the build."""
    done = run_build("--out", "öffentlich 模型", cwd=ready.root, PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, "")
    assert (ready.root / "öffentlich 模型/index.html").is_file()
