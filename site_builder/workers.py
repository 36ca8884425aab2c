"""Shares work among forked processes. They inherit everything that is shared and send back nothing but results.

No worker outlives the process that started it, however that ends.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

_BATCH = 32
_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG


class WorkerError(Exception):
    """Something went wrong in a worker; carries its traceback."""


def usable_cores() -> int:
    """How many cores this process may use; one where processes cannot be forked."""
    if not sys.platform.startswith("linux"):
        return 1
    return len(os.sched_getaffinity(0))


def work_through(
    items: Sequence[Item], work: Callable[[Item], Result], jobs: int, on_done: Callable[[int], None]
) -> list[Result]:
    """The result of `work` for every item, in the order of the items. on_done: told how many are done.

    Few items, or one job, are done here. Raises WorkerError when a worker dies or `work` raises in one, but an OSError
    as it is: that may be the machine's fault and no bug.
    """
    if jobs < 2 or len(items) < 2 * _BATCH:
        results = []
        for done, item in enumerate(items, start=1):
            results.append(work(item))
            on_done(done)
        return results
    found: dict[int, Result] = {}
    with _Workers(items, work, jobs) as workers:
        for batch in workers.batches():
            found.update(batch)
            on_done(len(found))
    return [found[at] for at in range(len(items))]


class _Workers:
    """Forked processes, each with every n-th batch of the items. All are gone when the block ends, however it ends."""

    def __init__(self, items: Sequence[Any], work: Callable[[Any], Any], jobs: int) -> None:
        context = multiprocessing.get_context("fork")
        self._processes = []
        self._connections: list[Connection] = []
        for number in range(jobs):
            receiver, sender = context.Pipe(duplex=False)
            process = context.Process(
                target=_serve, args=(items, work, range(number, _batches(items), jobs), sender, os.getpid())
            )
            with warnings.catch_warnings():
                # Newer Pythons warn of forking beside threads. Arrow's are idle by now, and workers do not use it.
                warnings.simplefilter("ignore", DeprecationWarning)
                process.start()
            sender.close()
            self._processes.append(process)
            self._connections.append(receiver)

    def __enter__(self) -> _Workers:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes:
            process.terminate()
            process.join()
        for connection in self._connections:
            connection.close()

    def batches(self) -> Iterator[dict[int, Any]]:
        """Results by the place of their item, as they come."""
        open_ones = list(self._connections)
        while open_ones:
            for connection in wait(open_ones):
                assert isinstance(connection, Connection), "only connections are waited for"
                try:
                    batch = connection.recv()
                except EOFError:
                    raise WorkerError("a worker process ended before its work was done") from None
                if isinstance(batch, OSError):
                    raise batch
                if isinstance(batch, str):
                    raise WorkerError(batch)
                if batch is None:
                    open_ones.remove(connection)
                else:
                    yield batch


def _die_with(parent: int) -> None:
    """Let the system kill this process when its parent is gone: nobody is left then to tell it to stop writing."""
    ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def _batches(items: Sequence[Any]) -> int:
    return -(-len(items) // _BATCH)


def _serve(items: Sequence[Any], work: Callable[[Any], Any], batches: range, sender: Connection, parent: int) -> None:
    """A worker's life: its batches, then None; a traceback when something goes wrong."""
    _die_with(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its workers
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        for batch in batches:
            first = batch * _BATCH
            sender.send({first + at: work(item) for at, item in enumerate(items[first : first + _BATCH])})
        sender.send(None)
    except OSError as fault:
        fault.add_note(traceback.format_exc())
        sender.send(fault)
    except Exception:
        sender.send(traceback.format_exc())
    finally:
        sender.close()
