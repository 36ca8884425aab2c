"""What stands behind the figures of a run page: evidence, other workloads, thin sweeps, power, waits, age."""

import datetime

import pytest

from tests.folders import points, row
from tests.reading_pages import CURVE, built

JUNE, JULY = datetime.date(2026, 6, 1), datetime.date(2026, 7, 1)
SHORT = "single-turn chat workload (1k input / 1k output)"
FULL = {
    "conc": 64,
    "p99_intvty": 41.26,
    "median_ttft": 0.404,
    "p99_ttft": 1.2,
    "median_e2el": 21.37,
    "prefill_tp": 4,
    "prefill_pp": 2,
    "prefill_ep": 4,
    "prefill_dp_attention": True,
    "avg_power_w": 629.4,
    "num_requests_total": 1600,
    "num_requests_successful": 1598,
    "image": "vllm/vllm-openai:v0.11.0",
    "run_url": "https://github.com/example/bench/actions/runs/77",
}


def test_evidence_holds_all_that_the_row_tells(folder):
    """GPUs: tp 4 x pp 2 = 8, and not times ep. Power of the GPUs, and requests where some failed."""
    page = built(folder, [row(50, 2500, **FULL)])
    assert page.evidence("50") == [
        {
            "Model key": "kimik2.6",
            "Engine": "vLLM, fp4",
            "Interactivity": "median 50.0 tok/s per user, slowest 1 %: 41.3",
            "Throughput": "2,500 tokens/s per GPU",
            "Concurrency": "64",
            "TTFT": "median 404 ms, p99 1,200 ms",
            "E2EL": "median 21.4 s",
            "GPUs": "8",
            "Parallelism": "TP4 EP4 DP attention",
            "Power": "629 W per GPU",
            "Requests": "1,598 / 1,600 succeeded",
            "Image": "vllm/vllm-openai:v0.11.0",
            "Date": "2026-09-01, the run",
        }
    ]
    (run,) = [a for a in page.section("ladder").all("a") if a.attrs["href"] == FULL["run_url"]][:1]
    assert run.attrs["rel"] == "nofollow"


def test_evidence_shows_a_dash_for_what_a_row_does_not_tell(folder):
    """Power and failed requests are not spoken of at all where nothing is known."""
    assert built(folder, [row(50, 2500, conc=None)]).evidence("50") == [
        {
            "Model key": "kimik2.6",
            "Engine": "vLLM, fp4",
            "Interactivity": "median 50.0 tok/s per user",
            "Throughput": "2,500 tokens/s per GPU",
            "Concurrency": "-",
            "TTFT": "-",
            "E2EL": "-",
            "GPUs": "-",
            "Parallelism": "not stated",
            "Image": "-",
            "Date": "2026-09-01",
        }
    ]


def test_a_tail_is_shown_also_without_its_median(folder):
    (found,) = built(folder, [row(50, 2500, p99_ttft=1.2)]).evidence("50")
    assert found["TTFT"] == "p99 1,200 ms"


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"prefill_tp": 8}, "TP8"),
        ({"prefill_tp": 8, "prefill_dp_attention": False}, "TP8"),
        ({"prefill_dp_attention": True}, "DP attention"),
    ],
)
def test_parallelism_of_one_pool_is_told_as_it_stands(folder, columns, words):
    """What a row states is not run together with what it leaves open."""
    (found,) = built(folder, [row(50, 2500, **columns)]).evidence("50")
    assert found["Parallelism"] == words


def test_prefill_and_decode_are_told_apart(folder):
    """4 + 12 GPUs are 16."""
    roles = {
        "num_prefill_gpu": 4,
        "num_decode_gpu": 12,
        "prefill_tp": 4,
        "prefill_num_workers": 1,
        "decode_tp": 4,
        "decode_ep": 4,
        "decode_num_workers": 3,
        "decode_dp_attention": True,
    }
    (found,) = built(folder, [row(50, 2500, disagg=True, **roles)]).evidence("50")
    assert found["GPUs"] == "16"
    assert found["Parallelism"] == "prefill 4 GPUs 1 worker TP4 decode 12 GPUs 3 workers TP4 EP4 DP attention"


def test_requests_that_all_succeeded_are_not_counted_out(folder):
    (found,) = built(folder, [row(50, 2500, num_requests_total=600, num_requests_successful=600)]).evidence("50")
    assert "Requests" not in found


def test_each_kind_of_read_shows_its_rows(folder):
    """One row where it is exact, a bound or out of reach; the two around it where it is read between them."""
    page = built(folder, [*points((45, 4000), (75, 2000), (100, 1500), (160, 700))])
    rows = {tier: [e["Interactivity"].split()[1] for e in page.evidence(tier)] for tier in ("30", "50", "75", "200")}
    assert rows == {"30": ["45.0"], "50": ["45.0", "75.0"], "75": ["75.0"], "200": ["160"]}
    kinds = [summary.text for summary in page.section("ladder").all("table")[0].all("summary")]
    assert kinds == ["at least", "interpolated", "exact", "exact", "interpolated", "out of reach"]


@pytest.mark.parametrize("where", ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "run 77", ""])
def test_only_web_addresses_become_links_to_a_run(folder, where):
    (found,) = built(folder, [row(50, 2500, run_url=where)]).evidence("50")
    assert found["Date"] == "2026-09-01"


@pytest.mark.parametrize("where", ["https://[x", "http://", "https://exa mple.org/1", "HTTPS://example.org/runs/1"])
def test_an_odd_address_in_a_row_stops_no_build(folder, where):
    """It is data: linked where it is an address of the web, else left out."""
    (found,) = built(folder, [row(50, 2500, run_url=where)]).evidence("50")
    assert found["Date"].startswith("2026-09-01")


def test_other_workloads_have_the_same_table_folded_away(folder):
    """In the order of the settings; 2.26e6 / (900 x 3,600) = 0.6975."""
    page = built(folder, [*points(*CURVE), *points((50, 900), isl=1024), *points((50, 700), isl=1024, osl=8192)])
    folded = page.section("ladder").all("details", class_="other")
    assert [one.all("summary")[0].text for one in folded] == [
        f"The same on a {SHORT}",
        "The same on a single-turn reasoning workload (1k input / 8k output)",
        "Tokens per joule at each target",
    ]
    assert page.table("ladder-1k1k-caption")[0] == page.table("ladder-caption")[0]
    assert page.ladder("ladder-1k1k-caption")["50 tok/s"] == ["900", "$0.70", "vLLM", "fp4"]
    assert "The same on" not in built(folder, points(*CURVE)).text


def series(page) -> list[str]:
    """The list of the series that compete."""
    return [item.text for item in page.section("ladder").one("ol", class_="series").all("li")]


def test_thin_sweeps_are_called_thin(folder):
    """Two points are too few; three are enough unless the sweep before them had more."""
    rows = [
        *points((20, 9000), (50, 8000)),
        *points((20, 900), (50, 700), (90, 400), framework="sglang"),
        *points((20, 90), (50, 80), (70, 70), (90, 60), framework="trt", date=JUNE),
        *points((20, 90), (50, 80), (70, 70), framework="trt", date=JULY),
        *points((20, 90), (50, 80), framework="tilert", date=JUNE),
        *points((20, 90), (50, 80), (70, 70), framework="tilert", date=JULY),
    ]
    assert sorted(item[2:] for item in series(built(folder, rows))) == [
        "SGLang, fp4, kimik2.6: 3 points, 2026-09-01",
        "TRTLLM, fp4, kimik2.6: 3 points, 2026-07-01 thin: the sweep before it had 4",
        "TileRT, fp4, kimik2.6: 3 points, 2026-07-01",
        "vLLM, fp4, kimik2.6: 2 points, 2026-09-01 thin: fewer than three",
    ]


def test_one_point_is_one_point(folder):
    assert series(built(folder, [row(50, 1000)])) == [
        "A vLLM, fp4, kimik2.6: 1 point, 2026-09-01 thin: fewer than three"
    ]


def test_tokens_per_joule_follow_from_power(folder):
    """B300 draws 1,900 W all in: 3,504 / 1,900 = 1.844. The row says 0.4 J a token: 2.5 tokens a joule."""
    page = built(folder, [row(50, 3504, joules_per_total_token=0.4), row(60, 3000, conc=2)])
    assert page.root.one("caption", id="power-caption").text == (
        "Total tokens per joule; all-in power per GPU: 1,900 W"
    )
    table = {cells[0]: cells[1:] for cells in page.table("power-caption")}
    assert table["50 tok/s"] == ["1.84", "2.50"]
    assert table["30 tok/s"] == ["≥ 1.84", "≥ 2.50"]
    assert table["75 tok/s"] == ["-", "-"]


def test_an_estimate_gives_an_estimate_of_tokens_per_joule(folder):
    """3,000 at 50 between 30 and 80: 3,000 / 1,900 = 1.579."""
    page = built(folder, points((30, 4000), (80, 1500)))
    assert page.table("power-caption")[2][1] == "~1.58"


def test_without_power_there_is_no_table_of_it(folder):
    folder.edit("data/gpus.toml", "power_kw = 1.9\n", "")
    assert "joule" not in built(folder, points(*CURVE)).text


@pytest.mark.parametrize(
    ("seconds", "told", "is_long"),
    [(0.404, "404 ms", False), (9.99, "9,990 ms", False), (10.0, "10.0 s", False), (12.3, "12.3 s", True)],
)
def test_a_long_wait_is_told_above_ten_seconds_only(folder, seconds, told, is_long):
    """In the row of the target and, at the primary one, in the answer, which gives a short wait as well."""
    page = built(folder, [row(50, 2500, median_ttft=seconds)])
    words = f"The first token then takes a median {told}: a fast stream after a long wait."
    more = ", a long wait before a fast stream" if is_long else ""
    assert (words in page.table("ladder-caption")[2][1]) == is_long
    assert f"; the first token takes a median {told} there{more}. " in page.says("answer")
    assert is_long or "long wait" not in page.text


def test_a_page_says_how_far_its_newest_run_lies_behind_that_of_the_site(folder):
    """1 July to 1 September: 62 days; one day is a day; none is not spoken of."""
    rows = [
        *points(*CURVE),
        *points(*CURVE, hardware="b200", date=JULY),
        *points(*CURVE, hardware="h200", date=datetime.date(2026, 8, 31)),
    ]
    facts = [built(folder, rows, f"run/kimi-k26-on-{gpu}/").root.one("p", class_="facts").text for gpu in GPUS]
    assert [text.split("newest run ")[1] for text in facts] == [
        "2026-09-01",
        "2026-07-01, 62 days before the newest on this site",
        "2026-08-31, 1 day before the newest on this site",
    ]


GPUS = ("b300", "b200", "h200")
