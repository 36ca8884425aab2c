"""`python -m bench.preview [N]`: how long after a save an editor sees it in a browser, on a site of N run pages."""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import sync_playwright

from bench.folder import PROJECT, write_folder
from site_builder.cli.running import prepare_process
from site_builder.preview.changes import follow_changes
from site_builder.preview.following import Checker, Preview
from site_builder.preview.server import PreviewServer

_RUNS = 5
_EDITS = (
    ("copy", "templates/copy/run/ladder.md", "Serving trades", "Serving {} trades"),
    ("partial", "templates/partials/ladder.html", "Per-user target", "Target {} of a user"),
    ("price source", "data/tco.toml", 'source = "', 'source = "Run {} of '),
)
_CHROMIUM = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking")


def main(arguments: Sequence[str]) -> int:
    """Measure each kind of edit, and print the median of its runs."""
    pages = int(arguments[0]) if arguments else 250
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        root = Path(name)
        write_folder(pages, root / "data")
        shutil.copytree(PROJECT / "templates", root / "templates")
        _without_comparisons(root / "data/site.toml")
        server = PreviewServer(0)
        server.preview = preview = Preview(root / "data", root / "templates", server.address)
        started = time.perf_counter()
        preview.follow(())
        print(
            f"{pages} run pages in a site without comparisons, first shown after {time.perf_counter() - started:.2f} s"
        )
        for work in (server.serve_forever, lambda: _follow(preview, root)):
            threading.Thread(target=work, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(_CHROMIUM))
        page = browser.new_page()
        shown = preview.state.shown
        assert shown is not None, preview.state.faults
        page.goto(f"{server.address}{shown.first_run_page}")
        time.sleep(5)  # until all pages are checked
        for kind, file, old, new in _EDITS:
            text = (root / file).read_text(encoding="utf-8")
            times = []
            for run in range(_RUNS):
                saved = time.perf_counter()
                (root / file).write_text(text.replace(old, new.format(run), 1), encoding="utf-8")
                seen = new.format(run).removeprefix('source = "')
                page.wait_for_function("text => document.body?.innerText.includes(text)", arg=seen, polling=10)
                times.append(1000 * (time.perf_counter() - saved))
                time.sleep(4)
            spread = f"{min(times):.0f} to {max(times):.0f} of {_RUNS} runs"
            print(f"{kind}: median {statistics.median(times):.0f} ms, {spread}")
        browser.close()
    return 0


def _without_comparisons(path: Path) -> None:
    """So that a site of N run pages has little more than N pages."""
    lines = path.read_text(encoding="utf-8").split("\n")
    kept = [line for line in lines if not line.startswith("comparisons =")]
    path.write_text('comparisons = "none"\n' + "\n".join(kept), encoding="utf-8")


def _follow(preview: Preview, root: Path) -> None:
    checker = Checker(preview)
    for changed in follow_changes([root / "data", root / "templates"], threading.Event()):
        checker.stop()
        preview.follow(changed)
        checker.start(lambda problems: None)


if __name__ == "__main__":
    prepare_process()  # as the command does
    sys.exit(main(sys.argv[1:]))
