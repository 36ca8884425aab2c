"""All catalogs together: what they hold when read, their defaults, and that one run reports every fault."""

import datetime
from pathlib import Path

import pytest

from site_builder.errors import BuildError, Problems
from site_builder.settings.catalogs import Alias, Comparisons, Features, Gpu, Settings
from site_builder.settings.read import read_settings
from tests.folders import PROJECT
from tests.small_catalogs import SMALL, Change, changed, look_at, read, write


@pytest.fixture(scope="module")
def shipped() -> Settings:
    problems = Problems()
    settings = read_settings(PROJECT / "data", problems)
    assert list(problems) == []
    return settings


def test_the_shipped_site_reads_six_targets_and_leads_with_50(shipped: Settings):
    assert shipped.site.tiers_tok_s_user == (30, 50, 75, 100, 150, 200)
    assert shipped.site.primary_tier == 50


def test_the_shipped_scenarios_lead_with_8k1k(shipped: Settings):
    found = [(s.id, s.benchmark_type, s.isl, s.osl, s.interactivity) for s in shipped.site.scenarios]
    assert found == [
        ("8k1k", "single_turn", 8192, 1024, "median_intvty"),
        ("1k1k", "single_turn", 1024, 1024, "median_intvty"),
        ("1k8k", "single_turn", 1024, 8192, "median_intvty"),
        ("agentic", "agentic_traces", None, None, "p90_intvty"),
    ]


def test_the_shipped_catalogs_hold_13_models_10_gpus_and_12_engines(shipped: Settings):
    assert (len(shipped.models), len(shipped.gpus), len(shipped.engines)) == (13, 10, 12)


def test_the_shipped_kimi_page_gathers_three_model_keys(shipped: Settings):
    kimi = shipped.models["kimi-k26"]
    assert (kimi.name, kimi.label) == ("Kimi K2.6", "Kimi K2.5/K2.6/K2.7-Code 1T")
    assert kimi.keys == ("kimik2.7-code", "kimik2.6", "kimik2.5")


def test_the_shipped_facts_of_a_gpu(shipped: Settings):
    assert shipped.gpus["gb200"] == Gpu(
        "gb200", "gb200-nvl72", "GB200 NVL72", "NVIDIA", "Blackwell", memory_gb=186, tdp_w=1200, power_kw=1.87
    )


@pytest.mark.parametrize(("gpu", "prices"), [("b300", [2.26, 2.52, 3.0]), ("mi355x", [1.5, 2.09, 2.1])])
def test_the_shipped_prices(shipped: Settings, gpu: str, prices: list[float]):
    assert [shipped.prices.of(gpu, tier) for tier in ("hyperscaler", "neocloud", "retail")] == prices


def test_the_shipped_price_tiers_lead_with_hyperscaler_and_are_of_one_day(shipped: Settings):
    assert [tier.label for tier in shipped.prices.tiers] == ["Hyperscaler", "Neocloud", "Retail"]
    assert {tier.as_of for tier in shipped.prices.tiers} == {datetime.date(2026, 8, 15)}


def test_every_shipped_gpu_has_a_price_at_every_tier(shipped: Settings):
    assert {len(shipped.prices.usd_per_gpu_hour[gpu]) for gpu in shipped.gpus} == {3}


@pytest.mark.parametrize(("spelling", "precision"), [("nvfp4", "fp4"), ("mxfp4", "fp4"), ("fp8block", "fp8")])
def test_the_shipped_precision_aliases(shipped: Settings, spelling: str, precision: str):
    assert shipped.names.precisions[spelling] == Alias(precision)


def test_the_shipped_precisions_and_spec_methods(shipped: Settings):
    assert shipped.precisions == ("fp4", "fp8", "bf16", "fp16", "int4", "int8")
    assert shipped.spec_methods == {"none": "", "mtp": "MTP", "eagle": "EAGLE", "draft_model": "draft model"}


def test_a_shipped_disaggregated_spelling_sets_disagg_and_its_engine_name_does_not(shipped: Settings):
    assert shipped.names.engines["sglang-disagg"] == Alias("mori-sglang", sets_disagg=True)
    assert shipped.names.engines["atom-disagg"] == Alias("mooncake-atom", sets_disagg=True)
    assert shipped.names.engines["mori-sglang"] == Alias("mori-sglang")
    assert shipped.names.engines["trtllm"] == Alias("trt")


def test_the_shipped_atom_engines_carry_a_footnote(shipped: Settings):
    assert [engine.key for engine in shipped.engines.values() if engine.mark == "¹"] == ["atom", "mooncake-atom"]
    assert list(shipped.footnotes) == ["¹"]


def test_the_small_catalogs_have_no_fault(tmp_path: Path):
    """The catalogs that the other tests change are right before they do."""
    assert list(read(tmp_path).models) == ["kimi", "glm"]


def test_what_site_toml_leaves_out_has_its_default(tmp_path: Path):
    site = read(tmp_path).site
    assert (site.description, site.base_url, site.fleet, site.notices) == ("", None, None, ())
    assert (site.sample_data, site.sweep_days, site.engines, site.precisions) == (False, 0, None, None)
    assert (site.comparisons, site.redirects, site.pictures) == (Comparisons(None, between_vendors=True), (), True)
    assert site.scenarios[0].interactivity == "median_intvty"


def test_what_a_model_gpu_or_engine_leaves_out_has_its_default(tmp_path: Path):
    settings = read(tmp_path)
    assert (settings.models["kimi"].label, settings.models["kimi"].former_slugs) == ("Kimi", ())
    assert settings.gpus["b300"] == Gpu("b300", "b300", "B300", None, None, None, None, None)
    assert (settings.engines["vllm"].family, settings.engines["vllm"].mark) == (None, None)
    assert settings.features == Features("disaggregated", "multi-node", "KV offload")
    assert settings.footnotes == {}


def test_a_blank_optional_text_counts_as_left_out(tmp_path: Path):
    change = ("site.toml", "primary_tier = 50", 'primary_tier = 50\nfleet = " "\nbase_url = ""\ndescription = " "')
    site = read(tmp_path, change).site
    assert (site.fleet, site.base_url, site.description) == (None, None, "")


def test_spaces_around_a_text_are_trimmed(tmp_path: Path):
    settings = read(
        tmp_path,
        ("site.toml", '"Report"', '"  Report "'),
        ("gpus.toml", '["gb300x"]', '[" GB300x "]'),
        ("models.toml", '["glm5"]', '[" GLM5 "]'),
    )
    assert settings.site.name == "Report"
    assert settings.names.gpus["gb300x"] == Alias("gb300")
    assert settings.models["glm"].keys == ("glm5",)


def test_names_are_folded(tmp_path: Path):
    """A key or alias in capitals is the name in small letters that data is folded to."""
    settings = read(
        tmp_path,
        ("engines.toml", "[engines.vllm]", "[engines.vLLM]"),
        ("engines.toml", '["fp4", "fp8"]', '["FP4", "fp8"]'),
        ("engines.toml", "mtp =", "MTP ="),
        ("models.toml", '= "kimik2"', '= "KimiK2"'),
    )
    assert list(settings.engines) == ["vllm", "mori-sglang"]
    assert settings.precisions == ("fp4", "fp8")
    assert settings.spec_methods["mtp"] == "MTP"
    assert settings.names.spec_methods["mtp"] == Alias("mtp")
    assert settings.names.models["moonshotai/kimi-k2"] == Alias("kimik2")


def test_no_spec_method_and_none_are_one(tmp_path: Path):
    names = read(tmp_path, ("engines.toml", 'none = ""\n', "")).names.spec_methods
    assert (names[""], names["none"]) == (Alias("none"), Alias("none"))


def test_the_words_for_ways_of_serving_can_be_set(tmp_path: Path):
    words = '[features]\ndisagg = "split"\noffload = "KV on disk"\n\n[engines.vllm]'
    features = read(tmp_path, ("engines.toml", "[engines.vllm]", words)).features
    assert features == Features("split", "multi-node", "KV on disk")


ONE_FAULT_EACH: list[Change] = [
    ("site.toml", "primary_tier = 50", "primary_tier = 60"),
    ("models.toml", 'name = "GLM"\n', ""),
    ("gpus.toml", 'label = "B300"', "label = 300"),
    ("engines.toml", 'nvfp4 = "fp4"', 'nvfp4 = "fp6"'),
    ("tco.toml", "cloud = 2.26", "cloud = 0"),
]


def test_every_fault_of_every_file_is_reported_in_one_run(tmp_path: Path):
    write(tmp_path, changed(*ONE_FAULT_EACH))
    settings, problems = look_at(tmp_path)
    assert settings is None
    assert [problem.split(": error: ")[0] for problem in problems] == [
        "data/gpus.toml:2",
        "data/site.toml:3",
        "data/models.toml:8",
        "data/engines.toml:4",
        "data/tco.toml:13",
    ]


def test_every_fault_of_one_file_is_reported_in_one_run(tmp_path: Path):
    change = ("tco.toml", "{ cloud = 2.26, retail = 3.00 }", '{ cloud = -1, retail = "3" }\nb301 = { clud = 1 }')
    write(tmp_path, changed(change))
    _, problems = look_at(tmp_path)
    assert [problem.split(": ")[:3] for problem in problems] == [
        ["data/tco.toml:13", "error", "prices.b300.cloud"],
        ["data/tco.toml:13", "error", "prices.b300.retail"],
        ["data/tco.toml:14", "error", "prices.b301"],
        ["data/tco.toml:14", "error", "prices.b301.clud"],
    ]


@pytest.mark.parametrize("broken", list(SMALL))
def test_a_file_that_is_not_toml_hides_no_fault_of_another(tmp_path: Path, broken: str):
    write(tmp_path, changed(*ONE_FAULT_EACH) | {broken: "[\n"})
    _, problems = look_at(tmp_path)
    assert {problem.split(":")[0] for problem in problems} == {f"data/{name}" for name in SMALL}


def test_each_missing_file_is_reported(tmp_path: Path):
    (tmp_path / "data").mkdir()
    _, problems = look_at(tmp_path)
    assert problems == [
        f"data/{name}: error: the file does not exist, expected a catalog there [missing-file]" for name in SMALL
    ]


def test_files_without_content_tell_what_they_must_hold(tmp_path: Path):
    write(tmp_path, dict.fromkeys(SMALL, ""))
    _, problems = look_at(tmp_path)
    assert problems == [
        "data/gpus.toml: error: gpus: missing, expected at least one table [gpus.…] [missing-key]",
        "data/site.toml: error: tiers_tok_s_user: missing, expected a list of numbers above 0 [missing-key]",
        "data/site.toml: error: primary_tier: missing, expected one of tiers_tok_s_user [missing-key]",
        "data/site.toml: error: name: missing, expected a text [missing-key]",
        "data/site.toml: error: scenarios: missing, expected one or more [[scenarios]] tables [missing-key]",
        "data/models.toml: error: models: missing, expected at least one table [models.…] [missing-key]",
        "data/engines.toml: error: engines: missing, expected at least one table [engines.…] [missing-key]",
        "data/engines.toml: error: precisions: missing, expected a list of texts [missing-key]",
        "data/tco.toml: error: source: missing, expected a text [missing-key]",
        "data/tco.toml: error: as_of: missing, expected a date such as 2026-08-15, without quotes [missing-key]",
        "data/tco.toml: error: tiers: missing, expected one or more [[tiers]] tables [missing-key]",
        "data/tco.toml: error: prices: missing, expected at least one table [prices.…] [missing-key]",
    ]


def test_the_error_carries_the_problems(tmp_path: Path):
    with pytest.raises(BuildError, match=r"site\.toml: error: the file does not exist"):
        read_settings(tmp_path, Problems())
