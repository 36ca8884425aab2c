"""What an owner is told about rows that do not count: which workloads they have, whole files of them, made-up rows."""

import pyarrow.parquet as pq
import pytest

from site_builder.errors import BuildError
from tests.folders import Folder, points, row
from tests.reading_pages import CURVE, real

MADE_UP = "data/benchmarks/made-up.parquet"
SAMPLE = (
    f"{MADE_UP}: warning: sample rows, but sample_data is false in site.toml, expected results alone [sample-rows]\n"
    "    delete the file, or set sample_data = true"
)


def aside(folder: Folder) -> list[str]:
    """The notes on rows set aside, without the folder of the file."""
    notes = [note.removeprefix("data/benchmarks/") for note in folder.notes()]
    return [note.removesuffix(" [row-set-aside]") for note in notes if note.endswith(" [row-set-aside]")]


def made_up(folder: Folder, source: str) -> None:
    """Good rows in one file, and some in a file that says where its rows come from."""
    folder.rows(points(*CURVE))
    path = folder.rows(points(*CURVE, hardware="mi355x"), "made-up.parquet")
    pq.write_table(pq.read_table(path).replace_schema_metadata({"source": source}), path)


def test_sample_rows_on_a_site_of_real_ones_are_warned_of(folder):
    """The file says of itself that its rows are made up; the other one says nothing and is not spoken of."""
    made_up(folder, "Sample rows made by `python -m sample`; not measurements.")
    assert real(folder).warnings() == [SAMPLE]
    with pytest.raises(BuildError):
        folder.build(strict=True)


def test_sample_rows_on_a_site_of_sample_data_are_as_they_should_be(folder):
    made_up(folder, "Sample rows made by `python -m sample`; not measurements.")
    assert folder.warnings() == []


@pytest.mark.parametrize("source", ["", "InferenceX", "Measured. Sample rows are elsewhere."])
def test_files_of_another_source_are_no_sample_rows(folder, source):
    made_up(folder, source)
    assert real(folder).warnings() == []


def test_the_shipped_rows_say_that_they_are_made_up():
    """So that no site can show them as results without a warning."""
    from sample.table import SOURCE

    assert SOURCE.startswith("Sample rows")


def test_a_file_of_which_no_row_counts_is_warned_of(folder):
    """For whatever reasons; the notes say which."""
    folder.rows(points(*CURVE))
    folder.rows([row(tput=0.0), row(error="oom", conc=2)], "b.parquet")
    assert folder.warnings() == [
        (
            "data/benchmarks/b.parquet: warning: none of its rows counts (2 set aside), expected some that do "
            "[no-row-counts]"
        )
    ]
    assert aside(folder) == [
        "b.parquet: note: row 2 set aside: its error column is filled",
        "b.parquet: note: row 1 set aside: its tput_per_gpu is not a number above 0",
    ]


def test_every_such_file_is_warned_of_with_its_count(folder):
    """Thousands are set apart by commas."""
    folder.rows([row(isl=7, conc=conc) for conc in range(1, 1201)])
    folder.rows([row(tput=0.0), row(tput=0.0, conc=2)], "b.parquet")
    assert [line.split(" set aside")[0] for line in folder.warnings()] == [
        "data/benchmarks/a.parquet: warning: none of its rows counts (1,200",
        "data/benchmarks/b.parquet: warning: none of its rows counts (2",
    ]


def test_one_row_that_counts_is_enough(folder):
    """Also where a newer run took its place: it counts, though no page shows it."""
    folder.rows([row(50, 1000, date=row()["date"].replace(month=8)), row(tput=0.0, conc=2)])
    folder.rows([row(50, 1250)], "b.parquet")
    assert folder.warnings() == []


def test_workloads_that_the_site_does_not_read_are_named(folder):
    """Each once, in order, by type and lengths; by the type alone where a length is not known."""
    others = [
        row(isl=7, conc=2),
        row(isl=7, conc=4),
        row(isl=4096, osl=512, conc=2),
        row(isl=None, osl=None, benchmark_type="ShareGPT", conc=2),
    ]
    folder.rows([row(), *others, row(tput=0.0, conc=64)])
    assert aside(folder) == [
        (
            "a.parquet: note: rows 2, 3, 4, 5 set aside: no scenario of site.toml has its workload "
            "(sharegpt, single_turn 7/1024, single_turn 4096/512)"
        ),
        "a.parquet: note: row 6 set aside: its tput_per_gpu is not a number above 0",
    ]


@pytest.mark.parametrize(("count", "more"), [(8, ""), (9, " and 1 more"), (1200, " and 1,192 more")])
def test_of_many_workloads_eight_are_named(folder, count, more):
    folder.rows([row(), *(row(isl=isl, osl=1) for isl in range(1, count + 1))])
    (note,) = aside(folder)
    named = ", ".join(f"single_turn {isl}/1" for isl in range(1, 9))
    assert note.endswith(f"has its workload ({named}{more})")


def test_a_workload_forges_no_line_of_a_report(folder):
    """What its name hides is made visible."""
    folder.rows([row(), row(benchmark_type="x\nb.parquet: error: \x1b[31m", conc=2)])
    (note,) = aside(folder)
    assert note.isprintable()
    assert note.endswith("(x\\nb.parquet: error: \ufffd[31m 8192/1024)")
