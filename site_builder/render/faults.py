"""What is wrong in templates, as values: where, what was found, what was expected, and which page showed it."""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import jinja2

from site_builder.errors import Problems, nearest_hint, one_line
from site_builder.render.copy_texts import CopyFault
from site_builder.render.environment import missing_field
from site_builder.render.loading import MARK, UnreadableError
from site_builder.render.signs import BLOCKS, open_block

_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
_QUOTED = re.compile(r"['\"]([^'\"]+)['\"]")
_ENDS = "|".join(f"end{word}" for word in (*sorted(BLOCKS), "set"))
_UNFINISHED = re.compile(f"(Unexpected end of template|Encountered unknown tag '({_ENDS})').*needs to be closed")
_WORD = re.compile(r"no (filter|test) named '([^']*)'", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TemplateFault:
    """What is wrong in a template, with a hint, the page that showed it, and the word of its line that is wrong."""

    place: str
    message: str
    hint: str
    page: str
    mark: str = field(default="", compare=False)


def report_faults(faults: Iterable[TemplateFault], problems: Problems) -> None:
    """One error for each fault, however many pages it spoils. Raises BuildError when there are any."""
    pages: dict[tuple[str, str, str, str], list[str]] = {}
    for fault in faults:
        pages.setdefault((fault.place, fault.message, fault.hint, fault.mark), []).append(fault.page)
    for (place, message, hint, mark), spoilt in pages.items():
        problems.error("template", place, f"{message}{pages_in_words(spoilt)}", hint, mark=mark)
    problems.stop_on_errors()


def pages_in_words(pages: Sequence[str]) -> str:
    """Which pages a fault spoils: ` (while rendering run/a-on-b/ and 3 more)`; empty without any."""
    more = f" and {len(pages) - 1:,} more" if len(pages) > 1 else ""
    return f" (while rendering {pages[0]}{more})" if pages else ""


def syntax_fault(
    fault: jinja2.TemplateSyntaxError, text: str, environment: jinja2.Environment
) -> tuple[int, str, str, str]:
    """The line of a syntax error in a text, what it says, a hint, and the word that is wrong."""
    message = (fault.message or "invalid syntax").splitlines()[0].rstrip(".")
    if _UNFINISHED.match(fault.message or "") and (found := open_block(text, environment)):
        word, line = found
        expected = f"expected {{% end{word} %}} before {_end_in_words(fault, text)}"
        return line, f"{{% {word} %}} is not closed, {expected}", "", word
    hint = _name_hint(message, environment) or _form_hint(message)
    return fault.lineno, f"{message}, expected a valid template", hint, _quoted_word(message)


def _end_in_words(fault: jinja2.TemplateSyntaxError, text: str) -> str:
    """Up to where a block should have been closed."""
    is_at_end = (fault.message or "").startswith("Unexpected end") or fault.lineno > text.rstrip("\n").count("\n") + 1
    return "the end of the file" if is_at_end else f"line {fault.lineno}"


def render_fault(fault: Exception, environment: jinja2.Environment) -> tuple[str, str, str]:
    """What an error while rendering says, a hint, and the word that is wrong."""
    if isinstance(fault, jinja2.TemplateNotFound):
        message = f"the template '{fault.name}' does not exist, expected a file of the templates folder"
        return message, nearest_hint(str(fault.name), environment.list_templates()), str(fault.name)
    text = str(fault) if isinstance(fault, jinja2.TemplateError) else f"{type(fault).__name__}: {fault}"
    if isinstance(fault, AttributeError) and fault.name is not None:
        text = missing_field(fault)
    first, _, hint = text.partition("\0")
    return one_line(first).rstrip("."), hint or _name_hint(first, environment), _quoted_word(first)


def place_of(fault: BaseException, folder: Path) -> str:
    """File and line of the innermost template frame of a fault; the folder when no template is in it."""
    if isinstance(fault, CopyFault):
        return f"{folder.as_posix()}/{fault.template}:{_line_of(fault.text, folder / fault.template)}"
    if isinstance(fault, UnreadableError):
        return f"{folder.as_posix()}/{fault.template}"
    frames = [frame for frame in traceback.extract_tb(fault.__traceback__) if frame.filename.startswith(MARK)]
    if not frames:
        return folder.as_posix()
    return f"{folder.as_posix()}/{frames[-1].filename.removeprefix(MARK)}:{frames[-1].lineno}"


def is_template_fault(fault: Exception, place: str, folder: Path) -> bool:
    """Whether an editor can mend it: Jinja's own errors, and any error raised by a line of a template."""
    return isinstance(fault, jinja2.TemplateError) or place != folder.as_posix()


def _line_of(text: str, path: Path) -> int:
    """The line of a file that a text stands in, the first where it cannot be found."""
    source = path.read_text(encoding="utf-8-sig", errors="replace")
    lines = _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), source).split("\n")
    whole = (number for number, line in enumerate(lines, start=1) if text and text == line.strip())
    part = (number for number, line in enumerate(lines, start=1) if text and text in line)
    return next(whole, next(part, 1))


def _quoted_word(message: str) -> str:
    """The first word that a message quotes."""
    found = _QUOTED.search(message)
    return found[1] if found else ""


def _form_hint(message: str) -> str:
    """How to write what is often written otherwise."""
    if message.endswith("got '='"):
        return "to compare, write =="
    if any(mark in message for mark in "“”„‘’"):
        return "write straight quotation marks in expressions"
    if "expected token 'end of print statement'" in message:
        return "an expression ends with }}; two values are joined by ~"
    return ""


def _name_hint(message: str, environment: jinja2.Environment) -> str:
    """The nearest filter or test to one that does not exist."""
    found = _WORD.search(message)
    if not found:
        return ""
    return nearest_hint(found[2], environment.filters if found[1].lower() == "filter" else environment.tests)


def report_unreadable(place: str, fault: OSError, problems: Problems) -> None:
    """An error for a file that cannot be read."""
    problems.error("unreadable-file", place, f"cannot be read ({fault.strerror or fault}), expected a readable file")
