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
        self._rows: dict[tuple[str, str], bytes] = {}

    def prepare(self, pairs: Iterable[Pair]) -> DataBeside:
        """Write the tables of rows of some pairs at once, before work is handed to other processes."""
        wanted = [_names(pair) for pair in pairs]
        table = self._derived.table
        tables = write_rows_csv(table.rows, table.pair, [self._number[names] for names in wanted])
        self._rows.update(zip(wanted, tables, strict=True))
        return self

    @cached_property
    def _number(self) -> dict[tuple[str, str], int]:
        return {names: number for number, names in enumerate(self._derived.pairs)}

    def of(self, pair: Pair) -> Mapping[str, bytes]:
        """The data of one pair's page, by file name."""
        if _names(pair) not in self._rows:
            self.prepare([pair])
        own = self._rows[_names(pair)]
        return {RUN_DATA: self._run_data.make(pair), RUN_ROWS: own}


def _names(pair: Pair) -> tuple[str, str]:
    return pair.figures.model_id, pair.figures.gpu_key


def site_tables(derived: Derived, pairs: Iterable[Pair], settings: Settings, words: Words) -> dict[str, bytes]:
    """The data files of all pairs together, by output path."""
    return {
        LADDER_TABLE: ladder_csv(pairs, settings, words),
        ROWS_TABLE: write_rows_parquet(derived.table.rows, is_sample=settings.site.sample_data),
        RUN_SCHEMA: run_schema(),
    }
