"""Whole builds of rows that should not be believed, or that divide by other GPUs than one expects."""

import re
from html import unescape

from tests.command import AS_IT_WAS, run
from tests.folders import Folder, made_site, points, row
from tests.reading_pages import CURVE

# 4 prefill and 12 decode GPUs: (4 x 20,000 + 12 x 1,000) / 16 = 5,750 tokens/s per deployed GPU, 750 of them output.
SPLIT = row(
    50, 5750, conc=64, disagg=True, is_multinode=True, num_prefill_gpu=4, num_decode_gpu=12,
    input_tput_per_gpu=20000.0, output_tput_per_gpu=1000.0,
)  # fmt: skip


def text_of(page: str) -> str:
    """What a page says, its markup left out."""
    without = re.sub(r"<(script|style)\b.*?</\1>", " ", page, flags=re.DOTALL)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", without)))


def doubtful(folder: Folder) -> None:
    """A sound pair, and beside it three kinds of rows that should not be believed."""
    folder.rows(points(*CURVE, hardware="h200"), "a.parquet")
    near = [row(50, tput, conc=64, prefill_tp=8, prefill_ep=ep) for ep, tput in enumerate((9600, 9590, 9610), start=1)]
    folder.rows([*near, row(50, 157484, conc=64, prefill_tp=8, prefill_ep=8)], "b.parquet")
    folder.rows([row(60, 900, num_prompts=5120, completed=12, hardware="b200")], "c.parquet")
    folder.rows([row(293, 800, median_tpot=0.00872, hardware="gb300")], "d.parquet")


WARNINGS = (
    "data/benchmarks/b.parquet row 4: warning: 157,484 tokens/s per GPU are 16.4 times the 9,600 that its series "
    "suggests at its load, expected 4 times at most [outlier]\n"
    "    is the number of GPUs right that the throughput was divided by?\n"
    "data/benchmarks/c.parquet row 1: warning: 12 of 5,120 requests succeeded (0.2 %), expected 95 % at least "
    "[requests-failed]\n"
    "    its figures are those of the requests that succeeded\n"
    "data/benchmarks/d.parquet row 1: warning: median_intvty is 293 tok/s, but 1 / median_tpot is 114.7, expected the "
    "two within 5 % [speed-differs]\n"
)


def test_what_should_not_be_believed_is_listed(folder):
    """With file and row, what was found and what was expected; the site is built all the same."""
    doubtful(folder)
    code, stdout, stderr = run(folder, "-q")
    assert (code, stdout, stderr) == (0, "", WARNINGS)


def test_a_strict_build_does_not_publish_it(folder):
    """Exit code 1, and the site that was there stays."""
    folder.rows(points(*CURVE))
    folder.build()
    before = made_site(folder.public)
    doubtful(folder)
    code, stdout, stderr = run(folder, "-q", "--strict")
    assert (code, stdout) == (1, "")
    assert stderr == f"{WARNINGS}Not built: 3 warnings (--strict makes warnings fail). {AS_IT_WAS}"
    assert made_site(folder.public) == before


def test_the_site_says_when_failures_are_not_in_the_data(folder):
    """Where rows do not tell how many requests failed, no page can, and the method says so."""
    folder.rows(points(*CURVE))
    folder.build()
    said = text_of(folder.page("methodology"))
    assert "Failed requests are known only where the rows count them." in said


def test_the_cost_of_a_disaggregated_row_is_over_all_its_gpus(folder):
    """At $2 a GPU hour: 2 / (5,750 x 3,600 / 10^6) = $0.097 for a million tokens, never the $0.026 of 21,000."""
    folder.edit("data/tco.toml", "b300       = { hyperscaler = 2.26, ", "b300       = { hyperscaler = 2.00, ")
    folder.rows([SPLIT])
    assert folder.warnings() == []
    page = folder.page("run/kimi-k26-on-b300")
    said = text_of(page)
    assert "$0.097" in said
    assert "$0.026" not in said
    assert "21,000" not in said
    assert "total (input + output) tokens" in said


def test_the_output_of_a_disaggregated_row_is_over_all_its_gpus(folder):
    """750 of 5,750 tokens are output, not 1,000: a share of 0.1304, which a cost of output alone is made of."""
    folder.rows([SPLIT])
    folder.build()
    shares = set(re.findall(r'\sdata-output="([^"]*)"', folder.page("run/kimi-k26-on-b300")))
    assert {round(float(share), 4) for share in shares} == {0.1304}
