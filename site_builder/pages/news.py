"""What changed, and when: the moves of every pair's primary read, the newest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from site_builder.derive.compare import Bound, Difference
from site_builder.derive.curve import ReadKind
from site_builder.derive.figures import HistoryPoint
from site_builder.derive.history import MOST_MOVES
from site_builder.formats import format_date, format_throughput, marked_throughput
from site_builder.pages.contexts.entries import FootnoteContext
from site_builder.pages.contexts.home import NewsContext
from site_builder.pages.listing import Listing, Pair
from site_builder.pages.words import Words, write_difference


def list_news(listing: Listing, words: Words, most: int) -> tuple[NewsContext, ...]:
    """The newest moves of all results, at most so many; those of one day in the order of the catalogs."""
    found = [(pair, *move) for pair in listing.pairs if pair.is_result for move in _moves(pair)]
    newest = sorted(found, key=lambda each: each[2].date, reverse=True)[:most]
    return tuple([_make(pair, words, before, point) for pair, before, point in newest])


def notes_of(news: Iterable[NewsContext], words: Words) -> tuple[FootnoteContext, ...]:
    """The notes of the marks that some news carry."""
    names = [one.engine.name for one in news]
    return tuple(note for note in words.all_footnotes() if any(name.endswith(note.mark) for name in names))


def change_between(before: HistoryPoint | None, point: HistoryPoint) -> Difference | None:
    """A read against the one before it; None where one of them is out of reach or only a lower bound."""
    if before is None or before.throughput_tok_s_gpu is None or point.throughput_tok_s_gpu is None:
        return None
    kinds = (before.kind, point.kind)
    if ReadKind.AT_LEAST in kinds:
        return None
    ratio = point.throughput_tok_s_gpu / before.throughput_tok_s_gpu
    return Difference(ratio, Bound.ABOUT if ReadKind.WIDE in kinds else Bound.EXACT)


def _moves(pair: Pair) -> Iterator[tuple[HistoryPoint | None, HistoryPoint]]:
    """The moves of a pair's read: what it was before, None where nobody knows, and what it became."""
    history = pair.figures.history
    if not history:
        yield from _unmoved(pair)
    elif len(history) < MOST_MOVES and history[0].throughput_tok_s_gpu is not None:
        # Of a longer one nobody knows what came before the oldest move kept.
        yield None, history[0]
    yield from pairwise(history)


def _unmoved(pair: Pair) -> Iterator[tuple[None, HistoryPoint]]:
    """A read that never moved counts from the day since which it has stood."""
    read = pair.primary
    if read is not None and read.throughput_tok_s_gpu is not None:
        date = pair.figures.read_since or max(row.date for row in read.evidence)
        yield None, HistoryPoint(date, read.kind, read.throughput_tok_s_gpu, read.series)


def _make(pair: Pair, words: Words, before: HistoryPoint | None, point: HistoryPoint) -> NewsContext:
    return NewsContext(
        date=format_date(point.date),
        name=pair.name,
        path=pair.path,
        read_cell=_cell(point),
        before_cell=_cell(before) if before else None,
        change=write_difference(change_between(before, point)),
        engine=words.engine(point.series),
        is_new=before is None,
    )


def _cell(point: HistoryPoint) -> str | None:
    value = point.throughput_tok_s_gpu
    return marked_throughput(format_throughput(value), point.kind) if value is not None else None
