"""The file beside an output folder in which a build notes what the next one can use. It may be deleted at any time."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def notes_beside(out_dir: Path) -> Path:
    """Where the notes on an output folder lie: `.public.cache` beside `public`."""
    root = out_dir.resolve()
    return root.parent / f".{root.name}.cache"


def read_notes(out_dir: Path) -> bytes | None:
    """The notes of the last build; None where there are none, or none that can be read."""
    try:
        return notes_beside(out_dir).read_bytes()
    except OSError:
        return None


def write_notes(out_dir: Path, content: bytes) -> bool:
    """Keep notes for the next build, whole or not at all; gives whether they could be kept."""
    place = notes_beside(out_dir)
    written = ""
    try:
        handle, written = tempfile.mkstemp(prefix=f"{place.name}.", dir=place.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(written).replace(place)
    except OSError:
        with suppress(OSError):
            Path(written).unlink()
        return False
    return True
