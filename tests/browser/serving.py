"""Serves a built folder as a strict host would: one origin, a tight Content-Security-Policy, 404.html for the rest."""

import contextlib
import functools
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import BinaryIO

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@dataclass(frozen=True)
class Site:
    """A built folder and the address that it is served at, with a slash at the end."""

    folder: Path
    address: str

    def html(self, path: str) -> str:
        """The source of a page."""
        file = self.folder / path
        return (file / "index.html" if file.is_dir() else file).read_text(encoding="utf-8")

    def pages(self) -> list[str]:
        """The paths of all pages."""
        files = sorted(file.relative_to(self.folder).as_posix() for file in self.folder.rglob("*.html"))
        return [file.removesuffix("index.html") for file in files]

    def run_pages(self) -> list[str]:
        """The paths of the run pages that hold figures."""
        return [path for path in self.pages() if path.startswith("run/") and 'id="ladder"' in self.html(path)]


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
        self.send_header("Content-Security-Policy", POLICY)
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
