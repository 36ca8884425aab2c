"""Facts that files do not say: from options, a mapping file, names; missing, wrong and contradicting ones."""

import pytest

from tests.importing import FACTS, Desk, api, vllm

AS_IT_WAS = "rows.parquet is as it was.\n"


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)


def test_each_file_lists_what_it_lacks(desk):
    """One error a file, all at once, and nothing is written."""
    desk.write("a.json", vllm())
    desk.write("b.json", api() | {"prefill_tp": None, "decode_tp": None})
    found = desk.refused("a.json", "b.json", facts=FACTS[1:])
    assert found == (
        "a.json: error: vLLM serving benchmark without hardware, expected it from an option [missing-facts]\n"
        "    such as --set hardware=b300 (or --mapping, --name-pattern)\n"
        "Not imported: 1 error. rows.parquet is as it was.\n"
    )


def test_a_mapping_file_tells_files_apart(desk):
    """Globs, by the whole way or its end; several may hold for a file."""
    desk.write("b300/a.json", vllm())
    desk.write("h200/b.json", vllm(max_concurrency=8))
    mapping = (
        '["*.json"]\nprecision = "fp4"\nframework = "vllm"\nisl = 8192\nosl = 1024\ndate = 2026-08-15\n'
        '["b300/*"]\nhardware = "b300"\nnum_gpus = 8\n["h200/*.json"]\nhardware = "h200"\nnum_gpus = 4\n'
    )
    rows = desk.add("b300", "h200", "--mapping", desk.write("facts.toml", mapping))
    assert sorted((row["hardware"], row["num_gpus"], row["conc"]) for row in rows) == [("b300", 8, 64), ("h200", 4, 8)]


def test_faults_of_a_mapping_file_name_their_line(desk):
    """All of them, with the nearest field; nothing is read before they are gone."""
    mapping = 'x = 1\n["*.json"]\nhardwear = "b300"\nnum_gpus = 0\nisl = "long"\n'
    found = desk.refused(desk.write("a.json", vllm()), "--mapping", desk.write("facts.toml", mapping), code=2)
    assert found == (
        'facts.toml:1: error: x is no table, expected ["glob of files"] with fields below it [bad-mapping]\n'
        "    x = 1\n    ^^^^^\n"
        "facts.toml:3: error: 'hardwear' is no field that can be supplied, expected one [unknown-field]\n"
        '    hardwear = "b300"\n    ^^^^^^^^\n'
        "    did you mean 'hardware'?\n"
        "facts.toml:4: error: num_gpus='0', expected a whole number from 1 [bad-fact]\n"
        "    num_gpus = 0\n               ^\n"
        "facts.toml:5: error: isl='long', expected a whole number from 1 [bad-fact]\n"
        '    isl = "long"\n           ^^^^\n'
        f"Not imported: 4 errors. {AS_IT_WAS}"
    )


def test_a_glob_that_names_no_file_is_said(desk):
    """A slip in a glob would leave facts unused."""
    mapping = desk.write("facts.toml", '["*.jason"]\nhardware = "b300"\n')
    code, _, stderr = desk.run(desk.write("a.json", vllm()), "--mapping", mapping, facts=FACTS)
    assert code == 0
    assert "facts.toml: warning: '*.jason' names none of the files, expected one or more [unused-glob]\n" in stderr


def test_facts_from_names(desk):
    """Groups of a pattern of the user's own; 8k1k means 8 x 1,024 and 1 x 1,024 tokens."""
    name = desk.write("runs/glm5_tp8_8k1k_20260815.json", vllm(date=None))
    pattern = r"tp(?P<num_gpus>\d+)_(?P<isl_k>\d+)k(?P<osl_k>\d+)k_(?P<date>\d{8})"
    (row,) = desk.add(name, "--name-pattern", pattern, facts=("hardware=b300", "precision=fp4", "framework=vllm"))
    assert (row["num_gpus"], row["isl"], row["osl"], str(row["date"])) == (8, 8192, 1024, "2026-08-15")


WRONG = [
    (("--set", "hardware"), "no '=' in it, expected field=value [bad-option]\n"),
    (("--set", "tput=5"), "'tput' is no field that can be supplied, expected one [unknown-field]\n"),
    (("--set", "date=2026-9-1"), "date='2026-9-1', expected a date such as 2026-08-15 [bad-fact]\n"),
    (("--set", "disagg=maybe"), "disagg='maybe', expected true or false [bad-fact]\n"),
    (("--set", "num_gpus=nan"), "num_gpus='nan', expected a whole number from 1 [bad-fact]\n"),
    (("--set", "offload_mode=disk"), "offload_mode='disk', expected one of on, off [bad-fact]\n"),
    (("--set", "isl=1", "--set", "isl=2"), "isl was given before with another value, expected one [supplied-twice]\n"),
    (
        ("--name-pattern", "("),
        "missing ), unterminated subpattern at position 0, expected a regular expression [bad-option]",
    ),
    (("--name-pattern", "x"), "it names no group, expected one such as (?P<num_gpus>[0-9]+) [bad-option]\n"),
]


@pytest.mark.parametrize(("option", "message"), WRONG)
def test_wrong_options(desk, option, message):
    """Wrong use, exit code 2, before a file is read."""
    found = desk.refused(desk.write("a.json", vllm()), *option, code=2)
    assert found.startswith(f"{' '.join(option[-2:])}: error: {message}")


def test_a_missing_mapping_file(desk):
    """It is wrong use too."""
    found = desk.refused(desk.write("a.json", vllm()), "--mapping", "none.toml", code=2)
    assert found.startswith("none.toml: error: the file does not exist, expected a catalog there [missing-file]\n")


def test_two_origins_must_agree(desk):
    """Never guessed which is meant."""
    name = desk.write("gpus_4.json", vllm())
    found = desk.refused(name, "--name-pattern", r"gpus_(?P<num_gpus>\d)", facts=FACTS)
    assert found.startswith(
        "gpus_4.json: error: --name-pattern gives num_gpus=4, --set gives 8, expected one value [supplied-twice]\n"
    )


def test_what_a_file_states_stands(desk):
    """A supplied fact fills what is not said; a disagreement is noted in the row and on the terminal."""
    name = desk.write("a.json", [api()])
    code, _, stderr = desk.run(name, facts=("hardware=h100", "date=2026-09-02", "conc=8"))
    assert (code, desk.rows()[0]["hardware"], str(desk.rows()[0]["date"])) == (0, "b300", "2026-09-01")
    assert stderr == (
        "a.json row 1: warning: hardware h100 was supplied, the file says b300: the file's stands [doubtful-row]\n"
        "a.json row 1: warning: date 2026-09-02 was supplied, the file says 2026-09-01: the file's stands "
        "[doubtful-row]\n"
    )
    assert desk.rows()[0]["supplied_fields"] == []


def test_a_name_that_nobody_knows_gives_way(desk):
    """A path of weights is no key; what was found stays beside the supplied one."""
    row = desk.one(vllm(model_id="./Qwen2.5-VL-3B"), (*FACTS, "model=kimik2.6"))
    assert (row["model"], row["model_raw"], row["warnings"]) == ("kimik2.6", "./Qwen2.5-VL-3B", [])
    assert "model" in row["supplied_fields"]


def test_roles_that_do_not_add_up_are_refused(desk):
    """16 GPUs are not 8 + 4."""
    facts = (*FACTS[2:], "hardware=b300", "num_gpus=16", "disagg=true", "num_prefill_gpu=8", "num_decode_gpu=4")
    assert desk.refused(desk.write("a.json", vllm()), facts=facts) == (
        "a.json: error: num_gpus 16 is not 8 prefill and 4 decode GPUs, expected their sum [facts-disagree]\n"
        f"Not imported: 1 error. {AS_IT_WAS}"
    )


def test_split_serving_needs_both_roles(desk):
    """Their sum is then the count of GPUs."""
    name = desk.write("a.json", vllm())
    found = desk.refused(name, facts=(*FACTS[2:], "hardware=b300", "disagg=true"))
    assert "without num_prefill_gpu and num_decode_gpu, expected each from an option" in found
    (row,) = desk.add(name, facts=(*FACTS[2:], "hardware=b300", "disagg=true", "num_prefill_gpu=8", "num_decode_gpu=4"))
    assert row["num_gpus"] == 12


def test_catalogs_of_the_site_tell_names(desk):
    """An alias in models.toml makes a name known, and its key the row's."""
    from tests.folders import PROJECT

    for catalog in (PROJECT / "data").glob("*.toml"):
        text = catalog.read_text(encoding="utf-8")
        if catalog.name == "models.toml":
            text = text.replace('"moonshotai/Kimi-K3" = "kimik3"', '"my/Kimi" = "kimik3"')
        desk.write(f"data/{catalog.name}", text)
    assert desk.one(vllm(model_id="my/Kimi"), FACTS)["model"] == "kimik3"


def test_a_broken_catalog_stops_an_import(desk):
    """Names would be judged without it."""
    desk.write("data/models.toml", "models = 1\n")
    assert "data/site.toml: error: the file does not exist" in desk.refused(desk.write("a.json", vllm()), facts=FACTS)


def test_strict_imports_nothing_with_warnings(desk):
    """A doubt is then an error."""
    found = desk.refused(desk.write("a.json", vllm(completed=639, failed=1)), "--strict", facts=FACTS)
    assert found.endswith("Not imported: 1 warning (--strict makes warnings fail). rows.parquet is as it was.\n")


def test_the_address_of_a_run_is_its_id(desk):
    """Supplied for rows that do not hold it, it makes later imports updates of the same points."""
    facts = (*FACTS, "run_url=https://github.com/o/r/actions/runs/12/attempts/3")
    assert desk.one(vllm(), facts)["run_id"] == "12/3"
    assert len(desk.add(desk.write("b.json", vllm(median_ttft_ms=1.0)), facts=facts)) == 1
    assert desk.one(vllm(), (*FACTS, "run_id=nightly"))["run_id"] == "nightly"
