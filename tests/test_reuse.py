"""What a build takes over of the last one: never anything that a build from nothing would make otherwise."""

import datetime
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import site_builder.build
import site_builder.reuse.basis
import site_builder.survey
from site_builder.output.notes import notes_beside
from site_builder.page_files import PageMaker
from tests.folders import Folder, Row, points, row, tree

MODELS = ("kimik2.6", "dsr1", "gptoss120b")
GPUS = ("b300", "h200", "mi355x")
SHAPES = ({"isl": 8192, "osl": 1024}, {"isl": 1024, "osl": 1024})


def _rows() -> list[Row]:
    """Three models on three GPUs; one of the nine pairs has no rows, and one model leads with another workload."""
    found = []
    for at, (model, gpu) in enumerate((model, gpu) for model in MODELS for gpu in GPUS):
        if at != 5:
            sweep = [(30 + 5 * step, 3000.0 + 100 * at - 300 * step) for step in range(4)]
            found += points(*sweep, model=model, hardware=gpu, **SHAPES[model == "gptoss120b"])
    return found


def cold(folder: Folder, **options: object) -> dict[str, bytes]:
    """The site as a build from nothing makes it, elsewhere."""
    other = folder.root.parent / "cold"
    shutil.rmtree(other, ignore_errors=True)
    other.mkdir()
    for name in ("data", "templates"):
        shutil.copytree(folder.root / name, other / name)
    before = Path.cwd()
    os.chdir(other)
    try:
        site_builder.build.build_site("data", "templates", "public", cache=False, **options)  # type: ignore[arg-type]
    finally:
        os.chdir(before)
    return tree(other / "public")


@pytest.fixture
def built(folder: Folder) -> Folder:
    """A folder that was built a moment ago."""
    folder.rows(_rows())
    folder.build()
    return folder


def _rows_changed(change: Callable[[list[Row]], object]) -> Callable[[Folder], object]:
    def act(folder: Folder) -> None:
        rows = _rows()
        change(rows)
        folder.rows(rows)

    return act


def _one(at: int, **values: object) -> Callable[[Folder], object]:
    return _rows_changed(lambda rows: rows[at].update(values))


def _edit(file: str, old: str, new: str) -> Callable[[Folder], object]:
    return lambda folder: folder.edit(file, old, new)


CHANGES: dict[str, Callable[[Folder], object]] = {
    "a throughput": _one(1, tput_per_gpu=2900.0),
    "a speed": _one(2, median_intvty=41.0),
    "an engine": _one(3, framework="sglang"),
    "a precision": _one(3, precision="fp8"),
    "a newer run": _one(0, date=datetime.date(2026, 9, 5)),
    "a column that was empty": _one(0, median_ttft=0.4),
    "a row that failed": _one(0, status="failed"),
    "an address of a run": _one(0, run_url="https://example.org/runs/1"),
    "a row less": _rows_changed(lambda rows: rows.pop()),
    "a row twice": _rows_changed(lambda rows: rows.append(dict(rows[0]))),
    "another order": _rows_changed(lambda rows: rows.reverse()),
    "a pair more": _rows_changed(lambda rows: rows.extend(points((40, 2000), model="dsr1", hardware="mi355x"))),
    "a pair less": _rows_changed(lambda rows: rows.__delitem__(slice(0, 4))),
    "another lead workload": _rows_changed(
        lambda rows: rows.append(row(40, 2000, model="gptoss120b", hardware="h200", conc=9))
    ),
    "a pair without a result": _rows_changed(lambda rows: [each.update(tput_per_gpu=0.0) for each in rows[4:8]]),
    "another file": lambda folder: folder.rows(points((35, 2500), conc=64), file="b.parquet"),
    "a file by another name": lambda folder: (folder.data / "benchmarks/a.parquet").rename(
        folder.data / "benchmarks/z.parquet"
    ),
    "a price": lambda folder: _replaced(folder.data / "tco.toml", "neocloud = 2.52", "neocloud = 2.53"),
    "the name of the site": lambda folder: _replaced(folder.data / "site.toml", 'name = "', 'name = "New '),
    "a target": _edit("data/site.toml", "[30, 50, 75, 100, 150, 200]", "[30, 40, 50, 75, 100]"),
    "the label of a model": lambda folder: _replaced(folder.data / "models.toml", "Kimi", "Kimmi"),
    "the label of an engine": lambda folder: _replaced(folder.data / "engines.toml", "vLLM", "vvLLM"),
    "the memory of a GPU": lambda folder: _replaced(folder.data / "gpus.toml", "memory_gb = 2", "memory_gb = 3"),
    "a partial": lambda folder: _appended(folder.templates / "partials" / "ladder.html", "{# #}"),
    "a label": lambda folder: _replaced(folder.templates / "labels" / "run.html", "arget", "arrget"),
    "copy": lambda folder: _appended(folder.templates / "copy" / "run" / "faq.md", "\n## Why?\n\nBecause.\n"),
    "copy for one model": lambda folder: _appended(folder.templates / "copy/run/faq.kimi-k26.md", "## Why?\n\nSo.\n"),
    "a page of text": lambda folder: _appended(folder.templates / "copy/pages/more.md", "# More\n\nText.\n"),
    "a stylesheet": lambda folder: _appended(folder.templates / "assets" / "site.css", "\n.x{color:#123456}\n"),
    "a page changed by hand": lambda folder: _appended(folder.public / "run/kimi-k26-on-b300/index.html", "x"),
    "a page removed": lambda folder: (folder.public / "run/kimi-k26-on-b300/index.html").unlink(),
    "a data file removed": lambda folder: (folder.public / "run/kimi-k26-on-b300/rows.csv").unlink(),
    "a list of files removed": lambda folder: (folder.public / "sitemap.xml").unlink(missing_ok=True),
    "a page that became a link": lambda folder: _linked(folder.public / "run/kimi-k26-on-b300/index.html"),
    "no notes": lambda folder: notes_beside(folder.public).unlink(),
    "broken notes": lambda folder: notes_beside(folder.public).write_bytes(b'{"format": 1}'),
    "notes of another kind": lambda folder: notes_beside(folder.public).write_bytes(b"[1, 2"),
}


def _replaced(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{old!r} is not in {path.name}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def _appended(path: Path, text: str) -> None:
    content = path.read_text(encoding="utf-8") if path.exists() else ""
    path.write_text(content + text, encoding="utf-8")


def _linked(path: Path) -> None:
    moved = path.with_suffix(".moved")
    path.rename(moved)
    path.symlink_to(moved.name)


@pytest.mark.parametrize("change", CHANGES)
def test_after_any_change_a_build_makes_what_one_from_nothing_makes(built: Folder, change: str):
    """Byte for byte, build.json too; and the build after it, which finds nothing changed, leaves it so."""
    CHANGES[change](built)
    expected = cold(built)
    built.build()
    moved = {name for name in tree(built.public) if name.endswith(".moved")}
    assert {name: content for name, content in tree(built.public).items() if name not in moved} == expected
    assert built.build().published.written == 0


@pytest.mark.parametrize("options", [{"base_url": "https://example.org/x/"}, {"allow_unknown": True}])
def test_options_count_as_well(built: Folder, options: dict[str, object]):
    """Another base URL makes other pages from the same files."""
    expected = cold(built, **options)
    built.build(**options)
    assert tree(built.public) == expected


ROW = st.fixed_dictionaries(
    {
        "model": st.sampled_from(MODELS),
        "hardware": st.sampled_from(GPUS),
        "framework": st.sampled_from(("vllm", "sglang")),
        "precision": st.sampled_from(("fp4", "fp8")),
        "spec_method": st.sampled_from(("none", "mtp")),
        "conc": st.sampled_from((1, 2, 4, 8)),
        "date": st.dates(datetime.date(2026, 9, 1), datetime.date(2026, 9, 4)),
        "tput_per_gpu": st.sampled_from((0.0, 500.0, 900.0, 2500.0)),
        "median_intvty": st.sampled_from((20.0, 55.0, 120.0)),
        "median_ttft": st.sampled_from((None, 0.3)),
        "isl": st.sampled_from((8192, 1024)),
    }
)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changes=st.lists(st.tuples(st.integers(0, 40), ROW), min_size=1, max_size=3))
def test_random_rows_come_and_go(built: Folder, changes: list[tuple[int, Row]]):
    """Rows are put in place of others, again and again over the same output folder."""
    rows = _rows()
    for at, new in changes:
        rows[at % len(rows)] = row() | new
    built.rows(rows)
    expected = cold(built)
    built.build()
    assert tree(built.public) == expected


def _made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths of the pages that are made from now on."""
    paths: list[str] = []
    make = PageMaker.make

    def noted(self, planned):
        paths.append(planned.page.path)
        return make(self, planned)

    monkeypatch.setattr(PageMaker, "make", noted)
    return paths


def test_nothing_is_done_when_nothing_has_changed(built: Folder, monkeypatch: pytest.MonkeyPatch):
    """No file of results is read again, no page made, no byte written; what was told is told again."""
    before = built.build()

    def never(*args: object, **more: object) -> None:
        raise AssertionError("the folder was looked through again")

    monkeypatch.setattr(site_builder.build, "survey_folder", never)
    after = built.build()
    assert (after.published.written, after.published.removed) == (0, 0)
    assert after.problems == before.problems != ()
    assert (after.pages, after.run_pages, after.rows, after.input_files) == (
        *(before.pages, before.run_pages, before.rows),
        before.input_files,
    )
    with pytest.raises(AssertionError):
        built.build(cache=False)


def test_touched_files_are_read_and_taken_over(built: Folder, monkeypatch: pytest.MonkeyPatch):
    """A copied or restored folder has other times and inodes, and the same content."""
    shutil.copytree(built.public, built.root / "copy")
    shutil.rmtree(built.public)
    (built.root / "copy").rename(built.public)
    made = _made(monkeypatch)
    assert built.build().published.written == 0
    assert made == []


def test_after_one_row_its_pages_and_lists_are_made_again(built: Folder, monkeypatch: pytest.MonkeyPatch):
    """Of other models only the pages on the same GPU, which quote it; no comparison or ranking of another model."""
    made = _made(monkeypatch)
    _one(1, tput_per_gpu=2900.0)(built)
    built.build()
    run_pages = {path for path in made if path.startswith("run/")}
    assert run_pages == {
        *("run/kimi-k26-on-b300/", "run/kimi-k26-on-h200/", "run/kimi-k26-on-mi355x/"),
        *("run/deepseek-r1-on-b300/", "run/gptoss-120b-on-b300/"),
    }
    pages = [path for path in made if path.startswith(("compare/", "best/")) and not _leads_on(built, path)]
    assert pages
    assert not [path for path in pages if "kimi" not in path]


def _leads_on(folder: Folder, path: str) -> bool:
    """Whether a page is that of an address that moved."""
    return 'http-equiv="refresh"' in folder.page(path)


def test_only_what_quotes_a_row_is_written(built: Folder):
    """The page of the pair with its data, and the lists that have its figure; neither other GPUs' nor other models'."""
    before = tree(built.public)
    _one(3, tput_per_gpu=2111.0)(built)
    built.build()
    after = tree(built.public)
    changed = {name for name in after if after[name] != before.get(name)}
    assert "run/kimi-k26-on-b300/index.html" in changed
    assert not [name for name in changed if "deepseek" in name and "on-h200" in name]


def test_other_code_takes_nothing_over(built: Folder, monkeypatch: pytest.MonkeyPatch):
    """A builder or library of another version may write other bytes."""
    monkeypatch.setattr(site_builder.reuse.basis, "_code", lambda: "another")
    made = _made(monkeypatch)
    built.build()
    assert "run/kimi-k26-on-b300/" in made
    assert "404.html" in made


def test_the_code_is_all_of_it():
    """Another byte in any module, and another release of a library, is another builder."""
    first = site_builder.reuse.basis._code()
    assert first == site_builder.reuse.basis._code()
    assert len(first) == 32


def test_a_build_of_one_page_leaves_no_notes(built: Folder):
    """It knows nothing of the rest; the next whole build finds out what holds."""
    _one(1, tput_per_gpu=2900.0)(built)
    notes = notes_beside(built.public).read_bytes()
    built.build(only=["kimi-k26-on-b300"])
    assert notes_beside(built.public).read_bytes() == notes
    expected = cold(built)
    built.build()
    assert tree(built.public) == expected


def test_an_input_that_changes_meanwhile_leaves_no_notes(built: Folder, monkeypatch: pytest.MonkeyPatch):
    """What was read may be neither the one nor the other."""
    notes = notes_beside(built.public).read_bytes()
    survey = site_builder.survey.survey_folder

    def while_it_changes(*args, **more):
        found = survey(*args, **more)
        _appended(built.data / "site.toml", "# a word\n")
        return found

    monkeypatch.setattr(site_builder.build, "survey_folder", while_it_changes)
    _one(1, tput_per_gpu=2900.0)(built)
    built.build()
    assert notes_beside(built.public).read_bytes() == notes


def test_notes_that_cannot_be_written_do_no_harm(built: Folder):
    """A folder in their place: the site is built all the same, and the next build makes all of it."""
    notes = notes_beside(built.public)
    notes.unlink()
    (notes / "mine").mkdir(parents=True)
    _one(1, tput_per_gpu=2900.0)(built)
    expected = cold(built)
    built.build()
    assert tree(built.public) == expected
    assert [path.name for path in built.root.iterdir() if path.name.startswith(".")] == [notes.name]


def test_no_cache_neither_reads_nor_leaves_notes(built: Folder, monkeypatch: pytest.MonkeyPatch):
    """Everything is made anew."""
    notes_beside(built.public).unlink()
    made = _made(monkeypatch)
    built.build(cache=False)
    assert "run/kimi-k26-on-b300/" in made
    assert not notes_beside(built.public).exists()


def test_notes_hold_hashes_and_no_content(built: Folder):
    """They are small, and whoever finds them learns no more than from the site."""
    notes = json.loads(notes_beside(built.public).read_bytes())
    assert sorted(notes) == ["counts", "files", "format", "ids", "key", "pages", "problems", "without_rows"]
    assert set(notes["files"]) == set(tree(built.public))
