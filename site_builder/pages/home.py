"""Makes the context of the home page: the matrix of models by GPUs, the newest results, and links to every page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from site_builder.formats import format_date
from site_builder.pages.contexts.entries import FootnoteContext
from site_builder.pages.contexts.home import CellContext, HomeContext, MatrixRowContext, ModelGroupContext, NewsContext
from site_builder.pages.contexts.links import LinkContext
from site_builder.pages.listing import Listing, Pair
from site_builder.pages.ranking_pages import RankingPages
from site_builder.pages.rows import PairRows
from site_builder.routes import gpu_path, model_path
from site_builder.settings.catalogs import Scenario

_SHADES = 5


def make_home(
    listing: Listing,
    rows: PairRows,
    rankings: RankingPages,
    news: tuple[tuple[NewsContext, ...], tuple[FootnoteContext, ...]],
    *,
    gpu_order: Iterable[str],
    lead: Mapping[str, Scenario],
) -> HomeContext:
    """The home page.

    news: with the notes of the marks in it. gpu_order: GPU keys in the order of their columns. lead: the first workload
    of each model that has usable rows."""
    gpus = [key for key in gpu_order if key in listing.gpu_keys_shown]
    columns = [listing.by_gpu[key][0] for key in gpus]
    newest = max((p.figures.newest_run for p in listing.pairs if p.figures.newest_run), default=None)
    groups = [_group(model_id, pairs, rankings, lead.get(model_id)) for model_id, pairs in listing.by_model.items()]
    return HomeContext(
        gpus=tuple(LinkContext(pair.gpu.name, gpu_path(pair.gpu_slug)) for pair in columns),
        matrix=tuple(
            _matrix_row(pairs, gpus, rows)
            for model_id, pairs in listing.by_model.items()
            if model_id in listing.model_ids_shown
        ),
        news=news[0],
        groups=tuple(groups),
        newest_run=format_date(newest) if newest else None,
        footnotes=news[1],
    )


def _matrix_row(pairs: Sequence[Pair], gpu_keys: Sequence[str], rows: PairRows) -> MatrixRowContext:
    best = max((_throughput(pair) for pair in pairs if pair.is_comparable), default=0.0)
    by_gpu = {pair.figures.gpu_key: pair for pair in pairs if pair.is_result}
    cells = [_cell(by_gpu[key], best, rows) if key in by_gpu else None for key in gpu_keys]
    return MatrixRowContext(LinkContext(pairs[0].model.name, model_path(pairs[0].model_slug)), tuple(cells))


def _cell(pair: Pair, best: float, rows: PairRows) -> CellContext:
    row, value = rows.of(pair), _throughput(pair)
    shade = min(int(value / best * _SHADES), _SHADES - 1) if pair.is_comparable and value else None
    return CellContext(pair.name, pair.path, row.primary, str(shade) if shade is not None else None, pair.is_lead)


def _throughput(pair: Pair) -> float:
    return (pair.primary.throughput_tok_s_gpu if pair.primary else None) or 0.0


def _group(model_id: str, pairs: Sequence[Pair], rankings: RankingPages, lead: Scenario | None) -> ModelGroupContext:
    return ModelGroupContext(
        model=pairs[0].model,
        slug=pairs[0].model_slug,
        hub=model_path(pairs[0].model_slug) if any(pair.is_result for pair in pairs) else None,
        workload=lead.label if lead else None,
        pairs=tuple(LinkContext(pair.gpu.name, pair.path) for pair in pairs if pair.is_result),
        without_figure=tuple(LinkContext(pair.gpu.name, pair.path) for pair in pairs if not pair.is_result),
        rankings=rankings.links(model_id),
    )
