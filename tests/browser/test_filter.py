"""The filter of the home page in a real browser: what typing leaves of the matrix and of the list of all pages."""

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Open
from tests.browser.kinds import HOME

# What is in sight: models and GPUs of the matrix, links of the list below it, and what the form says was found.
SEEN = """() => {
  const shown = (each) => each.checkVisibility();
  const texts = (all) => [...all].filter(shown).map((each) => each.textContent.trim());
  const items = [...document.querySelectorAll(".all > li li")].filter(shown);
  return {
    models: texts(document.querySelectorAll("table.matrix tbody th")),
    gpus: texts(document.querySelectorAll("table.matrix thead th:not(:first-child)")),
    figures: texts(document.querySelectorAll("table.matrix td")).length,
    groups: texts(document.querySelectorAll(".all > li")).length,
    links: items.flatMap((item) => texts(item.querySelectorAll("a"))),
    found: document.querySelector(".found")?.textContent ?? null,
  };
}"""


@dataclass(frozen=True)
class Seen:
    """What a reader sees of the home page."""

    models: list[str]
    gpus: list[str]
    figures: int
    groups: int
    links: list[str]
    found: str | None


def seen(page: Page) -> Seen:
    return Seen(**page.evaluate(SEEN))


def typed(page: Page, words: str) -> Seen:
    """What is in sight when some words have been typed."""
    page.get_by_role("searchbox", name="Find a model or GPU").fill(words)
    return seen(page)


@pytest.fixture
def home(open_page: Open) -> Page:
    return open_page("shipped", HOME)


def test_at_first_everything_is_listed(home: Page):
    """Nothing is hidden and nothing said to be found before anything is typed."""
    whole = seen(home)
    assert home.locator("[hidden]").count() == 0
    assert whole.found == ""
    assert len(whole.models) == home.locator("table.matrix tbody tr").count() > 5
    assert whole.figures == len(whole.models) * len(whole.gpus)


def test_a_model_keeps_its_row_and_its_pages(home: Page):
    """The GPUs with a result for it stay; of the list its pages, and what else names it."""
    whole = seen(home)
    kimi = typed(home, "kimi k2")
    assert kimi.models == ["Kimi K2.6"]
    assert kimi.gpus == [gpu for gpu in whole.gpus if f"Kimi K2.6 on {gpu}" in whole.links]
    assert kimi.links == [link for link in whole.links if "Kimi K2.6" in link]
    assert kimi.groups == 1


def test_a_gpu_keeps_its_column_and_its_pages(home: Page):
    """The models with a result on it stay; a GPU whose name begins so stays too."""
    whole = seen(home)
    found = typed(home, "mi355")
    assert found.gpus == ["MI355X"]
    cells = home.locator("table.matrix td a").evaluate_all("links => links.map((link) => link.title)")
    assert found.models == [model for model in whole.models if f"{model} on MI355X" in cells]
    assert found.figures == len(found.models)
    assert found.links == [link for link in whole.links if "MI355X" in link]
    assert typed(home, "b300").gpus == ["B300", "GB300 NVL72"]


def test_all_words_must_occur_in_any_order_and_case(home: Page):
    """A model and a GPU: one row, one column, one pair; the same for capitals and blanks."""
    found = typed(home, "k2.6 mi355x")
    assert (found.models, found.gpus, found.figures) == (["Kimi K2.6"], ["MI355X"], 1)
    assert found.links == ["Kimi K2.6 on MI355X"]
    assert found.found == "1 match"
    for words in ("MI355X K2.6", "  mi355X   kImI K2.6 ", "k2.6 mi355x kimi", "ｋ2.6 ｍｉ355ｘ"):
        assert typed(home, words) == found, words


def test_what_is_found_is_counted(home: Page):
    """As many as links are in sight."""
    found = typed(home, "deepseek")
    assert found.found == f"{len(found.links)} matches"
    assert len(found.links) > 5


def test_rankings_are_found_by_their_name(home: Page):
    found = typed(home, "cheapest")
    assert found.links
    assert all(link.startswith("Cheapest GPU for ") for link in found.links)


def test_pages_without_a_figure_are_found_too(home: Page):
    assert "MiniMax M3 on MI325X" in typed(home, "minimax mi325x").links


@pytest.mark.parametrize("words", ["qqqq", "kimi qqqq", "kimi deepseek"])
def test_where_not_all_words_occur_nothing_is_left(home: Page, words: str):
    """Then the page says so, and shows no empty table."""
    found = typed(home, words)
    assert (found.models, found.gpus, found.links, found.groups) == ([], [], [], 0)
    assert found.found == "Nothing matches."
    assert not home.locator("table.matrix").is_visible()


def test_an_emptied_field_gives_everything_back(home: Page):
    """However often it was narrowed before."""
    whole = seen(home)
    for words in ("kimi", "mi355x", "qqqq", "kimi mi355x"):
        assert typed(home, words) != whole
        assert typed(home, " ") == typed(home, "") == whole
    assert home.locator("[hidden]").count() == 0


def test_a_word_of_a_model_and_of_a_gpu_keeps_both(home: Page):
    """Pro is in DeepSeek V4 Pro and in RTX PRO 6000; with the other words of a pair it names that pair."""
    found = typed(home, "gpt-oss-120b pro 6000")
    assert found.links == ["gpt-oss-120b on RTX PRO 6000"]
    assert (found.models, found.gpus) == (["gpt-oss-120b"], ["RTX PRO 6000"])


def test_matrix_and_list_never_disagree(home: Page):
    """A pair whose figure is in sight in the matrix is in the list, for every pair of model and GPU."""
    whole = seen(home)
    cells = set(home.locator("table.matrix td a").evaluate_all("links => links.map((link) => link.title)"))
    for model in whole.models:
        for gpu in whole.gpus:
            found = typed(home, f"{model} {gpu}")
            pair = f"{model} on {gpu}"
            assert (pair in found.links) == (pair in whole.links), pair
            if pair in cells:  # "GLM-5 B300" finds GLM-5.2 on B300 as well
                assert model in found.models, pair
                assert gpu in found.gpus, pair
            else:
                assert not (model in found.models and gpu in found.gpus), pair


def test_the_keyboard_alone_is_enough(home: Page):
    """Tab comes to the field before the matrix; typing narrows; Enter stays; the next Tab goes on to what is left."""
    start = home.url
    visited: list[str] = []
    while "INPUT" not in visited:
        assert len(visited) < 10
        home.keyboard.press("Tab")
        visited.append(home.evaluate("() => document.activeElement.tagName"))
    home.keyboard.type("k2.6 mi355x")
    home.keyboard.press("Enter")
    assert home.url == start
    assert seen(home).links == ["Kimi K2.6 on MI355X"]
    passed = []
    for _ in range(6):
        home.keyboard.press("Tab")
        passed.append(home.evaluate("() => document.activeElement.textContent.trim()"))
    assert passed[1:3] == ["MI355X", "Kimi K2.6"]
    assert re.fullmatch(r"[\d,]+", passed[3])
    home.get_by_role("searchbox").press("Escape")
    home.get_by_role("searchbox").press("ControlOrMeta+a")
    home.keyboard.press("Delete")
    assert len(seen(home).models) == home.locator("table.matrix tbody tr").count()


def test_what_was_found_is_told_to_those_who_do_not_see_it(home: Page):
    """The count is a status, which assistive software reads out as it changes."""
    typed(home, "k2.6 mi355x")
    assert home.get_by_role("status").inner_text() == "1 match"


@pytest.mark.parametrize("site", ["shipped", "extreme"])
def test_without_javascript_everything_is_listed(open_page: Open, site: str):
    """All rows, columns and links, and no field that would do nothing."""
    with_scripts = seen(open_page(site, HOME))
    plain = open_page(site, HOME, scripts=False)
    assert plain.locator("input").count() == plain.locator("[hidden]").count() == 0
    rows = plain.locator("table.matrix tbody tr").count()
    assert plain.locator("table.matrix tbody th:visible").count() == rows == len(with_scripts.models)
    assert plain.locator(".all li li a:visible").count() == len(with_scripts.links)
