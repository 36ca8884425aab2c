"""What servers say of each file: security headers, caching, content types."""

import gzip

import pytest

from site_builder.exports.hosting import FOR_EVER, SECURITY_HEADERS
from tests.hosting.hosts import Host

HOME, MISSING = "", "gone/"
TYPES = {
    "index.html": "text/html",
    "data/ladder.csv": "text/csv",
    "data/benchmarks.parquet": "application/vnd.apache.parquet",
    "data/run.schema.json": "application/json",
    "run/kimi-k26-on-b300/data.json": "application/json",
    "run/kimi-k26-on-b300/rows.csv": "text/csv",
    "site.webmanifest": "application/manifest+json",
    "sitemap.xml": "text/xml",
    "feed.xml": "text/xml",
    "robots.txt": "text/plain",
    "llms.txt": "text/plain",
}
PATTERNS = {
    "assets/site.*.css": "text/css",
    "assets/icon.*.svg": "image/svg+xml",
    "assets/filter.*.js": "text/javascript",
    "preview-*.png": "image/png",
}
SAME = {"application/javascript": "text/javascript", "application/xml": "text/xml"}  # two names of one type


def one_of_each(host: Host) -> dict[str, str]:
    """A path of every kind of file, and its content type."""
    found = {}
    for pattern, kind in PATTERNS.items():
        (file,) = host.folder.glob(pattern)
        found[file.relative_to(host.folder).as_posix()] = kind
    return TYPES | found


def test_every_kind_of_file_has_its_content_type(server: Host):
    """Browsers are told not to guess, so a wrong type would stop a style or a script."""
    kinds = one_of_each(server)
    endings = {file.suffix for file in server.folder.rglob("*") if file.is_file() and file.suffix}
    assert endings == {f".{path.rpartition('.')[2]}" for path in kinds}
    for path, kind in kinds.items():
        answer = server.get(server.prefix + path)
        assert answer.status == 200, path
        assert SAME.get(answer.kind, answer.kind) == kind, path
        if kind.startswith("text/") and kind not in ("text/javascript", "text/xml"):
            assert answer.headers["content-type"].lower().endswith("charset=utf-8"), path


@pytest.mark.parametrize("path", [HOME, MISSING, *TYPES])
def test_every_answer_has_the_security_headers(server: Host, path: str):
    """The same values as _headers has, once each, on pages, files and the page for wrong addresses."""
    headers = server.get(server.prefix + path).headers
    assert {name: headers.get(name.lower()) for name in SECURITY_HEADERS} == SECURITY_HEADERS


def test_assets_are_kept_for_ever(server: Host):
    """Their names change with their content."""
    assets = [file.name for file in (server.folder / "assets").iterdir()]
    assert assets
    for name in assets:
        assert server.get(f"{server.prefix}assets/{name}").headers["cache-control"] == FOR_EVER, name


@pytest.mark.parametrize("path", [HOME, MISSING, "assets/gone.css", "sitemap.xml", "data/ladder.csv", "robots.txt"])
def test_everything_else_is_asked_for_anew(server: Host, path: str):
    """Also the answer for an asset that is missing now and may be there after the next build."""
    assert server.get(server.prefix + path).headers["cache-control"] == "no-cache"


def test_an_unchanged_page_is_not_sent_again(server: Host):
    """Asked for with its ETag, it is answered with 304 and nothing else."""
    first = server.get(server.prefix)
    again = server.get(server.prefix, {"If-None-Match": first.headers["etag"]})
    assert (again.status, again.body) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]


def test_texts_are_sent_compressed_to_those_who_can_read_it(server: Host):
    """The same bytes once unpacked; pictures, packed already, go as they are."""
    for path in [HOME, "data/ladder.csv", "run/kimi-k26-on-b300/data.json"]:
        plain = server.get(server.prefix + path)
        packed = server.get(server.prefix + path, {"Accept-Encoding": "gzip"})
        assert packed.headers["content-encoding"] == "gzip", path
        assert "accept-encoding" in packed.headers["vary"].lower(), path
        assert gzip.decompress(packed.body) == plain.body, path
        assert len(packed.body) < len(plain.body) / 2, path
    (picture,) = server.folder.glob("preview-*.png")
    answer = server.get(server.prefix + picture.name, {"Accept-Encoding": "gzip"})
    assert "content-encoding" not in answer.headers
