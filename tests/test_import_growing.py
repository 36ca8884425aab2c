"""Importing again: rows are added or take the place of earlier ones, whole or not at all, one import at a time."""

import json
import random
import subprocess
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.folders import points, write_rows
from tests.importing import CASES, FACTS, OUT, Desk, api, vllm
from tests.running import environment, run_build


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)


def rates(rows):
    return sorted((row["conc"], row["run_id"], row["tput_per_gpu"]) for row in rows)


def test_importing_again_changes_nothing(desk):
    """Same file, same bytes; the summary says what was replaced."""
    name = desk.write("a.json", [api(conc) for conc in (1, 2, 3)])
    desk.add(name)
    before = desk.bytes()
    code, stdout, _ = desk.run(name)
    assert (code, desk.bytes()) == (0, before)
    assert stdout == (
        "Imported 3 rows from 1 file into rows.parquet.\nRows: 3 in it now; 3 of earlier imports replaced.\n"
    )


def test_a_point_of_a_run_is_updated(desk):
    """Run, configuration, workload and concurrency are alike: the later import counts. An attempt is a run."""
    desk.add(desk.write("a.json", [api(1), api(2)]))
    rows = desk.add(desk.write("b.json", [api(2, metrics={"tput_per_gpu": 1100.0}), api(2, attempt=2), api(3)]))
    assert rates(rows) == [(1, "7/1", 1000.0), (2, "7/1", 1100.0), (2, "7/2", 1000.0), (3, "7/1", 1000.0)]


@pytest.mark.parametrize(
    "change",
    [
        {"hardware": "b200"},
        {"precision": "fp8"},
        {"prefill_tp": 4},
        {"decode_ep": 1},
        {"prefill_dp_attention": True},
        {"num_prefill_gpu": 8},
        {"isl": 1024},
        {"conc": 9},
        {"offload_mode": "on"},
        {"benchmark_type": "agentic_traces"},
        {"is_multinode": True},
        {"spec_method": "mtp"},
        {"run": 8},
    ],
)
def test_what_makes_another_point(desk, change):
    """Each of these tells two results apart; image and date do not."""
    desk.add(desk.write("a.json", [api()]))
    assert len(desk.add(desk.write("b.json", [api(**change)]))) == 2
    assert len(desk.add(desk.write("c.json", [api(image="other", date="2026-09-02")]))) == 2


def test_a_file_that_has_grown_brings_its_new_lines_only(desk):
    """Lines of a run without an address are known by what they measured."""
    lines = [json.dumps(vllm(max_concurrency=conc, median_ttft_ms=600.0 + conc)) for conc in (1, 2, 3)]
    desk.add(desk.write("r.jsonl", "\n".join(lines[:2])), facts=FACTS)
    assert [row["conc"] for row in desk.add(desk.write("r.jsonl", "\n".join(lines)), facts=FACTS)] == [1, 2, 3]


def test_a_file_imported_with_other_facts_replaces_its_rows(desk):
    """A wrong option is put right by importing again."""
    name = desk.write("r.json", vllm())
    desk.add(name, facts=FACTS)
    (row,) = desk.add(name, facts=("hardware=h200", *FACTS[1:]))
    assert row["hardware"] == "h200"


def test_copies_collapse_and_conflicts_stay(desk):
    """Two results for one point in one import: all are kept and said; a build takes the lower one."""
    desk.write("a.json", [api(), api(conc=9)])
    desk.write("b.json", [api(), api(conc=9, metrics={"tput_per_gpu": 1.0})])
    code, stdout, stderr = desk.run("a.json", "b.json")
    assert (code, stdout) == (
        *(0, "Imported 4 rows from 2 files into rows.parquet.\nRows: 3 in it now; 1 exact copy.\n"),
    )
    assert "are the same point with different results, expected one: all are kept [conflicting-rows]" in stderr
    assert "a.json row 2" in stderr
    assert "b.json row 2" in stderr


def test_the_order_of_files_and_rows_does_not_matter(desk):
    """Same rows, same bytes."""
    rows = [api(conc, run=run) for conc in range(1, 6) for run in (1, 2)]
    desk.write("x.json", rows[:5])
    desk.write("y.json", rows[5:])
    desk.add("x.json", "y.json")
    before = desk.bytes()
    (desk.root / OUT).unlink()
    desk.add("y.json", "x.json")
    assert desk.bytes() == before
    shuffled = random.Random(1).sample(rows, len(rows))
    assert rates(desk.add(desk.write("z.json", shuffled))) == rates(desk.rows())


def test_canonical_parquet_is_a_source_too(desk):
    """What import has written it reads: the same rows, origin and all, in the same bytes."""
    desk.add(str(CASES / "infx-api-benchmarks-5rows.json"))
    before = desk.bytes()
    (desk.root / OUT).rename(desk.root / "older.parquet")
    desk.add("older.parquet")
    assert desk.bytes() == before
    assert desk.refused("older.parquet", facts=("hardware=b300",)).startswith(
        "older.parquet: error: rows that were imported before, to which hardware cannot be supplied, expected none "
        "[already-imported]\n"
    )


def test_parquet_of_api_rows_is_a_source(desk):
    """Flat columns, as the public data is kept; what is missing is named."""
    write_rows(desk.root / "in.parquet", points((20, 4000), (50, 2500), prefill_tp=8, num_gpus=None))
    rows = desk.add("in.parquet")
    assert [(row["num_gpus"], row["median_intvty"]) for row in rows] == [(8, 20.0), (8, 50.0)]
    write_rows(desk.root / "bad.parquet", [{"model": "m", "hardware": "b300"}])
    assert desk.refused("bad.parquet").startswith(
        "bad.parquet: error: no column framework, precision, tput_per_gpu, expected the columns of InferenceX's rows"
    )


def test_made_up_rows_stay_marked(desk):
    """A file that says that its rows are samples makes one that says so."""
    table = pa.Table.from_pylist(points((20, 4000), prefill_tp=8))
    pq.write_table(table.replace_schema_metadata({"source": "Sample rows, made up"}), desk.root / "in.parquet")
    desk.add("in.parquet")
    assert pq.read_schema(desk.root / OUT).metadata[b"source"].startswith(b"Sample rows")


def test_the_schema_tells_units_and_origin(desk):
    """Compressed, with the unit of each column beside it and in the metadata."""
    desk.add(desk.write("a.json", [api()]))
    file = pq.ParquetFile(desk.root / OUT)
    schema = file.schema_arrow
    assert schema.metadata[b"source"] == b"build-site import"
    assert json.loads(schema.metadata[b"units"])["median_ttft"] == "s"
    assert schema.field("tput_per_gpu").metadata[b"unit"] == b"tokens/s/GPU"
    assert file.metadata.row_group(0).column(0).compression == "ZSTD"
    assert (str(schema.field("date").type), str(schema.field("conc").type)) == ("date32[day]", "int32")


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"notes", "it is no Parquet that can be read"),
        (b"", "it is no Parquet that can be read"),
        (None, "it has other columns than import writes, expected a file of import or none [foreign-target]\n"),
    ],
)
def test_a_file_of_others_is_never_replaced(desk, content, found):
    """What import has not written stays untouched."""
    if content is None:
        write_rows(desk.root / OUT, points((20, 4000)))
    else:
        desk.write(OUT, content)
    assert desk.refused(desk.write("a.json", [api()])).startswith(f"{OUT}: error: {found}")


def test_out_must_be_parquet(desk):
    """A build would not read it otherwise."""
    done = run_build("import", desk.write("a.json", [api()]), "--out", "rows.json", cwd=desk.root)
    assert done.returncode == 2
    assert done.stderr.startswith("--out rows.json: error: the name does not end in .parquet, expected one that does")


def test_two_imports_at_once_lose_nothing(desk):
    """Each waits for the other to end, then adds its rows to what it finds."""
    names = [desk.write(f"{run}.json", [api(conc, run=run) for conc in range(1, 9)]) for run in range(1, 5)]
    command = [sys.executable, "-m", "site_builder", "import", "--out", OUT, "-q"]
    started = [subprocess.Popen([*command, name], cwd=desk.root, env=environment()) for name in names]
    assert [each.wait() for each in started] == [0] * 4
    assert len(desk.rows()) == 32
    assert [path.name for path in desk.root.glob(".*")] == []


def test_an_import_that_fails_while_writing_leaves_the_old_file(desk, monkeypatch):
    """The new file is made beside the old one, and put in its place when it is whole."""
    desk.add(desk.write("a.json", [api()]))
    before = desk.bytes()

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("site_builder.importing.run.put_in_place", full)
    code, _, stderr = desk.run(desk.write("b.json", [api(2)]))
    assert code == 1
    assert stderr == (
        "rows.parquet: error: cannot be written (No space left on device), expected room for it [cannot-write]\n"
        "Not imported: 1 error. rows.parquet is as it was.\n"
    )
    assert (desk.bytes(), [path.name for path in desk.root.glob(".*")]) == (before, [])


def test_a_folder_that_cannot_be_written(desk):
    """It is named."""
    desk.write("taken", "a file")
    done = run_build("import", desk.write("a.json", [api()]), "--out", "taken/rows.parquet", cwd=desk.root)
    assert done.returncode == 1
    assert done.stderr.startswith("taken: error: cannot be written (File exists), expected a folder that can be")
