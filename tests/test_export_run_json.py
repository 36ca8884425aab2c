"""data.json: what it says of a pair, and that it says the same as the page that it lies beside."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.exports.run_json import RunData
from site_builder.pages.words import Words
from tests.derived import random_rows
from tests.exporting import (
    HOSTILE,
    SETTINGS,
    document,
    documents,
    figures_in,
    is_proper,
    pairs_of,
    read_at,
    strict,
    walk,
    with_site,
)
from tests.folders import points, row
from tests.reading_pages import Page

CURVE = points((20.0, 4000.0), (50.0, 2500.0), (100.0, 1250.0))


@pytest.fixture(scope="module")
def site(shipped_site):
    """Every run page of the shipped data that has a data file: the page, and the file."""
    files = sorted(shipped_site(None).glob("run/*/data.json"))
    return [
        (Page(file.with_name("index.html").read_text(encoding="utf-8")), strict(file.read_bytes())) for file in files
    ]


def ladders(page: Page, found):
    """The ladders of a page, each by the caption of its table, beside those of its data."""
    ids = [ladder["workload"] for ladder in found["ladders"]]
    captions = ["ladder-caption", *(f"ladder-{name}-caption" for name in ids[1:])]
    return zip(captions, found["ladders"], strict=True)


def history_of(page: Page) -> list[list[str]]:
    """The dates and throughputs of a page's history; what stands small beside them is left out."""
    tables = [one for one in page.root.all("table") if one.all("caption", id="history-caption")]
    rows = [row for table in tables for row in table.one("tbody").all("tr")]
    return [[row.one("th").text, str(row.all("td")[0].children[0]).strip()] for row in rows]


def test_every_text_stands_on_the_page(site):
    """A figure with a text is one that the page shows, and shows like that."""
    assert len(site) > 30
    for page, found in site:
        texts = {figure["text"] for figure in figures_in(found) if "text" in figure}
        assert {text for text in texts if text not in page.text} == set(), found["page"]


def test_every_ladder_reads_as_on_the_page(site):
    """Throughput, cost, engine and precision of every row; a dash stands for what the file leaves out."""
    for page, found in site:
        first = found["prices"]["tiers"][0]["id"]
        for caption, ladder in ladders(page, found):
            said = {
                f"{read['target_tok_s_user']} tok/s": [
                    read.get("throughput", {}).get("text", "-"),
                    read.get("costs", {}).get(first, {}).get("text", "-"),
                    read["engine"],
                    read["precision"],
                ]
                for read in ladder["reads"]
            }
            assert said == page.ladder(caption)


def test_ladder_values_are_those_that_the_page_reckons_with(site):
    """The page carries unrounded numbers for the reader's own price: the same, to the last digit."""
    for page, found in site:
        values = [read for _, ladder in ladders(page, found) for read in ladder["reads"] if "throughput" in read]
        rows = [node for node in page.root.all("tr") if "data-throughput" in node.attrs]
        assert [float(str(node.attrs["data-throughput"])) for node in rows] == [
            r["throughput"]["value"] for r in values
        ]
        assert [node.attrs["data-kind"] for node in rows] == [read["kind"] for read in values]
        for attribute, name in (("data-output", "output_share"), ("data-input", "input_share")):
            shares = [float(text) if (text := node.attrs.get(attribute)) else None for node in rows]
            assert shares == [read.get(name) for read in values]


def test_facts_and_prices_stand_on_the_page(site):
    for page, found in site:
        facts = found["facts"]
        assert all(engine["name"] in page.text for engine in facts["engines"])
        assert all(text in page.text for text in (*facts["precisions"], facts["oldest_run"], facts["newest_run"]))
        shown = [[tier["name"], tier.get("price", {}).get("text", "-")] for tier in found["prices"]["tiers"]]
        assert shown == [line[:2] for line in page.table("prices-caption")[1:]]
        moves = [[move["date"], move.get("throughput", {}).get("text", "-")] for move in found["history"]]
        assert moves == history_of(page)


def test_a_measured_read_by_hand():
    """2,500 tokens/s at $2.26 an hour: 2.26e6 / (2500 x 3600) = $0.2511 for a million."""
    read = read_at(document(CURVE), 50)
    assert read["throughput"] == {"value": 2500.0, "unit": "tokens/s/GPU", "text": "2,500"}
    assert read["kind"] == "measured"
    assert read["costs"]["hyperscaler"] == {
        "value": pytest.approx(2.26e6 / (2500 * 3600)),
        "unit": "USD/1M tokens",
        "text": "$0.25",
    }
    assert read["costs"]["retail"]["text"] == "$0.33"


def test_costs_off_the_target_have_a_text_at_the_first_price_tier_alone():
    """The page shows no other ones."""
    costs = read_at(document(CURVE), 100)["costs"]
    assert {tier: "text" in cost for tier, cost in costs.items()} == {
        "hyperscaler": True,
        "neocloud": False,
        "retail": False,
    }


def test_marks_of_bounds_and_estimates():
    """At 30 all is faster; from 40 to 100 is too far to be sure; at 200 nothing arrives."""
    found = document(points((40.0, 3000.0), (100.0, 1000.0)))
    at_least, wide, beyond = read_at(found, 30), read_at(found, 50), read_at(found, 200)
    assert (at_least["kind"], at_least["throughput"]["text"]) == ("at_least", "≥ 3,000")
    assert at_least["costs"]["hyperscaler"]["text"] == "≤ $0.21"
    assert (wide["kind"], wide["throughput"]["text"][0], len(wide["evidence"])) == ("wide", "~", 2)
    assert beyond["fastest"] == {
        "speed": {"value": 100.0, "unit": "tokens/s/user", "text": "100"},
        "throughput": {"value": 1000.0, "unit": "tokens/s/GPU", "text": "1,000"},
    }
    assert "throughput" not in beyond
    assert "costs" not in beyond


def test_rows_behind_stand_once_with_what_is_known_of_them():
    """The read at 50 and the shortest TTFT rest on one row."""
    rows = [row(50, 2500, median_ttft=0.404, conc=8, prefill_tp=4, decode_tp=4, image="vllm:1", run_url="u")]
    found = document(rows)
    (at,) = read_at(found, 50)["evidence"]
    assert found["facts"]["shortest_median_ttft"] == {"value": 0.404, "unit": "s", "text": "404 ms", "evidence": at}
    assert found["evidence"] == [
        {
            "series": 0,
            "workload": "8k1k",
            "run": 0,
            "interactivity_tok_s_user": 50.0,
            "throughput_tok_s_gpu": 2500.0,
            "concurrency": 8,
            "gpus": 4,
            "median_ttft_s": 0.404,
            "prefill": {"tp": 4},
        }
    ]
    assert found["runs"] == [{"date": "2026-09-01", "image": "vllm:1", "run_url": "u"}]


def test_roles_apart_have_a_layout_each():
    """4 prefill and 12 decode GPUs: 5,750 x 16 = 4 x 20,000 + 12 x 1,000, and output is 12 / 92 of it."""
    parts = {"num_prefill_gpu": 4, "num_decode_gpu": 12, "prefill_tp": 4, "decode_tp": 12}
    rates = {"input_tput_per_gpu": 20_000.0, "output_tput_per_gpu": 1_000.0}
    found = document([row(50, 5750, disagg=True, framework="dynamo-trt", **parts, **rates)])
    (behind,) = found["evidence"]
    assert (behind["prefill"], behind["decode"]) == ({"tp": 4, "gpus": 4}, {"tp": 12, "gpus": 12})
    assert read_at(found, 50)["output_share"] == pytest.approx(12 / 92)
    assert found["series"][0]["disagg"] is True


def test_what_is_not_known_is_left_out():
    """Neither null nor 0 nor NaN: the name is not there."""
    nan, inf = float("nan"), float("inf")
    found = document([row(50, 2500, conc=None, median_ttft=nan, p99_ttft=inf, avg_power_w=0.0, median_tpot=None)])
    needed = {"series", "workload", "run", "interactivity_tok_s_user", "throughput_tok_s_gpu"}
    assert found["evidence"][0].keys() == needed
    assert "shortest_median_ttft" not in found["facts"]
    assert "median_ttft" not in read_at(found, 50)
    assert read_at(found, 50)["tokens_per_joule"].keys() == {"all_in"}
    assert "competing" not in found


def test_a_gpu_without_a_price_has_no_cost():
    found = document(points((50.0, 2500.0), hardware="rtx5090"))
    assert [tier.keys() for tier in found["prices"]["tiers"]] == [{"id", "name", "as_of"}] * 3
    assert "costs" not in read_at(found, 50)


def test_the_leading_ladder_comes_first_and_workloads_are_described():
    """8k1k leads, though 1k1k has the more rows."""
    rows = [*points((20.0, 9000.0), (60.0, 8000.0), isl=1024), row(50, 2500)]
    found = document(rows)
    assert [ladder["workload"] for ladder in found["ladders"]] == ["8k1k", "1k1k"]
    assert [(w["id"], w["input_tokens"], w["interactivity_statistic"]) for w in found["workloads"]] == [
        ("8k1k", 8192, "median"),
        ("1k1k", 1024, "median"),
    ]
    assert "tokens_per_joule" not in read_at(found, 50, ladder=1)


def test_who_may_compete_is_said_where_it_is_narrowed():
    found = document([*CURVE, row(50, 9000, framework="sglang")], with_site(engines=("vllm",), precisions=("fp4",)))
    assert found["competing"] == {"engines": [{"key": "vllm", "name": "vLLM"}], "precisions": ["fp4"]}
    assert read_at(found, 50)["throughput"]["value"] == 2500.0
    assert [engine["key"] for engine in found["facts"]["engines"]] == ["sglang", "vllm"]


def test_rows_set_aside_are_counted_by_reason():
    found = document([*CURVE, row(60, 1, conc=9, error="out of memory"), row(70, 0.0, conc=10)])
    assert found["rows_set_aside"] == [{"reason": "error", "rows": 1}, {"reason": "no_throughput", "rows": 1}]
    assert found["facts"]["configs"] == {"value": 3, "unit": "configs", "text": "3"}


def test_a_pair_without_a_ladder_has_a_document_too():
    found = document([row(50, 2500, error="out of memory")])
    assert (found["ladders"], found["evidence"], found["facts"]["configs"]["value"]) == ([], [], 0)


def test_addresses_are_whole_with_a_base_url():
    """And relative without one, so that the file can be followed from any folder of a host."""
    whole = document(CURVE, with_site(base_url="https://x.org/bench/"))
    assert whole["$schema"] == "https://x.org/bench/data/run.schema.json"
    assert whole["page"]["url"] == "https://x.org/bench/run/kimi-k26-on-b300/"
    relative = document(CURVE)
    assert relative["$schema"] == "../../data/run.schema.json"
    assert relative["page"] == {"name": "Kimi K2.6 on B300", "path": "run/kimi-k26-on-b300/"}


@given(random_rows(), st.randoms(use_true_random=False))
def test_rows_in_any_order_give_the_same_bytes(rows, random):
    made = [RunData(SETTINGS, Words(SETTINGS)).make(pair) for pair in pairs_of(rows)]
    random.shuffle(rows)
    assert [RunData(SETTINGS, Words(SETTINGS)).make(pair) for pair in pairs_of(rows)] == made


@given(random_rows())
def test_places_lead_to_rows_and_costs_to_prices(rows):
    """Every place is one of its table, all of a table is used, and cost x throughput x 3600 / 1e6 is the price."""
    for found in documents(rows):
        assert all(map(is_proper, walk(found)))
        prices = {tier["id"]: tier["price"]["value"] for tier in found["prices"]["tiers"] if "price" in tier}
        reads = [read for ladder in found["ladders"] for read in ladder["reads"]]
        for read in reads:
            for tier, cost in read.get("costs", {}).items():
                assert cost["value"] * read["throughput"]["value"] * 3600 / 1e6 == pytest.approx(prices[tier])
        for table, key in (("evidence", "evidence"), ("series", "series"), ("runs", "run")):
            places = [one[key] for one in walk(found) if isinstance(one, dict) and key in one and one is not found]
            flat = {place for at in places for place in (at if isinstance(at, list) else [at])}
            assert flat == set(range(len(found[table])))
        assert {one["workload"] for one in walk(found) if isinstance(one, dict) and "workload" in one} == {
            one["id"] for one in found["workloads"]
        }


@given(st.sampled_from(HOSTILE) | st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_whatever_data_says_comes_back_as_it_was(text):
    """Markup, control characters and line separators are text: the file parses, and gives them back unchanged."""
    found = document([row(50, 2500, image=text, run_url=text, framework=text, precision=text, spec_method="x")])
    assert found["runs"] == [{"date": "2026-09-01", "image": text, "run_url": text}]
    assert (found["series"][0]["engine"]["key"], found["series"][0]["precision"]) == (text, text)
