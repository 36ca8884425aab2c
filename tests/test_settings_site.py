"""site.toml: targets, scenarios, selection and base URL, and each error in them with its exact text."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.errors import BuildError
from site_builder.settings.site import parse_base_url
from tests.folders import Folder, points
from tests.small_catalogs import changed as catalogs
from tests.small_catalogs import faults, look_at, read, write

TIERS = "tiers_tok_s_user = [30, 50, 100]"
PRIMARY = "primary_tier = 50"
SCENARIO = """
[[scenarios]]
id = "8k1k"
benchmark_type = "single_turn"
isl = 8192
osl = 1024
label = "chat"
"""
SITE_KEYS = (
    "base_url, compare_parts, comparisons, description, fleet, name, notices, pictures, primary_tier, redirects, "
    "sample_data, scenarios, selection, sweep_days, tiers_tok_s_user"
)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('name = "Report"', "name = 5", "1: error: name: 5, expected a text [wrong-type]"),
        ('name = "Report"', 'name = " "', "1: error: name: ' ', expected a text [wrong-type]"),
        (
            'name = "Report"',
            'nam = "Report"\nname = "R"',
            f"1: error: nam: unknown key, expected one of: {SITE_KEYS} [unknown-key]\n    did you mean 'name'?",
        ),
        (
            PRIMARY,
            f"{PRIMARY}\nqqq = 1",
            f"4: error: qqq: unknown key, expected one of: {SITE_KEYS} [unknown-key]",
        ),
        (PRIMARY, f"{PRIMARY}\nfleet = 5", "4: error: fleet: 5, expected a text [wrong-type]"),
        (
            PRIMARY,
            f'{PRIMARY}\nsample_data = "yes"',
            "4: error: sample_data: 'yes', expected true or false [wrong-type]",
        ),
        (PRIMARY, f"{PRIMARY}\nsample_data = 1", "4: error: sample_data: 1, expected true or false [wrong-type]"),
        (PRIMARY, f'{PRIMARY}\nnotices = "Hi"', "4: error: notices: 'Hi', expected a list of texts [wrong-type]"),
        (PRIMARY, f'{PRIMARY}\nnotices = [" "]', "4: error: notices: [' '], expected a list of texts [wrong-type]"),
        (
            PRIMARY,
            f"{PRIMARY}\nsweep_days = -1",
            "4: error: sweep_days: -1, expected a whole number from 0 [wrong-type]",
        ),
        (
            PRIMARY,
            f"{PRIMARY}\nsweep_days = 1.5",
            "4: error: sweep_days: 1.5, expected a whole number from 0 [wrong-type]",
        ),
        (
            PRIMARY,
            f"{PRIMARY}\nsweep_days = true",
            "4: error: sweep_days: True, expected a whole number from 0 [wrong-type]",
        ),
        (PRIMARY, f"{PRIMARY}\nselection = 5", "4: error: selection: 5, expected a table [wrong-type]"),
    ],
)
def test_a_wrong_key_or_type_is_an_error(tmp_path: Path, old: str, new: str, line: str):
    assert faults(tmp_path, ("site.toml", old, new)) == [f"data/site.toml:{line}"]


@pytest.mark.parametrize("tiers", ["[]", '["30"]', "[30, -50]", "[0]", "[30, true]", "[30, nan]", "[30, inf]", "30"])
def test_targets_must_be_numbers_above_zero(tmp_path: Path, tiers: str):
    shown = {"[30, true]": "[30, True]", '["30"]': "['30']"}.get(tiers, tiers)
    assert faults(tmp_path, ("site.toml", TIERS, f"tiers_tok_s_user = {tiers}")) == [
        f"data/site.toml:2: error: tiers_tok_s_user: {shown}, expected a list of numbers above 0 [wrong-type]"
    ]


def test_targets_must_rise(tmp_path: Path):
    assert faults(tmp_path, ("site.toml", TIERS, "tiers_tok_s_user = [\n  100, 50,\n  50,\n]")) == [
        (
            "data/site.toml:2: error: tiers_tok_s_user: 50 comes after 100, expected each target above the last "
            "[tiers-not-rising]"
        ),
        (
            "data/site.toml:2: error: tiers_tok_s_user: 50 comes after 50, expected each target above the last "
            "[tiers-not-rising]"
        ),
    ]


def test_the_primary_target_must_be_one_of_them(tmp_path: Path):
    assert faults(tmp_path, ("site.toml", PRIMARY, "primary_tier = 62.5")) == [
        (
            "data/site.toml:3: error: primary_tier: 62.5 is not a target, "
            "expected one of tiers_tok_s_user: 30, 50, 100 [primary-tier]"
        )
    ]


def test_the_primary_target_must_be_there(tmp_path: Path):
    assert faults(tmp_path, ("site.toml", PRIMARY, "")) == [
        "data/site.toml: error: primary_tier: missing, expected one of tiers_tok_s_user [missing-key]"
    ]


def test_the_primary_target_must_be_a_number(tmp_path: Path):
    assert faults(tmp_path, ("site.toml", PRIMARY, 'primary_tier = "50"')) == [
        "data/site.toml:3: error: primary_tier: '50', expected a number above 0, written without quotes [wrong-type]"
    ]


def test_a_primary_target_written_as_50_0_is_the_target_50(tmp_path: Path):
    assert str(read(tmp_path, ("site.toml", PRIMARY, "primary_tier = 50.0")).site.primary_tier) == "50"


@pytest.fixture(scope="module")
def folder_of_all(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all examples of a property, which write the same files each time."""
    return tmp_path_factory.mktemp("site")


@given(tiers=st.lists(st.integers(1, 10**6) | st.floats(0.001, 1e6), min_size=1, max_size=8), at=st.integers(0, 7))
def test_only_rising_targets_are_accepted(folder_of_all: Path, tiers: list[float], at: int):
    """Targets are accepted as written, whichever is primary, when and only when each is above the last."""
    folder, primary = folder_of_all, tiers[at % len(tiers)]
    write(folder, catalogs(("site.toml", TIERS, f"tiers_tok_s_user = {tiers}"), ("site.toml", PRIMARY, "")))
    path = folder / "data" / "site.toml"
    path.write_text(f"primary_tier = {primary}\n{path.read_text(encoding='utf-8')}", encoding="utf-8")
    settings, _ = look_at(folder)
    assert (settings is not None) == (tiers == sorted(set(tiers)))
    if settings:
        assert settings.site.tiers_tok_s_user == tuple(tiers)
        assert settings.site.primary_tier == primary


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('id = "8k1k"\n', "", "5: error: scenarios[0].id: missing, expected a text [missing-key]"),
        ('label = "chat"\n', "", "5: error: scenarios[0].label: missing, expected a text [missing-key]"),
        (
            'id = "8k1k"',
            'id = "8K 1k"',
            "6: error: scenarios[0].id: '8K 1k', expected small letters, digits and hyphens [bad-id]",
        ),
        ("isl = 8192", "isl = 0", "8: error: scenarios[0].isl: 0, expected a whole number from 1 [wrong-type]"),
        ("osl = 1024", "osl = 1.5", "9: error: scenarios[0].osl: 1.5, expected a whole number from 1 [wrong-type]"),
        (
            'label = "chat"',
            'label = "chat"\ninteractivity = "p90_intvt"',
            (
                "11: error: scenarios[0].interactivity: 'p90_intvt', expected one of: median_intvty, p90_intvty "
                "[unknown-name]\n    did you mean 'p90_intvty'?"
            ),
        ),
        (
            'label = "chat"',
            'label = "chat"\narticle = 1',
            "11: error: scenarios[0].article: 1, expected a text [wrong-type]",
        ),
        (
            'label = "chat"',
            'label = "chat"\nlable = "chat"',
            (
                "11: error: scenarios[0].lable: unknown key, expected one of: "
                "article, benchmark_type, id, interactivity, isl, label, osl [unknown-key]\n    did you mean 'label'?"
            ),
        ),
        (
            'label = "chat"\n',
            'label = "chat"\n' + SCENARIO.replace("8192", "4096"),
            "13: error: scenarios[1].id: '8k1k' is also the id at data/site.toml:6, expected one use [duplicate-key]",
        ),
        (
            'label = "chat"\n',
            'label = "chat"\n' + SCENARIO.replace('"8k1k"', '"chat"'),
            "13: error: scenarios[1].id: the same workload as '8k1k', expected another [duplicate-key]",
        ),
    ],
)
def test_a_wrong_scenario_is_an_error(tmp_path: Path, old: str, new: str, line: str):
    assert faults(tmp_path, ("site.toml", old, new)) == [f"data/site.toml:{line}"]


def test_scenarios_must_be_tables(tmp_path: Path):
    assert faults(tmp_path, ("site.toml", SCENARIO, "scenarios = []\n")) == [
        "data/site.toml:4: error: scenarios: [], expected one or more [[scenarios]] tables [wrong-type]"
    ]
    assert "data/site.toml:4: error: scenarios[0]: '8k1k', expected a table [wrong-type]" in faults(
        tmp_path, ("site.toml", SCENARIO, 'scenarios = ["8k1k"]\n')
    )


def test_a_scenario_without_lengths_fits_any_and_its_type_is_folded(tmp_path: Path):
    change = ("site.toml", 'type = "single_turn"\nisl = 8192\nosl = 1024', 'type = "Agentic_Traces"')
    scenario = read(tmp_path, change).site.scenarios[0]
    assert (scenario.benchmark_type, scenario.isl, scenario.osl) == ("agentic_traces", None, None)
    assert scenario.input_share is None


@pytest.mark.parametrize(
    ("article", "phrase"), [("", "chat"), ('article = "a"\n', "a chat"), ('article = "a "\n', "a chat")]
)
def test_a_scenario_may_have_an_article_for_sentences(tmp_path: Path, article: str, phrase: str):
    """It stands before the label in sentences; without one the label stands alone."""
    scenario = read(tmp_path, ("site.toml", 'label = "chat"\n', f'label = "chat"\n{article}')).site.scenarios[0]
    assert (scenario.label, scenario.phrase) == ("chat", phrase)


def test_a_selection_is_read_folded(tmp_path: Path):
    change = ("site.toml", SCENARIO, f'\n[selection]\nengines = ["vLLM"]\nprecisions = ["FP8"]\n{SCENARIO}')
    site = read(tmp_path, change).site
    assert (site.engines, site.precisions) == (("vllm",), ("fp8",))


def test_a_selected_name_must_be_in_its_catalog(tmp_path: Path):
    change = ("site.toml", SCENARIO, f'\n[selection]\nengines = ["vlm"]\nprecisions = ["x", "fp5"]\n{SCENARIO}')
    assert faults(tmp_path, change) == [
        (
            "data/site.toml:6: error: selection.engines: 'vlm', expected a key of engines.toml [unknown-name]\n"
            "    did you mean 'vllm'?"
        ),
        "data/site.toml:7: error: selection.precisions: 'x', expected a key of engines.toml [unknown-name]",
        (
            "data/site.toml:7: error: selection.precisions: 'fp5', expected a key of engines.toml [unknown-name]\n"
            "    did you mean 'fp8'?"
        ),
    ]


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("https://example.org", "https://example.org/"),
        ("https://example.org/", "https://example.org/"),
        (" http://example.org:8080/a/b ", "http://example.org:8080/a/b/"),
        ("https://[2001:db8::1]/x//", "https://[2001:db8::1]/x/"),
    ],
)
def test_a_base_url_ends_in_one_slash(text: str, url: str):
    assert parse_base_url(text) == url


@pytest.mark.parametrize(
    "text",
    [
        "example.org/bench/",
        "ftp://example.org/",
        "https://",
        "https:///bench/",
        "//example.org/",
        "https://example.org/?a=1",
        "https://example.org/#a",
        "https://exa mple.org/",
        "https://example.org/<b>",
        "https://example.org\\\\bench",
        "https://[example.org/",
        "https://example.org//bench/",
        "https://example.org/a//b",
        "https://example.org:port/",
    ],
)
def test_what_is_not_an_address_is_an_error(tmp_path: Path, text: str):
    shown = text.replace("\\\\", "\\")
    assert faults(tmp_path, ("site.toml", PRIMARY, f'{PRIMARY}\nbase_url = "{text}"')) == [
        (
            f"data/site.toml:4: error: base_url: '{shown}', "
            "expected an address such as https://example.org/bench/ [bad-base-url]"
        )
    ]


def test_a_given_base_url_wins_over_the_file(tmp_path: Path):
    change = ("site.toml", PRIMARY, f'{PRIMARY}\nbase_url = "https://one.example/"')
    assert read(tmp_path, change, base_url="https://two.example/x/").site.base_url == "https://two.example/x/"


def test_a_base_url_given_from_python_needs_no_closing_slash(folder: Folder):
    folder.rows(points((20, 4000), (50, 2500)))
    folder.build(base_url="https://example.org/bench")
    assert 'href="https://example.org/bench/run/kimi-k26-on-b300/"' in folder.page("run/kimi-k26-on-b300/")


def test_a_base_url_given_from_python_must_be_an_address(folder: Folder):
    folder.rows(points((20, 4000), (50, 2500)))
    with pytest.raises(BuildError, match=r"expected an address such as https://example\.org/bench/"):
        folder.build(base_url="example.org")
