"""The picture of a page: what any card keeps to, whatever its texts are."""

import hashlib
import io
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from site_builder import pictures
from site_builder.pictures import COLOURS, FRAME, INK, MUTED, PAPER, RULE, SIZE, TINT, WARN, Card, card_id, draw_card
from tests.folders import PROJECT
from tests.running import run_python

EMPTY = Card("", (), "", "", "")
FULL = Card(
    "DeepSeek Coder V2 Lite 16B Instruct on GB300 NVL72, fp4 against fp8",
    (
        ("≥ 1,234,567", "tokens/s per GPU"),
        ("~$0.045", "per million tokens¹"),
        ("Dynamo TRTLLM", "in FP4 · 50 tokens/s"),
    ),
    "At 50 tokens/s per user, B200 delivers an estimated 10,603 tokens/s per GPU for DeepSeek R1, with TRTLLM in FP4.",
    "LLM Inference Reports",
    "Sample data",
)
CHINESE = "\u901a\u4e49\u5343\u95ee"
ROCKET = "\U0001f680"
LONG = (
    *("W" * 300, "i" * 1500, "many words of a name " * 15, "9" * 300, "\u0301" * 300, "a\u0301" * 150, "¹" * 300),
    *(CHINESE * 75, f"{CHINESE} " * 60, "\ud800" * 9, "\x00\x1b[0m\r\n\t\x7f\x85", "\u2028\u200d\ufeff", "\u202eabc"),
)
# Of any text, chance makes short and strange ones; the second kind fills its place in many widths.
texts = st.one_of(
    st.text(st.characters(exclude_categories=()), max_size=300),
    st.text(st.sampled_from("Wi9 gj|_@≥≤–¹²³…" + CHINESE), max_size=400),
    st.sampled_from(LONG),
)
cards = st.builds(Card, texts, st.lists(st.tuples(texts, texts), max_size=3).map(tuple), texts, texts, texts)


def opened(card: Card) -> Image.Image:
    image = Image.open(io.BytesIO(draw_card(card)))
    image.load()
    return image


def part(card: Card, left: int, top: int, right: int, bottom: int) -> bytes:
    """The pixels of a part of a picture, as places in the palette."""
    return opened(card).crop((left, top, right, bottom)).tobytes()


def look_alike(one: str, other: str) -> bool:
    """Whether two titles give one picture."""
    return draw_card(replace(FULL, title=one)) == draw_card(replace(FULL, title=other))


def luminance(colour: tuple[int, int, int]) -> float:
    parts = [each / 255 for each in colour]
    red, green, blue = (each / 12.92 if each <= 0.03928 else ((each + 0.055) / 1.055) ** 2.4 for each in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("card", [EMPTY, FULL, replace(FULL, figures=()), replace(FULL, figures=FULL.figures[:1])])
def test_a_picture_is_a_small_png_of_the_usual_size(card):
    image = opened(card)
    assert (image.format, image.size, image.mode) == ("PNG", (1200, 630), "P")
    assert len(draw_card(card)) < 30_000


def test_the_palette_is_that_of_the_site():
    """The named colours are those of the light style sheet, and the file holds no others than the card's."""
    css = (PROJECT / "templates/assets/site.css").read_text(encoding="utf-8").partition("@media")[0]
    named = dict(re.findall(r"--(\w+): #(\w{6});", css))
    order = ("paper", "tint", "rule", "accent", "ink", "muted", "warn")
    assert [bytes(colour).hex() for colour in COLOURS[:7]] == [named[name] for name in order]
    palette = opened(FULL).getpalette()
    assert palette is not None
    assert palette[: 3 * len(COLOURS)] == [value for colour in COLOURS for value in colour]


@pytest.mark.parametrize(
    ("ink", "ground"), [(INK, PAPER), (INK, TINT), (MUTED, PAPER), (MUTED, TINT), (PAPER, WARN)], ids=str
)
def test_texts_stand_out(ink, ground):
    """Every colour of text has a contrast of at least 4.5 to 1 to its ground."""
    darker, lighter = sorted(luminance(COLOURS[place]) for place in (ink, ground))
    assert (lighter + 0.05) / (darker + 0.05) >= 4.5


@given(cards)
def test_nothing_leaves_its_room(card):
    """Whatever the texts are: the edges, and what is around the rule above the foot, are as on the empty card."""
    image, empty = opened(card), opened(EMPTY)
    wide, high = SIZE
    edges = [(0, 0, wide, FRAME), (0, high - FRAME, wide, high), (0, 0, FRAME, high), (wide - FRAME, 0, wide, high)]
    for box in (*edges, (0, 510, wide, 540)):
        assert image.crop(box).tobytes() == empty.crop(box).tobytes()
    assert len(draw_card(card)) < 40_000


def test_the_empty_card_has_but_its_rules():
    assert set(part(EMPTY, FRAME, FRAME, SIZE[0] - FRAME, SIZE[1] - FRAME)) == {PAPER, RULE}


@given(cards)
def test_a_card_is_the_same_picture_every_time(card):
    assert draw_card(card) == draw_card(replace(card))
    assert card_id(card) == card_id(replace(card))


def test_another_process_draws_the_same(tmp_path):
    """Names of files and their bytes do not depend on the process, nor on what it drew before."""
    draw_card(replace(FULL, title="Another"))
    code = f"""if True:
        import hashlib
        from site_builder.pictures import Card, card_id, draw_card
        card = {FULL!r}
        print(card_id(card), hashlib.sha256(draw_card(card)).hexdigest())"""
    child = run_python("-X", "utf8", "-c", code, cwd=tmp_path, PYTHONHASHSEED="7", LC_ALL="C")
    assert child.stdout.split() == [card_id(FULL), hashlib.sha256(draw_card(FULL)).hexdigest()], child.stderr


@given(cards, cards)
def test_an_id_belongs_to_one_content(one, other):
    assert (card_id(one) == card_id(other)) == (one == other)
    assert re.fullmatch("[0-9a-f]{12}", card_id(one))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Card("a", (), "b", "", ""), Card("a", (), "", "b", "")),
        (Card("a", (("b", "c"),), "", "", ""), Card("a", (("b", ""), ("c", "")), "", "", "")),
        (Card("\ud83d\ude80", (), "", "", ""), Card(ROCKET, (), "", "", "")),
        (Card("\ud800", (), "", "", ""), Card("\udfff", (), "", "", "")),
        (Card("é", (), "", "", ""), Card("e\u0301", (), "", "", "")),
    ],
    ids=["place", "figures", "halves", "broken", "accents"],
)
def test_contents_that_look_alike_have_ids_of_their_own(one, other):
    assert card_id(one) != card_id(other)


@pytest.mark.parametrize(("name", "value"), [("DESIGN", 0), ("pillow_version", "0.0")])
def test_another_design_or_pillow_gives_another_id(name, value, monkeypatch):
    before = card_id(FULL)
    monkeypatch.setattr(pictures, name, value)
    assert card_id(FULL) != before


@pytest.mark.parametrize(
    "changed",
    [
        *({"title": ""}, {"line": ""}, {"site": ""}, {"mark": ""}, {"title": "Other"}, {"line": "Other"}),
        *({"site": "Other"}, {"mark": "Other"}, {"figures": ()}, {"figures": FULL.figures[:1]}),
        *({"figures": FULL.figures[:2]}, {"figures": FULL.figures[::-1]}),
    ],
    ids=str,
)
def test_every_text_of_a_card_shows(changed):
    assert draw_card(replace(FULL, **changed)) != draw_card(FULL)


def test_a_mark_is_a_patch_of_the_warning_colour():
    """Nothing else has that colour, so a card without a mark is free of it."""
    assert opened(FULL).tobytes().count(WARN) > 5000
    assert opened(replace(FULL, mark="")).tobytes().count(WARN) == 0


def test_a_long_name_of_the_site_ends_before_the_mark():
    """Between the two is paper, however long both are."""
    foot = opened(replace(FULL, site="W" * 99, mark="M" * 99)).crop((64, 541, SIZE[0] - 64, 589))
    columns = [set(foot.crop((left, 0, left + 1, foot.height)).tobytes()) for left in range(foot.width)]
    first = next(left for left, colours in enumerate(columns) if WARN in colours)
    assert columns[first - 24 : first] == [{PAPER}] * 24


def test_figures_beyond_three_are_left_out():
    four = (*FULL.figures, ("4", "fourth"))
    assert draw_card(replace(FULL, figures=four)) == draw_card(FULL)


def test_digits_are_of_one_width():
    """Other digits of the same number move nothing that stands beside them."""
    narrow, wide = (replace(EMPTY, figures=((value, "a"), ("5", "b"))) for value in ("1,111,111", "8,888,888"))
    assert part(narrow, 500, 0, *SIZE) == part(wide, 500, 0, *SIZE)
    assert part(narrow, 0, 0, 500, SIZE[1]) != part(wide, 0, 0, 500, SIZE[1])


@pytest.mark.parametrize(
    ("sign", "other"),
    [
        *((">= 1", "≥ 1"), ("> 1", "≥ 1"), ("≤ 1", "≥ 1"), ("< 1", "≤ 1"), ("~1", "1"), ("1 · 2", "1 2"), ("$1", "1")),
        *(("1–2", "1-2"), ("1–2", "12"), ("10²", "102"), ("10²", "10³"), ("10⁻³", "10³"), ("10⁻³", "10-3")),
        *(("a ≠ b", "a = b"), ("3½", "31⁄2"), ("3½", "3"), (f"{CHINESE} 7B", "7B"), (ROCKET, ""), ("\ud800", "")),
    ],
)
def test_what_means_something_else_looks_different(sign, other):
    """Also a sign that cannot be drawn leaves a box, so that a text never reads as another one."""
    assert not look_alike(sign, other)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        *(("Café", "Cafe"), ("Cafe\u0301", "Cafe"), ("Straße", "Strasse"), ("Ｈ１００", "H100"), ("8×", "8x")),
        *(
            ("a\u00a0b", "a b"),
            ("a \n\tb\x00", "a b"),
            ("a\u2011b", "a-b"),
            ("a\u200b\ufeffb", "ab"),
            ("50 µs", "50 us"),
        ),
        *((CHINESE, ROCKET), (f"{ROCKET}\u200d{ROCKET}", ROCKET), ("€5", "EUR 5"), ("−5", "–5")),
    ],
)
def test_signs_that_the_font_lacks_show_as_plain_ones(text, plain):
    """Accents fall away, spaces are single, and a run of what no sign is left for is one box."""
    assert look_alike(text, plain)


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_long_texts_are_cut(count):
    """What is beyond the room of a text does not show, and that something is missing does."""
    short, cut, longer = (
        Card(text, ((text, text),) * count, text, text, text)
        for text in ("word " * 200, "word " * 260, "word " * 60 + "other " * 60)
    )
    assert draw_card(short) == draw_card(cut) == draw_card(longer)


@pytest.mark.parametrize("pad", range(0, 60, 4))
def test_a_number_is_not_cut_in_two(pad):
    """Half a number would be another number: where its first digits count, its last does too."""
    whole, start, end = (
        draw_card(replace(FULL, site=f"four words of it {'i' * pad} {number} words", mark="M" * 99))
        for number in ("1222222", "1333333", "1222223")
    )
    assert (whole == start) == (whole == end)


def test_long_titles_shrink_before_they_are_cut():
    """A title that does not fit in large letters is whole in smaller ones, so its last word counts."""
    title = "DeepSeek Coder V2 Lite 16B Instruct Preview on GB300 NVL72, fp4 against"
    assert not look_alike(f"{title} fp8", f"{title} fp6")
    assert look_alike(f"{title * 3} fp8", f"{title * 3} fp6")


def test_a_name_without_spaces_is_broken_before_it_is_cut():
    name = "deepseek-coder-v2-lite-instruct-" * 2
    assert not look_alike(f"{name}a", f"{name}b")
    assert look_alike(f"{name * 3}a", f"{name * 3}b")
