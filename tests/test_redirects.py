"""Addresses that moved: a stub and a line for hosts lead to the page in one step, and what leads astray is an error."""

from urllib.parse import urljoin

import pytest

from tests.folders import Folder, row, tree
from tests.reading_pages import html_pages

KIMI = "run/kimi-k26-on-b300/"
BASE = "https://x.org/bench/"


def former(folder: Folder, *, models: tuple[str, ...] = (), gpus: tuple[str, ...] = ()) -> None:
    """Former slugs of Kimi K2.6 and of B300."""
    if models:
        folder.edit("data/models.toml", 'name = "Kimi K2.6"\n', f'name = "Kimi K2.6"\nformer_slugs = {list(models)}\n')
    if gpus:
        folder.edit("data/gpus.toml", 'label = "B300"\n', f'label = "B300"\nformer_slugs = {list(gpus)}\n')


def moved(folder: Folder, *lines: str) -> int:
    """Addresses that moved, written into site.toml; returns the line of the first."""
    return folder.edit("data/site.toml", '# "/run/kimi-on-b300/" = "/run/kimi-k26-on-b300/"', "\n".join(lines))


def led(folder: Folder, **options: str) -> dict[str, str]:
    """Where each line for hosts leads."""
    folder.build(**options)
    lines = (folder.public / "_redirects").read_text(encoding="utf-8").splitlines()
    assert all(line.endswith(" 301") for line in lines)
    return {old: new for old, new, _ in (line.split(" ") for line in lines)}


def everything(folder: Folder) -> None:
    """Rows of Kimi K2.6 that make every kind of page: two GPUs, two precisions, speculation on and off."""
    spec, fp8 = row(50, 900, spec_method="mtp"), row(50, 800, precision="fp8")
    folder.rows([row(50, 1000), row(50, 700, hardware="mi355x"), spec, fp8])


def test_a_renamed_model_keeps_all_its_addresses(folder):
    """Run pages, hub, rankings and comparisons, in either order of the sides, under both its former slugs."""
    everything(folder)
    former(folder, models=("moonshot", "moon"))
    led_to = led(folder)
    decoding = "plain-decoding-vs-speculative-decoding", "speculative-decoding-vs-plain-decoding"
    for old in ("moonshot", "moon"):
        assert {path: new for path, new in led_to.items() if f"{old}-" in path or f"{old}/" in path} == {
            f"/compare/{old}-b300-vs-mi355x/": "/compare/kimi-k26-b300-vs-mi355x/",
            f"/compare/{old}-mi355x-vs-b300/": "/compare/kimi-k26-b300-vs-mi355x/",
            f"/compare/{old}-on-b300-fp4-vs-fp8/": "/compare/kimi-k26-on-b300-fp4-vs-fp8/",
            f"/compare/{old}-on-b300-fp8-vs-fp4/": "/compare/kimi-k26-on-b300-fp4-vs-fp8/",
            **{f"/compare/{old}-on-b300-{side}/": f"/compare/kimi-k26-on-b300-{decoding[0]}/" for side in decoding},
            f"/models/{old}/": "/models/kimi-k26/",
            f"/rankings/cheapest-gpu-for-{old}/": "/rankings/cheapest-gpu-for-kimi-k26/",
            f"/rankings/fastest-gpu-for-{old}/": "/rankings/fastest-gpu-for-kimi-k26/",
            f"/run/{old}-on-b300/": f"/{KIMI}",
            f"/run/{old}-on-mi355x/": "/run/kimi-k26-on-mi355x/",
        }


def test_a_renamed_gpu_keeps_all_its_addresses(folder):
    """Run pages, hub and comparisons; rankings do not name it."""
    everything(folder)
    former(folder, gpus=("blackwell-ultra",))
    plain, both = "plain-decoding", "plain-decoding-vs-speculative-decoding"
    run, there = "/compare/kimi-k26-on-blackwell-ultra-", "/compare/kimi-k26-on-b300-"
    assert {old: new for old, new in led(folder).items() if "ultra" in old} == {
        "/compare/kimi-k26-blackwell-ultra-vs-mi355x/": "/compare/kimi-k26-b300-vs-mi355x/",
        "/compare/kimi-k26-mi355x-vs-blackwell-ultra/": "/compare/kimi-k26-b300-vs-mi355x/",
        f"{run}fp4-vs-fp8/": f"{there}fp4-vs-fp8/",
        f"{run}fp8-vs-fp4/": f"{there}fp4-vs-fp8/",
        f"{run}{both}/": f"{there}{both}/",
        f"{run}speculative-decoding-vs-{plain}/": f"{there}{both}/",
        "/gpus/blackwell-ultra/": "/gpus/b300/",
        "/run/kimi-k26-on-blackwell-ultra/": f"/{KIMI}",
    }


def test_a_model_and_a_gpu_that_were_both_renamed_keep_every_combination(folder):
    """Old and new model by old and new GPU."""
    folder.rows([row(50, 1000)])
    former(folder, models=("kimi",), gpus=("b3",))
    assert {old for old, new in led(folder).items() if new == f"/{KIMI}"} == {
        *("/run/kimi-on-b300/", "/run/kimi-on-b3/", "/run/kimi-k26-on-b3/"),
    }


def test_pages_that_are_not_indexed_keep_their_addresses_too(folder):
    """Kimi reaches no target, so that it has neither hub nor ranking: nothing leads to those."""
    folder.rows([row(20, 1000)])
    former(folder, models=("kimi",))
    assert led(folder) == {"/run/kimi-on-b300/": f"/{KIMI}"}


@pytest.mark.parametrize("base_url", ["", "https://x.org/", BASE])
def test_a_stub_leads_on_from_where_it_stands(folder, base_url):
    """By a link that works in any folder of a host, with the whole address of the page where that is known."""
    folder.rows([row(50, 1000)])
    moved(folder, '"/old/deep/address.html" = "/run/kimi-k26-on-b300"', '"was/here" = "/"')
    assert led(folder, **({"base_url": base_url} if base_url else {})) == {
        "/old/deep/address.html": f"{base_url or '/'}{KIMI}",
        "/was/here/": base_url or "/",
    }
    for path, link, target in (
        ("old/deep/address.html", f"../../{KIMI}", KIMI),
        ("was/here/index.html", "../../", ""),
    ):
        text = (folder.public / path).read_text(encoding="utf-8")
        assert f'<meta http-equiv="refresh" content="0; url={link}">' in text
        assert f'<a href="{link}">{target or "/"}</a>' in text
        assert '<meta name="robots" content="noindex">' in text
        assert urljoin(f"{BASE}{path}", link) == f"{BASE}{target}"
        assert text.count('rel="canonical"') == (1 if base_url else 0)
        assert not base_url or f'<link rel="canonical" href="{base_url}{target}">' in text


def test_what_moved_is_in_no_list(folder):
    """Neither as a page for search engines nor as a link on a page."""
    folder.rows([row(50, 1000)])
    former(folder, models=("kimi-old",))
    moved(folder, '"/kimi-old-page/" = "/run/kimi-k26-on-b300/"')
    folder.edit("data/site.toml", "pictures = true ", "pictures = false ")
    folder.build(base_url=BASE)
    text = "".join(
        (folder.public / name).read_text(encoding="utf-8") for name in ("sitemap.xml", "llms.txt", "feed.xml")
    )
    assert "kimi-old" not in text + "".join(page.source for page in html_pages(folder).values())


def test_a_chain_ends_at_its_page_in_one_step(folder):
    """Old addresses of old addresses, also of those that a former slug gives."""
    folder.rows([row(50, 1000)])
    former(folder, models=("kimi",))
    moved(folder, '"/a/" = "/b/"', '"/b/" = "/c/"', '"/c/" = "/run/kimi-on-b300/"')
    assert {old: new for old, new in led(folder).items() if len(old) == 3} == dict.fromkeys(
        ("/a/", "/b/", "/c/"), f"/{KIMI}"
    )
    assert f"url=../{KIMI}" in (folder.public / "a" / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "target", ["/data/ladder.csv", f"/{KIMI}data.json", "/methodology/", "/data/benchmarks.parquet", "/llms.txt"]
)
def test_an_address_may_move_to_any_page_or_file_of_the_site(folder, target):
    """Not only to pages of results."""
    folder.rows([row(50, 1000)])
    moved(folder, f'"/old/" = "{target}"')
    assert led(folder) == {"/old/": target}


def test_an_address_that_moved_back_leaves_no_stub(folder):
    """What is built is the page again, and the stub of the other address goes."""
    folder.rows([row(50, 1000)])
    moved(folder, '"/old/" = "/run/kimi-k26-on-b300/"')
    folder.build()
    assert "old/index.html" in tree(folder.public)
    folder.edit("data/site.toml", '"/old/" = "/run/kimi-k26-on-b300/"', "")
    assert led(folder) == {}
    assert "old/index.html" not in tree(folder.public)


TAKEN = "expected one page for it [address-taken]"
UNUSED = "expected an address that is not in use [address-taken]"
A_PATH = "expected a path such as /run/kimi-k26-on-b300/ [bad-path]"
A_PAGE = "which is no page, expected the path of one [dead-redirect]"


@pytest.mark.parametrize(
    ("lines", "errors"),
    [
        (
            ['"/old/" = "/run/nothing-of-the-kind-at-all/"'],
            [f"old/ leads to run/nothing-of-the-kind-at-all/, {A_PAGE}"],
        ),
        (
            ['"/old/" = "/run/kimi-k26-on-b30/"'],
            [f"old/ leads to run/kimi-k26-on-b30/, {A_PAGE}\n    did you mean 'run/kimi-k26-on-b300/'?"],
        ),
        # a chain to nowhere is told once, where it breaks
        (['"/x/" = "/qqqq/"', '"/w/" = "/x/"'], [f"x/ leads to qqqq/, {A_PAGE}"]),
        (['"/a/" = "/a/"'], ["a/ > a/ is a circle, expected a page at its end [redirect-circle]"]),
        # a circle is told once, whatever leads into it
        (
            ['"/a/" = "/b/"', '"/b/" = "/c/"', '"/c/" = "/a/"', '"/d/" = "/b/"'],
            ["a/ > b/ > c/ > a/ is a circle, expected a page at its end [redirect-circle]"],
        ),
        *(
            (
                [f'"/{path}" = "/methodology/"'],
                [f"/{shown or path} is a page of the site, {UNUSED}"],
            )
            for path, shown in (
                (KIMI, ""),
                ("run/kimi-k26-on-b300/index.html", KIMI),
                ("run/kimi-k26-on-b300", KIMI),
                (f"{KIMI}data.json", ""),
                ("data/ladder.csv", ""),
                *((name, "") for name in ("404.html", "llms.txt", "llms.txt/", "robots.txt", "site.webmanifest")),
                *((name, "") for name in ("sitemap.xml", "build.json")),  # whether or not this build has one
            )
        ),
        *(
            ([f'"/{path}" = "/methodology/"'], [f"redirects./{path}: '/{path}', {A_PATH}"])
            for path in ("_headers", "_redirects", ".nojekyll")
        ),
        # nothing can stand below a file
        *(
            (
                [f'"/{file}/{below}" = "/methodology/"'],
                [f"{file}/{below} lies below {file}, which is a file, {UNUSED}"],
            )
            for below in ("old/", "a/b.html")
            for file in ("llms.txt", "404.html", "data/ladder.csv", "sitemap.xml", "build.json", f"{KIMI}data.json")
        ),
    ],
)
def test_an_address_that_leads_astray_is_an_error_at_its_line(folder, lines, errors):
    """To nowhere, in a circle, below a file, or away from a page or file of the site or its host."""
    folder.rows([row(50, 1000)])
    first = moved(folder, *lines)
    assert folder.errors() == [f"data/site.toml:{first}: error: {error}" for error in errors]


def test_a_circle_is_told_once_also_when_what_leads_into_it_comes_first(folder):
    """An address before it in the alphabet is no part of it."""
    folder.rows([row(50, 1000)])
    first = moved(folder, '"/0/" = "/b/"', '"/b/" = "/c/"', '"/c/" = "/b/"')
    error = "error: b/ > c/ > b/ is a circle, expected a page at its end [redirect-circle]"
    assert folder.errors() == [f"data/site.toml:{first + 1}: {error}"]


def test_an_address_below_a_file_that_moved_is_an_error_at_its_line(folder):
    """The stub of the first is a file, and that of the second would need a folder of its name."""
    folder.rows([row(50, 1000)])
    first = moved(folder, '"/old.html" = "/methodology/"', '"/old.html/x/" = "/methodology/"')
    (error,) = folder.errors()
    assert error.startswith(f"data/site.toml:{first + 1}: error: old.html/x/ lies below old.html, which is a file, ")


def test_a_dot_in_the_last_part_of_an_address_makes_it_a_file(folder):
    """Elsewhere it makes none, and without one an address is a folder."""
    folder.rows([row(50, 1000)])
    names = {"a.b/v1": "a.b/v1/index.html", "was/v1.2": "was/v1.2", "c": "c/index.html", "d.php": "d.php"}
    moved(folder, *(f'"/{name}" = "/methodology/"' for name in names))
    folder.build()
    site = tree(folder.public)
    assert [name for name in names.values() if b"url=" in site[name]] == list(names.values())
    lines = site["_redirects"].decode().splitlines()
    assert sorted(line.split(" ")[0] for line in lines) == ["/a.b/v1/", "/c/", "/d.php", "/was/v1.2"]


def test_a_moved_address_may_not_contradict_a_former_slug(folder):
    """Nor say the same twice without need: the same place is no fault."""
    folder.rows([row(50, 1000)])
    former(folder, models=("kimi",))
    first = moved(folder, '"/models/kimi/" = "/models/kimi-k26/"', '"/run/kimi-on-b300/" = "/methodology/"')
    said = f"run/kimi-on-b300/ leads to {KIMI} by a former slug, expected one place for it [address-taken]"
    assert folder.errors() == [f"data/site.toml:{first + 1}: error: {said}"]


def test_a_former_slug_may_not_be_that_of_another_entry(folder):
    """Whether it is in use, or was, or is one's own."""
    folder.rows([row(50, 1000)])
    former(folder, models=("kimi-k3", "kimi-k26", "old"), gpus=("mi355x",))
    folder.edit("data/models.toml", 'name = "Kimi K3"\n', 'name = "Kimi K3"\nformer_slugs = ["old"]\n')
    assert [error.partition(": error: ")[2].partition(" at ")[0] for error in folder.errors()] == [
        "gpus.b300.former_slugs: 'mi355x' is also the slug",
        "models.kimi-k26.former_slugs: 'kimi-k3' is also the slug",
        "models.kimi-k26.former_slugs: 'kimi-k26' is also the slug",
        "models.kimi-k26.former_slugs: 'old' is also the slug",
    ]


def test_a_former_address_may_not_be_that_of_a_page(folder):
    """Kimi was `a-on-b`: its old page on B300 would be the page of a on b-on-b300, which is there."""
    folder.rows([row(50, 1000), row(50, 1000, model="a", hardware="b-on-b300")])
    former(folder, models=("a-on-b",))
    said = f"'a on b-on-b300' and, under a former slug, 'Kimi K2.6 on B300' share this address, {TAKEN}"
    assert folder.errors(allow_unknown=True) == [f"run/a-on-b-on-b300/index.html: error: {said}"]


def test_a_former_address_may_not_be_claimed_twice(folder):
    """GLM-5 was `a`, and Kimi `a-on-b`: run/a-on-b-on-b300/ may have been either of two pages."""
    folder.rows([row(50, 1000), row(50, 1000, model="glm5", hardware="b-on-b300")])
    former(folder, models=("a-on-b",))
    folder.edit("data/models.toml", 'name = "GLM-5"\n', 'name = "GLM-5"\nformer_slugs = ["a"]\n')
    said = f"'Kimi K2.6 on B300' and, under a former slug, 'GLM-5 on b-on-b300' share this address, {TAKEN}"
    assert folder.errors(allow_unknown=True) == [f"run/a-on-b-on-b300/index.html: error: {said}"]
