"""engines.toml: engines, precisions, spec methods and footnotes, and each error in them with its exact text."""

from pathlib import Path

import pytest

from site_builder.settings.catalogs import Alias
from tests.small_catalogs import faults, read

VLLM = '[engines.vllm]\nlabel = "vLLM"\n'
ENGINE_KEYS = "alias_sets_disagg, aliases, family, label"
FILE_KEYS = "engines, features, footnotes, precision_aliases, precisions, spec_methods"


def test_only_the_aliases_of_an_engine_set_disagg(tmp_path: Path):
    assert read(tmp_path).names.engines == {
        "vllm": Alias("vllm"),
        "mori-sglang": Alias("mori-sglang"),
        "sglang-disagg": Alias("mori-sglang", sets_disagg=True),
    }


def test_an_engine_whose_own_name_is_among_its_aliases_is_always_disaggregated(tmp_path: Path):
    names = read(tmp_path, ("engines.toml", '["sglang-disagg"]', '["MoRI-SGLang"]')).names.engines
    assert names["mori-sglang"] == Alias("mori-sglang", sets_disagg=True)


def test_an_alias_given_twice_is_harmless(tmp_path: Path):
    names = read(tmp_path, ("engines.toml", VLLM, f'{VLLM}aliases = ["vllm", "v", "V"]\n')).names.engines
    assert (names["v"], names["vllm"]) == (Alias("vllm"), Alias("vllm"))


def test_precisions_are_known_by_their_names_and_aliases(tmp_path: Path):
    settings = read(tmp_path)
    assert settings.precisions == ("fp4", "fp8")
    assert settings.names.precisions == {"fp4": Alias("fp4"), "fp8": Alias("fp8"), "nvfp4": Alias("fp4")}


def test_without_aliases_precisions_are_known_by_their_names(tmp_path: Path):
    names = read(tmp_path, ("engines.toml", '[precision_aliases]\nnvfp4 = "fp4"\n', "")).names.precisions
    assert list(names) == ["fp4", "fp8"]


def test_a_label_that_ends_in_a_footnote_mark_carries_it(tmp_path: Path):
    notes = '[footnotes]\n"¹" = "One."\n"²" = "Two."\n\n'
    settings = read(tmp_path, ("engines.toml", VLLM, f'{notes}[engines.vllm]\nlabel = "vLLM²"\n'))
    assert settings.footnotes == {"¹": "One.", "²": "Two."}
    assert settings.engines["vllm"].mark == "²"
    assert settings.engines["mori-sglang"].mark is None


def test_a_mark_inside_a_label_is_part_of_its_name(tmp_path: Path):
    notes = '[footnotes]\n"+" = "Plus."\n\n'
    settings = read(tmp_path, ("engines.toml", VLLM, f'{notes}[engines.vllm]\nlabel = "v+LLM"\n'))
    assert settings.engines["vllm"].mark is None


def test_of_two_marks_that_fit_the_longer_one_counts(tmp_path: Path):
    """vLLM** refers to the note of **, though it ends in * as well."""
    notes = '[footnotes]\n"*" = "One."\n"**" = "Two."\n\n'
    settings = read(tmp_path, ("engines.toml", VLLM, f'{notes}[engines.vllm]\nlabel = "vLLM**"\n'))
    assert settings.engines["vllm"].mark == "**"


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('label = "vLLM"\n', "", "10: error: engines.vllm.label: missing, expected a text [missing-key]"),
        ('label = "vLLM"', "label = 1.5", "11: error: engines.vllm.label: 1.5, expected a text [wrong-type]"),
        (
            'label = "vLLM"',
            'label = "vLLM"\nfamily = []',
            "12: error: engines.vllm.family: [], expected a text [wrong-type]",
        ),
        (
            "alias_sets_disagg = true",
            'alias_sets_disagg = "true"',
            "16: error: engines.mori-sglang.alias_sets_disagg: 'true', expected true or false [wrong-type]",
        ),
        (
            "alias_sets_disagg",
            "alias_set_disagg",
            (
                f"16: error: engines.mori-sglang.alias_set_disagg: unknown key, expected one of: {ENGINE_KEYS} "
                "[unknown-key]\n    did you mean 'alias_sets_disagg'?"
            ),
        ),
        (
            '["sglang-disagg"]',
            '["vLLM"]',
            (
                "15: error: engines.mori-sglang.aliases: 'vLLM' already stands for 'vllm' (data/engines.toml:10), "
                "expected one [alias-clash]"
            ),
        ),
        (
            '["fp4", "fp8"]',
            '"fp4"',
            "1: error: precisions: 'fp4', expected a list of texts [wrong-type]",
        ),
        (
            'nvfp4 = "fp4"',
            'nvfp4 = "fp6"',
            (
                "4: error: precision_aliases.nvfp4: stands for 'fp6', expected one of precisions [unknown-name]\n"
                "    did you mean 'fp8'?"
            ),
        ),
        (
            'nvfp4 = "fp4"',
            'nvfp4 = "half"',
            "4: error: precision_aliases.nvfp4: stands for 'half', expected one of precisions [unknown-name]",
        ),
        (
            'nvfp4 = "fp4"',
            "nvfp4 = 4",
            "4: error: precision_aliases.nvfp4: 4, expected a text [wrong-type]",
        ),
        (
            'nvfp4 = "fp4"',
            'FP8 = "fp4"',
            (
                "4: error: precision_aliases.FP8: 'FP8' already stands for 'fp8' (data/engines.toml:1), expected one "
                "[alias-clash]"
            ),
        ),
        (
            'mtp = "MTP"',
            "mtp = 5",
            "8: error: spec_methods.mtp: 5, expected a text [wrong-type]",
        ),
        (
            VLLM,
            f'[footnotes]\n"¹" = 1\n\n{VLLM}',
            "11: error: footnotes.¹: 1, expected a text [wrong-type]",
        ),
        (
            VLLM,
            f'[features]\ndisagg = ""\n\n{VLLM}',
            "11: error: features.disagg: '', expected a text [wrong-type]",
        ),
        (
            VLLM,
            f'[features]\ndisag = "split"\n\n{VLLM}',
            (
                "11: error: features.disag: unknown key, expected one of: disagg, multinode, offload [unknown-key]\n"
                "    did you mean 'disagg'?"
            ),
        ),
        (
            "[spec_methods]",
            "[specmethods]",
            (
                f"6: error: specmethods: unknown key, expected one of: {FILE_KEYS} [unknown-key]\n"
                "    did you mean 'spec_methods'?"
            ),
        ),
        (
            VLLM,
            f"{VLLM}\n{VLLM}",
            "13: error: Cannot declare ('engines', 'vllm') twice, expected valid TOML [not-toml]",
        ),
    ],
)
def test_a_wrong_entry_is_one_error(tmp_path: Path, old: str, new: str, line: str):
    assert faults(tmp_path, ("engines.toml", old, new)) == [f"data/engines.toml:{line}"]


def test_precisions_must_be_there(tmp_path: Path):
    assert faults(
        tmp_path, ("engines.toml", 'precisions = ["fp4", "fp8"]\n\n[precision_aliases]\nnvfp4 = "fp4"', "")
    ) == ["data/engines.toml: error: precisions: missing, expected a list of texts [missing-key]"]


def test_an_engine_that_is_not_a_table_is_one_error(tmp_path: Path):
    change = ("engines.toml", '[engines.vllm]\nlabel = "vLLM"', '[engines]\nvllm = "vLLM"')
    assert faults(tmp_path, change) == [
        "data/engines.toml:11: error: engines.vllm: 'vLLM', expected a table [wrong-type]"
    ]


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        (VLLM, f'{VLLM}\n[engines.VLLM]\nlabel = "other"\n', "data/engines.toml:13: error: engines.VLLM: "),
        ('mtp = "MTP"', 'mtp = "MTP"\nMTP = "other"', "data/engines.toml:9: error: spec_methods.MTP: "),
    ],
)
def test_keys_that_differ_in_case_only_are_an_error(tmp_path: Path, old: str, new: str, place: str):
    """Names are compared folded, so the later one would silently take the place of the other."""
    found = faults(tmp_path, ("engines.toml", old, new))
    assert [line.startswith(place) for line in found] == [True]
