"""Which GPUs are compared, and which addresses moved: what the catalogs say, and each error with its exact text."""

from pathlib import Path

import pytest

from site_builder.settings.catalogs import Comparisons, Redirect
from tests.small_catalogs import Change, changed, faults, look_at, read, write

PRIMARY = "primary_tier = 50\n"
ONE_OF = "one of: all, same vendor, none, or a list such as ['b300 vs mi355x']"
A_PATH = "expected a path such as /run/kimi-k26-on-b300/ [bad-path]"
BAD_SLUG = "expected small letters, digits and single hyphens, 80 characters at most [bad-slug]"
BOTH = Comparisons(frozenset({frozenset({"b300", "gb300"})}))


def comparing(setting: str) -> Change:
    """The catalogs with a setting of comparisons on line 4 of site.toml."""
    return ("site.toml", PRIMARY, f"{PRIMARY}comparisons = {setting}\n")


def moving(*lines: str) -> Change:
    """The catalogs with addresses that moved, from line 6 of site.toml on."""
    return ("site.toml", PRIMARY, "\n".join((PRIMARY, "[redirects]", *lines, "")))


def moved(folder: Path, *lines: str) -> list[tuple[str, str]]:
    """From where to where the settings lead."""
    return [(redirect.old, redirect.new) for redirect in read(folder, moving(*lines)).site.redirects]


@pytest.mark.parametrize(
    ("setting", "comparisons"),
    [
        ('"all"', Comparisons()),
        ('" ALL "', Comparisons()),
        ('"same vendor"', Comparisons(between_vendors=False)),
        ('"none"', Comparisons(frozenset())),
        ("[]", Comparisons(frozenset())),
        ('["b300 vs gb300"]', BOTH),
        ('["gb300 vs b300", "b300 vs gb300"]', BOTH),
        ('[" GB300x  vs  B300 "]', BOTH),
        ('["gb300-nvl72 vs b300"]', BOTH),
    ],
)
def test_gpus_to_compare_are_a_word_or_a_list(tmp_path: Path, setting: str, comparisons: Comparisons):
    """In any order of the two, by key, slug or alias, without regard to case; an empty list is none."""
    assert read(tmp_path, comparing(setting)).site.comparisons == comparisons


@pytest.mark.parametrize(
    ("setting", "line"),
    [
        ("5", f"5, expected {ONE_OF.replace('of:', 'of')} [wrong-type]"),
        ("true", f"True, expected {ONE_OF.replace('of:', 'of')} [wrong-type]"),
        ('[" "]', f"[' '], expected {ONE_OF.replace('of:', 'of')} [wrong-type]"),
        ('["b300 vs gb300", 5]', f"['b300 vs gb300', 5], expected {ONE_OF.replace('of:', 'of')} [wrong-type]"),
        ('""', f"'', expected {ONE_OF} [unknown-name]"),
        ('"same vendors"', f"'same vendors', expected {ONE_OF} [unknown-name]\n    did you mean 'same vendor'?"),
        ('"qqq"', f"'qqq', expected {ONE_OF} [unknown-name]"),
        ('["b300"]', "'b300', expected two GPUs such as 'b300 vs mi355x' [wrong-type]"),
        ('["b300 gb300"]', "'b300 gb300', expected two GPUs such as 'b300 vs mi355x' [wrong-type]"),
        (
            '["b300 vs gb300 vs b300"]',
            "'b300 vs gb300 vs b300', expected two GPUs such as 'b300 vs mi355x' [wrong-type]",
        ),
        ('["b300 vs B300"]', "'b300 vs B300' names one GPU twice, expected two [same-gpu]"),
        ('["gb300x vs gb300"]', "'gb300x vs gb300' names one GPU twice, expected two [same-gpu]"),
        (
            '["b300 vs gb301"]',
            "'gb301', expected a key of gpus.toml [unknown-name]\n    did you mean 'gb300'?",
        ),
        ('["qqqqqq vs b300"]', "'qqqqqq', expected a key of gpus.toml [unknown-name]"),
    ],
)
def test_what_cannot_be_compared_is_an_error(tmp_path: Path, setting: str, line: str):
    assert faults(tmp_path, comparing(setting)) == [f"data/site.toml:4: error: comparisons: {line}"]


def test_every_fault_of_a_list_of_comparisons_is_reported(tmp_path: Path):
    """Both names of one entry, and each entry."""
    assert faults(tmp_path, comparing('[\n  "x1 vs x2",\n  "b300",\n  "gb300 vs gb300",\n]')) == [
        "data/site.toml:4: error: comparisons: 'x1', expected a key of gpus.toml [unknown-name]",
        "data/site.toml:4: error: comparisons: 'x2', expected a key of gpus.toml [unknown-name]",
        "data/site.toml:4: error: comparisons: 'b300', expected two GPUs such as 'b300 vs mi355x' [wrong-type]",
        "data/site.toml:4: error: comparisons: 'gb300 vs gb300' names one GPU twice, expected two [same-gpu]",
    ]


def test_no_gpu_is_called_unknown_where_the_gpus_could_not_be_read(tmp_path: Path):
    write(tmp_path, changed(comparing('["b300 vs q"]')) | {"gpus.toml": "[\n"})
    _, problems = look_at(tmp_path)
    assert [problem.split(":")[0] for problem in problems] == ["data/gpus.toml"]


@pytest.mark.parametrize(("setting", "pictures"), [("true", True), ("false", False)])
def test_preview_pictures_may_be_left_out(tmp_path: Path, setting: str, pictures: bool):
    assert read(tmp_path, ("site.toml", PRIMARY, f"{PRIMARY}pictures = {setting}\n")).site.pictures is pictures


def test_whether_to_make_pictures_is_true_or_false(tmp_path: Path):
    assert faults(tmp_path, ("site.toml", PRIMARY, f'{PRIMARY}pictures = "no"\n')) == [
        "data/site.toml:4: error: pictures: 'no', expected true or false [wrong-type]"
    ]


@pytest.mark.parametrize(
    ("written", "path"),
    [
        ("/run/kimi-on-b300/", "run/kimi-on-b300/"),
        ("run/kimi-on-b300", "run/kimi-on-b300/"),
        ("/run/kimi-on-b300/index.html", "run/kimi-on-b300/"),
        ("/old.html", "old.html"),
        ("/data/all.csv", "data/all.csv"),
        ("/a/b.json", "a/b.json"),
        ("/news.xml", "news.xml"),
        ("/notes.txt", "notes.txt"),
        ("/v1.2/x_y", "v1.2/x_y/"),
    ],
)
def test_an_address_may_be_written_as_people_do(tmp_path: Path, written: str, path: str):
    """With or without the slashes at its ends and index.html, on either side; a file stays a file."""
    assert moved(tmp_path, f'"{written}" = "/there/"', f'"/here/" = "{written}"') == [
        (path, "there/"),
        ("here/", path),
    ]


def test_a_moved_address_knows_where_it_was_said(tmp_path: Path):
    assert read(tmp_path, moving('"/a/" = "/b/"', '"/c/" = "/d/"')).site.redirects == (
        Redirect("a/", "b/", "data/site.toml:6"),
        Redirect("c/", "d/", "data/site.toml:7"),
    )


def test_an_address_may_move_to_the_home_page(tmp_path: Path):
    """What an editor wants of a page that has no successor."""
    assert moved(tmp_path, '"/a/" = "/"', '"/b/" = "/index.html"') == [("a/", ""), ("b/", "")]


@pytest.mark.parametrize(
    "text",
    [
        "https://example.org/a/",
        "//example.org/",
        "/a b/",
        "/A/",
        "/a/?x=1",
        "/a/#x",
        "/a//b/",
        "/../a/",
        "/a/../b/",
        "/./a/",
        "/ä/",
        "/a\\\\b/",
        "/a%20b/",
    ],
)
def test_what_is_no_path_of_the_site_is_an_error(tmp_path: Path, text: str):
    """Wherever it stands."""
    shown = text.replace("\\\\", "\\")
    (found,) = faults(tmp_path, moving(f'"{text}" = "/b/"'))
    assert found.startswith("data/site.toml:6: error: redirects.")
    assert found.endswith(f": '{shown}', {A_PATH}")


@pytest.mark.parametrize("text", ["https://example.org/a/", "/a b/", "/a/#x", "/../a/"])
def test_an_address_must_move_to_a_path_of_the_site(tmp_path: Path, text: str):
    assert faults(tmp_path, moving(f'"/b/" = "{text}"')) == [
        f"data/site.toml:6: error: redirects./b/: '{text}', {A_PATH}"
    ]


@pytest.mark.parametrize(("value", "shown"), [("5", "5"), ('""', "''"), ('" "', "' '"), ('["/b/"]', "['/b/']")])
def test_where_an_address_moved_to_must_be_a_text(tmp_path: Path, value: str, shown: str):
    """One mistake, one error."""
    assert faults(tmp_path, moving(f'"/a/" = {value}')) == [
        f"data/site.toml:6: error: redirects./a/: {shown}, expected a text [wrong-type]"
    ]


def test_moved_addresses_must_be_a_table(tmp_path: Path):
    assert faults(tmp_path, ("site.toml", PRIMARY, f'{PRIMARY}redirects = ["/a/"]\n')) == [
        "data/site.toml:4: error: redirects: ['/a/'], expected a table [wrong-type]"
    ]


def test_an_address_moves_once(tmp_path: Path):
    """Also when it is spelled otherwise the second time."""
    assert faults(tmp_path, moving('"/a/" = "/b/"', '"a/index.html" = "/c/"')) == [
        (
            "data/site.toml:7: error: redirects.a/index.html: a/ has moved at data/site.toml:6 already, expected one "
            "place for it [duplicate-key]"
        )
    ]


def test_former_slugs_are_read_with_their_entries(tmp_path: Path):
    """A GPU may have had its own key as its slug."""
    settings = read(
        tmp_path,
        ("models.toml", 'keys = ["glm5"]', 'keys = ["glm5"]\nformer_slugs = ["glm-5", " glm-4 "]'),
        ("gpus.toml", 'slug = "gb300-nvl72"', 'slug = "gb300-nvl72"\nformer_slugs = ["gb300"]'),
    )
    assert settings.models["glm"].former_slugs == ("glm-5", "glm-4")
    assert settings.gpus["gb300"].former_slugs == ("gb300",)


def test_a_former_slug_is_no_spelling_of_the_data(tmp_path: Path):
    """Rows are not matched by what an address used to be."""
    names = read(tmp_path, ("gpus.toml", 'label = "B300"', 'label = "B300"\nformer_slugs = ["b-300"]')).names.gpus
    assert "b-300" not in names


@pytest.mark.parametrize(
    ("former", "line"),
    [
        ("5", "5, expected a list of texts [wrong-type]"),
        ('"glm-4"', "'glm-4', expected a list of texts [wrong-type]"),
        ('[" "]', "[' '], expected a list of texts [wrong-type]"),
        ('["GLM 4"]', f"'GLM 4', {BAD_SLUG}"),
        ('["glm--4"]', f"'glm--4', {BAD_SLUG}"),
        ('["kimi"]', "'kimi' is also the slug at data/models.toml:1, expected one use [duplicate-slug]"),
        ('["glm"]', "'glm' is also the slug at data/models.toml:8, expected one use [duplicate-slug]"),
        ('["glm-4", "glm-4"]', "'glm-4' is also the slug at data/models.toml:11, expected one use [duplicate-slug]"),
    ],
)
def test_a_wrong_former_slug_of_a_model_is_an_error(tmp_path: Path, former: str, line: str):
    """No slug, or one that an entry has or had, the entry itself included."""
    assert faults(tmp_path, ("models.toml", 'keys = ["glm5"]', f'keys = ["glm5"]\nformer_slugs = {former}')) == [
        f"data/models.toml:11: error: models.glm.former_slugs: {line}"
    ]


@pytest.mark.parametrize(
    ("former", "line"),
    [
        ('"b-300"', "'b-300', expected a list of texts [wrong-type]"),
        ('["B-300"]', f"'B-300', {BAD_SLUG}"),
        ('["gb300-nvl72"]', "'gb300-nvl72' is also the slug at data/gpus.toml:7, expected one use [duplicate-slug]"),
        ('["b300"]', "'b300' is also the slug at data/gpus.toml:1, expected one use [duplicate-slug]"),
    ],
)
def test_a_wrong_former_slug_of_a_gpu_is_an_error(tmp_path: Path, former: str, line: str):
    """A slug that is in use is never taken from the entry that has it, wherever in the file that stands."""
    assert faults(tmp_path, ("gpus.toml", 'label = "B300"', f'label = "B300"\nformer_slugs = {former}')) == [
        f"data/gpus.toml:3: error: gpus.b300.former_slugs: {line}"
    ]


def test_two_entries_cannot_have_had_one_slug(tmp_path: Path):
    assert faults(
        tmp_path,
        ("gpus.toml", 'label = "B300"', 'label = "B300"\nformer_slugs = ["old"]'),
        ("gpus.toml", 'slug = "gb300-nvl72"', 'slug = "gb300-nvl72"\nformer_slugs = ["old"]'),
    ) == [
        (
            "data/gpus.toml:8: error: gpus.gb300.former_slugs: 'old' is also the slug at data/gpus.toml:3, expected "
            "one use [duplicate-slug]"
        )
    ]
