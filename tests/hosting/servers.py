"""Runs nginx and Caddy with the configurations of docs/deploy/, as plain processes with a folder of their own."""

import contextlib
import os
import re
import shutil
import socket
import subprocess
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.folders import PROJECT
from tests.hosting.hosts import Host, Server

DEPLOY = PROJECT / "docs/deploy"
PREFIX, PUBLIC, DOMAIN = "/bench/", "/srv/site/public", "example.org"
SECONDS_TO_LISTEN = 20
TRIES = 3

# What surrounds the site's own file. One process that stays in the foreground runs as whoever started it, root or not.
NGINX = """\
daemon off;
master_process off;
pid nginx.pid;
error_log stderr;
events {}
http {
    access_log off;
    client_body_temp_path body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    include bench.conf;
}
"""
CADDY = "{\n\tadmin off\n\tauto_https off\n}\n\n"


def program(name: str) -> str:
    """Where a server is. Without one the test is skipped, but fails where CI is set: there nothing may be left out."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin")
    if found is None:
        reason = f"{name} is not there: run tests/hosting/install, as root on Debian"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)
    return found


def once(text: str, old: str, new: str) -> str:
    """A text with a piece replaced that stands in it once."""
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times"
    return text.replace(old, new)


def placed(text: str, place_at: str, folder: Path) -> str:
    """A configuration with the site's path and folder filled in, as its first lines say."""
    if place_at == "/":
        text = re.sub(r"^.*(?:location = /bench |redir /bench ).*\n", "", text, count=1, flags=re.MULTILINE)
    return text.replace(PREFIX, place_at).replace(PUBLIC, str(folder))


@contextlib.contextmanager
def nginx(folder: Path, base_url: str, work: Path, *, redirects: bool = False) -> Iterator[Server]:
    """nginx serves a folder while the block runs. redirects: with the map of old addresses."""
    command = program("nginx")
    place_at = Host(folder, base_url).prefix
    settings = subprocess.run([command, "-V"], capture_output=True, text=True, check=True).stderr
    shutil.copy(Path(re.findall(r"--conf-path=(\S+)", settings)[0]).parent / "mime.types", work)
    (work / "nginx.conf").write_text(NGINX, encoding="utf-8")
    text = placed((DEPLOY / "nginx.conf").read_text(encoding="utf-8"), place_at, folder)
    if redirects:
        lines = made_from_redirects("bench-redirects.map", folder, place_at)
        (work / "bench-redirects.map").write_text(lines, encoding="utf-8")

    def configure(port: int, ready: str) -> None:
        own = once(text, "listen 80;", f"listen 127.0.0.1:{port};\n    location = {ready} {{ return 204; }}")
        (work / "bench.conf").write_text(own, encoding="utf-8")

    with listening([command, "-p", str(work), "-c", "nginx.conf", "-e", "stderr"], work, configure) as port:
        yield Server(folder, base_url, port)


@contextlib.contextmanager
def caddy(folder: Path, base_url: str, work: Path, *, redirects: bool = False) -> Iterator[Server]:
    """Caddy serves a folder while the block runs. redirects: with the redirects of old addresses."""
    command = program("caddy")
    place_at = Host(folder, base_url).prefix
    text = placed((DEPLOY / "Caddyfile").read_text(encoding="utf-8"), place_at, folder)
    if redirects:
        lines = made_from_redirects("bench-redirects.caddy", folder, place_at)
        (work / "bench-redirects.caddy").write_text(lines, encoding="utf-8")

    def configure(port: int, ready: str) -> None:
        own = once(
            text, f"{DOMAIN} {{\n", f"http://:{port} {{\n\tbind 127.0.0.1\n\thandle {ready} {{\n\t\trespond 204\n\t}}\n"
        )
        (work / "Caddyfile").write_text(CADDY + own, encoding="utf-8")

    with listening([command, "run", "--config", "Caddyfile"], work, configure) as port:
        yield Server(folder, base_url, port)


def made_from_redirects(name: str, folder: Path, place_at: str) -> str:
    """What the line of deploy.md that makes a file prints, run as it stands there."""
    text = (PROJECT / "docs/deploy.md").read_text(encoding="utf-8")
    (line,) = re.findall(rf"^awk .* > \S*/{re.escape(name)}$", text, re.MULTILINE)
    line = line.rpartition(" > ")[0].replace(PREFIX, place_at).replace("/bench", place_at.rstrip("/"))
    return subprocess.run(line, shell=True, cwd=folder.parent, capture_output=True, text=True, check=True).stdout


@contextlib.contextmanager
def listening(command: list[str], work: Path, configure: Callable[[int, str], None]) -> Iterator[int]:
    """Run a server on a free port of this machine while the block runs. configure: writes its configuration, for a port
    and an address that only this server answers."""
    env = {**os.environ, "HOME": str(work), "XDG_CONFIG_HOME": str(work), "XDG_DATA_HOME": str(work)}
    for _ in range(TRIES):
        port, ready = free_port(), f"/ready-{uuid.uuid4().hex}"
        configure(port, ready)
        with (work / "log.txt").open("wb") as log:
            process = subprocess.Popen(command, cwd=work, env=env, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            if answers(process, port, ready):
                yield port
                return
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
    pytest.fail(f"{command[0]} does not listen:\n{(work / 'log.txt').read_text(errors='replace')}")


def free_port() -> int:
    """A port of this machine that nobody uses now."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def answers(process: subprocess.Popen[bytes], port: int, ready: str) -> bool:
    """Wait until a server answers the address that only it knows; False when it has ended, or is too slow."""
    server = Server(Path(), "http://127.0.0.1/", port)
    end = time.monotonic() + SECONDS_TO_LISTEN
    while process.poll() is None and time.monotonic() < end:
        with contextlib.suppress(OSError):
            return server.get(ready).status == 204
        time.sleep(0.02)
    return False
