"""Holds Ctrl-C, SIGTERM and a closed terminal back while files move: they strike where all can still be undone."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

_HELD = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextmanager
def signals_held() -> Iterator[Callable[[], None]]:
    """Note signals instead of handling them; a call of what this yields handles the first one noted, if any.

    A signal after the last call is let go: by then the work is done. Outside the main thread nothing is held.
    """
    noted: list[tuple[int, FrameType | None]] = []
    handlers: dict[int, Any] = {}

    def note(number: int, frame: FrameType | None) -> None:
        noted.append((number, frame))

    def stop_if_asked() -> None:
        if noted:
            number, frame = noted.pop(0)
            handlers[number](number, frame)

    if threading.current_thread() is threading.main_thread():
        for held in _HELD:
            if callable(signal.getsignal(held)):
                handlers[held] = signal.signal(held, note)
    try:
        yield stop_if_asked
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
