"""What the catalogs say: models, GPUs, footnotes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ModelContext:
    """A model, from `data/models.toml`."""

    name: str
    """What the model is called."""
    label: str
    """The same in full, with its size or the point releases that its pages gather."""


@dataclass(frozen=True, slots=True)
class GpuContext:
    """A GPU, from `data/gpus.toml`."""

    name: str
    """What the GPU is called."""
    vendor: str | None
    """Who makes it; none where the catalog does not say."""
    architecture: str | None
    """Its architecture; none where the catalog does not say."""
    power: str | None
    """What one GPU draws with its share of the server and cooling (all-in), in W; none where not entered."""
    memory: str | None
    """Its memory in GB; none where the catalog does not say."""
    rated_power: str | None
    """What its vendor rates it at (TDP), in W; none where the catalog does not say."""


@dataclass(frozen=True, slots=True)
class FootnoteContext:
    """The note of a mark that stands at the end of some engine's name, from `data/engines.toml`."""

    mark: str
    """The mark, as it ends the name."""
    text: str
    """The note."""
