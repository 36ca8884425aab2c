"""The schema of data.json: every file of the shipped site fits it, and a file with a fault does not."""

import copy
from collections.abc import Callable
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings

from site_builder.routes import RUN_SCHEMA
from tests.derived import random_rows
from tests.exporting import document, documents, schema, strict, walk
from tests.folders import points, row
from tests.once import BELOW

VALIDATOR = jsonschema.Draft202012Validator(schema())
ROWS = [
    *points((40.0, 3000.0), (100.0, 1000.0), median_ttft=0.4, prefill_tp=4),
    row(60, 1, conc=9, error="out of memory"),
]


def faults(found: Any) -> list[str]:
    """Where a document does not fit the schema."""
    return [fault.json_path for fault in VALIDATOR.iter_errors(found)]


def test_it_is_a_schema_itself():
    jsonschema.Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("base_url", [None, BELOW])
def test_every_data_file_of_the_shipped_site_fits(shipped_site, base_url):
    """With a base URL and without one; the schema lies where the files say that it does."""
    site = shipped_site(base_url)
    files = sorted(site.glob("run/*/data.json"))
    assert len(files) > 30
    for file in files:
        found = strict(file.read_bytes())
        assert faults(found) == [], file
        address = found["$schema"]
        target = site / address.removeprefix(base_url) if base_url else file.parent / address
        assert target.resolve() == (site / RUN_SCHEMA).resolve()
    assert strict((site / RUN_SCHEMA).read_bytes()) == schema()


@given(random_rows())
@settings(max_examples=30)
def test_every_document_of_any_rows_fits(rows):
    assert [faults(found) for found in documents(rows) if faults(found)] == []


def test_every_field_is_described_and_no_other_may_stand_there():
    """An object lists its fields, or says what all of them are."""
    for part in walk(schema()):
        if not isinstance(part, dict) or part.get("type") != "object":
            continue
        assert "additionalProperties" in part
        for name, field in part.get("properties", {}).items():
            assert field.get("description", "").endswith("."), name


def test_every_figure_has_one_unit():
    """A value without a unit, or with one of two, is no figure."""
    for part in walk(schema()):
        if isinstance(part, dict) and "unit" in part.get("properties", {}):
            assert isinstance(part["properties"]["unit"]["const"], str)
            assert {"value", "unit"} <= set(part["required"])


def put(*path: Any) -> Callable[[Any], None]:
    """Put a value, the last one, at a path."""
    *way, name, value = path

    def change(found: Any) -> None:
        for step in way:
            found = found[step]
        found[name] = value

    return change


def drop(*path: Any) -> Callable[[Any], None]:
    """Take a field away."""
    *way, name = path

    def change(found: Any) -> None:
        for step in way:
            found = found[step]
        del found[name]

    return change


READ = ("ladders", 0, "reads", 1)  # at 50: an estimate between two rows
BEYOND = ("ladders", 0, "reads", 5)  # at 200: out of reach
FAULTS = {
    "another version": put("version", 2),
    "tokens of another kind": put("tokens_counted", "output"),
    "no page": drop("page"),
    "a page that is no run page": put("page", "path", "models/kimi-k26/"),
    "an unknown field": put("speed", 1),
    "an unknown field of a read": put(*READ, "note", "x"),
    "null": put("fleet", None),
    "an empty text": put("model", "name", ""),
    "a text for a number": put(*READ, "throughput", "value", "2,500"),
    "nothing measured": put(*READ, "throughput", "value", 0),
    "milliseconds": put("facts", "shortest_median_ttft", "unit", "ms"),
    "a figure without its unit": drop(*READ, "throughput", "unit"),
    "an unknown kind": put(*READ, "kind", "guessed"),
    "no rows behind": put(*READ, "evidence", []),
    "an estimate from one row": put(*READ, "evidence", [0]),
    "a measured read from two rows": put(*READ, "kind", "measured"),
    "no throughput within reach": drop(*READ, "throughput"),
    "throughput out of reach": put(*BEYOND, "throughput", {"value": 1.0, "unit": "tokens/s/GPU"}),
    "no word on what comes closest": drop(*BEYOND, "fastest"),
    "a cost in another currency": put(*READ, "costs", "retail", "unit", "EUR/1M tokens"),
    "a share above one": put(*READ, "output_share", 1.5),
    "a place before the first": put(*READ, "series", -1),
    "a date of another form": put("facts", "newest_run", "2026-9-1"),
    "a month too many": put("facts", "newest_run", "2026-13-01"),
    "no rows for a reason": put("rows_set_aside", 0, "rows", 0),
    "an unknown reason": put("rows_set_aside", 0, "reason", "dull"),
    "an address of no web": put("page", "url", "javascript:alert(1)"),
    "half a row": drop("evidence", 0, "throughput_tok_s_gpu"),
    "half a GPU": put("evidence", 0, "gpus", 2.5),
}


def test_the_document_that_the_faults_are_put_into_has_none():
    assert faults(document(ROWS)) == []


@pytest.mark.parametrize("change", FAULTS.values(), ids=list(FAULTS))
def test_a_fault_is_found(change):
    """The schema can fail, and for each of these reasons."""
    found = copy.deepcopy(document(ROWS))
    change(found)
    assert faults(found) != []
