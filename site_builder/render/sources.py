"""What editors keep beside the templates: pages of text, and assets, which get names that change with their content."""

from __future__ import annotations

import datetime
import hashlib
import re
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from urllib.parse import quote, unquote

from site_builder.errors import Problems, nearest_hint, quoted
from site_builder.render.copy_texts import TEXTS
from site_builder.render.faults import report_unreadable
from site_builder.render.loading import COPY, front_matter
from site_builder.render.markdown import sentence_shape
from site_builder.render.vocabulary import plain
from site_builder.routes import ASSETS, is_slug

_CSS_ADDRESS = re.compile(r"""url\(\s*(?:"([^"]*)"|'([^']*)'|([^"')\s]+))\s*\)|@import\s+["']([^"']*)""")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_KEYS = ("updated",)


@dataclass(frozen=True, slots=True)
class Text:
    """A page written in Markdown: the name of its address, its title, its template, and when it was updated."""

    name: str
    title: str
    template: str
    updated: datetime.date | None


def read_texts(templates_dir: Path, problems: Problems) -> list[Text]:
    """The pages written in Markdown (copy/pages/*.md); an error for one without a title, or with wrong front matter."""
    found = []
    for path in sorted((templates_dir / TEXTS).glob("[!.]*.md")):
        try:
            text = path.read_text(encoding="utf-8-sig", errors="replace")
        except OSError as fault:
            report_unreadable(path.as_posix(), fault, problems)
            continue
        heading = _first_heading(text)
        if heading is None:
            message = "no title, expected a line that begins with '# '"
            problems.error("no-title", path.as_posix(), message)
        elif any(sign in heading for sign in ("{{", "{%", "{#")):
            line = text.splitlines().index(heading) + 1
            message = "an expression in the title, expected plain text: the title stands in menus of every page, too"
            problems.error("bad-title", f"{path.as_posix()}:{line}", message, mark=heading)
        elif not is_slug(path.stem):
            message = f"the name {quoted(path.stem)} gives no address, expected small letters, digits and hyphens"
            problems.error("bad-slug", path.as_posix(), message)
        else:
            _check_front_matter(text, path, problems)
            updated = _read_updated(front_matter(text), path, problems)
            found.append(
                Text(
                    path.stem,
                    plain(sentence_shape(heading[2:]).filled((), "", {})),
                    f"{TEXTS.removeprefix(COPY)}{path.stem}",
                    updated,
                )
            )
    return found


def _first_heading(text: str) -> str | None:
    """The line of a text's title: the first that begins with `# ` and is not code between fences."""
    fence = ""
    for line in text.splitlines():
        begin = _FENCE.match(line)
        if begin and (not fence or begin[1].startswith(fence)):
            fence = "" if fence else begin[1]
        elif not fence and line.startswith("# ") and line[2:].strip():
            return line
    return None


def _check_front_matter(text: str, path: Path, problems: Problems) -> None:
    """Hyphens that look like the start of a front matter and are none would be printed, with all that follows."""
    lines = text.split("\n")
    first = next((number for number, line in enumerate(lines) if line.strip()), 0)
    if lines[first].rstrip() == "---" and not front_matter(text):
        expected = "line 1" if first else "a line '---' after its last key"
        found = f"it begins on line {first + 1}" if first else "it is not closed"
        problems.error("front-matter", f"{path.as_posix()}:{first + 1}", f"front matter: {found}, expected {expected}")


def _read_updated(lines: list[str], path: Path, problems: Problems) -> datetime.date | None:
    """The date of `updated: 2026-08-15` in a front matter."""
    updated, seen = None, set()
    for number, line in enumerate(lines[1:-1], start=2):
        key, colon, value = (part.strip() for part in line.partition(":"))
        place = f"{path.as_posix()}:{number}"
        if not line.strip():
            continue
        if key not in _KEYS:
            message = f"{quoted(key)} is no key of a front matter, expected: {', '.join(_KEYS)}"
            problems.error("front-matter", place, message, nearest_hint(key, _KEYS))
            continue
        if key in seen or not colon:
            message = (
                f"{quoted(key)} a second time, expected it once"
                if colon
                else f"no colon after {quoted(key)}, expected {key}: 2026-08-15"
            )
            problems.error("front-matter", place, message)
            continue
        seen.add(key)
        try:
            updated = datetime.date.fromisoformat(value)
        except ValueError:
            message = f"{quoted(value)}, expected a date such as 2026-08-15"
            problems.error("front-matter", place, message)
    return updated


@dataclass(frozen=True, slots=True)
class Assets:
    """files: output path -> bytes; paths: file name in templates/assets -> path from the site's root."""

    files: dict[str, bytes]
    paths: dict[str, str]


def read_assets(templates_dir: Path, problems: Problems) -> Assets:
    """The files under templates/assets/, each under a name that holds a hash of its content, so that a host may let
    browsers keep it for ever. Addresses in stylesheets are rewritten alike.

    Raises BuildError when one cannot be read, leads somewhere else, or a stylesheet names one that does not exist.
    """
    contents = _read_files(templates_dir, problems)
    problems.stop_on_errors()
    assets = Assets({}, {})
    for name in sorted(contents, key=lambda name: (name.endswith(".css"), name)):
        content = contents[name]
        if name.endswith(".css"):
            content = _with_hashed_addresses(name, content, assets.paths, templates_dir, problems)
        path = PurePosixPath(name)
        digest = hashlib.sha256(content).hexdigest()[:10]
        assets.paths[name] = f"{ASSETS}{path.with_name(f'{path.stem}.{digest}{path.suffix}')}"
        assets.files[assets.paths[name]] = content
    problems.stop_on_errors()
    return assets


def _read_files(templates_dir: Path, problems: Problems) -> dict[str, bytes]:
    folder = templates_dir / ASSETS
    contents: dict[str, bytes] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if any(part.startswith(".") for part in name.split("/")) or path.is_dir():
            continue
        if not path.is_file() or not path.resolve().is_relative_to(templates_dir.resolve()):
            message = "a link to somewhere else or no file at all, expected a file of the templates folder"
            problems.error("bad-asset", path.as_posix(), message)
            continue
        try:
            contents[name] = path.read_bytes()
        except OSError as fault:
            report_unreadable(path.as_posix(), fault, problems)
    return contents


def _with_hashed_addresses(
    name: str, content: bytes, paths: dict[str, str], templates_dir: Path, problems: Problems
) -> bytes:
    """A stylesheet whose addresses name the other assets as they are called on the site."""
    text = content.decode("utf-8", errors="surrogateescape")
    here = PurePosixPath(name).parent

    def hashed(found: re.Match[str]) -> str:
        named = next(group for group in found.groups() if group is not None)
        address, end = re.fullmatch(r"([^?#]*)(.*)", named, re.DOTALL).groups()  # type: ignore[union-attr]
        if not address or ":" in address or address.startswith("//"):
            return found[0]
        target = _joined(here, unquote(address))
        if target not in paths or target.endswith(".css"):
            line = text.count("\n", 0, found.start()) + 1
            message = f"{quoted(named)} is no asset, expected a file of {ASSETS} that is not a stylesheet"
            place = f"{templates_dir.as_posix()}/{ASSETS}{name}:{line}"
            others = [path for path in paths if not path.endswith(".css")]
            problems.error("dead-link", place, message, nearest_hint(target, others))
            return found[0]
        up = "../" * len(here.parts)
        return f'url("{up}{quote(paths[target].removeprefix(ASSETS))}{end}")'

    return _CSS_ADDRESS.sub(hashed, text).encode("utf-8", errors="surrogateescape")


def _joined(folder: PurePosixPath, address: str) -> str:
    """The asset that an address leads to from a folder of assets."""
    parts: list[str] = []
    for part in (*folder.parts, *address.split("/")):
        if part == ".." and parts:
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)
