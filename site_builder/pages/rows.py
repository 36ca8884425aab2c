"""Pairs as rows of overview pages: every read of the ladder, and the newest run."""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from site_builder.charts.envelopes import Envelope, envelope_of
from site_builder.derive.figures import Ladder
from site_builder.formats import format_date
from site_builder.pages.contexts.reads import PairRowContext
from site_builder.pages.listing import Pair
from site_builder.pages.words import Words
from site_builder.settings.catalogs import Settings

_MOST_KEPT = 128


class PairRows:
    """Writes out pairs for tables and charts of overviews. Pages share rows, so each is written once."""

    def __init__(self, settings: Settings, words: Words) -> None:
        self._settings = settings
        self._words = words
        self._primary_at = settings.site.tiers_tok_s_user.index(settings.site.primary_tier)
        self._made: dict[str, PairRowContext] = {}
        self._envelopes: dict[int, tuple[Ladder, Envelope]] = {}

    def envelope(self, ladder: Ladder) -> Envelope:
        """The envelope of a ladder with curves. Pages of one model draw the same ones, so the last made are kept."""
        kept = self._envelopes.get(id(ladder))
        if kept is None or kept[0] is not ladder:
            if len(self._envelopes) >= _MOST_KEPT:
                self._envelopes.clear()
            kept = self._envelopes[id(ladder)] = (ladder, envelope_of(ladder))
        return kept[1]

    def of(self, pair: Pair) -> PairRowContext:
        """A pair with a ladder as a row."""
        if pair.slug not in self._made:
            self._made[pair.slug] = self._make(pair)
        return self._made[pair.slug]

    def _make(self, pair: Pair) -> PairRowContext:
        if pair.ladder is None or pair.figures.newest_run is None:
            raise AssertionError("a pair with a ladder has current rows")
        reads = tuple([self._words.read(read, pair.figures.gpu_key) for read in pair.ladder.reads])
        return PairRowContext(
            model=pair.model.name,
            gpu=pair.gpu.name,
            path=pair.path,
            reads=reads,
            primary=reads[self._primary_at],
            newest_run=format_date(pair.figures.newest_run),
            workload=self._settings.site.scenarios[pair.ladder.scenario].label,
            is_lead=pair.is_lead,
        )


def newest_run(pairs: Iterable[Pair]) -> datetime.date:
    """The newest run date of some pairs that have current rows."""
    return max(pair.figures.newest_run for pair in pairs if pair.figures.newest_run is not None)
