"""What answers for a built site: the files themselves, read as a static host would, or a server on this machine."""

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import unquote, urlsplit


@dataclass(frozen=True)
class Answer:
    """What came back for an address; names of headers are in small letters."""

    status: int
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        """The content type without its parameters."""
        return self.headers.get("content-type", "").partition(";")[0]


@dataclass(frozen=True)
class Host:
    """Answers for the addresses of the site in a folder, which was built for a base URL."""

    folder: Path
    base_url: str

    @property
    def prefix(self) -> str:
        """The path of the base URL, with a slash at both ends."""
        return urlsplit(self.base_url).path

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Answer:
        """The answer for a path of the host, as it stands in an address; redirects are not followed."""
        raise NotImplementedError


@dataclass(frozen=True)
class Files(Host):
    """A folder, read as a static host reads it: folders by their index.html, 404.html for the rest."""

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Answer:
        """The file at a path. headers: have no meaning here."""
        inside = unquote(urlsplit(path).path)
        if inside.startswith(self.prefix):
            file = self.folder / inside.removeprefix(self.prefix)
            if file.is_dir() and not inside.endswith("/"):
                return Answer(301, headers={"location": f"{inside}/"})
            file = file / "index.html" if inside.endswith("/") else file
            if file.is_file():
                return Answer(200, file.read_bytes())
        return Answer(404, (self.folder / "404.html").read_bytes())


@dataclass(frozen=True)
class Server(Host):
    """A server on this machine that serves the folder at the path of the base URL."""

    port: int

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Answer:
        """What the server answers for a path."""
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=20)) as connection:
            connection.request("GET", path, headers={"Host": urlsplit(self.base_url).netloc, **(headers or {})})
            answer = connection.getresponse()
            return Answer(answer.status, answer.read(), {name.lower(): value for name, value in answer.getheaders()})
