"""No two pages on one address, and no name that leads out of the site or gives no address."""

import pytest

from tests.folders import points, tree

TWO = ((20, 4000), (50, 2500))


def models(folder, *names: str) -> None:
    """Rows of a few models, each with names of its own."""
    folder.rows(each for name in names for each in points(*TWO, model=name))


def shared(names: str, address: str, column: str = "model", catalog: str = "models.toml") -> str:
    return (
        f"data column {column}: error: {names} share the address run/{address}/, expected one name for it "
        f"[address-taken]\n    make one an alias of the other in {catalog}"
    )


def test_names_that_differ_in_signs_alone_collide(folder):
    """Space, hyphen and dot give one address: the build stops and names all spellings and the address."""
    models(folder, "Qwen 9.1", "Qwen-9-1")
    assert folder.errors(allow_unknown=True) == [shared("'Qwen 9.1' and 'Qwen-9-1'", "qwen-9-1-on-…")]


def test_names_that_differ_in_case_alone_collide(folder):
    """Two spellings of one name are two names until a catalog says otherwise."""
    models(folder, "Qwen 9.1", "qwen 9.1")
    assert folder.errors(allow_unknown=True) == [shared("'Qwen 9.1' and 'qwen 9.1'", "qwen-9-1-on-…")]


@pytest.mark.parametrize("names", [["Kimi K26"], ["Kimi K2.6", "Kimi K26"]])
def test_a_name_may_not_take_the_address_of_a_catalog_model(folder, names):
    """An unlisted name whose address a catalog model has is named with it; looking alike is no merge."""
    models(folder, *names)
    assert folder.errors(allow_unknown=True) == [shared("'Kimi K2.6' and 'Kimi K26'", "kimi-k26-on-…")]


def test_an_alias_makes_two_spellings_one_model(folder):
    """A catalog that says so merges them on one page."""
    folder.rows([*points(*TWO), *points((100, 1000), model="Kimi K26", conc=9)])
    folder.edit("data/models.toml", '"kimi-k2.6" = "kimik2.6"', '"kimi-k2.6" = "kimik2.6"\n"kimi k26" = "kimik2.6"')
    assert folder.build().run_pages == 1
    assert "1,000" in folder.page("run/kimi-k26-on-b300/")


def test_gpus_collide_as_models_do(folder):
    """The part of the address after -on- is as much one's own."""
    folder.rows([*points(*TWO, hardware="zzz 9"), *points(*TWO, hardware="zzz-9")])
    expected = shared("'zzz 9' and 'zzz-9'", "…-on-zzz-9", "hardware", "gpus.toml")
    assert folder.errors(allow_unknown=True) == [expected]


def test_pairs_may_not_share_an_address_either(folder):
    """a-on-b on c and a on b-on-c would be one page: both are named, and the file."""
    folder.rows([*points(*TWO, model="a-on-b", hardware="c"), *points(*TWO, model="a", hardware="b-on-c")])
    expected = (
        "run/a-on-b-on-c/index.html: error: 'a on b-on-c' and 'a-on-b on c' share this file, expected one page for it "
        "[address-taken]\n    give one of them another slug in its catalog"
    )
    assert folder.errors(allow_unknown=True) == [expected]


@pytest.mark.parametrize("name", ["***", "..", "/", "模型", "x" * 300])
def test_a_name_without_an_address_is_an_error(folder, name):
    """Nothing in it can stand in an address, or it is too long: the name is told, and what to do."""
    models(folder, name)
    shown = f"'{name}'" if len(name) < 60 else f"'{'x' * 59}…"
    expected = (
        f"data column model: error: {shown} gives no address, expected letters or digits, 80 characters at most "
        "[no-address]\n    add it to models.toml with a slug"
    )
    assert folder.errors(allow_unknown=True) == [expected]


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("../../../etc/passwd", "etc-passwd"),
        ("a/b", "a-b"),
        ("index", "index"),
        ("404.html", "404-html"),
        ("con", "con"),
        ("<b>x</b>", "b-x-b"),
        ("y" * 80, "y" * 80),
    ],
)
def test_a_strange_name_stays_inside_the_site(folder, name, slug):
    """Whatever a model is called, its page is below run/, and no other page is lost to it."""
    models(folder, name)
    folder.build(allow_unknown=True)
    pages = {file for file in tree(folder.public) if file.endswith(".html")}
    assert pages >= {f"run/{slug}-on-b300/index.html", "index.html", "404.html"}
    assert {path.name for path in folder.root.iterdir()} == {"data", "templates", "public", ".public.cache"}
