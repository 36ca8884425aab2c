"""`build-site inspect --format json`: every key, and what is left out."""

import json
import math
import re

from tests.command import run
from tests.derived import day, run_url
from tests.folders import PROJECT, points, row
from tests.inspecting import measured

OF_B = {"file": "data/benchmarks/b.parquet", "current": True}
LOST = OF_B | {"rule": "requests-failed", "column": "num_requests_successful", "found": 9.0, "expected": 10.0}


def inspected(folder, *args):
    """Exit code, the object, and standard error."""
    code, stdout, stderr = run(folder, "inspect", "--format", "json", *args)
    return code, json.loads(stdout, parse_constant=lambda word: math.nan / 0), stderr


def test_every_key_of_a_small_folder(folder):
    """A sweep of two points at 8 GPUs that replaced one of three, one of which lost a tenth of its requests."""
    folder.rows(points((20, 4100), (50, 2400), (100, 900), run_url=run_url(7), date=day(1)), "a.parquet")
    folder.rows(points((20, 4000), (60, 2000), run_url=run_url(8), date=day(3), num_requests_total=10,
                       num_requests_successful=9), "b.parquet")  # fmt: skip
    folder.rows([row(70, 1, hardware="b200", error="x")], "c.parquet")
    code, found, stderr = inspected(folder)
    assert (code, stderr) == (0, "")
    problems = found.pop("problems")
    # between (20, 4,000) and (60, 2,000), which is three times as fast: 4,000 - 2,000 x 30 / 40 = 2,500, an estimate
    assert found == {
        "version": 1,
        "data": "data",
        "files": [
            {"file": "data/benchmarks/a.parquet", "rows": 3, "used": 0, "oldest": "2026-09-01", "newest": "2026-09-01"},
            {"file": "data/benchmarks/b.parquet", "rows": 2, "used": 2, "oldest": "2026-09-03", "newest": "2026-09-03"},
            {"file": "data/benchmarks/c.parquet", "rows": 1, "used": 0, "oldest": "2026-09-01", "newest": "2026-09-01"},
        ],
        "rows": {"read": 6, "used": 2, "superseded": 3, "copies": 0, "lost_conflicts": 0, "set_aside": 1},
        "primary_tier_tok_s_user": 50,
        "pairs": [
            {
                "model": "Kimi K2.6",
                "gpu": "B200",
                "page": "run/kimi-k26-on-b200/",
                "listed": False,
                "rows": 0,
                "rows_set_aside": 1,
                "sweeps": 0,
                "engines": [],
                "precisions": [],
            },
            {
                "model": "Kimi K2.6",
                "gpu": "B300",
                "page": "run/kimi-k26-on-b300/",
                "listed": True,
                "rows": 2,
                "rows_set_aside": 0,
                "sweeps": 1,
                "engines": ["vllm"],
                "precisions": ["fp4"],
                "workload": "8k1k",
                "kind": "wide",
                "throughput_tok_s_gpu": 2500.0,
                "oldest_run": "2026-09-03",
                "newest_run": "2026-09-03",
            },
        ],
        "sweeps": [
            {
                "hardware": "b300",
                "model_key": "kimik2.6",
                "framework": "vllm",
                "precision": "fp4",
                "spec_method": "none",
                "disagg": False,
                "is_multinode": False,
                "offload_mode": "off",
                "workload": "8k1k",
                "points": 2,
                "newest_run": "2026-09-03",
            }
        ],
        "findings": [
            LOST | {"row": 1},
            {"rule": "thin-sweep", "row": 1, "found": 2.0, "expected": 3.0} | OF_B,
            LOST | {"row": 2},
        ],
    }
    assert problems[-1] == {
        "severity": "note",
        "place": "data/site.toml",
        "message": "base_url is not set, so what needs whole addresses is left out: canonical links, sitemap.xml, "
        "feed.xml, preview pictures, and the addresses in JSON-LD, Open Graph tags, llms.txt and robots.txt",
        "rule": "no-base-url",
        "hint": "set base_url there, or give --base-url",
    }


def test_results_that_conflict_are_findings(folder):
    """Of 2,500 and 2,400 for one point the lower counts."""
    folder.rows([row(50, 2400, conc=2), row(50, 2500, conc=2)], "b.parquet")
    assert inspected(folder)[1]["findings"] == [
        OF_B | {"rule": "conflicting-rows", "row": 2, "column": "tput_per_gpu", "found": 2500.0, "expected": 2400.0}
    ]


def test_the_object_of_the_same_folder_has_the_same_bytes(folder):
    measured(folder)
    assert run(folder, "inspect", "--format", "json") == run(folder, "inspect", "--format", "json")


def test_it_fails_where_the_text_does(folder):
    """With errors, and with warnings when it is strict; the object is whole."""
    measured(folder)
    assert inspected(folder)[::2] == (0, "")
    code, found, stderr = inspected(folder, "--strict")
    assert (code, stderr) == (1, "A build would fail: 20 warnings (--strict makes warnings fail).\n")
    assert sum(one["severity"] == "warning" for one in found["problems"]) == 20


def test_without_anything_to_inspect_the_problems_are_all(folder):
    code, found, stderr = inspected(folder)
    assert (code, stderr) == (1, "Nothing to inspect: 1 error.\n")
    assert found.keys() == {"version", "data", "problems"}
    assert [one["rule"] for one in found["problems"]] == ["no-data"]


def test_the_page_of_the_docs_names_every_key_and_rule(folder):
    """docs/inspect.md is the contract."""
    page = (PROJECT / "docs" / "inspect.md").read_text(encoding="utf-8")
    measured(folder)
    _, found, _ = inspected(folder)
    named = set(re.findall(r"`([^`\s]+)`", page))
    keys = found.keys() | {
        key for name in ("files", "pairs", "sweeps", "findings", "problems") for key in found[name][0]
    }
    assert keys | found["rows"].keys() <= named
    from site_builder.wording import _WORDS

    assert _WORDS.keys() <= named
