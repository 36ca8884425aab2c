"""The command line run in this process, for tests."""

import re
import signal

from click.testing import CliRunner

from site_builder.cli import main
from tests.folders import working_in
from tests.running import snapshot

AS_IT_WAS = "The output folder is as it was.\n"


def run(folder, *args):
    """The command in a project folder: exit code, standard output with seconds as 0.00, standard error."""
    before = signal.getsignal(signal.SIGTERM)
    try:
        with working_in(folder.root):
            result = CliRunner().invoke(main, args, prog_name="build-site")
    finally:
        signal.signal(signal.SIGTERM, before)
    return result.exit_code, re.sub(r"\d+\.\d\d s\b", "0.00 s", result.stdout), result.stderr


def failed(folder, *args):
    """The standard error of a command that must fail, with exit code 1 and the output folder as it was."""
    before = snapshot(folder.public)
    code, stdout, stderr = run(folder, *args)
    assert (code, stdout) == (1, "")
    assert snapshot(folder.public) == before
    return stderr
