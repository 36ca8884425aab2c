"""The only place that makes addresses. A path here is relative to the site's root, with forward slashes.

Folder pages end in a slash, and every form of an address (link, file, canonical) comes from the same path.
"""

from __future__ import annotations

import re

LONGEST_SLUG = 80
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_NOT_SLUG = re.compile(r"[^a-z0-9]+")

HOME = ""
NOT_FOUND = "404.html"
ASSETS = "assets/"
LADDER_TABLE, ROWS_TABLE, RUN_SCHEMA = "data/ladder.csv", "data/benchmarks.parquet", "data/run.schema.json"
RUN_DATA, RUN_ROWS = "data.json", "rows.csv"
HOST_FILES = ("_headers", "_redirects", ".nojekyll", "build.json")
SITE_FILES = (LADDER_TABLE, ROWS_TABLE, RUN_SCHEMA)
FEED, SITEMAP, LLMS, ROBOTS, WEB_MANIFEST = "feed.xml", "sitemap.xml", "llms.txt", "robots.txt", "site.webmanifest"


def is_slug(text: str) -> bool:
    """Whether a text may stand in an address as it is."""
    return len(text) <= LONGEST_SLUG and _SLUG.fullmatch(text) is not None


def slug_of(name: str) -> str:
    """The address form of a name: ASCII letters and digits joined by hyphens; may be empty or too long."""
    return _NOT_SLUG.sub("-", name.casefold()).strip("-")


def run_slug(model_slug: str, gpu_slug: str) -> str:
    """The name of a run page, such as `kimi-k26-on-b300`."""
    return f"{model_slug}-on-{gpu_slug}"


def run_path(slug: str) -> str:
    """The path of a run page."""
    return f"run/{slug}/"


def model_path(model_slug: str) -> str:
    """The path of a model's hub."""
    return f"models/{model_slug}/"


def gpu_path(gpu_slug: str) -> str:
    """The path of a GPU's hub."""
    return f"gpus/{gpu_slug}/"


def ranking_path(order: str, model_slug: str) -> str:
    """The path of a ranking of a model's GPUs. order: fastest or cheapest."""
    return f"rankings/{order}-gpu-for-{model_slug}/"


def comparison_path(model_slug: str, first: str, second: str) -> str:
    """The path of the page that compares two GPUs, such as `compare/kimi-k26-b300-vs-mi355x/`."""
    return f"compare/{model_slug}-{first}-vs-{second}/"


def part_comparison_path(slug: str, first: str, second: str) -> str:
    """The path of the page that compares two parts of one pair, such as `compare/kimi-k26-on-b300-fp4-vs-fp8/`."""
    return f"compare/{slug}-{first}-vs-{second}/"


def beside(path: str, name: str) -> str:
    """The path of a file in the folder of a page, or beside a page that is a file."""
    return f"{path[: path.rfind('/') + 1]}{name}"


def output_path(path: str) -> str:
    """The file, relative to the output folder, that serves a path."""
    return f"{path}index.html" if path == HOME or path.endswith("/") else path


def root_from(path: str) -> str:
    """The relative link from a page back to the root, so that a site works from any folder of a host."""
    return "../" * path.count("/") or "./"


def absolute(base_url: str | None, path: str) -> str | None:
    """The full address of a path, or None without a base URL."""
    return f"{base_url}{path}" if base_url else None
