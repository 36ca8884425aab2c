"""The only package that knows Jinja2 and Markdown: templates and contexts in, pages as bytes out."""

from site_builder.render.environment import dash, json_ld, plain, sentence_list
from site_builder.render.faults import TemplateFault, report_faults
from site_builder.render.pages import Renderer, read_assets, read_texts

__all__ = [
    "Renderer",
    "TemplateFault",
    "dash",
    "json_ld",
    "plain",
    "read_assets",
    "read_texts",
    "report_faults",
    "sentence_list",
]
