"""The only package that knows Jinja2 and Markdown: templates and contexts in, pages as text out."""

from site_builder.render.cards import CardText
from site_builder.render.copy_texts import TEXTS
from site_builder.render.faults import TemplateFault, report_faults
from site_builder.render.loading import COPY, is_copy
from site_builder.render.pages import Renderer
from site_builder.render.sources import Assets, Text, read_assets, read_texts
from site_builder.render.template_check import Given
from site_builder.render.usage import Usage
from site_builder.render.vocabulary import dash, json_ld, plain, sentence_list

__all__ = [
    "COPY",
    "TEXTS",
    "Assets",
    "CardText",
    "Given",
    "Renderer",
    "TemplateFault",
    "Text",
    "Usage",
    "dash",
    "is_copy",
    "json_ld",
    "plain",
    "read_assets",
    "read_texts",
    "report_faults",
    "sentence_list",
]
