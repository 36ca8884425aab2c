"""Kimi K2.6 on B300 and on MI355X: two pairs whose ladders are published and must come out to the digit.

The stated points are those ladders, plus a few beyond them so that every published target is a measured point
or beyond reach. All else stays below: vLLM in FP4 leads at every target and is the closest where none is
reached. The number of current rows, the dates, the peak and the lowest latencies are published as well, so
adding a row or a date here changes a page that people can check.
"""

from sample.physics import Curve, Knots
from sample.plan import REASONING, SHORT_CHAT, SWEEP, TP4, TP8, TRACES, Pair, Setup, node, split

MODEL = "kimik2.6"
NATIVE = "kimik2.5"  # the release that shipped in INT4
CODER = "kimik2.7-code"

TP4_EP4, TP8_EP8 = node(4, ep=4), node(8, ep=8)
TP4_DP = node(4, ep=4, dp_attention=True)
BOTH = (TP4, TP8)

SIX, SIX_LIGHT, APART = (1, 4, 16, 32, 64, 256), (1, 4, 16, 32, 64, 128), (8, 32, 64, 128, 256)  # users
PREFILL_1, PREFILL_2 = split((8, 1), (8, 1), ep=8), split((8, 2), (8, 1), ep=8)
HALF_NODES = (split((4, 1), (8, 1)), split((4, 2), (8, 1)))

B300_TTFT, B300_TOP = 0.3, 172.0
B300_FAST = Knots(B300_TTFT, B300_TOP, {1: (B300_TOP, 180.6), 3: (150.0, 435.2), 16: (100.0, 1701.9)})
B300_FULL = Knots(
    B300_TTFT,
    B300_TOP,
    {16: (75.0, 2461.1), 32: (50.0, 3504.1), 80: (30.0, 5068.3), 192: (18.0, 7050.4), 512: (9.2, 10052.8)},
)
B300_RUNS, B300_NEWEST = "08-07 07-12 06-20", "08-07"

MI355X_TTFT, MI355X_TOP = 0.36, 131.0
MI355X_FAST = Knots(MI355X_TTFT, MI355X_TOP, {5: (MI355X_TOP, 610.0), 14: (100.0, 1441.8)})
MI355X_FULL = Knots(
    MI355X_TTFT,
    MI355X_TOP,
    {13: (75.0, 2016.2), 28: (50.0, 2831.1), 64: (30.0, 3968.37), 96: (22.4, 4410.6), 208: (11.8, 5370.2)},
)
MI355X_RUNS, MI355X_NEWEST = "07-30 06-28 05-22", "07-30"

FAST_B300, FULL_B300 = tuple(B300_FAST.by_conc), tuple(B300_FULL.by_conc)
FAST_MI355X, FULL_MI355X = tuple(MI355X_FAST.by_conc), tuple(MI355X_FULL.by_conc)


B300 = Pair(
    MODEL,
    "b300",
    (
        Setup("vllm", "fp4", (TP8,), B300_RUNS, FAST_B300, source=B300_FAST, power=True),
        Setup("vllm", "fp4", (TP4,), B300_RUNS, FULL_B300, source=B300_FULL, power=True),
        Setup("vllm", "fp4", (TP8_EP8,), B300_NEWEST, FAST_B300, source=B300_FAST, pace=0.93, power=True),
        Setup("vllm", "fp4", (TP4_EP4,), B300_NEWEST, FULL_B300, source=B300_FULL, pace=0.95, power=True),
        # The lowest TTFT and TPOT of the pair: a lone user of the short workload.
        Setup("vllm", "fp4", BOTH, "07-09", SWEEP, SHORT_CHAT, source=Curve(208.03, 7.5, 0.0984)),
        Setup("vllm", "int4", BOTH, "06-07 05-10", SIX, model=NATIVE, source=Curve(118.0, 3.4, 0.37)),
        Setup("vllm", "int4", (TP8,), "06-07", SIX, SHORT_CHAT, model=NATIVE, source=Curve(138.0, 5.5, 0.131)),
        Setup(
            "vllm",
            "fp4",
            BOTH,
            "08-01",
            (1, 2, 4, 8, 12, 16),
            TRACES,
            model=CODER,
            source=Curve(96.0, 0.9, 1.6),
        ),
    ),
)

MI355X = Pair(
    MODEL,
    "mi355x",
    (
        Setup("vllm", "fp4", (TP8,), MI355X_RUNS, FAST_MI355X, source=MI355X_FAST, power=True),
        Setup("vllm", "fp4", (TP4,), MI355X_RUNS, FULL_MI355X, source=MI355X_FULL, power=True),
        Setup("vllm", "fp4", (TP8_EP8,), MI355X_NEWEST, FAST_MI355X, source=MI355X_FAST, pace=0.92, power=True),
        Setup("vllm", "fp4", (TP4_EP4,), MI355X_NEWEST, FULL_MI355X, source=MI355X_FULL, pace=0.94, power=True),
        Setup("vllm", "fp4", (TP4_DP,), MI355X_NEWEST, FULL_MI355X, source=MI355X_FULL, pace=0.88, power=True),
        # The lowest TTFT and TPOT of the pair: a lone user of the short workload.
        Setup("vllm", "fp4", BOTH, "07-08", SIX, SHORT_CHAT, source=Curve(163.59, 6.0, 0.1127)),
        Setup("vllm", "int4", BOTH, "05-14 04-16", SIX_LIGHT, model=NATIVE, source=Curve(92.0, 3.6, 0.45)),
        Setup("vllm", "int4", (TP8,), "05-14", SIX, SHORT_CHAT, model=NATIVE, source=Curve(106.0, 5.2, 0.16)),
        Setup("vllm", "int4", (TP8,), "03-27", SIX, REASONING, model=NATIVE, source=Curve(101.0, 4.4, 0.16)),
        Setup("atom", "fp4", BOTH, "06-25 05-29", (1, 8, 32, 64, 128), source=Curve(112.0, 3.3, 0.41)),
        Setup("atom", "fp4", BOTH, "06-25", (1, 8, 32, 64, 256), SHORT_CHAT, source=Curve(128.0, 5.6, 0.14)),
        Setup("mooncake-atom", "fp4", (PREFILL_1, PREFILL_2), "07-18", APART, source=Curve(88.0, 6.0, 0.62)),
        Setup("vllm-disagg", "fp4", HALF_NODES, "07-22", APART, source=Curve(94.0, 5.0, 0.55)),
        Setup("vllm", "fp4", BOTH, "07-28", (1, 2, 4, 6, 8), TRACES, model=CODER, source=Curve(78.0, 0.65, 2.1)),
    ),
)

PAIRS = (B300, MI355X)
