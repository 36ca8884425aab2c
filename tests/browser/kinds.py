"""One page of every kind, from the shipped data and from a site of extremes."""

import pytest

from tests.browser import extremes

MEASURED = "run/kimi-k26-on-b300/"
ESTIMATED = "run/deepseek-r1-on-b200/"
FIVE_SERIES = "run/kimi-k26-on-mi355x/"
OUT_OF_REACH = "run/gemma-4-31b-on-h100/"
ONE_POINT = "run/deepseek-coder-v2-lite-on-h100/"
EMPTY = "run/minimax-m3-on-mi325x/"

SHIPPED = ("", MEASURED, ESTIMATED, FIVE_SERIES, OUT_OF_REACH, ONE_POINT, EMPTY, "methodology/", "404.html")
ALL = (*(("shipped", path) for path in SHIPPED), *(("extreme", path) for path in extremes.PAGES))
RUNS = tuple((site, path) for site, path in ALL if path.startswith("run/") and path not in {EMPTY, extremes.UNUSABLE})


def name_of(site: str, path: str) -> str:
    """What a page is called in the list of tests, and in the names of screenshots."""
    return f"{site}-{path.removeprefix('run/').strip('/') or 'home'}"


every_page = pytest.mark.parametrize(("site", "path"), ALL, ids=[name_of(*page) for page in ALL])
every_run_page = pytest.mark.parametrize(("site", "path"), RUNS, ids=[name_of(*page) for page in RUNS])
