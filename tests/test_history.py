"""How a pair's primary read moved, and how many points the sweep before had, against what was there at the time."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.derive.figures import HistoryPoint
from site_builder.derive.history import MOST_DATES, MOST_MOVES
from tests import reference
from tests.derived import MODEL_OF, REFERENCE_SCENARIOS, RULES, SCENARIOS, day, derive, only_pair, random_rows, run_url
from tests.folders import points

PRIMARY = RULES.tiers.index(RULES.primary_tier)


def dated(rows):
    """The usable rows, each with the date of its run: that of the newest row of the run and the model."""
    usable = reference.usable_rows(rows, REFERENCE_SCENARIOS)
    runs: dict[tuple, list] = {}
    for each in usable:
        runs.setdefault(run_of(each), []).append(each["date"])
    return [each | {"run_date": max(runs[run_of(each)])} for each in usable]


def run_of(row):
    """The model and the run of a row."""
    url = row["run_url"]
    run = url.split("/runs/")[1].split("/")[0] if url else row["date"]
    return MODEL_OF.get(row["model"], row["model"]), run


def is_of(row, pair):
    return MODEL_OF.get(row["model"], row["model"]) == pair.model_id and row["hardware"] == pair.gpu_key


def plain_moves(rows, pair, sweep_days):
    """The moves of a pair with several run dates: its read of what was there on each, where it differs."""
    lead = pair.ladders[pair.leading].scenario
    mine = [each for each in rows if is_of(each, pair) and each["scenario"] == SCENARIOS[lead].id]
    dates = sorted({each["run_date"] for each in mine})
    moves: list[HistoryPoint] = []
    for date in dates if len(dates) > 1 else ():
        known = [each for each in rows if each["run_date"] <= date]
        then = next(one for one in derive(known, sweep_days=sweep_days).figures.pairs if is_of(mine[0], one))
        (ladder,) = [one for one in then.ladders if one.scenario == lead]
        read = ladder.reads[PRIMARY]
        point = HistoryPoint(date, read.kind, read.throughput_tok_s_gpu, read.series)
        if not moves or (point.kind, point.throughput_tok_s_gpu, point.series) != (
            moves[-1].kind,
            moves[-1].throughput_tok_s_gpu,
            moves[-1].series,
        ):
            moves.append(point)
    return moves


@given(random_rows(), st.sampled_from([0, 3]))
def test_a_history_is_what_each_date_would_have_read(rows, sweep_days):
    """To the last bit: what is derived of the rows of runs up to a date is what the history says of the date."""
    for pair in derive(rows, sweep_days=sweep_days).figures.pairs:
        moves = plain_moves(dated(rows), pair, sweep_days) if pair.ladders else []
        assert pair.history == (tuple(moves) if len(moves) != 1 else ())
        assert pair.read_since == (moves[0].date if len(moves) == 1 else None)


@given(random_rows(), st.sampled_from([0, 3]))
def test_the_sweep_before_is_what_older_rows_alone_give(rows, sweep_days):
    """As many points as the plain rules find among the rows of runs before the sweep."""
    for pair in derive(rows, sweep_days=sweep_days).figures.pairs:
        for curve in pair.ladders[pair.leading].curves if pair.ladders else ():
            scenario = SCENARIOS[pair.ladders[pair.leading].scenario].id
            first = curve.newest_run - timedelta(days=sweep_days)
            older = [each for each in dated(rows) if each["run_date"] < first]
            there = [
                each
                for each in reference.current_rows(older, MODEL_OF)
                if is_of(each, pair) and each["scenario"] == scenario and is_in(each, curve.series)
            ]
            assert curve.points_before == (len(reference.sweep(there, sweep_days)) if there else 0)


def is_in(row, series):
    names = ("framework", "precision", "spec_method", "disagg", "is_multinode", "offload_mode")
    return row["model"] == series.model_key and all(row[name] == getattr(series, name) for name in names)


@pytest.mark.parametrize("extra", [0, 1, 2])
def test_a_history_is_looked_for_on_the_newest_dates_alone(extra):
    """Sixty dates, each with a read of its own, give the twelve newest moves; of more, the first need not be a move."""
    count = MOST_DATES + extra
    rows = [
        each
        for number in range(count)
        for each in points((50.0, 1000.0 + number), date=day(1) + timedelta(days=number), run_url=run_url(number))
    ]
    history = only_pair(rows).history
    assert [point.throughput_tok_s_gpu for point in history] == [
        1000.0 + number for number in range(count - MOST_MOVES, count)
    ]


def test_a_read_older_than_the_dates_looked_at_is_no_move():
    """Sixty-one dates, of which the second alone moved the read: what was looked at first is left out."""
    throughputs = [900.0, *[1000.0] * MOST_DATES]
    rows = [
        each
        for number, tput in enumerate(throughputs)
        for each in points((50.0, tput), date=day(1) + timedelta(days=number), run_url=run_url(number))
    ]
    pair = only_pair(rows)
    assert (pair.history, pair.read_since) == ((), None)
