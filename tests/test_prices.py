"""Prices in a whole build: what a page says with, without and with half of them, and what a change of one touches."""

import html
import re

import pytest

from site_builder.errors import BuildError
from tests.folders import Folder, points, tree

B300 = "b300       = { hyperscaler = 2.26, neocloud = 2.52, retail = 3.00 }"
CURVE = ((20.0, 4000.0), (50.0, 2500.0), (100.0, 1250.0))
KIMI_B300 = "run/kimi-k26-on-b300/"
KIMI_MI355X = "run/kimi-k26-on-mi355x/"
GLM_MI355X = "run/glm-5-1-on-mi355x/"
CHEAPEST = "rankings/cheapest-gpu-for-kimi-k26/index.html"
COMPARED = "compare/kimi-k26-b300-vs-mi355x/index.html"


PAIRS = (("kimik2.6", "b300"), ("kimik2.6", "mi355x"), ("dsv4", "b300"), ("glm5", "mi355x"))


@pytest.fixture
def priced(folder: Folder) -> Folder:
    """Four pairs of three models and two GPUs, all with 2,500 tokens/s per GPU at 50 tokens/s per user."""
    folder.rows([row for model, gpu in PAIRS for row in points(*CURVE, model=model, hardware=gpu)])
    return folder


def text_of(page: str) -> str:
    """What a person reads on a page: no markup, blanks joined."""
    body = page[page.index("<body>") :]
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", body)).split())


def section(page: str, heading: str) -> str:
    """The text of a page's section, found by the id of its heading."""
    start = page.index(f'<h2 id="{heading}">')
    return text_of("<body>" + page[start : page.index("</section>", start)])


def price_rows(page: str) -> list[list[str]]:
    """The rows of the price table, cell by cell."""
    table = page[page.index('<table class="prices">') :].split("</table>", maxsplit=1)[0]
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in table.split("<tr>")[2:]]
    return [[html.unescape(cell) for cell in row] for row in cells]


def home_cell(page: str, path: str) -> str:
    """The text of the cell of the home page that links to a run page."""
    start = page.index(f'{path}"')
    return text_of("<body>" + page[start : page.index("</td>", start)].partition(">")[2])


def quoting(folder: Folder, figure: str) -> set[str]:
    """The files of the site that print a figure."""
    return {path for path, content in tree(folder.public).items() if figure.encode() in content}


def changed_by(folder: Folder, old: str, new: str) -> set[str]:
    """The files that differ after a change in tco.toml, without the list of files, which holds their hashes."""
    before = tree(folder.public)
    folder.edit("data/tco.toml", old, new)
    folder.build()
    after = tree(folder.public)
    assert list(after) == list(before)
    return {path for path in before if after[path] != before[path]} - {"build.json"}


def dated(folder: Folder, tier: str, day: str) -> None:
    """Give a price tier a date of its own."""
    folder.edit("data/tco.toml", f'label = "{tier}"', f'label = "{tier}"\nas_of = {day}')


def test_each_price_tier_has_its_price_and_cost(priced: Folder):
    """$/1M = price x 1e6 / (2,500 x 3,600): 2.26 / 9 = 0.2511, 2.52 / 9 = 0.28, 3.00 / 9 = 0.3333."""
    priced.build()
    assert price_rows(priced.page(KIMI_B300)) == [
        ["Hyperscaler", "$2.26", "$0.25"],
        ["Neocloud", "$2.52", "$0.28"],
        ["Retail", "$3.00", "$0.33"],
    ]


def test_the_date_and_source_of_the_prices_stand_by_the_costs(priced: Folder):
    priced.build()
    cost = section(priced.page(KIMI_B300), "cost")
    assert "SemiAnalysis AI Cloud TCO model" in cost
    assert "as of 2026-08-15" in cost


def test_the_ladder_names_the_price_tier_and_the_date_of_its_costs(priced: Folder):
    """Costs at every target are those of the first price tier; a reader must not have to guess that."""
    priced.build()
    ladder = section(priced.page(KIMI_B300), "ladder").casefold()
    assert "hyperscaler" in ladder
    assert "2026-08-15" in ladder


def test_the_home_page_names_the_price_tier_and_the_date_of_its_costs(priced: Folder):
    """The newest run is of another day, so the date on the page can only be that of the prices."""
    priced.build()
    home = text_of(priced.page()).casefold()
    assert "hyperscaler" in home
    assert "2026-08-15" in home


def test_the_primary_price_changes_every_page_that_quotes_it_and_nothing_else(priced: Folder):
    """$2.26 is $0.25 for a million tokens at 50 tokens/s per user, and no other cost is $0.25. The table of all ladders
    has it as a number."""
    priced.build()
    quotes = quoting(priced, "$0.25")
    lists = {"index.html", "llms.txt", "gpus/b300/index.html", "models/kimi-k26/index.html", CHEAPEST, COMPARED}
    assert {*lists, f"{KIMI_B300}index.html", f"{KIMI_B300}data.json", "run/deepseek-v4-on-b300/index.html"} <= quotes
    assert not quotes & {f"{GLM_MI355X}index.html", f"{GLM_MI355X}data.json", "gpus/mi355x/index.html"}
    assert changed_by(priced, "hyperscaler = 2.26", "hyperscaler = 3.60") == quotes | {"data/ladder.csv"}


def test_another_price_changes_the_pages_of_its_gpu_and_no_list(priced: Folder):
    """Lists quote the primary price only; the hub of the GPU, comparisons and the table of ladders have them all."""
    priced.build()
    quotes = quoting(priced, "$2.09")
    runs = {f"{run}{file}" for run in (KIMI_MI355X, GLM_MI355X) for file in ("index.html", "data.json")}
    assert quotes == {*runs, "gpus/mi355x/index.html", COMPARED}
    assert changed_by(priced, "neocloud = 2.09", "neocloud = 1.80") == quotes | {"data/ladder.csv"}


def test_a_changed_price_changes_every_place_of_a_page_that_quotes_it(priced: Folder):
    """2.26 / 9 = $0.25 becomes 3.60 / 9 = $0.40 in text, table, meta description and structured data alike."""
    priced.build()
    changed_by(priced, "hyperscaler = 2.26", "hyperscaler = 3.60")
    page = priced.page(KIMI_B300)
    assert "$0.25" not in page
    assert "$2.26" not in page
    assert re.search(r'name="description" content="[^"]*\$0\.40', page)
    assert re.search(r'property="og:description" content="[^"]*\$0\.40', page)
    assert re.search(r'"description":"[^"]*\$0\.40', page)
    assert re.search(r'"text":"[^"]*\$0\.40', page)
    assert all("$0.40" in section(page, name) for name in ("answer", "ladder", "cost", "faq"))
    assert "$0.40" in home_cell(priced.page(), KIMI_B300)


def test_a_new_date_of_the_prices_changes_every_page_with_a_cost(priced: Folder):
    priced.build()
    priced.edit("data/tco.toml", "as_of = 2026-08-15", "as_of = 2026-08-28")
    priced.build()
    for path in (KIMI_B300, KIMI_MI355X):
        assert "as of 2026-08-28" in priced.page(path)
        assert "2026-08-15" not in priced.page(path)


def test_prices_of_different_dates_are_a_warning_that_strict_makes_fail(priced: Folder):
    dated(priced, "Neocloud", "2025-08-01")
    warning = (
        "data/tco.toml:8: warning: prices of different dates "
        "(Hyperscaler 2026-08-15, Neocloud 2025-08-01, Retail 2026-08-15), expected one revision [mixed-price-dates]"
    )
    with pytest.raises(BuildError) as stop:
        priced.build(strict=True)
    assert warning in [str(problem) for problem in stop.value.problems]
    assert tree(priced.public) == {}
    assert priced.warnings() == [warning]


def test_with_different_dates_each_price_shows_its_own(priced: Folder):
    dated(priced, "Neocloud", "2025-08-01")
    priced.build()
    assert price_rows(priced.page(KIMI_B300)) == [
        ["Hyperscaler", "$2.26", "$0.25", "2026-08-15"],
        ["Neocloud", "$2.52", "$0.28", "2025-08-01"],
        ["Retail", "$3.00", "$0.33", "2026-08-15"],
    ]


def test_a_gpu_missing_from_one_price_tier_shows_a_dash_there(priced: Folder):
    priced.edit("data/tco.toml", B300, "b300 = { hyperscaler = 2.26, retail = 3.00 }")
    assert priced.notes() == ["data/tco.toml: note: B300 has no price for Neocloud, so its pages show none [no-price]"]
    assert price_rows(priced.page(KIMI_B300)) == [
        ["Hyperscaler", "$2.26", "$0.25"],
        ["Neocloud", "-", "-"],
        ["Retail", "$3.00", "$0.33"],
    ]


def test_no_sentence_speaks_of_a_price_that_is_missing(priced: Folder):
    """With a neocloud price the answer on cost names that tier; without one nothing but the table's row does."""
    priced.edit("data/tco.toml", B300, "b300 = { hyperscaler = 2.26, retail = 3.00 }")
    priced.build()
    assert "neocloud" in section(priced.page(KIMI_MI355X), "faq")
    assert "neocloud" not in priced.page(KIMI_B300)
    assert "retail" in section(priced.page(KIMI_B300), "faq")


def test_a_gpu_without_the_primary_price_keeps_its_others(priced: Folder):
    """Answer, ladder and questions quote the primary price, so they give no cost; the price table keeps the rest."""
    priced.edit("data/tco.toml", B300, "b300 = { neocloud = 2.52 }")
    priced.build()
    page = priced.page(KIMI_B300)
    assert price_rows(page) == [["Hyperscaler", "-", "-"], ["Neocloud", "$2.52", "$0.28"], ["Retail", "-", "-"]]
    assert [re.findall(r"\$\d", section(page, name)) for name in ("answer", "ladder", "faq")] == [[], [], []]
    assert "How much does it cost" not in page


def test_a_gpu_without_any_price_is_noted_and_its_pages_show_dashes_and_no_cost(priced: Folder):
    priced.edit("data/tco.toml", f"{B300}\n", "")
    assert priced.notes() == [
        "data/tco.toml: note: B300 has no price for Hyperscaler, Neocloud, Retail, so its pages show none [no-price]"
    ]
    page = priced.page(KIMI_B300)
    assert price_rows(page) == [["Hyperscaler", "-", "-"], ["Neocloud", "-", "-"], ["Retail", "-", "-"]]
    assert [re.findall(r"\$\d", section(page, name)) for name in ("answer", "ladder", "cost", "faq")] == [[]] * 4
    assert re.findall(r"\$\d", page.split("<body>")[0]) == []
    assert "How much does it cost" not in page
    assert "2,500" in section(page, "answer")


def test_a_page_without_any_price_does_not_announce_a_cost(priced: Folder):
    """The lead of the cost section may not say what tokens cost, nor as of when, over a table of dashes."""
    priced.edit("data/tco.toml", f"{B300}\n", "")
    priced.build()
    announced = "What a million tokens cost"
    assert announced in section(priced.page(KIMI_MI355X), "cost")
    assert announced not in section(priced.page(KIMI_B300), "cost")
    assert "as of" not in section(priced.page(KIMI_B300), "cost")


def test_a_page_claims_no_date_of_a_price_it_does_not_have(priced: Folder):
    """Only the neocloud prices are of 2025, and B300 has none."""
    dated(priced, "Neocloud", "2025-08-01")
    priced.edit("data/tco.toml", B300, "b300 = { hyperscaler = 2.26, retail = 3.00 }")
    priced.build()
    assert "2025-08-01" in priced.page(KIMI_MI355X)
    assert "2025-08-01" not in priced.page(KIMI_B300)


def test_the_home_page_shows_no_cost_for_a_gpu_without_a_price(priced: Folder):
    """MI355X: 1.50 / 9 = 0.1667."""
    priced.edit("data/tco.toml", f"{B300}\n", "")
    priced.build()
    assert home_cell(priced.page(), KIMI_B300) == "2,500"
    assert home_cell(priced.page(), KIMI_MI355X) == "2,500 $0.17"


def test_no_page_ever_shows_a_cost_of_zero(priced: Folder):
    """A price of $0.0001 for an hour is 0.0001 / 9 = $0.000011 for a million tokens."""
    priced.edit("data/tco.toml", B300, "b300 = { hyperscaler = 0.0001 }")
    priced.build()
    assert price_rows(priced.page(KIMI_B300))[0] == ["Hyperscaler", "$0.00010", "$0.000011"]
    for path in priced.public.rglob("*.html"):
        assert re.findall(r"\$0\.0*(?!\d)", path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("new", "line"),
    [
        (
            "b300 = { hyperscaler = 0, neocloud = 2.52 }",
            "prices.b300.hyperscaler: 0, expected a number above 0, written without quotes [wrong-type]",
        ),
        (
            'b300 = { hyperscaler = 2.26, neocloud = "2.60" }',
            "prices.b300.neocloud: '2.60', expected a number above 0, written without quotes [wrong-type]",
        ),
        (
            "b3000 = { hyperscaler = 2.26 }",
            "prices.b3000: no such GPU, expected a key of gpus.toml [unknown-name]\n    did you mean 'b300'?",
        ),
    ],
)
def test_a_wrong_price_stops_the_build_and_leaves_the_site_as_it_was(priced: Folder, new: str, line: str):
    priced.build()
    at = priced.edit("data/tco.toml", B300, new)
    assert priced.errors() == [f"data/tco.toml:{at}: error: {line}"]


def test_a_price_tier_that_is_taken_out_goes_from_every_page(priced: Folder):
    path = priced.data / "tco.toml"
    text = path.read_text(encoding="utf-8").replace('[[tiers]]\nid = "retail"\nlabel = "Retail"\n', "")
    path.write_text(re.sub(r", retail = [\d.]+", "", text), encoding="utf-8")
    priced.build()
    assert [row[0] for row in price_rows(priced.page(KIMI_B300))] == ["Hyperscaler", "Neocloud"]
    assert not any(b"retail" in content.lower() for content in tree(priced.public).values())


def test_the_first_price_tier_is_the_one_that_pages_quote(priced: Folder):
    """With neocloud first: 2.52 / 9 = 0.28."""
    first, second = '[[tiers]]\nid = "hyperscaler"\nlabel = "Hyperscaler"\n\n', '[[tiers]]\nid = "neocloud"\n'
    priced.edit("data/tco.toml", first, "")
    priced.edit("data/tco.toml", 'label = "Neocloud"\n', 'label = "Neocloud"\n\n' + first)
    assert second in (priced.data / "tco.toml").read_text(encoding="utf-8")
    priced.build()
    page = priced.page(KIMI_B300)
    assert [row[0] for row in price_rows(page)] == ["Neocloud", "Hyperscaler", "Retail"]
    assert "$0.28" in section(page, "faq")
    assert "$0.25" not in section(page, "faq")
