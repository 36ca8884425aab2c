"""build-site: turns LLM-inference benchmark results into report pages. `build_site` is the whole of its interface."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from site_builder.version import VERSION

if TYPE_CHECKING:
    from site_builder.build import Summary, build_site
    from site_builder.errors import BuildError, Problem, UsageError

__version__ = VERSION

__all__ = ["BuildError", "Problem", "Summary", "UsageError", "__version__", "build_site"]

_HOMES = {
    "build_site": "build",
    "Summary": "build",
    "BuildError": "errors",
    "Problem": "errors",
    "UsageError": "errors",
}


def __getattr__(name: str) -> Any:
    """Import the interface when it is first asked for, so that the command line can answer --help at once."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
