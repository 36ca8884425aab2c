"""How every command runs: signals end it cleanly, problems and bugs become an exit code."""

from __future__ import annotations

import gc
import io
import signal
import sys
import traceback
from collections.abc import Callable
from types import FrameType

from site_builder.cli.terminal import print_error
from site_builder.errors import BuildError, UsageError

EXIT_PROBLEMS, EXIT_USAGE, EXIT_INTERRUPTED = 1, 2, 130
_BUG = "This is a bug of build-site, not of your data. Please report it with the lines above."


def prepare_process() -> None:
    """Let a polite end reach the command as an interruption, and any name be printed on any terminal."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _interrupt)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a name that the terminal cannot show is no fault either
    gc.set_threshold(200_000, 20, 20)  # a build makes many values and few cycles: collecting often costs a tenth of it


def carry_out(
    work: Callable[[], None], explain: Callable[[BuildError], str], interrupted: str, clear: Callable[[], None]
) -> None:
    """Run a command's work; leave with an exit code of its own unless it ends well.

    explain: prints the problems of a BuildError and gives the closing line. interrupted: what to say when stopped.
    clear: takes progress off the terminal.
    """
    try:
        work()
    except BuildError as stop:
        clear()
        print_error(explain(stop))
        sys.exit(EXIT_USAGE if isinstance(stop, UsageError) else EXIT_PROBLEMS)
    except KeyboardInterrupt:
        clear()
        print_error(interrupted)
        sys.exit(EXIT_INTERRUPTED)
    except Exception:
        clear()
        print_error(f"{traceback.format_exc()}\n{_BUG}")
        sys.exit(EXIT_PROBLEMS)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
