"""A small, complete site to start from: catalogs, sample rows, templates and what a pipeline needs."""
