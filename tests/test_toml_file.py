"""Where a key of a TOML file stands: the line on which a person wrote it, whatever shape the file has."""

import tomllib
from pathlib import Path

import pytest

from site_builder.errors import Problems
from site_builder.settings.toml_file import KeyPath, TomlFile, read_toml


def place(text: str, *keys: str | int) -> str:
    """The place of a key in a TOML text that is called f."""
    return TomlFile("f", text, tomllib.loads(text)).place(keys)


def read(path: Path, content: bytes) -> tuple[TomlFile | None, list[str]]:
    """Read a file with this content as f.toml, with the problems met."""
    path.write_bytes(content)
    problems = Problems()
    return read_toml(path, "f.toml", problems), [str(problem) for problem in problems]


def test_a_key_at_the_top_stands_on_its_line():
    assert place("# first\n\na = 1\nb = 2\n", "b") == "f:4"


def test_a_key_of_a_table_is_not_taken_for_one_of_another_table():
    text = "a = 1\n[x]\na = 2\n[y]\na = 3\n"
    assert [place(text, "a"), place(text, "x", "a"), place(text, "y", "a")] == ["f:1", "f:3", "f:5"]


def test_a_table_stands_on_its_header():
    text = "[x]\na = 1\n\n[ y . z ]  # the other\nb = 2\n"
    assert [place(text, "x"), place(text, "y", "z"), place(text, "y", "z", "b")] == ["f:1", "f:4", "f:5"]


def test_a_table_that_only_headers_below_it_name_stands_on_the_first_of_them():
    """A misspelt [gpu.b300] is the place of the unknown key `gpu`."""
    text = "a = 1\n[gpu.b300]\nb = 2\n[gpu.h100]\nb = 3\n"
    assert place(text, "gpu") == "f:2"


def test_dotted_keys_stand_on_their_line_with_each_of_their_parts():
    text = "x . y.z = 1\nx.\"y z\".'w' = 2\n[t]\nx.y = 3\n"
    wanted: dict[KeyPath, str] = {
        ("x",): "f:1",
        ("x", "y"): "f:1",
        ("x", "y", "z"): "f:1",
        ("x", "y z", "w"): "f:2",
        ("t", "x"): "f:4",
        ("t", "x", "y"): "f:4",
    }
    assert {keys: place(text, *keys) for keys in wanted} == wanted


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ('"a.b"', "a.b"),
        ("'a.b'", "a.b"),
        ('"a = [1] # no"', "a = [1] # no"),
        ("'[\"a\"]'", '["a"]'),
        (r'"say \"a\" = 1"', 'say "a" = 1'),
        (r'"\u00b9"', "¹"),
        ('""', ""),
        ("12", "12"),
        ("-", "-"),
    ],
)
def test_a_quoted_or_odd_key_is_known_by_its_meaning(written: str, name: str):
    assert place(f"first = 0\n{written} = 1\n", name) == "f:2"


def test_a_quoted_key_in_a_header_is_known_by_its_meaning():
    text = '[models."a.b".\'c]\']\nd = 1\n[[ "[e]" ]]\nd = 2\n'
    assert place(text, "models", "a.b", "c]", "d") == "f:2"
    assert place(text, "[e]", 0, "d") == "f:4"


def test_each_table_of_an_array_has_its_own_place():
    text = "[[t]]\na = 1\n\n[[t]]\na = 2\n"
    assert [place(text, "t"), place(text, "t", 0), place(text, "t", 1)] == ["f:1", "f:1", "f:4"]
    assert [place(text, "t", 0, "a"), place(text, "t", 1, "a")] == ["f:2", "f:5"]


def test_tables_and_arrays_inside_an_array_belong_to_its_newest_element():
    text = """\
[[t]]
[[t.u]]
a = 1
[[t.u]]
a = 2
[t.v]
a = 3
[[t]]
[[t.u]]
a = 4
[t.u.w.x]
a = 5
"""
    wanted: dict[KeyPath, str] = {
        ("t", 0, "u", 0, "a"): "f:3",
        ("t", 0, "u", 1): "f:4",
        ("t", 0, "u", 1, "a"): "f:5",
        ("t", 0, "v"): "f:6",
        ("t", 0, "v", "a"): "f:7",
        ("t", 1): "f:8",
        ("t", 1, "u"): "f:9",
        ("t", 1, "u", 0, "a"): "f:10",
        ("t", 1, "u", 0, "w", "x", "a"): "f:12",
    }
    assert {keys: place(text, *keys) for keys in wanted} == wanted


def test_a_key_inside_an_inline_table_or_list_stands_where_that_begins():
    text = "a = 1\nb = [\n  { c = 1 },\n  { c = 2 },\n]\nd = { e = { f = 1 } }\n"
    assert place(text, "b", 1, "c") == "f:2"
    assert place(text, "d", "e", "f") == "f:6"


def test_an_absent_key_stands_where_its_table_does_and_at_the_top_where_the_file_does():
    text = "a = 1\n[x]\nb = 2\n"
    assert [place(text, "x", "gone"), place(text, "gone"), place(text)] == ["f:2", "f", "f"]


@pytest.mark.parametrize(
    "value",
    [
        '"""\n[x]\nlast = 1 # "\n"""',
        '"""\\"""\nlast = 1\n\\\\"""',
        '"""two quotes end it\n"""""',
        "'''\n[[x]]\nlast = \"\"\"\n'''",
        "'''\n'' last = 1\n'''''",
        '[\n  "]", # ] last = 1\n  [ \'[\', "#" ],\n]',
        '[ """one quote ends it"""", "]",\n"b" ]',
        '[ { a = "}" },\n  { b = ["""]\nlast = 1"""] },\n]',
        '"[x] # = \\" {"\n# it\'s "no string\n',
        '\'\\\'\n# """\n',
        '""\n\n\n',
        "2026-08-15 10:00:00Z # last = 1\n\t\n",
    ],
)
def test_signs_inside_values_and_comments_are_not_structure(value: str):
    """The key after a value stands on its own line, however many lines and signs the value has."""
    text = f"first = {value}\nlast = 1\n"
    assert place(text, "last") == f"f:{text.count(chr(10))}"
    assert place(text, "first") == "f:1"


def test_a_file_may_end_without_a_line_end():
    assert place("a = 1\nb = [1,\n2]", "b") == "f:2"


def test_windows_line_ends_and_a_byte_order_mark_change_nothing(tmp_path: Path):
    text = 'a = """\r\n[x]\r\n"""\r\n\r\n[t]\r\nb = 2\r\n'
    file, problems = read(tmp_path / "x", b"\xef\xbb\xbf" + text.encode())
    assert problems == []
    assert file is not None
    assert file.values == {"a": "[x]\n", "t": {"b": 2}}
    assert [file.place(("a",)), file.place(("t",)), file.place(("t", "b"))] == ["f.toml:1", "f.toml:5", "f.toml:6"]


def test_an_empty_file_has_no_values(tmp_path: Path):
    file, problems = read(tmp_path / "x", b"")
    assert (file and file.values, problems) == ({}, [])


def test_a_missing_file_is_an_error(tmp_path: Path):
    problems = Problems()
    assert read_toml(tmp_path / "x", "f.toml", problems) is None
    assert [str(problem) for problem in problems] == [
        "f.toml: error: the file does not exist, expected a catalog there [missing-file]"
    ]


def test_a_folder_in_place_of_a_file_is_an_error(tmp_path: Path):
    problems = Problems()
    assert read_toml(tmp_path, "f.toml", problems) is None
    assert [str(problem) for problem in problems] == [
        "f.toml: error: cannot be read (Is a directory), expected a readable file [unreadable-file]"
    ]


@pytest.mark.parametrize(
    ("content", "byte"),
    [
        (b'name = "caf\xe9"\n', 11),
        ("name = 1\n".encode("utf-16"), 0),
        (b'\xef\xbb\xbfname = "caf\xe9"\n', 14),
    ],
)
def test_a_file_that_is_not_utf8_is_an_error_with_the_byte(tmp_path: Path, content: bytes, byte: int):
    """The byte is counted from the start of the file, a byte order mark included."""
    file, problems = read(tmp_path / "x", content)
    assert file is None
    assert problems == [f"f.toml: error: byte {byte} is not UTF-8 text, expected a TOML file saved as UTF-8 [not-utf8]"]


@pytest.mark.parametrize(
    ("text", "line", "found"),
    [
        ("a = 1\nb 2\n", 2, "Expected '=' after a key in a key/value pair"),
        ("a = 1\n\na = 2\n", 3, "Cannot overwrite a value"),
        ("a = 1\n\na = 2", 3, "Cannot overwrite a value"),
        ("[t.u]\n[v]\n[t.u]\n", 3, "Cannot declare ('t', 'u') twice"),
        ("[t\na = 1\n", 1, "Expected ']' at the end of a table declaration"),
        ('a = 1\nb = """\nx\n\n', 3, "Unterminated string"),
        ("a = 1\nb =", 2, "Invalid value"),
        ("a = 2026-02-30\n", 1, "Invalid date or datetime"),
    ],
)
def test_what_is_not_toml_is_an_error_with_its_line(tmp_path: Path, text: str, line: int, found: str):
    file, problems = read(tmp_path / "x", text.encode())
    assert file is None
    assert problems == [f"f.toml:{line}: error: {found}, expected valid TOML [not-toml]"]


def test_a_syntax_error_after_windows_line_ends_has_its_line(tmp_path: Path):
    _, problems = read(tmp_path / "x", b"a = 1\r\n\r\nb = \r\n")
    assert problems == ["f.toml:3: error: Invalid value, expected valid TOML [not-toml]"]


@pytest.mark.parametrize("value", ["[" * 5000 + "]" * 5000, "1" * 5000], ids=["deep", "long"])
def test_toml_that_python_cannot_hold_is_an_error_and_not_a_crash(tmp_path: Path, value: str):
    """Lists too deep and numbers too long are faults of the file."""
    file, problems = read(tmp_path / "x", f"a = {value}\n".encode())
    assert file is None
    assert [problem.startswith("f.toml") and problem.endswith("[not-toml]") for problem in problems] == [True]
