"""The files of docs/deploy/ and what docs/deploy.md says: they agree with the builder and do what they are for."""

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import click
import pytest
from py_mini_racer import MiniRacer

from site_builder.cli import main
from site_builder.exports.hosting import FOR_EVER, SECURITY_HEADERS, hosting_files
from tests.folders import PROJECT
from tests.hosting.servers import DEPLOY

DOCUMENT = PROJECT / "docs/deploy.md"
OFFICIAL = {
    *("actions/checkout", "actions/setup-python", "actions/configure-pages"),
    *("actions/upload-pages-artifact", "actions/deploy-pages"),
}


def text_of(name: str) -> str:
    """The text of a file of docs/deploy/."""
    return (DEPLOY / name).read_text(encoding="utf-8")


def test_headers_for_hosts_are_what_the_files_here_repeat():
    """_headers says the security headers for every path and the caching of assets."""
    lines = hosting_files({}, None)["_headers"].decode().splitlines()
    assert lines[0] == "/*"
    assert [line.strip() for line in lines[1 : lines.index("/assets/*")]] == [
        f"{name}: {value}" for name, value in SECURITY_HEADERS.items()
    ]
    assert lines[lines.index("/assets/*") + 1 :] == [f"  Cache-Control: {FOR_EVER}"]


def test_nginx_sends_the_same_headers():
    found = re.findall(r'^\s*add_header (\S+) "([^"]*)" always;$', text_of("nginx.conf"), re.MULTILINE)
    assert dict(found) == SECURITY_HEADERS
    assert f'"{FOR_EVER}"' in text_of("nginx.conf")


def test_caddy_sends_the_same_headers():
    block = re.findall(r"^\t\theader \{\n(.*?)^\t\t\}", text_of("Caddyfile"), re.MULTILINE | re.DOTALL)[0]
    found = dict(re.findall(r'^\t\t\t(\S+) "([^"]*)"$', block, re.MULTILINE))
    assert found == SECURITY_HEADERS | {"Cache-Control": "no-cache"}
    assert f'header /bench/assets/* Cache-Control "{FOR_EVER}"' in text_of("Caddyfile")


def test_cloudfront_sends_the_same_headers():
    policy = json.loads(text_of("cloudfront-headers.json"))
    known, more = policy["SecurityHeadersConfig"], policy["CustomHeadersConfig"]
    transport = known["StrictTransportSecurity"]
    assert (transport["IncludeSubdomains"], transport["Preload"]) == (False, False)
    assert more["Quantity"] == len(more["Items"])
    assert known["ContentTypeOptions"] == {"Override": True}
    assert {
        "Content-Security-Policy": known["ContentSecurityPolicy"]["ContentSecurityPolicy"],
        "Strict-Transport-Security": f"max-age={transport['AccessControlMaxAgeSec']}",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": known["FrameOptions"]["FrameOption"],
        "Referrer-Policy": known["ReferrerPolicy"]["ReferrerPolicy"],
        **{item["Header"]: item["Value"] for item in more["Items"]},
    } == SECURITY_HEADERS


def test_s3_keeps_assets_for_ever():
    assert f'--cache-control "{FOR_EVER}"' in text_of("s3.sh")


@pytest.mark.parametrize(
    ("asked", "served"),
    [
        ("/", "/index.html"),
        ("/bench/", "/bench/index.html"),
        ("/bench/run/kimi-k26-on-b300/", "/bench/run/kimi-k26-on-b300/index.html"),
        ("/bench/run/kimi-k26-on-b300/data.json", "/bench/run/kimi-k26-on-b300/data.json"),
        ("/bench/404.html", "/bench/404.html"),
        ("/bench/a.b/", "/bench/a.b/index.html"),
    ],
)
def test_cloudfront_finds_the_file_of_an_address(asked: str, served: str):
    """A folder is served by its index.html; anything else goes through as it is."""
    assert cloudfront(asked) == {"uri": served}


@pytest.mark.parametrize(
    ("asked", "location"),
    [
        ("/bench", "/bench/"),
        ("/bench/run/kimi-k26-on-b300", "/bench/run/kimi-k26-on-b300/"),
        ("/bench/a.b/c", "/bench/a.b/c/"),
        ("//other.example/x", "/other.example/x/"),
        ("/\\other.example/x", "/other.example/x/"),
    ],
)
def test_cloudfront_adds_the_slash_that_is_missing(asked: str, location: str):
    """By a redirect, for links are relative; it never leads to another host."""
    answer = cloudfront(asked)
    assert (answer["statusCode"], answer["headers"]["location"]["value"]) == (301, location)


def cloudfront(uri: str) -> Any:
    """What the function makes of a request."""
    engine = MiniRacer()
    engine.eval(text_of("cloudfront.js"))
    return json.loads(str(engine.eval(f"JSON.stringify(handler({{ request: {{ uri: {json.dumps(uri)} }} }}))")))


def test_the_workflow_uses_official_actions_by_version_and_no_secret():
    text = text_of("github-pages.yml")
    used = dict(re.findall(r"uses: (\S+)@(\S+)$", text, re.MULTILINE))
    assert set(used) == OFFICIAL
    assert all(re.fullmatch(r"v\d+", version) for version in used.values())
    assert "secrets" not in text
    assert re.findall(r"path: (\S+)", text) == ["public"]
    # An expression in a command would run what it holds; in the environment it is a value.
    assert not re.search(r"run:.*\$\{\{", text)


def test_the_workflow_builds_with_options_and_targets_that_exist():
    text = text_of("github-pages.yml")
    assert "run: make .venv/site\n" in text
    assert "$(VENV)/site:" in (PROJECT / "Makefile").read_text(encoding="utf-8")
    assert "VENV := .venv\n" in (PROJECT / "Makefile").read_text(encoding="utf-8")
    assert 'run: .venv/bin/build-site --strict --base-url "$BASE_URL"\n' in text
    assert {"--strict", "--base-url"} <= options()


def options() -> set[str]:
    """The options of the command."""
    return {name for each in main.params if isinstance(each, click.Option) for name in each.opts}


def test_the_document_names_every_file_and_no_other():
    text = DOCUMENT.read_text(encoding="utf-8")
    linked = set(re.findall(r"\]\(deploy/([^)]*)\)", text))
    named = linked | set(re.findall(r"docs/deploy/([\w.-]+)", text))
    assert named == {file.name for file in DEPLOY.iterdir()}


def test_the_document_gives_options_and_exit_codes_that_exist():
    text = DOCUMENT.read_text(encoding="utf-8")
    used = set(re.findall(r"--[a-z-]+", " ".join(re.findall(r"build-site [^`\n]*", text))))
    assert used
    assert used <= options()
    assert "exit code 0. 1 is a problem" in text.replace("\n", " ")


def test_releases_are_switched_in_one_step_and_the_last_three_are_kept(tmp_path: Path):
    """The folder that a server reads is a link; it always leads to a whole site, the newest."""
    public = tmp_path / "public"
    public.mkdir()
    site = tmp_path / "srv with space"
    for number in range(5):
        (public / "index.html").write_text(f"{number}", encoding="utf-8")
        subprocess.run(["sh", DEPLOY / "publish.sh", site], cwd=tmp_path, check=True)
        assert (site / "public").is_symlink()
        assert (site / "public/index.html").read_text(encoding="utf-8") == f"{number}"
    assert sorted(path.name for path in site.iterdir()) == ["public", "releases"]
    kept = [(path / "index.html").read_text(encoding="utf-8") for path in (site / "releases").iterdir()]
    assert sorted(kept) == ["2", "3", "4"]


@pytest.mark.parametrize(
    ("bucket", "forgotten"),
    [("s3://b", "/*"), ("s3://b/", "/*"), ("s3://b/bench", "/bench/*"), ("s3://b/bench/", "/bench/*")],
)
def test_s3_gets_new_files_before_old_ones_go(tmp_path: Path, bucket: str, forgotten: str):
    """Assets first, pages after them, removals last; then CloudFront forgets what is below the site's path. Each kind
    of file is given its type. A stand-in for the AWS CLI writes down its calls."""
    (tmp_path / "aws").write_text('#!/bin/sh\nprintf "%s\\n" "$*" >> calls\n', encoding="utf-8")
    (tmp_path / "aws").chmod(0o755)
    env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    subprocess.run(["sh", DEPLOY / "s3.sh", bucket, "E123"], cwd=tmp_path, env=env, check=True)
    *puts, last, forget = (tmp_path / "calls").read_text(encoding="utf-8").splitlines()
    target = bucket.rstrip("/")
    assert puts[0].startswith(f"s3 sync public/assets {target}/assets ")
    assert all(put.startswith(f"s3 sync public {target} ") for put in puts[1:])
    assert [put for put in puts if "--delete" in put or "--size-only" in put] == []
    typed = {put.rpartition(" ")[2] for put in puts[1:] if "--content-type" in put}
    assert typed == {"*.csv", "*.html", "*.json", "*.parquet", "*.png", "*.txt", "*.webmanifest", "*.xml"}
    assert last.startswith(f"s3 sync public {target} --no-progress --size-only --delete ")
    assert {"_headers", "_redirects", ".nojekyll"} < set(last.split())
    assert forget == f"cloudfront create-invalidation --distribution-id E123 --paths {forgotten}"


@pytest.mark.parametrize("name", ["publish.sh", "s3.sh"])
def test_scripts_say_what_they_need(tmp_path: Path, name: str):
    """Without arguments they do nothing and fail."""
    done = subprocess.run(["sh", DEPLOY / name], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "the folder that holds" in done.stderr or "an S3 address" in done.stderr
    assert list(tmp_path.iterdir()) == []
