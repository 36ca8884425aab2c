"""The live preview in a browser: a save is seen without a hand, a fault lies over the page until it is mended."""

import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from site_builder.preview.changes import follow_changes
from site_builder.preview.following import Checker, Preview
from site_builder.preview.server import PreviewServer
from tests.browser.browsing import browsing
from tests.folders import PROJECT

RUN = "run/kimi-k26-on-b300/"


class Desk:
    """The shipped site as an editor has it open: files, and a preview that follows them."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for name in ("data", "templates"):
            shutil.copytree(PROJECT / name, root / name)
        self.server = PreviewServer(0)
        self.server.preview = self._preview = Preview(root / "data", root / "templates", self.server.address)
        self._stop = threading.Event()
        self._changes = follow_changes([root / "data", root / "templates"], self._stop)
        self._preview.follow(())
        for work in (self.server.serve_forever, self._follow):
            threading.Thread(target=work, daemon=True).start()

    def _follow(self) -> None:
        checker = Checker(self._preview)
        for changed in self._changes:
            checker.stop()
            self._preview.follow(changed)
            checker.start(lambda problems: None)

    def edit(self, file: str, old: str, new: str) -> None:
        path = self.root / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        beside = path.with_name(f".{path.name}.tmp")  # as editors save
        beside.write_text(text.replace(old, new, 1), encoding="utf-8")
        beside.replace(path)

    def end(self) -> None:
        self._stop.set()
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.end()


@pytest.fixture
def page(desk: Desk) -> Iterator[Page]:
    """The run page, open in a browser of its own."""
    with browsing() as browser:
        opened = browser.new_page()
        opened.goto(desk.server.address + RUN)
        yield opened


def test_a_save_is_seen_without_a_hand(desk, page):
    """Of copy, a partial, a price, a stylesheet; the time from the save to the words is printed."""
    for file, old, new, seen in (
        ("templates/copy/run/ladder.md", "Serving trades", "Serving now trades", "Serving now trades"),
        ("templates/partials/ladder.html", "Per-user target", "Target of each user", "Target of each user"),
        ("data/tco.toml", "b300       = { hyperscaler = 2.26", "b300       = { hyperscaler = 8.12", "$8.12"),
    ):
        started = time.perf_counter()
        desk.edit(file, old, new)
        expect(page.get_by_text(seen).first).to_be_visible(timeout=20000)
        print(f"{file}: seen after {1000 * (time.perf_counter() - started):.0f} ms")
    desk.edit("templates/assets/site.css", "body {", "body { --seen: 1;")
    page.wait_for_function("getComputedStyle(document.body).getPropertyValue('--seen').trim() === '1'", timeout=20000)


def test_a_fault_lies_over_the_page_until_it_is_mended(desk, page):
    """With file, line and mark, as text; the page below stays."""
    desk.edit("templates/partials/prices.html", "{{ price.tier }}", "{{ price.teir }}<b>")
    overlay = page.get_by_role("alert")
    expect(overlay).to_contain_text("prices.html", timeout=20000)
    expect(overlay).to_contain_text("no field 'teir'")
    expect(overlay).to_contain_text("did you mean 'tier'?")
    expect(overlay).to_contain_text("<b>")
    expect(page.get_by_role("heading", level=1)).to_have_text("Running Kimi K2.6 on B300")
    desk.edit("templates/partials/prices.html", "{{ price.teir }}<b>", "{{ price.tier }}")
    expect(overlay).to_have_count(0, timeout=20000)


def test_a_fault_that_only_another_page_has_is_told_as_well(desk, page):
    """Found while all pages are checked behind the one that is shown."""
    desk.edit("templates/copy/pages/methodology.md", "## 1. Which rows count", "[x](/gone/)\n\n## 1. Which rows count")
    expect(page.get_by_role("alert")).to_contain_text("methodology.md", timeout=30000)
    desk.edit("templates/copy/pages/methodology.md", "[x](/gone/)\n\n", "")
    expect(page.get_by_role("alert")).to_have_count(0, timeout=20000)
