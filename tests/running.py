"""Runs of the command in processes of their own, and what a folder looks like before and after."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.folders import PROJECT

# A process that stops at a change to the disk, says so, and goes on when its standard input is closed.
# The change is the first replacement of a file whose name ends in the first argument.
STOPPING = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
place = sys.argv.pop(1)
real = os.replace
def replace(source, target, **more):
    real(source, target, **more)
    if os.fspath(target).endswith(place):
        os.replace = real
        os.write(1, b"stopped\\n")
        sys.stdin.buffer.read()
os.replace = replace
from site_builder.cli import main
main(prog_name="build-site")
"""


def environment(**changes: str | None) -> dict[str, str]:
    """The environment of a child: this one with some variables set, or unset by None."""
    merged = {**os.environ, "PYTHONPATH": str(PROJECT), **changes}
    return {name: value for name, value in merged.items() if value is not None}


def run_python(*args: str, cwd: Path, **changes: str | None) -> subprocess.CompletedProcess[str]:
    """Run this Python in a folder until it ends."""
    command = [sys.executable, *args]
    return subprocess.run(
        command, cwd=cwd, env=environment(**changes), capture_output=True, text=True, errors="replace", check=False
    )


def run_build(*args: str, cwd: Path, **changes: str | None) -> subprocess.CompletedProcess[str]:
    """Run `python -m site_builder` in a folder until it ends."""
    return run_python("-m", "site_builder", *args, cwd=cwd, **changes)


def stopped_build(place: str, *, cwd: Path) -> subprocess.Popen[str]:
    """A build in a process of its own that has just put a file whose path ends in `place`, and waits there."""
    pipe: Any = subprocess.PIPE
    command = [sys.executable, "-c", STOPPING, place]
    child = subprocess.Popen(
        command, cwd=cwd, env=environment(), text=True, errors="replace", stdin=pipe, stdout=pipe, stderr=pipe
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "stopped\n", child.communicate()[1]
    return child


def run_in_mounts(script: str, *command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a shell script that may mount, in a process whose mounts nobody else sees; "$@" in it is the command."""
    unshare = shutil.which("unshare")
    probe = [unshare or "false", "--user", "--map-root-user", "--mount"]
    allowed = subprocess.run([*probe, "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True, check=False)
    if allowed.returncode:
        pytest.skip("this machine does not let a test mount anything")
    whole = [*probe, "sh", "-euc", script, "sh", *command]
    return subprocess.run(
        whole, cwd=cwd, env=environment(), capture_output=True, text=True, errors="replace", check=False
    )


def snapshot(folder: Path) -> dict[str, object]:
    """Every entry below a folder: a file's bytes, a link's target, None for a folder. Empty without the folder."""
    found: dict[str, object] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            found[name] = f"-> {path.readlink()}"
        else:
            found[name] = path.read_bytes() if path.is_file() else None
    return found


def stray(folder: Path, expected: Sequence[str]) -> list[str]:
    """The entries of a folder beside the expected ones, and beside the notes of builds and what measuring coverage
    writes."""
    names = (path.name for path in folder.iterdir() if path.name != ".public.cache")
    return sorted(name for name in names if name not in expected and not name.startswith(".coverage"))
