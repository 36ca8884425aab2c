"""Decides what is compared: two GPUs of a model, two precisions of a pair, speculative decoding on and off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from site_builder.derive.figures import Ladder, Part, PartKind
from site_builder.derive.parts import WITH_SPECULATION
from site_builder.pages.contexts.links import PartComparisonContext
from site_builder.pages.listing import Listing, Pair
from site_builder.routes import comparison_path, is_slug, part_comparison_path, slug_of
from site_builder.settings.catalogs import Comparisons, Settings

Kind = Literal["gpus", "precision", "speculation"]


@dataclass(frozen=True, slots=True)
class Side:
    """One side: a pair, and the ladder of it that is compared. name: the GPU, the precision, or on and off; slug: its
    part of the address."""

    pair: Pair
    ladder: Ladder
    name: str
    slug: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """A page that compares two sides, in the order of their slugs, so that it has one address. `reversed_path`: the
    address with the sides the other way round."""

    kind: Kind
    first: Side
    second: Side
    path: str
    reversed_path: str


class ComparisonPaths:
    """Every comparison of a site, and where that of two pairs is."""

    def __init__(self, listing: Listing, settings: Settings) -> None:
        rule = settings.site.comparisons
        self.of_model = {model_id: tuple(_of_gpus(listing.comparable(model_id), rule)) for model_id in listing.by_model}
        of_parts = [pair for pair in listing.pairs if pair.is_result] if settings.site.compare_parts else []
        self.of_pair = {pair.slug: tuple(_of_parts(pair)) for pair in of_parts}
        self._paths = {
            frozenset((one.first.pair.slug, one.second.pair.slug)): one.path
            for comparisons in self.of_model.values()
            for one in comparisons
        }

    def all(self) -> Iterator[Comparison]:
        """Every comparison, model by model."""
        for comparisons in (*self.of_model.values(), *self.of_pair.values()):
            yield from comparisons

    def part_links(self, pair: Pair) -> tuple[PartComparisonContext, ...]:
        """Links to the comparisons of the parts of a pair."""
        return tuple(
            PartComparisonContext(one.kind, pair.name, one.first.name, one.second.name, one.path)
            for one in self.of_pair.get(pair.slug, ())
        )

    def between(self, one: Pair, other: Pair) -> str | None:
        """The page that compares two pairs, or None where there is none."""
        return self._paths.get(frozenset((one.slug, other.slug)))


def _of_gpus(pairs: list[Pair], rule: Comparisons) -> Iterator[Comparison]:
    sides = [Side(pair, pair.ladder, pair.gpu.name, pair.gpu_slug) for pair in pairs if pair.ladder]
    for first, second in combinations(sorted(sides, key=lambda side: side.slug), 2):
        if _is_wanted(first.pair, second.pair, rule):
            slug = first.pair.model_slug
            paths = comparison_path(slug, first.slug, second.slug), comparison_path(slug, second.slug, first.slug)
            yield Comparison("gpus", first, second, *paths)


def _is_wanted(first: Pair, second: Pair, rule: Comparisons) -> bool:
    if rule.chosen is not None:
        return frozenset((first.figures.gpu_key, second.figures.gpu_key)) in rule.chosen
    return rule.between_vendors or (first.gpu.vendor is not None and first.gpu.vendor == second.gpu.vendor)


def _of_parts(pair: Pair) -> Iterator[Comparison]:
    """Parts that reach no target at all are not compared, nor those whose name makes no address."""
    sides: dict[PartKind, list[Side]] = {kind: [] for kind in PartKind}
    for part in pair.figures.parts:
        slug = _slug(part)
        known = [side.slug for side in sides[part.kind]]
        if is_slug(slug) and slug not in known and part.ladder.reached:
            sides[part.kind].append(Side(pair, part.ladder, part.name, slug))
    for kind, found in sides.items():
        for first, second in combinations(sorted(found, key=lambda side: side.slug), 2):
            paths = (
                part_comparison_path(pair.slug, first.slug, second.slug),
                part_comparison_path(pair.slug, second.slug, first.slug),
            )
            yield Comparison("precision" if kind is PartKind.PRECISION else "speculation", first, second, *paths)


def _slug(part: Part) -> str:
    if part.kind is PartKind.PRECISION:
        return slug_of(part.name)
    return "speculative-decoding" if part.name == WITH_SPECULATION else "plain-decoding"
