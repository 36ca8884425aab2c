"""One browser and two built sites for each worker."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

from site_builder.build import build_site
from tests.browser.browsing import Tabs, browsing
from tests.browser.extremes import build_extremes
from tests.browser.serving import Site, serving
from tests.folders import PROJECT

Open = Callable[..., Page]


@pytest.fixture(scope="session")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site of the shipped data and templates."""
    out = tmp_path_factory.mktemp("shipped")
    build_site(PROJECT / "data", PROJECT / "templates", out)
    with serving(out) as site:
        yield site


@pytest.fixture(scope="session")
def extreme(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site of extreme pages."""
    with serving(build_extremes(tmp_path_factory.mktemp("extreme") / "project")) as site:
        yield site


@pytest.fixture(scope="session")
def tabs() -> Iterator[Tabs]:
    """Tabs of one browser."""
    with browsing() as browser:
        yield Tabs(browser)


@pytest.fixture(scope="session")
def sites(shipped: Site, extreme: Site) -> dict[str, Site]:
    """Both sites by name."""
    return {"shipped": shipped, "extreme": extreme}


@pytest.fixture
def open_page(tabs: Tabs, sites: dict[str, Site]) -> Open:
    """Opens a page of one of the two sites: open_page("shipped", "methodology/", width=360)."""
    return lambda site, path, **how: tabs.open(sites[site].address + path, **how)
