"""Paths and URLs: which are opened by what, and what is said of those that are not."""

import functools
import http.server
import sys
import threading
from collections.abc import Iterator
from importlib.abc import MetaPathFinder
from pathlib import Path

import pytest

from site_builder.build import build_site
from site_builder.errors import BuildError, Problems
from site_builder.inspection import inspect_folder
from site_builder.places import StorePath, find_place, list_files, place_of
from tests.folders import Folder, points, row, tree, working_in

HINT = "    the server must be reachable, and list a folder as a page of links"


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        """Tests print nothing."""


@pytest.fixture
def web(folder) -> Iterator[str]:
    """A web server of the project folder on loopback."""
    handler = functools.partial(_Quiet, directory=str(folder.root))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def told(place: str) -> list[str]:
    """Why a folder cannot be reached, as a person sees it."""
    problems = Problems()
    with pytest.raises(BuildError):
        find_place(place, problems)
    return [str(problem) for problem in problems]


def test_a_file_is_no_data_folder(tmp_path, monkeypatch):
    """One error, not one for each catalog that cannot lie in it."""
    monkeypatch.chdir(tmp_path)
    Path("rows.parquet").write_bytes(b"")
    assert told("rows.parquet") == [
        "rows.parquet: error: a file, expected a folder with catalogs and benchmarks/ in it [no-data]"
    ]


def test_a_web_server_gives_the_site_of_the_folder(folder, web):
    """Its listings are followed, files of any name are read, and the pages are the same, byte for byte."""
    folder.rows(points((20, 4000), (50, 2500), (100, 1000)))
    folder.rows([row(50, 700, hardware="h200")], "isl=8192/b c.parquet")
    sites = []
    with working_in(folder.root):
        for data in ("data", f"{web}/data"):
            build_site(data, "templates", "public")
            sites.append(tree(folder.public))
    assert sites[0] == sites[1]
    names = [file.name for file in inspect_folder(f"{web}/data").files]
    assert names == [f"{web}/data/benchmarks/a.parquet", f"{web}/data/benchmarks/isl%3D8192/b%20c.parquet"]


def test_a_folder_that_a_web_server_does_not_have_is_named(web):
    missing = "the folder does not exist, expected catalogs and benchmarks/ in it [no-data]"
    assert told(f"{web}/other") == [f"{web}/other: error: {missing}\n{HINT}"]


def test_a_server_that_does_not_answer_is_named():
    """Nobody listens there."""
    (line,) = told("http://127.0.0.1:1/data")
    assert line.startswith("http://127.0.0.1:1/data: error: cannot be reached (")
    assert line.endswith(f"), expected a folder that can be listed [unreachable-store]\n{HINT}")


class _Missing(MetaPathFinder):
    """Stands before all that finds modules, and does not find a library."""

    def __init__(self, library: str) -> None:
        self._library = library

    def find_spec(self, name: str, *args: object) -> None:
        """Stop at the library."""
        if name.partition(".")[0] == self._library:
            raise ModuleNotFoundError(f"No module named '{name}'", name=name)


@pytest.mark.parametrize("library", ["fsspec", "aiohttp"])
def test_a_missing_library_is_named_with_how_to_install_it(monkeypatch, library):
    """What opens https:// is not needed for anything else, so it may not be there."""
    for name in [name for name in sys.modules if name.partition(".")[0] in {"fsspec", library}]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [_Missing(library), *sys.meta_path])
    (line,) = told("https://example.org/data")
    first, hint = line.splitlines()
    assert first.startswith("https://example.org/data: error: cannot be reached (a library is missing: ")
    assert library in first
    assert hint == "    pip install 'fsspec[http]'"


def test_a_url_that_nothing_opens_is_named():
    assert told("zzz://bucket/data") == [
        (
            "zzz://bucket/data: error: cannot be reached (nothing opens zzz://), expected a folder that can be listed "
            "[unreachable-store]\n"
            "    name a folder, or a URL with s3://, gs://, https:// or what else Arrow or fsspec opens"
        )
    ]


def test_what_only_looks_like_a_url_is_told():
    assert told("https://[x/data") == [
        (
            "https://[x/data: error: cannot be reached (not a URL: Invalid IPv6 URL), expected a folder that can be "
            "listed [unreachable-store]"
        )
    ]


def test_a_url_is_shown_without_what_opens_it():
    """Names and keys may stand in it all the same; a message has neither."""
    place = place_of("memory://someone@top/data/?token=secret#x")
    assert place.as_posix() == "memory://top/data"


@pytest.mark.parametrize("url", ["https://me:secret@example.org/data", "s3://KEY:secret@bucket/data"])
def test_a_password_in_a_url_is_refused_and_not_repeated(url):
    """Commands end up in logs."""
    (line,) = told(url)
    place = url.replace("me:secret@", "").replace("KEY:secret@", "")
    assert line.startswith(f"{place}: error: cannot be reached (a password in the URL, expected credentials in the ")
    assert "secret" not in line


def test_a_file_url_is_a_path():
    assert place_of("file:///some/where/b%20c") == Path("/some/where/b c")


@pytest.mark.parametrize("path", ["data", "./data", "/some/where", "C:/data", "a:b", "s3:/x", "..", ""])
def test_what_is_no_url_is_a_path(path):
    assert place_of(path) == Path(path)


@pytest.mark.parametrize("url", ["gs://anonymous@bucket/data", "gcs://anonymous@bucket/data?retry_limit_seconds=1"])
def test_googles_store_is_opened_by_arrow(url):
    """Without asking anybody; it is told to give up in time, unless the URL says how long to try."""
    place = place_of(url)
    assert isinstance(place, StorePath)
    assert place.as_posix() == url.partition("?")[0].replace("anonymous@", "")
    assert place.filesystem.type_name == "gcs"
    assert place.path == "bucket/data"


def test_an_option_that_a_store_does_not_have_is_told():
    """In the words of the library, which knows its options."""
    (line,) = told("s3://bucket/data?zzz=1")
    assert line.startswith(
        "s3://bucket/data: error: cannot be reached (Unexpected query parameter in S3 URI: 'zzz'), expected a folder"
    )


def test_a_folder_that_a_store_does_not_list_is_an_error(monkeypatch):
    """Rows there are never left out quietly."""
    place = place_of("memory://closed/data")
    assert isinstance(place, StorePath)
    place.filesystem.create_dir(place.path)

    def refuse(*args, **options):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(type(place.filesystem.handler.fs), "find", refuse)
    problems = Problems()
    assert list_files(place, problems) == []
    assert [str(problem) for problem in problems] == [
        (
            "memory://closed/data: error: cannot be listed (Permission denied), expected a readable folder "
            "[unreadable-file]"
        )
    ]


def test_a_place_in_memory_is_listed_and_read_like_a_folder(tmp_path):
    """Any file system that fsspec knows will do; names keep their signs."""
    memory = place_of("memory://top/data")
    assert isinstance(memory, StorePath)
    for name in ("b.txt", "a/c.txt", "a/B d%20.txt"):
        with memory.filesystem.open_output_stream((memory / name).path) as stream:
            stream.write(name.encode())
    problems = Problems()
    found = list_files(memory, problems)
    assert [file.as_posix() for file in found] == [
        f"memory://top/data/{name}" for name in ("a/B d%20.txt", "a/c.txt", "b.txt")
    ]
    assert [file.read_bytes().decode() for file in found] == ["a/B d%20.txt", "a/c.txt", "b.txt"]
    assert [file.name for file in found] == ["B d%20.txt", "c.txt", "b.txt"]
    assert len(problems) == 0


def test_a_folder_is_listed_in_the_order_of_its_paths(tmp_path):
    """Files of every kind, at any depth."""
    folder = Folder(tmp_path / "project")
    folder.rows([row()], "z.parquet")
    folder.rows([row()], "b/a.parquet")
    files = list_files(folder.data / "benchmarks", Problems())
    assert [file.relative_to(folder.data).as_posix() for file in files if isinstance(file, Path)] == [
        "benchmarks/b/a.parquet",
        "benchmarks/z.parquet",
    ]
    with pytest.raises(FileNotFoundError):
        list_files(folder.data / "nowhere", Problems())
