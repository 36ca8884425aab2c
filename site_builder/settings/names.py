"""Collects every spelling that the catalogs know, and reports spellings and addresses claimed twice."""

from __future__ import annotations

from collections.abc import Iterable

from site_builder.errors import quoted
from site_builder.routes import LONGEST_SLUG, is_slug
from site_builder.settings.catalogs import Alias, fold
from site_builder.settings.table import Table


class Spellings:
    """The folded spellings of one kind of name, each with the key it stands for and where that was said."""

    def __init__(self) -> None:
        self.aliases: dict[str, Alias] = {}
        self._owners: dict[str, str] = {}
        self._places: dict[str, str] = {}

    def add(self, table: Table, name: str, spelling: str, alias: Alias, owner: str) -> None:
        """Let a spelling stand for a key; an error when it already stands for another, or for another entry's.

        owner: the entry of the catalog that claims the spelling."""
        folded = fold(spelling)
        before = self.aliases.get(folded)
        if before is not None and (before.key != alias.key or self._owners[folded] != owner):
            table.fault(
                "alias-clash",
                f"{quoted(spelling)} already stands for {quoted(before.key)} ({self._places[folded]}), expected one",
                name,
            )
            return
        if before is None or alias.sets_disagg:
            self.aliases[folded] = alias
            self._owners[folded] = owner
            self._places[folded] = table.place(name)


class Slugs:
    """The address parts in use, so that no two catalog entries share one."""

    def __init__(self) -> None:
        self._places: dict[str, str] = {}

    def add(self, table: Table, name: str, slug: str) -> bool:
        """Claim a slug; false, with an error recorded, when it cannot stand in an address or is taken."""
        if not is_slug(slug):
            table.fault(
                "bad-slug",
                f"{quoted(slug)}, expected small letters, digits and single hyphens, {LONGEST_SLUG} characters at most",
                name,
            )
        elif slug in self._places:
            table.fault(
                "duplicate-slug", f"{quoted(slug)} is also the slug at {self._places[slug]}, expected one use", name
            )
        else:
            self._places[slug] = table.place(name)
            return True
        return False

    def add_former(self, entries: Iterable[tuple[Table, tuple[str, ...]]]) -> None:
        """Claim the slugs that entries used to have, after all those that they have."""
        for entry, slugs in entries:
            for slug in slugs:
                self.add(entry, "former_slugs", slug)
