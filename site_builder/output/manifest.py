"""build.json: the list of the files that the builder made, with their hashes, so that it knows its own."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from site_builder.errors import Problems

MANIFEST = "build.json"
_FORMAT = 1


def write_manifest(hashes: Mapping[str, str], version: str) -> bytes:
    """The manifest as bytes: output path -> SHA-256, sorted."""
    content = {"format": _FORMAT, "builder": f"build-site {version}", "files": dict(sorted(hashes.items()))}
    return (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode("utf-8")


def read_manifest(out_dir: Path, problems: Problems) -> dict[str, str]:
    """What earlier builds made, as output path -> SHA-256; empty without a manifest, an error when it is damaged."""
    path = out_dir / MANIFEST
    if not path.is_file():
        return {}
    try:
        content = json.loads(path.read_bytes())
        files = content["files"]
        fits = content["format"] == _FORMAT and all(
            is_inside(name) and isinstance(sha, str) for name, sha in files.items()
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        fits = False
    if not fits:
        hint = "empty the folder, or name another one with --out"
        problems.error(
            "bad-manifest", path.as_posix(), "not a list of files of a build, expected what a build wrote", hint
        )
        return {}
    return dict(files)


def hash_of(content: bytes) -> str:
    """The SHA-256 of a file's content."""
    return hashlib.sha256(content).hexdigest()


def is_inside(name: str) -> bool:
    """Whether an output path stays inside the output folder: relative, plain, and not the manifest itself."""
    path = PurePosixPath(name)
    plain = name not in ("", ".") and "\\" not in name and "\0" not in name and str(path) == name
    return plain and not path.is_absolute() and ".." not in path.parts and name != MANIFEST
