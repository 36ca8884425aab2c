"""What a million tokens cost, from what a GPU hour costs and how many tokens a GPU makes in a second."""

from __future__ import annotations

SECONDS_PER_HOUR = 3600
MILLION = 1_000_000


def usd_per_million_tokens(usd_per_gpu_hour: float, tokens_per_s_per_gpu: float) -> float:
    """$/1M total (input + output) tokens = $/GPU/hr x 1e6 / (tokens/s/GPU x 3600)."""
    return usd_per_gpu_hour * MILLION / (tokens_per_s_per_gpu * SECONDS_PER_HOUR)
