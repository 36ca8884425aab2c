"""What the templates of the sample site get, page by page: catalogs of its own with freshly made sample rows."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from sample.__main__ import PAIRS
from sample.rows import rows
from sample.table import table, write
from site_builder.errors import Problems
from site_builder.pages.contexts.site import ExtraPageContext, PageContext
from site_builder.pages.plan import plan_pages, site_context
from site_builder.pages.planned import PlannedPage, TextPage
from site_builder.render import read_texts
from site_builder.routes import absolute, beside
from site_builder.survey import survey_folder

PROJECT = Path(__file__).resolve().parent.parent
# As they were once: a price that an editor changes is no change of what templates are given.
CATALOGS = Path(__file__).parent / "catalogs"
BASE_URL = "https://example.org/bench/"
# A real name holds a hash, which would change with every word of a card.
_PICTURE = "preview-….png"


def sample_contexts() -> Iterator[Mapping[str, object]]:
    """`site`, `page` and `data` of every page of the sample site, in the order of its pages."""
    problems = Problems()
    with TemporaryDirectory() as folder:
        data = Path(folder)
        for catalog in CATALOGS.glob("*.toml"):
            shutil.copy(catalog, data)
        write(table(row for pair in PAIRS for row in rows(pair)), data / "benchmarks" / "sample.parquet")
        found = survey_folder(data, problems, lambda step, done, total: None, base_url=BASE_URL, allow_unknown=False)
    texts = [
        TextPage(ExtraPageContext(f"{text.name}/", text.title, text.template), text.updated)
        for text in read_texts(PROJECT / "templates", problems)
    ]
    plan = plan_pages(found.derived.figures, found.settings, found.entries, texts, problems)
    site = site_context(found.settings, [text.context for text in texts])
    for planned in plan.pages:
        yield {"site": site, "page": _page(planned), "data": planned.make_data()}


def _page(planned: PlannedPage) -> PageContext:
    """A page as its template sees it, with its preview picture where it has one."""
    page = planned.page
    if planned.card is None or page.noindex:
        return page
    return replace(page, picture=absolute(BASE_URL, beside(page.path, _PICTURE)))
