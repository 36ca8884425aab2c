"""Whole builds of inputs that went wrong elsewhere: lost names, foreign files, column types that read oddly."""

import datetime
import decimal
import re
import shutil
from zoneinfo import ZoneInfo

import pyarrow as pa
import pytest

from tests.folders import Folder, Row, made_site, row
from tests.reading import write_columns

HARDWARE = ("h100", "B300", "b300 ", "gb300-nvl72", "newchip9")
MODELS = ("moonshotai/Kimi-K2.6", "kimi-k2.6")
PAGES = ("h100", "b300", "gb300-nvl72", "newchip9")
EVENING = datetime.datetime(2026, 9, 1, 23, 30, tzinfo=ZoneInfo("America/Los_Angeles"))


def _field_rows() -> list[Row]:
    """Three points under each spelling of hardware and model, ten in all per pair of spellings that differ."""
    rows = []
    for number, hardware in enumerate(HARDWARE):
        for model in MODELS:
            start = 10 * number + 5 * MODELS.index(model)
            rows += [
                row(speed, 60_000 / speed, hardware=hardware, model=model, conc=start + step)
                for step, speed in enumerate((20, 50, 120), start=1)
            ]
    return rows


def _configs(page: str) -> int:
    """What the tile of a run page says about how many configs there are."""
    (found,) = re.findall(r"<dt>Benchmarked configs</dt><dd>([\d,]+)", page)
    return int(found)


def _ladder(page: str) -> dict[str, str]:
    """The throughput that a page's first ladder has for each target."""
    table = page[page.index('<table class="ladder">') :]
    cells = re.findall(r'<th scope="row">(\d+) tok/s</th>\s*<td[^>]*>([^<]*)', table[: table.index("</table>")])
    return {target: text.strip() for target, text in cells}


def _good_site(folder: Folder) -> dict[str, bytes]:
    """A site that was built from good rows, and must survive what comes."""
    folder.rows([row()], "a.parquet")
    folder.build()
    return made_site(folder.public)


def test_unknown_hardware_among_known_stops_with_its_rows(folder):
    """Known spellings are found; the one unknown chip is an error with its rows, not a pair that vanishes."""
    folder.rows(_field_rows())
    assert folder.errors() == [
        (
            "data/benchmarks/a.parquet column hardware: error: 'newchip9' (6 rows) is in no catalog, "
            "expected a name of gpus.toml [unknown-name]\n"
            "    list it in gpus.toml; --allow-unknown publishes it under its own name"
        )
    ]


def test_every_pair_gets_its_numbers(folder):
    """All spellings of a pair meet on one page, whose ladder has figures and whose count is that of its rows."""
    folder.rows(_field_rows())
    assert folder.build(allow_unknown=True).run_pages == len(PAGES)
    for gpu in PAGES:
        page = folder.page(f"run/kimi-k26-on-{gpu}")
        assert _configs(page) == (12 if gpu == "b300" else 6), gpu  # b300 is spelt in two ways
        # 60,000 / 50 = 1,200 at 50 tok/s, and nothing is as fast as 150 or 200
        ladder = _ladder(page)
        assert (ladder["50"], ladder["150"], ladder["200"]) == ("1,200", "-", "-"), gpu


def test_known_names_lose_no_rows(folder):
    """Without the unknown chip the build has no warning, and every row is used."""
    folder.rows([each for each in _field_rows() if each["hardware"] != "newchip9"])
    summary = folder.build()
    assert summary.run_pages == 3
    assert [problem for problem in summary.problems if problem.severity == "warning"] == []


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", "the file is empty (0 bytes)"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
         "a Git LFS pointer, not the data itself (git lfs pull fetches it)"),
        (b"a text that somebody named so\n", "the content is not Parquet"),
    ],
)  # fmt: skip
def test_foreign_file_leaves_the_site_as_it_was(folder, content, fault):
    """One stray file among good ones stops the build, by its name, and the published site stays."""
    before = _good_site(folder)
    (folder.data / "benchmarks" / "x.parquet").write_bytes(content)
    assert folder.errors() == [f"data/benchmarks/x.parquet: error: {fault}, expected a Parquet file [not-parquet]"]
    assert made_site(folder.public) == before


def test_half_a_file_leaves_the_site_as_it_was(folder):
    """A file that is being written, or whose copy stopped."""
    before = _good_site(folder)
    path = folder.rows([row(conc=conc) for conc in range(1, 50)], "b.parquet")
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    assert folder.errors() == [
        "data/benchmarks/b.parquet: error: the file is cut off before its end, expected a Parquet file [not-parquet]"
    ]
    assert made_site(folder.public) == before


def test_zero_rows_leave_the_site_as_it_was(folder):
    """No rows at all is an error: an empty site never replaces a good one."""
    before = _good_site(folder)
    write_columns(folder.data / "benchmarks" / "a.parquet", 0, {})
    assert folder.errors() == ["data/benchmarks: error: no rows in any file, expected at least one [no-rows]"]
    assert made_site(folder.public) == before


def test_no_files_leave_the_site_as_it_was(folder):
    """A folder that holds other files only."""
    before = _good_site(folder)
    (folder.data / "benchmarks" / "a.parquet").rename(folder.data / "benchmarks" / "a.parquet.bak")
    assert folder.errors() == [
        "data/benchmarks: error: no *.parquet file in it or below it, expected at least one [no-data]"
    ]
    assert made_site(folder.public) == before


def test_no_folder_leaves_the_site_as_it_was(folder):
    """A data folder without benchmarks/."""
    before = _good_site(folder)
    shutil.rmtree(folder.data / "benchmarks")
    assert folder.errors() == [
        "data/benchmarks: error: the folder does not exist, expected Parquet files in it [no-data]"
    ]
    assert made_site(folder.public) == before


def test_files_beside_the_data_change_nothing(folder):
    """A README and the marks that other tools leave are no data."""
    before = _good_site(folder)
    for name in ("README.md", "_SUCCESS", "_metadata", ".a.parquet.crc"):
        (folder.data / "benchmarks" / name).write_text("not rows", encoding="utf-8")
    folder.build()
    assert made_site(folder.public) == before


def _column_types(folder: Folder, columns: dict[str, pa.Array], file: str = "a.parquet") -> None:
    """Write as many plain rows as the given columns have, with these columns in place."""
    write_columns(folder.data / "benchmarks" / file, len(next(iter(columns.values()))), columns)


def test_folder_that_repeats_a_column_builds(folder):
    """hardware=b300/ with a hardware column inside: the same page as the column alone gives."""
    before = _good_site(folder)
    (folder.data / "benchmarks" / "a.parquet").unlink()
    folder.rows([row()], "hardware=b300/a.parquet")
    folder.build()
    assert made_site(folder.public) == before


def test_folder_that_contradicts_a_column_is_refused(folder):
    """Both are named, and nothing is published."""
    folder.rows([row(hardware="h100")], "hardware=b300/a.parquet")
    assert folder.errors() == [
        (
            "data/benchmarks/hardware=b300/a.parquet row 1 column hardware: error: 'h100', but the folder says 'b300', "
            "expected the same in both [folder-disagrees]"
        )
    ]


@pytest.mark.parametrize(
    "columns",
    [
        {"tput_per_gpu": pa.array([decimal.Decimal("1000.00")], pa.decimal128(10, 2))},
        {"isl": pa.array([8192], pa.int16()), "conc": pa.array([1], pa.int16())},
        {"disagg": pa.array(["false"])},
        {"disagg": pa.array([" FALSE "]), "is_multinode": pa.array(["False"])},
        {"date": pa.array(["2026-09-01"])},
        {"date": pa.array([datetime.datetime(2026, 9, 1, 6, 30)], pa.timestamp("us", "UTC"))},
        {name: pa.array([row()[name]]).dictionary_encode() for name in ("model", "hardware", "framework", "precision")},
        {name: pa.array([row()[name]], pa.large_string()) for name in ("model", "hardware", "framework")},
    ],
)
def test_stored_type_changes_nothing(folder, columns):
    """Decimals, narrow integers, text flags and dictionaries give the site of the plain types, byte for byte."""
    before = _good_site(folder)
    _column_types(folder, columns)
    folder.build()
    assert made_site(folder.public) == before


def test_evening_in_los_angeles_is_the_next_day(folder):
    """23:30 on 1 September there is 2 September in UTC, and that is the day on the page."""
    _column_types(folder, {"date": pa.array([EVENING], pa.timestamp("us", "America/Los_Angeles"))})
    folder.build()
    page = folder.page("run/kimi-k26-on-b300")
    assert "2026-09-02" in page
    assert "2026-09-01" not in page


def test_dates_of_three_types_meet(folder):
    """A date, a moment in UTC and a text in three files are days that compare: October follows September."""
    _column_types(folder, {"date": pa.array([datetime.date(2026, 9, 30)])}, "a.parquet")
    moment = datetime.datetime(2026, 9, 2, 6, 30, tzinfo=datetime.UTC)
    _column_types(folder, {"date": pa.array([moment])}, "b.parquet")
    _column_types(folder, {"date": pa.array(["2026-10-01"])}, "c.parquet")
    folder.build()
    assert '<time datetime="2026-10-01">' in folder.page("run/kimi-k26-on-b300")


def test_odd_cells_of_three_files_are_refused_together(folder):
    """A day without its zero and a flag that is no flag: one run names both, and nothing is published."""
    _column_types(folder, {"date": pa.array([datetime.date(2026, 9, 1)])}, "a.parquet")
    _column_types(folder, {"date": pa.array(["2026-09-02", "2026-09-1"])}, "b.parquet")
    _column_types(folder, {"disagg": pa.array(["maybe"])}, "c.parquet")
    assert folder.errors() == [
        (
            "data/benchmarks/b.parquet row 2 column date: error: '2026-09-1', expected a date such as 2026-08-15 "
            "[bad-cell]"
        ),
        "data/benchmarks/c.parquet row 1 column disagg: error: 'maybe', expected true or false [bad-cell]",
    ]
