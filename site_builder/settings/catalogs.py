"""Frozen values of the catalogs: what a site, a model, a GPU, an engine and a price are. No reading here."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Scenario:
    """A workload that ladders are read on. `isl` and `osl` are nominal tokens in and out; None fits any."""

    id: str
    benchmark_type: str
    isl: int | None
    osl: int | None
    label: str
    interactivity: str
    article: str = ""

    @property
    def statistic(self) -> str:
        """Which statistic of its requests a row's interactivity is: median or p90."""
        return self.interactivity.split("_")[0]

    @property
    def phrase(self) -> str:
        """The label as it stands in a sentence, after its article where it has one."""
        return f"{self.article} {self.label}".strip()

    @property
    def input_share(self) -> Fraction | None:
        """Share of a request's tokens that is input, from the nominal lengths."""
        return Fraction(self.isl, self.isl + self.osl) if self.isl and self.osl else None


@dataclass(frozen=True, slots=True)
class Comparisons:
    """Which two GPUs of a model get a page that compares them: all, those of one vendor, or the ones named.

    chosen: pairs of GPU keys, None where all may be compared. between_vendors: whether two vendors' GPUs may be."""

    chosen: frozenset[frozenset[str]] | None = None
    between_vendors: bool = True


@dataclass(frozen=True, slots=True)
class Redirect:
    """An address that has moved, as paths from the site's root, and where that is said."""

    old: str
    new: str
    place: str


@dataclass(frozen=True, slots=True)
class Site:
    """What site.toml says. `None` in the selection means that every engine or precision competes."""

    name: str
    description: str
    base_url: str | None
    fleet: str | None
    sample_data: bool
    notices: tuple[str, ...]
    scenarios: tuple[Scenario, ...]
    tiers_tok_s_user: tuple[int | float, ...]
    primary_tier: int | float
    sweep_days: int
    engines: tuple[str, ...] | None
    precisions: tuple[str, ...] | None
    comparisons: Comparisons
    compare_parts: bool
    redirects: tuple[Redirect, ...]
    pictures: bool


@dataclass(frozen=True, slots=True)
class Model:
    """A catalog model: one page per GPU, gathered from one or more model keys of the data. `former_slugs`: what its
    part of an address used to be."""

    id: str
    name: str
    label: str
    keys: tuple[str, ...]
    former_slugs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Gpu:
    """A catalog GPU. `slug` is its part of an address, `former_slugs` what that used to be; None where a fact is not
    known."""

    key: str
    slug: str
    label: str
    vendor: str | None
    architecture: str | None
    memory_gb: int | float | None
    tdp_w: int | float | None
    power_kw: int | float | None
    former_slugs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Engine:
    """A serving engine. `mark` is the footnote mark at the end of its label, if any."""

    key: str
    label: str
    family: str | None
    mark: str | None


@dataclass(frozen=True, slots=True)
class Features:
    """The words for ways of serving, as they follow an engine's label."""

    disagg: str
    multinode: str
    offload: str


@dataclass(frozen=True, slots=True)
class PriceTier:
    """A kind of offer that a GPU hour can be rented at, and the day its prices stood."""

    id: str
    label: str
    as_of: datetime.date


@dataclass(frozen=True, slots=True)
class Prices:
    """What tco.toml says: the first tier is the primary one; a GPU may lack a price."""

    source: str
    tiers: tuple[PriceTier, ...]
    usd_per_gpu_hour: Mapping[str, Mapping[str, float]]

    def of(self, gpu_key: str, tier_id: str) -> float | None:
        """$/GPU/hr of a GPU at a price tier, or None where the catalog has none."""
        return self.usd_per_gpu_hour.get(gpu_key, {}).get(tier_id)


@dataclass(frozen=True, slots=True)
class Alias:
    """What a spelling in the data means: a key of the catalog, and perhaps that the serving was disaggregated."""

    key: str
    sets_disagg: bool = False


@dataclass(frozen=True, slots=True)
class Names:
    """Every spelling that the catalogs know, folded, for each kind of name."""

    models: Mapping[str, Alias]
    gpus: Mapping[str, Alias]
    engines: Mapping[str, Alias]
    precisions: Mapping[str, Alias]
    spec_methods: Mapping[str, Alias]


@dataclass(frozen=True, slots=True)
class Settings:
    """All catalogs together."""

    site: Site
    models: Mapping[str, Model]
    gpus: Mapping[str, Gpu]
    engines: Mapping[str, Engine]
    precisions: tuple[str, ...]
    spec_methods: Mapping[str, str]
    features: Features
    footnotes: Mapping[str, str]
    prices: Prices
    names: Names


def fold(text: str) -> str:
    """The form in which names are compared: trimmed, case-folded."""
    return text.strip().casefold()
