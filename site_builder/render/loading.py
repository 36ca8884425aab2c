"""Reads templates from their folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jinja2

# How the code of a template calls its file: the same in every folder.
MARK = "template:"


class Loader(jinja2.FileSystemLoader):
    """Reads templates; of those in Markdown without the lines of their front matter, which stay counted."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)

    def get_source(self, environment: jinja2.Environment, template: str) -> tuple[str, str, Any]:
        """The text of a template and what its code calls its file."""
        source, _, is_current = super().get_source(environment, template)
        if template.endswith(".md"):
            lines = front_matter(source)
            source = "\n" * len(lines) + source.split("\n", len(lines))[-1] if lines else source
        return source, f"{MARK}{template}", is_current


def front_matter(text: str) -> list[str]:
    """The lines of a text's front matter, both lines of hyphens included; none where it has no front matter."""
    lines = text.split("\n")
    if lines[0].rstrip() != "---":
        return []
    end = next((at for at, line in enumerate(lines[1:], start=1) if line.rstrip() == "---"), None)
    return lines[: end + 1] if end else []
