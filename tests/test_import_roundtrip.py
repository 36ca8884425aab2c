"""From result files to pages: API rows give the pages that their Parquet gives, a vLLM file its own in two commands."""

import json

import pyarrow as pa
import pyarrow.parquet as pq

from tests.command import run
from tests.folders import tree, working_in
from tests.importing import CASES, vllm

API_FILE = CASES / "infx-api-benchmarks-5rows.json"
RUN = "data/benchmarks/rows.parquet"


def flat(rows):
    """API rows as the public Parquet holds them: metrics beside the other columns."""
    names = dict.fromkeys(
        name for row in rows for name in [*row, *row["metrics"]] if name not in ("metrics", "workers")
    )
    return pa.table({name: [row["metrics"].get(name, row.get(name)) for row in rows] for name in names})


def pages(folder):
    """Every page and its data; the tables of rows have more columns after an import."""
    return {name: content for name, content in tree(folder.public).items() if name.endswith((".html", "data.json"))}


def test_api_rows_and_their_parquet_make_the_same_pages(folder):
    """Every figure, link and note of every page, byte for byte."""
    rows = json.loads(API_FILE.read_text(encoding="utf-8"))
    folder.data.joinpath("benchmarks").mkdir(exist_ok=True)
    pq.write_table(flat(rows), folder.root / RUN)
    folder.build()
    expected = pages(folder)
    assert sum(name.startswith("run/") and name.endswith(".html") for name in expected) == 3
    (folder.root / RUN).unlink()
    assert run(folder, "import", str(API_FILE), "--out", RUN, "-q")[0] == 0
    folder.build()
    assert pages(folder) == expected


def test_from_a_vllm_result_to_a_page(folder):
    """One line to import, one to build: 19,660.8 tokens/s on 8 GPUs are 2,458 each at 40 tokens/s/user."""
    (folder.root / "result.json").write_text(json.dumps(vllm()), encoding="utf-8")
    facts = ("hardware=b300", "num_gpus=8", "precision=fp4", "framework=vllm", "isl=8192", "osl=1024")
    given = [word for fact in facts for word in ("--set", fact)]
    code, stdout, stderr = run(folder, "import", "result.json", *given, "--out", RUN)
    assert (code, stdout, stderr) == (*(0, f"Imported 1 row from 1 file into {RUN}.\nRows: 1 in it now.\n", ""),)
    assert run(folder)[0] == 0
    assert "2,458" in folder.page("run/gptoss-120b-on-b300/")


def test_a_name_that_the_site_does_not_know_says_where_it_belongs(folder):
    """The import brings it in with a doubt, the build asks for a line in the catalog."""
    (folder.root / "result.json").write_text(json.dumps(vllm(model_id="my/Model-7B")), encoding="utf-8")
    facts = ("hardware=newchip9", "num_gpus=8", "precision=fp4", "framework=vllm", "isl=8192", "osl=1024")
    given = [word for fact in facts for word in ("--set", fact)]
    code, _, stderr = run(folder, "import", "result.json", *given, "--out", RUN)
    assert code == 0
    assert stderr == (
        "result.json row 1: warning: unknown model 'my/model-7b' [doubtful-row]\n"
        "result.json row 1: warning: unknown hardware 'newchip9' [doubtful-row]\n"
    )
    with working_in(folder.root):
        found = folder.errors()
    assert [error.splitlines()[0] for error in found] == [
        f"{RUN} column {column}: error: '{name}' (1 row) is in no catalog, expected a name of {catalog} [unknown-name]"
        for column, name, catalog in (("hardware", "newchip9", "gpus.toml"), ("model", "my/model-7b", "models.toml"))
    ]


def test_failed_and_output_only_rows_are_set_aside_by_a_build(folder):
    """A build reads what import writes: failed runs and MLPerf rows are no figures, and no faults."""
    (folder.root / "good.json").write_text(json.dumps(vllm()), encoding="utf-8")
    (folder.root / "bad.json").write_text(json.dumps(vllm(completed=0, failed=640)), encoding="utf-8")
    facts = ("hardware=b300", "num_gpus=8", "precision=fp4", "framework=vllm", "isl=8192", "osl=1024")
    given = [word for fact in facts for word in ("--set", fact)]
    mlperf = CASES / "mlperf-v6.1-summary.3rows.json"
    assert run(folder, "import", "good.json", "bad.json", *given, "--out", RUN)[0] == 0
    given = [word for fact in ("date=2026-04-01", "model=gptoss", "framework=vllm") for word in ("--set", fact)]
    assert run(folder, "import", str(mlperf), *given, "--out", RUN)[0] == 0
    summary = folder.build()
    assert (summary.rows.read, summary.rows.used, summary.rows.set_aside) == (5, 1, 4)


def test_the_speed_of_an_agentic_aiperf_run_is_its_tpot(folder):
    """1 / p90 TPOT, 14.37 ms, is 69.6; its gaps count chunks: 1 / p90 of those would be 65.0."""
    facts = ("model=kimik2.7-code", "hardware=mi355x", "num_gpus=4", "precision=fp4", "framework=vllm")
    given = [word for fact in (*facts, "benchmark_type=agentic_traces") for word in ("--set", fact)]
    report = CASES / "aiperf-kimik2.7-tp4-conc1.profile_export_aiperf.csv"
    assert run(folder, "import", str(report), *given, "--out", RUN)[0] == 0
    assert run(folder)[0] == 0
    page = folder.page("run/kimi-k26-on-mi355x/")
    assert "69.6" in page
    assert "65.0" not in page
