"""`python -m handbook`: write docs/templates.md."""

from pathlib import Path

from handbook.document import document
from handbook.examples import find_examples
from handbook.sample_site import sample_contexts

PAGE = Path(__file__).resolve().parent.parent / "docs" / "templates.md"


def page() -> str:
    """The whole page, as the code is now."""
    return document(find_examples(sample_contexts()))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"Wrote docs/{PAGE.name}.")
