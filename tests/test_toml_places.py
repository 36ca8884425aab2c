"""For any TOML document, the place of each key is the line on which it was written."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.errors import Problems
from site_builder.settings.toml_file import KeyPath, read_toml

# How a value is written; {line} is the line that its key stands on, so that the parsed document tells every place.
VALUES = [
    "{line}",
    "'{line}'",
    '"{line} ] }} [t] # = \\" \'\'\' "  # [ " {{',
    '\'{line} ] }} """ \\\'',
    '"""{line}\n[no.table]\nno_key = "1"\n\'\'\' # \\""" ""\n"""',
    "'''{line}\n[[no]]\n\"\"\" no = [\n'' '''",
    "[{line}]",
    "[\n  # a [ comment ] with \"quotes\n  {line},\n\n  [ \"]\", '[' ], # it's\n]",
    "[{line}, {{ a = ']', b = [\"}}\"] }}, '''\n]''' ]",
    "{{ inside = {line}, more.inside = {line}, 'x = y' = {{ inside = {line} }} }}",
]
BETWEEN = ["", "\n", "# comment\n", "  # a = [ \" ' '''\n", "\t\n\n"]
NAMES = ["k{n}", "{n}", "-k_{n}", '"k{n} = [1]"', "'k{n}.\"x\" # '", '"\\"k{n}\\t"', '"é{n} ]"']


class Document:
    """A TOML text that grows; every name in it is used once, save those of arrays of tables."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.text = ""
        self._draw = draw
        self._names = 0
        self._arrays: list[tuple[str, ...]] = []

    def grow(self) -> None:
        """Add a key, a table or an element of an array of tables, with lines between."""
        self.text += self._draw(st.sampled_from(BETWEEN))
        kind = self._draw(st.sampled_from(["key", "key", "key", "table", "array", "element"]))
        if kind == "key":
            dotted = [self._name() for _ in range(self._draw(st.integers(1, 3)))]
            self._put(" . ".join(dotted) if self._draw(st.booleans()) else ".".join(dotted))
        elif kind == "element" and self._arrays:
            self._open(self._draw(st.sampled_from(self._arrays)), "[[{}]]")
        else:
            outer = self._draw(st.sampled_from([(), *self._arrays]))
            names = (*outer, *(self._name() for _ in range(1 if kind == "array" else self._draw(st.integers(1, 2)))))
            self._open(names, "[[{}]]" if kind == "array" else "[ {} ] # [x]")
            if kind == "array":
                self._arrays.append(names)

    def _open(self, names: tuple[str, ...], header: str) -> None:
        """A header, and below it a key that tells where it stands."""
        line = self.text.count("\n") + 1
        self.text += f"{header.format('.'.join(names))}\nheader = {line}\n"

    def _put(self, key: str) -> None:
        value = self._draw(st.sampled_from(VALUES)).format(line=self.text.count("\n") + 1)
        self.text += f"{self._draw(st.sampled_from(['', '  ']))}{key} = {value}\n"

    def _name(self) -> str:
        self._names += 1
        return str(self._draw(st.sampled_from(NAMES))).format(n=self._names)


@st.composite
def documents(draw: st.DrawFn) -> str:
    document = Document(draw)
    for _ in range(draw(st.integers(0, 25))):
        document.grow()
    return document.text


def written_lines(values: dict[str, Any], path: KeyPath = ()) -> Iterator[tuple[KeyPath, int]]:
    """Every key path of a parsed document, with the line that its own value tells."""
    if "header" in values:
        yield path, values["header"]
    for name, value in values.items():
        here = (*path, name)
        if isinstance(value, dict):
            yield from written_lines(value, here)
        elif isinstance(value, list) and "header" in _first_table(value):
            for index, element in enumerate(value):
                yield from written_lines(element, (*here, index))
        elif name != "header":
            yield here, _told_by(value)


def _first_table(values: list[Any]) -> dict[str, Any]:
    return values[0] if isinstance(values[0], dict) else {}


def _told_by(value: object) -> int:
    if isinstance(value, list):
        return _told_by(value[0])
    return int(str(value).split()[0])


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("toml") / "x.toml"


@given(text=documents(), windows=st.booleans(), marked=st.booleans(), ended=st.booleans())
def test_each_key_stands_on_the_line_where_it_was_written(
    path: Path, text: str, windows: bool, marked: bool, ended: bool
):
    """Each value of the document holds the number of its line, so the parser itself says what is right."""
    as_saved = text if ended else text.rstrip("\n")
    as_saved = as_saved.replace("\n", "\r\n") if windows else as_saved
    path.write_bytes((b"\xef\xbb\xbf" if marked else b"") + as_saved.encode())
    problems = Problems()
    file = read_toml(path, "x.toml", problems)
    assert [str(problem) for problem in problems] == []
    assert file is not None
    for keys, line in written_lines(file.values):
        assert file.place(keys) == f"x.toml:{line}"
    assert len(list(written_lines(file.values))) >= text.count("header =")
