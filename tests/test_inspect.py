"""`build-site inspect`: what is in a data folder, what would be published, what looks wrong."""

import shutil

import pytest

from tests.command import run
from tests.derived import day, run_url
from tests.folders import Folder, points, row, tree
from tests.inspecting import measured
from tests.reading import write_columns
from tests.reading_pages import real

ROWS = points((20, 4000), (50, 2500), (100, 1000))
NO_BASE_URL = (
    "data/site.toml: note: base_url is not set, so what needs whole addresses is left out: canonical links, "
    "sitemap.xml, feed.xml, preview pictures, and the addresses in JSON-LD, Open Graph tags, llms.txt and robots.txt "
    "[no-base-url]\n"
    "    set base_url there, or give --base-url\n"
)


def inspect(folder, *args):
    """The command in a project folder: exit code, standard output, standard error; nothing may be written."""
    before = tree(folder.root)
    found = run(folder, "inspect", *args)
    assert tree(folder.root) == before
    return found


def mixed(folder: Folder) -> None:
    """Two files: a sweep of a pair and the larger one it replaced, and another pair with a row that failed."""
    older = points((20, 4100), (50, 2400), (100, 900), (150, 300), run_url=run_url(7), date=day(1))
    folder.rows([*points(*((20, 4000), (50, 2500), (100, 1000)), run_url=run_url(8), date=day(3)), *older])
    served = {"spec_method": "mtp", "disagg": True, "is_multinode": True, "framework": "dynamo-trt", "precision": "fp8"}
    other = [row(60, 9000, hardware="gb300", conc=64, **served), row(70, 1, hardware="gb300", conc=1, error="x")]
    folder.rows(other, "sub/b.parquet")


def test_tables_of_files_pages_and_sweeps_and_what_looks_wrong(folder):
    """Everything a person sees, on standard output, with exit code 0."""
    mixed(folder)
    code, stdout, stderr = inspect(folder)
    assert (code, stderr) == (0, "")
    assert stdout == (
        "data: 2 files\n"
        "\n"
        "File                           Rows  Used  Oldest      Newest\n"
        "─────────────────────────────────────────────────────────────────\n"
        "data/benchmarks/a.parquet         7     3  2026-09-01  2026-09-03\n"
        "data/benchmarks/sub/b.parquet     2     1  2026-09-01  2026-09-01\n"
        "\n"
        "Would be published: 2 run pages, 2 with a figure (tokens/s per GPU)\n"
        "\n"
        "Page                          Rows  Sweeps  Workload  At 50 tok/s  Oldest run  Newest run\n"
        "─────────────────────────────────────────────────────────────────────────────────────────\n"
        "run/kimi-k26-on-b300/            3       1  8k1k            2,500  2026-09-03  2026-09-03\n"
        "run/kimi-k26-on-gb300-nvl72/     1       1  8k1k          ≥ 9,000  2026-09-01  2026-09-01\n"
        "\n"
        "Newest sweeps: 2\n"
        "\n"
        "Model     GPU    Engine      Precision  Serving                Workload  Points  Run\n"
        "───────────────────────────────────────────────────────────────────────────────────────────\n"
        "kimik2.6  b300   vllm        fp4        plain                  8k1k           3  2026-09-03\n"
        "kimik2.6  gb300  dynamo-trt  fp8        mtp disagg multi-node  8k1k           1  2026-09-01\n"
        "\n"
        "Rows: 9 read from 2 files, 4 used; set aside: 1 unusable or of another workload, 4 of older runs.\n"
        "\n"
        "What looks wrong: 1 warning, 2 notes.\n"
        "data/benchmarks/sub/b.parquet: note: row 2 set aside: its error column is filled [row-set-aside]\n"
        "data/benchmarks/a.parquet row 1: warning: a sweep of 3 points replaces one of 4, expected as many at least "
        "[thin-sweep]\n"
        "    the sweep: hardware=b300 model=kimik2.6 framework=vllm precision=fp4 spec_method=none disagg=false "
        "is_multinode=false offload_mode=off benchmark_type=single_turn isl=8192 osl=1024\n" + NO_BASE_URL
    )


def test_the_warnings_are_those_of_a_build(folder):
    """Line by line, whatever is wrong."""
    measured(folder)
    _, _, built = run(real(folder), "-q", "-v")
    _, inspected, _ = inspect(folder, "-q", "-v")
    assert inspected == built
    assert inspected.count(": warning: ") == 20


def test_nothing_wrong_is_said(folder):
    folder.rows(ROWS)
    folder.edit("data/site.toml", '# base_url = "https://example.org/bench/"', 'base_url = "https://example.org/"')
    assert inspect(folder)[1].endswith("Rows: 3 read from 1 file, 3 used.\n\nNothing looks wrong.\n")


def test_strict_fails_on_warnings(folder):
    """The same report, and exit code 1."""
    mixed(folder)
    code, stdout, stderr = inspect(folder, "--strict")
    assert (code, stderr) == (1, "A build would fail: 1 warning (--strict makes warnings fail).\n")
    assert stdout == inspect(folder)[1]


def test_quiet_prints_warnings_alone(folder):
    """No tables and no notes."""
    mixed(folder)
    code, stdout, stderr = inspect(folder, "-q")
    assert (code, stderr) == (0, "")
    assert stdout.startswith("data/benchmarks/a.parquet row 1: warning: a sweep of 3 points")
    assert stdout.count("\n") == 2


def test_another_folder_is_an_argument(folder):
    """Templates and the output folder are not looked at."""
    folder.rows(ROWS)
    folder.data.rename(folder.root / "d")
    shutil.rmtree(folder.templates)
    code, stdout, _ = inspect(folder, "d")
    assert (code, stdout.splitlines()[0]) == (0, "d: 1 file")


def test_with_a_fault_in_one_file_the_others_are_shown(folder):
    """A file that cannot be read and a name in no catalog are errors; the rest is in the tables."""
    folder.rows(ROWS)
    (folder.data / "benchmarks" / "b.parquet").write_bytes(b"")
    folder.rows(points((20, 400), hardware="zzz9000"), "c.parquet")
    code, stdout, stderr = inspect(folder)
    assert (code, stderr) == (1, "A build would fail: 2 errors.\n")
    assert "\nrun/kimi-k26-on-zzz9000/     1       1  " in stdout
    assert stdout.split("What looks wrong: ")[1] == (
        "2 errors, 2 notes.\n"
        "data/benchmarks/b.parquet: error: the file is empty (0 bytes), expected a Parquet file [not-parquet]\n"
        "data/benchmarks/c.parquet column hardware: error: 'zzz9000' (1 row) is in no catalog, "
        "expected a name of gpus.toml [unknown-name]\n"
        "    list it in gpus.toml; --allow-unknown publishes it under its own name\n"
        "data/tco.toml: note: zzz9000 has no price for Hyperscaler, Neocloud, Retail, so its pages show none "
        "[no-price]\n" + NO_BASE_URL
    )


def test_unknown_names_may_be_allowed(folder):
    """As in a build, they are warnings then."""
    folder.rows(points((20, 400), hardware="zzz9000"))
    assert inspect(folder)[0] == 1
    code, stdout, _ = inspect(folder, "--allow-unknown")
    assert (code, stdout.count(" warning: 'zzz9000' (1 row) is in no catalog")) == (0, 1)


NEEDED = "site.toml, models.toml, gpus.toml, engines.toml and tco.toml, and Parquet files in benchmarks/"


def test_a_folder_that_does_not_exist_is_told(folder):
    assert inspect(folder, "d") == (
        1,
        "",
        f"d: error: the folder does not exist, expected one with {NEEDED} [no-data]\nNothing to inspect: 1 error.\n",
    )


def test_a_folder_of_parquet_files_without_catalogs_is_told_what_it_lacks(folder):
    """What the rows mean is in the catalogs, so all of them are asked for in one line."""
    folder.rows(ROWS)
    assert inspect(folder, "data/benchmarks") == (
        1,
        "",
        (
            f"data/benchmarks: error: no catalog in this folder, expected {NEEDED} [no-catalogs]\n"
            "    copy the shipped ones from data/ and edit them\n"
            "Nothing to inspect: 1 error.\n"
        ),
    )


def test_one_missing_catalog_is_named(folder):
    folder.rows(ROWS)
    (folder.data / "tco.toml").unlink()
    code, stdout, stderr = inspect(folder)
    assert (code, stdout) == (1, "")
    assert stderr == (
        "data/tco.toml: error: the file does not exist, expected a catalog there [missing-file]\n"
        "Nothing to inspect: 1 error.\n"
    )


def test_no_rows_are_told(folder):
    """A folder without a single row gives no tables."""
    write_columns(folder.data / "benchmarks" / "a.parquet", 0, {})
    assert inspect(folder)[::2] == (
        1,
        (
            "data/benchmarks/a.parquet: note: no rows in this file, expected at least one [no-rows]\n"
            "data/benchmarks: error: no rows in any file, expected at least one [no-rows]\n"
            "Nothing to inspect: 1 error.\n"
        ),
    )


def test_of_long_tables_forty_lines_are_printed(folder):
    """And the rest is counted, unless -v asks for all."""
    for number in range(43):
        folder.rows([row(hardware="b300", conc=number + 1)], f"{number:02d}.parquet")
    short, whole = inspect(folder)[1], inspect(folder, "-v")[1]
    assert [short.count("data/benchmarks/"), whole.count("data/benchmarks/")] == [40, 43]
    assert "\n… and 3 more; -v prints all\n\nWould be published: " in short
    assert "…" not in whole


@pytest.mark.parametrize("name", ["x" * 80, "模型" * 30, "a\nb\x1b[31m | **c** [red]d[/red]"])
def test_tables_fit_100_columns_whatever_a_name_is(folder, name):
    """Long names are folded, none is lost, and nothing in a name is markup or control."""
    folder.rows(points((20, 4000), hardware=name, model=name))
    stdout = inspect(folder, "--allow-unknown")[1]
    assert all(len(line) <= 100 for line in stdout.partition("Rows: ")[0].splitlines())
    assert all(line.isprintable() for line in stdout.splitlines())


def test_wrong_use_has_its_own_exit_code(folder):
    for args in (["a", "b"], ["--format", "xml"], ["--zzz"]):
        code, stdout, stderr = inspect(folder, *args)
        assert (code, stdout) == (2, "")
        assert stderr.splitlines()[-1].startswith("Error: ")


def test_options_of_a_build_stand_after_the_command(folder):
    """Or they would be passed over without a word."""
    code, _, stderr = run(folder, "--strict", "inspect")
    assert code == 2
    assert stderr.endswith("Error: --strict stands before inspect, expected options after the command.\n")
