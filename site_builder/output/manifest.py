"""build.json: the files that the builder made, so that it knows its own, and what it made them from, with hashes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from site_builder.errors import Problems

MANIFEST = "build.json"
_FORMAT = 2
_READ = (1, 2)  # the first one did not tell what a site was made from


@dataclass(frozen=True)
class Manifest:
    """What builds have put down: output path -> SHA-256 of each file; name -> SHA-256 of each file that they were all
    made from, None where that is not known; and which builder it was."""

    files: Mapping[str, str]
    inputs: Mapping[str, str] | None
    builder: str


def write_manifest(files: Mapping[str, str], inputs: Mapping[str, str] | None, version: str) -> bytes:
    """The manifest as bytes, sorted."""
    made_from = {} if inputs is None else {"inputs": dict(sorted(inputs.items()))}
    content = {"format": _FORMAT, "builder": f"build-site {version}", **made_from, "files": dict(sorted(files.items()))}
    return (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode("utf-8")


def read_manifest(out_dir: Path, problems: Problems) -> Manifest:
    """What earlier builds put down; without files when there is no manifest, and with an error when it is damaged."""
    path = out_dir / MANIFEST
    if not path.is_file():
        return Manifest({}, None, "")
    try:
        return _parsed(path.read_bytes())
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        hint = "empty the folder, or name another one with --out"
        problems.error(
            "bad-manifest", path.as_posix(), "not a list of files of a build, expected what a build wrote", hint
        )
        return Manifest({}, None, "")


def _parsed(content: bytes) -> Manifest:
    """A manifest as it was written. Raises ValueError or what else comes of wrong types."""
    found = json.loads(content)
    files, inputs = found["files"], found.get("inputs")
    hashes = [*files.values(), *(inputs.values() if inputs is not None else ())]
    are_texts = all(isinstance(text, str) for text in (*hashes, found.get("builder", "")))
    if found["format"] not in _READ or not are_texts or not all(is_inside(name) for name in files):
        raise ValueError
    return Manifest(files, inputs, found.get("builder", ""))


def hash_of(content: bytes) -> str:
    """The SHA-256 of a file's content."""
    return hashlib.sha256(content).hexdigest()


def is_inside(name: str) -> bool:
    """Whether an output path stays inside the output folder: relative, plain, and not the manifest itself."""
    path = PurePosixPath(name)
    plain = name not in ("", ".") and "\\" not in name and "\0" not in name and str(path) == name
    return plain and not path.is_absolute() and ".." not in path.parts and name != MANIFEST
