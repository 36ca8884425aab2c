"""Five catalogs, each as small as it may be, so that a test of one rule changes one line and knows its number."""

from pathlib import Path

from site_builder.errors import BuildError, Problems
from site_builder.settings.catalogs import Settings
from site_builder.settings.read import read_settings
from tests.folders import working_in

Change = tuple[str, str, str]  # file, the text that stands once in it, the text in its place

SMALL = {
    "site.toml": """\
name = "Report"
tiers_tok_s_user = [30, 50, 100]
primary_tier = 50

[[scenarios]]
id = "8k1k"
benchmark_type = "single_turn"
isl = 8192
osl = 1024
label = "chat"
""",
    "models.toml": """\
[models.kimi]
name = "Kimi"
keys = ["kimik2"]

[models.kimi.aliases]
"moonshotai/Kimi-K2" = "kimik2"

[models.glm]
name = "GLM"
keys = ["glm5"]
""",
    "gpus.toml": """\
[gpus.b300]
label = "B300"

[gpus.gb300]
label = "GB300 NVL72"
slug = "gb300-nvl72"
aliases = ["gb300x"]
""",
    "engines.toml": """\
precisions = ["fp4", "fp8"]

[precision_aliases]
nvfp4 = "fp4"

[spec_methods]
none = ""
mtp = "MTP"

[engines.vllm]
label = "vLLM"

[engines.mori-sglang]
label = "MoRI SGLang"
aliases = ["sglang-disagg"]
alias_sets_disagg = true
""",
    "tco.toml": """\
source = "Price list"
as_of = 2026-08-15

[[tiers]]
id = "cloud"
label = "Cloud"

[[tiers]]
id = "retail"
label = "Retail"

[prices]
b300 = { cloud = 2.26, retail = 3.00 }
""",
}


def changed(*changes: Change) -> dict[str, str]:
    """The small catalogs with some texts replaced."""
    files = dict(SMALL)
    for file, old, new in changes:
        assert files[file].count(old) == 1, f"{old!r} stands {files[file].count(old)} times in {file}"
        files[file] = files[file].replace(old, new)
    return files


def write(folder: Path, files: dict[str, str]) -> None:
    """Write catalogs into data/ of a folder."""
    (folder / "data").mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / "data" / name).write_text(text, encoding="utf-8")


def look_at(folder: Path, base_url: str | None = None) -> tuple[Settings | None, list[str]]:
    """Read data/ of a folder: the settings, None when there was an error, and every problem as a person sees it."""
    problems = Problems()
    with working_in(folder):
        try:
            settings = read_settings(Path("data"), problems, base_url=base_url)
        except BuildError as stop:
            return None, [str(problem) for problem in stop.problems]
    return settings, [str(problem) for problem in problems]


def faults(folder: Path, *changes: Change) -> list[str]:
    """The problems of the small catalogs after some changes, which must stop the build."""
    write(folder, changed(*changes))
    settings, problems = look_at(folder)
    assert settings is None, "the catalogs were accepted"
    return problems


def read(folder: Path, *changes: Change, base_url: str | None = None) -> Settings:
    """The settings of the small catalogs after some changes, which must be free of problems."""
    write(folder, changed(*changes))
    settings, problems = look_at(folder, base_url)
    assert problems == []
    assert settings is not None
    return settings
