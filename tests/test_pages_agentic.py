"""Agentic traces and articles: their own statistic, shares from the rows, sentences that read as English."""

import pytest

from tests.folders import Row, points, row
from tests.reading_pages import CURVE, built

TRACES = "multi-turn agentic coding traces"
CHAT = "single-turn chat workload (8k input / 1k output)"
AGENTIC: Row = {"isl": None, "osl": None, "median_intvty": None, "benchmark_type": "agentic_traces"}
SPEED = "How fast is Kimi K2.6 on B300?"
METHOD = "How are these Kimi K2.6 numbers measured?"
MEDIAN_WORDS = "Speed per user is the median of a config's requests."
P90_WORDS = "Speed per user is the one that nine in ten tokens keep up with (p90)."


def trace(speed: float, tput: float, **columns) -> Row:
    """A row of agentic traces at a speed per user."""
    return row(tput=tput, **AGENTIC, **columns, p90_itl=1 / speed)


def test_the_speed_of_agentic_traces_is_called_p90(folder):
    """In the lead and in the evidence; the median is not spoken of."""
    page = built(folder, [trace(50, 2000)])
    assert page.paragraphs(page.section("ladder"))[0].endswith(f" {P90_WORDS}")
    assert MEDIAN_WORDS not in page.text
    assert page.evidence("50")[0]["Interactivity"] == "p90 50.0 tok/s per user"


def test_the_speed_of_single_turn_workloads_is_called_the_median(folder):
    page = built(folder, points(*CURVE))
    assert page.paragraphs(page.section("ladder"))[0].endswith(f" {MEDIAN_WORDS}")
    assert P90_WORDS not in page.text
    assert page.evidence("50")[0]["Interactivity"] == "median 50.0 tok/s per user"


def test_a_folded_ladder_names_the_statistic_of_its_own_workload(folder):
    """The page leads with the chat workload and its median; the rows of traces below are read at p90."""
    page = built(folder, [*points(*CURVE), trace(50, 2000)])
    (folded,) = [one for one in page.section("ladder").all("details", class_="other") if one.all("dl")]
    assert folded.all("summary")[0].text == f"The same on {TRACES}"
    assert {dd.text for dd in folded.all("dd") if "tok/s per user" in dd.text} == {"p90 50.0 tok/s per user"}


@pytest.mark.parametrize("speed", [60.0, 50.0, 20.0])
def test_agentic_traces_stand_in_sentences_without_an_article(folder, speed):
    """The label of that workload is a plural, whether the target is reached or not."""
    page = built(folder, [trace(speed, 2000)])
    assert f" a {TRACES}" not in page.text
    assert page.paragraphs(page.section("answer"))[0].endswith(f" Read on {TRACES}.")
    assert f" per user on {TRACES}" in page.faq()[SPEED]
    assert f" at one speed per user, on {TRACES}, with " in page.says("ladder")
    assert f" on {TRACES}; the newest row " in page.faq()[METHOD]
    assert f" at each speed per user, on {TRACES} and $ per " in page.root.one("caption", id="ladder-caption").text


def test_an_article_of_the_settings_stands_before_the_label(folder):
    """In every sentence, and not where the label stands alone."""
    line = 'article = "a"\nlabel = "single-turn chat workload (8k input / 1k output)"'
    folder.edit("data/site.toml", line, line.replace('"a"', '"some"'))
    page = built(folder, points(*CURVE))
    assert f" a {CHAT}" not in page.text
    assert page.paragraphs(page.section("answer"))[0].endswith(f" Read on some {CHAT}.")
    assert f" per user on some {CHAT}, B300 delivers " in page.faq()[SPEED]
    assert f"(vLLM, FP4, {CHAT}, concurrency 1)" in page.faq()[SPEED]


@pytest.mark.parametrize(
    ("columns", "share"),
    [
        ({"input_tput_per_gpu": 1900.0}, "95 %"),
        ({"input_tput_per_gpu": 1900.0, "output_tput_per_gpu": 100.0}, "95 %"),
        ({"output_tput_per_gpu": 100.0}, None),
        ({"input_tput_per_gpu": 2500.0}, None),
        ({}, None),
    ],
)
def test_the_share_of_input_on_traces_is_that_of_the_rows_behind_the_read(folder, columns, share):
    """1,900 of 2,000 tokens/s are input. More than all of them is no share, and nothing is guessed."""
    said = built(folder, [trace(50, 2000, **columns)]).says("cost")
    assert ("of them are input" in said) == (share is not None)
    assert share is None or f"Input and output tokens both count; {share} of them are input on this workload." in said


def test_the_share_of_input_of_a_read_between_two_rows_lies_between_theirs(folder):
    """80 % at 40 and 90 % at 60: half way 85 %; the row at 100 has no part in it."""
    rows = [
        trace(40, 3000, conc=3, input_tput_per_gpu=2400.0),
        trace(60, 2000, conc=2, input_tput_per_gpu=1800.0),
        trace(100, 1000, conc=1, input_tput_per_gpu=100.0),
    ]
    assert "; 85 % of them are input on this workload." in built(folder, rows).says("cost")


def test_a_workload_of_fixed_lengths_has_its_share_from_them(folder):
    """8,192 of 9,216 tokens are 89 %, whatever a row says."""
    said = built(folder, points(*CURVE, input_tput_per_gpu=100.0)).says("cost")
    assert "; 89 % of them are input on this workload." in said
