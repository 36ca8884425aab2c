"""Plans the site: every page with its path, template and context. One rule decides whether a pair is a result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from site_builder.derive.figures import Figures, Ladder, PairFigures
from site_builder.errors import Problems, nearest_hint, quoted
from site_builder.formats import format_count, format_date, format_percent, format_tier
from site_builder.pages.context import (
    EmptyRunContext,
    GpuContext,
    IndexContext,
    ModelContext,
    ModelGroupContext,
    PageContext,
    PairLinkContext,
    PairRowContext,
    ReadContext,
    RunContext,
    SiteContext,
)
from site_builder.pages.entries import Entries
from site_builder.pages.words import Words
from site_builder.routes import HOME, NOT_FOUND, absolute, output_path, root_from, run_path, run_slug
from site_builder.settings.catalogs import Settings

PageData = RunContext | EmptyRunContext | IndexContext | None


@dataclass(frozen=True, slots=True)
class PlannedPage:
    """A page to render. `slug` names it for --only; `source` says what it is about, for messages."""

    page: PageContext
    template: str
    data: PageData
    source: str
    slug: str | None = None


@dataclass(frozen=True, slots=True)
class _Pair:
    """A pair with its address, its leading ladder and whether it is a result that lists show."""

    figures: PairFigures
    slug: str
    ladder: Ladder | None
    is_lead: bool

    @property
    def is_result(self) -> bool:
        """Whether the pair has a figure at some target; only then is it indexed and listed."""
        return self.ladder is not None and any(read.throughput_tok_s_gpu is not None for read in self.ladder.reads)


def site_context(settings: Settings) -> SiteContext:
    """What every template knows of the site."""
    site = settings.site
    return SiteContext(
        name=site.name,
        description=site.description,
        fleet=site.fleet,
        sample_data=site.sample_data,
        notices=site.notices,
        primary_tier=format_tier(site.primary_tier),
        price_source=settings.prices.source,
        base_url=site.base_url,
    )


def plan_pages(figures: Figures, settings: Settings, entries: Entries, problems: Problems) -> tuple[PlannedPage, ...]:
    """Run pages first, lists last, in a fixed order. Raises BuildError when two pages claim one file."""
    planner = _Planner(figures, settings, entries)
    pages = (*planner.run_pages(), planner.index(), planner.not_found())
    taken: dict[str, PlannedPage] = {}
    for planned in pages:
        file = output_path(planned.page.path)
        other = taken.setdefault(file, planned)
        if other is not planned:
            message = f"{quoted(other.source)} and {quoted(planned.source)} share this file, expected one page for it"
            problems.error("address-taken", file, message, "give one of them another slug in its catalog")
    problems.stop_on_errors()
    return pages


class _Planner:
    def __init__(self, figures: Figures, settings: Settings, entries: Entries) -> None:
        self._settings = settings
        self._site = settings.site
        self._entries = entries
        self._words = Words(settings)
        self._lead_scenario = figures.lead_scenario
        self._newest = max((pair.newest_run for pair in figures.pairs if pair.newest_run), default=None)
        self._pairs = [self._pair(pair) for pair in figures.pairs]

    def run_pages(self) -> Iterable[PlannedPage]:
        """The page of every pair with rows."""
        for pair in self._pairs:
            has_ladder = pair.ladder is not None
            yield PlannedPage(
                page=self._page(run_path(pair.slug), noindex=not pair.is_result),
                template="run.html" if has_ladder else "run_empty.html",
                data=self._run(pair, pair.ladder) if pair.ladder else self._empty_run(pair),
                source=f"{self._model(pair).name} on {self._gpu(pair).name}",
                slug=pair.slug,
            )

    def index(self) -> PlannedPage:
        """The home page, which lists every pair by model."""
        by_model: dict[str, list[_Pair]] = {}
        gpu_order = {key: place for place, key in enumerate(self._entries.gpus)}
        for pair in sorted(self._pairs, key=lambda pair: gpu_order[pair.figures.gpu_key]):
            by_model.setdefault(pair.figures.model_id, []).append(pair)
        groups = [
            self._group(model_id, by_model[model_id]) for model_id in self._entries.models if model_id in by_model
        ]
        at = self._site.tiers_tok_s_user.index(self._site.primary_tier)
        shown = [pair.ladder.reads[at].series.framework for pair in self._pairs if pair.ladder and pair.is_result]
        context = IndexContext(
            groups=tuple(groups),
            newest_run=format_date(self._newest) if self._newest else None,
            footnotes=self._words.footnotes(shown),
        )
        return PlannedPage(self._page(HOME), "index.html", context, "the home page")

    def not_found(self) -> PlannedPage:
        """The page of a wrong address; a host serves it at any depth, so its links start at the root."""
        base_url = self._site.base_url
        root = "/" + base_url.split("/", 3)[3] if base_url else "/"
        page = PageContext(NOT_FOUND, root, None, noindex=True)
        return PlannedPage(page, "404.html", None, "the page of a wrong address")

    def _page(self, path: str, *, noindex: bool = False) -> PageContext:
        return PageContext(path, root_from(path), absolute(self._site.base_url, path), noindex)

    def _pair(self, pair: PairFigures) -> _Pair:
        slug = run_slug(self._entries.model_slugs[pair.model_id], self._entries.gpus[pair.gpu_key].slug)
        lead = self._lead_scenario.get(pair.model_id)
        ladders = {ladder.scenario: ladder for ladder in pair.ladders}
        ladder = ladders.get(lead, pair.ladders[0] if pair.ladders else None) if lead is not None else None
        return _Pair(pair, slug, ladder, ladder is not None and ladder.scenario == lead)

    def _model(self, pair: _Pair) -> ModelContext:
        model = self._entries.models[pair.figures.model_id]
        return ModelContext(model.name, model.label)

    def _gpu(self, pair: _Pair) -> GpuContext:
        gpu = self._entries.gpus[pair.figures.gpu_key]
        return GpuContext(gpu.label, gpu.vendor, gpu.architecture)

    def _run(self, pair: _Pair, ladder: Ladder) -> RunContext:
        figures, words = pair.figures, self._words
        scenario = self._site.scenarios[ladder.scenario]
        reads = tuple(words.read(read, figures.gpu_key) for read in ladder.reads)
        at = self._site.tiers_tok_s_user.index(self._site.primary_tier)
        peak = words.throughput(figures.best_throughput)
        assert peak is not None, "a pair with a ladder has current rows"
        assert figures.oldest_run is not None, "a pair with a ladder has current rows"
        assert figures.newest_run is not None, "a pair with a ladder has current rows"
        ttft, tpot = figures.best_ttft, figures.best_tpot
        return RunContext(
            model=self._model(pair),
            gpu=self._gpu(pair),
            configs=format_count(figures.configs),
            engines=tuple(sorted({words.engine_label(key) for key in figures.frameworks})),
            precisions=figures.precisions,
            oldest_run=format_date(figures.oldest_run),
            newest_run=format_date(figures.newest_run),
            disagg=figures.disagg,
            is_multinode=figures.is_multinode,
            workload=scenario.label,
            input_share=format_percent(scenario.input_share) if scenario.input_share else None,
            is_lead_scenario=pair.is_lead,
            lead_workload=self._site.scenarios[self._lead_scenario[figures.model_id]].label,
            primary=reads[at],
            ladder=reads,
            prices=words.prices(ladder.reads[at], figures.gpu_key),
            price_dates=tuple(dict.fromkeys(format_date(tier.as_of) for tier in self._settings.prices.tiers)),
            cheaper_tiers=_is_cheaper_below(reads, at, ladder),
            peak=peak,
            best_ttft=words.latency(ttft, ttft.median_ttft_s if ttft else None),
            best_tpot=words.latency(tpot, tpot.median_tpot_s if tpot else None),
            selected_engines=tuple(words.engine_label(key) for key in self._site.engines or ()),
            selected_precisions=self._site.precisions or (),
            footnotes=words.footnotes(figures.frameworks),
        )

    def _empty_run(self, pair: _Pair) -> EmptyRunContext:
        return EmptyRunContext(
            model=self._model(pair),
            gpu=self._gpu(pair),
            rows_set_aside=format_count(pair.figures.rows_set_aside),
            configs=format_count(pair.figures.configs),
            none_competes=pair.figures.configs > 0,
        )

    def _group(self, model_id: str, pairs: Sequence[_Pair]) -> ModelGroupContext:
        lead = self._lead_scenario.get(model_id)
        return ModelGroupContext(
            model=self._model(pairs[0]),
            slug=self._entries.model_slugs[model_id],
            workload=self._site.scenarios[lead].label if lead is not None else None,
            pairs=tuple(self._pair_row(pair, pair.ladder) for pair in pairs if pair.is_result and pair.ladder),
            without_figure=tuple(
                PairLinkContext(self._gpu(pair).name, run_path(pair.slug)) for pair in pairs if not pair.is_result
            ),
        )

    def _pair_row(self, pair: _Pair, ladder: Ladder) -> PairRowContext:
        read = ladder.reads[self._site.tiers_tok_s_user.index(self._site.primary_tier)]
        newest = pair.figures.newest_run
        assert newest, "a result has current rows"
        return PairRowContext(
            gpu=self._gpu(pair).name,
            path=run_path(pair.slug),
            primary=self._words.read(read, pair.figures.gpu_key),
            newest_run=format_date(newest),
            workload=None if pair.is_lead else self._site.scenarios[ladder.scenario].label,
        )


def _is_cheaper_below(reads: Sequence[ReadContext], primary: int, ladder: Ladder) -> bool:
    """Whether some slower target delivers more and costs less than the primary one, as printed."""
    at_primary = ladder.reads[primary].throughput_tok_s_gpu
    return any(
        at_primary is not None and (read.throughput_tok_s_gpu or 0) > at_primary and shown.cost != reads[primary].cost
        for read, shown in zip(ladder.reads[:primary], reads[:primary], strict=True)
    )


def select_only(pages: Sequence[PlannedPage], slugs: Sequence[str], problems: Problems) -> tuple[PlannedPage, ...]:
    """The run pages with these slugs; an error for each slug that no page has."""
    known = {planned.slug: planned for planned in pages if planned.slug}
    for slug in slugs:
        if slug not in known:
            problems.error(
                "unknown-page",
                f"--only {slug}",
                "no such page, expected a name such as kimi-k26-on-b300",
                nearest_hint(slug, known),
            )
    return tuple(known[slug] for slug in dict.fromkeys(slugs) if slug in known)
