"""What every template gets, the site and the page, and what pages of text and redirects get."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ScenarioContext:
    """A workload that ladders are read on, such as chat with long questions."""

    label: str
    """What the workload is called, from `data/site.toml`."""


@dataclass(frozen=True, slots=True)
class ExtraPageContext:
    """A page of text that an editor wrote in Markdown (`copy/pages/NAME.md`)."""

    path: str
    """Its address from the site's root; put `page.root` before it in a link."""
    title: str
    """Its title: the first line of the file that begins with `# `."""
    source: str
    """The name of its copy, which `prose` takes."""


@dataclass(frozen=True, slots=True)
class SiteContext:
    """The site as a whole: what `data/site.toml` and `data/tco.toml` say of it."""

    name: str
    """What the site is called."""
    description: str
    """What the site is about, in a sentence; an empty text where that is not given."""
    fleet: str | None
    """Who measured; none where `fleet` is not given."""
    sample_data: bool
    """Whether the figures come from made-up sample rows."""
    notices: tuple[str, ...]
    """Texts that stand at the top of every page."""
    tiers: tuple[str, ...]
    """The speed targets of every ladder in tokens/s per user, the slowest first."""
    primary_tier: str
    """The speed target that answers and lists quote, in tokens/s per user."""
    scenarios: tuple[ScenarioContext, ...]
    """The workloads that the site reads, in order; a model's pages lead with the first that it has rows for."""
    price_source: str
    """Where rental prices come from."""
    price_tier: str
    """The first price tier, whose prices stand behind every cost that names no tier."""
    price_date: str
    """The day that the prices of this first tier are of."""
    base_url: str | None
    """Where the site is served, with a slash at the end; none where the build was not told."""
    pages: tuple[ExtraPageContext, ...]
    """The pages of text, for the navigation."""


@dataclass(frozen=True, slots=True)
class PageContext:
    """The page that is being made: where it lies, and what machines are told of it."""

    path: str
    """Its address from the site's root; an empty text for the home page."""
    root: str
    """What leads from this page back to the site's root; every link into the site begins with it."""
    canonical: str | None
    """Its whole address, for machines; none without a base URL, and on the page for wrong addresses."""
    noindex: bool
    """Whether search engines are asked to leave it out."""
    modified: str | None = None
    """The newest date of the data behind it, or of its text; none where nothing dates it."""
    picture: str | None = None
    """The whole address of its preview picture; none where it has no picture."""
    subjects: tuple[str, ...] = ()
    """The names in addresses of what it is about, the narrowest first; copy with such a name goes before others."""


@dataclass(frozen=True, slots=True)
class RedirectContext:
    """An address that has moved."""

    path: str
    """The address from the site's root that took its place; an empty text for the home page."""
