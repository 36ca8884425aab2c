"""Thin sweeps: how many points the sweep had that a series' newest one replaced."""

from tests.derived import day, only_pair, run_url
from tests.folders import Row, points

WIDE = [(10 * step, 9000 - 1000 * step) for step in range(1, 9)]


def before(rows: list[Row], **rules: object) -> int:
    """Of the only series of some rows."""
    pair = only_pair(rows, **rules)
    (curve,) = pair.ladders[pair.leading].curves
    return curve.points_before


def test_the_first_sweep_has_none_before_it():
    assert before(points(*WIDE)) == 0


def test_the_sweep_of_an_older_run_is_counted():
    """Eight points on day 1, four on day 2: the four replaced eight."""
    assert before(points(*WIDE, date=day(1)) + points(*WIDE[:4], date=day(2))) == 8


def test_an_attempt_that_was_repeated_does_not_count():
    """Attempt 1 had eight points, attempt 2 three: three were current when the four came."""
    first = points(*WIDE, date=day(1), run_url=run_url(7, 1)) + points(*WIDE[:3], date=day(1), run_url=run_url(7, 2))
    assert before(first + points(*WIDE[:4], date=day(2), run_url=run_url(8))) == 3


def test_of_two_runs_on_one_day_the_newer_counts():
    first = points(*WIDE, date=day(1), run_url=run_url(7)) + points(*WIDE[:3], date=day(1), run_url=run_url(8))
    assert before(first + points(*WIDE[:4], date=day(2), run_url=run_url(9))) == 3


def test_points_of_other_layouts_count_on_their_own():
    """Four concurrencies on 4 and on 8 prefill GPUs are eight points."""
    common = {"disagg": True, "is_multinode": True, "num_decode_gpu": 8}
    old = [each for gpus in (4, 8) for each in points(*WIDE[:4], date=day(1), num_prefill_gpu=gpus, **common)]
    assert before(old + points(*WIDE[:5], date=day(2), num_prefill_gpu=4, **common)) == 8


def test_days_that_belong_to_one_sweep_are_counted_together():
    """With three days to a sweep, five points on day 1 and another on day 2 make six."""
    old = points(*WIDE[:5], date=day(1)) + points((90, 500), date=day(2), prefill_tp=2)
    assert before(old + points(*WIDE[:4], date=day(20)), sweep_days=3) == 6
