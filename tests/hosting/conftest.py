"""The hosts that serve the shipped site."""

import contextlib
from collections.abc import Callable, Iterator

import pytest

from tests.hosting.crawl import Crawl, crawl
from tests.hosting.hosts import Files, Host
from tests.hosting.servers import caddy, nginx
from tests.once import BELOW, ROOT, ShippedSite

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


@pytest.fixture(scope="session")
def hosts(shipped_site: ShippedSite, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Host]]:
    """Gives a host by name, and ends all servers when the run is over."""
    with contextlib.ExitStack() as running:
        known: dict[str, Host] = {}

        def give(name: str) -> Host:
            if name not in known:
                kind, base_url, redirects = HOSTS[name]
                site = shipped_site(base_url)
                if kind == "files":
                    known[name] = Files(site, base_url)
                else:
                    serve, work = {"nginx": nginx, "caddy": caddy}[kind], tmp_path_factory.mktemp(name)
                    known[name] = running.enter_context(serve(site, base_url, work, redirects=redirects))
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
