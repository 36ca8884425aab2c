"""Reads templates from their folder."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import jinja2

# How the code of a template calls its file: the same in every folder.
MARK = "template:"
COPY = "copy/"
_TAG = re.compile(r"\{%.*?%\}|\{#.*?#\}", re.DOTALL)


class UnreadableError(jinja2.TemplateError):
    """A template that is there and cannot be read. rule: of the problem that it is."""

    def __init__(self, message: str, template: str, rule: str) -> None:
        super().__init__(message)
        self.template, self.rule = template, rule


class Loader(jinja2.FileSystemLoader):
    """Reads templates; of those in Markdown without the lines of their front matter, which stay counted."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, encoding="utf-8-sig")  # some editors begin files with a mark of their encoding
        self._read: dict[str, tuple[str, str, Any]] = {}

    def get_source(self, environment: jinja2.Environment, template: str) -> tuple[str, str, Any]:
        """The text of a template and what its code calls its file; as it was when it was first read.

        Raises UnreadableError, and TemplateNotFound where there is none."""
        if template not in self._read:
            self._read[template] = self._source(environment, template)
        return self._read[template]

    def _source(self, environment: jinja2.Environment, template: str) -> tuple[str, str, Any]:
        try:
            source, _, is_current = super().get_source(environment, template)
        except jinja2.TemplateNotFound:
            raise
        except UnicodeDecodeError as fault:
            message = f"byte {fault.start} is not UTF-8 text, expected a file saved as UTF-8"
            raise UnreadableError(message, template, "template") from None
        except OSError as fault:
            message = f"cannot be read ({fault.strerror or fault}), expected a readable file"
            raise UnreadableError(message, template, "unreadable-file") from None
        if template.endswith(".md"):
            lines = front_matter(source)
            source = "\n" * len(lines) + source.split("\n", len(lines))[-1] if lines else source
        return keep_line_ends(source) if is_copy(template) else source, f"{MARK}{template}", is_current


def keep_line_ends(text: str) -> str:
    """Copy whose lines end where its author ended them. Jinja takes the end of a line away after a tag; here that is
    right for lines of nothing but tags alone, or a paragraph that ends with a tag would run into the next one."""

    def kept(tag: re.Match[str]) -> str:
        if text[tag.end() : tag.end() + 1] != "\n" or tag[0][-3] in "-+":
            return tag[0]
        line = text[text.rfind("\n", 0, tag.start()) + 1 : tag.end()]
        return f"{tag[0][:-2]}+{tag[0][-2:]}" if _TAG.sub("", line).strip() else tag[0]

    return _TAG.sub(kept, text)


def is_copy(name: str) -> bool:
    """Whether a template is copy in Markdown."""
    return name.startswith(COPY) and name.endswith(".md")


def front_matter(text: str) -> list[str]:
    """The lines of a text's front matter, both lines of hyphens included; none where it has no front matter."""
    lines = text.split("\n")
    if lines[0].rstrip() != "---":
        return []
    end = next((at for at, line in enumerate(lines[1:], start=1) if line.rstrip() == "---"), None)
    return lines[: end + 1] if end else []
