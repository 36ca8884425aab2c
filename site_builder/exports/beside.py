"""The data files of a site: those beside a run page, and those of all pairs together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from site_builder.dataset.export import write_rows_csv, write_rows_parquet
from site_builder.derive.pairs import Derived
from site_builder.exports.ladder_csv import ladder_csv
from site_builder.exports.run_json import RunData, run_schema
from site_builder.pages.listing import Pair
from site_builder.pages.words import Words
from site_builder.routes import LADDER_TABLE, ROWS_TABLE, RUN_DATA, RUN_ROWS, RUN_SCHEMA
from site_builder.settings.catalogs import Settings


class DataBeside:
    """The data files that lie beside run pages."""

    def __init__(self, derived: Derived, settings: Settings, words: Words) -> None:
        self._derived = derived
        self._run_data = RunData(settings, words)

    @cached_property
    def _rows(self) -> dict[tuple[str, str], bytes]:
        """All tables of rows, written at once."""
        table, pairs = self._derived.table, self._derived.pairs
        return dict(zip(pairs, write_rows_csv(table.rows, table.pair, len(pairs)), strict=True))

    def prepare(self) -> DataBeside:
        """Make what all pages share, before work is handed to other processes."""
        self._rows  # noqa: B018
        return self

    def of(self, pair: Pair) -> Mapping[str, bytes]:
        """The data of one pair's page, by file name."""
        own = self._rows[pair.figures.model_id, pair.figures.gpu_key]
        return {RUN_DATA: self._run_data.make(pair), RUN_ROWS: own}


def site_tables(derived: Derived, pairs: Iterable[Pair], settings: Settings, words: Words) -> dict[str, bytes]:
    """The data files of all pairs together, by output path."""
    return {
        LADDER_TABLE: ladder_csv(pairs, settings, words),
        ROWS_TABLE: write_rows_parquet(derived.table.rows, is_sample=settings.site.sample_data),
        RUN_SCHEMA: run_schema(),
    }
