"""Models and GPUs that no catalog has: how they are called, where they stand, and what they never are."""

import pytest

from tests.folders import points
from tests.reading_pages import CURVE, built, page_of


def names_on_home(folder) -> list[str]:
    """The models of the home page, in the order of its matrix, which is that of its list of all pages too."""
    home = page_of(folder)
    names = [cells[0] for cells in home.table("matrix-caption")[1:]]
    groups = [item.all("a")[0].text for item in home.section("all").all("li") if "id" in item.attrs]
    assert groups == names
    return names


@pytest.mark.parametrize(
    ("spelling", "slug"),
    [
        ("Zeta 7B Chat", "zeta-7b-chat"),
        ("zeta_7b", "zeta-7b"),
        ("  Zeta  ", "zeta"),
        ("org/Zeta-7B", "org-zeta-7b"),
        ("ZÉTA 模型 7", "z-ta-7"),
        ("Zeta (7B)!", "zeta-7b"),
    ],
)
def test_an_unlisted_model_has_a_page_under_its_own_name(folder, spelling, slug):
    """Called as its rows call it; the address keeps ASCII letters and digits."""
    page = built(folder, points(*CURVE, model=spelling), f"run/{slug}-on-b300/", allow_unknown=True)
    assert page.root.one("h1").text == f"Running {' '.join(spelling.split())} on B300"


def test_an_unlisted_gpu_has_no_price_power_or_maker(folder):
    """Figures all the same, and a note on the price."""
    page = built(folder, points(*CURVE, hardware="Chip 9"), "run/kimi-k26-on-chip-9/", allow_unknown=True)
    assert page.root.one("h1").text == "Running Kimi K2.6 on Chip 9"
    assert page.ladder()["50 tok/s"] == ["2,500", "-", "vLLM", "fp4"]
    assert page.root.one("p", class_="facts").text == "Chip 9 · Kimi K2.5/K2.6/K2.7-Code 1T · newest run 2026-09-01"
    assert "joule" not in page.text
    (note,) = folder.notes(allow_unknown=True)
    assert note.startswith("data/tco.toml: note: Chip 9 has no price for Hyperscaler, Neocloud, Retail")


def test_unlisted_names_are_warned_of_and_an_error_without_permission(folder):
    folder.rows(points(*CURVE, model="Zeta", hardware="Chip 9"))
    assert [line.split(": ")[1] for line in folder.warnings(allow_unknown=True)] == ["warning", "warning"]
    assert [line.split("'")[1] for line in folder.errors()] == ["Chip 9", "Zeta"]


def test_listed_models_come_in_the_order_of_the_catalog_and_unlisted_ones_after_them(folder):
    """Whatever the order of the rows; the unlisted ones by name."""
    keys = ["zeta", "Alpha", "gemma4", "kimik2.6", "dsv4"]
    built(folder, [each for key in keys for each in points(*CURVE, model=key)], "", allow_unknown=True)
    assert names_on_home(folder) == ["DeepSeek V4 Pro", "Kimi K2.6", "Gemma 4 31B", "Alpha", "zeta"]


def test_an_unlisted_model_never_joins_one_of_a_catalog(folder):
    """Even when its name is the id of a catalog entry, which is no name in the data: the address is taken."""
    folder.rows([*points(*CURVE), *points(*CURVE, model="kimi-k26")])
    assert folder.errors(allow_unknown=True) == [
        (
            "data column model: error: 'Kimi K2.6' and 'kimi-k26' share the address run/kimi-k26-on-…/, expected one "
            "name for it [address-taken]\n    make one an alias of the other in models.toml"
        )
    ]


def test_point_releases_share_a_page_because_the_catalog_says_so(folder):
    """Both keys on one page, each row under its own."""
    rows = [*points((50, 2500)), *points((100, 1250), model="kimik2.5", conc=9)]
    page = built(folder, rows)
    assert [page.evidence(tier)[0]["Model key"] for tier in ("50", "100")] == ["kimik2.6", "kimik2.5"]
    assert names_on_home(folder) == ["Kimi K2.6"]


def test_a_gpu_whose_name_gives_no_address_is_an_error(folder):
    folder.rows(points(*CURVE, hardware="芯片"))
    assert folder.errors(allow_unknown=True) == [
        (
            "data column hardware: error: '芯片' gives no address, expected letters or digits, 80 characters at most "
            "[no-address]\n    add it to gpus.toml with a slug"
        )
    ]


def test_all_names_at_fault_are_told_in_one_run(folder):
    """Models and GPUs, without an address and with one that is taken."""
    pairs = [("***", "b300"), ("a b", "b300"), ("a-b", "b300"), ("a b", "///")]
    folder.rows([each for model, gpu in pairs for each in points(*CURVE, model=model, hardware=gpu)])
    found = [(line.split(": ")[0], line.split("[")[1].split("]")[0]) for line in folder.errors(allow_unknown=True)]
    assert found == [
        ("data column model", "no-address"),
        ("data column model", "address-taken"),
        ("data column hardware", "no-address"),
    ]
