"""From rows as dictionaries to figures, without files: one list of rows stands for one file."""

import datetime
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import strategies as st

from site_builder.dataset.columns import COLUMNS, Column, Kind
from site_builder.dataset.rows import DTYPES, Array, Part, Rows, absent, joined
from site_builder.derive.figures import Ladder, PairFigures, Read, SeriesCurve
from site_builder.derive.pairs import Derived, Rules, derive_figures
from site_builder.settings.catalogs import Scenario
from tests import reference
from tests.folders import Row, row

SCENARIOS = (
    Scenario("8k1k", "single_turn", 8192, 1024, "8k in, 1k out", "median_intvty"),
    Scenario("1k1k", "single_turn", 1024, 1024, "1k in, 1k out", "median_intvty"),
    Scenario("agentic", "agentic_traces", None, None, "traces", "p90_intvty"),
)
REFERENCE_SCENARIOS = [reference.Scenario(s.id, s.benchmark_type, s.isl, s.osl, s.interactivity) for s in SCENARIOS]
RULES = Rules(SCENARIOS, tiers=(30, 50, 75, 100, 150, 200), primary_tier=50)
MODEL_OF = {"kimik2.5": "kimi-k26", "kimik2.6": "kimi-k26", "dsv4": "deepseek-v4"}
_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)


def make_rows(*files: Sequence[Row]) -> Rows:
    """The table that reading these rows gives; the files are called a.parquet, b.parquet, …"""
    names = tuple(f"{letter}.parquet" for letter in "abcdefgh"[: len(files)])
    return joined([_part(rows) for rows in files], names)


def derive(*files: Sequence[Row], **rules: Any) -> Derived:
    """What the rows give, by the usual rules with some of them changed."""
    return derive_figures(make_rows(*files), replace(RULES, **rules), MODEL_OF)


def only_pair(*files: Sequence[Row], **rules: Any) -> PairFigures:
    """The figures of rows that are all of one pair."""
    (pair,) = derive(*files, **rules).figures.pairs
    return pair


def only_ladder(*files: Sequence[Row], **rules: Any) -> tuple[Read, ...]:
    """The reads of rows that are all of one pair and one scenario."""
    (ladder,) = only_pair(*files, **rules).ladders
    return ladder.reads


def only_read(tier: float, *files: Sequence[Row], **rules: Any) -> Read:
    """The read at one tier of rows that are all of one pair and one scenario."""
    (read,) = only_ladder(*files, tiers=(tier,), **rules)
    return read


def day(number: int) -> datetime.date:
    """A day of September 2026."""
    return datetime.date(2026, 9, number)


def moment(hour: int) -> datetime.datetime:
    """An hour of 1 September 2026, UTC."""
    return datetime.datetime(2026, 9, 1, hour, tzinfo=datetime.UTC)


def run_url(run: int, attempt: int | None = None) -> str:
    """The address of a run, or of one attempt of it."""
    return f"https://ci.example/actions/runs/{run}" + (f"/attempts/{attempt}" if attempt is not None else "")


def _part(rows: Sequence[Row]) -> Part:
    columns: dict[str, Array] = {}
    words: dict[str, tuple[str, ...]] = {}
    for column in COLUMNS:
        cells = [each.get(column.name) for each in rows]
        cells = [column.default if cell is None else cell for cell in cells]
        if column.kind in (Kind.KEY, Kind.TEXT):
            texts = [cell or "" for cell in cells]
            words[column.name] = tuple(dict.fromkeys(texts))
            columns[column.name] = np.array([words[column.name].index(text) for text in texts], dtype=np.int32)
        else:
            columns[column.name] = _values(column, cells)
    return Part(columns, words, len(rows))


def _values(column: Column, cells: Sequence[Any]) -> Array:
    """The cells of a column that is not text."""
    empty = absent(column.kind, 1)[0]
    values = [empty if cell is None else _number(column.kind, cell) for cell in cells]
    return np.array(values, dtype=DTYPES[column.kind])


def _number(kind: Kind, cell: Any) -> Any:
    """A date as days since 1970, a moment as microseconds; anything else is a number already."""
    if kind is Kind.DATE:
        return cell.toordinal() - _EPOCH.toordinal()
    return (cell - _EPOCH) // datetime.timedelta(microseconds=1) if kind is Kind.TIME else cell


_LINES: st.SearchStrategy[Row] = st.fixed_dictionaries(
    {
        "model": st.sampled_from(["kimik2.6", "kimik2.6", "kimik2.5", "dsv4", "unlisted"]),
        "hardware": st.sampled_from(["b300", "b300", "mi355x"]),
        "framework": st.sampled_from(["vllm", "vllm", "sglang", "trt"]),
        "precision": st.sampled_from(["fp4", "fp4", "fp8"]),
        "spec_method": st.sampled_from(["none", None, "mtp"]),
        "disagg": st.sampled_from([False, False, None, True]),
        "is_multinode": st.sampled_from([False, False, True]),
        "prefill_tp": st.sampled_from([None, 4, 8]),
        "num_prefill_gpu": st.sampled_from([None, None, 8]),
        "offload_mode": st.sampled_from(["off", "off", None, "on"]),
    }
)
_WORKLOADS: st.SearchStrategy[Row] = st.sampled_from(
    [
        {"isl": 8192, "osl": 1024},
        {"isl": 8192, "osl": 1024},
        {"isl": 1024, "osl": 1024},
        {"isl": 1024, "osl": 8192},  # of no scenario
        {"isl": None, "osl": None, "benchmark_type": "agentic_traces"},
    ]
)
_RUNS: st.SearchStrategy[Row] = st.fixed_dictionaries(
    {
        "date": st.sampled_from([day(1), day(1), day(2), day(4), day(9)]),
        "run_url": st.sampled_from([None, run_url(9), run_url(9, 2), run_url(10, 1), run_url(10, 2), run_url(10, 10)]),
        "run_started_at": st.sampled_from([None, None, moment(3), moment(4)]),
    }
)
_SPEEDS = st.sampled_from([20.0, 30.0, 40.0, 60.0, 80.0, 120.0]) | st.floats(15, 300)
_UNFIT = st.sampled_from([None, 0.0, -1.0, float("nan"), float("inf")])


@st.composite
def _one_row(draw: st.DrawFn, lines: Sequence[Row], runs: Sequence[Row]) -> Row:
    """A row of one of these lines and runs: mostly usable, often near a falling curve, often equal to another."""
    speed = draw(_SPEEDS)
    tput = draw(st.sampled_from([60_000 / speed, 60_000 / speed, 50_000 / speed, 500.0, 1000.0]) | st.floats(50, 5000))
    conc = draw(st.sampled_from([None, 1, 2, 4, 8, 16, 32, 64]))
    made = row(speed, tput, **draw(st.sampled_from(lines)), **draw(st.sampled_from(runs)), conc=conc)
    made |= {"median_tpot": 1 / speed, "p90_itl": 1 / speed, "median_ttft": tput / 10_000}
    flaw = draw(st.integers(0, 24))
    if flaw < 4:
        made |= {("tput_per_gpu", "median_intvty", "median_tpot", "p90_itl")[flaw]: draw(_UNFIT)}
    if flaw == 4:
        made |= draw(st.sampled_from([{"error": "out of memory"}, {"status": "failed"}, {"median_ttft": None}]))
    return made


@st.composite
def random_rows(draw: st.DrawFn) -> list[Row]:
    """Rows of some lines of several models, GPUs, workloads and runs, with nulls and ties."""
    lines = [draw(_LINES) | draw(_WORKLOADS) for _ in range(draw(st.integers(1, 4)))]
    runs = [draw(_RUNS) for _ in range(draw(st.integers(1, 4)))]
    return draw(st.lists(_one_row(lines, runs), min_size=1, max_size=40))


def curves_of(series: Sequence[Sequence[tuple[float, float]]]) -> tuple[SeriesCurve, ...]:
    """The curves of some series, each given by its points (interactivity, throughput)."""
    return ladder_of(series, tiers=(50,)).curves


def ladder_of(series: Sequence[Sequence[tuple[float, float]]], *, tiers: tuple[float, ...]) -> Ladder:
    """The ladder of some series, each an engine of its own, in their order."""
    rows = [
        row(x, y, conc=conc, framework=f"engine-{number:02d}")
        for number, points in enumerate(series)
        for conc, (x, y) in enumerate(points, start=1)
    ]
    (ladder,) = only_pair(rows, tiers=tiers, primary_tier=tiers[0]).ladders
    return ladder
