"""Names that InferenceX and its dashboard use, as their public code maps them. A site's catalogs win over them."""

from __future__ import annotations

from site_builder.settings.catalogs import Alias

GPUS = frozenset(
    ("h100", "h200", "b200", "b300", "gb200", "gb300", "mi300x", "mi325x", "mi355x", "rtx6000pro", "rtx5090")
)
ENGINES = frozenset(
    (
        *("atom", "dynamo-sglang", "dynamo-trt", "dynamo-vllm", "llmd-vllm", "mooncake-atom", "mori-sglang"),
        *("sglang", "tilert", "trt", "vllm"),
    )
)
ENGINE_SPELLINGS = {
    "sglang-disagg": Alias("mori-sglang", sets_disagg=True),
    "atom-disagg": Alias("mooncake-atom", sets_disagg=True),
    "trtllm": Alias("trt"),
    "dynamo-trtllm": Alias("dynamo-trt"),
}
PRECISIONS = frozenset(("fp4", "fp8", "bf16", "int4"))
PRECISION_SPELLINGS = {"nvfp4": Alias("fp4"), "mxfp4": Alias("fp4"), "fp8block": Alias("fp8")}
SPEC_METHODS = frozenset(("none", "mtp", "draft_model"))
MODELS = frozenset(
    (
        *("dsr1", "dsv2lite", "dsv4", "gemma4", "glm5", "glm5.1", "glm5.2", "gptoss120b", "kimik2.5", "kimik2.6"),
        *("kimik2.7-code", "kimik3", "llama70b", "minimaxm2.5", "minimaxm2.7", "minimaxm3", "qwen3.5"),
    )
)
MODEL_PREFIXES = {"gptoss": "gptoss120b", "dsv4pro": "dsv4", "kimik2.7": "kimik2.7-code"}
MODEL_PATHS = {
    "deepseek-ai/DeepSeek-R1": "dsr1",
    "deepseek-ai/DeepSeek-R1-0528": "dsr1",
    "nvidia/DeepSeek-R1-0528-FP4": "dsr1",
    "nvidia/DeepSeek-R1-0528-FP4-V2": "dsr1",
    "nvidia/DeepSeek-R1-0528-FP4-v2": "dsr1",
    "amd/DeepSeek-R1-0528-MXFP4": "dsr1",
    "amd/DeepSeek-R1-0528-MXFP4-Preview": "dsr1",
    "dsr1-fp8": "dsr1",
    "RedHatAI/DeepSeek-Coder-V2-Lite-Instruct-FP8": "dsv2lite",
    "openai/gpt-oss-120b": "gptoss120b",
    **{
        f"{maker}/Llama-3.3-70B-Instruct-{precision}": "llama70b"
        for maker in ("nvidia", "amd")
        for precision in ("FP8", "FP4", "FP8-KV", "MXFP4-Preview")
    },
    "Qwen/Qwen3.5-397B-A17B": "qwen3.5",
    "Qwen/Qwen3.5-397B-A17B-FP8": "qwen3.5",
    "moonshotai/Kimi-K2.5": "kimik2.5",
    "moonshotai/Kimi-K2.6": "kimik2.6",
    "moonshotai/Kimi-K2.7-Code": "kimik2.7-code",
    "moonshotai/Kimi-K3": "kimik3",
    "amd/Kimi-K2.7-Code-MXFP4": "kimik2.7-code",
    "MiniMaxAI/MiniMax-M2.5": "minimaxm2.5",
    "MiniMaxAI/MiniMax-M3": "minimaxm3",
    "zai-org/GLM-5-FP8": "glm5",
    "amd/GLM-5.1-MXFP4": "glm5.1",
    "zai-org/GLM-5.2-FP8": "glm5.2",
    "nvidia/GLM-5.2-NVFP4": "glm5.2",
    "deepseek-ai/DeepSeek-V4-Pro": "dsv4",
}
