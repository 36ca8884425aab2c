"""`python -m sample [--out FILE]`: write the sample data."""

import argparse
from pathlib import Path

from sample import amd, kimi, nvidia
from sample.plan import Pair
from sample.rows import rows
from sample.table import table, write

DEFAULT_OUT = Path("data/benchmarks/sample.parquet")
PAIRS: tuple[Pair, ...] = (*kimi.PAIRS, *nvidia.PAIRS, *amd.PAIRS)


def main() -> None:
    """Make all rows, write them, and say how many."""
    parser = argparse.ArgumentParser(prog="python -m sample", description="Write the site's sample data.")
    parser.add_argument("--out", type=Path, default=DEFAULT_OUT, help="file to write (default: %(default)s)")
    out: Path = parser.parse_args().out
    content = table(row for pair in PAIRS for row in rows(pair))
    write(content, out)
    print(f"{out}: {len(PAIRS)} pairs, {content.num_rows} rows, {out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
