"""Writes files into a folder that is new or empty: all of them, or nothing."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from site_builder.errors import Problems


def write_new_folder(files: Mapping[str, bytes], target: Path, problems: Problems) -> None:
    """Write `files` (relative path -> bytes). Raises BuildError, and writes nothing, where that is not possible."""
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        message = "it is there and not empty, expected a new or an empty folder"
        problems.error("not-empty", target.as_posix(), message, "name another folder")
    problems.stop_on_errors()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent) as name:
            made = Path(name) / "made"
            for path, content in files.items():
                file = made / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content)
            if target.exists():
                target.rmdir()
            made.replace(target)
    except OSError as fault:
        message = f"cannot be written ({fault.strerror}), expected a place that can be"
        problems.error("cannot-write", target.as_posix(), message)
        problems.stop_on_errors()
