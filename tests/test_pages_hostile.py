"""What data says is text: in elements, attributes, titles, charts, structured data and pages of text."""

import datetime
import json
import re
from xml.etree import ElementTree

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests.folders import Folder, points, row
from tests.reading_pages import CURVE, KIMI, Page, built, html_pages, page_of, real

TAG = "x <b onmouseover=x>y</b>"
HOSTILE = {
    "tag": TAG,
    "quotes": "A&B \"x\" onload='y' `z`",
    "end of script": "x</script><script>alert(1)</script>",
    "comment": "x<!--<script>y",
    "expression": "{{ 7*7 }} {{ site.name }}",
    "statement": "{% raw %}{% include 'run.html' %}",
    "separators": "a\u2028b\u2029c",
    "bidi": "a\u202eb\u2066c",
    "entity": "&lt;i&gt; &amp;amp; &#60;u>",
    "markdown": "*a* _b_ `c` [d](http://e.example/) | f",
    "style": "</style></title></svg></template>",
}
names = pytest.mark.parametrize("name", HOSTILE.values(), ids=list(HOSTILE))


def plain(text: str) -> str:
    """A text with its blanks joined, as pages show it."""
    return " ".join(text.split())


def same_shape(page: Page, harmless: Page) -> None:
    """Not one element or attribute more or less than with a harmless value, and no script of its own."""
    assert page.shape() == harmless.shape()
    data, script = (node.attrs.get("src") for node in page.root.all("script"))
    assert data is None
    assert re.fullmatch(r"\.\./\.\./assets/price\.[0-9a-f]{10}\.js", script or "")


def twice(folder: Folder, harmless, hostile, **options) -> tuple[Page, Page]:
    """The only run page of some rows, first with a harmless value, then with a hostile one; every other page of the
    site has the shape that it has with the harmless one."""
    pages, shapes = [], []
    for rows in (harmless, hostile):
        folder.rows(rows)
        folder.build(allow_unknown=True, **options)
        every = html_pages(folder)
        (found,) = [page for path, page in every.items() if path.startswith("run/")]
        pages.append(found)
        shapes.append(sorted(page.shape() for page in every.values()))
    assert shapes[0] == shapes[1]
    return pages[0], pages[1]


@names
def test_an_unlisted_model_name_is_text_everywhere(folder, name):
    """Title, heading, crumbs, sentences, chart, structured data, description, and the home page."""
    rows = [points(*CURVE, model=model) for model in ("zzz model", name)]
    harmless, page = twice(folder, *rows)
    same_shape(page, harmless)
    title = plain(f"Running {name} on B300")
    assert page.root.one("h1").text == title
    assert plain(page.root.all("title")[0].raw) == f"{title} | Inference report"
    assert page.meta("og:title") == f"{title} | Inference report"
    assert page.graph("WebPage")["name"] == title
    assert plain(name) in plain(page.root.one("title", id="frontier-title").raw)
    assert f"for {plain(name)}, with vLLM" in (page.meta("description") or "")
    assert {e["name"]: e["acceptedAnswer"]["text"] for e in page.graph("FAQPage")["mainEntity"]} == page.faq()
    assert plain(name) in page_of(folder).text


@names
def test_an_unlisted_gpu_engine_precision_and_method_are_text(folder, name):
    unknown = [row(50, 2500, hardware=text, framework=text, precision=text, spec_method=text) for text in ("zzz", name)]
    harmless, page = twice(folder, [unknown[0]], [unknown[1]])
    same_shape(page, harmless)
    folded = plain(name.casefold())
    assert page.root.one("h1").text == plain(f"Running Kimi K2.6 on {name}")
    assert page.evidence("50")[0]["Engine"] == f"{folded} · {folded}, {folded}"
    assert plain(name.casefold()) in page.faq()[f"Which serving engines run Kimi K2.6 on {plain(name)}?"]


@names
def test_image_address_and_error_are_text(folder, name):
    """The image is shown; an address that is none of the web is no link; what an error says is not shown at all."""
    values = [{"image": text, "run_url": text} for text in ("zzz", name)]
    sets = [[row(50, 2500, **value), row(50, 1, conc=2, error=value["image"])] for value in values]
    harmless, page = twice(folder, *sets)
    same_shape(page, harmless)
    assert page.evidence("50")[0]["Image"] == plain(name)
    assert page.evidence("50")[0]["Date"] == "2026-09-01"


def test_an_address_with_markup_stays_in_its_attribute(folder):
    address = "https://example.org/\"><script>alert(1)</script>?a=1&b='2'"
    rows = [[row(50, 2500, run_url=text)] for text in ("https://example.org/", address)]
    harmless, page = twice(folder, *rows)
    same_shape(page, harmless)
    assert address in [a.attrs["href"] for a in page.main.all("a")]


@names
def test_a_notice_and_the_names_of_the_catalogs_are_text(folder, name):
    """What editors write in catalogs is data as well: it is written into pages as it stands."""
    text = json.dumps(name, ensure_ascii=True)
    folder.edit("data/site.toml", "notices = []", f"notices = [{text}]")
    folder.edit("data/site.toml", 'name = "Inference report"', f"name = {text}")
    folder.edit("data/site.toml", 'label = "single-turn chat workload (8k input / 1k output)"', f"label = {text}")
    folder.edit("data/models.toml", 'name = "Kimi K2.6"', f"name = {text}")
    folder.edit("data/gpus.toml", 'label = "B300"', f"label = {text}")
    folder.edit("data/engines.toml", 'label = "vLLM"', f"label = {text}")
    folder.edit("data/tco.toml", 'label = "Neocloud"', f"label = {text}")
    page = built(real(folder), points(*CURVE))
    shown = plain(name)
    assert page.root.one("aside", class_="notices").text == shown
    assert page.root.one("h1").text == f"Running {shown} on {shown}"
    assert page.root.one("a", class_="brand").text == shown
    assert plain(page.ladder()["50 tok/s"][2]) == shown
    assert page.table("prices-caption")[2][0] == shown
    assert page.graph("WebPage")["isPartOf"]["name"] == name
    other = Folder(folder.root.parent / "harmless")
    same_shape(page, built(other_notice(other), points(*CURVE)))


def other_notice(folder: Folder) -> Folder:
    """The same settings with a harmless notice."""
    folder.edit("data/site.toml", "notices = []", 'notices = ["zzz"]')
    return real(folder)


def listed(folder: Folder, model: str) -> list[str]:
    """The feed and the list for language models of a site with one unlisted model."""
    folder.rows(points(*CURVE, model=model))
    folder.build(allow_unknown=True, base_url="https://example.org/")
    return [(folder.public / name).read_text(encoding="utf-8") for name in ("feed.xml", "llms.txt")]


def inlines(text: str) -> list[Token]:
    """What the lines of a Markdown text are made of."""
    return [token for token in MarkdownIt("commonmark").enable("table").parse(text) if token.type == "inline"]


def kinds(text: str) -> list[list[str]]:
    """The constructs in each line of a Markdown text."""
    return [[child.type for child in line.children or () if child.type != "text"] for line in inlines(text)]


@names
def test_a_name_is_text_in_the_lists_for_machines(folder, name):
    """The feed has the elements that it has with a harmless name, and the list of pages the same Markdown."""
    harmless, found = listed(folder, "zzz model"), listed(folder, name)
    feeds = [list(ElementTree.fromstring(text[0]).iter()) for text in (harmless, found)]
    assert [node.tag for node in feeds[0]] == [node.tag for node in feeds[1]]
    titles = [node.text or "" for node in feeds[1] if node.tag.endswith("}title")]
    assert [plain(title.partition(" on B300: ")[0]) for title in titles[1:]] == [plain(name)]
    assert kinds(harmless[1]) == kinds(found[1])
    texts = ["".join(child.content for child in line.children or ()) for line in inlines(found[1])]
    assert plain(name) in texts


def test_a_long_name_is_whole_on_its_page(folder):
    """300 characters, from a catalog, whose id is the address."""
    name = "x" * 299 + "&"
    folder.edit("data/models.toml", 'name = "Kimi K2.6"', f'name = "{name}"')
    page = built(folder, points(*CURVE), KIMI)
    assert page.root.one("h1").text == f"Running {name} on B300"
    assert page.graph("WebPage")["name"] == f"Running {name} on B300"


@pytest.mark.parametrize(
    "name",
    [HOSTILE["tag"], HOSTILE["entity"], HOSTILE["markdown"], "A|B", "a\nb"],
    ids=["tag", "entity", "markdown", "bar", "line"],
)
def test_data_in_a_page_of_text_is_neither_markup_nor_markdown(folder, name):
    """In a paragraph, a table and code: stars, bars, brackets and tags stand there as they are."""
    folder.edit("data/tco.toml", 'source = "SemiAnalysis AI Cloud TCO model"', f"source = {json.dumps(name)}")
    text = "# About\n\nFrom {{ site.price_source }}.\n\n| a | b |\n| --- | --- |\n| {{ site.price_source }} | $0.19 |\n"
    (folder.templates / "copy/pages/about.md").write_text(text, encoding="utf-8")
    article = built(folder, points(*CURVE), "about/").root.one("article")
    assert article.one("h1").text == "About"
    assert article.all("p")[0].text == plain(f"From {name}.")
    assert [td.text for td in article.all("td")] == [plain(name), "$0.19"]
    assert {node.tag for node in article.walk()} == {"article", "h1", "p", "table", "thead", "tbody", "tr", "th", "td"}


def test_structured_data_of_every_kind_of_value_parses(folder):
    """Odd numbers in rows never become NaN or Infinity on a page."""
    nan, inf = float("nan"), float("inf")
    rows = [
        row(50, 2500, median_ttft=nan, median_tpot=inf, p99_ttft=-1.0, avg_power_w=nan, joules_per_total_token=0.0),
        row(50, inf, conc=2),
        row(nan, 10, conc=3),
    ]
    page = built(folder, rows)
    assert page.json_ld()["@graph"]
    assert "nan" not in page.text.casefold().split()
    assert "inf" not in page.text.casefold().split()
    assert page.evidence("50")[0]["TTFT"] == "-"
    assert page.root.one("p", class_="facts").text.endswith(datetime.date(2026, 9, 1).isoformat())
