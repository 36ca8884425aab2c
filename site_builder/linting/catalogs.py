"""What is in the catalogs without use, and prices that have grown old."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass

from site_builder.errors import Problem, Problems, Severity, quoted
from site_builder.places import Place
from site_builder.settings.catalogs import Prices, Settings, fold
from site_builder.settings.toml_file import TomlFile, read_toml


@dataclass(frozen=True)
class InUse:
    """The models (by id), GPUs and engines (by key) that have rows."""

    models: Collection[str]
    gpus: Collection[str]
    engines: Collection[str]


def unused_entries(data: Place, settings: Settings, used: InUse) -> Iterator[Problem]:
    """A note for each model, GPU, engine and GPU with prices that has no row."""

    def key_of_gpu(name: str) -> str:
        alias = settings.names.gpus.get(fold(name))
        return alias.key if alias else fold(name)

    kinds: Iterable[tuple[str, str, Callable[[str], str], Collection[str], str]] = (
        ("models.toml", "models", str, used.models, "the model {}, so no page is about it"),
        ("gpus.toml", "gpus", fold, used.gpus, "the GPU {}, so no page is about it"),
        ("engines.toml", "engines", fold, used.engines, "the engine {}, so no page names it"),
        ("tco.toml", "prices", key_of_gpu, used.gpus, "the GPU {}, so no page shows its prices"),
    )
    for file, table, key_of, in_use, what in kinds:
        toml = _read(data, file)
        for name in _names(toml, table):
            if key_of(name) not in in_use:
                place = toml.place((table, name)) if toml else file
                message = f"no row is of {what.format(quoted(name))}"
                yield Problem(Severity.NOTE, place, message, "unused-entry", mark=name)


def old_prices(data: Place, prices: Prices, today: datetime.date, most_days: int) -> Iterator[Problem]:
    """A warning for each date of prices that lies more than some days back."""
    toml = _read(data, "tco.toml")
    labels: dict[tuple[datetime.date, str], list[str]] = {}
    for at, tier in enumerate(prices.tiers):
        labels.setdefault((tier.as_of, _date_place(toml, at)), []).append(tier.label)
    for (day, place), tiers in labels.items():
        if (days := (today - day).days) > most_days:
            message = f"the prices of {', '.join(tiers)} are {days:,} days old ({day}), expected {most_days:,} at most"
            hint = "look them up again and set as_of, or give --price-age"
            yield Problem(Severity.WARNING, place, message, "old-prices", hint, mark=str(day))


def _date_place(toml: TomlFile | None, tier: int) -> str:
    """Where the date of a price tier stands: its own, or that of all."""
    assert toml is not None, "its prices have been read"
    is_own = "as_of" in toml.values["tiers"][tier]
    return toml.place(("tiers", tier, "as_of") if is_own else ("as_of",))


def _read(data: Place, file: str) -> TomlFile | None:
    return read_toml(data / file, f"{data.as_posix()}/{file}", Problems())


def _names(toml: TomlFile | None, table: str) -> list[str]:
    found = toml.values.get(table) if toml else None
    return list(found) if isinstance(found, dict) else []
