"""How one read compares with another: by how much, and how sure that is, given what kinds of read they are."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from site_builder.derive.curve import ReadKind
from site_builder.derive.figures import Read


class Bound(StrEnum):
    """How sure a comparison is: both sides exact, one of them an estimate, one of them only a lower bound, or both."""

    EXACT = "exact"
    ABOUT = "about"
    AT_LEAST = "at_least"
    AT_LEAST_ABOUT = "at_least_about"

    @property
    def is_lower(self) -> bool:
        """Whether the two may lie further apart than the ratio says."""
        return self in (Bound.AT_LEAST, Bound.AT_LEAST_ABOUT)


@dataclass(frozen=True, slots=True)
class Difference:
    """`ratio` is the other value over the one it is compared with; at least that far from 1 where the bound says so."""

    ratio: float
    bound: Bound


def compare_throughput(this: Read, other: Read) -> Difference | None:
    """The other read's throughput against this one's; None where one is out of reach or the order is not known.

    An `at least` read may be higher than it says: it is surely more than a lower value, but not surely less than a
    higher one, and two of them cannot be compared.
    """
    if this.throughput_tok_s_gpu is None or other.throughput_tok_s_gpu is None:
        return None
    return _bounded(other.throughput_tok_s_gpu / this.throughput_tok_s_gpu, this.kind, other.kind)


def compare_cost(this: Read, other: Read, this_price: float | None, other_price: float | None) -> Difference | None:
    """The other read's cost per token against this one's, from the unrounded values; None as in compare_throughput,
    and where a price is missing."""
    if this.throughput_tok_s_gpu is None or other.throughput_tok_s_gpu is None:
        return None
    if this_price is None or other_price is None:
        return None
    cost_ratio = (other_price / other.throughput_tok_s_gpu) / (this_price / this.throughput_tok_s_gpu)
    difference = _bounded(1 / cost_ratio, this.kind, other.kind)
    return Difference(cost_ratio, difference.bound) if difference else None


def _bounded(ratio: float, this: ReadKind, other: ReadKind) -> Difference | None:
    """A ratio of throughputs with its bound."""
    low_this, low_other = this is ReadKind.AT_LEAST, other is ReadKind.AT_LEAST
    if low_this or low_other:
        sure = low_this != low_other and (ratio > 1 if low_other else ratio < 1)
        estimated = ReadKind.WIDE in (this, other)
        return Difference(ratio, Bound.AT_LEAST_ABOUT if estimated else Bound.AT_LEAST) if sure else None
    return Difference(ratio, Bound.ABOUT if ReadKind.WIDE in (this, other) else Bound.EXACT)


def is_surely_less(read: Read, most: float | None, throughput: float) -> bool:
    """Whether a lower bound stays below another throughput all the same.

    most: what its ladder delivers at the most, where it was run at the target's speed or slower (Ladder.most_known).
    An `at least` read may hide more than it says, but no more than that has been measured anywhere on its curves."""
    return read.kind is ReadKind.AT_LEAST and most is not None and most < throughput
