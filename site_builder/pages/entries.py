"""Catalog entries of every model and GPU in the data, also of those that no catalog has, and their addresses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from site_builder.errors import Problems, Severity, quoted
from site_builder.routes import LONGEST_SLUG, is_slug, run_path, slug_of
from site_builder.settings.catalogs import Gpu, Model, Settings

_UNLISTED = "unlisted:"


@dataclass(frozen=True)
class Entries:
    """Models by the id that figures use, GPUs by key, each with its slug, in the order in which lists show them."""

    models: Mapping[str, Model]
    model_slugs: Mapping[str, str]
    gpus: Mapping[str, Gpu]


def model_ids(settings: Settings, unknown: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """The catalog model of each model key; an unlisted key is a model of its own, and never that of a catalog."""
    known = {key: model.id for model in settings.models.values() for key in model.keys}
    return known | {key: f"{_UNLISTED}{key}" for key in unknown}


def resolve_entries(
    settings: Settings, unknown: Mapping[str, Mapping[str, tuple[str, ...]]], problems: Problems
) -> Entries:
    """Entries for all models and GPUs. Raises BuildError when two names would share an address, or one has none."""
    before = problems.count(Severity.ERROR)
    model_slugs = {model_id: model_id for model_id in settings.models}
    models = dict(settings.models)
    for key, spellings in unknown["model"].items():
        model_id = f"{_UNLISTED}{key}"
        models[model_id] = Model(model_id, spellings[0], spellings[0], (key,))
        model_slugs[model_id] = slug_of(key)
    gpus = dict(settings.gpus)
    for key, spellings in unknown["hardware"].items():
        gpus[key] = Gpu(key, slug_of(key), spellings[0], None, None, None, None, None)
    known_models: dict[str, tuple[str, ...]] = {model_id: (model.name,) for model_id, model in settings.models.items()}
    known_gpus: dict[str, tuple[str, ...]] = {key: (gpu.label,) for key, gpu in settings.gpus.items()}
    new_models = {f"{_UNLISTED}{key}": spellings for key, spellings in unknown["model"].items()}
    _check_addresses("model", known_models | new_models, model_slugs, "models.toml", problems)
    gpu_slugs = {key: gpu.slug for key, gpu in gpus.items()}
    _check_addresses("hardware", known_gpus | dict(unknown["hardware"]), gpu_slugs, "gpus.toml", problems)
    if problems.count(Severity.ERROR) > before:
        problems.stop_on_errors()
    return Entries(models, model_slugs, gpus)


def _check_addresses(
    column: str, spellings: Mapping[str, tuple[str, ...]], slugs: Mapping[str, str], catalog: str, problems: Problems
) -> None:
    """Every name, in every spelling met, must have an address of its own."""
    names_of_slug: dict[str, list[str]] = {}
    for key, met in spellings.items():
        names_of_slug.setdefault(slugs[key], []).extend(met)
    for slug, names in names_of_slug.items():
        if not is_slug(slug):
            message = (
                f"{quoted(names[0])} gives no address, expected letters or digits, {LONGEST_SLUG} characters at most"
            )
            problems.error("no-address", f"data column {column}", message, f"add it to {catalog} with a slug")
        elif len(names) > 1:
            both = " and ".join(quoted(name) for name in names)
            address = run_path(f"{slug}-on-…" if column == "model" else f"…-on-{slug}")
            message = f"{both} share the address {address}, expected one name for it"
            problems.error(
                "address-taken", f"data column {column}", message, f"make one an alias of the other in {catalog}"
            )
