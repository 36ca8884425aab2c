"""Options that several commands have."""

from __future__ import annotations

import click


def parsed_base_url(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """The base URL as the site writes it. Raises BadParameter for a text that is none."""
    from site_builder.settings.site import parse_base_url

    url = parse_base_url(value) if value is not None else None
    if value is not None and url is None:
        raise click.BadParameter(f"'{value}' is not an address such as https://example.org/bench/")
    return url
