"""How figures are written: one function per kind of figure, used by sentences, tables, data files and tests alike.

Rounding is half away from zero on the exact value of the double, which is what JavaScript's toFixed does as well.
Thresholds are judged on the rounded value, and nothing above zero is ever written as zero.
A missing figure is not written here: what to print instead is for its place to decide.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from decimal import ROUND_DOWN, ROUND_HALF_UP, Context, Decimal
from fractions import Fraction

from site_builder.derive.curve import ReadKind

MISSING = "-"
_EXACT = Context(prec=1100, rounding=ROUND_HALF_UP)


@dataclass(frozen=True, slots=True)
class Locale:
    """How a language writes numbers."""

    thousands: str = ","
    decimal: str = "."


ENGLISH = Locale()


def rounded(value: float, decimals: int) -> Decimal:
    """The exact double rounded half away from zero to so many decimals."""
    return Decimal(value).quantize(Decimal(1).scaleb(-decimals), context=_EXACT)


def format_throughput(tokens_per_s_gpu: float, locale: Locale = ENGLISH) -> str:
    """Tokens/s per GPU: `3,504`, below 100 one decimal."""
    return _fine_below_100(tokens_per_s_gpu, locale)


def format_interactivity(tokens_per_s_user: float, locale: Locale = ENGLISH) -> str:
    """Tokens/s per user, as measured: `142`, below 100 one decimal."""
    return _fine_below_100(tokens_per_s_user, locale)


def format_tier(tokens_per_s_user: float, locale: Locale = ENGLISH) -> str:
    """A per-user speed target, as the settings give it: `50`, `12.5`."""
    whole = tokens_per_s_user == int(tokens_per_s_user)
    return _written(Decimal(int(tokens_per_s_user)) if whole else Decimal(repr(tokens_per_s_user)), locale)


def format_usd_per_million(usd: float, locale: Locale = ENGLISH) -> str:
    """$ per million tokens: `$0.18`, below $0.10 three decimals, below $0.01 two significant digits."""
    if rounded(usd, 3) >= Decimal("0.10"):
        return "$" + _written(rounded(usd, 2), locale)
    if _significant(usd, 2) >= Decimal("0.01"):
        return "$" + _written(rounded(usd, 3), locale)
    return "$" + _written(_significant(usd, 2), locale)


def format_usd_per_gpu_hour(usd: float, locale: Locale = ENGLISH) -> str:
    """$ per GPU and hour: `$2.26`."""
    return "$" + _written(_never_zero(usd, 2), locale)


def format_latency(seconds: float, locale: Locale = ENGLISH) -> str:
    """A latency: `0.42 ms`, `4.8 ms`, `404 ms`, from 10 s on `12.3 s`."""
    ms = Decimal(seconds) * 1000
    if rounded_decimal(ms, 0) >= 10_000:
        return _written(rounded(seconds, 1), locale) + " s"
    if rounded_decimal(ms, 1) >= 100:
        return _written(rounded_decimal(ms, 0), locale) + " ms"
    if _significant(ms, 2) >= 1:
        return _written(rounded_decimal(ms, 1), locale) + " ms"
    return _written(_significant(ms, 2), locale) + " ms"


def format_count(count: int, locale: Locale = ENGLISH) -> str:
    """A whole number: `1,204`."""
    return _written(Decimal(count), locale)


def format_tokens_per_joule(tokens: float, locale: Locale = ENGLISH) -> str:
    """Tokens per joule: `1.84`, from 10 on one decimal, from 100 on none."""
    decimals = 0 if rounded(tokens, 1) >= 100 else 1 if rounded(tokens, 2) >= 10 else 2
    return _written(_never_zero(tokens, decimals), locale)


def format_power(watts: float, locale: Locale = ENGLISH) -> str:
    """Electric power: `629 W`."""
    return _written(_never_zero(watts, 0), locale) + " W"


def format_times(ratio: float, locale: Locale = ENGLISH, *, at_least: bool = False) -> str:
    """How many times as much: `2.4`, from 10 on whole; rounded down when it is a lower bound."""
    decimals = 0 if rounded(ratio, 1) >= 10 else 1
    return _written(_down(Decimal(ratio), decimals) if at_least else rounded(ratio, decimals), locale)


def format_difference(share: float, locale: Locale = ENGLISH, *, at_least: bool = False) -> str:
    """A difference as a share of what it is compared with: `25 %`; with decimals where it would round to 100 %, and
    rounded down when it is a lower bound."""
    value = Decimal(share) * 100
    decimals = next((d for d in range(12) if share >= 1 or rounded_decimal(value, d) < 100), 12)
    return _written(_down(value, decimals) if at_least else rounded_decimal(value, decimals), locale) + " %"


def format_percent(share: Fraction | float, locale: Locale = ENGLISH) -> str:
    """A share of a whole: `89 %`."""
    value = (
        Decimal(share.numerator) * 100 / Decimal(share.denominator)
        if isinstance(share, Fraction)
        else Decimal(share) * 100
    )
    return _written(rounded_decimal(value, 0), locale) + " %"


def format_date(day: datetime.date) -> str:
    """A day in every language: `2026-08-07`."""
    return day.isoformat()


def marked_throughput(text: str, kind: ReadKind) -> str:
    """A throughput as a table shows it: `≥ 9,335` when it is at least that, `~10,650` when it is an estimate."""
    return {ReadKind.AT_LEAST: f"≥ {text}", ReadKind.WIDE: f"~{text}"}.get(kind, text)


def marked_cost(text: str, kind: ReadKind) -> str:
    """A cost as a table shows it: `≤ $0.055` when it is at most that, `~$0.059` when it is an estimate."""
    return {ReadKind.AT_LEAST: f"≤ {text}", ReadKind.WIDE: f"~{text}"}.get(kind, text)


def rounded_decimal(value: Decimal, decimals: int) -> Decimal:
    """An exact decimal rounded half away from zero."""
    return value.quantize(Decimal(1).scaleb(-decimals), context=_EXACT)


def _down(value: Decimal, decimals: int) -> Decimal:
    return value.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_DOWN, context=_EXACT)


def _fine_below_100(value: float, locale: Locale) -> str:
    if rounded(value, 1) >= 100:
        return _written(rounded(value, 0), locale)
    return _written(_never_zero(value, 1), locale)


def _never_zero(value: float, decimals: int) -> Decimal:
    """Rounded to so many decimals; to two significant digits where that would write a positive value as zero."""
    short = rounded(value, decimals)
    return short if short or not value else _significant(value, 2)


def _significant(value: float | Decimal, digits: int) -> Decimal:
    """Rounded to so many significant digits (`0.0996` to two is `0.10`)."""
    exact = Decimal(value)
    if not exact:
        return exact
    first = rounded_decimal(exact, digits - 1 - exact.adjusted())
    return rounded_decimal(first, digits - 1 - first.adjusted())


def _written(value: Decimal, locale: Locale) -> str:
    text = f"{value:,f}"
    if locale is ENGLISH:
        return text
    return text.translate({ord(","): locale.thousands, ord("."): locale.decimal})
