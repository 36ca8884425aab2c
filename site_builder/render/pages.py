"""Templates and contexts in, pages as bytes out; also the files that editors keep beside the templates."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import jinja2

from site_builder.errors import Problems, quoted
from site_builder.render.environment import make_environment
from site_builder.render.faults import TemplateFault, is_template_fault, place_of, render_fault, syntax_fault
from site_builder.routes import is_slug

ASSETS = "assets"
TEXTS = "copy/pages"


class Page(Protocol):
    """What rendering needs of a planned page."""

    @property
    def template(self) -> str:
        """The template's file name."""

    @property
    def page(self) -> Any:
        """Context of the page itself."""

    @property
    def make_data(self) -> Callable[[], Any]:
        """Makes the context of what the page is about."""


class Renderer:
    """The templates of one folder, ready to render."""

    def __init__(self, templates_dir: Path) -> None:
        self._folder = templates_dir
        self._environment = make_environment(templates_dir)

    def check_templates(self, problems: Problems) -> None:
        """Report the syntax errors of every template, used or not. Raises BuildError when there are any."""
        for name in self._environment.list_templates(filter_func=_is_template):
            place = f"{self._folder.as_posix()}/{name}"
            try:
                self._environment.get_template(name)
            except jinja2.TemplateSyntaxError as fault:
                message, hint = syntax_fault(fault, self._environment)
                problems.error("template", f"{place}:{fault.lineno}", message, hint)
            except UnicodeDecodeError as fault:
                message = f"byte {fault.start} is not UTF-8 text, expected a file saved as UTF-8"
                problems.error("template", place, message)
            except OSError as fault:
                _report_unreadable(place, fault, problems)
        problems.stop_on_errors()

    def render(self, planned: Page, site: Any) -> bytes | TemplateFault:
        """One page as bytes, or the fault of a template that kept it from being made."""
        data = planned.make_data()
        try:
            template = self._environment.get_template(planned.template)
            return template.render(site=site, page=planned.page, data=data).encode("utf-8")
        except Exception as fault:
            place = place_of(fault, self._folder)
            if not is_template_fault(fault, place, self._folder):
                raise
            message, hint = render_fault(fault, self._environment)
            return TemplateFault(place, message, hint, page=planned.page.path or "the home page")


def _is_template(name: str) -> bool:
    """Whether a file is a template: not an asset, and not one that an editor or system keeps for itself."""
    kept_aside = name.endswith("~") or any(part.startswith(".") for part in name.split("/"))
    return not kept_aside and not name.startswith(f"{ASSETS}/")


def read_texts(templates_dir: Path, problems: Problems) -> list[tuple[str, str, str]]:
    """The pages written in Markdown (copy/pages/*.md) as (name, title, template); an error without a title."""
    found = []
    for path in sorted((templates_dir / TEXTS).glob("[!.]*.md")):
        try:
            text = path.read_text(encoding="utf-8", errors="replace")
        except OSError as fault:
            _report_unreadable(path.as_posix(), fault, problems)
            continue
        heading = next((line for line in text.splitlines() if line.startswith("# ") and line[2:].strip()), None)
        if heading is None:
            message = "no title, expected a line that begins with '# '"
            problems.error("no-title", path.as_posix(), message)
        elif not is_slug(path.stem):
            message = f"the name {quoted(path.stem)} gives no address, expected small letters, digits and hyphens"
            problems.error("bad-slug", path.as_posix(), message)
        else:
            found.append((path.stem, heading[2:].strip(), f"{TEXTS}/{path.name}"))
    return found


def read_assets(templates_dir: Path, problems: Problems) -> dict[str, bytes]:
    """The files under templates/assets/, as output path -> bytes. Raises BuildError when one cannot be read or leads
    somewhere else."""
    folder = templates_dir / ASSETS
    files: dict[str, bytes] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.name.startswith(".") or path.is_dir():
            continue
        if not path.is_file() or not path.resolve().is_relative_to(templates_dir.resolve()):
            message = "a link to somewhere else or no file at all, expected a file of the templates folder"
            problems.error("bad-asset", path.as_posix(), message)
            continue
        try:
            files[f"{ASSETS}/{name}"] = path.read_bytes()
        except OSError as fault:
            _report_unreadable(path.as_posix(), fault, problems)
    problems.stop_on_errors()
    return files


def _report_unreadable(place: str, fault: OSError, problems: Problems) -> None:
    problems.error("unreadable-file", place, f"cannot be read ({fault.strerror or fault}), expected a readable file")
