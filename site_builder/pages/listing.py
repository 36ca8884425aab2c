"""Pairs as pages and lists see them: address, labels, leading ladder, and the one rule of what is a result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from site_builder.derive.figures import Figures, Ladder, PairFigures, Read
from site_builder.formats import format_memory, format_power
from site_builder.pages.contexts.entries import GpuContext, ModelContext
from site_builder.pages.entries import Entries
from site_builder.routes import gpu_path, model_path, run_path, run_slug
from site_builder.settings.catalogs import Gpu, Settings


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair with its address and labels. `ladder` is its leading one, None without any; `is_lead` says whether it is
    read on its model's first workload, so that it may be ranked and compared."""

    figures: PairFigures
    slug: str
    model_slug: str
    gpu_slug: str
    model: ModelContext
    gpu: GpuContext
    ladder: Ladder | None
    primary: Read | None
    is_lead: bool

    @property
    def is_result(self) -> bool:
        """Whether the pair has a figure at some target; only then is it indexed and listed."""
        return self.ladder is not None and self.ladder.reached > 0

    @property
    def is_comparable(self) -> bool:
        """Whether the pair may be ranked and compared: a result on its model's first workload."""
        return self.is_lead and self.is_result

    @property
    def name(self) -> str:
        """What the pair is called."""
        return f"{self.model.name} on {self.gpu.name}"

    @property
    def path(self) -> str:
        """The path of its page."""
        return run_path(self.slug)


@dataclass(frozen=True)
class Listing:
    """All pairs in the order of the catalogs, by model and by GPU."""

    pairs: tuple[Pair, ...]
    by_model: Mapping[str, Sequence[Pair]]
    by_gpu: Mapping[str, Sequence[Pair]]

    @cached_property
    def model_ids_shown(self) -> frozenset[str]:
        """The models with a result."""
        return frozenset(pair.figures.model_id for pair in self.pairs if pair.is_result)

    @cached_property
    def gpu_keys_shown(self) -> frozenset[str]:
        """The GPUs with a result."""
        return frozenset(pair.figures.gpu_key for pair in self.pairs if pair.is_result)

    def model_hub(self, pair: Pair) -> str | None:
        """The path of the hub of a pair's model, which has one when some pair of it is a result."""
        return model_path(pair.model_slug) if pair.figures.model_id in self.model_ids_shown else None

    def gpu_hub(self, pair: Pair) -> str | None:
        """The path of the hub of a pair's GPU, likewise."""
        return gpu_path(pair.gpu_slug) if pair.figures.gpu_key in self.gpu_keys_shown else None

    def comparable(self, model_id: str) -> list[Pair]:
        """The pairs of a model that may be ranked and compared."""
        return [pair for pair in self.by_model[model_id] if pair.is_comparable]


def list_pairs(figures: Figures, settings: Settings, entries: Entries) -> Listing:
    """Give every pair its address and labels."""
    models = {model_id: ModelContext(model.name, model.label) for model_id, model in entries.models.items()}
    gpus = {key: _describe(gpu) for key, gpu in entries.gpus.items()}
    order = {key: at for at, key in enumerate(entries.models)}, {key: at for at, key in enumerate(entries.gpus)}
    primary_at = settings.site.tiers_tok_s_user.index(settings.site.primary_tier)
    pairs = []
    for one in sorted(figures.pairs, key=lambda one: (order[0][one.model_id], order[1][one.gpu_key])):
        ladder = one.ladders[one.leading] if one.ladders else None
        pairs.append(
            Pair(
                figures=one,
                slug=run_slug(entries.model_slugs[one.model_id], entries.gpus[one.gpu_key].slug),
                model_slug=entries.model_slugs[one.model_id],
                gpu_slug=entries.gpus[one.gpu_key].slug,
                model=models[one.model_id],
                gpu=gpus[one.gpu_key],
                ladder=ladder,
                primary=ladder.reads[primary_at] if ladder else None,
                is_lead=ladder is not None and ladder.scenario == figures.lead_scenario.get(one.model_id),
            )
        )
    by_model: dict[str, list[Pair]] = {}
    by_gpu: dict[str, list[Pair]] = {}
    for pair in pairs:
        by_model.setdefault(pair.figures.model_id, []).append(pair)
        by_gpu.setdefault(pair.figures.gpu_key, []).append(pair)
    return Listing(tuple(pairs), by_model, by_gpu)


def _describe(gpu: Gpu) -> GpuContext:
    """A GPU as the catalog describes it."""
    return GpuContext(
        name=gpu.label,
        vendor=gpu.vendor,
        architecture=gpu.architecture,
        power=format_power(gpu.power_kw * 1000) if gpu.power_kw else None,
        memory=format_memory(gpu.memory_gb) if gpu.memory_gb else None,
        rated_power=format_power(gpu.tdp_w) if gpu.tdp_w else None,
    )
