"""Made-up models and GPUs, and their catalogs as TOML."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice, product

_FAMILIES = ("Alder", "Birch", "Cedar", "Elm", "Fir", "Hazel", "Juniper", "Larch", "Maple", "Oak", "Pine", "Rowan")
_SIZES = ("8B", "14B", "32B", "70B", "120B", "235B-A22B", "405B", "1T")
_SERIES = (("Quarz", "N"), ("Basalt", "N"), ("Onyx", "M"), ("Slate", "M"), ("Flint", "T"))
_VENDORS = {"N": "Northern", "M": "Meridian", "T": "Tidal"}
_MOST_GPUS = 50
_PRICE_TIERS = (("hyperscaler", "Hyperscaler"), ("neocloud", "Neocloud"), ("retail", "Retail"))
_TCO_HEAD = 'source = "made-up price list"\nas_of = 2026-08-15\n\n'


@dataclass(frozen=True)
class Model:
    """A made-up model; `key` is its name in the data."""

    id: str
    key: str
    name: str
    label: str


@dataclass(frozen=True)
class Gpu:
    """A made-up GPU; `strength` scales its throughputs, prices and power."""

    key: str
    label: str
    vendor: str
    architecture: str
    strength: float


@dataclass(frozen=True)
class Pair:
    """A model on a GPU, with its place in the list of all pairs."""

    number: int
    model: Model
    gpu: Gpu


def pairs(total: int) -> list[Pair]:
    """The first `total` pairs: every model on every GPU, until there are enough."""
    gpus = tuple(islice(_gpus(), max(5, min(_MOST_GPUS, round(math.sqrt(total / 4))))))
    models = islice(_models(), math.ceil(total / len(gpus)))
    return [Pair(at, *pair) for at, pair in enumerate(islice(product(models, gpus), total))]


def _models() -> Iterator[Model]:
    for version in count(1):
        for family, size in product(_FAMILIES, _SIZES):
            name = f"{family} {version} {size}"
            yield Model(
                name.lower().replace(" ", "-"),
                name.lower().replace(" ", "", 1).replace(" ", "-"),
                name,
                f"{name} Instruct",
            )


def _gpus() -> Iterator[Gpu]:
    for generation in count(1):
        for series, vendor in _SERIES:
            label = f"{series} {generation}00"
            strength = random.Random(label).uniform(0.5, 1.5) * (1 + generation / 5)
            yield Gpu(f"{series}{generation}00".lower(), label, _VENDORS[vendor], f"{series} G{generation}", strength)


def models_toml(chosen: Sequence[Pair]) -> str:
    """The catalog of the models of some pairs, each with one alias."""
    entries = (
        f'[models.{model.id}]\nname = "{model.name}"\nlabel = "{model.label}"\nkeys = ["{model.key}"]\n\n'
        f'[models.{model.id}.aliases]\n"made-up/{model.name.replace(" ", "-")}" = "{model.key}"\n'
        for model in dict.fromkeys(pair.model for pair in chosen)
    )
    return "\n".join(entries)


def gpus_toml(chosen: Sequence[Pair]) -> str:
    """The catalog of the GPUs of some pairs."""
    entries = (
        f'[gpus.{gpu.key}]\nlabel = "{gpu.label}"\nvendor = "{gpu.vendor}"\narchitecture = "{gpu.architecture}"\n'
        f"memory_gb = {round(140 * gpu.strength)}\ntdp_w = {round(800 * gpu.strength)}\n"
        f"power_kw = {1.4 * gpu.strength:.2f}\n"
        for gpu in dict.fromkeys(pair.gpu for pair in chosen)
    )
    return "\n".join(entries)


def tco_toml(chosen: Sequence[Pair]) -> str:
    """Prices of the GPUs of some pairs at every price tier."""
    tiers = "\n".join(f'[[tiers]]\nid = "{key}"\nlabel = "{label}"\n' for key, label in _PRICE_TIERS)
    prices = "\n".join(
        f"{gpu.key} = {{ {', '.join(f'{key} = {price:.2f}' for key, price in _prices(gpu))} }}"
        for gpu in dict.fromkeys(pair.gpu for pair in chosen)
    )
    return f"{_TCO_HEAD}{tiers}\n[prices]\n{prices}\n"


def _prices(gpu: Gpu) -> Iterator[tuple[str, float]]:
    for step, (key, _) in enumerate(_PRICE_TIERS):
        yield key, (1.2 + 0.35 * step) * gpu.strength
