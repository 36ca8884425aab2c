"""tco.toml: price tiers and prices, and each error in them with its exact text."""

import datetime
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.small_catalogs import SMALL, changed, faults, look_at, read, write

PRICES = "b300 = { cloud = 2.26, retail = 3.00 }"
TIER = '[[tiers]]\nid = "retail"\nlabel = "Retail"\n'
DAY = "expected a date such as 2026-08-15, without quotes"


@pytest.fixture(scope="module")
def folder_of_all(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all examples of a property, which write the same files each time."""
    return tmp_path_factory.mktemp("prices")


def test_prices_are_read_by_gpu_and_tier(tmp_path: Path):
    prices = read(tmp_path).prices
    assert prices.source == "Price list"
    assert [(tier.id, tier.label, tier.as_of) for tier in prices.tiers] == [
        ("cloud", "Cloud", datetime.date(2026, 8, 15)),
        ("retail", "Retail", datetime.date(2026, 8, 15)),
    ]
    assert (prices.of("b300", "cloud"), prices.of("b300", "retail")) == (2.26, 3.0)


def test_a_gpu_may_lack_one_price_or_all(tmp_path: Path):
    prices = read(tmp_path, ("tco.toml", PRICES, "b300 = { retail = 3 }")).prices
    assert (prices.of("b300", "cloud"), prices.of("b300", "retail")) == (None, 3)
    assert prices.of("gb300", "retail") is None


def test_a_gpu_in_prices_may_be_called_by_an_alias(tmp_path: Path):
    prices = read(tmp_path, ("tco.toml", PRICES, '"GB300-NVL72" = { cloud = 2.5 }')).prices
    assert prices.of("gb300", "cloud") == 2.5


@given(price=st.floats(min_value=1e-9, max_value=1e15))
def test_any_price_above_zero_of_a_size_that_has_a_use_is_read_exactly(folder_of_all: Path, price: float):
    write(folder_of_all, changed(("tco.toml", "2.26", repr(price))))
    settings, problems = look_at(folder_of_all)
    assert problems == []
    assert settings is not None
    assert settings.prices.of("b300", "cloud") == price


@given(price=st.floats(max_value=0) | st.just(math.nan) | st.just(math.inf))
def test_no_other_number_is_a_price(folder_of_all: Path, price: float):
    write(folder_of_all, changed(("tco.toml", "2.26", repr(price))))
    _, problems = look_at(folder_of_all)
    assert problems == [
        (
            f"data/tco.toml:13: error: prices.b300.cloud: {price}, expected a number above 0, written without quotes "
            "[wrong-type]"
        )
    ]


@pytest.mark.parametrize(
    ("price", "shown"),
    [
        ("0", "0"),
        ("0.00", "0.0"),
        ("-2.26", "-2.26"),
        ('"2.26"', "'2.26'"),
        ('""', "''"),
        ("nan", "nan"),
        ("-inf", "-inf"),
        ("true", "True"),
        ("[2.26]", "[2.26]"),
        ("2026-08-15", "2026-08-15"),
    ],
)
def test_what_is_no_price_is_an_error_that_names_the_key(tmp_path: Path, price: str, shown: str):
    assert faults(tmp_path, ("tco.toml", "2.26", price)) == [
        (
            f"data/tco.toml:13: error: prices.b300.cloud: {shown}, expected a number above 0, written without quotes "
            "[wrong-type]"
        )
    ]


def test_a_price_too_large_for_a_float_is_an_error_and_not_a_crash(tmp_path: Path):
    """An integer of TOML may have any number of digits."""
    found = faults(tmp_path, ("tco.toml", "2.26", "1" + "0" * 400))
    assert [line.startswith("data/tco.toml:13: error: prices.b300.cloud: 1000") for line in found] == [True]


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('source = "Price list"\n', "", ": error: source: missing, expected a text [missing-key]"),
        ('source = "Price list"', "source = 1", ":1: error: source: 1, expected a text [wrong-type]"),
        ("as_of = 2026-08-15\n", "", f": error: as_of: missing, {DAY} [missing-key]"),
        (
            "as_of = 2026-08-15",
            'as_of = "2026-08-15"',
            f":2: error: as_of: '2026-08-15', {DAY} [wrong-type]",
        ),
        (
            "as_of = 2026-08-15",
            "as_of = 2026-08-15T10:00:00",
            f":2: error: as_of: 2026-08-15 10:00:00, {DAY} [wrong-type]",
        ),
        ("as_of = 2026-08-15", "as_of = 20260815", f":2: error: as_of: 20260815, {DAY} [wrong-type]"),
        (
            "as_of = 2026-08-15",
            "as_of = 2026-02-30",
            ":2: error: Invalid date or datetime, expected valid TOML [not-toml]",
        ),
        (
            "as_of = 2026-08-15",
            "as_of = 2026-8-15",
            ":2: error: Expected newline or end of document after a statement, expected valid TOML [not-toml]",
        ),
        (
            'label = "Retail"',
            'label = "Retail"\nas_of = "2025"',
            f":11: error: tiers[1].as_of: '2025', {DAY} [wrong-type]",
        ),
        ('label = "Cloud"\n', "", ":4: error: tiers[0].label: missing, expected a text [missing-key]"),
        (
            'label = "Cloud"',
            'label = "Cloud"\nlabl = "C"',
            (
                ":7: error: tiers[0].labl: unknown key, expected one of: as_of, id, label [unknown-key]\n"
                "    did you mean 'label'?"
            ),
        ),
        (
            TIER,
            TIER + TIER,
            ":12: error: tiers[2].id: 'retail' is the id of two price tiers, expected one use [duplicate-key]",
        ),
        (
            PRICES,
            f"{PRICES}\nB30 = {{ cloud = 2.26 }}",
            ":14: error: prices.B30: no such GPU, expected a key of gpus.toml [unknown-name]\n    did you mean 'b300'?",
        ),
        (
            PRICES,
            f"{PRICES}\nh100 = {{ cloud = 2.26 }}",
            ":14: error: prices.h100: no such GPU, expected a key of gpus.toml [unknown-name]",
        ),
        (
            PRICES,
            f"{PRICES}\nB300 = {{ cloud = 2.30 }}",
            ":14: error: prices.B300: b300 has its prices at data/tco.toml:13, expected them once [duplicate-key]",
        ),
        (
            PRICES,
            f"{PRICES}\nb300 = {{ cloud = 2.30 }}",
            ":14: error: Cannot overwrite a value, expected valid TOML [not-toml]",
        ),
        (
            PRICES,
            "b300 = { clowd = 2.26, retail = 3.00 }",
            (
                ":13: error: prices.b300.clowd: unknown key, expected one of: cloud, retail [unknown-key]\n"
                "    did you mean 'cloud'?"
            ),
        ),
        (PRICES, "b300 = 2.26", ":13: error: prices.b300: 2.26, expected a table [wrong-type]"),
        (
            PRICES,
            f"{PRICES}\n[price]\n",
            (
                ":14: error: price: unknown key, expected one of: as_of, prices, source, tiers [unknown-key]\n"
                "    did you mean 'prices'?"
            ),
        ),
    ],
)
def test_a_wrong_entry_is_one_error(tmp_path: Path, old: str, new: str, line: str):
    assert faults(tmp_path, ("tco.toml", old, new)) == [f"data/tco.toml{line}"]


def test_a_tier_must_have_an_id(tmp_path: Path):
    assert "data/tco.toml:4: error: tiers[0].id: missing, expected a text [missing-key]" in faults(
        tmp_path, ("tco.toml", 'id = "cloud"\n', "")
    )


def test_prices_of_different_dates_are_a_warning(tmp_path: Path):
    write(tmp_path, changed(("tco.toml", 'label = "Retail"', 'label = "Retail"\nas_of = 2025-08-01')))
    settings, problems = look_at(tmp_path)
    assert problems == [
        (
            "data/tco.toml:4: warning: prices of different dates (Cloud 2026-08-15, Retail 2025-08-01), "
            "expected one revision [mixed-price-dates]"
        )
    ]
    assert settings is not None
    assert [str(tier.as_of) for tier in settings.prices.tiers] == ["2026-08-15", "2025-08-01"]


def test_a_tier_with_the_date_of_the_others_is_no_doubt(tmp_path: Path):
    assert read(tmp_path, ("tco.toml", 'label = "Retail"', 'label = "Retail"\nas_of = 2026-08-15')).prices.tiers


def test_a_missing_date_is_not_taken_for_another_date(tmp_path: Path):
    """Only the missing date is reported: no date that nobody wrote is compared with that of a tier."""
    dated = ("tco.toml", 'label = "Retail"', 'label = "Retail"\nas_of = 2025-08-01')
    assert faults(tmp_path, dated, ("tco.toml", "as_of = 2026-08-15\n", "")) == [
        f"data/tco.toml: error: as_of: missing, {DAY} [missing-key]"
    ]


def test_the_small_prices_end_on_line_13():
    """The line that most tests here name."""
    assert SMALL["tco.toml"].splitlines()[12] == PRICES
