"""The preview picture of each page: drawn when what it says has changed, taken from the last build when not."""

from __future__ import annotations

from site_builder.output.previous import PreviousFiles
from site_builder.pictures import Card, card_id, draw_card
from site_builder.render import CardText
from site_builder.routes import beside


class Pictures:
    """Makes the pictures of one site."""

    def __init__(self, previous: PreviousFiles) -> None:
        self._previous = previous

    def of(self, text: CardText, page_path: str) -> tuple[str, bytes]:
        """The output path of a page's picture, and the picture. The name changes with what it shows, so that nobody
        keeps an old one."""
        card = Card(text.title, text.figures, text.line, text.site, text.mark)
        path = beside(page_path, f"preview-{card_id(card)}.png")
        known = self._previous.read(path)
        return path, draw_card(card) if known is None else known
