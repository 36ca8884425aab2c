"""Which files are read: by content, packed or not, in folders and globs; and what is refused, with its reason."""

import gzip
import io
import json
import zipfile

import pytest

from tests.importing import CASES, FACTS, Desk, api, vllm

ALL = (*FACTS, "model=m", "date=2026-08-15")


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)


def zipped(**files: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def test_the_name_does_not_matter(desk):
    """What a file is, its content tells."""
    assert desk.one(vllm(), FACTS, "notes.txt")["source_format"] == "vllm-serving"
    assert desk.one([api()], (), "vllm.csv")["source_format"] == "inferencex-api"


def test_packed_files_are_the_same_results(desk):
    """gz and zip are unpacked; the hash is that of the content, so that packing makes no new run."""
    plain = desk.one(vllm(), FACTS)
    raw = json.dumps(vllm()).encode()
    for name, packed in (("r.json.gz", gzip.compress(raw, mtime=0)), ("r.zip", zipped(**{"in/r.json": raw}))):
        row = desk.one(packed, FACTS, name)
        assert row["source_sha256"] == plain["source_sha256"]
        assert {k: v for k, v in row.items() if k != "source_path"} == {
            k: v for k, v in plain.items() if k != "source_path"
        }
    assert row["source_path"] == "r.zip/in/r.json"


def test_a_folder_gives_its_results_and_leaves_the_rest(desk):
    """Other files beside results are no fault there: names that no tool gives are not looked at, others are noted."""
    desk.write("runs/b/r.json", vllm())
    desk.write("runs/a.json", vllm(max_concurrency=1))
    desk.write("runs/README.md", "# runs")
    desk.write("runs/settings.json", {"tool": 1})
    code, stdout, stderr = desk.run("runs", facts=FACTS)
    assert (code, stdout) == (0, "Imported 2 rows from 2 files into rows.parquet.\nRows: 2 in it now.\n")
    assert stderr.startswith("runs/settings.json: note: left out: of no format that is known, expected a run's results")
    assert sorted(row["source_path"] for row in desk.rows()) == ["runs/a.json", "runs/b/r.json"]


def test_globs(desk):
    """Also through folders; none that fits is an error."""
    desk.write("runs/x/a.json", vllm())
    desk.write("runs/y/b.json", vllm(max_concurrency=1))
    desk.write("runs/y/c.json", [])
    assert len(desk.add("runs/**/[ab].json", facts=FACTS)) == 2
    assert desk.refused("runs/*.json") == (
        "runs/*.json: error: no file has such a name, expected one or more [no-file]\n"
        "Not imported: 1 error. rows.parquet is as it was.\n"
    )


def test_an_absolute_path_leaves_no_trace_of_the_machine(desk):
    """The same files give the same bytes wherever they lie."""
    desk.write("runs/a.json", vllm())
    (row,) = desk.add(str(desk.root / "runs"), facts=FACTS)
    assert row["source_path"] == "runs/a.json"


def test_bare_nan_and_infinity_are_unknown(desk):
    """Python tools write them; strict parsers refuse them."""
    text = json.dumps(vllm(median_ttft_ms=float("nan"), p99_ttft_ms=float("inf")))
    row = desk.one(f"\n  {text}", FACTS)
    assert (row["median_ttft"], row["p99_ttft"], row["median_intvty"]) == (None, None, 40.0)


def test_lines_appended_to_a_json_file(desk):
    """`--append-result` makes a file of several lines; a byte order mark is no fault."""
    lines = "".join(f"{json.dumps(vllm(max_concurrency=conc))}\n" for conc in (1, 2, 3))
    name = desk.write("r.json", b"\xef\xbb\xbf" + lines.encode())
    assert sorted(row["conc"] for row in desk.add(name, facts=FACTS)) == [1, 2, 3]


def test_one_report_of_a_run_is_enough(desk):
    """AIPerf leaves JSON, CSV and records of one run beside each other: the JSON tells it best."""
    for ending in ("profile_export_aiperf.csv", "profile_export.first2.jsonl"):
        content = (CASES / f"aiperf-kimik2.7-tp4-conc1.{ending}").read_bytes()
        desk.write(f"run/{ending.replace('.first2', '')}", content)
    code, _, stderr = desk.run("run", facts=(*ALL, "benchmark_type=agentic_traces"))
    assert (code, [row["source_format"] for row in desk.rows()]) == (0, ["aiperf"])
    assert stderr.startswith(
        "run/profile_export.jsonl: note: left out: profile_export_aiperf.csv beside it tells of the same run "
        "[same-run]\n"
    )


def test_stages_or_their_summary(desk):
    """A summary merges the stages beside it; alone it comes in."""
    report = json.loads((CASES / "inference-perf-eagle-stage_3_lifecycle_metrics.json").read_text(encoding="utf-8"))
    desk.write("r/stage_0_lifecycle_metrics.json", report)
    desk.write("r/summary_lifecycle_metrics.json", report | {"x": 1})
    assert [row["source_path"] for row in desk.add("r", facts=ALL)] == ["r/stage_0_lifecycle_metrics.json"]
    (desk.root / "rows.parquet").unlink()
    assert len(desk.add("r/summary_lifecycle_metrics.json", facts=ALL)) == 1


def test_the_same_content_twice_is_one_file(desk):
    """A copy under another name brings nothing in."""
    desk.write("a.json", vllm())
    desk.write("b.json", vllm())
    code, _, stderr = desk.run("a.json", "b.json", facts=FACTS)
    assert (code, len(desk.rows())) == (0, 1)
    assert stderr == "b.json: note: left out: its content is that of a.json [same-content]\n"


SERVE, STAGE, EACH = "import a result of vllm bench serve", "import the stage's report", "import the report of each run"
SERVER = "what the server said of itself, not a measurement"
AIPERF = "AIPerf's parts of a run by time, not the run"
PYTORCH = "a result for PyTorch's dashboard, with one metric a table and without a run's setting"
AROUND = "a table of something else around a result"
REFUSED = [
    ("t.json", {"elapsed_time": 1, "num_requests": 2},
     "a result of vLLM bench throughput, which runs offline and measures no latency", SERVE),
    ("l.json", {"avg_latency": 1},
     "a result of vLLM bench latency, which runs one batch and measures no serving", SERVE),
    ("x.pytorch.json", [{"a": 1}], "a result for PyTorch's dashboard", "import the .json of the same run"),
    ("y.json", [{"benchmark": {}, "metric": {}}], PYTORCH, "import the .json of the same run"),
    ("profile_export.json", {"experiments": []},
     "raw measurements of perf-analyzer, before statistics were made of them",
     "import profile_export_genai_perf.json of the same run"),
    ("p.json", {"timeslices": []}, AIPERF, "import profile_export_aiperf.json of the same run"),
    ("p_timeslices.json", {"a": 1}, AIPERF, "import profile_export_aiperf.json"),
    ("p_aiperf_aggregate.json", {"a": 1}, "AIPerf's statistics over several runs, not a run", EACH),
    ("p_aiperf_collated.json", {"a": 1}, "AIPerf's collection of several runs, not a run", EACH),
    ("server_metrics_export.json", {"a": 1}, SERVER, "import the run's report"),
    ("stage_0_prometheus_metrics.json", {"a": 1}, SERVER, STAGE),
    ("per_request_lifecycle_metrics.json", [{"a": 1}], "inference-perf's records of requests", STAGE),
    ("result_summary.json", {"legacy_loadgen_window_duration_ns": 1},
     "details of one MLPerf run, in nanoseconds and over another window than the result",
     "import the summary of the round"),
    ("w.json", {"config": {}, "result": vllm()}, f"{AROUND} (vLLM serving benchmark under 'result')",
     "save what stands under 'result' as a file of its own and import that"),
    ("v.json", {"results": [api()]}, f"{AROUND} (InferenceX API rows under 'results')",
     "save what stands under 'results' as a file of its own and import that"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "content", "reason", "instead"), REFUSED)
def test_refused_files_say_why_and_what_to_import_instead(desk, name, content, reason, instead):
    """What is known and not imported."""
    assert desk.refused(desk.write(name, content), facts=ALL) == (
        f"{name}: error: {reason}, expected a run's results [refused-format]\n    {instead}\n"
        "Not imported: 1 error. rows.parquet is as it was.\n"
    )


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("s.json", {"tool": 1}, "of no format that is known, expected a run's results [unknown-format]\n    known: "),
        ("e.json", [], "no result in it, expected one or more [unknown-format]\n"),
        ("n.json", b"", "the file is empty (0 bytes), expected results [unknown-format]\n"),
        ("g.json", b"version https://git-lfs.github.com/spec/v1\n", "a Git LFS pointer, not the data itself"),
        ("m.md", b"# Results\n", "neither JSON, nor CSV of metrics, nor YAML, nor Parquet, expected results"),
    ],
)
def test_files_that_hold_no_result(desk, name, content, reason):
    """What nobody knows."""
    assert desk.refused(desk.write(name, content), facts=ALL).startswith(f"{name}: error: {reason}")


CUT_OFF = "Compressed file ended before the end-of-stream marker was reached"
DAMAGED = [
    ("a.json", b'{"a": 1,\n "b": }', " line 2", "expecting value, expected JSON [unknown-format]"),
    ("a.json", b'[{"a": 1},\n {"b"', " line 2", "the text ends too early, expected JSON [unknown-format]"),
    ("a.jsonl", b'{"a": 1}\n{"b": 2}\n{"c"\n', " line 3", "the text ends too early, expected JSON [unknown-format]"),
    ("a.json", b'[{"a": "\xff"}]', " line 1", "bytes that are not UTF-8, expected JSON [unknown-format]"),
    ("a.yaml", b"a: [1\nb: 2\n", " line 2", "did not find expected ',' or ']', expected YAML [unknown-format]"),
    ("a.json.gz", gzip.compress(b"x" * 10_000, mtime=0)[:-9], "",
     f"damaged or cut off ({CUT_OFF}), expected a whole file [bad-archive]"),
    ("a.zip", b"PK\x03\x04garbage", "", "damaged (File is not a zip file), expected a whole zip file [bad-archive]"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "content", "place", "found"), DAMAGED)
def test_damaged_files_name_the_place(desk, name, content, place, found):
    """Nothing else is imported either, and what was there stays."""
    desk.add(desk.write("good.json", vllm()), facts=FACTS)
    assert desk.refused(desk.write(name, content), facts=FACTS) == (
        f"{name}{place}: error: {found}\nNot imported: 1 error. rows.parquet is as it was.\n"
    )


def test_nothing_there(desk):
    """A name that is no file, folder or glob."""
    assert desk.refused("nothing.json").startswith(
        "nothing.json: error: nothing is there, expected a file, a folder or a glob of some [no-file]\n"
    )
    (desk.root / "empty").mkdir()
    assert desk.refused("empty").startswith(
        "empty: error: no file in it ends in .json, .jsonl, .ndjson, .csv, .yaml, .yml, .parquet, expected "
        "some (.gz and .zip too) [no-file]\n"
    )
