"""Serves a preview to browsers on this machine: pages with a few lines that reload them, and a stream of news."""

from __future__ import annotations

import html
import json
import mimetypes
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, quote, unquote, urlsplit

from site_builder.errors import Problem
from site_builder.excerpts import excerpt
from site_builder.preview.following import Preview, State
from site_builder.render import TemplateFault
from site_builder.routes import ASSETS, NOT_FOUND, output_path

EVENTS = "/__preview/events"
_HOSTS = ("127.0.0.1", "localhost", "[::1]")
_KEEP_ALIVE_S = 15.0
_TYPES = {".html": "text/html", ".md": "text/markdown", ".webmanifest": "application/manifest+json", "": "text/plain"}
# Puts a newer page in place of the one that is shown, which is quicker than to load it again and keeps one's place in
# it; lays what is wrong over it until it is mended.
_SCRIPT = """<script>(() => {
const shown = %d, id = "preview-faults";
const overlay = text => {
  document.getElementById(id)?.remove();
  if (!text) return;
  const box = document.createElement("pre");
  box.id = id; box.setAttribute("role", "alert"); box.textContent = text;
  box.style.cssText = "position:fixed;inset:0;z-index:9999;margin:0;padding:2rem;overflow:auto;white-space:pre-wrap;" +
    "font:14px/1.5 monospace;background:#1b1b1beb;color:#ffe2dd";
  document.body.append(box);
};
const source = new EventSource("%s?path=" + encodeURIComponent(location.pathname));
const renew = async () => {
  source.close();
  const answer = await fetch(location.href, { cache: "no-store" });
  if (!answer.ok) return location.reload();
  const next = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.documentElement.replaceWith(document.adoptNode(next.documentElement));
  for (const still of document.querySelectorAll("script:not([type])")) {
    const script = document.createElement("script");
    for (const { name, value } of still.attributes) script.setAttribute(name, value);
    script.textContent = still.textContent;
    still.replaceWith(script);
  }
};
source.onmessage = event => {
  const news = JSON.parse(event.data);
  if (news.shown !== shown) renew().catch(() => location.reload()); else overlay(news.faults);
};
})()</script>"""


class PreviewServer(ThreadingHTTPServer):
    """A server on this machine alone. Raises OSError when the port is taken."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, port: int) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.preview: Preview | None = None

    @property
    def address(self) -> str:
        """Where it serves."""
        return f"http://127.0.0.1:{self.server_address[1]}/"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that leaves in the midst of an answer is no fault."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: PreviewServer

    def do_GET(self) -> None:
        """Answer with a file of the site, or with the stream of news."""
        self._answer()

    def do_HEAD(self) -> None:
        """As GET, without the content."""
        self._answer()

    def do_POST(self) -> None:
        """Refused, as everything is but GET and HEAD."""
        self.send_response(HTTPStatus.METHOD_NOT_ALLOWED)
        self.send_header("Allow", "GET, HEAD")
        self.send_header("Content-Length", "0")
        self.send_header("Connection", "close")
        self.end_headers()

    do_PUT = do_DELETE = do_PATCH = do_OPTIONS = do_POST  # noqa: N815 - the base class calls them so

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class calls it so
        """Requests are not told; rebuilds are."""

    def _answer(self) -> None:
        preview, address = self.server.preview, urlsplit(self.path)
        host = self.headers.get("Host", "")
        if host.rsplit(":", 1)[0] not in _HOSTS or preview is None:
            self._send(HTTPStatus.FORBIDDEN, "text/plain", b"Only this machine may ask.\n")
        elif address.path == EVENTS:
            self._stream(preview, unquote(parse_qs(address.query).get("path", ["/"])[0]).lstrip("/"))
        else:
            self._file(preview.state, unquote(address.path).lstrip("/"))

    def _file(self, state: State, path: str) -> None:
        if state.shown is None:
            self._page(HTTPStatus.SERVICE_UNAVAILABLE, b"<!doctype html><title>Preview</title><body></body>", state)
            return
        name = output_path(path)
        found = state.shown.read(name)
        if found is None and state.shown.read(output_path(f"{path}/")) is not None:
            self._redirect(f"/{path}/")
        elif found is None:
            missing = state.shown.read(NOT_FOUND)
            self._page(HTTPStatus.NOT_FOUND, missing if isinstance(missing, bytes) else b"<body></body>", state)
        elif isinstance(found, TemplateFault):
            text = html.escape(f"{found.place}: {found.message}").encode()
            self._page(HTTPStatus.INTERNAL_SERVER_ERROR, b"<!doctype html><body><pre>" + text + b"</pre></body>", state)
        elif name.endswith(".html"):
            self._page(HTTPStatus.OK, found, state)
        else:
            self._send(HTTPStatus.OK, _content_type(name), found, lasting=name.startswith(ASSETS))

    def _page(self, status: HTTPStatus, content: bytes, state: State) -> None:
        """A page with the lines that reload it."""
        script = (_SCRIPT % (_version(state), EVENTS)).encode()
        before, end, after = content.rpartition(b"</body>")
        self._send(status, "text/html; charset=utf-8", before + script + end + after if end else content + script)

    def _send(self, status: HTTPStatus, kind: str, content: bytes, *, lasting: bool = False) -> None:
        """An answer. lasting: its address changes with its content, so that a browser may keep it."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "max-age=31536000, immutable" if lasting else "no-store")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def _redirect(self, path: str) -> None:
        self.send_response(HTTPStatus.MOVED_PERMANENTLY)
        self.send_header("Location", quote(path))
        self.send_header("Content-Length", "0")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()

    def _stream(self, preview: Preview, path: str) -> None:
        """Tell a browser each new state, until it leaves."""
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Connection", "close")
        self.end_headers()
        preview.watched(path, 1)
        try:
            state, told = preview.state, -1
            while self.command != "HEAD":
                news = {"shown": _version(state), "faults": _in_words(state.faults)}
                text = f"data: {json.dumps(news)}\n\n" if state.number != told else ": still here\n\n"
                self.wfile.write(text.encode())
                self.wfile.flush()
                told = state.number
                state = preview.wait(told, _KEEP_ALIVE_S)
        except OSError:
            return
        finally:
            preview.watched(path, -1)


def _version(state: State) -> int:
    return state.shown.version if state.shown else 0


def _in_words(faults: tuple[Problem, ...]) -> str:
    return "\n\n".join(fault.shown(excerpt(fault)) for fault in faults if fault.severity != "note")


def _content_type(name: str) -> str:
    suffix = name[name.rfind(".") :] if "." in name.rsplit("/", 1)[-1] else ""
    kind = _TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return f"{kind}; charset=utf-8" if kind.startswith("text/") or kind.endswith(("json", "xml")) else kind
