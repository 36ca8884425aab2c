"""Slips of editors in the shipped templates, copy and catalogs: file, line, mark and nearest name are right."""

import pytest

from site_builder.errors import BuildError, Problem
from site_builder.excerpts import excerpt
from tests.folders import points, working_in
from tests.reading_pages import CURVE

# File, the text that stands once in it, what it becomes, how the message begins, what is marked, the nearest name.
SLIPS = [
    # Names and fields, in pages, partials, labels, copy and cards; also in branches that no page takes.
    ("templates/run.html", "{{ d.configs }}", "{{ d.confgs }}", "no field 'confgs' here", "confgs", "configs"),
    ("templates/run.html", "{{ d.model.label }}", "{{ d.model.lable }}", "no field 'lable' here", "lable", "label"),
    ("templates/run.html", "d.best_tpot.value", "d.best_tpot.valu", "no field 'valu' here", "valu", "value"),
    ("templates/run.html", "{{ series.points }}", "{{ series.point }}", "no field 'point' here", "point", "points"),
    (
        "templates/home.html",
        "{% for row in d.matrix %}",
        "{% for row in d.matrx %}",
        "no field 'matrx'",
        "matrx",
        "matrix",
    ),
    (
        "templates/home.html",
        "{{ group.model.label }}",
        "{{ grop.model.label }}",
        "'grop' is undefined",
        "grop",
        "group",
    ),
    (
        "templates/gpu.html",
        "{% set here = d.gpu.name %}",
        "{% set here = d.gpu.nam %}",
        "no field 'nam' here",
        "nam",
        "name",
    ),
    ("templates/model.html", "{{ one.tag }}", "{{ one.tga }}", "no field 'tga' here", "tga", "tag"),
    ("templates/ranking.html", "{{ d.first.gpu }}", "{{ d.frist.gpu }}", "no field 'frist' here", "frist", "first"),
    (
        "templates/comparison.html",
        "{{ row.as_of }}</time>",
        "{{ row.as_off }}</time>",
        "no field 'as_off'",
        "as_off",
        "as_of",
    ),
    ("templates/layout.html", "{{ extra.title }}", "{{ extra.titel }}", "no field 'titel' here", "titel", "title"),
    ("templates/partials/prices.html", "{{ price.tier }}", "{{ price.teir }}", "no field 'teir' here", "teir", "tier"),
    (
        "templates/partials/history.html",
        "{{ point.engine.cell }}",
        "{{ point.engin.cell }}",
        "no field 'engin'",
        "engin",
        "engine",
    ),
    (
        "templates/partials/power.html",
        "d.gpu.power }}{% endif",
        "d.gpu.powr }}{% endif",
        "no field 'powr' here",
        "powr",
        "power",
    ),
    (
        "templates/labels/run.html",
        "{{ best.row.workload }}",
        "{{ best.row.worklod }}",
        "no field 'worklod' any",
        "worklod",
        "workload",
    ),
    (
        "templates/copy/run/headline.md",
        "{{ read.fastest_speed }}",
        "{{ read.fastest_sped }}",
        "no field 'fastest_sped'",
        "fastest_sped",
        "fastest_speed",
    ),
    (
        "templates/copy/run/faq.md",
        "{{ data.peak.value }}",
        "{{ data.peek.value }}",
        "no field 'peek' here",
        "peek",
        "peak",
    ),
    (
        "templates/copy/run/cost.md",
        "{{ data.input_share }}",
        "{{ data.input_shre }}",
        "no field 'input_shre'",
        "input_shre",
        "input_share",
    ),
    (
        "templates/copy/ranking/lead.md",
        "{{ data.workload_phrase }}",
        "{{ data.workload_phase }}",
        "no field 'workload_phase'",
        "workload_phase",
        "workload_phrase",
    ),
    (
        "templates/copy/home/lead.md",
        "{{ data.newest_run }}",
        "{{ data.newestrun }}",
        "no field 'newestrun' here",
        "newestrun",
        "newest_run",
    ),
    (
        "templates/copy/notices/sample.md",
        "{% if site.sample_data %}",
        "{% if site.sampledata %}",
        "no field 'sampledata' here",
        "sampledata",
        "sample_data",
    ),
    (
        "templates/copy/pages/methodology.md",
        "{{ site.price_source }}. The",
        "{{ site.price_sorce }}. The",
        "no field 'price_sorce' here",
        "price_sorce",
        "price_source",
    ),
    (
        "templates/cards/run.txt",
        "{{ d.primary.throughput_cell }}",
        "{{ d.primary.throughputcell }}",
        "no field 'throughputcell'",
        "throughputcell",
        "throughput_cell",
    ),
    # Macros, filters, tests and functions.
    (
        "templates/run.html",
        "{{ labels.thin_note(series) }}",
        "{{ labels.thinnote(series) }}",
        "no macro 'thinnote' in labels/run.html",
        "thinnote",
        "thin_note",
    ),
    (
        "templates/copy/run/faq.md",
        "import best_of %}",
        "import bestof %}",
        "no macro 'bestof' in labels/run.html",
        "bestof",
        "best_of",
    ),
    (
        "templates/run.html",
        '{{ d.engines | join(", ") }}',
        '{{ d.engines | jion(", ") }}',
        "No filter named 'jion'",
        "jion",
        "join",
    ),
    (
        "templates/copy/run/ladder.md",
        '{{ data.selected_engines | sentence_list("and") }}',
        '{{ data.selected_engines | sentencelist("and") }}',
        "No filter named 'sentencelist'",
        "sentencelist",
        "sentence_list",
    ),
    ("templates/run.html", '{{ prose("run/cost") }}', '{{ pros("run/cost") }}', "'pros' is undefined", "pros", "prose"),
    (
        "templates/run.html",
        '{% if "wide" in kinds %}',
        "{% if kinds is conatining %}",
        "No test named 'conatining'",
        "conatining",
        "",
    ),
    # What does not exist.
    (
        "templates/run.html",
        '{% include "partials/history.html" %}',
        '{% include "partials/histry.html" %}',
        "the template 'partials/histry.html' does not exist",
        "partials/histry.html",
        "partials/history.html",
    ),
    (
        "templates/gpu.html",
        '{% extends "layout.html" %}',
        '{% extends "layuot.html" %}',
        "the template 'layuot.html' does not exist",
        "layuot.html",
        "layout.html",
    ),
    (
        "templates/copy/ranking/headline.md",
        '{% from "labels/ranking.html"',
        '{% from "labels/rankin.html"',
        "the template 'labels/rankin.html' does not exist",
        "labels/rankin.html",
        "labels/ranking.html",
    ),
    (
        "templates/run.html",
        'questions("run/faq")',
        'questions("run/faqs")',
        "no copy 'run/faqs'",
        "run/faqs",
        "run/faq",
    ),
    (
        "templates/copy/comparison/answer.md",
        '{{ sentence("comparison/verdict") }}',
        '{{ sentence("comparison/verdct") }}',
        "no copy 'comparison/verdct'",
        "comparison/verdct",
        "comparison/verdict",
    ),
    ("templates/layout.html", 'asset("site.css")', 'asset("site.cs")', "no asset 'site.cs'", "site.cs", "site.css"),
    (
        "templates/copy/run/beside.md",
        "Each row says",
        "[Each](/run/kimi-k26-on-b30/) row says",
        "'../../run/kimi-k26-on-b30/' leads to no page",
        "run/kimi-k26-on-b30/",
        "run/kimi-k26-on-b300/",
    ),
    (
        "templates/404.html",
        '<a href="{{ page.root }}">',
        '<a href="{{ page.root }}methodlogy/">',
        None,
        "methodlogy/",
        "methodology/",
    ),
    # Ends that are missing.
    ("templates/ranking.html", "{% endif %}\n{% if d.unpriced %}", "{% if d.unpriced %}", None, "", ""),
    (
        "templates/copy/run/cost.md",
        "at that speed.\n{% endif %}",
        "at that speed.",
        "{% if %} is not closed, expected {% endif %} before the end of the file",
        "",
        "",
    ),
    ("templates/gpu.html", "</dl>", "", "<dl> is not closed", "<dl", ""),
    ("templates/run.html", "</figcaption>\n</figure>\n{{ ladder_table", "</figure>\n{{ ladder_table", None, "", ""),
    ("templates/partials/footnotes.html", "</sup>", "", "<sup> is not closed", "<sup", ""),
    ("templates/home.html", "</h1>", "</h2>", None, "", ""),
    # Values.
    (
        "templates/partials/prices.html",
        "{{ price.cost_cell | dash }}",
        "${{ price.cost_cell | dash }}",
        "'$' before a value",
        "$",
        "",
    ),
    ("data/tco.toml", "as_of = 2026-08-15", 'as_of = "August"', None, "", ""),
    ("data/tco.toml", "b300       = { hyperscaler = 2.26", "b300       = { hyperscaler = -2.26", None, "", ""),
    ("data/tco.toml", "[prices]", "[pirces]", None, "", ""),
    ("data/site.toml", "primary_tier = 50", "primary_tier = 51", None, "", ""),
]


@pytest.fixture
def site(folder):
    folder.rows([*points(*CURVE), *points(*CURVE, hardware="mi355x")])
    return folder


def errors(site) -> list[tuple[Problem, str]]:
    """What a build tells, each with its excerpt."""
    with pytest.raises(BuildError) as stop:
        site.build(base_url="https://example.org/")
    with working_in(site.root):
        return [(each, excerpt(each)) for each in stop.value.problems if each.severity == "error"]


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: f"{slip[0].split('/', 1)[1]}: {slip[2][:40]}")
def test_a_slip_is_told_where_it_was_made(site, slip):
    """In its file, on its line (or where what it left open begins), once, with the part that is wrong marked."""
    file, old, new, begins, mark, nearest = slip
    line = site.edit(file, old, new)
    found = [(problem, shown) for problem, shown in errors(site) if problem.place.startswith(f"{file}:")]
    assert found, [str(problem) for problem, _ in errors(site)]
    problem, shown = found[0]
    told_line = int(problem.place.rsplit(":", 1)[1])
    if begins is not None:
        assert problem.message.startswith(begins)
    if mark and "closed" not in problem.message and not problem.message.startswith("Unexpected"):
        assert told_line == line
        text, carets = shown.split("\n")
        assert text[carets.index("^") : carets.rindex("^") + 1] == mark
    if nearest:
        assert f"'{nearest}'" in problem.hint


def test_there_are_forty_of_them():
    assert len(SLIPS) >= 45
