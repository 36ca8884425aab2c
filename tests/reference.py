"""The figure rules again, written to be read: the tests' yardstick for the product's fast code.

Rows are plain dicts and every function is pure. Standard library only, nothing from `site_builder`:
a fault there must not be able to hide here.
"""

import math
import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from datetime import timedelta
from itertools import pairwise
from operator import itemgetter
from typing import Any, NamedTuple

Row = dict[str, Any]
Point = tuple[float, float]  # interactivity in tok/s/user, throughput in tok/s/GPU

LINE = (
    *("hardware", "framework", "model", "precision", "spec_method", "disagg", "is_multinode"),
    *("prefill_tp", "prefill_ep", "prefill_dp_attention", "prefill_num_workers"),
    *("decode_tp", "decode_ep", "decode_dp_attention", "decode_num_workers"),
    *("num_prefill_gpu", "num_decode_gpu", "benchmark_type", "isl", "osl", "offload_mode"),
)
COLUMNS = (
    *(*LINE, "conc", "date", "run_url", "run_started_at", "error", "status", "image"),
    *("tput_per_gpu", "output_tput_per_gpu", "input_tput_per_gpu", "median_intvty", "median_tpot"),
    *("p90_itl", "p90_intvty", "median_ttft"),
)
DEFAULTS: Row = {"spec_method": "none", "benchmark_type": "single_turn", "offload_mode": "off"}
DEFAULTS |= {"disagg": False, "is_multinode": False}
line_of: Callable[[Row], Hashable] = itemgetter(*LINE)


class Scenario(NamedTuple):
    """A workload that ladders are read on; isl or osl None match any length."""

    id: str
    benchmark_type: str
    isl: int | None
    osl: int | None
    interactivity: str


class Series(NamedTuple):
    """What the rows of one curve have in common; ascending order breaks ties between series."""

    model: str
    hardware: str
    framework: str
    precision: str
    spec_method: str
    disagg: bool
    is_multinode: bool
    offload_mode: str
    scenario: str


class PairRead(NamedTuple):
    """A pair's figure at one tier; `fastest_tok_s` is set only when the tier is out of reach."""

    tier: float
    kind: str
    throughput: float | None
    series: Series
    fastest_tok_s: float | None


def usable_rows(rows: Iterable[Row], scenarios: Sequence[Scenario]) -> list[Row]:
    """Rule 1: copies of the rows that count, with "scenario" and "interactivity" added.

    A copy has every column, None where the row had none, and the defaults in place of nulls.
    """
    usable = []
    for row in map(_complete, rows):
        scenario = next((s for s in scenarios if _matches(row, s)), None)
        failed = row["error"] not in (None, "") or row["status"] == "failed"
        if scenario is None or failed or _positive(row["tput_per_gpu"]) is None:
            continue
        speed = _interactivity(row, scenario)
        if speed is not None:
            usable.append({**row, "scenario": scenario.id, "interactivity": speed})
    return usable


def _complete(row: Row) -> Row:
    given = {column: value for column, value in row.items() if value is not None}
    return {**dict.fromkeys(COLUMNS), **DEFAULTS, **given}


def _matches(row: Row, scenario: Scenario) -> bool:
    same_type = row["benchmark_type"] == scenario.benchmark_type
    return same_type and scenario.isl in (None, row["isl"]) and scenario.osl in (None, row["osl"])


def _interactivity(row: Row, scenario: Scenario) -> float | None:
    """Rule 1: the stored median, else 1/TPOT; for agentic traces 1/ITL at p90, else the stored p90."""
    if scenario.interactivity == "p90_intvty":
        return _inverse(row["p90_itl"]) or _positive(row["p90_intvty"])
    return _positive(row["median_intvty"]) or _inverse(row["median_tpot"])


def _positive(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) and value > 0 else None


def _inverse(value: float | None) -> float | None:
    return _positive(1 / value) if value else None


def current_rows(usable: Iterable[Row], model_of: Mapping[str, str]) -> list[Row]:
    """Rule 2: of each line the newest run's rows, one per concurrency, with "run_date" added.

    `model_of` maps a model key to its catalog model; a key that is not in it is a model of its own.
    Wants all usable rows of a catalog model, not one pair's: together they date their runs.
    """

    def run_of(row: Row) -> Hashable:
        return model_of.get(row["model"], row["model"]), _number_after("/runs/", row) or row["date"]

    dated = []
    for run in _grouped(usable, run_of):
        run_date = max(row["date"] for row in run)
        starts = {row["run_started_at"] for row in run} - {None}
        age = (run_date, sorted(starts)[-1:], _number_after("/runs/", run[0]))  # empty ones are lowest
        dated += [(age, {**row, "run_date": run_date}) for row in run]
    newest = {line_of(row): age for age, row in sorted(dated, key=itemgetter(0))}
    rows = [row for age, row in dated if age == newest[line_of(row)]]
    return [row for line in _grouped(rows, line_of) for row in _points(line)]


def _points(run: Sequence[Row]) -> list[Row]:
    """Rule 2: of one line's rows in one run, the highest attempt's, and one result per concurrency.

    Of several results the lower throughput counts, then the lower speed, then the smaller text.
    """
    attempts = [_number_after("/attempts/", row) or (1,) for row in run]
    last = [row for row, attempt in zip(run, attempts, strict=True) if attempt == max(attempts)]
    points = _grouped(last, lambda row: row["conc"])
    return [min(p, key=lambda r: (r["tput_per_gpu"], r["interactivity"], _text(r))) for p in points]


def _number_after(marker: str, row: Row) -> tuple[int, ...]:
    """The number behind the marker in the row's address, alone in a tuple; an empty one without it."""
    return tuple(map(int, re.findall(f"{marker}([0-9]+)", row["run_url"] or "")))[:1]


def _text(row: Row) -> str:
    return repr(sorted((column, value) for column, value in row.items() if value is not None))


def _grouped(rows: Iterable[Row], key: Callable[[Row], Hashable]) -> list[list[Row]]:
    groups: dict[Hashable, list[Row]] = defaultdict(list)
    for row in rows:
        groups[key(row)].append(row)
    return list(groups.values())


def series_of(row: Row) -> Series:
    """The series that a usable row belongs to."""
    return Series(*(row[field] for field in Series._fields))


def sweep(rows: Sequence[Row], sweep_days: int = 0) -> list[Row]:
    """Of one series' current rows, those of its newest run date and of the days before it as set."""
    oldest = max(row["run_date"] for row in rows) - timedelta(days=sweep_days)
    return [row for row in rows if row["run_date"] >= oldest]


def frontier(points: Iterable[Point]) -> list[Point]:
    """Rule 3: the points that no other point beats, equal ones once, ascending in speed."""
    distinct = set(points)
    beaten = {p for p in distinct for q in distinct if q != p and q[0] >= p[0] and q[1] >= p[1]}
    return sorted(distinct - beaten)


def read_curve(knots: Sequence[Point], tier: float) -> tuple[str, float | None]:
    """Rule 5: the kind of read that a frontier gives at a tier, and its throughput if in reach."""
    if not knots or tier > knots[-1][0]:
        return "out of reach", None
    if tier < knots[0][0]:
        return "at least", knots[0][1]
    if tier in dict(knots):
        return "measured", dict(knots)[tier]
    left = max(i for i, (speed, _) in enumerate(knots) if speed < tier)
    kind = "wide" if knots[left + 1][0] > 2 * knots[left][0] else "interpolated"
    return kind, _between(knots, left, tier)


def _between(knots: Sequence[Point], i: int, x: float) -> float:
    """Rule 4: the cubic from knot i to the next at x, rounding kept inside their range."""
    (x0, y0), (x1, y1) = knots[i : i + 2]
    m0, m1 = _slopes(knots)[i : i + 2]
    h, t = x1 - x0, (x - x0) / (x1 - x0)
    from_values = y0 * (1 + 2 * t) * (1 - t) ** 2 + y1 * (3 - 2 * t) * t**2
    from_slopes = h * t * (1 - t) * (m0 * (1 - t) - m1 * t)
    return max(min(y0, y1), min(max(y0, y1), from_values + from_slopes))


def _slopes(knots: Sequence[Point]) -> list[float]:
    """Rule 4: a slope per knot, Steffen's inside and (3s - m)/2 at the ends; two knots: a straight line."""
    gaps = [(right[0] - left[0], right[1] - left[1]) for left, right in pairwise(knots)]
    first, last = gaps[0][1] / gaps[0][0], gaps[-1][1] / gaps[-1][0]
    if len(gaps) == 1:
        return [first, last]
    inner = [_steffen(left, right) for left, right in pairwise(gaps)]
    return [(3 * first - inner[0]) / 2, *inner, (3 * last - inner[-1]) / 2]


def _steffen(left: Point, right: Point) -> float:
    """Rule 4: the slope at a knot, from the (dx, dy) of the gaps on either side."""
    (h0, dy0), (h1, dy1) = left, right
    s0, s1 = dy0 / h0, dy1 / h1
    parabola = (s0 * h1 + s1 * h0) / (h0 + h1)
    return (math.copysign(1, s0) + math.copysign(1, s1)) * min(abs(s0), abs(s1), abs(parabola) / 2)


def pair_ladder(
    rows: Iterable[Row],
    scenarios: Sequence[Scenario],
    scenario_id: str,
    tiers: Sequence[float],
    model_of: Mapping[str, str],
    sweep_days: int = 0,
) -> list[PairRead]:
    """Rule 6 from one pair's raw rows. They alone date their runs; see `current_ladder` otherwise."""
    current = current_rows(usable_rows(rows, scenarios), model_of)
    return current_ladder(current, scenario_id, tiers, sweep_days)


def current_ladder(
    current: Iterable[Row], scenario_id: str, tiers: Sequence[float], sweep_days: int = 0
) -> list[PairRead]:
    """Rule 6 from one pair's current rows: its ladder on a scenario, empty without rows there."""
    here = [row for row in current if row["scenario"] == scenario_id]
    curves = {}
    for rows in sorted(_grouped(here, series_of), key=_tie_order):
        points = [(row["interactivity"], row["tput_per_gpu"]) for row in sweep(rows, sweep_days)]
        curves[series_of(rows[0])] = frontier(points)
    return [_pair_read(curves, tier) for tier in tiers] if curves else []


def _tie_order(rows: Sequence[Row]) -> tuple[int, Series]:
    """Rule 6: of two equal series the one with the newer sweep comes first, then the smaller name."""
    return -max(row["run_date"].toordinal() for row in rows), series_of(rows[0])


def _pair_read(curves: Mapping[Series, list[Point]], tier: float) -> PairRead:
    """Rule 6: the best read over the curves, or the fastest knot if none serves; the first of equals."""
    reads = [(series, *read_curve(knots, tier)) for series, knots in curves.items()]
    served = [(value, kind, series) for series, kind, value in reads if value is not None]
    if served:
        value, kind, series = max(served, key=itemgetter(0))
        return PairRead(tier, kind, value, series, None)
    series, knots = max(curves.items(), key=lambda curve: curve[1][-1])
    return PairRead(tier, "out of reach", None, series, knots[-1][0])


def cost(price: float, throughput: float) -> float:
    """Rule 7: $ per million total tokens, from $/GPU/hr and tok/s/GPU."""
    return price * 1e6 / (throughput * 3600)


def output_share(row: Row) -> float | None:
    """Rule 7: output as a share of all tokens, both over all deployed GPUs; None when a part is missing."""
    row = _complete(row)
    output, total = _positive(row["output_tput_per_gpu"]), _positive(row["tput_per_gpu"])
    if output is None or total is None:
        return None
    if not row["disagg"] or row["benchmark_type"] != "single_turn":
        return output / total  # agentic figures are over all GPUs as they stand
    prefill, decode = _positive(row["num_prefill_gpu"]), _positive(row["num_decode_gpu"])
    return output * decode / (prefill + decode) / total if prefill and decode else None


def pair_facts(rows: Iterable[Row], scenarios: Sequence[Scenario], model_of: Mapping[str, str]) -> dict[str, Any]:
    """Rule 9 from one pair's raw rows. They alone date their runs; see `current_facts` otherwise."""
    return current_facts(current_rows(usable_rows(rows, scenarios), model_of))


def current_facts(current: Sequence[Row]) -> dict[str, Any]:
    """Rule 9 from one pair's current rows; None where no row has the figure. Times are in seconds."""
    dates = [row["run_date"] for row in current]
    ttft, tpot = ([t for row in current if (t := _positive(row[c]))] for c in ("median_ttft", "median_tpot"))
    return {
        "configs": len(current),
        "frameworks": sorted({row["framework"] for row in current}),
        "precisions": sorted({row["precision"] for row in current}),
        "oldest": min(dates, default=None),
        "newest": max(dates, default=None),
        "peak": max((row["tput_per_gpu"] for row in current), default=None),
        "lowest_ttft": min(ttft, default=None),
        "lowest_tpot": min(tpot, default=None),
        "disagg": any(row["disagg"] for row in current),
        "multinode": any(row["is_multinode"] for row in current),
    }
