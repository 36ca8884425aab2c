"""Lets the n-th change to the disk fail, stops the program right after it, or kills it there."""

import contextlib
import io
import os
import pathlib
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, NoReturn

import pytest

from site_builder.output import stand_in
from site_builder.output.exchange import exchange

_CHANGES = ("mkdir", "link", "replace", "rename", "unlink", "remove", "rmdir", "symlink")
KILLED = 9
_CREATING = ("mkdir", "link", "symlink", "open")

# Called with the name of a change, the change, and its path; makes it or does not.
Fault = Callable[[str, Callable[[], Any], str], Any]


class Disk:
    """Counts changes to the disk; the n-th one meets a fault. `met` says whether it came to that.

    lasting: from then on nothing new can be made, as on a full disk. cleaning: removing a scratch folder with shutil is
    counted too. Making a folder that is there is no change.
    """

    def __init__(self, at: int, fault: Fault, *, lasting: bool = False, cleaning: bool = False) -> None:
        self.at = at
        self.fault = fault
        self.lasting = lasting
        self.cleaning = cleaning
        self.seen = 0
        self.met = False

    def meet(self, name: str, call: Callable[[], Any], path: str) -> Any:
        """Do a change, or let it fail."""
        self.seen += 1
        if self.seen == self.at or (self.lasting and self.met and name in _CREATING):
            self.met = True
            return self.fault(name, call, path)
        return call()


def failing(number: int) -> Fault:
    """A fault: the change is not made, and the system says why."""

    def fault(name: str, call: Callable[[], Any], path: str) -> Any:
        raise OSError(number, os.strerror(number), path)

    return fault


def interrupting(number: int) -> Fault:
    """A fault: the change is made, and a signal comes in meanwhile."""

    def fault(name: str, call: Callable[[], Any], path: str) -> Any:
        result = call()
        try:
            signal.raise_signal(number)
        except BaseException:
            if hasattr(result, "close"):  # a file that was just opened is nobody's now
                result.close()
            raise
        return result

    return fault


def dying(name: str, call: Callable[[], Any], path: str) -> NoReturn:
    """A fault: the program is killed before the change."""
    os._exit(KILLED)


def torn(name: str, call: Callable[[], Any], path: str) -> NoReturn:
    """A fault: the program is killed after the first sign was written into a new file."""
    with contextlib.suppress(OSError):  # there may be no folder for it yet
        file = call()
        file.write("x" if isinstance(file, io.TextIOBase) else b"x")
        file.flush()
    os._exit(KILLED)


def run_and_die(act: Callable[[], None], disk: Disk) -> bool:
    """Run `act` in a process of its own that dies by the fault of the disk; False when it came to its end."""
    child = os.fork()
    if not child:
        try:
            with faulty(disk):
                act()
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in (0, KILLED), f"change {disk.at}"
    return code == KILLED


def names_of_changes(act: Callable[[], None]) -> list[str]:
    """The changes to the disk that `act` makes, in order."""
    names: list[str] = []

    class Listening(Disk):
        def meet(self, name: str, call: Callable[[], Any], path: str) -> Any:
            names.append(name)
            return call()

    with faulty(Listening(0, failing(0), cleaning=True)):
        act()
    return names


def _patched(disk: Disk, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
    def change(path: Any, *args: Any, **more: Any) -> Any:
        is_uncounted = not disk.cleaning and sys._getframe(1).f_globals.get("__name__") == "shutil"
        if is_uncounted or (name == "mkdir" and pathlib.Path(path).is_dir()):
            return real(path, *args, **more)
        return disk.meet(name, lambda: real(path, *args, **more), os.fspath(path))

    return change


def _patched_open(disk: Disk, real: Callable[..., Any]) -> Callable[..., Any]:
    def change(path: Any, mode: str = "r", *args: Any, **more: Any) -> Any:
        if "r" in mode and "+" not in mode:
            return real(path, mode, *args, **more)
        return disk.meet("open", lambda: real(path, mode, *args, **more), os.fspath(path))

    return change


@contextlib.contextmanager
def faulty(disk: Disk) -> Iterator[Disk]:
    """A block in which every change to the disk goes through `disk`, and signals end it as they end a program."""

    def end(number: int, frame: Any) -> None:
        raise KeyboardInterrupt

    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        with pytest.MonkeyPatch.context() as patch:
            for name in _CHANGES:
                patch.setattr(os, name, _patched(disk, name, getattr(os, name)))
            patch.setattr(io, "open", _patched_open(disk, io.open))
            patch.setattr(stand_in, "exchange", _patched(disk, "exchange", exchange))
            yield disk
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def every_change(act: Callable[[Disk], None], fault: Fault, **how: bool) -> int:
    """Call `act` with a disk whose first change meets the fault, then the second, … until none does; how many did."""
    for at in count(1):
        disk = Disk(at, fault, **how)
        act(disk)
        if not disk.met:
            return at - 1
    raise AssertionError
