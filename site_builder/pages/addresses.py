"""Addresses that moved: where each former path leads now, in one step, and which of them contradict each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from site_builder.errors import Problems, nearest_hint, quoted
from site_builder.pages.comparisons import Comparison
from site_builder.pages.entries import Entries
from site_builder.pages.listing import Pair
from site_builder.pages.planned import PlannedPage
from site_builder.routes import (
    comparison_path,
    gpu_path,
    model_path,
    output_path,
    part_comparison_path,
    ranking_path,
    run_path,
    run_slug,
)
from site_builder.settings.catalogs import Redirect


class FormerPaths:
    """The paths that pages had under the former slugs of their model and GPU."""

    def __init__(self, entries: Entries) -> None:
        self._models = {
            model_id: (entries.model_slugs[model_id], *model.former_slugs) for model_id, model in entries.models.items()
        }
        self._gpus = {key: (gpu.slug, *gpu.former_slugs) for key, gpu in entries.gpus.items()}

    def run(self, pair: Pair) -> tuple[str, ...]:
        """Of a run page."""
        return _without(pair.path, map(run_path, self._run_slugs(pair)))

    def model(self, model_id: str) -> tuple[str, ...]:
        """Of a model's hub."""
        return tuple(model_path(slug) for slug in self._models[model_id][1:])

    def gpu(self, gpu_key: str) -> tuple[str, ...]:
        """Of a GPU's hub."""
        return tuple(gpu_path(slug) for slug in self._gpus[gpu_key][1:])

    def ranking(self, model_id: str, order: str) -> tuple[str, ...]:
        """Of a ranking."""
        return tuple(ranking_path(order, slug) for slug in self._models[model_id][1:])

    def comparison(self, comparison: Comparison) -> tuple[str, ...]:
        """Of a comparison, in either order of its sides."""
        first, second = comparison.first, comparison.second
        if comparison.kind != "gpus":
            both = ((first.slug, second.slug), (second.slug, first.slug))
            slugs = self._run_slugs(first.pair)
            return _without(comparison.path, (part_comparison_path(slug, *sides) for slug in slugs for sides in both))
        models = self._models[first.pair.figures.model_id]
        sides = [self._gpus[side.pair.figures.gpu_key] for side in (first, second)]
        found = (
            comparison_path(model, *order)
            for model, one, other in product(models, *sides)
            for order in ((one, other), (other, one))
        )
        return _without(comparison.path, found)

    def _run_slugs(self, pair: Pair) -> Iterator[str]:
        models, gpus = self._models[pair.figures.model_id], self._gpus[pair.figures.gpu_key]
        return (run_slug(model, gpu) for model, gpu in product(models, gpus))


def _without(path: str, paths: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(other for other in paths if other != path))


def find_redirects(
    pages: Sequence[PlannedPage], explicit: Sequence[Redirect], files: Iterable[str], problems: Problems
) -> dict[str, str]:
    """Where each former path leads, sorted. files: other paths of the site that an address may move to.

    Chains end at their page. An error for a path that is in use, leads to two places, in a circle, or nowhere.
    """
    live = {planned.page.path: planned for planned in pages}
    known = {*live, *files}
    moved: dict[str, str] = {}
    for planned in pages:
        for old in planned.former:
            other = live.get(old)
            taken = moved.setdefault(old, planned.page.path)
            if other is not None or taken != planned.page.path:
                owner = other.source if other else live[taken].source
                message = f"{quoted(owner)} and, under a former slug, {quoted(planned.source)} share this address"
                problems.error("address-taken", output_path(old), f"{message}, expected one page for it")
    olds = {redirect.old for redirect in explicit}
    for redirect in explicit:
        taken = moved.setdefault(redirect.old, redirect.new)
        below = next((f for f in _parents(redirect.old) if f in known or f in olds), None)
        if below:
            message = f"{redirect.old} lies below {below}, which is a file, expected an address that is not in use"
            problems.error("address-taken", redirect.place, message)
        elif redirect.old in known or redirect.old.rstrip("/") in known:
            message = f"/{redirect.old} is a page of the site, expected an address that is not in use"
            problems.error("address-taken", redirect.place, message)
        elif taken != redirect.new:
            message = f"{redirect.old} leads to {taken} by a former slug, expected one place for it"
            problems.error("address-taken", redirect.place, message)
    places = {redirect.old: redirect.place for redirect in explicit}
    ends = {old: _end(old, moved, known, places, problems) for old in sorted(moved)}
    return {old: end for old, end in ends.items() if end is not None}


def _parents(path: str) -> Iterator[str]:
    """What would have to be a folder for a path to be there."""
    parts = path.rstrip("/").split("/")
    return ("/".join(parts[:size]) for size in range(1, len(parts)))


def _end(
    old: str, moved: Mapping[str, str], known: set[str], places: Mapping[str, str], problems: Problems
) -> str | None:
    """The page at the end of a chain; an error where there is none."""
    seen = [old]
    path = moved[old]
    while path not in known and path in moved and path not in seen:
        seen.append(path)
        path = moved[path]
    if path in known:
        return path
    if path in seen:
        circle = seen[seen.index(path) :]
        message = f"{' > '.join([*circle, path])} is a circle, expected a page at its end"
        if old == min(circle):
            problems.error("redirect-circle", places.get(old, old), message)
    elif len(seen) == 1:
        message = f"{old} leads to {path}, which is no page, expected the path of one"
        problems.error("dead-redirect", places.get(old, old), message, nearest_hint(path, known))
    return None
