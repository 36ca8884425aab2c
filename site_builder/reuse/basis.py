"""What a build rests on: the content of every input, the options, and the code itself."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from site_builder.version import VERSION

_CODE = Path(__file__).resolve().parent.parent
_LIBRARIES = ("jinja2", "markdown-it-py", "markupsafe", "numpy", "pillow", "pyarrow")
_ROWS = "data/benchmarks/"


@dataclass(frozen=True)
class Basis:
    """inputs: name -> SHA-256 of each file that is read; options: what else was asked for, in a fixed order."""

    inputs: Mapping[str, str]
    options: tuple[str, ...]

    @cached_property
    def whole(self) -> str:
        """The key of the site as a whole: with it unchanged, so is every file."""
        return key_of([self.without_rows, *_listed(self.inputs)])

    @cached_property
    def without_rows(self) -> str:
        """The key of all that is no row of results: code, libraries, options, catalogs and templates."""
        others = {name: sha256 for name, sha256 in self.inputs.items() if not name.startswith(_ROWS)}
        return key_of([_code(), json.dumps(self.options), *_listed(others)])


def key_of(parts: list[str]) -> str:
    """One short text for some; other texts give another one."""
    return blake2b(json.dumps(parts).encode(), digest_size=16).hexdigest()


def _listed(names: Mapping[str, str]) -> list[str]:
    return [json.dumps(item) for item in sorted(names.items())]


@cache
def _code() -> str:
    """The builder, its libraries and the Python that runs them: another one may write other bytes. What runs stays what
    it was when it was loaded."""
    marks = [VERSION, sys.version, *(f"{name} {_version(name)}" for name in _LIBRARIES)]
    for path in sorted(_CODE.rglob("*.py")):
        marks += [path.relative_to(_CODE).as_posix(), blake2b(path.read_bytes()).hexdigest()]
    return key_of(marks)


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return ""
