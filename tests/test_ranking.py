"""Rankings: who stands where at the primary target, who shares a place, who is not ranked, and what the page says."""

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from site_builder.pages.contest import Contender
from tests.folders import Row
from tests.reading_pages import Page
from tests.small_sites import GPUS, PRICES, Site, of
from tests.test_compare import AT_LEAST, Said, bound_of, by_rule, most_at, written

FASTEST, CHEAPEST = "rankings/fastest-gpu-for-kimi/", "rankings/cheapest-gpu-for-kimi/"
START = "At 50 tokens/s per user"
MORE, SERVED = "Alpha delivers the most for Kimi", "with vLLM in FP4"


def field(*figures: str) -> list[Row]:
    """Rows of Alpha, Beta, … that give these figures at the target, such as `5000`, `~5000`, `≥5000`, `-5000` (out of
    reach), `≥5000 of 9000` (which it delivers elsewhere), or none."""
    rows = []
    for gpu, figure in zip(GPUS, figures, strict=False):
        first, _, most = figure.partition(" of ")
        kind = {"~": "wide", "≥": "at least", "-": "out"}.get(first[:1], "measured")
        rows += of(gpu, kind, float(first.lstrip("~≥-")), most=float(most or 0)) if figure else []
    return rows


def headline(*figures: str, path: str = FASTEST) -> str:
    """The first sentence of a ranking, which is its description as well."""
    page = Site(field(*figures)).page(path)
    assert page.meta("description") == page.says("answer")
    return page.says("answer")


def table(page: Page) -> list[list[str]]:
    """Rank, GPU and both figures of each row, and what stands small beside them."""
    found = []
    for row in page.root.one("tbody").all("tr"):
        rank, first, second = row.all("td")[:3]
        cells = [
            [str(cell.children[0]).strip(), *(small.text for small in cell.all("small"))] for cell in (first, second)
        ]
        found.append([rank.text, row.one("th").all("a")[0].text, " | ".join(cells[0]), " | ".join(cells[1])])
    return found


@pytest.mark.parametrize(
    ("figures", "sentence"),
    [
        (["5000", "4000"], f"{MORE}: 5,000 tokens/s per GPU, {SERVED}, 25 % more than Beta"),  # 5,000 / 4,000 = 1.25
        (["9000", "4000"], f"{MORE}: 9,000 tokens/s per GPU, {SERVED}, 2.3 times as much as Beta"),  # 2.25
        (["5026", "5000"], f"{MORE}: 5,026 tokens/s per GPU, {SERVED}, 1 % more than Beta"),  # 0.52 %
        (["5024", "5000"], "Alpha and Beta share the first place for Kimi, about level at 5,024 tokens/s per GPU"),
        (["~5000", "4000"], f"{MORE}: an estimated 5,000 tokens/s per GPU, {SERVED}, about 25 % more than Beta"),
        (["5000", "~4000"], f"{MORE}: 5,000 tokens/s per GPU, {SERVED}, about 25 % more than Beta"),
        (["≥5030", "4000"], f"{MORE}: at least 5,030 tokens/s per GPU, {SERVED}, at least 25 % more than Beta"),
        (["≥5030", "~4000"], f"{MORE}: at least 5,030 tokens/s per GPU, {SERVED}, at least about 25 % more than Beta"),
        (["≥5030", "5000"], f"{MORE}: at least 5,030 tokens/s per GPU, {SERVED}, ahead of Beta"),  # 0.6 %, rounded down
        (["5000", "≥4000 of 4900"], f"{MORE}: 5,000 tokens/s per GPU, {SERVED}, ahead of Beta"),  # 4,900 at any speed
        (["5000", "-4000"], f"only Alpha reaches that speed for Kimi: 5,000 tokens/s per GPU, {SERVED}"),
        (["~5000", "-4000"], f"only Alpha reaches that speed for Kimi: an estimated 5,000 tokens/s per GPU, {SERVED}"),
        (["5000", "5000"], "Alpha and Beta share the first place for Kimi, about level at 5,000 tokens/s per GPU"),
        (
            ["~900", "~900", "~900"],
            "Alpha, Beta and Gamma share the first place for Kimi, about level at an estimated 900 tokens/s per GPU",
        ),
    ],
)
def test_the_winner_and_its_lead_are_named_with_the_words_that_the_reads_demand(figures, sentence):
    """Never an estimate or a bound without its word, and never a lead that the reads do not give."""
    assert headline(*figures) == f"{START} {sentence}."


@pytest.mark.parametrize(
    ("figures", "shows", "open_ends"),
    [
        (["5000", "≥4000"], "Alpha shows 5,000", "Beta compares"),  # never run so slow: nobody knows
        (["5000", "≥4000 of 9000"], "Alpha shows 5,000", "Beta compares"),
        (["≥5000", "≥4000 of 9000"], "Alpha shows at least 5,000", "Beta compares"),
        (["~5000", *["≥4000 of 9000"] * 2], "Alpha shows an estimated 5,000", "Beta and Gamma compare"),
        (["5000", "5000", "≥4000 of 9000"], "Alpha shows 5,000", "Gamma compares"),
        # of two bounds neither is known to deliver more, nor of a bound and an equal measured figure
        (["≥5000", "≥5000 of 9000"], "Alpha shows at least 5,000", "Beta compares"),
        (["≥5000", "≥4999.8", "4000"], "Alpha shows at least 5,000", "Beta compares"),
        (["≥5000 of 9000", "5000"], "Alpha shows at least 5,000", "Beta compares"),
        (["5000", "≥5000 of 9000"], "Beta shows at least 5,000", "Alpha compares"),
    ],
)
def test_a_lower_bound_leaves_the_winner_open_where_it_leaves_the_order_open(figures, shows, open_ends):
    """Where it delivers 9,000 at a slower speed, its bound at the target may be far from what it can."""
    sentence = f"{shows} tokens/s per GPU, but a lower bound leaves open how {open_ends}."
    assert headline(*figures) == f"{START} no winner is certain for Kimi: {sentence}"


def test_of_equal_values_lower_bounds_come_first_and_then_slugs_decide():
    """Bounds are level with nothing, not even with each other."""
    rows = table(Site(field("5000", "≥5000", "5000", "≥5000")).page(FASTEST))
    assert [cells[:2] for cells in rows] == [["1", "Beta"], ["2", "Delta"], ["3=", "Alpha"], ["3=", "Gamma"]]
    assert [cells[2].endswith(" | order open") for cells in rows] == [False, True, True, True]


def test_only_neighbours_share_a_place():
    """Between 5,000.4 and 5,000 stands at least 5,000.2: three places, though the first and last are level."""
    rows = table(Site(field("5000.4", "≥5000.2 of 5000.3", "5000")).page(FASTEST))
    assert [cells[:3] for cells in rows] == [
        ["1", "Alpha", "5,000"],
        ["2", "Beta", "≥ 5,000 | lower bound"],
        ["3", "Gamma", "5,000 | about the same"],
    ]


def test_those_level_with_the_first_of_a_place_share_it_and_the_next_place_counts_them():
    """5,000 is 0.4 % less than 5,020, and 4,990 is 0.6 % less, though but 0.2 % less than 5,000."""
    rows = table(Site(field("4990", "5020", "5000", "~3000")).page(FASTEST))
    assert [cells[:3] for cells in rows] == [
        ["1=", "Beta", "5,020"],
        ["1=", "Gamma", "5,000"],
        ["3", "Alpha", "4,990 | 1 % less"],
        ["4", "Delta", "~3,000 | estimate | about 40 % less"],
    ]


def test_costs_that_are_level_share_a_place_and_those_written_alike_need_not():
    """$1 / (5,000 x 3,600) and $2 / (10,010 x 3,600) per token: $0.05556 and $0.05550 per million, 0.1 % apart."""
    start = f"{START} and cloud prices"
    level = f"{start} Beta and Alpha share the first place for Kimi, about level at $0.056 per million tokens."
    assert headline("5000", "10010", path=CHEAPEST) == level
    # $1 / (2,500 x 3,600) and $2 / (5,180 x 3,600): $0.1111 and $0.1073, 3.5 % apart, are both written $0.11
    rows = table(Site(field("2500", "5180")).page(CHEAPEST))
    assert [cells[:3] for cells in rows] == [["1", "Beta", "$0.11"], ["2", "Alpha", "$0.11 | 4 % dearer"]]


def test_the_cheapest_is_named_with_what_it_costs_less():
    """$1 / (4,000 x 3,600) and $2 / (5,000 x 3,600) per token: $0.069 and $0.111 per million: 37.5 % less."""
    page = Site(field("4000", "5000")).page(CHEAPEST)
    assert page.says("answer") == (
        f"{START} and cloud prices Alpha costs the least for Kimi: $0.069 per million tokens, {SERVED}, "
        "38 % less than Beta."
    )
    assert table(page) == [["1", "Alpha", "$0.069", "4,000"], ["2", "Beta", "$0.11 | 60 % dearer", "5,000"]]


def test_a_lower_bound_of_throughput_is_an_upper_bound_of_cost():
    """At least 4,000 for $1 costs at most $0.069, so at least 37.5 % less than $0.111."""
    page = Site(field("≥4000", "5000")).page(CHEAPEST)
    assert page.says("answer") == (
        f"{START} and cloud prices Alpha costs the least for Kimi: at most $0.069 per million tokens, {SERVED}, "
        "at least 37 % less than Beta."
    )
    assert table(page)[0] == ["1", "Alpha", "≤ $0.069 | upper bound", "≥ 4,000"]


def test_a_gpu_that_does_not_reach_the_target_is_listed_and_not_ranked():
    """With how far it gets, and in an answer of its own; where all reach it there is no such question."""
    page = Site(field("5000", "-9000", "~4000")).page(FASTEST)
    assert [cells[1] for cells in table(page)] == ["Alpha", "Gamma"]
    question, lead = "Which GPUs do not reach 50 tokens/s per user with Kimi?", "Not ranked, since no config reaches"
    assert f"{lead} 50 tokens/s per user: Beta, which tops out at 40.0 tok/s per user" in page.text
    assert page.faq()[question] == "Beta tops out at 40.0 tok/s per user."
    full = Site(field("5000", "", "~4000")).page(FASTEST)
    assert question not in full.faq()
    assert "Not ranked" not in full.text


def test_a_gpu_without_a_price_is_ranked_by_speed_alone():
    """It is listed as such where cost counts; its cost is a dash where speed does."""
    site = Site(field("4000", "4000", "", "5000"))
    assert [cells[1] for cells in table(site.page(CHEAPEST))] == ["Alpha", "Beta"]
    assert "Not ranked, since no cloud price is entered: Delta." in site.page(CHEAPEST).text
    assert table(site.page(FASTEST))[0] == ["1", "Delta", "5,000", "-"]
    assert "no cloud price" not in site.page(FASTEST).text


def test_the_only_gpu_with_a_price_is_no_winner():
    """Nothing is known of what the other costs."""
    said = headline("4000", "", "", "5000", path=CHEAPEST)
    assert said == f"{START} and cloud prices only Alpha can be ranked for Kimi: $0.069 per million tokens, {SERVED}."


kinds = st.sampled_from(["measured", "between", "wide", "at least", "out"])
drawn = st.tuples(kinds, st.integers(990, 1020) | st.integers(300, 9000), st.sampled_from([0, 0, 9500]))
fields = st.lists(drawn, min_size=2, max_size=4)


def made(field: list[tuple[str, int, int]], *, by_cost: bool, turn: int = 1) -> Any:
    """What a ranking's template is given, None without the page, and every contender by its GPU."""
    drawn = zip(GPUS, field, strict=False)
    rows = [each for gpu, (kind, value, most) in drawn for each in of(gpu, kind, value, most=most)]
    site, path = Site(rows[::turn]), CHEAPEST if by_cost else FASTEST
    contenders = {
        pair.gpu.name: Contender(pair.primary, most_at(pair.ladder, 50), PRICES.get(pair.figures.gpu_key))
        for pair in site.listing.pairs
        if pair.primary and pair.ladder
    }
    return (site.data(path) if path in site.planned else None), contenders


def worth(side: Contender, *, by_cost: bool) -> Fraction:
    """What a ranking goes by, more being better: tokens a second, or tokens for a dollar."""
    return Fraction(side.read.throughput_tok_s_gpu or 0) / Fraction(side.price if by_cost and side.price else 1)


@given(fields, st.booleans())
def test_the_order_is_that_of_the_reads_and_only_what_is_level_shares_a_place(field, by_cost):
    """Exactly the GPUs that reach the target (and have a price) are ranked, none above one that is surely better."""
    ranking, sides = made(field, by_cost=by_cost)
    reached = {name for name, side in sides.items() if side.read.throughput_tok_s_gpu and (side.price or not by_cost)}
    assert {one.row.gpu for one in ranking.rows} if ranking else set() == reached
    if not ranking:
        return
    names = [one.row.gpu for one in ranking.rows]
    assert names == sorted(
        names, key=lambda n: (-worth(sides[n], by_cost=by_cost), sides[n].read.kind is not AT_LEAST, n)
    )
    ranked = [sides[name] for name in names]
    assert not any(by_rule(*both, by_cost=by_cost)[0] == "second" for both in combinations(ranked, 2))
    places = [0]
    for at, side in enumerate(ranked[1:], start=1):
        is_level = by_rule(ranked[places[-1]], side, by_cost=by_cost)[0] == "level"
        places.append(places[-1] if is_level else at)
    ranks = [str(place + 1) for place in places]
    assert [one.rank for one in ranking.rows] == ranks
    assert [one.is_shared for one in ranking.rows] == [ranks.count(rank) > 1 for rank in ranks]


@given(fields, st.booleans())
def test_every_percentage_is_that_of_the_two_reads(field, by_cost):
    """The lead of the first over the next, and what each later one is less or dearer than the first."""
    ranking, sides = made(field, by_cost=by_cost)
    assume(ranking is not None)
    first = sides[ranking.first.gpu]
    for one in ranking.rows:
        said = one.difference and (one.difference.bound, one.difference.text, one.difference.is_times)
        assert (said or None) == (behind(first, sides[one.row.gpu], by_cost=by_cost) if one.rank != "1" else None)
    if ranking.runner_up:
        second = sides[ranking.runner_up.gpu]
        lead = ranking.lead and (ranking.lead.bound, ranking.lead.text, ranking.lead.is_times)
        winner, said, _ = by_rule(first, second, by_cost=by_cost)
        assert winner == "level" or lead == said


def behind(first: Contender, other: Contender, *, by_cost: bool) -> Said | None:
    """How a later one is written against the first; nothing where it is a bound itself, or as good as a bound."""
    best, less = worth(first, by_cost=by_cost), worth(other, by_cost=by_cost)
    bound = bound_of(first.read.kind, other.read.kind)
    is_bound = bound.startswith("at_least")
    if other.read.kind is AT_LEAST or (is_bound and best == less):
        return None
    ratio = best / less if by_cost else less / best
    tie = ("exact" if ratio == 1 and bound == "exact" else "about", "", False)
    return written(ratio, bound) or (None if is_bound else tie)


@given(fields, st.booleans())
def test_those_that_a_bound_leaves_open_leave_the_winner_open(field, by_cost):
    """Whichever of the two is the bound: all later ones whose order against the first is not known."""
    ranking, sides = made(field, by_cost=by_cost)
    assume(ranking is not None)
    first, *later = [one.row.gpu for one in ranking.rows]
    unsure = [name for name in later if by_rule(sides[first], sides[name], by_cost=by_cost)[0] == "unsure"]
    assert list(ranking.open) == unsure
    assert [one.row.gpu for one in ranking.rows if one.is_open] == unsure


@given(fields, st.booleans())
def test_the_order_of_rows_changes_no_ranking(field, by_cost):
    """Neither places nor sentences."""
    there, back = (made(field, by_cost=by_cost, turn=turn)[0] for turn in (1, -1))
    assert there == back
