"""`build-site serve` as people start it: what it prints, and how it ends."""

import signal
import subprocess
import sys
import urllib.request

import pytest

from site_builder.preview.server import PreviewServer
from tests.folders import points
from tests.reading_pages import CURVE
from tests.running import environment, run_python


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_follows_saves_until_it_is_ended(folder, number):
    """One line when it serves, one for each rebuild; Ctrl-C and a polite end close it."""
    folder.rows(points(*CURVE))
    command = [sys.executable, "-u", "-m", "site_builder", "serve", "--port", "0"]
    child = subprocess.Popen(
        command, cwd=folder.root, env=environment(), text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert child.stdout is not None
    built, serving = child.stdout.readline(), child.stdout.readline()
    assert built.startswith("Built in ")
    assert serving.endswith("(Ctrl-C ends it)\n")
    with urllib.request.urlopen(serving.split()[1]) as answer:
        assert answer.status == 200
    folder.edit("templates/home.html", "All pages", "All the pages")
    assert child.stdout.readline().endswith(" s: templates/home.html\n")
    child.send_signal(number)
    stdout, stderr = child.communicate(timeout=20)
    assert (stdout, child.returncode) == ("", 130)
    assert stderr.endswith("Ended.\n")
    assert not list(folder.public.glob("*")) if folder.public.exists() else True


def test_a_port_that_is_taken_is_told(folder):
    folder.rows(points(*CURVE))
    taken = PreviewServer(0)
    port = str(taken.server_address[1])
    found = run_python("-m", "site_builder", "serve", "--port", port, cwd=folder.root)
    taken.server_close()
    assert found.returncode == 1
    assert found.stderr == (
        f"--port {port}: error: cannot be served on (Address already in use), expected a free port [port-taken]\n"
        "    --port 0 picks a free one\nNot served.\n"
    )


def test_a_folder_that_is_not_there_is_told(folder):
    found = run_python("-m", "site_builder", "serve", "--templates", "nothing", cwd=folder.root)
    assert found.returncode == 1
    assert found.stderr == ("--templates nothing: error: no folder, expected that of a site [no-folder]\nNot served.\n")
