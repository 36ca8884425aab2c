"""A site of some rows of the small catalogs, planned and rendered without files, so that many can be looked at."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from site_builder.derive.pairs import Rules, derive_figures
from site_builder.errors import Problems
from site_builder.pages.entries import resolve_entries
from site_builder.pages.plan import plan_pages, site_context
from site_builder.render import Renderer, read_assets
from site_builder.settings.catalogs import Settings
from tests import small_catalogs
from tests.derived import make_rows
from tests.folders import PROJECT, Row, points, row
from tests.reading_pages import Page

GPUS = ("alpha", "beta", "gamma", "delta")  # delta has no price
PRICES = {"alpha": 1.0, "beta": 2.0, "gamma": 1.5}


@lru_cache(maxsize=1)
def renderer() -> Renderer:
    return Renderer(PROJECT / "templates", read_assets(PROJECT / "templates", Problems()).paths)


@lru_cache(maxsize=1)
def catalogs() -> Settings:
    """Small catalogs with four GPUs, of which three have a price."""
    gpus = "".join(f'[gpus.{key}]\nlabel = "{key.title()}"\n\n' for key in GPUS)
    prices = "".join(f"{key} = {{ cloud = {price}, retail = 3.00 }}\n" for key, price in PRICES.items())
    files = small_catalogs.changed(
        ("tco.toml", "b300 = { cloud = 2.26, retail = 3.00 }\n", prices),
        ("site.toml", "[30, 50, 100]", "[30, 50, 75, 100]"),
    )
    with TemporaryDirectory() as folder:
        small_catalogs.write(Path(folder), files | {"gpus.toml": gpus})
        settings, problems = small_catalogs.look_at(Path(folder))
    assert settings is not None, problems
    return settings


class Site:
    """The pages of a site of some rows, without files."""

    def __init__(self, rows: Sequence[Row]) -> None:
        settings, problems = catalogs(), Problems()
        site = settings.site
        rules = Rules(site.scenarios, site.tiers_tok_s_user, site.primary_tier)
        models = {key: model.id for model in settings.models.values() for key in model.keys}
        figures = derive_figures(make_rows(rows), rules, models).figures
        entries = resolve_entries(settings, {"model": {}, "hardware": {}}, problems)
        self.site = site_context(settings, ())
        plan = plan_pages(figures, settings, entries, (), problems)
        self.listing = plan.listing
        self.planned = {one.page.path: one for one in plan.pages}

    def data(self, path: str) -> Any:
        """What the template of a page is given."""
        return self.planned[path].make_data()

    def page(self, path: str) -> Page:
        """A page as it is read."""
        planned = self.planned[path]
        context = {"site": self.site, "page": planned.page, "data": planned.make_data()}
        text = renderer().render(planned.template, context, path)
        assert isinstance(text, str), text
        return Page(text)


def of(gpu: str, kind: str, value: float, *, most: float = 0) -> list[Row]:
    """Rows of a GPU that give a value at 50 tok/s per user by a kind of read. most: what another engine of it delivers
    at 20, which does not reach 50."""
    knots = {
        "measured": [(50, value)],
        "between": [(40, value + 200), (60, value - 200)],
        "wide": [(20, value + 200), (80, value - 200)],
        "at least": [(60, value)],
        "out": [(40, value)],
    }
    rows = points(*knots[kind], model="kimik2", hardware=gpu)
    return [*rows, row(20, most, model="kimik2", hardware=gpu, framework="mori-sglang")] if most else rows
