"""The command line: options, exit codes for right and wrong use, summary. Real processes are in test_cli_process.py."""

import re

import click
import pytest

from site_builder.cli import main
from site_builder.version import VERSION
from tests.command import AS_IT_WAS, run
from tests.folders import PROJECT, points, row, tree

ROWS = points((20, 4000), (50, 2500), (100, 1000))
NO_BASE_URL = (
    "data/site.toml: note: base_url is not set, so what needs whole addresses is left out: canonical links, "
    "sitemap.xml, feed.xml, preview pictures, and the addresses in JSON-LD, Open Graph tags, llms.txt and robots.txt "
    "[no-base-url]\n    set base_url there, or give --base-url\n"
)


def options_of(text):
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text))


def counted(folder, public: str = "public") -> tuple[int, int]:
    """How many pages and how many files lie in the output folder, its list of files aside."""
    names = tree(folder.root / public).keys() - {"build.json"}
    return sum(name.endswith(".html") for name in names), len(names)


def test_a_build_says_what_it_did(folder):
    """Pages, rows and files on standard output, with exit code 0; what there is to know is on standard error."""
    folder.rows(ROWS)
    found = run(folder)
    pages, files = counted(folder)
    summary = (
        f"Built {pages} pages (1 about a model on a GPU) into public/ in 0.00 s.\n"
        "Rows: 3 read from 1 file, 3 used.\n"
        f"Files: {files} written, 0 unchanged, 0 removed.\n"
        "See above: 1 note.\n"
    )
    assert found == (0, summary, NO_BASE_URL)


def test_a_build_says_which_files_it_changed(folder):
    """Files written, left alone and removed are counted, without the list of files."""
    folder.rows(ROWS)
    folder.rows(points((20, 400), hardware="b200"), "b.parquet")
    run(folder)
    folder.rows(points((20, 400), hardware="h200"), "b.parquet")
    (folder.public / "404.html").unlink()
    before = tree(folder.public)
    stdout = run(folder)[1]
    after = tree(folder.public)
    written = {name for name in after.keys() - {"build.json"} if after[name] != before.get(name)}
    removed = before.keys() - after.keys()
    assert {"404.html", "run/kimi-k26-on-h200/index.html"} <= written
    assert removed == {f"run/kimi-k26-on-b200/{name}" for name in ("index.html", "data.json", "rows.csv")}
    unchanged = counted(folder)[1] - len(written)
    assert f"\nFiles: {len(written)} written, {unchanged} unchanged, 3 removed.\n" in stdout


def test_addresses_that_moved_are_no_pages(folder):
    """They are files that lead on, and are not counted as pages."""
    folder.rows(ROWS)
    folder.edit("data/site.toml", '# "/run/kimi-on-b300/" =', '"/run/kimi-on-b300/" =')
    stdout = run(folder)[1]
    assert (folder.public / "run/kimi-on-b300/index.html").is_file()
    assert stdout.startswith(f"Built {counted(folder)[0] - 1} pages (1 about a model on a GPU) into public/")


def test_a_build_says_which_rows_it_set_aside(folder):
    """Each reason with its count, in the order of the steps."""
    failed_row, other = row(60, 900, error="out of memory"), row(60, 900, isl=5)
    older = row(61, 900, date=row()["date"].replace(day=1, month=8), conc=1)
    twice = row(20, 4000, conc=1)
    another_result = row(50, 2400, conc=2)
    folder.rows([*ROWS, failed_row, other, older, twice, twice, another_result])
    # 9 rows: 3 used; 1 with an error and 1 of another workload; 1 of an older run; 2 copies; 1 with another result
    code, stdout, _ = run(folder, "--base-url", "https://example.org")
    assert code == 0
    assert [line for line in stdout.splitlines()[1:] if not line.startswith("Files")] == [
        (
            "Rows: 9 read from 1 file, 3 used; set aside: 2 unusable or of another workload, 1 of older runs, "
            "2 exact copies, 1 in conflict with another."
        ),
        "See above: 1 warning and 2 notes.",
    ]


def test_a_single_copy_is_counted_in_the_singular(folder):
    """One exact copy is one copy."""
    folder.rows([*ROWS, ROWS[0]])
    assert run(folder)[1].splitlines()[1] == "Rows: 4 read from 1 file, 3 used; set aside: 1 exact copy."


def test_large_counts_have_separators(folder):
    """Thousands are separated."""
    folder.rows(points(*((20 + n / 100, 4000 - n) for n in range(1200))))
    assert run(folder)[1].splitlines()[1] == "Rows: 1,200 read from 1 file, 1,200 used."


def test_a_build_without_anything_to_know_says_nothing_more(folder):
    """No problems: no last line, and nothing on standard error."""
    folder.rows(ROWS)
    code, stdout, stderr = run(folder, "--base-url", "https://example.org")
    assert (code, stdout.splitlines()[-1].partition(":")[0], stderr) == (0, "Files", "")


def test_a_quiet_build_prints_nothing(folder):
    """-q leaves out the summary and the notes."""
    folder.rows(ROWS)
    assert run(folder, "-q") == (0, "", "")
    assert run(folder, "--quiet") == (0, "", "")


def test_folders_are_options(folder):
    """--data, --templates and --out name other folders; the usual ones are not looked at."""
    folder.rows(ROWS)
    folder.data.rename(folder.root / "d")
    folder.templates.rename(folder.root / "t")
    code, stdout, stderr = run(folder, "--data", "d", "--templates", "t", "--out", "some/where")
    assert code == 0
    pages = counted(folder, "some/where")[0]
    assert stdout.startswith(f"Built {pages} pages (1 about a model on a GPU) into some/where/ in 0.00 s.\n")
    assert stderr.startswith("d/site.toml: note: ")
    assert (folder.root / "some/where/index.html").is_file()
    assert not folder.public.exists()


def test_the_base_url_of_the_command_wins(folder):
    """--base-url goes over the one of site.toml, into every address that must be whole."""
    folder.rows(ROWS)
    folder.edit("data/site.toml", '# base_url = "https://example.org/bench/"', 'base_url = "https://old.example/"')
    assert run(folder, "--base-url", "https://new.example/bench")[0] == 0
    page = folder.page("run/kimi-k26-on-b300/")
    assert '<link rel="canonical" href="https://new.example/bench/run/kimi-k26-on-b300/">' in page
    assert "old.example" not in page


@pytest.mark.parametrize(
    "url", ["", "example.org", "ftp://example.org/", "https://", "https://e.org/?a=1", "http://[x"]
)
def test_a_base_url_that_is_none_is_wrong_use(folder, url):
    """What is not a web address is refused before anything is read, with exit code 2."""
    code, stdout, stderr = run(folder, "--base-url", url)
    assert (code, stdout) == (2, "")
    assert stderr.splitlines()[-1] == (
        f"Error: Invalid value for '--base-url': '{url}' is not an address such as https://example.org/bench/"
    )


def test_only_some_pages_can_be_built(folder):
    """--only writes these run pages and no other page; what else is in the folder stays, byte for byte."""
    folder.rows([*ROWS, *points((20, 400), hardware="b200"), *points((20, 400), hardware="h200")])
    assert run(folder)[0] == 0
    before = tree(folder.public)
    folder.edit("data/site.toml", 'name = "Inference report"', 'name = "Another name"')
    code, stdout, _ = run(
        folder, "--only", "kimi-k26-on-b300", "--only", "kimi-k26-on-b200", "--only", "kimi-k26-on-b300"
    )
    assert code == 0
    assert stdout.startswith("Built 2 pages (2 about a model on a GPU) into public/ in 0.00 s.\n")
    after = tree(folder.public)
    changed = {name for name in after if after[name] != before.get(name)}
    assert changed == {"build.json", "run/kimi-k26-on-b200/index.html", "run/kimi-k26-on-b300/index.html"}
    assert before.keys() == after.keys()


def test_only_an_unknown_page_is_wrong_use(folder):
    """A name that no page has: exit code 2, the nearest name, nothing built."""
    folder.rows(ROWS)
    code, stdout, stderr = run(
        folder, "--only", "kimi-k26-on-b30", "--only", "zzz", "--base-url", "https://example.org"
    )
    assert (code, stdout) == (2, "")
    assert stderr == (
        "--only kimi-k26-on-b30: error: no such page, expected a name such as kimi-k26-on-b300 [unknown-page]\n"
        "    did you mean 'kimi-k26-on-b300'?\n"
        "--only zzz: error: no such page, expected a name such as kimi-k26-on-b300 [unknown-page]\n"
        f"Not built: 2 errors. {AS_IT_WAS}"
    )
    assert not folder.public.exists()


def test_the_version_is_printed(folder):
    """--version: name and version, as in one place of the code."""
    assert run(folder, "--version") == (0, f"build-site {VERSION}\n", "")


@pytest.mark.parametrize("args", [["--zzz"], ["zzz"], ["--out"], ["--only"], ["--strict=yes"]])
def test_wrong_use_has_its_own_exit_code(folder, args):
    """An option or argument that does not exist, or lacks its value: exit code 2, on standard error alone."""
    code, stdout, stderr = run(folder, *args)
    assert (code, stdout) == (2, "")
    assert stderr.splitlines()[-1].startswith("Error: ")


def test_options_of_a_build_before_a_command_are_wrong_use(folder, monkeypatch):
    """They would be lost: the command is not run."""
    calls = []
    monkeypatch.setitem(main.commands, "probe", click.Command("probe", callback=lambda: calls.append("run")))
    code, stdout, stderr = run(folder, "--allow-unknown", "probe")
    assert (code, stdout, calls) == (2, "", [])
    assert stderr.splitlines()[-1] == (
        "Error: --allow-unknown stands before probe, expected options after the command."
    )
    assert run(folder, "probe")[0] == 0
    assert calls == ["run"]
    assert not folder.public.exists()


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_names_every_option(folder, option):
    """-h and --help list all options, and the exit codes."""
    code, stdout, stderr = run(folder, option)
    assert (code, stderr) == (0, "")
    assert options_of(stdout) == {
        "--data", "--templates", "--out", "--base-url", "--only", "--strict", "--allow-unknown",
        "--jobs", "--no-cache", "--quiet", "--verbose", "--version", "--help",
    }  # fmt: skip
    assert "0 built, 1 a problem in the data, templates or environment, 2 wrong use, 130" in " ".join(stdout.split())


def test_the_readme_and_the_help_agree_on_options(folder):
    """README.md names every option of a build, and none that no command has."""
    readme = (PROJECT / "README.md").read_text(encoding="utf-8")
    own = options_of(run(folder, "--help")[1])
    of_commands = {option for name in main.commands for option in options_of(run(folder, name, "--help")[1])}
    assert own <= options_of(readme) <= own | of_commands
