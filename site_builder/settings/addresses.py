"""Reads from site.toml which GPUs get pages that compare them, and which addresses have moved."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from site_builder.errors import nearest_hint, quoted
from site_builder.routes import HOME
from site_builder.settings.catalogs import Alias, Comparisons, Redirect, fold
from site_builder.settings.table import Table

_WORDS = {
    "all": Comparisons(),
    "same vendor": Comparisons(between_vendors=False),
    "none": Comparisons(frozenset()),
}
_PATH = re.compile(r"/|/?((?:[a-z0-9][a-z0-9._-]*/)*[a-z0-9][a-z0-9._-]*/?)")


def read_comparisons(table: Table, gpu_names: Mapping[str, Alias] | None) -> Comparisons:
    """all, same vendor, none, or a list such as ["b300 vs mi355x"]. gpu_names: None when they could not be read."""
    name = "comparisons"
    found = table.word_or_texts(name, "all", f"one of {', '.join(_WORDS)}, or a list such as ['b300 vs mi355x']")
    if isinstance(found, str):
        if fold(found) not in _WORDS:
            message = f"{quoted(found)}, expected one of: {', '.join(_WORDS)}, or a list such as ['b300 vs mi355x']"
            table.fault("unknown-name", message, name, nearest_hint(found, _WORDS))
        return _WORDS.get(fold(found), Comparisons())
    chosen = set()
    for text in found:
        sides = [side.strip() for side in re.split(r"\s+vs\s+", fold(text))]
        if len(sides) != 2:
            table.fault("wrong-type", f"{quoted(text)}, expected two GPUs such as 'b300 vs mi355x'", name)
            continue
        keys = [_gpu_key(side, table, gpu_names) for side in sides]
        if len(set(keys)) < 2 and "" not in keys:
            table.fault("same-gpu", f"{quoted(text)} names one GPU twice, expected two", name)
        chosen.add(frozenset(keys))
    return Comparisons(frozenset(chosen))


def _gpu_key(word: str, table: Table, gpu_names: Mapping[str, Alias] | None) -> str:
    if gpu_names is None:
        return word
    if word not in gpu_names:
        message = f"{quoted(word)}, expected a key of gpus.toml"
        table.fault("unknown-name", message, "comparisons", nearest_hint(word, gpu_names))
        return ""
    return gpu_names[word].key


def read_redirects(table: Table) -> Iterator[Redirect]:
    """A table of old addresses, each with the one that took its place, as paths from the site's root."""
    seen: dict[str, str] = {}
    for name in table.names():
        target = table.text(name)
        old = _path(name, table, name)
        new = _path(target, table, name) if target else None
        if old is None or new is None:
            continue
        if old in seen:
            table.fault("duplicate-key", f"{old} has moved at {seen[old]} already, expected one place for it", name)
        seen.setdefault(old, table.place(name))
        yield Redirect(old, new, table.place(name))


def _path(text: str, table: Table, name: str) -> str | None:
    """The path that an editor means by `/run/x/`, `run/x` or `run/x/index.html`."""
    found = _PATH.fullmatch(re.sub(r"(?:^|(?<=/))index\.html$", "", text))
    if found is None or ".." in text:
        table.fault("bad-path", f"{quoted(text)}, expected a path such as /run/kimi-k26-on-b300/", name)
        return None
    path = found[1] or HOME
    if path == HOME:
        return path
    last = path.rstrip("/").rpartition("/")[2]
    return path if path.endswith("/") or "." in last else f"{path}/"  # no slug has a dot, so that is a file
