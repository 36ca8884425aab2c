"""The live preview: it follows every kind of save once, keeps the last good site, says what is wrong."""

import http.client
import json
import os
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from site_builder.errors import Problem
from site_builder.preview.changes import follow_changes, is_beside
from site_builder.preview.following import Checker, Preview
from site_builder.preview.server import EVENTS, PreviewServer
from tests.folders import points
from tests.reading_pages import CURVE

PAGE = "run/kimi-k26-on-b300/index.html"
PATH = "/run/kimi-k26-on-b300/"
B300 = "b300       = { hyperscaler = 2.26"


@pytest.fixture
def site(folder):
    """A project of one pair."""
    folder.rows(points(*CURVE))
    return folder


@pytest.fixture
def preview(site) -> Preview:
    """A preview of it, built once."""
    made = Preview(site.data, site.templates, "http://127.0.0.1:1/")
    assert [problem for problem in made.follow(()) if problem.severity != "note"] == []
    return made


def shown(preview: Preview, path: str = PAGE) -> str:
    """What a browser sees."""
    assert preview.state.shown is not None
    content = preview.state.shown.read(path)
    assert isinstance(content, bytes), content
    return content.decode()


@pytest.mark.parametrize(
    ("file", "old", "new", "seen"),
    [
        ("templates/partials/ladder.html", "Per-user target", "Target of a user", "Target of a user"),
        ("templates/labels/words.html", "All results", "Every result", "Every result"),
        ("templates/copy/run/ladder.md", "Serving trades", "Serving always trades", "Serving always trades"),
        ("data/tco.toml", B300, B300.replace("2.26", "8.12"), "$8.12"),
        ("data/site.toml", 'name = "Inference report"', 'name = "Other report"', "Other report"),
    ],
)
def test_an_edit_is_seen(preview, site, file, old, new, seen):
    """Of a partial, a label, copy, a price and a setting."""
    site.edit(file, old, new)
    preview.follow([site.root / file])
    assert seen in shown(preview)
    assert preview.state.faults == ()


def test_a_template_saved_in_another_encoding_is_told(preview, site):
    """Also when a browser has a page with it open, which is made before templates are checked."""
    preview.watched(PATH.lstrip("/"), 1)
    (site.templates / "partials/ladder.html").write_bytes(b"ab\xff")
    (fault,) = preview.follow([site.templates / "partials/ladder.html"])
    assert fault.place.endswith("templates/partials/ladder.html")
    assert fault.message == "byte 2 is not UTF-8 text, expected a file saved as UTF-8"
    assert "<html" in shown(preview)


def test_new_rows_are_seen(preview, site):
    """A Parquet file that takes the place of another."""
    site.rows([*points(*CURVE), *points(*CURVE, hardware="mi355x")])
    preview.follow([site.data / "benchmarks"])
    assert "MI355X" in shown(preview, "run/kimi-k26-on-mi355x/index.html")


def test_templates_alone_read_no_data(preview, site, monkeypatch):
    """The survey of the data is kept until a file of the data changes."""
    monkeypatch.setattr("site_builder.preview.following.survey_folder", None)
    preview.follow([site.templates / "home.html"])
    assert preview.state.shown is not None
    with pytest.raises(TypeError):
        preview.follow([site.data / "tco.toml"])


def test_on_an_error_the_last_good_site_stays_until_it_is_mended(preview, site):
    """Its pages, too, that nobody had opened before."""
    before = preview.state.shown
    line = site.edit("templates/copy/run/cost.md", "No rental price", "{{ data.nosuch }} No rental price")
    preview.follow([site.templates / "copy/run/cost.md"])
    (fault,) = [each for each in preview.state.faults if each.severity == "error"]
    assert fault.place.endswith(f"copy/run/cost.md:{line}")
    assert preview.state.shown is before
    assert "What serving actually costs" in shown(preview)
    site.edit("templates/copy/run/cost.md", "{{ data.nosuch }} No rental price", "No rental price")
    preview.follow([site.templates / "copy/run/cost.md"])
    assert preview.state.faults == ()
    assert preview.state.shown is not before


def test_a_dead_link_is_found_after_the_page_is_shown(preview, site):
    """In the background; then the last sound site comes back, with the fault over it."""
    assert preview.check(threading.Event()) == ()
    sound = preview.state.shown
    site.edit("templates/copy/run/ladder.md", "Serving trades", "[x](/gone/) Serving trades")
    preview.follow([site.templates / "copy/run/ladder.md"])
    assert preview.state.shown is not sound
    (problem,) = [each for each in preview.check(threading.Event()) if each.severity == "error"]
    assert problem.rule == "dead-link"
    assert preview.state.shown is sound


def test_a_check_that_is_outdated_changes_nothing(preview, site):
    """The next save is already there."""
    site.edit("templates/copy/run/ladder.md", "Serving trades", "[x](/gone/) Serving trades")
    preview.follow([site.templates / "copy/run/ladder.md"])
    before, outdated = preview.state, threading.Event()
    outdated.set()
    preview.check(outdated)
    assert preview.state is before


def test_a_first_build_that_fails_turns_into_the_site(site):
    """When what is wrong has been mended."""
    site.edit("templates/home.html", "All pages", "{{ nosuch }}")
    made = Preview(site.data, site.templates, "http://127.0.0.1:1/")
    made.follow(())
    assert (made.state.shown, len(made.state.faults) > 0) == (None, True)
    site.edit("templates/home.html", "{{ nosuch }}", "All pages")
    made.follow([site.templates / "home.html"])
    assert made.state.faults == ()
    assert "All pages" in shown(made, "index.html")


@pytest.mark.parametrize("name", [".x.swp", "x~", "4913", ".#x", "#x#", "x.swp", ".git/x", "x.tmp", "___jb_tmp___"])
def test_what_editors_keep_beside_a_file_is_no_change(tmp_path, name):
    assert is_beside(tmp_path / name, [tmp_path])
    assert not is_beside(tmp_path / "home.html", [tmp_path])


def by_writing(path: Path, content: bytes) -> None:
    path.write_bytes(content)


def by_rename(path: Path, content: bytes) -> None:
    beside = path.with_name(f".{path.name}.tmp")
    beside.write_bytes(content)
    beside.replace(path)


def by_moving_away(path: Path, content: bytes) -> None:
    path.rename(path.with_name(f"{path.name}~"))
    path.write_bytes(content)


def in_pieces(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        for at in range(0, len(content), len(content) // 3 + 1):
            file.write(content[at : at + len(content) // 3 + 1])
            file.flush()
            os.fsync(file.fileno())


class Watched:
    """Counts the changes that are followed in a folder."""

    def __init__(self, folder: Path) -> None:
        self.found: list[tuple[Path, ...]] = []
        self._stop = threading.Event()
        changes = follow_changes([folder], self._stop)
        self._thread = threading.Thread(target=self._run, args=(changes,), daemon=True)
        self._thread.start()

    def _run(self, changes: Iterator[tuple[Path, ...]]) -> None:
        for changed in changes:
            self.found.append(changed)

    def settle(self, at_least: int = 1) -> list[tuple[Path, ...]]:
        """What was followed, once that many changes are there and nothing more comes."""
        end = time.monotonic() + 20
        while len(self.found) < at_least and time.monotonic() < end:
            time.sleep(0.02)
        time.sleep(0.7)
        found, self.found = self.found, []
        return found

    def end(self) -> None:
        self._stop.set()
        self._thread.join()


def test_each_way_to_save_is_one_change_and_nothing_else_is(tmp_path):
    """Over the file, by rename as editors do, in pieces; not the same content, not what lies beside; idle is idle."""
    path, table = tmp_path / "site.html", tmp_path / "rows.parquet"
    path.write_bytes(b"first")
    table.write_bytes(b"1" * 3_000_000)
    watched = Watched(tmp_path)
    for number, save in enumerate((by_writing, by_rename, by_moving_away, in_pieces)):
        save(path, b"text %d " % number * 50)
        assert watched.settle() == [(path,)], save
    by_rename(table, b"2" * 3_000_000)
    assert watched.settle() == [(table,)]
    path.write_bytes(path.read_bytes())
    (tmp_path / ".site.html.swp").write_bytes(b"x")
    (tmp_path / "4913").write_bytes(b"")
    assert watched.settle(0) == []
    assert watched.settle(0) == []
    path.unlink()
    assert watched.settle() == [(path,)]
    watched.end()


def test_a_folder_that_is_renamed_is_a_change_of_its_files(tmp_path):
    """Systems tell of the folder alone; what was in it is gone, and elsewhere."""
    (tmp_path / "site/copy/run").mkdir(parents=True)
    (tmp_path / "site/copy/run/faq.md").write_bytes(b"text")
    watched = Watched(tmp_path / "site")
    for one, other in (("run", "old"), ("old", "run")):
        (tmp_path / "site/copy" / one).rename(tmp_path / "site/copy" / other)
        changed = {path for paths in watched.settle() for path in paths}
        assert changed == {tmp_path / "site/copy" / name / "faq.md" for name in ("run", "old")}
    watched.end()


def test_a_bug_in_the_background_is_told(preview, monkeypatch):
    """Not lost in a thread."""

    def broken(outdated):
        raise ZeroDivisionError("so it goes")

    told: list[Problem] = []
    monkeypatch.setattr(preview, "check", broken)
    Checker(preview).start(told.extend)
    end = time.monotonic() + 10
    while not told and time.monotonic() < end:
        time.sleep(0.02)
    message = "ZeroDivisionError: so it goes, a bug of build-site: report it"
    assert [str(problem) for problem in told] == [f"the preview: error: {message} [bug]"]


@pytest.fixture
def server(preview) -> Iterator[PreviewServer]:
    """A preview that is served."""
    made = PreviewServer(0)
    made.preview = preview
    threading.Thread(target=made.serve_forever, daemon=True).start()
    yield made
    made.shutdown()
    made.server_close()


class Answer(NamedTuple):
    status: int
    headers: http.client.HTTPMessage
    text: str


def ask(server: PreviewServer, path: str, method: str = "GET", host: str | None = None) -> Answer:
    """An answer of the server."""
    connection = http.client.HTTPConnection("127.0.0.1", server.server_address[1], timeout=10)
    connection.request(method, path, headers={"Host": host or f"127.0.0.1:{server.server_address[1]}"})
    got = connection.getresponse()
    answer = Answer(got.status, got.headers, got.read().decode("utf-8", "replace"))
    connection.close()
    return answer


def test_files_are_served_as_a_host_would(server):
    """Folders by their index, types, a page for what is not there; nothing is kept by the browser."""
    home, page, css = (ask(server, path) for path in ("/", PATH, "/data/ladder.csv"))
    assert (home.status, page.status, css.status) == (200, 200, 200)
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert css.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert page.headers["Cache-Control"] == "no-store"
    assert EVENTS in page.text
    assert EVENTS not in css.text
    moved = ask(server, PATH.rstrip("/"))
    assert (moved.status, moved.headers["Location"]) == (301, PATH)
    missing = ask(server, "/nothing/here/")
    assert missing.status == 404
    assert "Page not found" in missing.text
    assert ask(server, f"{PATH}data.json").text.startswith("{")
    assert ask(server, PATH, "HEAD").text == ""


@pytest.mark.parametrize("path", ["/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/assets/../../x"])
def test_nothing_but_the_site_is_served(server, path):
    assert ask(server, path).status == 404


def test_other_methods_and_other_hosts_are_refused(server):
    """A page elsewhere may not read the preview by way of a name that leads here."""
    assert ask(server, "/", "POST").status == 405
    assert ask(server, "/", host="evil.example").status == 403
    assert ask(server, "/", host=f"localhost:{server.server_address[1]}").status == 200


def news(server: PreviewServer) -> Iterator[dict[str, object]]:
    """What a browser is told, as it comes."""
    connection = http.client.HTTPConnection("127.0.0.1", server.server_address[1], timeout=10)
    connection.request("GET", f"{EVENTS}?path={PATH}", headers={"Host": f"127.0.0.1:{server.server_address[1]}"})
    answer = connection.getresponse()
    for line in answer:
        if line.startswith(b"data: "):
            yield json.loads(line[6:])


def test_browsers_are_told_of_each_state(server, preview, site):
    """A newer site, what is wrong in the words of the terminal, and that it is mended."""
    told = news(server)
    first = next(told)
    assert first["faults"] == ""
    site.edit("templates/home.html", "All pages", "All the pages")
    preview.follow([site.templates / "home.html"])
    second = next(told)
    assert second["shown"] != first["shown"]
    line = site.edit("templates/run.html", "Frequently asked questions", "{{ nosuch }}<b>&")
    preview.follow([site.templates / "run.html"])
    third = next(told)
    assert third["shown"] == second["shown"]
    assert f"run.html:{line}: error: 'nosuch' is undefined" in str(third["faults"])
    assert "^^^^^^" in str(third["faults"])


def test_a_taken_port_is_told(server):
    with pytest.raises(OSError, match="in use"):
        PreviewServer(server.server_address[1])


def test_the_checker_lets_go_of_an_outdated_site(preview):
    """Its report comes all the same, with nothing in it."""
    reported: list[object] = []
    done = threading.Event()
    checker = Checker(preview)

    def report(problems: Sequence[Problem]) -> None:
        reported.append(tuple(problems))
        done.set()

    checker.start(report)
    checker.stop()
    assert done.wait(10)
    assert reported == [()]
