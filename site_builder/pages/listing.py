"""Pairs as pages and lists see them: address, labels, leading ladder, and the one rule of what is a result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from site_builder.derive.figures import Figures, Ladder, PairFigures, Read
from site_builder.formats import format_power
from site_builder.pages.entries import Entries
from site_builder.pages.parts import GpuContext, ModelContext
from site_builder.routes import run_path, run_slug
from site_builder.settings.catalogs import Settings


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair with its address and labels. `ladder` is its leading one, None without any; `is_lead` says whether it is
    read on its model's first workload, so that it may be ranked and compared."""

    figures: PairFigures
    slug: str
    model: ModelContext
    gpu: GpuContext
    ladder: Ladder | None
    primary: Read | None
    is_lead: bool

    @property
    def is_result(self) -> bool:
        """Whether the pair has a figure at some target; only then is it indexed and listed."""
        return self.ladder is not None and any(read.throughput_tok_s_gpu is not None for read in self.ladder.reads)

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


def list_pairs(figures: Figures, settings: Settings, entries: Entries) -> Listing:
    """Give every pair its address and labels."""
    models = {model_id: ModelContext(model.name, model.label) for model_id, model in entries.models.items()}
    gpus = {
        key: GpuContext(
            gpu.label, gpu.vendor, gpu.architecture, format_power(gpu.power_kw * 1000) if gpu.power_kw else None
        )
        for key, gpu in entries.gpus.items()
    }
    order = {key: at for at, key in enumerate(entries.models)}, {key: at for at, key in enumerate(entries.gpus)}
    primary_at = settings.site.tiers_tok_s_user.index(settings.site.primary_tier)
    pairs = []
    for one in sorted(figures.pairs, key=lambda one: (order[0][one.model_id], order[1][one.gpu_key])):
        ladder = one.ladders[one.leading] if one.ladders else None
        pairs.append(
            Pair(
                figures=one,
                slug=run_slug(entries.model_slugs[one.model_id], entries.gpus[one.gpu_key].slug),
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
