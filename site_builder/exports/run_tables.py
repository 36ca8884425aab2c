"""Parts of data.json: figures, and the tables of series, runs and rows that all else refers to by their place.

So nothing stands in a file twice. See run_json.py.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from site_builder.derive.figures import Evidence, Role, SeriesCurve, SeriesKey
from site_builder.formats import format_date
from site_builder.pages.words import Words
from site_builder.settings.catalogs import Scenario, Settings

Object = dict[str, Any]

_NOTHING: tuple[object, ...] = (None, "", {})
_OWN = {"series", "scenario", "prefill", "decode", "date", "image", "run_url"}
_OF_ROW = tuple(field.name for field in fields(Evidence) if field.name not in _OWN)


def known(content: Object) -> Object:
    """Without the fields of which nothing is known."""
    return {name: value for name, value in content.items() if value not in _NOTHING}


def figure(value: float | None, unit: str, text: str | None = None) -> Object | None:
    """A value with its unit and, where the page shows it, its text there; None without a value."""
    if value is None:
        return None
    return {"value": value, "unit": unit, "text": text} if text else {"value": value, "unit": unit}


class RunTables:
    """The tables of one data.json, which grow as the rest of it is written, and are written out last."""

    def __init__(self, settings: Settings, words: Words) -> None:
        self._site = settings.site
        self._words = words
        self._series: dict[SeriesKey, int] = {}
        self._runs: dict[tuple[str, str, str], int] = {}
        self._places: dict[int, int] = {}  # by identity: a row that many figures rest on is one object
        self._rows: list[Object] = []
        self._scenarios: set[int] = set()

    @property
    def model_keys(self) -> list[str]:
        """The model keys of all series so far."""
        return sorted({series.model_key for series in self._series})

    def series(self, series: SeriesKey) -> int:
        """The place of a series in the table."""
        return self._series.setdefault(series, len(self._series))

    def row(self, row: Evidence) -> int:
        """The place of a row in the table."""
        place = self._places.get(id(row))
        if place is None:
            place = self._places[id(row)] = len(self._rows)
            self._rows.append(self._write_row(row))
        return place

    def workload(self, scenario: int) -> str:
        """The id of a workload, which is described in the table."""
        self._scenarios.add(scenario)
        return self._site.scenarios[scenario].id

    def content(self, curves: tuple[SeriesCurve, ...]) -> Object:
        """All tables. curves: those that compete for the leading ladder."""
        sweeps = {curve.series: _sweep(curve) for curve in curves}
        return {
            "workloads": [_workload(self._site.scenarios[at]) for at in sorted(self._scenarios)],
            "series": [self._write_series(series, sweeps.get(series)) for series in self._series],
            "runs": [known({"date": date, "image": image, "run_url": url}) for date, image, url in self._runs],
            "evidence": self._rows,
        }

    def engine(self, key: str) -> Object:
        """An engine: its name in the data and its label."""
        return {"key": key, "name": self._words.engine_label(key)}

    def _write_row(self, row: Evidence) -> Object:
        """A row with all that is known of it. Roles are told apart only where they are apart."""
        run = (format_date(row.date), row.image, row.run_url)
        content = {
            "series": self.series(row.series),
            "workload": self.workload(row.scenario),
            "run": self._runs.setdefault(run, len(self._runs)),
            **{name: getattr(row, name) for name in _OF_ROW},
            "prefill": _role(row.prefill),
            "decode": _role(row.decode) if row.series.disagg else None,
        }
        return known(content)

    def _write_series(self, series: SeriesKey, sweep: Object | None) -> Object:
        content = {
            "model_key": series.model_key,
            "engine": self.engine(series.framework),
            "label": self._words.engine(series).cell,
            "precision": series.precision,
            "spec_method": series.spec_method,
            "disagg": series.disagg,
            "multinode": series.is_multinode,
            "offload_mode": series.offload_mode,
            "sweep": sweep,
        }
        return known(content)


def _sweep(curve: SeriesCurve) -> Object:
    before = curve.points_before or None
    return known(
        {"points": len(curve.points), "points_before": before, "newest_run": format_date(curve.newest_run)},
    )


def _role(role: Role) -> Object:
    """A layout; some writers put 0 workers where roles are not apart, which says nothing."""
    return known(
        {
            "tp": role.tp,
            "ep": role.ep,
            "dp_attention": role.dp_attention,
            "workers": role.workers or None,
            "gpus": role.gpus,
        }
    )


def _workload(scenario: Scenario) -> Object:
    return known(
        {
            "id": scenario.id,
            "label": scenario.label,
            "benchmark_type": scenario.benchmark_type,
            "input_tokens": scenario.isl,
            "output_tokens": scenario.osl,
            "interactivity_statistic": scenario.statistic,
        }
    )
