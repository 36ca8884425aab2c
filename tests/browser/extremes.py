"""Rows of pages that few sites have: one point, none, nothing in reach, twelve series, four decades, long names."""

import datetime
from pathlib import Path

from tests.folders import Folder, Row, points, row

ONE_POINT = "run/kimi-k26-on-h100/"
UNUSABLE = "run/kimi-k26-on-mi300x/"
OUT_OF_REACH = "run/kimi-k26-on-h200/"
TWELVE_SERIES = "run/kimi-k26-on-b200/"
FOUR_DECADES = "run/kimi-k26-on-b300/"
LONG_MODEL = "a-model-with-a-name-in-many-parts-x1-preview"
LONG_GPU = "GPUWithOneVeryLongWordForItsName"
LONG_ENGINE = "an-engine-of-a-fork-of-an-engine-with-all-its-options-in-its-name"
LONG_NAMES = f"run/{LONG_MODEL}-on-{LONG_GPU.lower()}/"
NO_PRICE = LONG_NAMES  # a GPU in no catalog has no price either
LONG_MODEL_HUB, LONG_GPU_HUB = f"models/{LONG_MODEL}/", f"gpus/{LONG_GPU.lower()}/"
LONG_RANKING = f"rankings/fastest-gpu-for-{LONG_MODEL}/"
LONG_COMPARISON = f"compare/{LONG_MODEL}-b300-vs-{LONG_GPU.lower()}/"
OVERVIEWS = ("", "models/kimi-k26/", "gpus/b300/", LONG_MODEL_HUB, LONG_GPU_HUB, LONG_RANKING, LONG_COMPARISON)
PAGES = (*OVERVIEWS, ONE_POINT, UNUSABLE, OUT_OF_REACH, TWELVE_SERIES, FOUR_DECADES, LONG_NAMES)

_SLOW = {"median_ttft": 12.5, "p99_ttft": 1234.5, "median_e2el": 5000.0}
_DISAGG = {"disagg": True, "is_multinode": True, "num_prefill_gpu": 16, "num_decode_gpu": 32}


def build_extremes(root: Path) -> Path:
    """Build the site of all these pages; returns its folder."""
    folder = Folder(root)
    folder.rows([*_small(), *_twelve_series(), *_four_decades(), *_long_names()])
    folder.build(allow_unknown=True)
    return folder.public


def _small() -> list[Row]:
    return [
        row(80, 900, hardware="h100"),
        *points((20, 3000), (60, 800), hardware="mi300x", error="out of memory"),
        *points((5, 9000), (12.5, 5000), hardware="h200"),
    ]


def _twelve_series() -> list[Row]:
    """Twelve curves that run close to each other, as those of twelve engines of the same day do."""
    engines = ("vllm", "sglang", "trt", "dynamo-vllm", "dynamo-sglang", "dynamo-trt")
    setups = [(engine, precision) for engine in engines for precision in ("fp4", "fp8")]
    return [
        each
        for number, (engine, precision) in enumerate(setups)
        for each in points(
            *((20 + step * 25 + number, 5000 / (1 + step) + number * 40) for step in range(8)),
            hardware="b200", framework=engine, precision=precision, **_DISAGG, **_SLOW,
        )
    ]  # fmt: skip


def _four_decades() -> list[Row]:
    """From 20,000 tokens/s per GPU down to 1.5, over 0.04 to 420 tokens/s per user."""
    found = [(0.04, 20000), (0.4, 18000), (4, 9000), (28, 2500), (45, 1200), (110, 300), (250, 40), (420, 1.5)]
    days = [datetime.date(2026, month, 1) for month in range(1, 10)]
    return [
        each
        for age, day in enumerate(reversed(days))
        for each in points(*((x, y * 0.9**age) for x, y in found), date=day, **_SLOW)
    ]


def _long_names() -> list[Row]:
    """On a GPU with a long name too, and on another, so that they are ranked and compared."""
    names = {"model": LONG_MODEL, "framework": LONG_ENGINE, "precision": "a-precision-of-its-own"}
    image = "registry.example/" + "a-rather-long-folder-name/" * 4 + "image@sha256:" + "0123456789abcdef" * 4
    gpus = (LONG_GPU, "b300")
    found = ((20, 3000), (60, 800), (160, 100))
    return [each for gpu in gpus for each in points(*found, **names, **_DISAGG, image=image, hardware=gpu)]
