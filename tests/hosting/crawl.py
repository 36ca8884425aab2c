"""Walks a site as a reader and a crawler would, from its home page, and asks the host for every address it meets."""

import re
from dataclasses import dataclass, field
from functools import cache
from urllib.parse import urldefrag, urljoin, urlsplit

from tests.hosting.hosts import Answer, Host
from tests.hosting.reading import HtmlPage, addresses_below, markdown_links, read_feed, read_sitemap, strict_json

HOME = ""
NOT_FOUND = "404.html"
MAY_LEAVE = re.compile(r"https://example\.org/sample/")  # the made-up sources of the sample rows


@dataclass
class Crawl:
    """What a walk from the home page met. Paths are from the site's root.

    pages: HTML pages that links lead to; answers: of every address of the site; sources: where each address stands;
    outside: addresses that are not of the site.
    """

    host: Host
    pages: dict[str, HtmlPage] = field(default_factory=dict)
    answers: dict[str, Answer] = field(default_factory=dict)
    sources: dict[str, set[str]] = field(default_factory=dict)
    outside: dict[str, set[str]] = field(default_factory=dict)
    anchors: dict[tuple[str, str], str] = field(default_factory=dict)

    def walk(self) -> "Crawl":
        """Follow every link from the home page on, then ask for every other address of the pages met."""
        waiting = [HOME]
        while waiting:
            path = waiting.pop()
            if path in self.pages or not self.is_page(path):
                continue
            page = self.pages[path] = read_page(self.get(path).body.decode())
            waiting += [found for link in page.followed if (found := self.note(link, path)) is not None]
        for path, page in self.pages.items():
            for address in [*page.fetched, *page.named]:
                self.note(address, path)
            for address in addresses_below(self.get(path).body.decode(), self.host.base_url):
                self.note(address, path)
        return self

    def read_lists(self) -> "Crawl":
        """Ask for every address in the files that machines read: they are known by name, or linked from a page."""
        for name in ("sitemap.xml", "feed.xml", "llms.txt", "robots.txt", "site.webmanifest"):
            if self.get(name).status == 200:
                self.note_all(name)
        for path in [path for path in self.answers if path.endswith((".json", ".csv"))]:
            self.note_all(path)
        return self

    def note_all(self, name: str) -> None:
        """Ask for every address in a file that is not a page."""
        text = self.get(name).body.decode()
        found = addresses_below(text, self.host.base_url)
        if name == "llms.txt":
            found.update(markdown_links(text))
        if name == "feed.xml":
            found.update(*read_feed(text.encode()))
        if name == "sitemap.xml":
            found.update(read_sitemap(text.encode()))
        if name == "site.webmanifest":
            manifest = strict_json(text)
            found.update([manifest["start_url"], *(icon["src"] for icon in manifest["icons"])])
        for address in found:
            self.note(address, name)

    def get(self, path: str) -> Answer:
        """The answer for a path of the site, asked once."""
        if path not in self.answers:
            self.answers[path] = self.host.get(self.host.prefix + path)
        return self.answers[path]

    def is_page(self, path: str) -> bool:
        """Whether a path is that of an HTML page that is there."""
        looks = not path or path.endswith(("/", ".html")) or "." not in path.rpartition("/")[2]
        return looks and self.get(path).status == 200

    def note(self, address: str, source: str) -> str | None:
        """Ask for an address that stands in a file; its path when it is of the site, None when it leads outside."""
        whole, fragment = urldefrag(urljoin(self.host.base_url + source, address))
        root = "{0.scheme}://{0.netloc}/".format(urlsplit(self.host.base_url))
        if not whole.startswith(self.host.base_url):
            place = f"{address} (beside the site)" if whole.startswith(root) else address
            self.outside.setdefault(place, set()).add(source)
            return None
        path = whole.removeprefix(self.host.base_url)
        self.sources.setdefault(path, set()).add(source)
        self.get(path)
        if fragment:
            self.anchors[path, fragment] = source
        return path

    def dead(self) -> dict[str, tuple[int, list[str]]]:
        """Addresses that are not answered with 200, each with its status and some of the places where it stands."""
        wrong = {path: answer.status for path, answer in self.answers.items() if answer.status != 200}
        return {path: (status, sorted(self.sources.get(path, {"by name"}))[:3]) for path, status in wrong.items()}


def crawl(host: Host) -> Crawl:
    """A whole walk over a site."""
    return Crawl(host).walk().read_lists()


@cache
def read_page(text: str) -> HtmlPage:
    """A page, read once however many hosts serve it."""
    return HtmlPage(text)


def html_files(host: Host) -> dict[str, HtmlPage]:
    """Every HTML file of the served folder by its path in addresses."""
    files = sorted(file.relative_to(host.folder).as_posix() for file in host.folder.rglob("*.html"))
    texts = {file.removesuffix("index.html"): (host.folder / file).read_text(encoding="utf-8") for file in files}
    return {path: read_page(text) for path, text in texts.items()}
