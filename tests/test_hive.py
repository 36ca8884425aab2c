"""Folders such as hardware=b300/ give a value to every row below them."""

from pathlib import Path

import pyarrow as pa
import pytest

from tests.folders import PLAIN, row
from tests.reading import Store, copies

NULL = "__HIVE_DEFAULT_PARTITION__"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


def _without(*names: str, **columns: object) -> dict[str, object]:
    return {name: value for name, value in (PLAIN | columns).items() if name not in names}


@pytest.mark.parametrize(
    ("folder", "column", "value"),
    [
        ("hardware=mi355x", "hardware", "mi355x"),
        ("hardware=MI355X", "hardware", "mi355x"),
        (" Hardware =mi355x ", "hardware", "mi355x"),
        ("model=moonshotai%2FKimi-K2.5", "model", "kimik2.5"),
        ("model=kimik2%2E5", "model", "kimik2.5"),
        ("framework=trtllm", "framework", "trt"),
        ("precision=nvfp4", "precision", "fp4"),
        ("isl=1024", "isl", 1024),
        ("conc=256", "conc", 256),
        ("disagg=true", "disagg", 1),
        ("is_multinode=False", "is_multinode", 0),
        ("date=2026-08-15", "date", 20_680),  # 20,697 is 1 September: 17 days less
        ("tput_per_gpu=1500.5", "tput_per_gpu", 1500.5),
        ("run_started_at=1970-01-01T00%3A00%3A01Z", "run_started_at", 1_000_000),
        ("image=vllm%2Fvllm-openai%3Av1%23x=y", "image", "vllm/vllm-openai:v1#x=y"),
        (f"spec_method={NULL}", "spec_method", "none"),
        ("spec_method=", "spec_method", "none"),
        (f"num_gpus={NULL}", "num_gpus", None),
        (f"median_ttft={NULL}", "median_ttft", None),
        (f"disagg={NULL}", "disagg", 0),
    ],
)
def test_folder_gives_the_value_of_a_column(store, folder, column, value):
    """The value is read as a cell of its column would be, percent signs decoded; the null folder is nothing."""
    store.rows([_without(column), _without(column)], f"{folder}/a.parquet")
    assert store.values(column) == [value, value]


def test_folders_nest_among_others(store):
    """Each level gives its value; folders that name no column say nothing."""
    path = "2026/hardware=mi355x/team=infra/isl=1024/more"
    store.rows([_without("hardware", "isl")], f"{path}/a.parquet")
    assert (store.values("hardware"), store.values("isl")) == (["mi355x"], [1024])


def test_file_name_gives_no_value(store):
    """Only folders count: a file may be called anything."""
    store.rows([row()], "hardware=mi355x.parquet")
    assert store.values("hardware") == ["b300"]


def test_folders_and_columns_may_be_mixed(store):
    """Files with the column and files below a folder are one table."""
    store.rows([row()], "a.parquet")
    store.rows([_without("hardware")], "hardware=mi355x/a.parquet")
    assert store.values("hardware") == ["b300", "mi355x"]


def test_folder_of_an_older_column_stands_for_both_roles(store):
    """tp=8/ means for every row below it what a column tp would mean."""
    store.rows([row(prefill_tp=4)], "tp=8/a.parquet")
    assert (store.values("prefill_tp"), store.values("decode_tp")) == ([4], [8])


@pytest.mark.parametrize(
    ("folder", "column", "cell"),
    [
        ("hardware=b300", "hardware", "b300"),
        ("hardware=B300", "hardware", "b300 "),
        ("model=moonshotai%2FKimi-K2.6", "model", "kimi-k2.6"),
        ("framework=trtllm", "framework", "trt"),
        ("precision=fp4", "precision", "NVFP4"),
        ("spec_method=none", "spec_method", ""),
        (f"spec_method={NULL}", "spec_method", "None"),
        ("image=a", "image", "a"),
        ("isl=8192", "isl", 8192),
        ("isl=8192", "isl", "8192"),
        ("isl=8192.0", "isl", 8192),
        ("disagg=False", "disagg", False),
        ("date=2026-09-01", "date", "2026-09-01"),
        ("tput_per_gpu=1e3", "tput_per_gpu", 1000),
        ("run_started_at=2026-09-01", "run_started_at", "2026-09-01T00:00:00Z"),
        (f"image={NULL}", "image", None),
        (f"num_gpus={NULL}", "num_gpus", None),
        (f"median_ttft={NULL}", "median_ttft", None),
    ],
)
def test_folder_and_column_may_agree(store, folder, column, cell):
    """Both may name the same thing, each in its own spelling."""
    store.rows(copies(3, **{column: cell}), f"{folder}/a.parquet")
    with_both = store.values(column)
    store.rows(copies(3, **{column: cell}), "plain/a.parquet")
    (store.folder / folder / "a.parquet").unlink()
    assert with_both == store.values(column)


def test_folder_of_narrow_numbers_agrees(store):
    """The width of the column does not matter."""
    store.columns(2, "isl=8192/a.parquet", isl=pa.array([8192, 8192], pa.int16()))
    assert store.values("isl") == [8192, 8192]


def test_alias_of_a_folder_sets_disagg(store):
    """sglang-disagg is MoRI SGLang served disaggregated, as a folder too."""
    store.rows([_without("framework", "disagg")], "framework=sglang-disagg/a.parquet")
    assert (store.values("framework"), store.values("disagg")) == (["mori-sglang"], [1])


def test_alias_of_a_folder_sets_disagg_beside_a_column(store):
    """Rows that a folder puts under such an alias are disaggregated, whatever name their column has."""
    store.rows([row(framework="mori-sglang")], "framework=sglang-disagg/a.parquet")
    assert (store.values("framework"), store.values("disagg")) == (["mori-sglang"], [1])


def test_folder_and_text_column_that_disagree_are_refused(store):
    """Both are named as they are written, with the first row where they differ."""
    cells = ["b300", "B300", "h100", "h100"]
    store.rows([row(hardware=cell) for cell in cells], "hardware=b300/a.parquet")
    assert store.faults() == [
        (
            "data/benchmarks/hardware=b300/a.parquet row 3 column hardware: error: 'h100', but the folder says 'b300', "
            "expected the same in both [folder-disagrees]"
        )
    ]


@pytest.mark.parametrize(
    ("folder", "column", "cells", "shown"),
    [
        ("isl=8192", "isl", [8192, 1024], "1024"),
        ("disagg=true", "disagg", [True, False], "False"),
        ("date=2026-09-01", "date", ["2026-09-01", "2026-09-02"], "2026-09-02"),
        ("tput_per_gpu=1000", "tput_per_gpu", [1000.0, 999.5], "999.5"),
    ],
)
def test_folder_and_other_column_that_disagree_are_refused(store, folder, column, cells, shown):
    """Numbers, flags and days as well: the message has the value of the cell and that of the folder."""
    store.rows([row(**{column: cell}) for cell in cells], f"{folder}/a.parquet")
    (line,) = store.faults()
    assert line.startswith(f"data/benchmarks/{folder}/a.parquet row 2 column {column}: error: ")
    assert line.endswith(", expected the same in both [folder-disagrees]")
    message = line.split(": error: ")[1].casefold()
    assert shown.casefold() in message
    assert folder.split("=")[1] in message


@pytest.mark.parametrize(
    ("folder", "column", "expected"),
    [
        ("isl=8k", "isl", "a whole number from 0 to 2,000,000,000"),
        ("date=2026-9-1", "date", "a date such as 2026-08-15"),
        ("disagg=yes", "disagg", "true or false"),
        ("tput_per_gpu=fast", "tput_per_gpu", "a number"),
        ("run_started_at=noon", "run_started_at", "a moment such as 2026-08-15T09:30:00Z"),
    ],
)
def test_folder_whose_value_does_not_fit_is_refused(store, folder, column, expected):
    """The folder is named as the place, since no row is at fault."""
    store.rows([_without(column)], f"{folder}/a.parquet")
    value = folder.split("=")[1]
    assert store.faults() == [
        f"data/benchmarks/{folder}/a.parquet (folder) column {column}: error: '{value}', expected {expected} [bad-cell]"
    ]


@pytest.mark.parametrize("column", ["hardware", "date"])
def test_null_folder_of_a_needed_column_leaves_it_empty(store, column):
    """A needed column must say something in every row, wherever it is said."""
    store.rows([_without(column)] * 2, f"{column}={NULL}/a.parquet")
    (line,) = store.faults()
    assert line.startswith(f"data/benchmarks/{column}={NULL}/a.parquet row 1 column {column}: error: empty (and in 1 ")
    assert line.endswith(", expected a value in every row [empty-cell]")


def test_unknown_name_of_a_folder_counts_all_rows(store):
    """A name that no catalog has is one for every row below its folder."""
    store.rows([_without("hardware")] * 3, "hardware=b301/a.parquet")
    assert store.faults() == [
        (
            "data/benchmarks/hardware=b301/a.parquet column hardware: error: 'b301' (3 rows) is in no catalog, "
            "expected a name of gpus.toml [unknown-name]\n    did you mean 'b300'? if it is new, list it in gpus.toml"
        )
    ]
