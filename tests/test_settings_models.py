"""models.toml and gpus.toml: the entries, their spellings and slugs, and each error in them with its exact text."""

from pathlib import Path

import pytest

from site_builder.settings.catalogs import Alias
from tests.small_catalogs import SMALL, faults, look_at, read, write

GLM = '[models.glm]\nname = "GLM"\nkeys = ["glm5"]\n'
GPU_KEYS = "aliases, architecture, former_slugs, label, memory_gb, power_kw, slug, tdp_w, vendor"
BAD_SLUG = "expected small letters, digits and single hyphens, 80 characters at most [bad-slug]"
NUMBER = "expected a number above 0, written without quotes [wrong-type]"


def test_every_spelling_of_a_model_is_known(tmp_path: Path):
    assert read(tmp_path).names.models == {
        "kimik2": Alias("kimik2"),
        "moonshotai/kimi-k2": Alias("kimik2"),
        "glm5": Alias("glm5"),
    }


def test_a_gpu_is_known_by_its_key_its_slug_and_its_aliases(tmp_path: Path):
    assert read(tmp_path).names.gpus == {
        "b300": Alias("b300"),
        "gb300": Alias("gb300"),
        "gb300-nvl72": Alias("gb300"),
        "gb300x": Alias("gb300"),
    }


def test_the_facts_of_a_gpu_are_read(tmp_path: Path):
    facts = 'vendor = "NVIDIA"\narchitecture = "Blackwell"\nmemory_gb = 268\ntdp_w = 1_200\npower_kw = 1.9'
    gpu = read(tmp_path, ("gpus.toml", 'label = "B300"', f'label = "B300"\n{facts}')).gpus["b300"]
    assert (gpu.vendor, gpu.architecture, gpu.memory_gb, gpu.tdp_w, gpu.power_kw) == (
        "NVIDIA",
        "Blackwell",
        268,
        1200,
        1.9,
    )


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('name = "GLM"\n', "", "8: error: models.glm.name: missing, expected a text [missing-key]"),
        ('keys = ["glm5"]\n', "", "8: error: models.glm.keys: missing, expected a list of texts [missing-key]"),
        (
            'keys = ["glm5"]',
            "keys = []",
            "10: error: models.glm.keys: no key, expected at least one model key of the data [missing-key]",
        ),
        (
            'keys = ["glm5"]',
            'keys = "glm5"',
            "10: error: models.glm.keys: 'glm5', expected a list of texts [wrong-type]",
        ),
        (
            'keys = ["glm5"]',
            "keys = [5]",
            "10: error: models.glm.keys: [5], expected a list of texts [wrong-type]",
        ),
        (
            'keys = ["glm5"]',
            'keys = ["glm5"]\nlabl = "x"',
            (
                "11: error: models.glm.labl: unknown key, expected one of: aliases, former_slugs, keys, label, name "
                "[unknown-key]\n    did you mean 'label'?"
            ),
        ),
        ("[models.glm]", '[models."GLM 5"]', f"8: error: models.GLM 5: 'GLM 5', {BAD_SLUG}"),
        ("[models.glm]", "[models.glm--5]", f"8: error: models.glm--5: 'glm--5', {BAD_SLUG}"),
        ("[models.glm]", f"[models.{81 * 'g'}]", f"8: error: models.{81 * 'g'}: '{59 * 'g'}…, {BAD_SLUG}"),
        (
            GLM,
            f"{GLM}\n[modls.x]\nname = 1\n",
            "12: error: modls: unknown key, expected one of: models [unknown-key]\n    did you mean 'models'?",
        ),
        (
            '"moonshotai/Kimi-K2" = "kimik2"',
            '"moonshotai/Kimi-K2" = 5',
            "6: error: models.kimi.aliases.moonshotai/Kimi-K2: 5, expected a text [wrong-type]",
        ),
        (
            '"moonshotai/Kimi-K2" = "kimik2"',
            'kimi = "kimik2"\n"moonshotai/Kimi-K2" = "kimik3"',
            (
                "7: error: models.kimi.aliases.moonshotai/Kimi-K2: stands for 'kimik3', expected one of keys "
                "[unknown-name]\n    did you mean 'kimik2'?"
            ),
        ),
        (
            '"moonshotai/Kimi-K2" = "kimik2"',
            'kimi = "kimik2"\nGLM5 = "kimik2"\n',
            (
                "12: error: models.glm.keys: 'glm5' already stands for 'kimik2' (data/models.toml:7), expected one "
                "[alias-clash]"
            ),
        ),
    ],
)
def test_a_wrong_model_is_an_error(tmp_path: Path, old: str, new: str, line: str):
    """The line is that of the key at fault, also inside a table of aliases."""
    assert faults(tmp_path, ("models.toml", old, new)) == [f"data/models.toml:{line}"]


def test_an_alias_that_two_models_claim_is_an_error(tmp_path: Path):
    aliases = '\n[models.glm.aliases]\nglm = "glm5"\n"MOONSHOTAI/kimi-k2" = "glm5"\n'
    assert faults(tmp_path, ("models.toml", GLM, GLM + aliases)) == [
        (
            "data/models.toml:14: error: models.glm.aliases.MOONSHOTAI/kimi-k2: 'MOONSHOTAI/kimi-k2' already stands "
            "for 'kimik2' (data/models.toml:6), expected one [alias-clash]"
        )
    ]


def test_a_model_key_that_two_models_claim_is_an_error(tmp_path: Path):
    """Otherwise the rows of that key would silently belong to the model that comes last."""
    found = faults(tmp_path, ("models.toml", 'keys = ["glm5"]', 'keys = ["glm5", "KimiK2"]'))
    assert len(found) == 1
    assert found[0].startswith("data/models.toml:10: error: models.glm.keys: 'kimik2' ")
    assert "data/models.toml:3" in found[0]


def test_a_model_written_twice_is_an_error(tmp_path: Path):
    assert faults(tmp_path, ("models.toml", GLM, GLM + GLM)) == [
        "data/models.toml:11: error: Cannot declare ('models', 'glm') twice, expected valid TOML [not-toml]"
    ]


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('label = "B300"\n', "", "1: error: gpus.b300.label: missing, expected a text [missing-key]"),
        ('label = "B300"', 'label = ""', "2: error: gpus.b300.label: '', expected a text [wrong-type]"),
        (
            'label = "B300"',
            'label = "B300"\nvendor = 5',
            "3: error: gpus.b300.vendor: 5, expected a text [wrong-type]",
        ),
        (
            'label = "B300"',
            'label = "B300"\nmemory_gb = 0',
            f"3: error: gpus.b300.memory_gb: 0, {NUMBER}",
        ),
        (
            'label = "B300"',
            'label = "B300"\ntdp_w = "700"',
            f"3: error: gpus.b300.tdp_w: '700', {NUMBER}",
        ),
        (
            'label = "B300"',
            'label = "B300"\npower_kw = -0.5',
            f"3: error: gpus.b300.power_kw: -0.5, {NUMBER}",
        ),
        (
            'label = "B300"',
            'label = "B300"\ntdp_w = 700\nmemry_gb = 80',
            (
                f"4: error: gpus.b300.memry_gb: unknown key, expected one of: {GPU_KEYS} [unknown-key]\n"
                "    did you mean 'memory_gb'?"
            ),
        ),
        (
            '["gb300x"]',
            '"gb300x"',
            "7: error: gpus.gb300.aliases: 'gb300x', expected a list of texts [wrong-type]",
        ),
        (
            '["gb300x"]',
            '["B300"]',
            (
                "7: error: gpus.gb300.aliases: 'B300' already stands for 'b300' (data/gpus.toml:1), expected one "
                "[alias-clash]"
            ),
        ),
        ('"gb300-nvl72"', '"GB300 NVL72"', f"6: error: gpus.gb300.slug: 'GB300 NVL72', {BAD_SLUG}"),
        ('"gb300-nvl72"', '"-gb300"', f"6: error: gpus.gb300.slug: '-gb300', {BAD_SLUG}"),
        ("[gpus.b300]", '[gpus."b/300"]', f"1: error: gpus.b/300: 'b/300', {BAD_SLUG}"),
    ],
)
def test_a_wrong_gpu_is_an_error(tmp_path: Path, old: str, new: str, line: str):
    """No price is set for the GPU that is called otherwise here."""
    unpriced = ("tco.toml", "b300 = {", '"gb300" = {')
    assert faults(tmp_path, unpriced, ("gpus.toml", old, new)) == [f"data/gpus.toml:{line}"]


@pytest.mark.parametrize("slug", ["b300", "b300-x"])
def test_a_slug_that_two_gpus_claim_is_one_error(tmp_path: Path, slug: str):
    """It is reported once, as a slug, whether the other GPU is called so or has it as its slug too."""
    own = ("gpus.toml", 'label = "B300"', f'label = "B300"\nslug = "{slug}"')
    same = ("gpus.toml", '"gb300-nvl72"', f'"{slug}"')
    assert faults(tmp_path, own, same) == [
        (
            f"data/gpus.toml:7: error: gpus.gb300.slug: '{slug}' is also the slug at data/gpus.toml:3, "
            "expected one use [duplicate-slug]"
        )
    ]


def test_two_gpus_whose_keys_differ_in_case_only_are_an_error(tmp_path: Path):
    """Otherwise the later one would silently take the place of the other."""
    other = '\n[gpus.B300]\nlabel = "B300 PCIe"\nslug = "b300-pcie"\n'
    found = faults(tmp_path, ("gpus.toml", 'aliases = ["gb300x"]\n', f'aliases = ["gb300x"]\n{other}'))
    assert len(found) == 1
    assert found[0].startswith("data/gpus.toml:9: error: gpus.B300: ")
    assert "data/gpus.toml:1" in found[0]


def test_a_gpu_that_is_not_a_table_is_an_error(tmp_path: Path):
    assert faults(tmp_path, ("gpus.toml", '[gpus.b300]\nlabel = "B300"', '[gpus]\nb300 = "B300"')) == [
        "data/gpus.toml:2: error: gpus.b300: 'B300', expected a table [wrong-type]"
    ]


def test_gpus_that_are_not_a_table_are_an_error(tmp_path: Path):
    write(tmp_path, SMALL | {"gpus.toml": "gpus = 5\n"})
    _, problems = look_at(tmp_path)
    assert problems[0] == "data/gpus.toml:1: error: gpus: 5, expected a table [wrong-type]"
