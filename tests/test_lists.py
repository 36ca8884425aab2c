"""Lists for machines hold what is indexed and parse whatever data says: sitemap, robots, llms.txt, feed, manifest."""

import datetime
import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from markdown_it import MarkdownIt

from site_builder.exports import sitemap
from site_builder.exports.sitemap import sitemap_files
from tests.folders import Folder, Row, points, row
from tests.reading_pages import html_pages

BASE = "https://x.org/bench/"
MAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
ATOM = "{http://www.w3.org/2005/Atom}"
HOSTILE = "A](https://evil.example) <b>&amp; # * _x_ `c` | ~~d~~ \\ ![i](j)"
POINT = ((30, 4000), (50, 2500))


def day(number: int) -> datetime.date:
    return datetime.date(2026, 7, number)


@pytest.fixture
def plain(folder: Folder) -> Folder:
    """A project without preview pictures, which take their time."""
    folder.edit("data/site.toml", "pictures = true ", "pictures = false ")
    return folder


def listed(folder: Folder, name: str = "sitemap.xml") -> dict[str, str | None]:
    """The addresses of a sitemap, each with its date."""
    root = ElementTree.parse(folder.public / name).getroot()
    found = {entry.findtext(f"{MAP}loc") or "": entry.findtext(f"{MAP}lastmod") for entry in root}
    assert len(found) == len(root)
    return found


def read(folder: Folder, name: str) -> str:
    return (folder.public / name).read_text(encoding="utf-8")


def some_of_everything() -> list[Row]:
    """Pairs with results and parts, one that reaches no target, one without a usable row, one of another workload."""
    return [
        *points(*POINT),
        *points(*POINT, precision="fp8"),
        *points(*POINT, spec_method="mtp"),
        *points(*POINT, hardware="mi355x"),
        *points(*POINT, hardware="h200", isl=1024),
        *points(*POINT, model="dsv4"),
        row(20, 1000, model="glm5"),
        row(20, 1000, hardware="h100"),
        row(50, 0.0, model="dsr1"),
    ]


def test_one_rule_says_what_is_indexed_listed_and_in_the_sitemap(plain):
    """Every page without noindex is in the sitemap and, but for the home page, in llms.txt; no other is in either."""
    plain.rows(some_of_everything())
    plain.build(base_url=BASE)
    pages = html_pages(plain)
    indexed = {f"{BASE}{path.removesuffix('index.html')}" for path, page in pages.items() if not page.meta("robots")}
    hidden = {path for path, page in pages.items() if page.meta("robots") == "noindex"}
    assert hidden == {
        *("404.html", "run/glm-5-1-on-b300/index.html", "run/kimi-k26-on-h100/index.html"),
        "run/deepseek-r1-on-b300/index.html",
    }
    assert set(listed(plain)) == indexed
    links = set(re.findall(rf"\]\(({re.escape(BASE)}[^)]*/)\)", read(plain, "llms.txt")))
    assert links == indexed - {BASE}
    assert len(indexed) + len(hidden) == len(pages)


def test_every_indexed_page_names_itself_as_canonical(plain):
    """The address in the sitemap is the one that the page gives."""
    plain.rows(some_of_everything())
    plain.build(base_url=BASE)
    for path, page in html_pages(plain).items():
        address = f"{BASE}{path.removesuffix('index.html')}"
        assert page.link("canonical") == (address if address in listed(plain) else None)


def test_the_date_of_a_page_is_the_newest_behind_it(plain):
    """Of the runs of its pairs, of the prices of a GPU that has some, and of what an editor wrote.

    Prices are of 1 January; Kimi ran on B300 on 3 July and on MI355X on 9 July, DeepSeek on H200 on 1 July."""
    plain.edit("data/tco.toml", "as_of = 2026-08-15", "as_of = 2026-01-01")
    kimi = [row(50, 1000, date=day(3)), row(50, 1000, date=day(9), hardware="mi355x")]
    plain.rows([*kimi, row(50, 1000, date=day(1), model="dsv4", hardware="h200")])
    plain.build(base_url=BASE)
    dates = {address.removeprefix(BASE): date for address, date in listed(plain).items()}
    assert dates.pop("methodology/") is not None
    newest, oldest = "2026-07-09", "2026-07-01"
    assert dates == {
        "": newest,
        "run/kimi-k26-on-b300/": newest,  # it shows MI355X beside B300
        "run/kimi-k26-on-mi355x/": newest,
        "compare/kimi-k26-b300-vs-mi355x/": newest,
        "rankings/fastest-gpu-for-kimi-k26/": newest,
        "rankings/cheapest-gpu-for-kimi-k26/": newest,
        "models/kimi-k26/": newest,
        "gpus/mi355x/": newest,
        "gpus/b300/": "2026-07-03",
        **{f"{path}/": oldest for path in ("run/deepseek-v4-on-h200", "models/deepseek-v4", "gpus/h200")},
    }


def test_a_newer_price_dates_the_pages_of_gpus_that_have_one(plain):
    """An unlisted GPU has none, so its pages are as old as their runs."""
    plain.rows([row(50, 1000, date=day(1)), row(50, 1000, date=day(1), model="dsv4", hardware="xpu9")])
    plain.build(base_url=BASE, allow_unknown=True)
    dates = listed(plain)
    assert dates[f"{BASE}run/kimi-k26-on-b300/"] == dates[BASE] == "2026-08-15"
    assert dates[f"{BASE}run/deepseek-v4-on-xpu9/"] == dates[f"{BASE}gpus/xpu9/"] == "2026-07-01"


def fake(count: int) -> list[tuple[str, str | None]]:
    """Addresses with dates; the last of a file is the newest of it, and some have none."""
    return [(f"{BASE}run/{at}/", f"2026-01-{at % 28 + 1:02d}" if at % 3 else None) for at in range(count)]


def parsed(content: bytes) -> list[tuple[str | None, str | None]]:
    root = ElementTree.fromstring(content)
    return [(entry.findtext(f"{MAP}loc"), entry.findtext(f"{MAP}lastmod")) for entry in root]


@pytest.mark.parametrize("count", [0, 1, 50_000])
def test_a_sitemap_within_the_limit_is_one_file(count):
    """Up to 50,000 addresses, in their order."""
    (name, content), *others = sitemap_files(fake(count), BASE).items()
    assert (name, others) == ("sitemap.xml", [])
    assert parsed(content) == fake(count)


@pytest.mark.parametrize(("count", "files"), [(50_001, 2), (100_000, 2), (120_000, 3)])
def test_a_longer_sitemap_is_split_and_has_an_index(count, files):
    """Full files first; the index names each with its newest date, and nothing is lost."""
    made = sitemap_files(fake(count), BASE)
    names = [f"sitemap-{number}.xml" for number in range(1, files + 1)]
    assert sorted(made) == sorted([*names, "sitemap.xml"])
    parts = [parsed(made[name]) for name in names]
    assert [len(part) for part in parts[:-1]] == [50_000] * (files - 1)
    assert [entry for part in parts for entry in part] == fake(count)
    assert b"<sitemapindex " in made["sitemap.xml"]
    assert parsed(made["sitemap.xml"]) == [
        (f"{BASE}{name}", max((date for _, date in part if date), default=None))
        for name, part in zip(names, parts, strict=True)
    ]


def test_a_part_of_a_sitemap_without_dates_has_none(monkeypatch):
    """Nor is one made up; signs of XML in an address are escaped."""
    monkeypatch.setattr(sitemap, "MOST_OF_ONE_FILE", 1)
    made = sitemap_files([(f"{BASE}?a=1&b=<", None), (f"{BASE}b/", "2026-01-01")], BASE)
    assert parsed(made["sitemap.xml"]) == [(f"{BASE}sitemap-1.xml", None), (f"{BASE}sitemap-2.xml", "2026-01-01")]
    assert parsed(made["sitemap-1.xml"]) == [(f"{BASE}?a=1&b=<", None)]


def test_lists_that_need_whole_addresses_need_a_base_url(plain):
    """Without one there is neither sitemap nor feed, and nothing points there."""
    plain.rows(points(*POINT))
    plain.build()
    assert not [name for name in ("sitemap.xml", "feed.xml") if (plain.public / name).exists()]
    assert read(plain, "robots.txt") == "User-agent: *\nAllow: /\n"
    assert "feed.xml" not in plain.page()
    plain.build(base_url=BASE)
    assert read(plain, "robots.txt") == f"User-agent: *\nAllow: /\n\nSitemap: {BASE}sitemap.xml\n"


def tokens(text: str) -> list[Any]:
    """Markdown as its readers see it, flattened."""
    flat = []
    for token in MarkdownIt("commonmark").parse(text):
        flat += token.children if token.children is not None else [token]
    return flat


def test_names_are_text_in_llms_txt_whatever_they_hold(plain):
    """Signs of Markdown, brackets and new lines in a name make no link, heading or mark of their own."""
    quoted_name = json.dumps(HOSTILE)
    plain.edit("data/models.toml", 'name = "Kimi K2.6"', f"name = {quoted_name}")
    plain.edit("data/gpus.toml", 'label = "B300"', 'label = "B\\n# [300](x)"')
    plain.edit("data/site.toml", 'name = "Inference report"', f"name = {quoted_name}")
    plain.rows([*points(*POINT), *points(*POINT, hardware="mi355x")])
    plain.build(base_url=BASE)
    found = tokens(read(plain, "llms.txt"))
    assert {token.attrs["href"].startswith(BASE) for token in found if token.type == "link_open"} == {True}
    assert {token.type for token in found} <= {
        *("heading_open", "heading_close", "paragraph_open", "paragraph_close", "blockquote_open", "blockquote_close"),
        *("bullet_list_open", "bullet_list_close", "list_item_open", "list_item_close", "link_open", "link_close"),
        *("text", "text_special", "softbreak", "entity"),
    }
    assert sum(token.type == "heading_open" for token in found) == 4  # the site, the model, GPUs, data
    text = "".join(token.content for token in found)
    assert f"{HOSTILE} on B # [300](x)" in text


def test_addresses_in_llms_txt_are_written_as_they_are(plain):
    """Signs of Markdown mean nothing inside an address, and who reads plain text must be able to follow it."""
    plain.rows(points(*POINT))
    plain.build(base_url="https://x.org/~me/my_bench/")
    assert "](https://x.org/~me/my_bench/run/kimi-k26-on-b300/)" in read(plain, "llms.txt")


def feed(folder: Folder) -> ElementTree.Element:
    return ElementTree.parse(folder.public / "feed.xml").getroot()


def test_the_feed_tells_what_changed_the_newest_first(plain):
    """Each move of a read is an entry of its own, with an id that no other has and that stays."""
    plain.rows([row(50, 1000, date=day(1)), row(50, 1250, date=day(5)), row(50, 900, date=day(3), hardware="mi355x")])
    plain.build(base_url=BASE)
    root = feed(plain)
    assert root.findtext(f"{ATOM}updated") == "2026-07-05T00:00:00Z"
    entries = root.findall(f"{ATOM}entry")
    assert [entry.findtext(f"{ATOM}title") for entry in entries] == [
        "Kimi K2.6 on B300: 1,250 tokens/s per GPU",
        "Kimi K2.6 on MI355X: 900 tokens/s per GPU",
        "Kimi K2.6 on B300: 1,000 tokens/s per GPU",
    ]
    assert [entry.findtext(f"{ATOM}updated") for entry in entries] == [f"2026-07-0{at}T00:00:00Z" for at in (5, 3, 1)]
    assert entries[0].findtext(f"{ATOM}summary") == (
        "1,250 tokens/s per GPU at 50 tok/s per user, vLLM, fp4; before 1,000 (25 % more)."
    )
    ids = [entry.findtext(f"{ATOM}id") for entry in entries]
    assert len(set(ids)) == 3
    assert ids[0] == "tag:x.org,2026-07-05:bench/run/kimi-k26-on-b300/"
    links = [link.get("href") for entry in entries for link in entry.findall(f"{ATOM}link")]
    assert links == [f"{BASE}run/kimi-k26-on-{gpu}/" for gpu in ("b300", "mi355x", "b300")]
    plain.rows([row(50, 1500, date=day(9))], "b.parquet")
    plain.build(base_url=BASE)
    assert [entry.findtext(f"{ATOM}id") for entry in feed(plain).findall(f"{ATOM}entry")][1:] == ids


def test_the_feed_says_of_a_change_of_an_estimate_that_it_is_about_so_much(plain):
    """About 1,000, half way on a line from 1,200 to 800, and then 1,250; a bound is compared with nothing."""
    plain.rows([*points((20, 1200), (80, 800), date=day(1)), row(50, 1250, date=day(3)), row(60, 2000, date=day(5))])
    plain.build(base_url=BASE)
    read = "tokens/s per GPU at 50 tok/s per user, vLLM, fp4"
    assert [entry.findtext(f"{ATOM}summary") for entry in feed(plain).findall(f"{ATOM}entry")] == [
        f"≥ 2,000 {read}; before 1,250.",
        f"1,250 {read}; before ~1,000 (about 25 % more).",
        f"~1,000 {read}.",
    ]


def test_a_feed_of_hostile_names_is_well_formed(plain):
    """They are text in titles; ids hold addresses, which they cannot change."""
    plain.edit("data/models.toml", 'name = "Kimi K2.6"', f"name = {json.dumps(HOSTILE + ' ]]>')}")
    plain.edit("data/site.toml", 'description = "What', f'description = "{"<x>"}What')
    plain.rows([*points(*POINT)])
    plain.build(base_url=BASE)
    (entry,) = feed(plain).findall(f"{ATOM}entry")
    assert entry.findtext(f"{ATOM}title") == f"{HOSTILE} ]]> on B300: 2,500 tokens/s per GPU"
    assert (feed(plain).findtext(f"{ATOM}subtitle") or "").startswith("<x>What")


def test_a_feed_without_news_is_whole_all_the_same(plain):
    """It has the elements that a feed must have, and no entry."""
    plain.rows([row(20, 1000)])
    plain.build(base_url=BASE)
    assert feed(plain).findall(f"{ATOM}entry") == []
    assert {child.tag.removeprefix(ATOM) for child in feed(plain)} >= {"title", "id", "updated", "author", "link"}


@pytest.mark.parametrize("name", ["Inference report", 'A "b" </script> \\ ü'])
def test_the_web_manifest_is_json_and_its_icon_is_a_file(plain, name):
    """Whatever the site is called."""
    plain.edit("data/site.toml", 'name = "Inference report"', f"name = {json.dumps(name)}")
    plain.rows(points(*POINT))
    plain.build()
    found = json.loads(read(plain, "site.webmanifest"))
    assert (found["name"], found["start_url"]) == (name, "./")
    assert [Path(plain.public / icon["src"]).is_file() for icon in found["icons"]] == [True]
