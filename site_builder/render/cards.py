"""What a preview picture says, read from the lines that its template makes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from site_builder.errors import nearest_hint, quoted
from site_builder.render.faults import TemplateFault

_KEYS = ("title", "figure", "line", "site", "mark")


@dataclass(frozen=True, slots=True)
class CardText:
    """figures: value and label of each."""

    title: str
    figures: tuple[tuple[str, str], ...]
    line: str
    site: str
    mark: str


def parse_card(text: str, place: Callable[[str], str], page: str) -> CardText | TemplateFault:
    """Read `key: value` lines; `figure` may come up to three times, as `value | label`. place: where in the templates a
    line begins with a word."""
    found: dict[str, str] = {}
    figures = []
    for line in filter(None, map(str.strip, text.split("\n"))):
        key, colon, value = (part.strip() for part in line.partition(":"))
        if key not in _KEYS or not colon:
            word = key.split(" ", maxsplit=1)[0]
            message = (
                f"a line that begins with {quoted(word)}, expected one of {', '.join(_KEYS)}, and a colon after it"
            )
            return TemplateFault(place(word), message, nearest_hint(word, _KEYS), page, word)
        if key == "figure":
            number, _, label = (part.strip() for part in value.partition("|"))
            figures.append((number, label))
        else:
            found[key] = value
    texts = {key: found.get(key, "") for key in _KEYS if key != "figure"}
    return CardText(figures=tuple(figures[:3]), **texts)
