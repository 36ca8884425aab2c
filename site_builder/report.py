"""Turns what was found out about rows into problems: doubts and conflicts as warnings, rows set aside as notes."""

from __future__ import annotations

import math
from collections.abc import Sequence

from site_builder.dataset.columns import BY_NAME, LINE, NO_WHOLE, Kind
from site_builder.dataset.rows import Array, Rows
from site_builder.derive.findings import Finding
from site_builder.derive.lines import SERIES
from site_builder.derive.pairs import Derived
from site_builder.derive.quality import set_aside_of_files
from site_builder.derive.usable import SetAside
from site_builder.errors import Problems
from site_builder.pages.entries import Entries
from site_builder.settings.catalogs import Settings
from site_builder.wording import describe

_MOST_ROWS = 8
# What is listed, but changes no figure: the columns at fault are not used.
_NOTED = frozenset({"role-gpus"})
_REASONS = {
    SetAside.ERROR: "its error column is filled",
    SetAside.FAILED: "its status is failed, or none of its requests succeeded",
    SetAside.OTHER_WORKLOAD: "no scenario of site.toml has its workload",
    SetAside.NO_THROUGHPUT: "its tput_per_gpu is not a number above 0",
    SetAside.NO_INTERACTIVITY: "it has no interactivity above 0, nor the TPOT or ITL it comes from",
}


def report_rows(rows: Rows, derived: Derived, problems: Problems) -> None:
    """Notes for the rows set aside, by file and reason; warnings for a file of which no row counts, and for each point
    with two different results."""
    for name, found in zip(rows.files, set_aside_of_files(rows, derived.usable.reason), strict=True):
        if not found.counting:
            problems.warning(
                "no-row-counts", name, f"none of its rows counts ({found.rows:,} set aside), expected some that do"
            )
        for reason, words in _REASONS.items():
            alike = rows.take(found.positions[found.reasons == reason])
            if len(alike):
                workloads = _workloads(alike) if reason == SetAside.OTHER_WORKLOAD else ""
                problems.note("row-set-aside", name, f"{_rows(alike.row)} set aside: {words}{workloads}")
    _report_conflicts(derived, problems)


def report_findings(findings: Sequence[Finding], rows: Rows, problems: Problems) -> None:
    """Warnings for doubtful rows that pages rest on; one note for each file and rule of what pages do not rest on:
    rows of older runs, and columns that are not used."""
    noted: dict[tuple[int, str], list[Finding]] = {}
    for one in findings:
        if one.is_current and one.rule not in _NOTED:
            message, hint = describe(one, rows)
            if one.rule == "thin-sweep":
                hint = f"the sweep: {_series(rows, one.position)}"
            problems.warning(one.rule, rows.place(one.position), message, hint)
        else:
            noted.setdefault((int(rows.file[one.position]), one.rule), []).append(one)
    for (file, rule), alike in sorted(noted.items()):
        numbers = _rows(rows.row[[one.position for one in alike]])
        older = "" if rule in _NOTED else " of older runs" if len(alike) > 1 else " of an older run"
        example = ", such as" if len(alike) > 1 else ""
        problems.note(rule, rows.files[file], f"{numbers}{older}{example}: {describe(alike[0], rows)[0]}")


def _workloads(rows: Rows) -> str:
    """The workloads of some rows, for a note on rows of none that the site reads."""
    lengths = rows["isl"].tolist(), rows["osl"].tolist()
    kinds = sorted(set(zip(rows.texts("benchmark_type"), *lengths, strict=True)))
    shown = [f"{kind} {isl}/{osl}" if isl >= 0 and osl >= 0 else kind for kind, isl, osl in kinds]
    more = f" and {len(shown) - _MOST_ROWS:,} more" if len(shown) > _MOST_ROWS else ""
    return f" ({', '.join(shown[:_MOST_ROWS])}{more})"


def report_samples(sample_files: Sequence[str], settings: Settings, problems: Problems) -> None:
    """A warning for each file of made-up rows in a site that says its rows are real."""
    for name in () if settings.site.sample_data else sample_files:
        message = "sample rows, but sample_data is false in site.toml, expected results alone"
        problems.warning("sample-rows", name, message, "delete the file, or set sample_data = true")


def report_prices(
    settings: Settings, entries: Entries, gpu_keys: Sequence[str], place: str, problems: Problems
) -> None:
    """A note for each GPU with rows that lacks a price."""
    for key in gpu_keys:
        missing = [tier.label for tier in settings.prices.tiers if settings.prices.of(key, tier.id) is None]
        if missing:
            tiers = ", ".join(missing)
            message = f"{entries.gpus[key].label} has no price for {tiers}, so its pages show none"
            problems.note("no-price", place, message)


def report_base_url(settings: Settings, place: str, problems: Problems) -> None:
    """A note on what is left out when no base URL is known."""
    if settings.site.base_url is None:
        message = (
            "base_url is not set, so what needs whole addresses is left out: canonical links, sitemap.xml, feed.xml, "
            "preview pictures, and the addresses in JSON-LD, Open Graph tags, llms.txt and robots.txt"
        )
        problems.note("no-base-url", place, message, "set base_url there, or give --base-url")


def _rows(numbers: Array) -> str:
    some = ", ".join(str(number) for number in numbers[:_MOST_ROWS].tolist())
    more = f" and {len(numbers) - _MOST_ROWS:,} more" if len(numbers) > _MOST_ROWS else ""
    return f"row{'s' if len(numbers) > 1 else ''} {some}{more}"


def _report_conflicts(derived: Derived, problems: Problems) -> None:
    rows = derived.usable_rows
    for conflict in derived.current.conflicts:
        at = conflict.positions[0]
        places = " and ".join(rows.place(position) for position in conflict.positions[1:])
        values = " and ".join(f"{rows.cell('tput_per_gpu', position):,.10g}" for position in conflict.positions)
        message = (
            f"a different result for the same point as {places} ({values} tokens/s/GPU), expected one; this one counts"
        )
        problems.warning("conflicting-rows", rows.place(at), message, f"the point: {_point(rows, at)}")


def _point(rows: Rows, at: int) -> str:
    """What identifies a point, without what is not known."""
    return _named(rows, (*LINE, "conc", "request_rate"), at)


def _series(rows: Rows, at: int) -> str:
    """What the rows of a series have in common."""
    return _named(rows, ("hardware", *SERIES, "benchmark_type", "isl", "osl"), at)


def _named(rows: Rows, names: Sequence[str], at: int) -> str:
    shown = {name: _shown(rows, name, at) for name in names}
    return " ".join(f"{name}={text}" for name, text in shown.items() if text)


def _shown(rows: Rows, name: str, at: int) -> str:
    """A cell as text; empty where it is."""
    value: float = rows.cell(name, at)
    if name in rows.words:
        return str(rows.words[name][int(value)])
    if BY_NAME[name].kind is Kind.FLAG:
        return {0: "false", 1: "true"}.get(int(value), "")
    return "" if value == NO_WHOLE or math.isnan(value) else str(value)
