"""Reads models.toml, gpus.toml, engines.toml and tco.toml: the entries that editors add and change."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass

from site_builder.errors import Problems, nearest_hint, quoted
from site_builder.settings.catalogs import Alias, Engine, Features, Gpu, Model, Prices, PriceTier, fold
from site_builder.settings.names import Slugs, Spellings
from site_builder.settings.table import Table
from site_builder.settings.toml_file import TomlFile


@dataclass(frozen=True, slots=True)
class EngineCatalog:
    """What engines.toml says, with the spellings of its three kinds of name."""

    engines: Mapping[str, Engine]
    precisions: tuple[str, ...]
    spec_methods: Mapping[str, str]
    features: Features
    footnotes: Mapping[str, str]
    engine_names: Mapping[str, Alias]
    precision_names: Mapping[str, Alias]
    spec_names: Mapping[str, Alias]


def read_models(file: TomlFile, problems: Problems) -> tuple[dict[str, Model], dict[str, Alias]]:
    """The models by id, and every spelling of their keys."""
    table, spellings, slugs = Table(file, problems), Spellings(), Slugs()
    models = {}
    former_slugs: list[tuple[Table, tuple[str, ...]]] = []
    for model_id, entry in table.tables("models"):
        slugs.add(entry, "", model_id)
        name = entry.text("name")
        keys = tuple(fold(key) for key in entry.texts("keys"))
        if entry.is_empty_list("keys"):
            entry.fault("missing-key", "no key, expected at least one model key of the data", "keys")
        for key in keys:
            spellings.add(entry, "keys", key, Alias(key), model_id)
        _read_aliases(entry.table("aliases"), spellings, keys, "keys", owner=model_id)
        former = entry.texts("former_slugs", default=())
        models[model_id] = Model(model_id, name, entry.text("label", name or model_id), keys, former)
        former_slugs.append((entry, former))
        entry.finish()
    slugs.add_former(former_slugs)
    table.finish()
    return models, spellings.aliases


def read_gpus(file: TomlFile, problems: Problems) -> tuple[dict[str, Gpu], dict[str, Alias]]:
    """The GPUs by key, and every spelling of their keys."""
    table, spellings, slugs = Table(file, problems), Spellings(), Slugs()
    gpus = {}
    former_slugs: list[tuple[Table, tuple[str, ...]]] = []
    for name, entry in table.tables("gpus"):
        key = fold(name)
        slug = entry.text("slug", name)
        spellings.add(entry, "", key, Alias(key), name)
        if slugs.add(entry, "slug" if "slug" in entry.names() else "", slug):
            spellings.add(entry, "slug", slug, Alias(key), name)
        for spelling in entry.texts("aliases", default=()):
            spellings.add(entry, "aliases", spelling, Alias(key), name)
        gpus[key] = Gpu(
            key=key,
            slug=slug,
            label=entry.text("label"),
            vendor=entry.optional_text("vendor"),
            architecture=entry.optional_text("architecture"),
            memory_gb=entry.price("memory_gb"),
            tdp_w=entry.price("tdp_w"),
            power_kw=entry.price("power_kw"),
            former_slugs=entry.texts("former_slugs", default=()),
        )
        former_slugs.append((entry, gpus[key].former_slugs))
        entry.finish()
    slugs.add_former(former_slugs)
    table.finish()
    return gpus, spellings.aliases


def read_engines(file: TomlFile, problems: Problems) -> EngineCatalog:
    """Engines, precisions, speculative-decoding methods and footnotes."""
    table = Table(file, problems)
    footnotes = table.text_map("footnotes")
    engine_names = Spellings()
    engines = {}
    for name, entry in table.tables("engines"):
        key = fold(name)
        label = entry.text("label")
        mark = max((mark for mark in footnotes if mark and label.endswith(mark)), key=len, default=None)
        engines[key] = Engine(key, label, entry.optional_text("family"), mark)
        sets_disagg = entry.flag("alias_sets_disagg", default=False)
        engine_names.add(entry, "", key, Alias(key), name)
        for spelling in entry.texts("aliases", default=()):
            engine_names.add(entry, "aliases", spelling, Alias(key, sets_disagg), name)
        entry.finish()
    precisions, precision_names = _read_precisions(table)
    spec_names = Spellings()
    spec_table = table.table("spec_methods")
    spec_methods = {}
    for name in spec_table.names():
        spec_names.add(spec_table, name, name, Alias(fold(name)), name)
        spec_methods[fold(name)] = spec_table.optional_text(name) or ""
    words = table.table("features")
    features = Features(
        words.text("disagg", "disaggregated"),
        words.text("multinode", "multi-node"),
        words.text("offload", "KV offload"),
    )
    words.finish()
    table.finish()
    spec_aliases = spec_names.aliases | dict.fromkeys(("", "none"), Alias("none"))
    return EngineCatalog(
        engines, precisions, spec_methods, features, footnotes, engine_names.aliases, precision_names, spec_aliases
    )


def _read_precisions(table: Table) -> tuple[tuple[str, ...], dict[str, Alias]]:
    names = Spellings()
    precisions = tuple(fold(word) for word in table.texts("precisions"))
    for precision in precisions:
        names.add(table, "precisions", precision, Alias(precision), precision)
    _read_aliases(table.table("precision_aliases"), names, precisions, "precisions")
    return precisions, names.aliases


def _read_aliases(
    table: Table, spellings: Spellings, keys: tuple[str, ...], called: str, *, owner: str | None = None
) -> None:
    """A table of spellings, each with the key that it stands for."""
    for spelling in table.names():
        key = fold(table.text(spelling))
        if not key or not keys:
            continue  # reported where it was read
        if key not in keys:
            message = f"stands for {quoted(key)}, expected one of {called}"
            table.fault("unknown-name", message, spelling, nearest_hint(key, keys))
        spellings.add(table, spelling, spelling, Alias(key), owner or key)


def read_prices(file: TomlFile, problems: Problems, gpu_names: Mapping[str, Alias] | None) -> Prices:
    """Rental prices per GPU and price tier, with their source and date. gpu_names: None when they could not be read."""
    table = Table(file, problems)
    source, as_of = table.text("source"), table.day("as_of")
    tiers = _read_price_tiers(table, as_of or datetime.date.min)
    tier_ids = [tier.id for tier in tiers]
    prices: dict[str, dict[str, float]] = {}
    places: dict[str, str] = {}
    for name, entry in table.tables("prices"):
        alias = gpu_names.get(fold(name)) if gpu_names is not None else Alias(fold(name))
        if alias is None:
            entry.fault(
                "unknown-name", "no such GPU, expected a key of gpus.toml", hint=nearest_hint(name, gpu_names or ())
            )
        elif alias.key in prices:
            entry.fault("duplicate-key", f"{alias.key} has its prices at {places[alias.key]}, expected them once")
        key = alias.key if alias else name
        places.setdefault(key, entry.place())
        found = {tier_id: entry.price(tier_id) for tier_id in tier_ids}
        prices.setdefault(key, {tier_id: price for tier_id, price in found.items() if price is not None})
        entry.finish()
    table.finish()
    if as_of and len({tier.as_of for tier in tiers}) > 1:
        dates = ", ".join(f"{tier.label} {tier.as_of}" for tier in tiers)
        problems.warning(
            "mixed-price-dates", table.place("tiers"), f"prices of different dates ({dates}), expected one revision"
        )
    return Prices(source, tiers, prices)


def _read_price_tiers(table: Table, as_of: datetime.date) -> tuple[PriceTier, ...]:
    tiers: list[PriceTier] = []
    for entry in table.list_of_tables("tiers"):
        tier = PriceTier(entry.text("id"), entry.text("label"), entry.day("as_of", required=False) or as_of)
        if tier.id in [other.id for other in tiers]:
            entry.fault("duplicate-key", f"{quoted(tier.id)} is the id of two price tiers, expected one use", "id")
        tiers.append(tier)
        entry.finish()
    return tuple(tiers)
