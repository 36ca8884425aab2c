"""Addresses: slugs, paths, files and links that belong together."""

import re
from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.routes import (
    HOME,
    LONGEST_SLUG,
    NOT_FOUND,
    absolute,
    beside,
    comparison_path,
    gpu_path,
    is_slug,
    model_path,
    output_path,
    part_comparison_path,
    ranking_path,
    root_from,
    run_path,
    run_slug,
    slug_of,
)

slugs = st.from_regex(r"[a-z0-9]{1,6}(-[a-z0-9]{1,6}){0,3}", fullmatch=True)


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Kimi K2.6", "kimi-k2-6"),
        ("GLM 5.1", "glm-5-1"),
        ("GLM-5-1", "glm-5-1"),
        ("glm  5.1 ", "glm-5-1"),
        ("moonshotai/Kimi-K2.5", "moonshotai-kimi-k2-5"),
        ("../../etc", "etc"),
        ("index", "index"),
        ("Straße", "strasse"),
        ("a模型b", "a-b"),
        ("***", ""),
        ("..", ""),
        ("模型", ""),
        ("", ""),
    ],
)
def test_the_slug_of_a_name(name, slug):
    """Small ASCII letters and digits, joined by single hyphens; nothing when the name has none of them."""
    assert slug_of(name) == slug


@pytest.mark.parametrize("text", ["a", "b300", "kimi-k2-6", "0", "a" * LONGEST_SLUG])
def test_a_slug_may_stand_in_an_address(text):
    """Small letters, digits and single hyphens between them, up to the longest length."""
    assert is_slug(text)


@pytest.mark.parametrize(
    "text", ["", "A", "a b", "a--b", "-a", "a-", "a/b", "..", "é", "a\n", "١", "ａ", "a" * (LONGEST_SLUG + 1)]
)
def test_anything_else_is_no_slug(text):
    """Capitals, spaces, signs, other scripts, line ends, doubled or outer hyphens, and too long ones."""
    assert not is_slug(text)


@given(st.text())
def test_the_slug_of_any_name_is_one_or_empty_or_too_long(name):
    """No name gets an address with something in it that an address must not hold."""
    slug = slug_of(name)
    assert slug == "" or len(slug) > LONGEST_SLUG or is_slug(slug)
    assert slug_of(slug) == slug


@given(st.text(alphabet=st.characters(max_codepoint=0x24F)))
def test_case_makes_no_other_address(name):
    """Names that differ in case alone have one address."""
    assert slug_of(name.upper()) == slug_of(name.upper().lower())


def test_a_run_page_has_its_address():
    """/run/<model>-on-<gpu>/, served by index.html in that folder."""
    slug = run_slug("kimi-k26", "b300")
    assert slug == "kimi-k26-on-b300"
    assert run_path(slug) == "run/kimi-k26-on-b300/"
    assert output_path(run_path(slug)) == "run/kimi-k26-on-b300/index.html"


@pytest.mark.parametrize(
    ("path", "file"),
    [
        (HOME, "index.html"),
        (NOT_FOUND, "404.html"),
        ("assets/site.0123456789.css", "assets/site.0123456789.css"),
        ("a/b/", "a/b/index.html"),
    ],
)
def test_a_path_has_its_file(path, file):
    """A folder is served by its index.html, a file by itself."""
    assert output_path(path) == file


@pytest.mark.parametrize(
    ("path", "root"), [(HOME, "./"), (NOT_FOUND, "./"), ("run/a-on-b/", "../../"), ("assets/site.css", "../")]
)
def test_the_way_back_to_the_root(path, root):
    """As many steps up as the path has folders; never an empty link, which would mean the page itself."""
    assert root_from(path) == root


@given(st.lists(slugs, max_size=4), st.sampled_from(["", "404.html"]), st.sampled_from(["", "bench/", "a/b/"]))
def test_the_way_back_leads_to_the_root_from_any_folder_of_a_host(folders, file, base):
    """A browser that follows the link from the page arrives where the site starts."""
    path = "".join(f"{folder}/" for folder in folders) + file
    assert urljoin(f"https://example.org/{base}{path}", root_from(path)) == f"https://example.org/{base}"


@given(slugs, slugs)
def test_a_page_and_its_full_address_are_of_one_form(model, gpu):
    """The full address is the base and the path, ending in the slash that hosts serve folders with."""
    path = run_path(run_slug(model, gpu))
    assert absolute("https://example.org/bench/", path) == f"https://example.org/bench/{path}"
    assert re.fullmatch(r"run/[a-z0-9-]+-on-[a-z0-9-]+/", path)


@pytest.mark.parametrize(
    ("path", "address"),
    [
        (model_path("kimi-k26"), "models/kimi-k26/"),
        (gpu_path("b300"), "gpus/b300/"),
        (ranking_path("fastest", "kimi-k26"), "rankings/fastest-gpu-for-kimi-k26/"),
        (ranking_path("cheapest", "kimi-k26"), "rankings/cheapest-gpu-for-kimi-k26/"),
        (comparison_path("kimi-k26", "b300", "mi355x"), "compare/kimi-k26-b300-vs-mi355x/"),
        (part_comparison_path("kimi-k26-on-b300", "fp4", "fp8"), "compare/kimi-k26-on-b300-fp4-vs-fp8/"),
    ],
)
def test_every_kind_of_page_has_its_address(path, address):
    """A folder that says what its pages are, and a name that says what this one is about."""
    assert path == address
    assert output_path(path) == f"{address}index.html"


@pytest.mark.parametrize(
    ("path", "name", "file"),
    [
        ("run/a-on-b/", "data.json", "run/a-on-b/data.json"),
        (HOME, "preview.png", "preview.png"),
        (NOT_FOUND, "preview.png", "preview.png"),
        ("deep/feed.xml", "preview.png", "deep/preview.png"),
    ],
)
def test_a_file_beside_a_page_lies_in_its_folder(path, name, file):
    """Also beside a page that is a file, and beside the home page."""
    assert beside(path, name) == file


def test_without_a_base_there_is_no_full_address():
    """Nothing relative stands where a full address belongs."""
    assert absolute(None, "run/a-on-b/") is None
    assert absolute("https://example.org/", HOME) == "https://example.org/"
