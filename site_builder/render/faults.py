"""What is wrong in templates, as values: where, what was found, what was expected, and which page showed it."""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import jinja2

from site_builder.errors import Problems, nearest_hint, one_line

_WORD = re.compile(r"no (filter|test) named '([^']*)'", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TemplateFault:
    """What is wrong in a template, with a hint, and the page that showed it."""

    place: str
    message: str
    hint: str
    page: str


def report_faults(faults: Iterable[TemplateFault], problems: Problems) -> None:
    """One error for each fault, however many pages it spoils. Raises BuildError when there are any."""
    pages: dict[tuple[str, str, str], list[str]] = {}
    for fault in faults:
        pages.setdefault((fault.place, fault.message, fault.hint), []).append(fault.page)
    for (place, message, hint), spoilt in pages.items():
        more = f" and {len(spoilt) - 1:,} more" if len(spoilt) > 1 else ""
        problems.error("template", place, f"{message} (while rendering {spoilt[0]}{more})", hint)
    problems.stop_on_errors()


def syntax_fault(fault: jinja2.TemplateSyntaxError, environment: jinja2.Environment) -> tuple[str, str]:
    """What a syntax error says, and a hint."""
    message = (fault.message or "invalid syntax").splitlines()[0].rstrip(".")
    return f"{message}, expected a valid template", _name_hint(message, environment)


def render_fault(fault: Exception, environment: jinja2.Environment) -> tuple[str, str]:
    """What an error while rendering says, and a hint."""
    if isinstance(fault, jinja2.TemplateNotFound):
        return f"the template '{fault.name}' does not exist, expected a file of the templates folder", ""
    text = str(fault) if isinstance(fault, jinja2.TemplateError) else f"{type(fault).__name__}: {fault}"
    first, _, hint = text.partition("\0")
    return one_line(first).rstrip("."), hint or _name_hint(first, environment)


def place_of(fault: BaseException, folder: Path) -> str:
    """File and line of the innermost template frame of a fault; the folder when no template is in it."""
    frames = [frame for frame in traceback.extract_tb(fault.__traceback__) if frame.filename.startswith(str(folder))]
    return f"{Path(frames[-1].filename).as_posix()}:{frames[-1].lineno}" if frames else folder.as_posix()


def is_template_fault(fault: Exception, place: str, folder: Path) -> bool:
    """Whether an editor can mend it: Jinja's own errors, and any error raised by a line of a template."""
    return isinstance(fault, jinja2.TemplateError) or place != folder.as_posix()


def _name_hint(message: str, environment: jinja2.Environment) -> str:
    """The nearest filter or test to one that does not exist."""
    found = _WORD.search(message)
    if not found:
        return ""
    return nearest_hint(found[2], environment.filters if found[1].lower() == "filter" else environment.tests)


def report_unreadable(place: str, fault: OSError, problems: Problems) -> None:
    """An error for a file that cannot be read."""
    problems.error("unreadable-file", place, f"cannot be read ({fault.strerror or fault}), expected a readable file")
