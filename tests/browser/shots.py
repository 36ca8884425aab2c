"""Saves pictures of one page of every kind, for eyes: python -m tests.browser.shots [folder]."""

import sys
import tempfile
from pathlib import Path

from site_builder.build import build_site
from tests.browser.browsing import SCHEMES, Tabs, browsing, open_details
from tests.browser.extremes import build_extremes
from tests.browser.kinds import ALL, MEASURED, name_of
from tests.browser.serving import serving
from tests.folders import PROJECT

WIDTHS = (360, 1440)


def main(folder: Path) -> None:
    """Take all pictures: each page in both schemes, on a phone and on a desk; one also opened and on paper."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, browsing() as browser:
        shipped, extreme = Path(place) / "shipped", build_extremes(Path(place) / "project")
        build_site(PROJECT / "data", PROJECT / "templates", shipped)
        with serving(shipped) as one, serving(extreme) as two:
            tabs, addresses = Tabs(browser), {"shipped": one.address, "extreme": two.address}
            for site, path in ALL:
                _shoot(tabs, addresses[site] + path, folder / name_of(site, path))
            page = tabs.open(one.address + MEASURED)
            open_details(page)
            page.screenshot(path=folder / f"{name_of('shipped', MEASURED)}-opened.png", full_page=True)
            page.pdf(path=folder / f"{name_of('shipped', MEASURED)}.pdf", format="A4")
    print(f"{len(list(folder.iterdir()))} pictures in {folder}")


def _shoot(tabs: Tabs, address: str, place: Path) -> None:
    for width in WIDTHS:
        for scheme in SCHEMES:
            page = tabs.open(address, width=width, scheme=scheme)
            page.screenshot(path=place.with_name(f"{place.name}-{scheme}-{width}.png"), full_page=True)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else ".build/shots"))
