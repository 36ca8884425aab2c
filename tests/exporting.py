"""What the data files say, without building pages: from rows as dictionaries to pairs, documents and tables."""

import csv
import io
import json
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from site_builder.derive.pairs import Derived, Rules, derive_figures
from site_builder.errors import Problems
from site_builder.exports.run_json import RunData, run_schema
from site_builder.pages.entries import model_ids, resolve_entries
from site_builder.pages.listing import Pair, list_pairs
from site_builder.pages.words import Words
from site_builder.settings.catalogs import Settings
from site_builder.settings.read import read_settings
from tests.derived import make_rows
from tests.folders import PROJECT, Row

SETTINGS = read_settings(PROJECT / "data", Problems())
FORMULA = re.compile(r"[=+\-@\t\r]")
HOSTILE = (
    "=cmd|' /C calc'!A0",
    "+1",
    "-1+1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    " =1",
    "＝1",
    'a,"b"',
    "a\nb\r\nc",
    "a\u2028b\u2029c",
    "</script><b onmouseover=x>&amp;",
    "\x00\x01\x1b[31m\x7f\x85",
    "\u202ea\u2066",
    "NaN",
    "😀 ñ",
)


def with_site(**changes: Any) -> Settings:
    """The shipped settings with some of site.toml changed."""
    return replace(SETTINGS, site=replace(SETTINGS.site, **changes))


def unlisted(settings: Settings, rows: Sequence[Row]) -> dict[str, dict[str, tuple[str, ...]]]:
    """The models and GPUs of some rows that no catalog has."""
    models = {key for model in settings.models.values() for key in model.keys}
    known = {"model": models, "hardware": set(settings.gpus)}
    return {name: {row[name]: (row[name],) for row in rows if row[name] not in keys} for name, keys in known.items()}


def derived(rows: Sequence[Row], settings: Settings = SETTINGS) -> Derived:
    """What rows give by the rules of the settings."""
    site = settings.site
    rules = Rules(
        site.scenarios, site.tiers_tok_s_user, site.primary_tier, site.sweep_days, site.engines, site.precisions
    )
    return derive_figures(make_rows(rows), rules, model_ids(settings, unlisted(settings, rows)["model"]))


def pairs_of(rows: Sequence[Row], settings: Settings = SETTINGS) -> tuple[Pair, ...]:
    """The pairs of some rows, also of names that no catalog has."""
    entries = resolve_entries(settings, unlisted(settings, rows), Problems())
    return list_pairs(derived(rows, settings).figures, settings, entries).pairs


def documents(rows: Sequence[Row], settings: Settings = SETTINGS) -> list[dict[str, Any]]:
    """The data.json of every pair of some rows."""
    made = RunData(settings, Words(settings))
    return [strict(made.make(pair)) for pair in pairs_of(rows, settings)]


def document(rows: Sequence[Row], settings: Settings = SETTINGS) -> dict[str, Any]:
    """The data.json of rows that are all of one pair."""
    (only,) = documents(rows, settings)
    return only


def read_at(found: dict[str, Any], target: float, ladder: int = 0) -> dict[str, Any]:
    """The read of a document at a target."""
    (read,) = [read for read in found["ladders"][ladder]["reads"] if read["target_tok_s_user"] == target]
    return dict(read)


def strict(content: bytes) -> dict[str, Any]:
    """JSON by the letter: UTF-8, no NaN, no Infinity, no name twice."""
    found: dict[str, Any] = json.loads(
        content.decode("utf-8"), parse_constant=_refused, object_pairs_hook=_without_repeats
    )
    return found


def _refused(name: str) -> None:
    raise AssertionError(f"{name} is not JSON")


def _without_repeats(items: list[tuple[str, Any]]) -> dict[str, Any]:
    assert len(items) == len(dict(items)), f"a name stands twice among {[name for name, _ in items]}"
    return dict(items)


def walk(value: Any) -> Iterator[Any]:
    """A value and all in it."""
    yield value
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for one in inner:
        yield from walk(one)


def figures_in(value: Any) -> list[dict[str, Any]]:
    """Every figure in a document."""
    return [one for one in walk(value) if isinstance(one, dict) and "unit" in one]


def read_table(table: bytes) -> list[dict[str, str]]:
    """A table as any CSV reader sees it; every line has as many cells as the header."""
    lines = list(csv.reader(io.StringIO(table.decode("utf-8"), newline=""), strict=True))
    return [dict(zip(lines[0], line, strict=True)) for line in lines[1:]]


def schema() -> dict[str, Any]:
    """The published schema."""
    return strict(run_schema())


def is_proper(value: Any) -> bool:
    """Whether a number is one, and anything else is not null."""
    return value is not None and not (isinstance(value, float) and not math.isfinite(value))
