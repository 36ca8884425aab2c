"""docs/data.md tells the truth: the schema as it is, every format, every field that can be supplied, every option."""

import re

import pytest
from click.testing import CliRunner

from site_builder.cli import main
from site_builder.dataset.canonical import canonical_schema
from site_builder.dataset.columns import COLUMNS
from site_builder.dataset.schema import FIELDS, Type
from site_builder.importing.formats import parquet_rows
from site_builder.importing.registry import FORMATS
from site_builder.importing.supplied import SUPPLIABLE
from tests.folders import PROJECT

PAGE = PROJECT / "docs" / "data.md"
START, END = "<!-- schema -->\n", "<!-- end of schema -->\n"


def schema_table() -> str:
    head = "| Column | Type | Unit | Needed | Meaning |\n| --- | --- | --- | --- | --- |\n"
    rows = [f"| `{f.name}` | {f.type} | {f.unit} | {f.need} | {f.meaning} |".replace("|  |", "| |") for f in FIELDS]
    return head + "\n".join(rows).replace("|  |", "| |") + "\n"


def test_the_schema_is_shown_as_it_is(pytestconfig: pytest.Config):
    """Written anew with --renew-goldens."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(START)
    _, _, after = rest.partition(END)
    expected = f"{before}{START}{schema_table()}{END}{after}"
    if pytestconfig.getoption("--renew-goldens"):
        PAGE.write_text(expected, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == expected


def test_every_format_stands_in_the_table():
    """By the name that its rows hold."""
    told = set(re.findall(r"^\| `([a-z0-9-]+)` \| ", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    assert told - {field.name for field in FIELDS} == {each.key for each in FORMATS} | {parquet_rows.KEY}


def test_every_field_that_can_be_supplied_is_named():
    """With prefill_ and decode_ told once for all."""
    text = PAGE.read_text(encoding="utf-8")
    plain = {field for field in SUPPLIABLE if not re.match("(prefill|decode)_", field)}
    assert {field for field in plain if f"`{field}`" not in text} == set()


def test_every_option_is_named():
    """Of those that are about data."""
    text = PAGE.read_text(encoding="utf-8")
    told = CliRunner().invoke(main, ["import", "--help"]).stdout
    assert {"--set", "--mapping", "--name-pattern", "--out"} <= set(re.findall(r"--[a-z-]+", told))
    assert {option for option in ("--set", "--mapping", "--name-pattern", "--out") if option not in text} == set()


def test_a_build_reads_what_import_writes():
    """Every column that a build reads is one of the schema, or one that it falls back on; names have no dots."""
    names = {field.name for field in FIELDS}
    assert {column.name for column in COLUMNS} - names == {"error"}
    assert [field.name for field in FIELDS if "." in field.name] == []


def test_every_number_has_a_unit():
    """But for counts of parallelism and places."""
    unitless = {field.name for field in FIELDS if field.type is Type.NUMBER and not field.unit}
    assert unitless == set()
    assert len(canonical_schema()) == len(FIELDS)
