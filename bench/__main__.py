"""`python -m bench [N ...]`: measure builds of N pages and print a table."""

from __future__ import annotations

import argparse
import contextlib
import datetime
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.compare import PROJECT, Comparison, Workshop, compare
from bench.document import IMPORTS, Circumstances, document, with_imports
from bench.machine import free_bytes, this_machine
from bench.measure import BenchError
from bench.steps import Profile, profile
from bench.tables import FUNCTIONS_HEAD, HEAD, STEPS_HEAD, as_text, comparison_rows, function_rows, step_rows

DOCUMENT = PROJECT / "docs" / "benchmarks.md"
_SIZES = (250, 2000)
_TMPFS = Path("/dev/shm")
_BYTES_PER_PAIR = 900_000  # rows, the site with its comparisons, its staged copy, the floor's bytes and its copy


def main(arguments: Sequence[str]) -> int:
    """Measure, print, and with --write renew the page of the docs."""
    options = _parser().parse_args(arguments)
    sizes = sorted(set(options.pairs or _SIZES))
    machine = this_machine()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with _place(options.keep, sizes) as (root, place):
            comparisons, profiled = _measure(root, sizes, options)
    except BenchError as failure:
        print(failure, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        return 130
    print(as_text(HEAD, comparison_rows(comparisons)))
    if profiled:
        print(f"\n{as_text(STEPS_HEAD, step_rows(profiled))}")
        print(f"\nUnder cProfile, which slows calls:\n{as_text(FUNCTIONS_HEAD, function_rows(profiled))}")
    if options.write:
        command = _command(sizes, options)
        how = Circumstances(command, datetime.date.today(), options.runs, place, machine, options.note)
        imports = DOCUMENT.read_text(encoding="utf-8").partition(IMPORTS)[2]
        page = document(how, comparisons, profiled)
        DOCUMENT.write_text(with_imports(page, imports) if imports else page, encoding="utf-8")
        print(f"\nWrote {DOCUMENT.relative_to(PROJECT)}.")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure builds of N pages, N pairs each.")
    parser.add_argument("pairs", metavar="N", nargs="*", type=_positive, help="sizes (default: 250 2000)")
    parser.add_argument("--runs", type=_positive, default=5, help="runs of each kind (default: %(default)s)")
    parser.add_argument(
        "--keep", type=Path, metavar="DIR", help="work there, and leave the data and sites of all sizes"
    )
    parser.add_argument("--slim", action="store_true", help="with the short run page of bench/slim, and no comparisons")
    parser.add_argument("--profile", action="store_true", help="say where the time of the largest cold build goes")
    parser.add_argument("--write", action="store_true", help="renew docs/benchmarks.md")
    parser.add_argument("--note", default="", metavar="TEXT", help="a sentence to put above the figures of that page")
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not above 0")
    return number


def _measure(root: Path, sizes: Sequence[int], options: argparse.Namespace) -> tuple[list[Comparison], Profile | None]:
    """Every size in turn; a size's files go before the next, unless they are to be kept."""
    comparisons, profiled = [], None
    for size in sizes:
        _say(f"{size:,} pairs: making data")
        shop = Workshop(root / str(size), size, slim=options.slim)
        comparisons.append(compare(shop, options.runs, _say))
        if options.profile and size == sizes[-1]:
            _say(f"{size:,} pairs: profile")
            profiled = profile(shop)
        if not options.keep:
            shutil.rmtree(root / str(size))
    _say("")
    return comparisons, profiled


@contextlib.contextmanager
def _place(keep: Path | None, sizes: Sequence[int]) -> Iterator[tuple[Path, str]]:
    """The folder to work in, and what kind it is: the one to keep, memory when there is room, else the disk."""
    if keep:
        taken = [size for size in sizes if (keep / str(size)).exists()]
        if taken:
            raise BenchError(f"{keep / str(taken[0])} is already there, expected nothing; remove it or keep elsewhere")
        yield keep.resolve(), "in a folder that was named"
        return
    in_memory = _has_room(max(sizes))
    with tempfile.TemporaryDirectory(prefix="bench-", dir=_TMPFS if in_memory else None) as folder:
        yield Path(folder), "in memory (tmpfs)" if in_memory else "in the system's temporary folder"


def _has_room(pairs: int) -> bool:
    """Whether memory holds all files of a size and leaves as much again to the processes."""
    needed = pairs * _BYTES_PER_PAIR
    return _TMPFS.is_dir() and shutil.disk_usage(_TMPFS).free > needed and free_bytes() > 2 * needed


def _command(sizes: Sequence[int], options: argparse.Namespace) -> str:
    """What makes the same page again; where it works and what note it carries are left out."""
    profiled = (" --slim" if options.slim else "") + (" --profile" if options.profile else "")
    return f"python -m bench {' '.join(map(str, sizes))} --runs {options.runs}{profiled} --write"


def _say(text: str) -> None:
    """Where we are, on one line, only where a person is watching."""
    if sys.stderr.isatty():
        print(f"\r{text:<60}", end="" if text else "\r", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
