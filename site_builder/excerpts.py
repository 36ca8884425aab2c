"""The line that a problem is about, as its author wrote it, with a mark below the part that is wrong."""

from __future__ import annotations

import re
from pathlib import Path

from site_builder.errors import Problem, one_line

_PLACE = re.compile(r"(?P<path>.+):(?P<line>\d+)")
_QUOTED = re.compile(r"'([^']+)'")
_LONGEST = 160


def excerpt(problem: Problem) -> str:
    """The line at a problem's place and a line of carets below it; empty where the place is no line of a text file."""
    found = _PLACE.fullmatch(problem.place)
    if found is None:
        return ""
    try:
        lines = Path(found["path"]).read_text(encoding="utf-8-sig").split("\n")
        line = one_line(lines[int(found["line"]) - 1].rstrip("\r").expandtabs(4).rstrip())
    except (OSError, ValueError, IndexError):
        return ""
    if not line.strip():
        return ""
    start, end = _marked(line, problem)
    cut = max(0, end + 20 - _LONGEST)
    shown = ("…" if cut else "") + line[cut : cut + _LONGEST] + ("…" if len(line) > cut + _LONGEST else "")
    return f"    {shown}\n    {' ' * (start - cut + bool(cut))}{'^' * (min(end, cut + _LONGEST) - start)}"


def _marked(line: str, problem: Problem) -> tuple[int, int]:
    """From where to where a line is wrong: the word that the problem marks or quotes first, else the whole line."""
    for word in filter(None, (problem.mark, *_QUOTED.findall(problem.message)[:1], problem.message.split(",")[0])):
        whole = re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", line)
        start = whole.start() if whole else line.find(word)
        if start >= 0:
            return start, start + len(word)
    begin = len(line) - len(line.lstrip())
    return begin, len(line)
