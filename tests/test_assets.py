"""Assets: each under a name that changes with its content, asked for by the name that editors know."""

import hashlib
from pathlib import Path

import pytest

from site_builder.errors import BuildError, Problems
from site_builder.render import Assets, read_assets
from tests.folders import Folder, points, working_in
from tests.reading_pages import CURVE, KIMI, html_pages, page_of

NO_ASSET = "expected a file of templates/assets"
NOT_IN_STYLES = "is no asset, expected a file of assets/ that is not a stylesheet [dead-link]"


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:10]


def read(folder: Path, files: dict[str, bytes]) -> tuple[Assets | None, list[str]]:
    """The assets of a folder of templates, None when there is an error, and every problem as a person sees it."""
    for name, content in files.items():
        path = folder / "templates/assets" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    problems = Problems()
    with working_in(folder):
        try:
            return read_assets(Path("templates"), problems), []
        except BuildError:
            return None, [str(problem) for problem in problems]


def style(folder: Path, css: str, name: str = "site.css", **others: bytes) -> str:
    """A stylesheet as it goes out, beside a picture, a font in a folder, and other files."""
    files = {"a.svg": b"<svg/>", "fonts/f.woff2": b"font", **others, name: css.encode()}
    assets, problems = read(folder, files)
    assert assets is not None, problems
    return assets.files[assets.paths[name]].decode()


SVG, FONT = f"a.{digest(b'<svg/>')}.svg", f"fonts/f.{digest(b'font')}.woff2"


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("x.bin", "assets/x.{}.bin"),
        ("deep/er/x.bin", "assets/deep/er/x.{}.bin"),
        ("x.min.js", "assets/x.min.{}.js"),
        ("LICENSE", "assets/LICENSE.{}"),
        ("größe x.txt", "assets/größe x.{}.txt"),
    ],
)
def test_a_name_holds_a_hash_of_the_content(tmp_path, name, path):
    """Before the ending, in the same folder; the bytes are as they are, whatever they look like."""
    content = b"\x00\xff{{ nosuch }} url(x.png)"
    assets, _ = read(tmp_path, {name: content})
    hashed = path.format(digest(content))
    assert assets == Assets({hashed: content}, {name: hashed})


def test_another_content_has_another_name(tmp_path):
    """And the same content the same, so that a browser may keep a file for ever."""
    first, _ = read(tmp_path, {"x.js": b"1", "y.js": b"2"})
    second, _ = read(tmp_path, {"x.js": b"3", "y.js": b"2"})
    assert first is not None
    assert second is not None
    assert first.paths["x.js"] != second.paths["x.js"]
    assert first.paths["y.js"] == second.paths["y.js"]


@pytest.mark.parametrize("name", [".hidden", "deep/.x.swp", ".git/config"])
def test_hidden_files_are_left_out(tmp_path, name):
    """And all in hidden folders, as with templates."""
    assets, _ = read(tmp_path, {name: b"x", "x": b""})
    assert assets is not None
    assert list(assets.paths) == ["x"]


def test_a_folder_without_assets_has_none(tmp_path):
    assert read(tmp_path, {}) == (Assets({}, {}), [])


def test_a_link_to_somewhere_else_is_no_asset(tmp_path):
    (tmp_path / "secret").write_bytes(b"secret")
    (tmp_path / "templates/assets").mkdir(parents=True)
    (tmp_path / "templates/assets/x").symlink_to(tmp_path / "secret")
    assert read(tmp_path, {}) == (
        None,
        [
            (
                "templates/assets/x: error: a link to somewhere else or no file at all, expected a file of the "
                "templates folder [bad-asset]"
            )
        ],
    )


@pytest.mark.parametrize(
    ("css", "name", "rewritten"),
    [
        ("a { b: url(a.svg) }", "site.css", f'a {{ b: url("{SVG}") }}'),
        ("a { b: url( 'a.svg' ) }", "site.css", f'a {{ b: url("{SVG}") }}'),
        ('a{b:url("./a.svg"),url(fonts/f.woff2)}', "site.css", f'a{{b:url("{SVG}"),url("{FONT}")}}'),
        ("a{b:url(fonts/../a.svg)}", "site.css", f'a{{b:url("{SVG}")}}'),
        ("a{b:url(a.svg#part)}", "site.css", f'a{{b:url("{SVG}#part")}}'),
        ("a{b:url(fonts/f.woff2?v=1#x)}", "site.css", f'a{{b:url("{FONT}?v=1#x")}}'),
        ("a{b:url(../a.svg)}", "css/site.css", f'a{{b:url("../{SVG}")}}'),
        ("a{b:url(../fonts/f.woff2)}", "css/deep.css", f'a{{b:url("../{FONT}")}}'),
    ],
)
def test_a_stylesheet_names_other_assets_as_they_are_called_on_the_site(tmp_path, css, name, rewritten):
    """Read from where the stylesheet lies; what is behind ? or # stays."""
    assert style(tmp_path, css, name) == rewritten


@pytest.mark.parametrize(
    "css",
    [
        "a{b:url(data:image/png;base64,iVBORw0KGgo=)}",
        'a{b:url("data:image/svg+xml,%3Csvg%2F%3E")}',
        "a{b:url(https://example.org/x.png)}",
        "a{b:url(#part)}",
        "a{b:c}",
        "",
    ],
)
def test_what_names_no_asset_stays_in_a_stylesheet(tmp_path, css):
    assert style(tmp_path, css) == css


def test_a_stylesheet_that_is_no_text_keeps_its_bytes(tmp_path):
    assets, _ = read(tmp_path, {"a.svg": b"<svg/>", "site.css": b"/*\xff*/a{b:url(a.svg)}"})
    assert assets is not None
    assert assets.files[assets.paths["site.css"]] == b'/*\xff*/a{b:url("' + SVG.encode() + b'")}'


def test_a_stylesheet_is_called_after_what_it_names_as_well(tmp_path):
    """Another picture is another stylesheet: none that a browser kept names the old one."""
    paths = []
    for picture in (b"1", b"2"):
        assets, _ = read(tmp_path, {"a.svg": picture, "site.css": b"a{b:url(a.svg)}"})
        assert assets is not None
        paths.append(assets.paths["site.css"])
        assert paths[-1] == f"assets/site.{digest(assets.files[paths[-1]])}.css"
    assert paths[0] != paths[1]


@pytest.mark.parametrize(
    ("address", "hint"),
    [
        ("a.svgg", "did you mean 'a.svg'?"),
        ("font/f.woff2", "did you mean 'fonts/f.woff2'?"),
        ("zzzzzz", ""),
        ("../a.svg", "did you mean 'a.svg'?"),
        ("more.css", ""),
        ("zz.css", ""),
    ],
)
def test_an_address_in_a_stylesheet_that_leads_to_no_asset_is_told_in_its_line(tmp_path, address, hint):
    """With the nearest name; another stylesheet is none, since nothing says which of two is to be named first."""
    others = dict.fromkeys(("a.svg", "fonts/f.woff2", "more.css", "zz.css"), b"")
    files = others | {"site.css": f"a{{}}\n\nb{{c:url({address})}}".encode()}
    line = f"templates/assets/site.css:3: error: '{address}' {NOT_IN_STYLES}"
    assert read(tmp_path, files) == (None, [f"{line}\n    {hint}" if hint else line])


@pytest.mark.parametrize(
    "css", ['a{b:url("my a.svg")}', "a{b:url('my a.svg')}", '@import "zz.css";', "@import 'zz.css';"]
)
def test_no_name_that_editors_know_is_left_in_a_stylesheet(tmp_path, css):
    """Nothing lies there under it: it is rewritten or told, however it is written."""
    assets, told = read(tmp_path, {"my a.svg": b"", "zz.css": b"", "site.css": css.encode()})
    assert told or (assets is not None and css.encode() != assets.files[assets.paths["site.css"]])


def test_every_dead_address_in_stylesheets_is_told_in_one_run(tmp_path):
    _, told = read(tmp_path, {"a.css": b"a{b:url(1)}\na{b:url(2)}", "deep/b.css": b"a{b:url(3)}"})
    assert [error.partition(" is no asset")[0] for error in told] == [
        "templates/assets/a.css:1: error: '1'",
        "templates/assets/a.css:2: error: '2'",
        "templates/assets/deep/b.css:1: error: '3'",
    ]


@pytest.fixture
def site(folder: Folder) -> Folder:
    folder.rows(points(*CURVE))
    return folder


def test_a_template_asks_for_an_asset_by_its_name(site):
    """And gets its address from the page that it stands on, at any depth."""
    (site.templates / "assets/deep").mkdir()
    (site.templates / "assets/deep/x.svg").write_bytes(b"<svg/>")
    picture = '<img alt="" src="{{ asset("deep/x.svg") }}">'
    site.edit("templates/layout.html", '<main id="content">', f'<main id="content">{picture}')
    site.build()
    name = f"assets/deep/x.{digest(b'<svg/>')}.svg"
    assert (site.public / name).read_bytes() == b"<svg/>"
    for path, root in (("", "./"), ("methodology/", "../"), (KIMI, "../../")):
        assert page_of(site, path).main.all("img")[0].attrs["src"] == root + name


def test_every_page_takes_its_style_from_the_one_stylesheet(site):
    """The file that lies there, not the name in the templates; 404.html, served at any depth, from the root."""
    site.build()
    (style,) = [path.name for path in (site.public / "assets").glob("*.css")]
    for file, page in html_pages(site).items():
        root = "/" if file == "404.html" else "../" * file.count("/") or "./"
        assert page.link("stylesheet") == f"{root}assets/{style}"
    assert not (site.public / "assets/site.css").exists()


def test_an_old_asset_goes_with_the_next_build(site):
    """Only what pages name is left."""
    site.build()
    before = {path.name for path in (site.public / "assets").iterdir()}
    (site.templates / "assets/site.css").write_bytes(b"body {}")
    site.build()
    after = {path.name for path in (site.public / "assets").iterdir()}
    assert after - before == {f"site.{digest(b'body {}')}.css"}
    assert [name.endswith(".css") for name in before - after] == [True]


@pytest.mark.parametrize(
    ("name", "hint"),
    [("sit.css", "did you mean 'site.css'?"), ("zzzzzz", ""), ("assets/site.css", "did you mean 'site.css'?")],
)
def test_an_asset_that_does_not_exist_is_told_in_its_line(site, name, hint):
    """Once, with the first page that asks for it, and the nearest name that there is."""
    at = site.edit("templates/404.html", "<h1>", f'<img alt="" src="{{{{ asset("{name}") }}}}"><h1>')
    line = f"templates/404.html:{at}: error: no asset '{name}', {NO_ASSET} (while rendering 404.html) [template]"
    assert site.errors() == [f"{line}\n    {hint}" if hint else line]


def test_a_text_in_markdown_may_name_an_asset_from_the_root(site):
    """By the name that editors know, also in the address of a link."""
    text = "# About\n\n![x](/assets/icon.svg) [y](/assets/icon.svg)\n"
    (site.templates / "copy/pages/about.md").write_text(text, encoding="utf-8")
    site.build()
    (icon,) = [path.name for path in (site.public / "assets").glob("icon.*.svg")]
    article = page_of(site, "about/").root.one("article")
    assert [article.one("img").attrs["src"], article.one("a").attrs["href"]] == [f"../assets/{icon}"] * 2


def test_an_asset_of_a_text_that_does_not_exist_is_a_dead_link(site):
    (site.templates / "copy/pages/about.md").write_text("# About\n\n![x](/assets/icn.svg)\n", encoding="utf-8")
    (error,) = site.errors()
    assert error.startswith("templates/copy/pages/about.md:3: error: '../assets/icn.svg' leads to no page")
