"""What always holds of doubts: sound rows have none, and neither order nor files change which rows are doubted."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from site_builder.dataset.columns import CHECKED
from site_builder.dataset.read import read_dataset
from site_builder.derive.doubts import judge_rows
from site_builder.errors import Problems
from tests.folders import Row, row, write_rows
from tests.reading import NAMES

Told = list[tuple[str, str, int]]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rows")


def doubted(place: Path, files: Sequence[Iterable[Row]]) -> Told:
    """Rule, column and concurrency, which tells the rows apart, of each doubt about the rows of some files."""
    folder = place / "benchmarks"
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for number, rows in enumerate(files):
        write_rows(folder / f"{number}.parquet", rows)
    found = read_dataset(place, NAMES, Problems(), judge=judge_rows)
    assert not {column.name for column in CHECKED} & found.rows.columns.keys()
    return sorted(
        (each.rule, each.column, int(found.rows["conc"][at])) for each in found.doubts for at in each.position.tolist()
    )


@st.composite
def sound_rows(draw: st.DrawFn) -> Row:
    """A row whose figures follow from its layout, lengths, concurrency and latencies."""
    gpus, decode = draw(st.integers(1, 72)), draw(st.integers(1, 72))
    disagg = draw(st.booleans())
    isl, osl = draw(st.sampled_from([(8192, 1024), (1024, 1024), (1024, 8192)]))
    conc, tpot, ttft = draw(st.integers(1, 8192)), draw(st.floats(0.001, 0.5)), draw(st.floats(0.01, 300))
    mean = osl * draw(st.floats(0.9, 1.0))
    e2el = ttft + tpot * mean
    output, received = conc * mean / e2el, conc * isl / e2el
    total = gpus + decode if disagg else gpus
    return row(
        1 / tpot,
        (output + received) / total,
        isl=isl,
        osl=osl,
        conc=conc,
        disagg=disagg,
        is_multinode=disagg,
        num_gpus=total,
        prefill_tp=gpus,
        num_prefill_gpu=gpus,
        num_decode_gpu=decode if disagg else gpus,
        output_tput_per_gpu=output / (decode if disagg else gpus),
        input_tput_per_gpu=received / gpus,
        mean_e2el=e2el,
        median_tpot=tpot,
        p99_tpot=tpot * 1.5,
        p99_intvty=1 / (tpot * 1.5),
        median_ttft=ttft,
        p90_ttft=ttft,
        p99_ttft=ttft * 3,
        mean_output_tokens_actual=draw(st.sampled_from([None, mean])),
        mean_input_tokens=isl * 0.9,
        num_requests_total=conc * 10,
        num_requests_successful=conc * 10,
    )


@given(sound_rows())
def test_a_row_whose_figures_follow_from_each_other_is_never_doubted(place, sound):
    """Whatever its size, speed, lengths and roles are."""
    assert doubted(place, [[sound]]) == []


_FLAWS: st.SearchStrategy[Row] = st.sampled_from(
    [
        {},
        {"mean_e2el": 0.01},
        {"input_tput_per_gpu": 1e6},
        {"median_ttft": 4000.0},
        {"p99_ttft": 0.0002},
        {"mean_input_tokens": 12.0},
        {"num_requests_successful": 0.0},
        {"median_intvty": 1e4},
        {"median_ttft": float("nan"), "mean_e2el": float("inf"), "p99_intvty": -1.0, "conc": None},
    ]
)


@settings(max_examples=30)
@given(st.lists(st.tuples(sound_rows(), _FLAWS), min_size=1, max_size=8), st.randoms())
def test_order_and_files_change_nothing(place, drawn, random):
    """The same rows are doubted when they stand in any order, in one file or in several."""
    rows = [sound | {"conc": at} | flaw for at, (sound, flaw) in enumerate(drawn, start=1)]
    rows = [each | {"conc": each["conc"] or 0} for each in rows]
    together = doubted(place, [rows])
    random.shuffle(rows)
    assert doubted(place, [rows]) == together
    assert doubted(place, [[each] for each in rows]) == together
