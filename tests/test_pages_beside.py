"""What stands beside a pair, and how its primary read moved: worded the right way round."""

import datetime

import pytest

from tests.folders import points, row
from tests.reading_pages import CURVE, KIMI, KIMI_MI355X, Page, built, page_of

RUNS = "https://github.com/example/bench/actions/runs/"
GPU, OTHER_MODEL = "gpus-caption", "models-caption"


def day(number: int) -> datetime.date:
    """A day of July, counted on into August."""
    return datetime.date(2026, 6, 30) + datetime.timedelta(days=number)


def test_neighbours_are_worded_from_where_the_reader_stands(folder):
    """4,000 against 5,000 is 20 % less; the other way it is 25 % more. Cost: 2.26 / 5,000 = 0.000452 and
    1.50 / 4,000 = 0.000375 per token and hour: 17 % cheaper, and 20.5 % dearer the other way."""
    page = built(folder, [row(50, 5000), row(50, 4000, hardware="mi355x")])
    assert page.table(GPU) == [
        ["GPU", "Tokens/s per GPU", "$ / 1M tokens"],
        ["B300 this page", "5,000", "$0.13"],
        ["MI355X side by side", "4,000 20 % less", "$0.10 17 % cheaper"],
    ]
    assert page_of(folder, KIMI_MI355X).table(GPU)[1:] == [
        ["B300 side by side", "5,000 25 % more", "$0.13 21 % dearer"],
        ["MI355X this page", "4,000", "$0.10"],
    ]


def test_the_row_of_the_page_itself_is_marked_and_the_others_are_links(folder):
    page = built(folder, [row(50, 5000), row(50, 4000, hardware="mi355x")])
    own, other = page.section("beside").one("tbody").all("tr")
    assert (own.attrs.get("class"), own.all("a")) == ("primary", [])
    assert [(a.text, a.attrs["href"]) for a in other.all("a")] == [
        ("MI355X", f"../../{KIMI_MI355X}"),
        ("side by side", "../../compare/kimi-k26-b300-vs-mi355x/"),
    ]


def test_without_a_page_that_compares_two_gpus_none_is_linked(folder):
    folder.edit("data/site.toml", 'comparisons = "all" ', 'comparisons = "none" ')
    page = built(folder, [row(50, 5000), row(50, 4000, hardware="mi355x")])
    assert page.table(GPU)[2] == ["MI355X", "4,000 20 % less", "$0.10 17 % cheaper"]
    assert "compare/" not in page.source


def test_other_models_on_the_gpu_stand_in_a_table_of_their_own(folder):
    """Twice as much is told as a multiple."""
    page = built(folder, [row(50, 2000), row(50, 5000, model="dsv4")])
    assert page.table(OTHER_MODEL)[1:] == [
        ["DeepSeek V4 Pro", "5,000 2.5 times as much", "$0.13 60 % cheaper"],
        ["Kimi K2.6 this page", "2,000", "$0.31"],
    ]
    assert page.root.all("caption", id=GPU) == []


def test_a_pair_alone_has_no_comparison(folder):
    page = built(folder, points(*CURVE))
    assert page.root.all("section", aria_labelledby="beside") == []


def test_a_tie_is_the_same_and_a_near_tie_about_the_same(folder):
    """Equal to the last digit: the same; 1,002 against 1,000: about the same."""
    rows = [row(50, 1000), row(50, 1000, model="dsv4"), row(50, 1002, model="glm5")]
    table = built(folder, rows).table(OTHER_MODEL)
    assert sorted(cells[1] for cells in table[1:]) == ["1,000", "1,000 the same", "1,002 about the same"]


def test_a_rival_out_of_reach_says_how_far_it_gets(folder):
    page = built(folder, [row(50, 5000), *points((30, 9000), (42.5, 900), hardware="mi355x")])
    assert page.table(GPU)[2] == ["MI355X side by side", "- tops out at 42.5 tok/s", "-"]


def test_a_page_that_does_not_reach_the_target_compares_with_nobody(folder):
    """Then no sentence may say that each row is compared."""
    page = built(folder, [*points((30, 9000), (42.5, 900)), row(50, 5000, hardware="mi355x")])
    assert page.table(GPU)[1:] == [
        ["MI355X side by side", "5,000", "$0.083"],
        ["B300 this page", "- tops out at 42.5 tok/s", "-"],
    ]
    assert "Each row says how it compares" not in page.says("beside")


def test_a_missing_price_leaves_the_comparison_of_costs_out(folder):
    folder.edit("data/tco.toml", "mi355x     = { hyperscaler = 1.50, neocloud = 2.09, retail = 2.10 }\n", "")
    page = built(folder, [row(50, 5000), row(50, 4000, hardware="mi355x")])
    assert page.table(GPU)[2] == ["MI355X side by side", "4,000 20 % less", "-"]
    assert page_of(folder, KIMI_MI355X).table(GPU)[1] == ["B300 side by side", "5,000 25 % more", "$0.13"]


def test_bounds_and_estimates_are_compared_as_such(folder):
    """At least 6,000 against 5,000 is at least 20 % more; an estimate of 3,000 is about 40 % less. 2.26 / 5,000 against
    1.73 / 6,000 = 0.638 is at least 36 % cheaper, and against 1.22 / 3,000 = 0.8997 about 10 % cheaper."""
    rows = [
        row(50, 5000),
        row(60, 6000, hardware="b200"),
        *points((30, 4000), (80, 1500), hardware="h200"),
    ]
    assert built(folder, rows).table(GPU)[1:] == [
        ["B200 side by side", "≥ 6,000 at least 20 % more", "≤ $0.080 at least 36 % cheaper"],
        ["B300 this page", "5,000", "$0.13"],
        ["H200 side by side", "~3,000 about 40 % less", "~$0.11 about 10 % cheaper"],
    ]


def test_an_estimate_beside_a_lower_bound_is_compared_as_both(folder):
    """At least 6,000 against about 4,000 is 50 % more, and 1.73 / 6,000 against 2.26 / 4,000 is 48.97 % cheaper. Of
    half a per cent, at least 4,020, nothing is said, but 1.22 / 4,020 is 46.3 % cheaper."""
    estimate = points((20, 4400), (80, 3600))
    page = built(folder, [*estimate, row(60, 6000, hardware="b200"), row(60, 4020, hardware="h200")])
    assert page.table(GPU)[1:] == [
        ["B200 side by side", "≥ 6,000 at least about 50 % more", "≤ $0.080 at least about 48 % cheaper"],
        ["H200 side by side", "≥ 4,020", "≤ $0.084 at least about 46 % cheaper"],
        ["B300 this page", "~4,000", "~$0.16"],
    ]


def test_a_long_ranking_is_cut_around_the_page(folder):
    """Six on each side; the third of fifteen has two above it and six below."""
    for at in range(15):
        folder.edit("data/gpus.toml", "[gpus.h100]", f'[gpus.x{at:02}]\nlabel = "X{at:02}"\n\n[gpus.h100]')
    page = built(folder, [row(50, 9000 - at, hardware=f"x{at:02}") for at in range(15)], "run/kimi-k26-on-x02/")
    names = [cells[0].split()[0] for cells in page.table(GPU)[1:]]
    assert names == [f"X{at:02}" for at in range(9)]


def moves(page: Page) -> list[list[str]]:
    return page.table("history-caption")[1:]


def test_history_tells_each_move_of_the_primary_read(folder):
    """1,000, then 25 % more, the same again, then 20 % less: three dates, newest first."""
    values = [(1, 1000), (5, 1250), (9, 1250), (20, 1000)]
    page = built(folder, [row(50, value, date=day(number)) for number, value in values])
    assert page.table("history-caption")[0] == ["From", "Tokens/s per GPU", "Engine, precision, model key"]
    assert moves(page) == [
        ["2026-07-20", "1,000 20 % less", "vLLM, fp4, kimik2.6"],
        ["2026-07-05", "1,250 25 % more", "vLLM, fp4, kimik2.6"],
        ["2026-07-01", "1,000", "vLLM, fp4, kimik2.6"],
    ]
    assert page.root.one("desc", id="changes-desc").raw == "From 1,000 on 2026-07-01 to 1,000 on 2026-07-20."


def test_each_date_is_read_from_what_was_current_then(folder):
    """A run that covers less replaces the older one from its own date on; another engine that leads is named."""
    rows = [
        *points((50, 2000), (80, 1000), date=day(1)),
        row(50, 2400, framework="sglang", date=day(8)),
        row(50, 3000, date=day(15)),
    ]
    assert moves(built(folder, rows)) == [
        ["2026-07-15", "3,000 25 % more", "vLLM, fp4, kimik2.6"],
        ["2026-07-08", "2,400 20 % more", "SGLang, fp4, kimik2.6"],
        ["2026-07-01", "2,000", "vLLM, fp4, kimik2.6"],
    ]


@pytest.mark.parametrize(
    "rows",
    [
        [row(50, 1000)],
        [row(50, 1000, date=day(1)), row(50, 1000, date=day(2))],
        [row(50, 1000, date=day(1)), row(50, 900, date=day(2), framework="sglang")],
        [row(50, 1000, date=day(1)), row(50, 2000, date=day(2), isl=1024)],
    ],
)
def test_where_nothing_moved_there_is_no_history(folder, rows):
    """One date; the same again; a slower rival; another workload."""
    page = built(folder, rows)
    assert page.root.all("section", aria_labelledby="history") == []
    assert page.root.all("svg", aria_labelledby="changes-title changes-desc") == []


def test_a_target_out_of_reach_at_first_is_a_dash_and_no_change(folder):
    page = built(folder, [row(40, 1000, date=day(1)), row(50, 900, date=day(2))])
    assert moves(page) == [["2026-07-02", "900", "vLLM, fp4, kimik2.6"], ["2026-07-01", "-", "vLLM, fp4, kimik2.6"]]
    assert page.root.all("desc", id="changes-desc") == []


def test_a_lower_bound_in_history_is_compared_with_nothing(folder):
    page = built(folder, [row(60, 1000, date=day(1)), row(50, 1500, date=day(2))])
    assert [cells[1] for cells in moves(page)] == ["1,500", "≥ 1,000"]


def test_a_run_over_midnight_is_one_date(folder):
    """Its rows of both days count from the day of its newest one."""
    first = [row(50, 1000, date=day(1), run_url=f"{RUNS}1")]
    night = [
        row(40, 3000, conc=8, date=day(9), run_url=f"{RUNS}2"),
        row(60, 1800, conc=4, date=day(10), run_url=f"{RUNS}2"),
    ]
    assert [cells[0] for cells in moves(built(folder, [*first, *night]))] == ["2026-07-10", "2026-07-01"]


@pytest.mark.parametrize("dates", [13, 15, 70])
def test_history_shows_the_twelve_newest_moves(folder, dates):
    """However many there are, in the table and in the chart alike."""
    page = built(folder, [row(50, 1000 + number, date=day(number)) for number in range(1, dates + 1)])
    shown = [day(number).isoformat() for number in range(dates, dates - 12, -1)]
    assert [cells[0] for cells in moves(page)] == shown
    assert moves(page)[-1][1] == f"{1000 + dates - 11:,}"
    assert page.root.one("desc", id="changes-desc").raw == (
        f"From {1000 + dates - 11:,} on {shown[-1]} to {1000 + dates:,} on {shown[0]}."
    )


def test_history_names_the_model_key_that_leads(folder):
    """Point releases share a page; a move from one to the other is told."""
    rows = [row(50, 1000, model="kimik2.5", date=day(1)), row(50, 1250, date=day(2))]
    assert moves(built(folder, rows)) == [
        ["2026-07-02", "1,250 25 % more", "vLLM, fp4, kimik2.6"],
        ["2026-07-01", "1,000", "vLLM, fp4, kimik2.5"],
    ]


def test_a_move_is_dated_right_also_where_dates_are_too_many_to_look_at(folder):
    """Seventy dates of a rival; of the newest sixty, days 65 and 70 moved, and the tenth last is not called one."""
    rival = [row(50, 500, framework="sglang", date=day(number)) for number in range(2, 71)]
    own = [row(50, value, date=day(number)) for number, value in ((1, 1000), (65, 1250), (70, 2000))]
    assert [cells[0] for cells in moves(built(folder, [*own, *rival]))] == [day(70).isoformat(), day(65).isoformat()]


def test_dates_on_which_nothing_moved_do_not_push_out_those_on_which_it_did(folder):
    """It moved on days 2 and 20; a slower rival ran on fourteen days between."""
    rival = [row(50, 500, framework="sglang", date=day(number)) for number in range(4, 18)]
    own = [row(50, value, date=day(number)) for number, value in ((1, 1000), (2, 1250), (20, 2000))]
    assert [cells[:2] for cells in moves(built(folder, [*own, *rival]))] == [
        ["2026-07-20", "2,000 60 % more"],
        ["2026-07-02", "1,250 25 % more"],
        ["2026-07-01", "1,000"],
    ]


def test_a_read_is_never_dated_from_a_day_on_which_it_did_not_move(folder):
    """1,000 stood from day 1 on, however many days a rival ran since."""
    rival = [row(50, 500, framework="sglang", date=day(number)) for number in range(2, 18)]
    page = built(folder, [row(50, 1000, date=day(1)), row(50, 2000, date=day(20)), *rival])
    assert [cells[0] for cells in moves(page)] == ["2026-07-20", "2026-07-01"]
    assert page_of(folder, KIMI).root.one("desc", id="changes-desc").raw == (
        "From 1,000 on 2026-07-01 to 2,000 on 2026-07-20."
    )
