"""The shipped site, built once for each way to serve it, and the hosts that serve it."""

import contextlib
import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from site_builder.build import build_site
from tests.folders import PROJECT
from tests.hosting.crawl import Crawl, crawl
from tests.hosting.hosts import Files, Host
from tests.hosting.servers import caddy, nginx, once

ROOT, BELOW = "https://x.org/", "https://x.org/bench/"

# An address that moved, and one that moved twice.
MOVED = """[redirects]
"/old/kimi/" = "/run/kimi-k26-on-b300/"
"/older/kimi/" = "/old/kimi/"
"""

# Each host: what serves it, the base URL, and whether old addresses are redirects of the server.
HOSTS = {
    "files-below": ("files", BELOW, False),
    "files-root": ("files", ROOT, False),
    "nginx-below": ("nginx", BELOW, False),
    "nginx-root": ("nginx", ROOT, True),
    "caddy-below": ("caddy", BELOW, True),
    "caddy-root": ("caddy", ROOT, False),
}
FILES = [name for name, (kind, _, _) in HOSTS.items() if kind == "files"]
SERVERS = [name for name, (kind, _, _) in HOSTS.items() if kind != "files"]
Built = Callable[[str | None], Path]


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Builds the site for a base URL, once for all workers of a run; gives the folder."""
    base = tmp_path_factory.getbasetemp()
    common = (base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base) / "hosting"
    common.mkdir(exist_ok=True)

    def build(base_url: str | None) -> Path:
        folder = common / (base_url or "none").replace("/", "-").replace(":", "")
        with folder.with_suffix(".lock").open("wb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (folder / "public/build.json").exists():
                shutil.copytree(PROJECT / "data", folder / "data")
                site = folder / "data/site.toml"
                site.write_text(once(site.read_text(encoding="utf-8"), "[redirects]", MOVED), encoding="utf-8")
                build_site(folder / "data", PROJECT / "templates", folder / "public", base_url=base_url)
        return folder / "public"

    return build


@pytest.fixture(scope="session")
def hosts(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Host]]:
    """Gives a host by name, and ends all servers when the run is over."""
    with contextlib.ExitStack() as running:
        known: dict[str, Host] = {}

        def give(name: str) -> Host:
            if name not in known:
                kind, base_url, redirects = HOSTS[name]
                if kind == "files":
                    known[name] = Files(built(base_url), base_url)
                else:
                    serve, work = {"nginx": nginx, "caddy": caddy}[kind], tmp_path_factory.mktemp(name)
                    known[name] = running.enter_context(serve(built(base_url), base_url, work, redirects=redirects))
            return known[name]

        yield give


@pytest.fixture(params=HOSTS)
def host(request: pytest.FixtureRequest, hosts: Callable[[str], Host]) -> Host:
    """Each host in turn."""
    return hosts(request.param)


@pytest.fixture(params=FILES)
def files(request: pytest.FixtureRequest, hosts: Callable[[str], Host]) -> Host:
    """The files of each build in turn, without a server."""
    return hosts(request.param)


@pytest.fixture(params=SERVERS)
def server(request: pytest.FixtureRequest, hosts: Callable[[str], Host]) -> Host:
    """Each server in turn."""
    return hosts(request.param)


@pytest.fixture(scope="session")
def walks() -> dict[int, Crawl]:
    """Walks already made, by their host."""
    return {}


@pytest.fixture
def walked(host: Host, walks: dict[int, Crawl]) -> Crawl:
    """The walk over each host in turn."""
    if id(host) not in walks:
        walks[id(host)] = crawl(host)
    return walks[id(host)]
