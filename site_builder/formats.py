"""How figures are written: one function per kind of figure, used by sentences, tables, data files and tests alike.

Rounding is half away from zero on the exact value of the double, which is what JavaScript's toFixed does as well.
Thresholds are judged on the rounded value, and nothing above zero is ever written as zero.
A missing figure is not written here: what to print instead is for its place to decide.
"""

from __future__ import annotations

import datetime
import math
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
    return rounded_decimal(Decimal(value), decimals)


def rounded_decimal(value: Decimal, decimals: int) -> Decimal:
    """An exact decimal rounded half away from zero."""
    return value.quantize(Decimal(1).scaleb(-decimals), context=_EXACT)


def _from(decimal: str) -> float:
    """The smallest double that is not below a decimal number: a double reaches the number when it reaches this one."""
    near = float(decimal)
    return near if Decimal(near) >= Decimal(decimal) else math.nextafter(near, math.inf)


# Where a rounded value reaches a threshold: 99.95 is the first that one decimal writes as 100.0, and so on.
_ONE_DECIMAL, _NO_DECIMAL = _from("0.05"), _from("99.95")
_TEN_CENTS, _ONE_CENT = _from("0.0995"), _from("0.00995")
_ONE_MS, _HUNDRED_MS, _TEN_S = _from("0.000995"), _from("0.09995"), _from("9.9995")


def format_throughput(tokens_per_s_gpu: float, locale: Locale = ENGLISH) -> str:
    """Tokens/s per GPU: `3,504`, below 100 one decimal."""
    if tokens_per_s_gpu >= _NO_DECIMAL:
        return _fixed(tokens_per_s_gpu, 0, locale)
    if tokens_per_s_gpu >= _ONE_DECIMAL:
        return _fixed(tokens_per_s_gpu, 1, locale)
    return _two_digits(tokens_per_s_gpu, locale)


def format_interactivity(tokens_per_s_user: float, locale: Locale = ENGLISH) -> str:
    """Tokens/s per user, as measured: `142`, below 100 one decimal."""
    return format_throughput(tokens_per_s_user, locale)


def format_tier(tokens_per_s_user: float, locale: Locale = ENGLISH) -> str:
    """A per-user speed target, as the settings give it: `50`, `12.5`."""
    whole = tokens_per_s_user == int(tokens_per_s_user)
    return _local(f"{Decimal(int(tokens_per_s_user)) if whole else Decimal(repr(tokens_per_s_user)):,f}", locale)


def format_usd_per_million(usd: float, locale: Locale = ENGLISH) -> str:
    """$ per million tokens: `$0.18`, below $0.10 three decimals, below $0.01 two significant digits."""
    if usd >= _TEN_CENTS:
        return "$" + _fixed(usd, 2, locale)
    return "$" + (_fixed(usd, 3, locale) if usd >= _ONE_CENT else _two_digits(usd, locale))


def format_usd_per_gpu_hour(usd: float, locale: Locale = ENGLISH) -> str:
    """$ per GPU and hour: `$2.26`."""
    return "$" + _never_zero(usd, 2, locale)


def format_latency(seconds: float, locale: Locale = ENGLISH) -> str:
    """A latency: `0.42 ms`, `4.8 ms`, `404 ms`, from 10 s on `12.3 s`."""
    if seconds >= _TEN_S:
        return _fixed(seconds, 1, locale) + " s"
    if seconds >= _ONE_MS:
        return _thousandfold(seconds, 0 if seconds >= _HUNDRED_MS else 1, locale) + " ms"
    return _local(f"{_significant(Decimal(seconds) * 1000, 2):,f}", locale) + " ms"


def format_count(count: int, locale: Locale = ENGLISH) -> str:
    """A whole number: `1,204`."""
    return _local(f"{count:,}", locale)


def format_tokens_per_joule(tokens: float, locale: Locale = ENGLISH) -> str:
    """Tokens per joule: `1.84`, from 10 on one decimal, from 100 on none."""
    return _never_zero(tokens, 0 if tokens >= _NO_DECIMAL else 1 if tokens >= _from("9.995") else 2, locale)


def format_power(watts: float, locale: Locale = ENGLISH) -> str:
    """Electric power: `629 W`."""
    return _never_zero(watts, 0, locale) + " W"


def format_memory(gigabytes: float, locale: Locale = ENGLISH) -> str:
    """Memory of a GPU: `268 GB`, with the decimals that the catalog gives."""
    return f"{format_tier(gigabytes, locale)} GB"


def format_times(ratio: float, locale: Locale = ENGLISH, *, at_least: bool = False) -> str:
    """How many times as much: `2.4`, from 10 on whole; rounded down when it is a lower bound."""
    decimals = 0 if ratio >= _from("9.95") else 1
    return _local(f"{_down(Decimal(ratio), decimals):,f}", locale) if at_least else _fixed(ratio, decimals, locale)


def format_difference(ratio: float, locale: Locale = ENGLISH, *, at_least: bool = False) -> str:
    """How far a ratio lies from 1: `25 %`; with decimals where less of something would round to 100 % less, and rounded
    down when it is a lower bound. Taken from the shortest decimals of the ratio: 1115 / 1000 is 11.5 % more."""
    value = abs(Decimal(repr(float(ratio))) - 1) * 100
    decimals = next((d for d in range(12) if ratio >= 1 or rounded_decimal(value, d) < 100), 12)
    return _local(f"{_down(value, decimals) if at_least else rounded_decimal(value, decimals):,f}", locale) + " %"


def format_percent(share: Fraction | float, locale: Locale = ENGLISH) -> str:
    """A share of a whole: `89 %`."""
    exact = Fraction(share) * 100
    return _local(f"{rounded_decimal(Decimal(exact.numerator) / Decimal(exact.denominator), 0):,f}", locale) + " %"


def format_date(day: datetime.date) -> str:
    """A day in every language: `2026-08-07`."""
    return day.isoformat()


def marked_throughput(text: str, kind: ReadKind) -> str:
    """A throughput as a table shows it: `≥ 9,335` when it is at least that, `~10,650` when it is an estimate."""
    return {ReadKind.AT_LEAST: f"≥ {text}", ReadKind.WIDE: f"~{text}"}.get(kind, text)


def marked_cost(text: str, kind: ReadKind) -> str:
    """A cost as a table shows it: `≤ $0.055` when it is at most that, `~$0.059` when it is an estimate."""
    return {ReadKind.AT_LEAST: f"≤ {text}", ReadKind.WIDE: f"~{text}"}.get(kind, text)


def _fixed(value: float, decimals: int, locale: Locale) -> str:
    """A value with so many decimals.

    Python rounds the exact double too, but a half to the even digit. A double can only lie on a half when this many
    doublings make it whole, so all others take the quick way.
    """
    if float(value * 2 ** (decimals + 1)).is_integer():
        return _local(f"{rounded(value, decimals):,f}", locale)
    return _local(f"{value:,.{decimals}f}", locale)


def _thousandfold(value: float, decimals: int, locale: Locale) -> str:
    """A thousand times a value with so many decimals, from the exact value and not from a product."""
    digits = int(_fixed(value, decimals + 3, ENGLISH).replace(".", "").replace(",", ""))
    whole, rest = divmod(digits, 10**decimals)
    return _local(f"{whole:,}.{rest:0{decimals}d}" if decimals else f"{whole:,}", locale)


def _never_zero(value: float, decimals: int, locale: Locale) -> str:
    """With so many decimals; with two significant digits where that would write a positive value as zero."""
    if value and not rounded(value, decimals):
        return _two_digits(value, locale)
    return _fixed(value, decimals, locale)


def _two_digits(value: float, locale: Locale) -> str:
    return _local(f"{_significant(Decimal(value), 2):,f}", locale)


def _significant(exact: Decimal, digits: int) -> Decimal:
    """Rounded to so many significant digits (`0.0996` to two is `0.10`)."""
    if not exact:
        return exact
    first = rounded_decimal(exact, digits - 1 - exact.adjusted())
    return rounded_decimal(first, digits - 1 - first.adjusted())


def _down(value: Decimal, decimals: int) -> Decimal:
    """Rounded towards zero, but not for what a double lost on the way: 6000 / 5000 - 1 is 20 %, not 19."""
    return rounded_decimal(value, 9).quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_DOWN, context=_EXACT)


def _local(text: str, locale: Locale) -> str:
    if locale is ENGLISH:
        return text
    return text.translate({ord(","): locale.thousands, ord("."): locale.decimal})
