"""Opens pages in Chromium and notes what they do that no page may do."""

import contextlib
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal, Self

from playwright.sync_api import Browser, Page, sync_playwright

HERE = Path(__file__).parent
AXE = HERE / "node_modules/axe-core/axe.min.js"
CHECKER = HERE / "node_modules/vnu-jar/build/dist/vnu.jar"
SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")


def chromium() -> str:
    """Where Chromium is."""
    names = (os.environ.get("CHROMIUM", "chromium"), "chromium-browser", "google-chrome")
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None or not AXE.exists():
        raise FileNotFoundError("the tests in a browser lack something: run tests/browser/install")
    return found


@contextlib.contextmanager
def browsing() -> Iterator[Browser]:
    """A browser, while the block runs."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(SWITCHES))
        try:
            yield browser
        finally:
            browser.close()


class Tabs:
    """Gives pages to tests, from a few tabs that are used again: a new one costs more than most tests."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._tabs: dict[tuple[bool, bool], Page] = {}

    def blank(self, *, width: int = 1440, scheme: Scheme = "light", scripts: bool = True, axe: bool = False) -> Page:
        """An empty page. scripts: run those of the pages to come. axe: have axe-core in these pages."""
        page = self._tabs.get((scripts, axe)) or self._new(scripts, axe)
        page.goto("about:blank")
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(media="screen", color_scheme=scheme, reduced_motion="reduce")
        return page

    def open(self, address: str, **how: Any) -> Page:
        """A page, loaded."""
        page = self.blank(**how)
        page.goto(address)
        return page

    def _new(self, scripts: bool, axe: bool) -> Page:
        context = self._browser.new_context(java_script_enabled=scripts)
        context.set_default_timeout(10_000)
        if axe:
            context.add_init_script(path=AXE)
        page = self._tabs[scripts, axe] = context.new_page()
        return page


class Watch:
    """While the block runs: what a page does that it must not do, a line for each."""

    def __init__(self, page: Page, origin: str) -> None:
        self.faults: list[str] = []
        self._page, self._origin = page, origin
        self._listeners: dict[str, Callable[[Any], None]] = {
            "console": lambda message: self._note(message.type in {"error", "warning"}, message.text),
            "pageerror": lambda error: self._note(True, f"uncaught: {error}"),
            "request": lambda request: self._note(not request.url.startswith(origin), f"another host: {request.url}"),
            "requestfailed": lambda request: self._note(True, f"failed: {request.url}"),
            "response": lambda response: self._note(response.status >= 400, f"{response.status}: {response.url}"),
        }

    def __enter__(self) -> Self:
        for event, listener in self._listeners.items():
            self._page.on(event, listener)  # type: ignore[call-overload]  # one overload for each event
        return self

    def __exit__(self, *_: object) -> None:
        for event, listener in self._listeners.items():
            self._page.remove_listener(event, listener)

    def _note(self, wrong: bool, text: str) -> None:
        if wrong:
            self.faults.append(text)


def open_details(page: Page) -> None:
    """Open every <details> of a page, as a reader who wants to see all of it."""
    page.evaluate("() => document.querySelectorAll('details').forEach((each) => { each.open = true; })")
