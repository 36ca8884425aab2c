"""The sample's pairs on AMD GPUs. A comment above a pair names what it is there to show."""

from sample.plan import FEW, SHORT_CHAT, SWEEP, TP1, TP2, TP4, TP8, Outcome, Pair, Setup, node, split

SPLIT = (8, 64, 256, 1024)  # users of a disaggregated deployment
TP8_EP8 = node(8, ep=8, dp_attention=True)

PAIRS = (
    # Three engines: one with a footnote mark, one disaggregated with MTP.
    Pair(
        "dsr1",
        "mi355x",
        (
            Setup("sglang", "fp4", (TP4, TP8), "07-21 06-12 05-05", SWEEP, power=True),
            Setup("atom", "fp4", (TP8,), "07-07", SWEEP),
            Setup("mori-sglang", "fp4", (split((8, 2), (8, 1), ep=8),), "06-30", SPLIT, spec_method="mtp"),
            Setup("sglang", "fp8", (TP8,), "05-05", FEW),
        ),
    ),
    Pair("dsr1", "mi300x", (Setup("sglang", "fp8", (TP8,), "05-12 03-10", SWEEP),)),
    Pair(
        "dsv4",
        "mi355x",
        (
            Setup("sglang", "fp8", (TP8, TP8_EP8), "08-02 07-04", SWEEP),
            Setup("mori-sglang", "fp8", (split((8, 1), (8, 2)),), "07-26", SPLIT),
        ),
    ),
    Pair(
        "glm5.1",
        "mi355x",
        (
            Setup("sglang", "fp4", (TP8,), "06-23", SWEEP),
            Setup("sglang", "fp8", (TP8,), "04-09", SWEEP, model="glm5"),
        ),
    ),
    Pair(
        "minimaxm3",
        "mi355x",
        (
            Setup("vllm", "fp4", (TP4, TP8), "07-19 06-17", SWEEP),
            Setup("atom", "fp8", (TP8,), "07-05", SWEEP, power=True),
            Setup("vllm", "fp4", (TP4,), "07-01", SWEEP, SHORT_CHAT),
        ),
    ),
    # Nothing usable: one run failed, the other's figures carry an error.
    Pair(
        "minimaxm3",
        "mi325x",
        (
            Setup("vllm", "fp8", (TP8,), "06-27", FEW, outcome=Outcome.FAILED),
            Setup("sglang", "fp8", (TP8,), "06-28", FEW, outcome=Outcome.ERROR),
        ),
    ),
    Pair("minimaxm2.7", "mi325x", (Setup("vllm", "fp8", (TP8,), "05-30", SWEEP),)),
    Pair("qwen3.5", "mi355x", (Setup("sglang", "fp4", (TP4, TP8), "07-18", SWEEP),)),
    Pair("gptoss120b", "mi355x", (Setup("vllm", "fp4", (TP1, TP2), "06-10 05-01", SWEEP, power=True),)),
    Pair("llama70b", "mi300x", (Setup("vllm", "fp8", (TP4, TP8), "05-02", SWEEP),)),
)
