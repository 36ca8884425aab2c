"""Links to pages of the site."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LinkContext:
    """A page of the site."""

    name: str
    """What it is called where it is linked."""
    path: str
    """Its address from the site's root; put `page.root` before it in a link."""


@dataclass(frozen=True, slots=True)
class TaggedLinkContext:
    """A page, and the letter that stands for it in a chart."""

    tag: str
    """The letter."""
    name: str
    """What it is called where it is linked."""
    path: str
    """Its address from the site's root; put `page.root` before it in a link."""


@dataclass(frozen=True, slots=True)
class RankingLinkContext:
    """A page that ranks the GPUs of a model."""

    order: str
    """What the ranking goes by: `fastest` or `cheapest`."""
    path: str
    """Its address from the site's root; put `page.root` before it in a link."""


@dataclass(frozen=True, slots=True)
class PartComparisonContext:
    """A page that compares two parts of one pair (a pair is a model on a GPU)."""

    kind: str
    """What is compared: `precision`, or `speculation` for speculative decoding."""
    pair: str
    """What the pair is called."""
    first: str
    """The first side: a precision as the data calls it, or `on` or `off` for speculative decoding."""
    second: str
    """The second side, likewise."""
    path: str
    """Its address from the site's root; put `page.root` before it in a link."""
