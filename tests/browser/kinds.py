"""One page of every kind, from the shipped data and from a site of extremes."""

import pytest

from tests.browser import extremes

MEASURED = "run/kimi-k26-on-b300/"
ESTIMATED = "run/deepseek-r1-on-b200/"
FIVE_SERIES = "run/kimi-k26-on-mi355x/"
OUT_OF_REACH = "run/gemma-4-31b-on-h100/"
ONE_POINT = "run/deepseek-coder-v2-lite-on-h100/"
EMPTY = "run/minimax-m3-on-mi325x/"
HOME = ""
MODEL = "models/deepseek-r1/"
GPU = "gpus/b200/"
FASTEST = "rankings/fastest-gpu-for-deepseek-r1/"
CHEAPEST = "rankings/cheapest-gpu-for-deepseek-r1/"
TWO_GPUS = "compare/kimi-k26-b300-vs-mi355x/"
TWO_PRECISIONS = "compare/deepseek-r1-on-b200-fp4-vs-fp8/"
SPECULATION = "compare/deepseek-r1-on-b200-plain-decoding-vs-speculative-decoding/"
MOVED = "compare/kimi-k26-mi355x-vs-b300/"  # leads to TWO_GPUS
TEXT = "methodology/"

OVERVIEWS = (HOME, MODEL, GPU, FASTEST, CHEAPEST, TWO_GPUS, TWO_PRECISIONS, SPECULATION)
SHIPPED = (*OVERVIEWS, MEASURED, ESTIMATED, FIVE_SERIES, OUT_OF_REACH, ONE_POINT, EMPTY, TEXT, "404.html")
ALL = (*(("shipped", path) for path in SHIPPED), *(("extreme", path) for path in extremes.PAGES))
RUNS = tuple((site, path) for site, path in ALL if path.startswith("run/") and path not in {EMPTY, extremes.UNUSABLE})
CHARTS = (*RUNS, *((site, path) for site, path in ALL if path.startswith(("models/", "compare/"))))


def name_of(site: str, path: str) -> str:
    """What a page is called in the list of tests, and in the names of screenshots."""
    return f"{site}-{path.removeprefix('run/').strip('/').replace('/', '-') or 'home'}"


every_page = pytest.mark.parametrize(("site", "path"), ALL, ids=[name_of(*page) for page in ALL])
every_charted_page = pytest.mark.parametrize(("site", "path"), CHARTS, ids=[name_of(*page) for page in CHARTS])
every_run_page = pytest.mark.parametrize(("site", "path"), RUNS, ids=[name_of(*page) for page in RUNS])
