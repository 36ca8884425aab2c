"""Makes the context of llms.txt: every indexed page, each with the figure that it gives."""

from __future__ import annotations

from site_builder.pages.comparisons import ComparisonPaths
from site_builder.pages.contexts.links import LinkContext
from site_builder.pages.contexts.lists import LinkListContext, ModelLinksContext
from site_builder.pages.listing import Listing
from site_builder.pages.ranking_pages import RankingPages
from site_builder.pages.rows import PairRows
from site_builder.pages.words import Words
from site_builder.routes import SITE_FILES, gpu_path, model_path


def list_links(
    listing: Listing, words: Words, rows: PairRows, rankings: RankingPages, comparisons: ComparisonPaths
) -> LinkListContext:
    """All results by model, and the hubs of all GPUs that have one."""
    models = []
    for model_id, pairs in listing.by_model.items():
        if model_id in listing.model_ids_shown:
            models.append(
                ModelLinksContext(
                    model=LinkContext(pairs[0].model.name, model_path(pairs[0].model_slug)),
                    rows=tuple(rows.of(pair) for pair in pairs if pair.is_result),
                    rankings=rankings.links(model_id),
                    comparisons=tuple(
                        LinkContext(f"{one.first.name} vs {one.second.name}", one.path)
                        for one in comparisons.of_model[model_id]
                    ),
                    part_comparisons=tuple(link for pair in pairs for link in comparisons.part_links(pair)),
                )
            )
    shown = [pairs[0] for key, pairs in listing.by_gpu.items() if key in listing.gpu_keys_shown]
    return LinkListContext(
        models=tuple(models),
        gpus=tuple(LinkContext(pair.gpu.name, gpu_path(pair.gpu_slug)) for pair in shown),
        data_files=SITE_FILES,
        footnotes=words.footnotes({p.primary.series.framework for p in listing.pairs if p.is_result and p.primary}),
    )
