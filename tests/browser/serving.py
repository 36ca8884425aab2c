"""Serves a built folder as a strict host would: one origin, the policy that the build writes, 404.html for the rest."""

import contextlib
import functools
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import BinaryIO

from site_builder.exports.hosting import CONTENT_SECURITY_POLICY

MOVED = 'http-equiv="refresh"'


@dataclass(frozen=True)
class Site:
    """A built folder and the address that it is served at, with a slash at the end."""

    folder: Path
    address: str

    def html(self, path: str) -> str:
        """The source of a page."""
        file = self.folder / path
        return (file / "index.html" if file.is_dir() else file).read_text(encoding="utf-8")

    def asset(self, name: str) -> Path:
        """An asset, whose name carries a hash: assets/site.<hash>.css for site.css."""
        stem, _, kind = name.rpartition(".")
        (found,) = (self.folder / "assets").glob(f"{stem}.*.{kind}")
        return found

    def all_pages(self) -> list[str]:
        """The paths of all pages, and of those that lead on to another."""
        files = sorted(file.relative_to(self.folder).as_posix() for file in self.folder.rglob("*.html"))
        return [file.removesuffix("index.html") for file in files]

    def pages(self) -> list[str]:
        """The paths of all pages that stay."""
        return [path for path in self.all_pages() if MOVED not in self.html(path)]

    def moved_pages(self) -> list[str]:
        """The paths of the pages that lead on to another."""
        return [path for path in self.all_pages() if MOVED in self.html(path)]

    def run_pages(self) -> list[str]:
        """The paths of the run pages that hold figures."""
        return [path for path in self.pages() if path.startswith("run/") and 'id="ladder"' in self.html(path)]

    def charted_pages(self) -> list[str]:
        """The paths of the pages that have a chart."""
        return [path for path in self.pages() if '<figure class="chart">' in self.html(path)]


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[Site]:
    """Serve a folder on a free port of this machine while the block runs."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Handler, directory=str(folder)))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield Site(folder, f"http://127.0.0.1:{server.server_port}/")
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Handler(SimpleHTTPRequestHandler):
    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def send_head(self) -> BinaryIO | None:
        page = Path(self.directory) / "404.html"
        if Path(self.translate_path(self.path)).exists() or not page.exists():
            return super().send_head()
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        return page.open("rb")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass
