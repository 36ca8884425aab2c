"""Reads all catalogs of a data folder into one frozen Settings; every fault of every file is reported at once."""

from __future__ import annotations

from collections.abc import Iterable

from site_builder.errors import Problems
from site_builder.places import Place
from site_builder.settings.catalogs import Names, Settings
from site_builder.settings.entries import read_engines, read_gpus, read_models, read_prices
from site_builder.settings.site import check_selection, read_site
from site_builder.settings.toml_file import read_toml

CATALOGS = ("site.toml", "models.toml", "gpus.toml", "engines.toml", "tco.toml")


def read_settings(data_dir: Place, problems: Problems, *, base_url: str | None = None) -> Settings:
    """Read data_dir/*.toml. Raises BuildError after all files have been looked at."""
    files = {name: read_toml(data_dir / name, f"{data_dir.as_posix()}/{name}", problems) for name in CATALOGS}
    site_file, models_file, gpus_file, engines_file, tco_file = (files[name] for name in CATALOGS)
    gpus = read_gpus(gpus_file, problems) if gpus_file else None
    site = read_site(site_file, problems, gpus[1] if gpus else None, base_url=base_url) if site_file else None
    models = read_models(models_file, problems) if models_file else None
    engines = read_engines(engines_file, problems) if engines_file else None
    prices = read_prices(tco_file, problems, gpus[1] if gpus else None) if tco_file else None
    if site and site_file and engines:
        known: dict[str, Iterable[str]] = {"engines": engines.engines, "precisions": engines.precisions}
        check_selection(site_file, site, problems, known)
    problems.stop_on_errors()
    if not (site and models and gpus and engines and prices):
        raise AssertionError("a catalog that was not read has stopped the build above")
    return Settings(
        site=site,
        models=models[0],
        gpus=gpus[0],
        engines=engines.engines,
        precisions=engines.precisions,
        spec_methods=engines.spec_methods,
        features=engines.features,
        footnotes=engines.footnotes,
        prices=prices,
        names=Names(models[1], gpus[1], engines.engine_names, engines.precision_names, engines.spec_names),
    )
