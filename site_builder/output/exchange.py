"""Swaps two folders in one step, where system and file system can: renameat2 of Linux with RENAME_EXCHANGE."""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path

_FROM_HERE = -100  # AT_FDCWD: relative paths start in the working folder
_EXCHANGE = 2
# The number of the system call, where the C library is too old to have a name for it.
_CALLS = {"x86_64": 316, "aarch64": 276, "riscv64": 276, "loongarch64": 276, "ppc64le": 357, "s390x": 347}

_Rename = Callable[[int, bytes, int, bytes, int], int]


def exchange(one: Path, other: Path) -> None:
    """Give each of two folders the place of the other; nobody ever sees one of the places empty.

    Raises OSError, and changes nothing, where that cannot be done."""
    if _rename()(_FROM_HERE, os.fsencode(one), _FROM_HERE, os.fsencode(other), _EXCHANGE) == 0:
        return
    number = ctypes.get_errno()
    raise OSError(number, os.strerror(number), os.fspath(one))


def _rename() -> _Rename:
    """renameat2, by its name or its number."""
    if not sys.platform.startswith("linux"):
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    library = ctypes.CDLL(None, use_errno=True)
    kinds = (ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint)
    try:
        named = library.renameat2
    except AttributeError:
        return _by_number(library)
    named.argtypes = kinds
    return named


def _by_number(library: ctypes.CDLL) -> _Rename:
    number = _CALLS.get(os.uname().machine) if sys.maxsize > 2**32 else None
    if number is None:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    call = library.syscall
    call.restype = ctypes.c_long

    def rename(start: int, one: bytes, other_start: int, other: bytes, flags: int) -> int:
        places = (ctypes.c_int(start), ctypes.c_char_p(one), ctypes.c_int(other_start), ctypes.c_char_p(other))
        return int(call(ctypes.c_long(number), *places, ctypes.c_uint(flags)))

    return rename
