"""The rows for others to use: rows.csv of each pair, and benchmarks.parquet of all."""

import datetime
import json
import math
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.dataset import export
from site_builder.dataset.columns import COLUMNS, Kind
from site_builder.dataset.export import UNITS, cell_of, write_rows_csv, write_rows_parquet
from site_builder.dataset.read import read_dataset
from site_builder.derive.pairs import derive_figures
from site_builder.errors import Problems
from tests.derived import MODEL_OF, RULES, day, derive, make_rows, moment, random_rows
from tests.exporting import FORMULA, HOSTILE, SETTINGS, read_table, strict
from tests.folders import points, row

UNSEEN = dict.fromkeys((*range(32), *range(127, 160), 8232, 8233), " ")
texts = st.sampled_from(HOSTILE) | st.text(st.characters(exclude_categories=["Cs"]))


def only_table(*rows) -> list[dict[str, str]]:
    """The lines of rows that are one group."""
    (table,) = write_rows_csv(make_rows(rows), np.zeros(len(rows), dtype=np.int64), [0])
    return read_table(table)


def test_a_table_by_hand():
    """Header, then one line for each row; text in quotes only where it needs them."""
    one = row(50.0, 2500.5, conc=8, median_ttft=0.404, image='a "b", c')
    (table,) = write_rows_csv(make_rows([one]), np.array([0]), [0])
    assert table.decode() == (
        "model,hardware,framework,precision,spec_method,disagg,is_multinode,benchmark_type,isl,osl,conc,offload_mode,"
        "image,date,tput_per_gpu,median_intvty,median_ttft\n"
        'kimik2.6,b300,vllm,fp4,none,false,false,single_turn,8192,1024,8,off,"a ""b"", c",2026-09-01,2500.5,50,0.404\n'
    )


@pytest.mark.parametrize(("text", "cell"), [('a"b', '"a""b"'), ("a,b", '"a,b"'), (" a", '" a"'), ("a b", "a b")])
def test_text_is_quoted_where_it_needs_it(text, cell):
    (table,) = write_rows_csv(make_rows([row(image=text)]), np.array([0]), [0])
    assert f",{cell},2026-09-01," in table.decode()


def test_each_group_has_its_rows_in_their_order():
    """Also where the rows of a group do not stand together; a group without rows has the header alone."""
    rows = points((10.0, 1.0), (20.0, 2.0), (30.0, 3.0), (40.0, 4.0))
    tables = write_rows_csv(make_rows(rows), np.array([2, 0, 2, 0]), range(3))
    assert [[line["median_intvty"] for line in read_table(table)] for table in tables] == [
        ["20", "40"],
        [],
        ["10", "30"],
    ]
    assert tables[1] == tables[0].partition(b"\n")[0] + b"\n"


def test_the_size_of_a_piece_changes_nothing(monkeypatch):
    rows, group = make_rows(points(*((float(x), 1.0) for x in range(1, 60)))), np.arange(59) // 7
    whole = write_rows_csv(rows, group, range(9))
    for size in (1, 5, 7, 59):
        monkeypatch.setattr(export, "_AT_ONCE", size)
        assert write_rows_csv(rows, group, range(9)) == whole


def test_columns_that_no_row_fills_are_left_out():
    """Nothing is there, or nothing but NaN and infinities; a column that one row fills is there for all."""
    lines = only_table(
        row(50, 1, median_ttft=math.nan, p99_ttft=math.inf), row(60, 1, conc=2, median_e2el=1.5, p99_ttft=-math.inf)
    )
    assert "median_ttft" not in lines[0]
    assert "p99_ttft" not in lines[0]
    assert [line["median_e2el"] for line in lines] == ["", "1.5"]


def test_flags_days_and_moments():
    """true and false, ISO days, moments in UTC with a fraction where there is one; empty where nothing is known."""
    later = moment(3) + datetime.timedelta(microseconds=5)
    lines = only_table(
        row(disagg=True, run_started_at=moment(3), prefill_dp_attention=False, num_gpus=0),
        row(conc=None, date=datetime.date(1999, 12, 31), run_started_at=later),
        row(conc=3),
    )
    assert [line["disagg"] for line in lines] == ["true", "false", "false"]
    assert [line["prefill_dp_attention"] for line in lines] == ["false", "", ""]
    assert [line["date"] for line in lines] == ["2026-09-01", "1999-12-31", "2026-09-01"]
    assert [line["run_started_at"] for line in lines] == ["2026-09-01T03:00:00Z", "2026-09-01T03:00:00.000005Z", ""]
    assert [line["num_gpus"] for line in lines] == ["0", "", ""]
    assert [line["conc"] for line in lines] == ["1", "", "3"]


@given(st.lists(st.floats(allow_nan=True, allow_infinity=True), min_size=1, max_size=50))
def test_numbers_read_back_as_they_were(values):
    """To the last bit; what is no number is empty, and a minus sign gets no apostrophe."""
    lines = only_table(*(row(conc=at, median_ttft=value, avg_power_w=1.0) for at, value in enumerate(values, start=1)))
    for line, value in zip(lines, values, strict=True):
        cell = line.get("median_ttft", "")
        assert cell == "" if not math.isfinite(value) else float(cell) == value


@given(st.lists(texts, min_size=1, max_size=8))
def test_text_stays_in_its_cell(values):
    """Whatever it says: one line for each row, as many cells as the header, no formula, and nothing unseen."""
    rows = [row(conc=at, image=text, framework=f"x{text}") for at, text in enumerate(values, start=1)]
    (table,) = write_rows_csv(make_rows(rows), np.zeros(len(rows), dtype=np.int64), [0])
    assert table.count(b"\n") == len(rows) + 1
    assert b"\r" not in table
    for line, text in zip(read_table(table), values, strict=True):
        shown = line.get("image", "")
        assert shown == cell_of(text)
        assert not FORMULA.match(shown.lstrip())
        assert shown in {text.translate(UNSEEN), f"'{text.translate(UNSEEN)}"}


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@a", "'@a"),
        ("\ta", "' a"),
        ("\ra", "' a"),
        (" =1", "' =1"),
        ("\x7f\u2028=1", "'  =1"),
        ("a=1", "a=1"),
        ("a\nb", "a b"),
        ("vllm/vllm-openai:v0.21.0", "vllm/vllm-openai:v0.21.0"),
        ("", ""),
    ],
)
def test_what_a_spreadsheet_would_run_has_an_apostrophe(text, cell):
    assert cell_of(text) == cell


def parquet(content: bytes) -> pa.Table:
    return pq.read_table(pa.BufferReader(content))


def test_parquet_has_every_column_in_its_type():
    """Canonical names in their order, also those that no row fills, and their units."""
    table = parquet(write_rows_parquet(make_rows([row(50, 2500, prefill_dp_attention=True, run_started_at=moment(3))])))
    assert table.schema.names == [column.name for column in COLUMNS]
    types = {column.name: str(table.schema.field(column.name).type) for column in COLUMNS}
    wanted = {"model": "string", "disagg": "bool", "conc": "int32", "tput_per_gpu": "double", "date": "date32[day]"}
    assert types.items() >= wanted.items()
    assert types["run_started_at"] == "timestamp[us, tz=UTC]"
    (only,) = table.to_pylist()
    assert {name: value for name, value in only.items() if value is not None} == {
        **row(50, 2500, prefill_dp_attention=True, run_started_at=moment(3)),
        "benchmark_type": "single_turn",
        "offload_mode": "off",
    }


def test_every_number_has_a_unit():
    """But for layouts, which count ranks and workers."""
    measured = {column.name for column in COLUMNS if column.kind is Kind.NUMBER}
    assert measured <= UNITS.keys() <= {column.name for column in COLUMNS}
    metadata = parquet(write_rows_parquet(make_rows([row()]))).schema.metadata
    assert json.loads(metadata[b"units"]) == UNITS
    assert b"source" not in metadata


def test_sample_rows_say_that_they_are(tmp_path):
    """So that a site of real data that gets them by mistake can tell."""
    content = write_rows_parquet(make_rows([row()]), is_sample=True)
    assert read_back(content, tmp_path).sample_files != ()


def read_back(content: bytes, data: Path):
    (data / "benchmarks").mkdir(exist_ok=True)
    (data / "benchmarks" / "a.parquet").write_bytes(content)
    return read_dataset(data, SETTINGS.names, Problems(), allow_unknown=True)


def of_one_day(one):
    """A row with the day of its run. Where rows of a run bear several days, its day may be that of a row that is not
    current, and then the file cannot tell it."""
    run = one["run_url"] or ""
    return one | {"date": day(2) if "/9" in run else day(4) if "/10" in run else one["date"]}


@given(random_rows().map(lambda rows: [of_one_day(one) for one in rows]))
def test_rows_read_back_give_the_same_ladders(rows):
    """The file holds the current rows, and they are all that ladders and facts need. The same rows, the same bytes."""
    before = derive(rows)
    content = write_rows_parquet(before.table.rows)
    assert write_rows_parquet(derive(list(reversed(rows))).table.rows) == content
    if not len(before.table):
        return
    with tempfile.TemporaryDirectory() as folder:
        again = derive_figures(read_back(content, Path(folder)).rows, RULES, MODEL_OF)
    assert len(again.table) == len(before.table)
    kept = [replace(pair, set_aside=(), history=(), read_since=None) for pair in before.figures.pairs if pair.configs]
    found = [replace(pair, set_aside=(), history=(), read_since=None) for pair in again.figures.pairs]
    assert without_earlier_sweeps(found) == without_earlier_sweeps(kept)


def without_earlier_sweeps(pairs):
    """Pairs without what only older rows tell: how large the sweep before was."""
    return [replace(pair, ladders=tuple(replace(one, curves=()) for one in pair.ladders), parts=()) for pair in pairs]


def test_a_site_built_from_the_file_has_the_same_figures(shipped_site, folder):
    """/data/benchmarks.parquet in place of the files that it came from."""
    site = shipped_site(None)
    files = {path.parent.name: strict(path.read_bytes()) for path in site.glob("run/*/data.json")}
    (folder.data / "benchmarks" / "sample.parquet").write_bytes((site / "data/benchmarks.parquet").read_bytes())
    folder.build()
    again = {path.parent.name: strict(path.read_bytes()) for path in folder.public.glob("run/*/data.json")}
    assert len(files) > 30
    for part in ("ladders", "facts", "evidence"):
        assert {name: reads(file[part]) for name, file in again.items()} == {
            name: reads(file[part]) for name, file in files.items()
        }


def reads(part):
    """A part of a file without places in the table of series, which also names those of older runs."""
    if isinstance(part, dict):
        return {name: reads(value) for name, value in part.items() if name not in {"series", "run"}}
    return [reads(value) for value in part] if isinstance(part, list) else part


def test_rows_and_ladders_of_the_shipped_site(shipped_site):
    """Each rows.csv has as many lines as its page has configs, and ladder.csv says what every data.json says."""
    site = shipped_site(None)
    lines = read_table((site / "data/ladder.csv").read_bytes())
    said = []
    for file in sorted(site.glob("run/*/data.json")):
        found = strict(file.read_bytes())
        assert len(read_table(file.with_name("rows.csv").read_bytes())) == found["facts"]["configs"]["value"]
        for ladder in found["ladders"]:
            for one in ladder["reads"]:
                value = one.get("throughput", {}).get("value")
                said.append((found["page"]["path"], ladder["workload"], one["target_tok_s_user"], one["kind"], value))
    found_lines = [
        (
            *(line["page"], line["workload"], float(line["target_tok_s_user"]), line["kind"]),
            float(line["tokens_per_s_per_gpu"]) if line["tokens_per_s_per_gpu"] else None,
        )
        for line in lines
    ]
    assert sorted(found_lines, key=str) == sorted(((*one[:2], float(one[2]), *one[3:]) for one in said), key=str)
