"""Which pages of the last build are still right, and what the next build may know of them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from site_builder.dataset.export import filled_columns
from site_builder.dataset.fingerprints import fingerprint_groups
from site_builder.made import NO_BUILD, LastBuild, MadePage, MadeSite
from site_builder.output.lying import lie_as_left
from site_builder.output.staging import MadeFile
from site_builder.pages.entries import model_ids
from site_builder.pages.planned import PlannedPage
from site_builder.planning import Plan
from site_builder.reuse.basis import Basis, key_of
from site_builder.reuse.record import PageRecord, Record
from site_builder.routes import output_path
from site_builder.survey import Survey

_PAIR = ("model", "hardware")
Marks = Mapping[str, str]


@dataclass(frozen=True)
class PageKeys:
    """Keys of the pages of a plan. shared: of what any page may rest on; of_models, of_gpus: of the rows of each."""

    shared: str
    of_models: Marks
    of_gpus: Marks

    def of(self, planned: PlannedPage) -> str | None:
        """The key of all that a page rests on; None for a page that may rest on anything of the site."""
        if planned.model_id is None:
            return None
        gpu = self.of_gpus[planned.gpu_key] if planned.gpu_key is not None else ""
        return key_of([self.shared, planned.page.path, self.of_models[planned.model_id], gpu])


def find_keys(basis: Basis, found: Survey, plan: Plan) -> PageKeys:
    """The keys of the pages of a site.

    A page may rest on the rows of its model and, where it says so, on those of its GPU; on nothing else of other pairs
    but which pages there are, how unlisted names are spelled, the columns that any row fills, the workload that each
    model leads with, and the newest run of all.
    """
    model_of = model_ids(found.settings, found.dataset.unknown["model"])
    rows = found.dataset.rows
    by_model: dict[str, list[str]] = defaultdict(list)
    by_gpu: dict[str, list[str]] = defaultdict(list)
    for (model_key, gpu_key), mark in fingerprint_groups(rows, _PAIR).items():
        by_model[model_of.get(model_key, model_key)].append(f"{model_key} {gpu_key} {mark}")
        by_gpu[gpu_key].append(f"{model_key} {mark}")
    figures = found.derived.figures
    newest = max((pair.newest_run for pair in figures.pairs if pair.newest_run), default=None)
    shared = [
        basis.without_rows,
        str(newest),
        json.dumps(filled_columns(found.derived.table.rows)),
        json.dumps(figures.lead_scenario, sort_keys=True),
        json.dumps({name: dict(spelled) for name, spelled in found.dataset.unknown.items()}, sort_keys=True),
        json.dumps(sorted(plan.site_plan.paths)),
    ]
    return PageKeys(key_of(shared), _marks(by_model), _marks(by_gpu))


def _marks(parts: Mapping[str, list[str]]) -> Marks:
    return {name: key_of(sorted(marks)) for name, marks in parts.items()}


def last_build(record: Record | None, basis: Basis, keys: PageKeys, out_dir: Path) -> LastBuild:
    """What of the last build holds for this one."""
    if record is None:
        return NO_BUILD
    files = record.files

    def page_of(planned: PlannedPage) -> MadePage | None:
        known = record.pages.get(output_path(planned.page.path))
        if known is None or known.key != keys.of(planned) or not lie_as_left(out_dir, files, known.files):
            return None
        return MadePage({name: MadeFile(files[name].sha256, is_new=False) for name in known.files}, known.links)

    def ids_of(path: str, sha256: str) -> frozenset[str] | None:
        is_same = path in files and files[path].sha256 == sha256
        return record.ids.get(path) if is_same else None

    return LastBuild(page_of, ids_of, templates_hold=record.without_rows == basis.without_rows)


def records_of(made: MadeSite, planned: Sequence[PlannedPage], keys: PageKeys) -> dict[str, PageRecord]:
    """What to note down of the pages that the next build may take over."""
    found = {}
    for one in planned:
        path, key = output_path(one.page.path), keys.of(one)
        if key is not None:
            page = made.pages[path]
            found[path] = PageRecord(key, tuple(page.files), page.open_links)
    return found
