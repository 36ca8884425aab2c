"""Which columns of a file are read, wherever they stand and however their names are written."""

from pathlib import Path

import pyarrow as pa
import pytest

from tests.folders import PLAIN, row
from tests.reading import Store

METRICS = {"tput_per_gpu": 1500.0, "median_intvty": 40.0, "median_ttft": 0.25}
METRIC_MAP = pa.map_(pa.string(), pa.float64())
FLAT = {name: value for name, value in PLAIN.items() if name not in METRICS}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


def _metrics(store: Store) -> list[list[float | None]]:
    return [store.values(name) for name in METRICS]


@pytest.mark.parametrize("name", ["metrics", "Metrics", " METRICS "])
@pytest.mark.parametrize("kind", [None, METRIC_MAP])
@pytest.mark.parametrize("case", [str.lower, str.upper])
def test_metrics_may_stand_in_one_nested_column(store, name, kind, case):
    """A struct or a map called metrics, in any letter case, reads as columns of their own."""
    nested = {case(key): value for key, value in METRICS.items()}
    store.rows([FLAT | {name: nested}], types={name: kind})
    assert _metrics(store) == [[1500.0], [40.0], [0.25]]


@pytest.mark.parametrize("kind", [None, METRIC_MAP])
def test_nested_metrics_may_be_empty(store, kind):
    """A row without metrics, or without one of them, has none: never 0."""
    rows = [FLAT | {"metrics": METRICS}, FLAT | {"metrics": None}, FLAT | {"metrics": {"tput_per_gpu": 900.0}}]
    store.rows(rows, types={"metrics": kind})
    assert _metrics(store) == [[1500.0, None, 900.0], [40.0, None, None], [0.25, None, None]]


def test_map_keys_match_without_case_from_row_to_row(store):
    """Rows of one map column may spell the same metric in different letter cases."""
    second = {"TPUT_PER_GPU": 900.0, "Median_Intvty": 30.0}
    store.rows([FLAT | {"metrics": METRICS}, FLAT | {"metrics": second}], types={"metrics": METRIC_MAP})
    assert _metrics(store) == [[1500.0, 900.0], [40.0, 30.0], [0.25, None]]


def test_map_may_hold_text(store):
    """Metrics of a map of texts are numbers as any text number is."""
    nested = {"tput_per_gpu": "1500", "median_intvty": "4e1", "router_name": "any"}
    store.rows([FLAT | {"metrics": nested}], types={"metrics": pa.map_(pa.string(), pa.string())})
    assert [store.values("tput_per_gpu"), store.values("median_intvty")] == [[1500.0], [40.0]]


def test_metrics_and_rows_may_differ_from_file_to_file(store):
    """One file may be flat, the next nested, the third a map."""
    store.rows([FLAT | METRICS], "a.parquet")
    store.rows([FLAT | {"metrics": METRICS}], "b.parquet")
    store.rows([FLAT | {"metrics": METRICS}], "c.parquet", types={"metrics": METRIC_MAP})
    assert _metrics(store) == [[1500.0] * 3, [40.0] * 3, [0.25] * 3]


@pytest.mark.parametrize("kind", [None, METRIC_MAP])
def test_column_of_its_own_wins_over_a_nested_one(store, kind):
    """The same metric inside and outside: the plain column is read."""
    store.rows([row(20.0, 2000.0, metrics=METRICS)], types={"metrics": kind})
    assert _metrics(store) == [[2000.0], [20.0], [0.25]]


def test_metrics_of_another_type_are_no_metrics(store):
    """A column that is called metrics and holds no named values is one of those that nobody needs."""
    store.rows([row(metrics="see the log")])
    assert store.values("tput_per_gpu") == [1000.0]


def test_column_names_match_without_case_and_blanks(store):
    """TPUT_PER_GPU and ' Conc ' are the columns that they look like."""
    store.rows([{name.upper(): value for name, value in row(conc=7).items()}], "a.parquet")
    store.rows([{f" {name.title()} ": value for name, value in row(conc=8).items()}], "b.parquet")
    assert store.values("conc") == [7, 8]
    assert store.values("tput_per_gpu") == [1000.0, 1000.0]


def test_columns_that_differ_in_case_only_are_refused(store):
    """Two columns of one name: the builder does not choose."""
    store.rows([row(Conc=2)])
    assert store.faults() == [
        (
            "data/benchmarks/a.parquet: error: columns 'conc' and 'Conc' are the same name, expected one of them "
            "[duplicate-column]"
        )
    ]


def test_nested_columns_that_differ_in_case_only_are_refused(store):
    """The same inside the nested column, which the message names as it is written."""
    store.rows([FLAT | {"Metrics": METRICS | {"Median_TTFT": 0.5}}])
    assert store.faults() == [
        (
            "data/benchmarks/a.parquet column Metrics: error: columns 'median_ttft' and 'Median_TTFT' are the same "
            "name, expected one of them [duplicate-column]"
        )
    ]


def test_two_nested_columns_are_refused(store):
    """There is one metrics column."""
    store.rows([FLAT | {"metrics": METRICS, "METRICS": METRICS}])
    assert store.faults() == [
        (
            "data/benchmarks/a.parquet: error: columns 'metrics' and 'METRICS' are the same name, expected one of them "
            "[duplicate-column]"
        )
    ]


def test_unneeded_columns_may_differ_in_case_only(store):
    """Columns that nobody reads may be called anything."""
    store.rows([row(note="a", Note="b", metrics=METRICS | {"x": 1.0, "X": 2.0})])
    assert store.values("conc") == [1]


def test_missing_optional_columns_take_their_defaults(store):
    """The least that a file may hold, and what the rest then means."""
    needed = ("model", "hardware", "framework", "precision", "conc", "date", "tput_per_gpu", "isl", "osl")
    store.rows([{name: PLAIN[name] for name in (*needed, "median_intvty")}])
    rows = store.dataset().rows
    assert (rows.texts("spec_method"), rows.texts("benchmark_type"), rows.texts("offload_mode")) == (
        ["none"],
        ["single_turn"],
        ["off"],
    )
    assert (store.values("disagg"), store.values("is_multinode")) == ([0], [0])
    empty = set(rows.columns) - {*needed, "median_intvty", "spec_method", "benchmark_type", "offload_mode"}
    for name in empty - {"disagg", "is_multinode"}:
        assert store.values(name) in ([None], [""]), name


def test_empty_optional_cells_take_their_defaults(store):
    """A column that is there and empty means what a missing one means."""
    blank = dict.fromkeys(("spec_method", "disagg", "is_multinode", "benchmark_type", "offload_mode", "image"))
    store.rows([row() | blank, row(conc=2, benchmark_type=" ", offload_mode="ON")], types={"disagg": pa.bool_()})
    assert store.values("benchmark_type") == ["single_turn", "single_turn"]
    assert store.values("offload_mode") == ["off", "on"]
    assert (store.values("spec_method"), store.values("disagg")) == (["none", "none"], [0, 0])


def test_older_columns_stand_for_both_roles(store):
    """tp, pp, pcp_size, ep and dp_attention of older files are those of prefill and decode alike."""
    store.rows([row(tp=8, pp=2, pcp_size=1, ep=4, dp_attention="true")])
    for role in ("prefill", "decode"):
        found = [store.values(f"{role}_{name}") for name in ("tp", "pp", "pcp_size", "ep", "dp_attention")]
        assert found == [[8], [2], [1], [4], [1]]


def test_newer_columns_win_over_older_ones(store):
    """Where a role has its own column, the older one stands for the other role only."""
    store.rows([row(tp=8, prefill_tp=4)])
    assert (store.values("prefill_tp"), store.values("decode_tp")) == ([4], [8])


@pytest.mark.parametrize(
    "name", ["image", "isl", "osl", "run_url", "run_started_at", "median_tpot", "prefill_tp", "error"]
)
def test_column_without_any_value_in_the_first_file_changes_nothing(store, name):
    """A column of the null type in one file reads as an empty one of the right type."""
    kinds = {"isl": 8192, "osl": 1024, "run_started_at": "2026-09-01T10:00:00Z", "median_tpot": 0.5, "prefill_tp": 4}
    value = kinds.get(name, "some text")
    agentic = {"benchmark_type": "agentic_traces", "p90_itl": 0.02}
    store.rows([row() | agentic | {name: None}])
    store.rows([row() | agentic | {name: value}], "b.parquet")
    first, second = store.values(name)
    assert first in (None, "")
    assert second not in (None, "")
