"""The picture that others show beside a link to a page (Open Graph): a card with its title and key figures.

The only font is the one that Pillow brings along, so that a card looks the same on every machine. It has few signs
besides ASCII; a few more are drawn here, and a run of others shows as one box.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import unicodedata
import zlib
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont
from PIL import __version__ as pillow_version

DESIGN: Final = 1  # raise it with every change of the look: it makes all pictures anew
SIZE: Final = (1200, 630)
FRAME: Final = 40  # pixels at each edge that no text reaches
PAPER, TINT, RULE, ACCENT, INK, MUTED, WARN = range(7)
COLOURS: Final = (
    *((251, 250, 247), (230, 241, 238), (220, 216, 207), (11, 107, 93), (27, 26, 23), (95, 91, 83), (138, 75, 0)),
    # Edges of letters; the greys serve ink and muted on both grounds. Up to sixteen colours are half a byte per pixel.
    *((83, 82, 80), (139, 138, 132), (195, 194, 190), (175, 133, 82), (214, 192, 165)),
)

_LEFT, _WIDTH, _TOP, _FLOOR, _GAP = 64, SIZE[0] - 2 * 64, 48, 508, 28
_PAD, _BAR, _COLUMN_GAP, _CHIP_PAD = 28, 8, 56, 20
_TITLE, _VALUE, _LINE, _LABEL, _FOOT = (72, 64, 58, 52, 46), (68, 62, 56, 50, 44, 38), (30, 28, 26), (26,), (30,)
_OVERHANG = 3  # how far a letter reaches out of its own width; less than half a space, so that words do not touch
_LONGEST = 1000  # no card has room for so many letters, so the rest of a text is not looked at

_BOX = "\ufffd"
_BARRED: Final = {"≥": ">", "≤": "<"}
_KNOWN: Final = frozenset(map(chr, range(32, 127))) | frozenset("©«°±´·»‘’“”…‹›⁄™") | frozenset("≥≤–" + _BOX)
_INSTEAD: Final = dict(zip("—−‐×÷≈•μøłđıØŁ", "––-x/~·uoldiOL", strict=True)) | {"→": "->", "€": "EUR ", "ß": "ss"}


@dataclass(frozen=True, slots=True)
class Card:
    """What a picture says. Texts may be empty, and of any length and script.

    figures: up to three values, each with its label, such as ("3,504", "tokens/s per GPU"); no more are drawn.
    line: one sentence. site: the site's name. mark: a warning, such as "Sample data".
    """

    title: str
    figures: tuple[tuple[str, str], ...]
    line: str
    site: str
    mark: str


def card_id(card: Card) -> str:
    """Twelve hex digits that change when the content or the look of the picture does, and only then."""
    content = [DESIGN, pillow_version, card.title, card.figures, card.line, card.site, card.mark]
    # Half a character, which a damaged name may hold and no encoding has, is content like any other.
    coded = json.dumps(content, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return hashlib.sha256(coded).hexdigest()[:12]


def draw_card(card: Card) -> bytes:
    """The card as a PNG of 1200x630 pixels."""
    picture = _base().copy()
    _draw_foot(picture, card)
    figures = _set_figures(card.figures[:3])
    band = max((value.height + label.height + 2 * _PAD - 10 for _, value, label in figures), default=0)
    line = _fit(card.line, _LINE, _WIDTH, most=2)
    room = _FLOOR - _TOP - sum(height + _GAP for height in (band, line.height) if height)
    title = _fit(card.title, _TITLE, _WIDTH, most=2 if figures else 3, room=room, bold=True)
    title = _Lines(title.face, _balance(title))
    top = _TOP + (room - title.height) // 2
    _draw_lines(picture, title, (_LEFT, top), (INK, PAPER))
    top += title.height + _GAP if title.texts else 0
    if figures:
        _draw_band(picture, figures, top, top + band)
        top += band + _GAP
    _draw_lines(picture, line, (_LEFT, top), (MUTED, PAPER))
    picture.putpalette([part for colour in COLOURS for part in colour])
    out = io.BytesIO()
    # Runs of one colour are nearly all there is: looking for nothing else is quicker and no larger.
    picture.save(out, "PNG", bits=4, compress_level=1, compress_type=zlib.Z_RLE)
    return out.getvalue()


@lru_cache(maxsize=1)
def _base() -> Image.Image:
    """What all cards share. Pixels are places in COLOURS; the palette comes last."""
    base = Image.new("L", SIZE, PAPER)
    base.paste(ACCENT, (0, 0, SIZE[0], 12))
    base.paste(RULE, (_LEFT, 524, _LEFT + _WIDTH, 526))
    return base


def _draw_foot(picture: Image.Image, card: Card) -> None:
    mark, top, right, room = _fit(card.mark, _FOOT, _WIDTH // 2, bold=True), 540, _LEFT + _WIDTH, _WIDTH
    if mark.texts:
        wide = _measure(mark.face, mark.texts[0]) + 2 * _CHIP_PAD
        picture.paste(WARN, (right - wide, top, right, SIZE[1] - FRAME))
        _draw_lines(picture, mark, (right - wide + _CHIP_PAD, top + 8), (PAPER, WARN))
        room -= wide + _GAP
    _draw_lines(picture, _fit(card.site, _FOOT, room, bold=True), (_LEFT, top + 8), (INK, PAPER))


def _draw_band(picture: Image.Image, figures: list[tuple[int, _Lines, _Lines]], top: int, end: int) -> None:
    picture.paste(TINT, (_LEFT, top, _LEFT + _WIDTH, end))
    picture.paste(ACCENT, (_LEFT, top, _LEFT + _BAR, end))
    for left, value, label in figures:
        _draw_lines(picture, value, (left, top + _PAD - 8), (INK, TINT))
        _draw_lines(picture, label, (left, top + _PAD - 4 + value.height), (MUTED, TINT))


def _set_figures(figures: tuple[tuple[str, str], ...]) -> list[tuple[int, _Lines, _Lines]]:
    """Where each figure stands, its value and its label; all values in the largest size that keeps them whole."""
    count = max(1, len(figures))
    room = _WIDTH - _BAR - 2 * _PAD - _COLUMN_GAP * (count - 1)
    labels = [min(_measure(_Face(_LABEL[0], bold=False), _shown(label)), 220) for _, label in figures]
    for size in _VALUE:
        values = [_measure(_Face(size, bold=True), _shown(value)) for value, _ in figures]
        wides = list(map(max, values, labels))
        if sum(wides) <= room:
            break
    else:
        wides = [room // count] * count
    placed, left, spare = [], _LEFT + _BAR + _PAD, (room - sum(wides)) // count
    for (value, label), wide in zip(figures, wides, strict=True):
        big = _fit(value, (size,), wide + spare, bold=True)
        placed.append((left, _Lines(big.face, big.texts or ("",)), _fit(label, _LABEL, wide + spare, most=2)))
        left += wide + spare + _COLUMN_GAP
    return placed


class _Face(NamedTuple):
    size: int
    bold: bool

    @property
    def stroke(self) -> float:
        """There is but one weight; bold is drawn with a pen."""
        return self.size / 48 if self.bold else 0

    @property
    def leading(self) -> int:
        return round(self.size * (1.14 if self.bold else 1.3))


class _Lines(NamedTuple):
    face: _Face
    texts: tuple[str, ...]

    @property
    def height(self) -> int:
        return self.face.leading * len(self.texts)


def _fit(
    text: str, sizes: tuple[int, ...], width: int, *, most: int = 1, room: int = SIZE[1], bold: bool = False
) -> _Lines:
    """The text in the largest size that keeps it and its words whole, or cut in the smallest."""
    words = _shown(text).split()
    for size in sizes:
        face = _Face(size, bold)
        end = min(most, room // face.leading)
        lines = _wrap(face, words, width)
        if len(lines) <= end and all(_measure(face, word) <= width for word in words):
            return _Lines(face, tuple(lines))
    if len(lines) > end:
        last = lines[end - 1]
        while _measure(face, last + "…") > width:
            last = last.rpartition(" ")[0] or last[:-1]  # half a number would be another number
        lines[end - 1 :] = [last + "…"]
    return _Lines(face, tuple(lines))


def _balance(lines: _Lines) -> tuple[str, ...]:
    """As many lines, as even as the words allow."""
    face, texts, words = lines.face, list(lines.texts), " ".join(lines.texts).split()
    longest = max((_measure(face, word) for word in words), default=0)
    while (narrower := max((_measure(face, text) for text in texts), default=0) - 1) >= longest:
        attempt = _wrap(face, words, narrower)
        if len(attempt) > len(texts):
            break
        texts = attempt
    return tuple(texts)


def _wrap(face: _Face, words: list[str], width: int) -> list[str]:
    """Lines of words; a word that is wider than a line is broken."""
    lines: list[str] = []
    left, space, ahead = -1, _measure(face, " "), words[::-1]
    while ahead:
        word = ahead.pop()
        wide = _measure(face, word)
        if wide + space <= left:
            lines[-1] += " " + word
            left -= wide + space
            continue
        if wide > width:
            end = next(end for end in range(1, len(word)) if _measure(face, word[: end + 1]) > width)
            ahead.append(word[end:])
            word = word[:end]
        lines.append(word)
        left = width - _measure(face, word)
    return lines


def _draw_lines(picture: Image.Image, lines: _Lines, at: tuple[int, int], paint: tuple[int, int]) -> None:
    for number, text in enumerate(lines.texts):
        left, top = at[0], at[1] + number * lines.face.leading
        for word in text.split():
            picture.paste(_drawn(lines.face, word, paint), (left - _OVERHANG, top))
            left += _measure(lines.face, word + " ")


@lru_cache(maxsize=2048)  # most words of a card are on many cards
def _drawn(face: _Face, word: str, paint: tuple[int, int]) -> Image.Image:
    """A word in places of COLOURS. Its picture has the size of its line: nothing of it can lie outside."""
    canvas = Image.new("L", (_measure(face, word) + 2 * _OVERHANG, face.leading))
    left = _OVERHANG
    for sign in word:
        mask, place, top, wide = _glyph(face, sign)
        canvas.paste(255, (left + place, top), mask)
        left += wide
    return canvas.point(_shades(paint))


@lru_cache(maxsize=16)
def _shades(paint: tuple[int, int]) -> list[int]:
    """For each cover of a pixel by a letter, the nearest of our colours; what is nearly all or nothing, is so."""
    ink, ground = (COLOURS[place] for place in paint)
    covers = [min(1, max(0, (cover - 40) / 175)) for cover in range(256)]  # sharper edges are smaller files
    mixed = [[a * cover + b * (1 - cover) for a, b in zip(ink, ground, strict=True)] for cover in covers]
    far = [[sum((a - b) ** 2 for a, b in zip(mix, colour, strict=True)) for colour in COLOURS] for mix in mixed]
    return [each.index(min(each)) for each in far]


@lru_cache(maxsize=16384)
def _measure(face: _Face, text: str) -> int:
    return sum(_glyph(face, sign)[3] for sign in text)


@lru_cache(maxsize=64)
def _font(size: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(size)
    assert isinstance(font, ImageFont.FreeTypeFont), "this Pillow was built without FreeType"
    return font


@lru_cache(maxsize=8192)
def _glyph(face: _Face, sign: str) -> tuple[Image.Image, int, int, int]:
    """A sign: its cover, where that begins from the left and from the top of the line, and the width of the sign."""
    size, stroke, font, letter = face.size, face.stroke, _font(face.size), _BARRED.get(sign, sign)
    above = round(size * 0.15)  # the font leaves this empty
    foot, thick, right = font.getmetrics()[0] - above, max(2, round(size * 0.055 + 2 * stroke)), round(size * 1.5)
    canvas, top, wide = Image.new("L", (3 * size, 2 * size)), -above, font.getlength("0")
    pen = ImageDraw.Draw(canvas)
    if sign == _BOX:
        pen.rectangle((size + 2, foot - round(size * 0.7), right, foot - 1), outline=255, width=thick // 2)
    elif sign == "–":
        pen.rectangle((size + 2, foot - round(size * 0.29), right, foot - round(size * 0.29) + thick - 1), fill=255)
    else:
        if sign in _BARRED:
            pen.rectangle((size + thick, foot - thick, right, foot - 1), fill=255)
            top -= round(1.3 * thick)
        elif not sign.isascii() and sign.isdigit():  # raised
            font, letter, top = _font(round(size * 0.6)), str(unicodedata.digit(sign)), round(size * 0.11) - above
        pen.text((size, top), letter, 255, font, stroke_width=stroke)
        wide = font.getlength(letter)
    box = canvas.getbbox() or (size, 0, size + 1, 1)
    return canvas.crop(box), box[0] - size, box[1], round(wide + stroke / 2)


@lru_cache(maxsize=4096)
def _stand_in(sign: str) -> str:
    """What shows for a sign: itself, its plain parts, nothing or a box."""
    if sign in _KNOWN:
        return sign
    form, kind, plain = unicodedata.decomposition(sign), unicodedata.category(sign), unicodedata.normalize("NFKD", sign)
    if form.startswith("<super>"):
        return sign if sign.isdigit() else _BOX  # small and raised: 10² is not 102
    if kind == "Cc" or sign.isspace():
        return " "
    # Accents and joiners are nothing alone. A stroke through a sign is not: without it, ≠ would read as =.
    if kind in {"Cf", "Mn", "Me"} and unicodedata.combining(sign) != 1:
        return ""
    if plain == sign:
        return _INSTEAD.get(sign, _BOX)
    return " " * form.startswith("<fraction>") + "".join(map(_stand_in, plain))


def _shown(text: str) -> str:
    """The text in signs that can be drawn, with single spaces, and one box for each run of others."""
    signs = "".join(map(_stand_in, text[:_LONGEST]))
    return " ".join(re.sub(f"{_BOX}+", _BOX, signs).split())
