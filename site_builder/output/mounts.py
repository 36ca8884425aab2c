"""Which mount a folder lies on: files cannot be moved between two, not even of one disk."""

from __future__ import annotations

import os
from pathlib import Path


def mount_of(folder: Path) -> tuple[int, str]:
    """What two folders have in common when files can be moved between them: the disk and, where the system tells it,
    the mount. Raises OSError when the folder cannot be looked into."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        disk = os.fstat(handle).st_dev
        lines = Path(f"/proc/self/fdinfo/{handle}").read_text(encoding="ascii").splitlines()
        return disk, next(line for line in lines if line.startswith("mnt_id"))
    except (OSError, StopIteration):
        return folder.stat().st_dev, ""
    finally:
        os.close(handle)
