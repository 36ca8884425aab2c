"""What the charts of a run page say in words follows from their data."""

import pytest

from tests.folders import points, row
from tests.reading_pages import CURVE, Page, built

AT_LEAST = ((110.0, 1500.0), (160.0, 700.0))
WIDE = ((30.0, 4000.0), (80.0, 1500.0))


def finding(page: Page) -> str:
    """What the frontier chart says in words."""
    return page.root.one("desc", id="frontier-desc").raw.strip()


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (
            ((30, 4000), (50, 2500), (100, 1250)),
            "From 30 to 100 tok/s per user, throughput falls from 4,000 tokens/s per GPU to 1,250.",
        ),
        (
            AT_LEAST,
            "From 30 to 150 tok/s per user, throughput falls from at least 1,500 tokens/s per GPU to 860.",
        ),
        (WIDE, "From 30 to 75 tok/s per user, throughput falls from 4,000 tokens/s per GPU to an estimated 1,750."),
        (
            ((30, 4000), (42.5, 700)),
            "At 30 tok/s per user throughput is 4,000 tokens/s per GPU; no other target is reached.",
        ),
        (((20, 1500),), "No target is reached: the fastest point gives 20.0 tok/s per user."),
    ],
)
def test_the_chart_says_its_finding_in_words(folder, rows, words):
    """860: 1,500 - 800 x 40 / 50; 1,750: 4,000 - 2,500 x 45 / 50."""
    assert finding(built(folder, points(*rows))) == words


def test_a_flat_lower_bound_reads_as_english(folder):
    """One config at 250 serves every target: at least 900 at each, and never `at at least`."""
    said = finding(built(folder, [row(250, 900)]))
    assert "at least 900 tokens/s per GPU" in said
    assert "at at" not in said


def test_a_site_with_one_target_speaks_of_no_other(folder):
    folder.edit("data/site.toml", "tiers_tok_s_user = [30, 50, 75, 100, 150, 200] ", "tiers_tok_s_user = [50] ")
    assert finding(built(folder, points(*CURVE))) == "At 50 tok/s per user throughput is 2,500 tokens/s per GPU."


def test_the_cost_chart_says_its_finding_with_the_words_of_its_reads(folder):
    page = built(folder, points(*AT_LEAST))
    assert page.root.one("desc", id="costs-desc").raw.strip() == (
        "At hyperscaler prices a million tokens cost at most $0.42 at 30 tok/s per user and $0.73 at 150."
    )
