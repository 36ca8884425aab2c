"""What a site is made from, before any page is rendered: its plan, and what each template will be given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from site_builder.derive.pairs import Derived
from site_builder.errors import Problems
from site_builder.pages.contexts.site import ExtraPageContext, SiteContext
from site_builder.pages.given import SHARED, TEMPLATES
from site_builder.pages.plan import SitePlan, plan_pages, site_context
from site_builder.pages.planned import PlannedPage, TextPage
from site_builder.render import Given, Text
from site_builder.settings.catalogs import Settings
from site_builder.survey import Survey


@dataclass(frozen=True)
class Plan:
    """All that a site is made from, before any page is rendered."""

    settings: Settings
    site: SiteContext
    site_plan: SitePlan
    derived: Derived
    input_files: int


def plan_site(found: Survey, texts: Sequence[Text], problems: Problems) -> Plan:
    """Plan every page. found: the data folder; texts: the pages that editors wrote in Markdown. Raises BuildError when
    two pages claim one file."""
    settings = found.settings
    pages = [TextPage(ExtraPageContext(f"{text.name}/", text.title, text.template), text.updated) for text in texts]
    site_plan = plan_pages(found.derived.figures, settings, found.entries, pages, problems)
    site = site_context(settings, [page.context for page in pages])
    return Plan(settings, site, site_plan, found.derived, len(found.dataset.rows.files))


def given_to(pages: Sequence[PlannedPage]) -> Given:
    """What each template is given, and which pages are made from it."""
    names: dict[str, list[str]] = {}
    for planned in pages:
        name = planned.page.path or "the home page"
        names.setdefault(planned.template, []).append(name)
        if planned.card:
            names.setdefault(f"cards/{planned.card}.txt", []).append(name)
        if planned.template == "text.html":
            names[f"copy/pages/{planned.page.path.rstrip('/')}.md"] = [name]
    return Given(SHARED, TEMPLATES, names)
