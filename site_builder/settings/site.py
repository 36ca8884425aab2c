"""Reads site.toml: what the site is called, which workloads and targets it reads, and who may compete."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import pairwise
from urllib.parse import urlsplit

from site_builder.errors import Problems, nearest_hint, quoted
from site_builder.settings.addresses import read_comparisons, read_redirects
from site_builder.settings.catalogs import Alias, Scenario, Site, fold
from site_builder.settings.table import Table
from site_builder.settings.toml_file import TomlFile

INTERACTIVITY_COLUMNS = ("median_intvty", "p90_intvty")
SINGLE_TURN, AGENTIC = "single_turn", "agentic_traces"
_SCENARIO_ID = re.compile(r"[a-z0-9][a-z0-9-]*")


def read_site(
    file: TomlFile, problems: Problems, gpu_names: Mapping[str, Alias] | None, *, base_url: str | None
) -> Site:
    """The site's settings; `base_url` from the command line wins over the file's. gpu_names: None when unreadable."""
    table = Table(file, problems)
    tiers, primary = _read_tiers(table)
    selection = table.table("selection")
    site = Site(
        name=table.text("name"),
        description=table.optional_text("description") or "",
        base_url=_read_base_url(table, base_url, problems),
        fleet=table.optional_text("fleet"),
        sample_data=table.flag("sample_data", default=False),
        notices=table.texts("notices", default=()),
        scenarios=tuple(_read_scenarios(table)),
        tiers_tok_s_user=tiers,
        primary_tier=primary,
        sweep_days=min(table.whole("sweep_days", least=0, default=0), 36_500),
        engines=_read_selection(selection, "engines"),
        precisions=_read_selection(selection, "precisions"),
        comparisons=read_comparisons(table, gpu_names),
        compare_parts=table.flag("compare_parts", default=True),
        redirects=tuple(read_redirects(table.table("redirects"))),
        pictures=table.flag("pictures", default=True),
    )
    selection.finish()
    table.finish()
    return site


def check_selection(file: TomlFile, site: Site, problems: Problems, known: dict[str, Iterable[str]]) -> None:
    """Report selected engines and precisions that their catalog does not have."""
    if not isinstance(file.values.get("selection"), dict):
        return
    table = Table(file, problems).table("selection")
    for name, chosen in (("engines", site.engines), ("precisions", site.precisions)):
        for word in chosen or ():
            if word not in known[name]:
                table.fault(
                    "unknown-name",
                    f"{quoted(word)}, expected a key of engines.toml",
                    name,
                    nearest_hint(word, known[name]),
                )


def parse_base_url(text: str) -> str | None:
    """A base URL with its closing slash, or None when the text is not one."""
    text = text.strip()
    try:
        parts = urlsplit(text)
        proper = parts.scheme in ("http", "https") and parts.hostname and (parts.port or 1)
    except ValueError:
        return None
    if (
        not proper
        or {".", ".."} & set(parts.path.split("/"))
        or parts.query
        or parts.fragment
        or "//" in parts.path.rstrip("/")
        or re.search(r"[\s<>\"'\\]", text)
    ):
        return None
    start = f"{parts.scheme}://{parts.netloc}"
    return start.lower() + text[len(start) :].rstrip("/") + "/"


def _read_base_url(table: Table, override: str | None, problems: Problems) -> str | None:
    own = table.optional_text("base_url")
    text = own if override is None else override
    url = parse_base_url(text) if text is not None else None
    if text is not None and url is None:
        message = f"{quoted(text)}, expected an address such as https://example.org/bench/"
        if override is None:
            table.fault("bad-base-url", message, "base_url")
        else:
            problems.error("bad-base-url", "base_url", message)
    return url


def _read_tiers(table: Table) -> tuple[tuple[int | float, ...], int | float]:
    tiers = table.numbers("tiers_tok_s_user")
    for slower, faster in pairwise(tiers):
        if faster <= slower:
            table.fault(
                "tiers-not-rising",
                f"{faster} comes after {slower}, expected each target above the last",
                "tiers_tok_s_user",
            )
    primary = table.price("primary_tier")
    if primary is None:
        if "primary_tier" not in table.names():
            table.fault("missing-key", "missing, expected one of tiers_tok_s_user", "primary_tier")
        return tiers, 0
    if tiers and primary not in tiers:
        among = ", ".join(str(tier) for tier in tiers)
        table.fault(
            "primary-tier", f"{primary:g} is not a target, expected one of tiers_tok_s_user: {among}", "primary_tier"
        )
    return tiers, next((tier for tier in tiers if tier == primary), primary)


def _read_scenarios(table: Table) -> Iterable[Scenario]:
    seen: dict[str, str] = {}
    workloads: dict[tuple[object, ...], str] = {}
    for entry in table.list_of_tables("scenarios"):
        scenario = _read_scenario(entry)
        if scenario.id in seen:
            entry.fault(
                "duplicate-key", f"{quoted(scenario.id)} is also the id at {seen[scenario.id]}, expected one use", "id"
            )
        seen.setdefault(scenario.id, entry.place("id"))
        workload = (scenario.benchmark_type, scenario.isl, scenario.osl)
        if workload in workloads:
            entry.fault("duplicate-key", f"the same workload as {quoted(workloads[workload])}, expected another", "id")
        workloads.setdefault(workload, scenario.id)
        yield scenario


def _read_scenario(entry: Table) -> Scenario:
    benchmark_type = fold(entry.text("benchmark_type"))
    usual = INTERACTIVITY_COLUMNS[benchmark_type == AGENTIC]
    scenario = Scenario(
        id=entry.text("id"),
        benchmark_type=benchmark_type,
        isl=entry.optional_whole("isl"),
        osl=entry.optional_whole("osl"),
        label=entry.text("label"),
        interactivity=entry.text("interactivity", usual),
        article=entry.optional_text("article") or "",
    )
    if scenario.id and not _SCENARIO_ID.fullmatch(scenario.id):
        entry.fault("bad-id", f"{quoted(scenario.id)}, expected small letters, digits and hyphens", "id")
    if scenario.interactivity not in INTERACTIVITY_COLUMNS:
        entry.fault(
            "unknown-name",
            f"{quoted(scenario.interactivity)}, expected one of: {', '.join(INTERACTIVITY_COLUMNS)}",
            "interactivity",
            nearest_hint(scenario.interactivity, INTERACTIVITY_COLUMNS),
        )
    elif benchmark_type in (SINGLE_TURN, AGENTIC) and scenario.interactivity != usual:
        message = f"{quoted(scenario.interactivity)} with {benchmark_type}, expected {usual}"
        entry.fault("wrong-interactivity", message, "interactivity")
    entry.finish()
    return scenario


def _read_selection(table: Table, name: str) -> tuple[str, ...] | None:
    chosen = tuple(fold(word) for word in table.texts(name, default=()))
    return chosen if name in table.names() else None
