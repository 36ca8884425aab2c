"""Preview pictures of a site: which pages have one, and that none is drawn again when it would show the same."""

import re

import pytest

from site_builder import preview_pictures
from site_builder.output.manifest import hash_of, write_manifest
from site_builder.output.previous import PreviousFiles
from site_builder.pictures import SIZE, Card
from site_builder.preview_pictures import Pictures
from site_builder.render import CardText
from tests.folders import Folder, points, row, tree
from tests.reading_pages import KIMI, html_pages, page_of

BASE = "https://example.org/bench/"
TEXT = CardText("Running A on B", (("2,500", "tokens/s per GPU"),), "at 50 tokens/s per user", "Report", "")
PICTURE = r"preview-[0-9a-f]+\.png"


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The titles of the cards that were drawn, by a stand-in whose pictures are their titles."""
    titles: list[str] = []

    def draw(card: Card) -> bytes:
        titles.append(card.title)
        return card.title.encode()

    monkeypatch.setattr(preview_pictures, "draw_card", draw)
    return titles


@pytest.fixture
def site(folder: Folder) -> Folder:
    """Two GPUs of a model, which are ranked and compared, and a pair that reaches nothing."""
    folder.rows(
        [
            *points((20, 4000), (50, 2500), (100, 1000)),
            *points((20, 3000), (50, 2000), hardware="mi355x"),
            row(10, 100, hardware="h100", error="failed"),
        ]
    )
    return folder


def build(folder: Folder, **options) -> None:
    folder.build(**({"base_url": BASE, "jobs": 1} | options))


def pictures(folder: Folder) -> list[str]:
    return sorted(path.relative_to(folder.public).as_posix() for path in folder.public.rglob("*.png"))


def previous(tmp_path, **files: bytes) -> PreviousFiles:
    """What a build left that wrote these files."""
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    hashes = {name: hash_of(content) for name, content in files.items()}
    (tmp_path / "build.json").write_bytes(write_manifest(hashes, None, "1.0"))
    return PreviousFiles(tmp_path)


def test_a_file_of_the_last_build_is_handed_out(tmp_path):
    found = previous(tmp_path, a=b"1", b=b"")
    assert (found.read("a"), found.read("b")) == (b"1", b"")


def test_nothing_else_is_handed_out(tmp_path):
    """Neither what somebody changed since, nor what is gone, nor what no build wrote."""
    found = previous(tmp_path, a=b"1", b=b"2", c=b"3")
    (tmp_path / "a").write_bytes(b"x")
    (tmp_path / "b").unlink()
    (tmp_path / "c").unlink()
    (tmp_path / "c").mkdir()
    (tmp_path / "own").write_bytes(b"mine")
    assert [found.read(name) for name in ("a", "b", "c", "own", "nothing", "build.json", "../a")] == [None] * 7


@pytest.mark.parametrize("content", [None, b"", b"{", b"[]", b'{"format": 99, "files": {"a": "x"}}'])
def test_without_a_list_of_files_nothing_is_known(tmp_path, content):
    """No folder, no list, or a damaged one: all is made anew, and nothing fails."""
    (tmp_path / "a").write_bytes(b"1")
    if content is not None:
        (tmp_path / "build.json").write_bytes(content)
    assert PreviousFiles(tmp_path).read("a") is None
    assert PreviousFiles(tmp_path / "nothing").read("a") is None


def test_a_picture_is_named_after_what_it_shows(tmp_path, drawn):
    """In the folder of its page; another text, another name."""
    made = Pictures(PreviousFiles(tmp_path))
    path, content = made.of(TEXT, "run/a-on-b/")
    assert re.fullmatch(f"run/a-on-b/{PICTURE}", path)
    assert content == b"Running A on B"
    assert made.of(TEXT, "")[0] == path.removeprefix("run/a-on-b/")
    others = [
        CardText("Other", TEXT.figures, TEXT.line, TEXT.site, TEXT.mark),
        CardText(TEXT.title, (("2,501", "tokens/s per GPU"),), TEXT.line, TEXT.site, TEXT.mark),
        CardText(TEXT.title, TEXT.figures, "other", TEXT.site, TEXT.mark),
        CardText(TEXT.title, TEXT.figures, TEXT.line, "Other", TEXT.mark),
        CardText(TEXT.title, TEXT.figures, TEXT.line, TEXT.site, "Sample"),
    ]
    assert len({path, *(made.of(text, "run/a-on-b/")[0] for text in others)}) == 6


def test_a_picture_of_the_last_build_is_taken_over(tmp_path, drawn):
    """Its bytes as they lie there, without a look at what they show: the name says that."""
    name, _ = Pictures(PreviousFiles(tmp_path)).of(TEXT, "")
    drawn.clear()
    assert Pictures(previous(tmp_path, **{name: b"kept"})).of(TEXT, "") == (name, b"kept")
    assert drawn == []


def test_a_picture_that_somebody_changed_is_drawn_again(tmp_path, drawn):
    name, content = Pictures(PreviousFiles(tmp_path)).of(TEXT, "")
    found = previous(tmp_path, **{name: content})
    (tmp_path / name).write_bytes(b"torn")
    assert Pictures(found).of(TEXT, "") == (name, content)
    assert drawn == [TEXT.title, TEXT.title]


def test_every_page_that_may_be_found_has_a_picture_and_no_other(site):
    """It lies where the page says, in the size that it says, and its colours and words are drawn."""
    build(site)
    named = []
    for file, page in html_pages(site).items():
        address = page.meta("og:image")
        is_found = page.meta("robots") is None and file != "404.html"
        assert (address is not None) == is_found, file
        if address is not None:
            folder = file.removesuffix("index.html")
            assert re.fullmatch(re.escape(f"{BASE}{folder}") + PICTURE, address)
            assert page.meta("twitter:card") == "summary_large_image"
            assert (page.meta("og:image:width"), page.meta("og:image:height")) == tuple(map(str, SIZE))
            named.append(address.removeprefix(BASE))
        else:
            assert page.meta("twitter:card") == "summary"
    assert sorted(named) == pictures(site)
    assert len(named) >= 9
    assert all((site.public / name).read_bytes().startswith(b"\x89PNG\r\n") for name in named)


def test_nothing_is_drawn_when_nothing_changed(site, drawn):
    """A second build takes every picture over."""
    build(site)
    assert len(drawn) == len(pictures(site))
    drawn.clear()
    before = tree(site.public)
    build(site)
    assert drawn == []
    assert tree(site.public) == before


def test_only_pictures_that_say_something_else_are_drawn_again(site, drawn):
    """Of the pair whose figure changed, and of what quotes it; the old ones go."""
    build(site)
    before = set(pictures(site))
    drawn.clear()
    site.rows(
        [*points((20, 4000), (50, 2500), (100, 1000)), *points((20, 3000), (50, 2001), hardware="mi355x")],
    )
    build(site)
    after = set(pictures(site))
    assert len(drawn) == len(after - before) == len(before - after)
    assert "Running Kimi K2.6 on MI355X" in drawn
    assert "Running Kimi K2.6 on B300" not in drawn
    assert {name for name in before if name.startswith(KIMI)} <= after


def test_changes_that_no_picture_shows_draw_nothing(site, drawn):
    """A notice at the top of every page, another stylesheet."""
    build(site)
    drawn.clear()
    site.edit("data/site.toml", "notices = []", 'notices = ["Down for repairs."]')
    (site.templates / "assets/site.css").write_bytes(b"body {}")
    build(site)
    assert drawn == []


def test_a_damaged_picture_is_mended(site, drawn):
    """And one that is gone; the others are left alone."""
    build(site)
    before = tree(site.public)
    drawn.clear()
    damaged, gone, *_ = pictures(site)
    (site.public / damaged).write_bytes(b"x")
    (site.public / gone).unlink()
    build(site)
    assert len(drawn) == 2
    assert tree(site.public) == before


def test_one_page_alone_has_its_picture(site, drawn):
    """--only draws none but that."""
    build(site, only=["kimi-k26-on-b300"])
    assert drawn == ["Running Kimi K2.6 on B300"]
    assert page_of(site, KIMI).meta("og:image") == BASE + pictures(site)[0]


def test_without_a_base_url_there_are_none(site, drawn):
    """No page could name them."""
    build(site, base_url=None)
    assert (drawn, pictures(site)) == ([], [])
    assert page_of(site, KIMI).meta("og:image") is None


def test_a_site_may_go_without(site, drawn):
    """And then those of earlier builds go."""
    build(site)
    site.edit("data/site.toml", "pictures = true ", "pictures = false ")
    drawn.clear()
    build(site)
    assert (drawn, pictures(site)) == ([], [])
    assert page_of(site, KIMI).meta("og:image") is None
