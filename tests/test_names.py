"""What the names in the data mean, and what is said of those that no catalog has."""

from pathlib import Path

import numpy as np
import pytest

from site_builder.dataset.coerce import TextCells
from site_builder.dataset.names import UnknownNames, canonical, report_unknown
from site_builder.errors import Problems
from tests.folders import Folder, row
from tests.reading import NAMES, Store, copies

PUBLISHED = "; published under its own name [unknown-name]"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


@pytest.mark.parametrize(
    ("column", "spellings", "key"),
    [
        ("precision", ("fp4", "FP4", " nvfp4 ", "mxfp4"), "fp4"),
        ("precision", ("fp8", "fp8block"), "fp8"),
        ("model", ("kimik2.6", "moonshotai/Kimi-K2.6", "kimi-k2.6", "MOONSHOTAI/KIMI-K2.6"), "kimik2.6"),
        ("hardware", ("b300", "b300 ", "B300"), "b300"),
        ("hardware", ("gb300", "gb300-nvl72", "GB300-NVL72"), "gb300"),
        ("framework", ("trt", "trtllm", "TRTLLM"), "trt"),
        ("framework", ("vllm", "vLLM"), "vllm"),
        ("spec_method", ("none", "None", "NONE", "", " ", None), "none"),
        ("spec_method", ("mtp", "MTP"), "mtp"),
    ],
)
def test_spellings_of_a_catalog_are_one_name(store, column, spellings, key):
    """Names are read without case and blanks around them, and aliases stand for their key."""
    store.rows([row(conc=conc, **{column: spelling}) for conc, spelling in enumerate(spellings)])
    assert store.values(column) == [key] * len(spellings)


def test_point_releases_keep_their_keys(store):
    """Models that share a page are told apart by their keys all the same."""
    store.rows([row(model=model) for model in ("moonshotai/Kimi-K2.5", "kimik2.7", "kimik2.6")])
    assert store.values("model") == ["kimik2.5", "kimik2.7-code", "kimik2.6"]


def test_alias_may_set_disagg(store):
    """An alias that says so makes its rows disaggregated, whatever their flag; the other rows keep theirs."""
    rows = [
        row(framework="sglang-disagg", disagg=None),
        row(framework="SGLang-Disagg", disagg=False),
        row(framework="atom-disagg", disagg=True),
        row(framework="mori-sglang", disagg=False),
        row(framework="trtllm", disagg=False),
        row(framework="trtllm", disagg=True),
    ]
    store.rows(rows)
    assert store.values("framework") == ["mori-sglang", "mori-sglang", "mooncake-atom", "mori-sglang", "trt", "trt"]
    assert store.values("disagg") == [1, 1, 1, 0, 0, 1]


@pytest.mark.parametrize(
    ("column", "name", "catalog", "hint"),
    [
        ("model", "kimik2.66", "models.toml", "did you mean 'kimik2.6'? if it is new, "),
        ("hardware", "B301", "gpus.toml", "did you mean 'b300'? if it is new, "),
        ("framework", "vlm", "engines.toml", "did you mean 'vllm'? if it is new, "),
        ("precision", "fp44", "engines.toml", "did you mean 'fp4'? if it is new, "),
        ("hardware", "newchip9", "gpus.toml", ""),
    ],
)
def test_name_in_no_catalog_is_an_error(store, column, name, catalog, hint):
    """It says how many rows have the name and what is nearest, or how to publish it as it is."""
    store.rows([row(), *copies(3, **{column: name})])
    way_out = f"{hint}list it in {catalog}" + ("" if hint else "; --allow-unknown publishes it under its own name")
    assert store.faults() == [
        (
            f"data/benchmarks/a.parquet column {column}: error: '{name}' (3 rows) is in no catalog, "
            f"expected a name of {catalog} [unknown-name]\n    {way_out}"
        )
    ]


def test_one_row_of_an_unknown_name_is_one_row(store):
    """One row is not rows."""
    store.rows([row(hardware="newchip9")])
    (line,) = store.faults()
    assert "'newchip9' (1 row) is in no catalog" in line


def test_unknown_name_is_reported_once_over_all_files(store):
    """Its spellings and its rows in all files are one error, at the first file that has it."""
    store.rows([row()], "a.parquet")
    store.rows(copies(2, hardware="NewChip9"), "b.parquet")
    store.rows([*copies(1000, hardware="newchip9 "), row(hardware="NewChip9")], "c.parquet")
    assert store.faults() == [
        (
            "data/benchmarks/b.parquet column hardware: error: 'NewChip9' and 'newchip9' (1,003 rows) is in no "
            "catalog, expected a name of gpus.toml [unknown-name]\n    list it in gpus.toml; "
            "--allow-unknown publishes it under its own name"
        )
    ]


def test_all_unknown_names_are_reported_together(store):
    """Nobody has to build once per name."""
    store.rows([row(model="m", hardware="h"), row(framework="f", precision="p"), row(hardware="i")])
    found = [line.split(" (1 row)")[0] for line in store.faults()]
    assert found == [
        f"data/benchmarks/a.parquet column {column}: error: '{name}'"
        for column, name in (
            ("framework", "f"),
            ("hardware", "h"),
            ("hardware", "i"),
            ("model", "m"),
            ("precision", "p"),
        )
    ]


@pytest.mark.parametrize(
    ("column", "name", "catalog", "hint"),
    [
        ("model", "Kimik2.66", "models.toml", "\n    did you mean 'kimik2.6'?"),
        ("hardware", "NewChip9", "gpus.toml", ""),
        ("framework", "fastserve", "engines.toml", ""),
        ("precision", "nf3", "engines.toml", ""),
    ],
)
def test_unknown_name_may_be_allowed(store, column, name, catalog, hint):
    """Then it is a warning, and the rows stand under the name as folded, beside its spelling."""
    store.rows([row(**{column: name})])
    found, problems = store.read(allow_unknown=True)
    assert problems == [
        (
            f"data/benchmarks/a.parquet column {column}: warning: '{name}' (1 row) is in no catalog, "
            f"expected a name of {catalog}{PUBLISHED}{hint}"
        )
    ]
    assert found is not None
    assert found.rows.texts(column) == [name.casefold()]
    assert found.unknown[column] == {name.casefold(): (name,)}


def test_spellings_of_an_allowed_name_are_listed_in_order(store):
    """Every spelling that was met, in order, whatever the order of the rows."""
    store.rows([row(model=name) for name in ("zeta", "Zeta ", "ZETA", "alpha")])
    found, _ = store.read(allow_unknown=True)
    assert found is not None
    assert found.unknown["model"] == {"alpha": ("alpha",), "zeta": ("ZETA", "Zeta", "zeta")}
    assert found.rows.texts("model") == ["zeta", "zeta", "zeta", "alpha"]


def test_known_data_has_no_unknown_names(store):
    """Nothing is listed as unknown when everything is known, the empty spec_method included."""
    store.rows([row(spec_method=None)])
    assert store.dataset().unknown == {"model": {}, "hardware": {}, "framework": {}, "precision": {}}


def test_unknown_spec_method_is_a_warning(store):
    """Ways of speculative decoding come and go: a new one is published under its own name."""
    store.rows(copies(2, spec_method="Eagle4"))
    found, problems = store.read()
    assert problems == [
        (
            "data/benchmarks/a.parquet column spec_method: warning: 'Eagle4' (2 rows) is in no catalog, "
            f"expected a name of engines.toml{PUBLISHED}\n    did you mean 'eagle'?"
        )
    ]
    assert found is not None
    assert found.rows.texts("spec_method") == ["eagle4", "eagle4"]


def test_word_that_no_row_has_is_not_unknown():
    """A dictionary may list words that no row uses: they are no names in the data."""
    unknown = UnknownNames()
    cells = TextCells(np.array([0, 0]), ("b300", "newchip9"))
    known = canonical(cells, "hardware", NAMES, unknown, "a.parquet")
    assert known.cells.words == ("b300", "newchip9")
    assert unknown.of("hardware") == {}


def test_empty_name_is_no_unknown_name():
    """An empty cell is reported as one where it stands, not as a name."""
    unknown, problems = UnknownNames(), Problems()
    canonical(TextCells(np.array([0]), ("",)), "hardware", NAMES, unknown, "a.parquet")
    report_unknown(unknown, NAMES, problems, allow=False)
    assert len(problems) == 0


def test_allowed_names_get_pages(folder: Folder):
    """The page, its address and its title are those of the name itself."""
    folder.rows([row(), row(hardware="NewChip9"), row(model="Zeta-7")])
    assert folder.build(allow_unknown=True).run_pages == 3
    assert "<title>Running Kimi K2.6 on NewChip9" in folder.page("run/kimi-k26-on-newchip9")
    assert "<title>Running Zeta-7 on B300" in folder.page("run/zeta-7-on-b300")


def test_unknown_names_stop_the_build(folder: Folder):
    """Without leave nothing is published: the names are never skipped quietly."""
    folder.rows([row(), row(hardware="NewChip9")])
    assert folder.errors() == [
        (
            "data/benchmarks/a.parquet column hardware: error: 'NewChip9' (1 row) is in no catalog, "
            "expected a name of gpus.toml [unknown-name]\n    list it in gpus.toml; "
            "--allow-unknown publishes it under its own name"
        )
    ]
