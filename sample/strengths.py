"""How fast each model, GPU, engine and precision typically is.

Factors multiply, so that a newer GPU is faster for every model and rankings between pages make sense. They
are guesses of the right size, not measurements.
"""

from collections.abc import Mapping

from sample.physics import Curve
from sample.plan import Setup

# On a B200 in FP8: a lone user's tokens/s, users per GPU at half that speed, a lone user's TTFT in seconds.
MODELS: Mapping[str, tuple[float, float, float]] = {
    "dsr1": (112, 3.2, 0.34),
    "dsv2lite": (310, 12.0, 0.06),
    "dsv4": (96, 2.6, 0.5),
    "gemma4": (140, 5.0, 0.2),
    "glm5": (82, 2.4, 0.46),
    "glm5.1": (86, 2.5, 0.45),
    "glm5.2": (90, 2.7, 0.43),
    "gptoss120b": (255, 4.2, 0.13),
    "kimik3": (74, 1.3, 0.85),
    "llama70b": (104, 6.0, 0.3),
    "minimaxm2.5": (142, 5.6, 0.24),
    "minimaxm2.7": (148, 6.0, 0.23),
    "minimaxm3": (126, 4.8, 0.31),
    "qwen3.5": (120, 4.6, 0.33),
}

# Speed, room and rated watts.
GPUS: Mapping[str, tuple[float, float, float]] = {
    "h100": (0.62, 0.35, 700),
    "h200": (0.7, 0.5, 700),
    "b200": (1.0, 1.0, 1000),
    "b300": (1.04, 1.25, 1200),
    "gb200": (1.05, 1.1, 1200),
    "gb300": (1.1, 1.35, 1400),
    "mi300x": (0.5, 0.4, 750),
    "mi325x": (0.56, 0.5, 1000),
    "mi355x": (0.84, 0.95, 1400),
    "rtx6000pro": (0.42, 0.22, 600),
}

# Speed and room from here on.
ENGINES: Mapping[str, tuple[float, float]] = {
    "atom": (1.06, 1.05),
    "dynamo-sglang": (1.02, 1.2),
    "dynamo-trt": (1.1, 1.3),
    "dynamo-vllm": (1.0, 1.2),
    "llmd-vllm": (0.97, 1.3),
    "mori-sglang": (0.96, 1.35),
    "sglang": (1.02, 1.0),
    "tilert": (2.3, 0.12),
    "trt": (1.1, 1.1),
    "vllm": (1.0, 1.0),
}
PRECISIONS: Mapping[str, tuple[float, float]] = {
    "fp4": (1.2, 1.5),
    "fp8": (1.0, 1.0),
    "int4": (1.08, 0.85),
    "bf16": (0.72, 0.55),
}
SPEC_METHODS: Mapping[str, tuple[float, float]] = {
    "none": (1.0, 1.0),
    "mtp": (1.6, 0.85),
    "draft_model": (1.3, 0.8),
}


def typical_curve(model: str, hardware: str, setup: Setup) -> Curve:
    """The curve of a setup, with every factor applied."""
    speed, room, ttft = MODELS[model]
    gpu_speed, gpu_room, _ = GPUS[hardware]
    for more_speed, more_room in (
        (gpu_speed, gpu_room),
        ENGINES[setup.framework],
        PRECISIONS[setup.precision],
        SPEC_METHODS[setup.spec_method],
    ):
        speed, room = speed * more_speed, room * more_room
    return Curve(speed, room, ttft / gpu_speed).under(setup.workload)


def rated_watts(hardware: str) -> float:
    """The power limit of one GPU."""
    return GPUS[hardware][2]
