"""How rows are spread over files, rows and columns says nothing: the site is the same, byte for byte."""

import datetime
import random
import tempfile
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.folders import Folder, Row, made_site, row

PAIRS = (("kimik2.6", "b300"), ("kimik2.5", "b300"), ("kimik2.6", "mi355x"), ("dsr1", "b200"), ("glm5", "h200"))
WORKLOADS = ((8192, 1024), (1024, 1024), (1024, 8192))
FIRST_DAY = datetime.date(2026, 8, 1)


def _series(rng: random.Random) -> Row:
    """The columns that the rows of one series share."""
    model, hardware = rng.choice(PAIRS)
    isl, osl = rng.choice(WORKLOADS)
    framework = rng.choice(("vllm", "sglang", "trt", "sglang-disagg"))
    run = rng.randint(100, 140)
    return {
        "model": model,
        "hardware": hardware,
        "framework": framework,
        "precision": rng.choice(("fp4", "nvfp4", "fp8")),
        "spec_method": rng.choice((None, "", "none", "mtp")),
        "isl": isl,
        "osl": osl,
        "date": FIRST_DAY + datetime.timedelta(days=rng.randint(0, 20)),
        "run_url": rng.choice((None, f"https://ci.example/actions/runs/{run}/attempts/{rng.randint(1, 2)}")),
        "image": rng.choice((None, "lmsys/a:1", "vllm/b:2")),
        "prefill_tp": rng.choice((None, 4, 8)),
    }


def _point(rng: random.Random, conc: int) -> Row:
    """One measured point, sometimes failed, without a throughput, or without a TTFT."""
    speed = rng.uniform(10, 220)
    return {
        "conc": conc,
        "median_intvty": round(speed, rng.choice((0, 2))),
        "tput_per_gpu": rng.choice((None, *[round(4e5 / speed, rng.choice((-2, 1)))] * 9)),
        "median_ttft": rng.choice((None, 0.25, rng.uniform(0.05, 20))),
        "error": "out of memory" if rng.random() < 0.05 else None,
        "status": rng.choice((None, "ok")),
    }


def _seeded_rows() -> list[Row]:
    """Rows of several pairs and runs, with copies and with points that were measured twice."""
    rng = random.Random(20260901)
    rows: list[Row] = []
    for _ in range(24):
        shared = _series(rng)
        rows += [row(**(shared | _point(rng, conc))) for conc in (1, 4, 16, 64)]
    copied = rng.sample(rows, 6)
    conflicting = [each | {"tput_per_gpu": 777.0, "median_ttft": 0.5} for each in rng.sample(rows, 6)]
    agentic = {"benchmark_type": "agentic_traces", "isl": None, "osl": None, "median_intvty": None, "p90_itl": 0.02}
    traces = [row(1.0, 300.0 + conc) | agentic | {"conc": conc} for conc in (1, 8)]
    return rows + copied + conflicting + traces


ROWS = _seeded_rows()
COLUMNS = tuple(dict.fromkeys(name for each in ROWS for name in each))


def _site(files: dict[str, list[Row]], types: dict[str, pa.DataType] | None = None) -> dict[str, bytes]:
    """The whole site that files of rows give."""
    with tempfile.TemporaryDirectory() as root:
        folder = Folder(Path(root) / "project")
        for name, rows in files.items():
            folder.rows(rows, name, types=types)
        folder.build()
        return made_site(folder.public)


@pytest.fixture(scope="module")
def site() -> dict[str, bytes]:
    """The site of all rows as they come, in one file."""
    return _site({"a.parquet": ROWS})


def test_seeded_rows_have_something_to_show(site):
    """The comparisons mean something: several pairs, with figures and with evidence."""
    pages = [name for name in site if name.startswith("run/") and name.endswith(".html")]
    assert len(pages) == 4, "kimik2.5 and kimik2.6 share a page"
    assert all(b"noindex" not in site[name] for name in pages)


@settings(max_examples=8)
@given(st.permutations(ROWS))
def test_row_order_changes_nothing(site, rows):
    """Rows of a file may come in any order, conflicting ones too."""
    assert _site({"a.parquet": rows}) == site


@settings(max_examples=4)
@given(st.permutations(COLUMNS))
def test_column_order_changes_nothing(site, columns):
    """Columns of a file may come in any order."""
    assert _site({"a.parquet": [{name: each.get(name) for name in columns} for each in ROWS]}) == site


@settings(max_examples=4)
@given(st.lists(st.sampled_from([str.lower, str.upper, str.title]), min_size=len(COLUMNS), max_size=len(COLUMNS)))
def test_letter_case_of_column_names_changes_nothing(site, cases):
    """Column names may be written in any letter case."""
    named = {name: case(name) for name, case in zip(COLUMNS, cases, strict=True)}
    assert _site({"a.parquet": [{named[name]: value for name, value in each.items()} for each in ROWS]}) == site


@settings(max_examples=8)
@given(st.lists(st.integers(0, 4), min_size=len(ROWS), max_size=len(ROWS)), st.permutations("abcde"))
def test_split_over_files_changes_nothing(site, shares, names):
    """Rows may be spread over any files, in any order of their names, with any column missing or all-null in some."""
    files: dict[str, list[Row]] = {}
    for each, share in zip(ROWS, shares, strict=True):
        files.setdefault(f"{names[share]}.parquet", []).append(each)
    assert _site(files) == site


def test_file_for_each_row_changes_nothing(site):
    """The finest split: most optional columns are all-null in most files."""
    assert _site({f"{number:03}.parquet": [each] for number, each in enumerate(ROWS)}) == site


def test_columns_that_are_left_out_where_empty_change_nothing(site):
    """A file without a column is a file with an empty one."""
    files = {}
    for number, each in enumerate(ROWS):
        kept = {name: value for name, value in each.items() if value is not None or name == "tput_per_gpu"}
        files[f"{number:03}.parquet"] = [kept]
    assert _site(files) == site


def test_hive_folders_change_nothing(site):
    """The same rows below folders that name their hardware and precision."""
    files: dict[str, list[Row]] = {}
    for each in ROWS:
        rest = {name: value for name, value in each.items() if name not in ("hardware", "precision")}
        files.setdefault(f"hardware={each['hardware']}/precision={each['precision']}/x.parquet", []).append(rest)
    assert _site(files) == site


def test_stored_types_change_nothing(site):
    """Narrow integers, dictionaries and large texts give the same site."""
    words = pa.dictionary(pa.int32(), pa.string())
    types = {"isl": pa.int16(), "conc": pa.uint8(), "model": words, "hardware": pa.large_string(), "run_url": words}
    assert _site({"a.parquet": ROWS}, types | {"prefill_tp": pa.float32(), "date": pa.date64()}) == site


def test_metrics_in_one_column_change_nothing(site):
    """The same numbers inside a struct."""
    metrics = ("tput_per_gpu", "median_intvty", "median_ttft", "p90_itl")
    nested = [
        {name: value for name, value in each.items() if name not in metrics}
        | {"metrics": {name: each.get(name) for name in metrics}}
        for each in ROWS
    ]
    assert _site({"a.parquet": nested}) == site


def test_unneeded_columns_change_nothing(site):
    """Columns that the builder does not know are never looked at."""
    assert _site({"a.parquet": [each | {"prompt": "x", "trace": [1.0], "extra": {"a": 1}} for each in ROWS]}) == site
