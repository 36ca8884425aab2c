"""ladder.csv: one line for each pair, workload and target."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.exports.ladder_csv import ladder_csv
from site_builder.pages.words import Words
from tests.exporting import FORMULA, HOSTILE, SETTINGS, pairs_of, read_table
from tests.folders import points, row


def ladder(rows, settings=SETTINGS):
    """The lines of the table of some rows."""
    return read_table(ladder_csv(pairs_of(rows, settings), settings, Words(settings)))


def test_a_line_by_hand():
    """2,500 tokens/s at 50 per user, for $2.26 an hour: 2.26e6 / (2500 x 3600) for a million."""
    lines = ladder([row(50, 2500, conc=8, spec_method="mtp")])
    (line,) = [line for line in lines if line["target_tok_s_user"] == "50"]
    assert line == {
        "model": "kimi-k26",
        "model_name": "Kimi K2.6",
        "gpu": "b300",
        "gpu_name": "B300",
        "workload": "8k1k",
        "is_lead": "true",
        "target_tok_s_user": "50",
        "kind": "measured",
        "tokens_per_s_per_gpu": "2500.0",
        "usd_per_million_tokens_hyperscaler": repr(2.26e6 / (2500 * 3600)),
        "usd_per_million_tokens_neocloud": repr(2.52e6 / (2500 * 3600)),
        "usd_per_million_tokens_retail": repr(3e6 / (2500 * 3600)),
        "usd_per_gpu_hour_hyperscaler": "2.26",
        "usd_per_gpu_hour_neocloud": "2.52",
        "usd_per_gpu_hour_retail": "3.0",
        "engine": "vllm",
        "engine_name": "vLLM",
        "precision": "fp4",
        "spec_method": "mtp",
        "disagg": "false",
        "multinode": "false",
        "offload_mode": "off",
        "model_key": "kimik2.6",
        "slower_tok_s_user": "50.0",
        "slower_tokens_per_s_per_gpu": "2500.0",
        "slower_concurrency": "8",
        "slower_date": "2026-09-01",
        "faster_tok_s_user": "",
        "faster_tokens_per_s_per_gpu": "",
        "faster_concurrency": "",
        "faster_date": "",
        "newest_run": "2026-09-01",
        "page": "run/kimi-k26-on-b300/",
    }


def test_the_rows_behind_stand_on_their_side_of_the_target():
    """At 30 all rows are faster; 50 lies between two; 100 is one of them; at 200 all are slower."""
    lines = ladder(points((40.0, 3000.0), (100.0, 1000.0)))
    behind = {
        line["target_tok_s_user"]: (line["kind"], line["slower_tok_s_user"], line["faster_tok_s_user"])
        for line in lines
    }
    assert behind["30"] == ("at_least", "", "40.0")
    assert behind["50"] == ("wide", "40.0", "100.0")
    assert behind["100"] == ("measured", "100.0", "")
    assert behind["200"] == ("out_of_reach", "100.0", "")


def test_what_is_not_known_is_empty():
    """No throughput and no cost out of reach, no cost without a price, no concurrency where none is given."""
    (*_, beyond) = ladder([row(50, 2500, conc=None)])
    assert (
        beyond["tokens_per_s_per_gpu"] == beyond["usd_per_million_tokens_retail"] == beyond["slower_concurrency"] == ""
    )
    assert beyond["usd_per_gpu_hour_retail"] == "3.0"
    unpriced = ladder([row(50, 2500, hardware="rtx5090")])
    assert {line["usd_per_gpu_hour_retail"] + line["usd_per_million_tokens_retail"] for line in unpriced} == {""}


def test_every_ladder_of_every_result_and_no_other_pair():
    """Two workloads on one GPU; the second GPU reaches no target; the third has no row that counts."""
    rows = [
        *points((50.0, 2500.0)),
        row(50, 900, isl=1024),
        row(10, 900, hardware="b200"),
        row(50, 900, hardware="h200", error="out of memory"),
    ]
    lines = ladder(rows)
    targets = len(SETTINGS.site.tiers_tok_s_user)
    assert [(line["gpu"], line["workload"], line["is_lead"]) for line in lines] == [
        *[("b300", "8k1k", "true")] * targets,
        *[("b300", "1k1k", "false")] * targets,
    ]


def test_a_pair_that_is_read_on_another_workload_than_its_model_does_not_lead():
    """It is not ranked, so its line does not say that it may be."""
    lines = ladder([row(50, 2500), row(50, 900, isl=1024, hardware="b200")])
    assert {(line["gpu"], line["is_lead"]) for line in lines} == {("b300", "true"), ("b200", "false")}


@pytest.mark.parametrize("name", HOSTILE)
def test_names_of_the_catalogs_are_text(name):
    models = {key: replace(model, name=name) for key, model in SETTINGS.models.items()}
    engines = {key: replace(engine, label=name) for key, engine in SETTINGS.engines.items()}
    lines = ladder(points((50.0, 2500.0)), replace(SETTINGS, models=models, engines=engines))
    for line in lines:
        assert not FORMULA.match(line["model_name"].lstrip())
        assert line["model_name"] == line["engine_name"]


@given(st.sampled_from(HOSTILE) | st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_one_line_for_each_read_whatever_the_data_says(text):
    rows = [row(50, 2500, framework=text, precision=text, spec_method=text, offload_mode=text)]
    table = ladder_csv(pairs_of(rows), SETTINGS, Words(SETTINGS))
    assert table.count(b"\n") == len(SETTINGS.site.tiers_tok_s_user) + 1
    for line in read_table(table):
        assert not any(FORMULA.match(line[name].lstrip()) for name in ("engine", "precision", "spec_method"))
