"""Rankings: who stands where at the primary target, who shares a place, who is not ranked, and what the page says."""

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from site_builder.formats import format_throughput, format_usd_per_million, marked_cost, marked_throughput
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
        (["5001", "5000"], f"{MORE}: 5,001 tokens/s per GPU, {SERVED}, about the same as Beta"),  # 0.02 %
        (["~5000", "4000"], f"{MORE}: an estimated 5,000 tokens/s per GPU, {SERVED}, about 25 % more than Beta"),
        (["5000", "~4000"], f"{MORE}: 5,000 tokens/s per GPU, {SERVED}, about 25 % more than Beta"),
        (["≥5030", "4000"], f"{MORE}: at least 5,030 tokens/s per GPU, {SERVED}, at least 25 % more than Beta"),
        (["≥5030", "~4000"], f"{MORE}: at least 5,030 tokens/s per GPU, {SERVED}, at least about 25 % more than Beta"),
        (["≥5030", "5000"], f"{MORE}: at least 5,030 tokens/s per GPU, {SERVED}, ahead of Beta"),  # 0.6 %, rounded down
        (["5000", "≥4000 of 4900"], f"{MORE}: 5,000 tokens/s per GPU, {SERVED}, ahead of Beta"),  # 4,900 at any speed
        (["5000", "-4000"], f"only Alpha reaches that speed for Kimi: 5,000 tokens/s per GPU, {SERVED}"),
        (["~5000", "-4000"], f"only Alpha reaches that speed for Kimi: an estimated 5,000 tokens/s per GPU, {SERVED}"),
        (["5000", "5000"], "Alpha and Beta share the first place for Kimi, with 5,000 tokens/s per GPU"),
        (
            ["~900", "~900", "~900"],
            "Alpha, Beta and Gamma share the first place for Kimi, with an estimated 900 tokens/s per GPU",
        ),
    ],
)
def test_the_winner_and_its_lead_are_named_with_the_words_that_the_reads_demand(figures, sentence):
    """Never an estimate or a bound without its word, and never a lead that the reads do not give."""
    assert headline(*figures) == f"{START} {sentence}."


@pytest.mark.parametrize(
    ("figures", "sentence"),
    [
        (["5000", "≥4000"], "Alpha shows 5,000 tokens/s per GPU, but Beta may"),  # never run so slow: nobody knows
        (["5000", "≥4000 of 9000"], "Alpha shows 5,000 tokens/s per GPU, but Beta may"),
        (["≥5000", "≥4000 of 9000"], "Alpha shows at least 5,000 tokens/s per GPU, but Beta may"),
        (["~5000", *["≥4000 of 9000"] * 2], "Alpha shows an estimated 5,000 tokens/s per GPU, but Beta and Gamma may"),
        (["5000", "5000", "≥4000 of 9000"], "Alpha and Beta show 5,000 tokens/s per GPU, but Gamma may"),
    ],
)
def test_a_lower_bound_that_may_hide_a_better_figure_leaves_the_winner_open(figures, sentence):
    """It delivers 9,000 at a slower speed, so that its bound of 4,000 at the target may be far from what it can."""
    expected = f"{START} no winner is certain for Kimi: {sentence} be better than the bound that is known."
    assert headline(*figures) == expected


@pytest.mark.parametrize("figures", [["≥5000", "≥5000 of 9000"], ["≥5000", "≥5000"], ["≥5000", "≥4999.8", "4000"]])
def test_bounds_that_share_the_first_place_leave_the_winner_open_as_well(figures):
    """At least 5,000 each, but either may deliver more: that they share a place is not known."""
    sentence = "Alpha and Beta show at least 5,000 tokens/s per GPU, but Alpha and Beta may be better"
    assert headline(*figures) == f"{START} no winner is certain for Kimi: {sentence} than the bound that is known."


@pytest.mark.parametrize(
    ("figures", "exact"), [(["≥5000 of 9000", "5000"], "Beta"), (["5000", "≥5000 of 9000"], "Alpha")]
)
def test_of_a_bound_and_an_equal_measured_figure_only_the_bound_may_be_better(figures, exact):
    """At least 5,000 against 5,000: whichever comes first, the measured one is no better than its figure."""
    assert f"but {exact} may be better" not in headline(*figures)


def test_a_bound_is_not_called_ahead_of_an_equal_measured_figure():
    """At least 5,000 against 5,000: the page that compares the two leaves open which is more."""
    assert "ahead of" not in headline("≥5000", "5000")


def test_of_equal_values_lower_bounds_come_first_and_then_slugs_decide():
    """Of 5,000 twice and at least 5,000 twice those written alike stand together."""
    rows = table(Site(field("5000", "≥5000", "5000", "≥5000")).page(FASTEST))
    assert [cells[:2] for cells in rows] == [["1=", "Beta"], ["1=", "Delta"], ["3=", "Alpha"], ["3=", "Gamma"]]


def test_only_neighbours_share_a_place():
    """Between 5,000.4 and 5,000 stands at least 5,000.2: three places, though the first and last are written alike."""
    rows = table(Site(field("5000.4", "≥5000.2 of 5000.3", "5000")).page(FASTEST))
    assert [cells[:3] for cells in rows] == [
        ["1", "Alpha", "5,000"],
        ["2", "Beta", "≥ 5,000 | lower bound"],
        ["3", "Gamma", "5,000 | about the same"],
    ]


def test_figures_written_alike_share_a_place_and_the_next_place_counts_them():
    """5,000.4 and 5,000 are both written 5,000."""
    rows = table(Site(field("4000", "5000.4", "5000", "~3000")).page(FASTEST))
    assert [cells[:3] for cells in rows] == [
        ["1=", "Beta", "5,000"],
        ["1=", "Gamma", "5,000"],
        ["3", "Alpha", "4,000 | 20 % less"],
        ["4", "Delta", "~3,000 | estimate | about 40 % less"],
    ]


def test_costs_written_alike_share_a_place_too():
    """$1 / (5,000 x 3,600) and $2 / (10,010 x 3,600) per token: $0.05556 and $0.05550 per million, both $0.056."""
    assert headline("5000", "10010", path=CHEAPEST) == (
        f"{START} and cloud prices Beta and Alpha share the first place for Kimi, with $0.056 per million tokens."
    )


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


def cell(side: Contender, *, by_cost: bool) -> str:
    """The figure as it is written."""
    value = side.read.throughput_tok_s_gpu or 0
    if by_cost:
        return marked_cost(format_usd_per_million((side.price or 0) * 1e6 / (value * 3600)), side.read.kind)
    return marked_throughput(format_throughput(value), side.read.kind)


@given(fields, st.booleans())
def test_the_order_is_that_of_the_reads_and_only_what_is_written_alike_shares_a_place(field, by_cost):
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
    cells = [cell(side, by_cost=by_cost) for side in ranked]
    places = [at for at, text in enumerate(cells) if at == 0 or text != cells[at - 1]]
    ranks = [str(max(p for p in places if p <= at) + 1) for at in range(len(cells))]
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
def test_only_bounds_that_may_hide_more_leave_the_winner_open(field, by_cost):
    """Those behind whose ladder was never run so slow, or delivers as much at some speed as the first at the target;
    and all that share the first place, where they are bounds."""
    ranking, sides = made(field, by_cost=by_cost)
    assume(ranking is not None)
    first, shares = sides[ranking.first.gpu], len(ranking.winners) > 1

    def is_open(name: str, rank: str) -> bool:
        if sides[name].read.kind is not AT_LEAST or (rank == "1" and not shares):
            return False
        return rank == "1" or by_rule(first, sides[name], by_cost=by_cost)[0] == "unsure"

    assert list(ranking.open) == [one.row.gpu for one in ranking.rows if is_open(one.row.gpu, one.rank)]
    assert list(ranking.open) == [one.row.gpu for one in ranking.rows if one.is_open]


@given(fields, st.booleans())
def test_the_order_of_rows_changes_no_ranking(field, by_cost):
    """Neither places nor sentences."""
    there, back = (made(field, by_cost=by_cost, turn=turn)[0] for turn in (1, -1))
    assert there == back
