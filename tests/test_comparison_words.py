"""The words of a comparison, on random pairs of ladders: every sentence says what the two ladders say, and no more."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from site_builder.derive.curve import ReadKind
from site_builder.derive.figures import Read
from site_builder.formats import format_interactivity, format_throughput
from site_builder.pages.contest import Contender
from tests.folders import Row, row
from tests.reading_pages import Page
from tests.small_sites import PRICES, Site
from tests.test_compare import AT_LEAST, Said, by_rule, most_at

TIERS = (30, 50, 75, 100)

DECODING = "plain decoding", "speculative decoding"
# Columns of both sides, their names in sentences, and the page's part of the address.
KINDS: dict[str, tuple[list[Row], tuple[str, str], str]] = {
    "gpus": ([{"hardware": "alpha"}, {"hardware": "beta"}], ("Alpha", "Beta"), "alpha-vs-beta"),
    "precision": ([{"precision": "fp4"}, {"precision": "fp8"}], ("FP4", "FP8"), "on-alpha-fp4-vs-fp8"),
    "speculation": ([{}, {"spec_method": "mtp"}], DECODING, "on-alpha-plain-decoding-vs-speculative-decoding"),
}
Series = list[list[tuple[int, int]]]
Round = tuple[int, Contender, Contender]
speeds, amounts = st.sampled_from([20, 30, 40, 50, 60, 75, 90, 100, 150]), st.integers(990, 1020)
knots = st.tuples(speeds, amounts | st.integers(300, 9000))
ladders = st.lists(st.lists(knots, min_size=1, max_size=4), min_size=1, max_size=2)


def compared(kind: str, one: Series, two: Series) -> tuple[Page, list[Round]]:
    """The page that compares Alpha and Beta, or two parts of Alpha, and both sides at each target."""
    columns, _, slug = KINDS[kind]
    rows = [
        row(x, y, conc=conc, framework=engine, **({"model": "kimik2", "hardware": "alpha"} | own))
        for own, series in zip(columns, (one, two), strict=True)
        for engine, points in zip(("vllm", "mori-sglang"), series, strict=False)
        for conc, (x, y) in enumerate(points)
    ]
    site, path = Site(rows), f"compare/kimi-{slug}/"
    assume(path in site.planned)
    found = site.listing.pairs if kind == "gpus" else [p for p in site.listing.pairs[0].figures.parts if p.kind == kind]
    both = [each.ladder for each in found if each.ladder is not None]
    prices = (PRICES["alpha"], PRICES["beta" if kind == "gpus" else "alpha"])
    first, second = (
        [Contender(read, most_at(ladder, read.tier), price) for read in ladder.reads]
        for ladder, price in zip(both, prices, strict=True)
    )
    return site.page(path), list(zip(TIERS, first, second, strict=True))


def listed(text: str, word: str = "and") -> list[int]:
    """The targets of `30, 50 and 75`, which rise and stand once each."""
    targets = [int(number) for number in re.split(f", | {word} ", text)]
    assert targets == sorted(set(targets))
    *others, last = map(str, targets)
    assert text == (f"{', '.join(others)} {word} {last}" if others else last)
    return targets


NUMBERS = r"([\d, andor]*\d)"


class Verdict:
    """Checks a verdict sentence by sentence; each sentence that holds crosses off the targets that it speaks of."""

    def __init__(self, rounds: list[Round], names: tuple[str, str], *, by_cost: bool) -> None:
        self.names, self.ahead = names, "costs less per token" if by_cost else "delivers more tokens/s per GPU"
        found = {tier: by_rule(a, b, by_cost=by_cost) for tier, a, b in rounds}
        told = {tier: one for tier, one in found.items() if not (by_cost and (one[2] or one[0] == "neither"))}
        self.alone = {tier: winner for tier, (winner, _, is_alone) in told.items() if is_alone}
        self.winner = {tier: winner for tier, (winner, _, _) in told.items()}
        self.wide = [tier for tier, a, b in rounds if tier in told and ReadKind.WIDE in (a.read.kind, b.read.kind)]
        self.told: set[int] = set()

    def at(self, *winners: str) -> list[int]:
        return [tier for tier, winner in self.winner.items() if winner in winners]

    def those(self, winner: str, word: str = "and") -> Callable[[str], None]:
        """The claim that these are all targets with such an outcome."""
        return lambda at: self.tell(listed(at, word), self.at(winner))

    def tell(self, targets: list[int], expected: list[int]) -> None:
        assert targets == expected
        self.told.update(targets)

    def check(self, text: str) -> None:
        """Every sentence is true, and together they speak of every target."""
        either = "|".join(self.names)
        for sentence in re.split(r"(?<=\.) ", text):
            found = [(re.fullmatch(pattern, sentence, re.I), claim) for pattern, claim in self.claims(either)]
            ((match, claim),) = [(match, claim) for match, claim in found if match]
            claim(*match.groups())
        assert self.told == set(self.winner), text

    def side(self, name: str) -> str:
        return "first" if name.casefold() == self.names[0].casefold() else "second"

    def claims(self, name: str) -> list[tuple[str, Any]]:
        """Every sentence that may stand in a verdict, with what it claims."""
        more, at = self.ahead, f"{NUMBERS} tok/s per user"
        return [
            (rf"({name}) {more} than ({name}) at every target that (either reaches|both reach)\.", self.dominates),
            (rf"({name}) {more} at {at}, and is not known to be behind at any other target\.", self.leads),
            (rf"Neither is ahead everywhere: ({name}) {more} at {at}, ({name}) at {NUMBERS}\.", self.cross),
            (rf"The two are level at {at}(?:, the (targets?) that both reach)?\.", self.no_winner),
            (rf"The rows do not settle which {more} at any target\.", self.open),
            (rf"Only ({name}) reaches {NUMBERS}\.", self.only),
            (rf"The two are level at {NUMBERS}\.", self.those("level")),
            (rf"At {NUMBERS} a lower bound leaves the order open\.", self.those("unsure")),
            (rf"Neither reaches {NUMBERS}\.", self.those("neither", "or")),
            (rf"What is said of {NUMBERS} rests on estimates\.", lambda at: self.estimates(listed(at))),
            (
                r"All of this rests on estimates\.",
                lambda: self.estimates([t for t in self.winner if t not in self.at("neither")]),
            ),
        ]

    def dominates(self, name: str, other: str, which: str) -> None:
        assert name != other
        among = [
            t for t in self.winner if self.winner[t] != "neither" and (which == "either reaches" or t not in self.alone)
        ]
        assert among
        self.tell(
            among, [tier for tier in self.at(self.side(name)) if which == "either reaches" or tier not in self.alone]
        )

    def leads(self, name: str, at: str) -> None:
        self.tell(listed(at), self.at(self.side(name)))
        assert not self.at({"first": "second", "second": "first"}[self.side(name)])

    def cross(self, name: str, at: str, other: str, there: str) -> None:
        assert (self.side(name), self.side(other)) == ("first", "second")
        self.tell(listed(at), self.at("first"))
        self.tell(listed(there), self.at("second"))

    def no_winner(self, at: str, which: str | None) -> None:
        """That it is level at all that both reach is said where it is, and nowhere else."""
        self.tell(listed(at), self.at("level"))
        assert not self.at("first", "second")
        assert which == (None if self.at("unsure") else "target" if len(listed(at)) == 1 else "targets")

    def open(self) -> None:
        assert self.at("unsure")
        assert not self.at("first", "second", "level")

    def only(self, name: str, at: str) -> None:
        assert {self.alone[tier] for tier in listed(at)} == {self.side(name)}
        self.tell(listed(at), list(self.alone))

    def estimates(self, targets: list[int]) -> None:
        assert targets == self.wide


@given(st.sampled_from(list(KINDS)), ladders, ladders)
def test_every_sentence_of_a_verdict_is_true_and_none_is_missing(kind, one, two):
    """Who delivers more, and who costs less, where, by the reads of both ladders; each target is told of."""
    page, rounds = compared(kind, one, two)
    _, verdict, *others = page.paragraphs(page.section("answer"))
    Verdict(rounds, KINDS[kind][1], by_cost=False).check(verdict)
    both = [tier for tier, a, b in rounds if a.read.throughput_tok_s_gpu and b.read.throughput_tok_s_gpu]
    if both and kind == "gpus":
        costs, *others = others
        text, _, other_tier = costs.partition(" At retail prices ")
        assert text.startswith("At cloud prices, ")
        Verdict(rounds, KINDS[kind][1], by_cost=True).check(text.removeprefix("At cloud prices, "))
        assert other_tier == retail(*rounds[1][1:])
    assert others == also(kind, [(a.read, b.read) for tier, a, b in rounds if tier in both])


def retail(first: Contender, second: Contender) -> str:
    """What is said of retail prices, $3 for both, at the primary target: who costs less, where cloud prices do not say
    the same."""
    alike = (replace(side, price=3.0) for side in (first, second))
    (winner, _, is_alone), cloud = by_rule(*alike, by_cost=True), by_rule(first, second, by_cost=True)
    names = dict(zip(("first", "second"), KINDS["gpus"][1], strict=True))
    return f"{names[winner]} costs less at 50." if winner in names and winner != cloud[0] and not is_alone else ""


def also(kind: str, reads: list[tuple[Read, Read]]) -> list[str]:
    """What is said of engines that differ where both deliver, and of answers where precisions are compared."""
    said = []
    if any(a.series.framework != b.series.framework for a, b in reads):
        sides = "Their best configs" if kind == "gpus" else "The sides"
        cause = {"gpus": "the GPU's", "precision": "that of precision", "speculation": "that of decoding"}[kind]
        said.append(f"{sides} also differ in engine at some targets, so the difference is not {cause} alone.")
    if kind == "precision":
        said.append("What a precision does to the answers is not measured here.")
    return [" ".join(said)] if said else []


def difference(outcome: tuple[str, Said | None, bool], more: str) -> str:
    """How far the winner is ahead in words, or how level the two are."""
    bound, text, is_times = outcome[1] or ("", "", False)
    sure = {"about": "about ", "at_least": "at least ", "at_least_about": "at least about "}.get(bound, "")
    return f"{sure}{text} times as much" if is_times else f"{sure}{text} {more}" if text else ""


def figure(side: Contender) -> str:
    """A side's figure in a sentence."""
    word = {AT_LEAST: "at least ", ReadKind.WIDE: "an estimated "}.get(side.read.kind, "")
    return f"{word}{format_throughput(side.read.throughput_tok_s_gpu or 0)} tokens/s per GPU"


def expected_headline(kind: str, first: Contender, second: Contender) -> str:
    """The first sentence of a page, from the two reads at the primary target."""
    (x, y), model, start = KINDS[kind][1], "Kimi" if kind == "gpus" else "Kimi on Alpha", "At 50 tokens/s per user"
    outcome = by_rule(first, second)
    if outcome[0] == "neither":
        return f"Neither {x} nor {y} reaches 50 tokens/s per user for {model}."
    (ahead, best), (other, worse) = ((x, first), (y, second))[:: -1 if outcome[0] == "second" else 1]
    if outcome[2]:
        top = format_interactivity(worse.read.evidence[0].interactivity_tok_s_user)
        end = f"{other} tops out at {top} tok/s per user."
        return f"{start} only {ahead} is fast enough for {model}, with {figure(best)}; {end}"
    is_same = first.read.throughput_tok_s_gpu == second.read.throughput_tok_s_gpu and first.read.kind != ReadKind.WIDE
    ends = {
        "level": f": {'the same' if is_same else 'about the same'}",
        "unsure": "; a lower bound leaves open which is more",
    }
    reason = ", since no config of the other delivers as much at any speed" if worse.read.kind is AT_LEAST else ""
    known = f": {ahead} delivers {difference(outcome, 'more')}" if outcome[1] else f"; {ahead} is ahead{reason}"
    return f"{start} {x} delivers {figure(first)} for {model}, and {y} {figure(second)}{ends.get(outcome[0], known)}."


@given(st.sampled_from(list(KINDS)), ladders, ladders)
def test_the_first_sentence_and_the_table_say_what_the_reads_say(kind, one, two):
    """Both figures with the words of their kind, who is ahead, and by how much as a share of the other."""
    page, rounds = compared(kind, one, two)
    assert page.paragraphs(page.section("answer"))[0] == expected_headline(kind, *rounds[1][1:])
    for (tier, a, b), (target, *cells) in zip(rounds, page.table("ladders-caption")[1:], strict=True):
        assert target == f"{tier} tok/s"
        for by_cost, cell in zip((False, True), cells[2:], strict=False):
            outcome = by_rule(a, b, by_cost=by_cost)
            side = dict(zip(("first", "second"), KINDS[kind][1], strict=True)).get(outcome[0])
            said = difference(outcome, "less" if by_cost else "more")
            if by_cost and outcome[2]:
                assert cell == "-"  # where the other serves nothing it costs nothing
            elif side:
                assert cell == (f"{side}, {said}" if said else side)
            else:
                assert (
                    cell in {"neither": ["-"], "unsure": ["open"], "level": ["the same", "about the same"]}[outcome[0]]
                )
