"""What a run page holds and in which order: sections, tiles, tables, questions, engine labels, structured data."""

import datetime

import pytest

from tests.folders import points, row
from tests.reading_pages import CURVE, KIMI, Page, built, pairs

CHAT = "single-turn chat workload (8k input / 1k output)"
QUESTIONS = [
    "How fast is Kimi K2.6 on B300?",
    "How much does it cost to serve Kimi K2.6 on B300?",
    "Which serving engines run Kimi K2.6 on B300?",
    "How are these Kimi K2.6 numbers measured?",
]


def test_the_parts_of_a_run_page_come_in_their_order(folder):
    """Answer, tiles, ladder, cost, questions: as readers know it, with the tables between."""
    page = built(folder, points(*CURVE))
    assert page.root.one("h1").text == "Running Kimi K2.6 on B300"
    assert [h2.text for h2 in page.root.all("h2")] == [
        "Quick answer",
        "Throughput at every interactivity target",
        "What serving actually costs",
        "Frequently asked questions",
        "What stands behind these figures",
    ]
    order = [node.attrs.get("class") or node.attrs.get("id") for node in page.main.walk()]
    marks = ["answer", "tiles", "ladder", "ladder-caption", "cost", "prices-caption", "faq"]
    places = [order.index(mark) for mark in marks]
    assert places == sorted(places)


def test_the_tables_have_the_columns_that_readers_know(folder):
    page = built(folder, points(*CURVE))
    assert page.table("ladder-caption")[0] == [
        "Per-user target",
        "Tokens/s per GPU",
        "$ / 1M tokens",
        "Engine",
        "Precision",
    ]
    assert page.table("prices-caption")[0] == ["Pricing tier", "$ / GPU / hr", "$ / 1M tokens"]


def test_the_four_questions_are_asked_in_their_order(folder):
    assert list(built(folder, points(*CURVE)).faq()) == QUESTIONS


def test_the_tiles_count_what_stands_behind_the_page(folder):
    """Five current rows of two engines on two workloads: labels and precisions in the order of code points.

    An older run of the same line is not current; its date does not count."""
    old = points(*CURVE, date=datetime.date(2026, 5, 1))
    other = points((20, 900), (60, 500), framework="atom", precision="int4", isl=1024, date=datetime.date(2026, 7, 2))
    page = built(folder, [*old, *points(*CURVE), *other])
    assert pairs(page.root.one("dl", class_="tiles")) == {
        "Benchmarked configs": "5",
        "Serving engines": "ATOM¹, vLLM",
        "Precisions": "fp4, int4",
        "Run dates": "2026-07-02 → 2026-09-01",
    }


def test_a_single_run_date_is_told_once(folder):
    page = built(folder, points(*CURVE))
    assert pairs(page.root.one("dl", class_="tiles"))["Run dates"] == "2026-09-01"


def test_peak_and_latencies_name_their_config_and_workload(folder):
    """Each is the best of all rows on its own: here of three rows, engines and workloads. Seconds print as ms."""
    rows = [
        row(50, 2500, conc=7, median_ttft=0.5, median_tpot=0.02),
        row(60, 5000, conc=9, isl=1024, framework="sglang", precision="fp8", median_ttft=0.3, median_tpot=0.03),
        row(70, 800, conc=None, isl=1024, osl=8192, framework="trt", spec_method="mtp", median_ttft=0.098),
        row(80, 700, conc=3, isl=1024, osl=8192, framework="trt", spec_method="mtp", median_tpot=0.0048),
    ]
    page = built(folder, rows)
    assert [li.text for li in page.section("trust").all("li")][:3] == [
        (
            "Peak throughput, 5,000 tokens/s per GPU: SGLang, FP8, single-turn chat workload (1k input / 1k output), "
            "concurrency 9."
        ),
        "Shortest median TTFT, 98.0 ms: TRTLLM · MTP, FP4, single-turn reasoning workload (1k input / 8k output).",
        (
            "Shortest median TPOT, 4.8 ms: TRTLLM · MTP, FP4, single-turn reasoning workload (1k input / 8k output), "
            "concurrency 3."
        ),
    ]


def test_latencies_that_no_row_has_are_not_spoken_of(folder):
    page = built(folder, points(*CURVE))
    assert "TTFT," not in page.section("trust").text
    assert "TPOT" not in page.section("trust").text
    assert "The shortest" not in page.says("answer")


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        (
            {"median_ttft": 0.404, "median_tpot": 0.049},
            (
                "The shortest median wait for a first token is 404 ms, the shortest median time per output token 49.0 "
                "ms: each the best of all configs and workloads, not of one run."
            ),
        ),
        (
            {"median_ttft": 12.25},
            "The shortest median wait for a first token is 12.3 s, the best of all configs and workloads.",
        ),
        (
            {"median_tpot": 0.00045},
            "The shortest median time per output token is 0.45 ms, the best of all configs and workloads.",
        ),
    ],
)
def test_the_answer_gives_the_latencies_that_there_are(folder, columns, sentence):
    """12.25 s is exactly a half and goes up."""
    assert sentence in built(folder, [row(60, 1000, **columns), row(80, 900, conc=2)]).says("answer")


def test_the_latencies_of_one_config_are_not_the_best_of_many(folder):
    answer = built(folder, [row(60, 1000, median_ttft=0.404, median_tpot=0.049)]).says("answer")
    assert "404 ms, the shortest median time per output token 49.0 ms: those of its one config." in answer


@pytest.mark.parametrize(
    ("columns", "cell"),
    [
        ({}, "vLLM"),
        ({"spec_method": "mtp"}, "vLLM · MTP"),
        ({"spec_method": "eagle"}, "vLLM · EAGLE"),
        ({"disagg": True}, "vLLM · disaggregated"),
        ({"is_multinode": True}, "vLLM · multi-node"),
        ({"offload_mode": "cpu"}, "vLLM · KV offload"),
        (
            {"spec_method": "mtp", "disagg": True, "is_multinode": True, "offload_mode": "cpu"},
            "vLLM · MTP · disaggregated · multi-node · KV offload",
        ),
        ({"framework": "sglang-disagg"}, "MoRI SGLang · disaggregated"),
        ({"framework": "atom"}, "ATOM¹"),
        ({"framework": "atom", "spec_method": "mtp"}, "ATOM¹ · MTP"),
    ],
)
def test_the_engine_cell_says_how_it_was_served(folder, columns, cell):
    """The label alone for plain serving."""
    page = built(folder, points(*CURVE, **columns))
    assert page.ladder()["50 tok/s"] == ["2,500", "$0.25", cell, "fp4"]
    assert page.evidence("50")[0]["Engine"] == f"{cell}, fp4"


def test_a_sentence_names_ways_of_serving_in_brackets_and_the_precision_in_capitals(folder):
    page = built(folder, points(*CURVE, spec_method="mtp", disagg=True))
    assert "with vLLM (MTP, disaggregated) in FP4." in page.says("answer")
    assert "using vLLM (MTP, disaggregated) in FP4." in page.faq()[QUESTIONS[0]]


def test_the_peak_is_told_with_its_precision_in_capitals(folder):
    """FP4 in sentences, fp4 in tables."""
    assert "(vLLM, FP4, " in built(folder, points(*CURVE)).faq()[QUESTIONS[0]]


def test_the_selection_is_told_with_its_precisions_in_capitals(folder):
    folder.edit("data/site.toml", '# precisions = ["fp4", "fp8"]', 'precisions = ["fp4", "int4"]')
    said = built(folder, points(*CURVE)).says("ladder")
    assert "Only some may compete on this site: the precisions FP4 and INT4." in said


def test_a_footnote_mark_has_its_note_on_the_page(folder):
    page = built(folder, points(*CURVE, framework="atom"))
    (note,) = page.root.one("aside", class_="footnotes").all("p")
    assert note.text.startswith("¹ ATOM is AMD's own engine")


@pytest.mark.parametrize("path", ["", "models/kimi-k26/", "gpus/b300/"])
def test_a_footnote_mark_of_an_overview_has_its_note_there(folder, path):
    """Wherever an overview names an engine, as the home page does in its newest results."""
    page = built(folder, points(*CURVE, framework="atom"), path)
    assert "¹" in page.main.text
    (note,) = page.root.one("aside", class_="footnotes").all("p")
    assert note.text.startswith("¹ ATOM is AMD's own engine")


def test_a_page_without_a_mark_has_no_note(folder):
    """The pair beside it has ATOM; this one has not."""
    page = built(folder, [*points(*CURVE), *points((20, 90), (60, 50), hardware="mi355x", framework="atom")])
    assert page.root.all("aside", class_="footnotes") == []
    assert "¹" not in page.text


def test_every_mark_on_a_page_has_its_note_also_in_the_selection(folder):
    """The sentence on who may compete names ATOM¹ on pages that have no row of it."""
    folder.edit("data/site.toml", '# engines = ["vllm", "sglang"]', 'engines = ["vllm", "atom"]')
    page = built(folder, points(*CURVE))
    assert ("¹" in page.main.text) == bool(page.root.all("aside", class_="footnotes"))


def headline(page: Page) -> str:
    return page.says("answer").split(" Read on ")[0]


def test_the_same_facts_stand_in_text_description_and_structured_data(folder):
    """One value, one place: the sentence of the answer is what machines are told, and answers are the visible ones.

    The picture of a page says the same sentence to those who do not see it."""
    page = built(folder, points(*CURVE), base_url="https://example.org/bench/")
    assert page.meta("description") == page.meta("og:description") == headline(page)
    assert page.graph("WebPage") == {
        "@type": "WebPage",
        "@id": f"https://example.org/bench/{KIMI}",
        "url": f"https://example.org/bench/{KIMI}",
        "name": "Running Kimi K2.6 on B300",
        "description": headline(page),
        "dateModified": "2026-09-01",
        "primaryImageOfPage": {"@type": "ImageObject", "url": page.meta("og:image")},
        "isPartOf": {"@type": "WebSite", "name": "Inference report", "url": "https://example.org/bench/"},
    }
    assert page.meta("og:image:alt") == headline(page)
    assert (page.meta("og:image") or "").startswith(f"https://example.org/bench/{KIMI}")
    assert page.graph("Dataset") == {
        "@type": "Dataset",
        "name": "Running Kimi K2.6 on B300",
        "description": headline(page),
        "url": f"https://example.org/bench/{KIMI}",
        "dateModified": "2026-09-01",
        "distribution": [
            {"@type": "DataDownload", "encodingFormat": kind, "contentUrl": f"https://example.org/bench/{KIMI}{file}"}
            for kind, file in (("application/json", "data.json"), ("text/csv", "rows.csv"))
        ],
    }
    entities = page.graph("FAQPage")["mainEntity"]
    assert {e["name"]: e["acceptedAnswer"]["text"] for e in entities} == page.faq()
    crumbs = page.graph("BreadcrumbList")["itemListElement"]
    assert [(c["position"], c["name"], c["item"]) for c in crumbs] == [
        (1, "All results", "https://example.org/bench/"),
        (2, "Kimi K2.6", "https://example.org/bench/models/kimi-k26/"),
        (3, "Kimi K2.6 on B300", f"https://example.org/bench/{KIMI}"),
    ]


def test_what_is_not_known_is_left_out_of_structured_data(folder):
    """No address without a base URL, and no null, empty text or zero in its place."""
    page = built(folder, points(*CURVE))
    web = page.graph("WebPage")
    assert set(web) == {"@type", "name", "description", "dateModified", "isPartOf"}
    assert web["isPartOf"] == {"@type": "WebSite", "name": "Inference report"}
    assert [set(c) for c in page.graph("BreadcrumbList")["itemListElement"]] == [{"@type", "position", "name"}] * 3
    assert set(page.graph("Dataset")) == {"@type", "name", "description", "dateModified"}
