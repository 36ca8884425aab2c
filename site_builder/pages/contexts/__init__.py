"""What templates get: frozen values, every figure already written as text by site_builder.formats.

A figure that may be missing is None here; the template decides whether to print a dash or to leave a sentence out.
Fields that end in `_cell` carry the marks of a table (`≥`, `~`); the others are plain, for sentences. The line below a
field is for the editors of templates: docs/templates.md is made of them.
"""
