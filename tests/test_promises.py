"""What the builder promises: the same bytes anywhere, nothing written twice, nothing changed by a failure."""

import os
import re
import shutil
from pathlib import Path

import pytest

from site_builder.build import build_site
from site_builder.errors import BuildError
from tests.folders import PROJECT, points, row, tree
from tests.running import run_build, snapshot, stray

ROWS = [
    *points((20, 4000), (50, 2500), (100, 1000)),
    *points((20, 900), (60, 500), framework="sglang", precision="fp8"),
]
OTHER_GPU = [*points((20, 400), (50, 250), hardware="b200"), row(30, 10, hardware="b200", error="failed", conc=64)]
TORN = "data/benchmarks/b.parquet"


@pytest.fixture
def built(folder):
    """A project whose site of two models on two GPUs is built, beside somebody's own file."""
    folder.rows(ROWS)
    folder.rows(OTHER_GPU, "b.parquet")
    folder.rows(points((20, 700), (50, 300), model="dsr1", hardware="h200"), "deep/c.parquet")
    folder.build()
    (folder.public / "CNAME").write_bytes(b"example.org")
    return folder


@pytest.fixture
def whole(built):
    """The same with a base URL, and so with everything that needs one: feed, sitemap, preview pictures."""
    built.edit("data/site.toml", "# base_url =", "base_url =")
    built.build()
    assert {"feed.xml", "sitemap.xml"} <= tree(built.public).keys()
    return built


def copied(folder, name):
    """The sources of a project in another folder, written in the opposite order and with other times."""
    root = folder.root.parent / name
    sources = [path for top in (folder.data, folder.templates) for path in sorted(top.rglob("*")) if path.is_file()]
    for place, path in enumerate(reversed(sources)):
        target = root / path.relative_to(folder.root)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
        os.utime(target, (place, place))
    return root


def failure(folder) -> str:
    """The first error of a build that must fail; public/ is the same byte for byte, and nothing lies beside it."""
    before = snapshot(folder.public)
    done = run_build(cwd=folder.root)
    assert (done.returncode, done.stdout) == (1, "")
    assert snapshot(folder.public) == before
    assert not stray(folder.root, ["data", "templates", "public"])
    assert re.search(r"\nNot built: \d+ errors?\. The output folder is as it was\.\n$", done.stderr)
    return next(line for line in done.stderr.splitlines() if ": error: " in line)


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("other folder", {}),
        ("hash seed 0", {"PYTHONHASHSEED": "0"}),
        ("hash seed 4242", {"PYTHONHASHSEED": "4242"}),
        ("west", {"TZ": "Pacific/Pago_Pago"}),
        ("east", {"TZ": "Pacific/Kiritimati"}),
        ("plain locale", {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}),
        ("turkish", {"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"}),
        ("no environment", {"LC_ALL": None, "LANG": None, "TZ": None, "HOME": None, "USER": None}),
        ("other day", {"SOURCE_DATE_EPOCH": "1"}),
    ],
)
def test_the_same_input_gives_the_same_bytes(whole, name, changes):
    """Another folder, order of files on disk, hash seed, time zone, locale or day: the site is the same."""
    root = copied(whole, name)
    done = run_build(cwd=root, **changes)
    assert done.returncode == 0, done.stderr
    (whole.public / "CNAME").unlink()
    assert tree(root / "public") == tree(whole.public)


@pytest.mark.parametrize("mask", [0o000, 0o077])
def test_the_mask_for_new_files_changes_no_byte(built, mask):
    """The umask decides who may read the files, not what is in them."""
    root = copied(built, "masked")
    before = os.umask(mask)
    try:
        done = run_build(cwd=root)
    finally:
        os.umask(before)
    assert done.returncode == 0, done.stderr
    (built.public / "CNAME").unlink()
    assert tree(root / "public") == tree(built.public)
    assert (root / "public/index.html").stat().st_mode & 0o777 == 0o666 & ~mask


def test_names_with_other_letters_do_not_depend_on_the_locale(built):
    """A site name in other scripts is read and written as UTF-8 whatever the locale says."""
    built.edit("data/site.toml", 'name = "Inference report"', 'name = "Bericht für 模型"')
    root = copied(built, "plain")
    plain = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    assert run_build(cwd=root, **plain).returncode == 0
    assert "Bericht für 模型" in (root / "public/index.html").read_text(encoding="utf-8")


def test_a_site_says_nothing_of_the_machine(whole):
    """No path of the machine, also when the folders are given with all their parents."""
    build_site(whole.data, whole.templates, whole.public)
    assert [name for name, content in tree(whole.public).items() if str(whole.root).encode() in content] == []


def test_a_second_build_writes_nothing(whole):
    """The same input again: every file keeps its time, and the summary says so."""
    every = [path for path in whole.public.rglob("*") if path.is_file()]
    for path in every:
        os.utime(path, ns=(1, 1))
    published = whole.build().published
    assert (published.written, published.removed) == (0, 0)
    assert {path.stat().st_mtime_ns for path in every} == {1}


def test_new_rows_of_one_pair_touch_only_what_quotes_it(built):
    """The pair's page, its data, the tables of all pairs and the home page change, and no page or data that does not
    name the pair; assets stay."""
    before = tree(built.public)
    built.rows([*points((20, 4100), (50, 2600), (100, 1100)), *ROWS[3:]])
    built.build()
    after = tree(built.public)
    changed = {name for name in after if after[name] != before[name]} - {"build.json"}
    pair = {f"run/kimi-k26-on-b300/{name}" for name in ("index.html", "data.json", "rows.csv")}
    tables = {"data/ladder.csv", "data/benchmarks.parquet"}
    assert {"index.html", "models/kimi-k26/index.html"} | pair | tables <= changed
    assert {name for name in changed - pair - tables if b"kimi-k26-on-b300/" not in after[name]} == set()
    other = {f"run/deepseek-r1-on-h200/{name}" for name in ("index.html", "data.json", "rows.csv")}
    assert other | {"models/deepseek-r1/index.html"} <= after.keys() - changed


def test_pages_come_before_lists(built, monkeypatch):
    """Assets, then run pages, then what links to them, then lists, so that no link is dead in between. build.json knows
    new files before they come, and is right when all is done."""
    order = []
    real = os.replace

    def replace(source, target, **more):
        real(source, target, **more)
        name = Path(target).as_posix().partition("/.public.staging/site/")[2]
        order.extend([name] if name else [])

    built.edit("data/site.toml", 'name = "Inference report"', 'name = "Another name"')
    (built.templates / "assets/site.css").write_bytes(b"body {}")
    monkeypatch.setattr(os, "replace", replace)
    built.build()
    assert (order[0], order[-1], order.count("build.json")) == ("build.json", "build.json", 2)
    assert order[1].startswith("assets/site.")
    runs = [place for place, name in enumerate(order) if name.startswith("run/")]
    above = ("compare/", "rankings/", "models/", "gpus/")
    overviews = [place for place, name in enumerate(order) if name.startswith(above)]
    assert 1 < runs[0] <= runs[-1] < overviews[0] <= overviews[-1] < order.index("index.html")
    assert order.index("index.html") < order.index("llms.txt") < len(order) - 1


def test_a_fault_in_the_settings_changes_nothing(built):
    """A wrong setting: named with its file and line."""
    line = built.edit("data/site.toml", "primary_tier = 50", "primary_tier = 51")
    assert failure(built).startswith(f"data/site.toml:{line}: error: ")


def test_a_torn_file_of_rows_changes_nothing(built):
    """A Parquet file that was cut off in transfer: named."""
    torn = built.root / TORN
    torn.write_bytes(torn.read_bytes()[:-20])
    assert failure(built).startswith(f"{TORN}: error: ")


def test_a_value_that_cannot_be_read_changes_nothing(built):
    """A date that is none: named with file, row and column."""
    built.rows([row(date="2026-09-1")], "d.parquet")
    assert failure(built).startswith("data/benchmarks/d.parquet row 1 column date: error: '2026-09-1'")


def test_a_name_in_no_catalog_changes_nothing(built):
    """A GPU that nobody entered: named with its column and count."""
    built.rows([row(hardware="zzz")], "d.parquet")
    assert failure(built).startswith("data/benchmarks/d.parquet column hardware: error: 'zzz' (1 row) is in no catalog")


def test_a_broken_template_of_the_last_page_changes_nothing(built):
    """The template that only the last page uses fails when all others are rendered: named with file and line."""
    page = built.templates / "404.html"
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace("<h1>", "{{ page.zzz }}<h1>"), encoding="utf-8")
    line = text[: text.index("<h1>")].count("\n") + 1
    assert failure(built).startswith(f"templates/404.html:{line}: error: no field 'zzz' here")


def test_a_template_that_is_none_changes_nothing(built):
    """A template with a fault in its signs: named with file and line."""
    with (built.templates / "404.html").open("a", encoding="utf-8") as file:
        file.write("{% if %}\n")
    assert re.match(r"templates/404\.html:\d+: error: ", failure(built))


def test_a_text_page_without_a_title_changes_nothing(built):
    """A page that editors write has a heading: named, and no wrong use of the command."""
    page = built.templates / "copy/pages/about.md"
    page.parent.mkdir(exist_ok=True)
    page.write_bytes(b"Only words.\n")
    assert failure(built).startswith("templates/copy/pages/about.md: error: no title")


def test_a_dead_link_changes_nothing(built):
    """A link to a page that is not there: named with the page it is on."""
    built.edit("templates/404.html", '<a href="{{ page.root }}">', '<a href="/zzz/">')
    assert failure(built).startswith("templates/404.html:6: error: '/zzz/' leads to no page")


def test_a_foreign_file_in_the_way_changes_nothing(built):
    """A file that nobody built stands where a new page should come: named."""
    built.rows(points((20, 400), (50, 250), hardware="h200"), "d.parquet")
    page = built.public / "run/kimi-k26-on-h200/index.html"
    page.parent.mkdir()
    page.write_bytes(b"mine")
    assert failure(built).startswith("public/run/kimi-k26-on-h200/index.html: error: no build made this file")


def test_a_folder_that_is_no_output_is_refused_before_anything_is_read(built):
    """A folder of somebody's own is refused, whatever else is wrong."""
    (built.root / "data/site.toml").unlink()
    (built.public / "build.json").unlink()
    assert failure(built).startswith("public: error: it holds files of no build (.nojekyll, 404.html, CNAME, …)")


def test_library_code_prints_nothing(built, capfd):
    """A build from Python, whether it works, warns or fails, leaves the terminal to its caller."""
    built.rows([*ROWS, row(50, 2400, conc=2)])
    assert built.build().problems
    built.rows([row(hardware="zzz")], "d.parquet")
    with pytest.raises(BuildError):
        built.build()
    assert capfd.readouterr() == ("", "")


def test_the_shipped_data_is_built_without_a_warning(tmp_path):
    """What the project ships is a site that --strict accepts."""
    args = ("--data", str(PROJECT / "data"), "--templates", str(PROJECT / "templates"), "--strict", "-q")
    done = run_build(*args, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
