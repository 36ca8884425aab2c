"""What the last build left in the output folder, for what is costly to make and has not changed since."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from site_builder.errors import Problems
from site_builder.output.manifest import hash_of, read_manifest


class PreviousFiles:
    """The files of the last build. Only those that are still what that build wrote are handed out."""

    def __init__(self, out_dir: Path) -> None:
        self._out_dir = out_dir

    @cached_property
    def _hashes(self) -> Mapping[str, str]:
        try:
            return read_manifest(self._out_dir, Problems()).files
        except OSError:
            return {}

    def read(self, path: str) -> bytes | None:
        """The content of a file, or None where there is none or it has been changed."""
        known = self._hashes.get(path)
        if known is None:
            return None
        try:
            content = (self._out_dir / path).read_bytes()
        except OSError:
            return None
        return content if hash_of(content) == known else None
