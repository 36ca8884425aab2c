"""The sample's pairs on NVIDIA GPUs. A comment above a pair names what it is there to show."""

from sample.plan import (
    AGENTS,
    FEW,
    FINE,
    REASONING,
    SHORT_CHAT,
    SWEEP,
    TP1,
    TP2,
    TP4,
    TP8,
    TRACES,
    UNLISTED,
    Outcome,
    Pair,
    Setup,
    node,
    split,
)

RACK = (4, 32, 256, 1024, 4096)  # users of a rack-wide deployment
TP8_EP8 = node(8, ep=8, dp_attention=True)

RACK_FAST = split((4, 1), (8, 4))  # few prefill GPUs, narrow decode: speed
RACK_FULL = split((4, 6), (32, 1), ep=32)  # many prefill GPUs, wide decode: throughput
RACK_HALF = split((4, 4), (16, 1), ep=16)

DEEPSEEK = (
    # Three engines, three scenarios, MTP, disaggregated rows, history, power.
    Pair(
        "dsr1",
        "b200",
        (
            Setup("trt", "fp4", (TP4, TP8), "07-24 06-19 05-08", FINE, power=True),
            Setup("trt", "fp4", (TP8,), "07-24 06-19", SWEEP, spec_method="mtp", power=True),
            Setup("sglang", "fp8", (TP8, TP8_EP8), "07-02 05-22", SWEEP),
            Setup("dynamo-trt", "fp4", (split((4, 2), (8, 2)),), "07-10", (8, 64, 512), spec_method="mtp"),
            Setup("trt", "fp4", (TP8,), "06-19", SWEEP, SHORT_CHAT),
            Setup("sglang", "fp8", (TP8,), "03-20", SWEEP, REASONING),
        ),
    ),
    Pair(
        "dsr1",
        "h200",
        (
            Setup("sglang", "fp8", (TP8,), "07-02 05-22 04-10", SWEEP),
            Setup("trt", "fp8", (TP8,), "06-30", SWEEP, spec_method="mtp"),
            Setup("sglang", "fp8", (TP8,), "07-02", SWEEP, SHORT_CHAT),
        ),
    ),
    # Disaggregated across nodes on an older GPU; the upper targets are out of reach.
    Pair("dsr1", "h100", (Setup("dynamo-sglang", "fp8", (split((8, 1), (8, 2)),), "06-11", (4, 32, 128, 512)),)),
    # Rack-wide, disaggregated, MTP.
    Pair(
        "dsr1",
        "gb200",
        (
            Setup("dynamo-trt", "fp4", (RACK_FAST, RACK_FULL), "07-15 06-03", RACK, spec_method="mtp"),
            Setup("dynamo-sglang", "fp4", (RACK_HALF,), "06-24", RACK),
        ),
    ),
    # A low-latency engine beside an ordinary one; figures with an error text.
    Pair(
        "dsv4",
        "b200",
        (
            Setup("sglang", "fp4", (TP8, TP8_EP8), "08-04 07-03", SWEEP, power=True),
            Setup("tilert", "fp8", (TP8,), "07-21", (1, 2, 4)),
            Setup("vllm", "fp8", (TP8,), "07-29", FEW, outcome=Outcome.ERROR),
        ),
    ),
    Pair(
        "dsv4",
        "b300",
        (
            Setup("vllm", "fp4", (TP8,), "08-06 07-08", FINE, power=True),
            Setup("sglang", "fp4", (TP4, TP8), "08-06", SWEEP, spec_method="mtp"),
            Setup("vllm", "fp4", (TP8,), "08-10", AGENTS, TRACES),
            Setup("vllm", "fp4", (TP8,), "08-10", AGENTS, TRACES, offload_mode="on"),
        ),
    ),
    Pair(
        "dsv4",
        "gb300",
        (
            Setup("dynamo-vllm", "fp4", (RACK_FAST, RACK_FULL), "08-12 07-14 06-16", RACK, spec_method="mtp"),
            Setup("dynamo-sglang", "fp4", (RACK_HALF,), "07-31", RACK),
            Setup("dynamo-vllm", "fp4", (RACK_HALF,), "08-12", AGENTS, TRACES),
        ),
    ),
    # The newest run failed: the one before it counts.
    Pair(
        "dsv4",
        "h200",
        (
            Setup("vllm", "fp8", (TP8,), "07-09", SWEEP),
            Setup("vllm", "fp8", (TP8,), "08-05", FEW, outcome=Outcome.FAILED),
        ),
    ),
    # One measured point.
    Pair("dsv2lite", "h100", (Setup("vllm", "fp8", (TP1,), "04-21", (24,)),)),
)

KIMI_AND_GLM = (
    Pair(
        "kimik3",
        "gb300",
        (
            Setup("dynamo-vllm", "fp4", (RACK_FAST, RACK_HALF), "08-11 07-22", RACK, spec_method="mtp"),
            Setup("dynamo-vllm", "fp4", (RACK_HALF,), "08-11", AGENTS, TRACES),
        ),
    ),
    # Agentic traces only, while the model's other GPU has the chat workload: no ranking for this one.
    Pair("kimik3", "b300", (Setup("vllm", "fp4", (TP8,), "08-09 07-25", AGENTS, TRACES, power=True),)),
    Pair(
        "glm5.1",
        "b200",
        (
            Setup("sglang", "fp8", (TP8,), "06-18 05-06", SWEEP),
            Setup("sglang", "fp8", (TP8,), "06-18", SWEEP, spec_method="mtp", power=True),
        ),
    ),
    # Only the other model key of the page; the upper targets are out of reach.
    Pair("glm5", "h200", (Setup("sglang", "fp8", (TP8,), "03-26", SWEEP),)),
    Pair(
        "glm5.2",
        "b300",
        (
            Setup("vllm", "fp4", (TP4, TP8), "08-03 07-06", SWEEP),
            Setup("trt", "fp4", (TP8,), "07-27", SWEEP, spec_method="mtp", power=True),
            Setup("vllm", "fp4", (TP8,), "08-08", AGENTS, TRACES),
        ),
    ),
    # Disaggregated within one node and across nodes.
    Pair(
        "glm5.2",
        "gb200",
        (
            Setup("dynamo-sglang", "fp4", (RACK_HALF,), "07-30", RACK, spec_method="mtp"),
            Setup("dynamo-sglang", "fp4", (split((2, 1), (2, 1), multinode=False),), "07-30", SWEEP),
        ),
    ),
)

SMALLER = (
    Pair(
        "minimaxm3",
        "b200",
        (
            Setup("vllm", "fp4", (TP4, TP8), "07-28 06-26 05-29", SWEEP, power=True),
            Setup("sglang", "fp8", (TP8,), "07-17", SWEEP),
            Setup("vllm", "fp4", (TP4,), "07-16", SWEEP, SHORT_CHAT),
        ),
    ),
    # A run that lost some of its requests.
    Pair("minimaxm3", "h200", (Setup("vllm", "fp8", (TP8,), "07-11", SWEEP, outcome=Outcome.PARTIAL),)),
    # An older point release ran another engine; both count.
    Pair(
        "minimaxm2.7",
        "h100",
        (
            Setup("vllm", "fp8", (TP8,), "06-05", SWEEP),
            Setup("sglang", "fp8", (TP8,), "03-18", FEW, model="minimaxm2.5"),
        ),
    ),
    Pair("minimaxm2.7", "h200", (Setup("vllm", "fp8", (TP4, TP8), "06-05 04-28", SWEEP),)),
    Pair(
        "qwen3.5",
        "b200",
        (
            Setup("sglang", "fp4", (TP4, TP8), "07-20 06-08", SWEEP),
            Setup("sglang", "fp8", (TP8,), "07-20", SWEEP, spec_method="mtp"),
        ),
    ),
    # Two points far apart: the reads between them are wide.
    Pair("qwen3.5", "h200", (Setup("sglang", "fp8", (TP8,), "05-13", (1, 192)),)),
    # Few users only: the low targets are reached by the slowest point, at least.
    Pair("gptoss120b", "b200", (Setup("trt", "fp4", (TP1, TP2), "06-29 05-18", (1, 2, 4, 8)),)),
    Pair("gptoss120b", "h100", (Setup("vllm", "bf16", (TP2, TP4), "05-27", SWEEP),)),
    Pair(
        "gptoss120b",
        "rtx6000pro",
        (Setup("vllm", "fp4", (TP1, TP2), "07-13", (1, 4, 16, 64), power=True),),
    ),
    Pair(
        "llama70b",
        "h100",
        (
            Setup("llmd-vllm", "fp8", (split((2, 2), (4, 1)),), "05-20", (1, 8, 32, 128)),
            Setup("vllm", "fp8", (TP4, TP8), "05-20 04-02", SWEEP),
            Setup("vllm", "fp8", (TP8,), "05-20", FEW, spec_method="draft_model"),
        ),
    ),
    # Rows of a workload that no scenario lists.
    Pair(
        "llama70b",
        "h200",
        (
            Setup("trt", "fp8", (TP2, TP4), "05-20", SWEEP),
            Setup("trt", "fp8", (TP4,), "05-20", FEW, UNLISTED),
        ),
    ),
    Pair("llama70b", "b200", (Setup("trt", "fp4", (TP1, TP2, TP4), "05-21 04-14", SWEEP, power=True),)),
    # Even a lone user does not get the primary target.
    Pair(
        "gemma4",
        "rtx6000pro",
        (
            Setup("vllm", "bf16", (TP1, TP2, TP4), "06-22", (1, 4, 16, 64)),
            Setup("vllm", "fp8", (TP1,), "06-22", FEW, outcome=Outcome.FAILED),
        ),
    ),
    Pair("gemma4", "h100", (Setup("vllm", "bf16", (TP1, TP2), "06-22", SWEEP),)),
)

PAIRS = DEEPSEEK + KIMI_AND_GLM + SMALLER
