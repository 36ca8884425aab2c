"""Which files are read, and what is said of those that cannot be."""

import os
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.dataset import parquet
from site_builder.errors import Problems
from tests.folders import row, write_rows
from tests.reading import Store, copies

LFS_POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a21\nsize 12345\n"
PLACE = "data/benchmarks/a.parquet: error:"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


@pytest.mark.parametrize("count", [1, 2, 7])
def test_any_number_of_files_is_read(store, count):
    """Rows of all files count, each under its file and its row number there."""
    for number in range(count):
        store.rows(copies(2), f"{number}.parquet")
    rows = store.dataset().rows
    assert rows.files == tuple(f"data/benchmarks/{number}.parquet" for number in range(count))
    assert [rows.place(position) for position in range(len(rows))] == [
        f"data/benchmarks/{number}.parquet row {line}" for number in range(count) for line in (1, 2)
    ]


def test_files_are_taken_by_path_whatever_their_depth(store):
    """Folders may be nested; the order is that of the paths."""
    for file in ("z.parquet", "b/c/d.parquet", "a.parquet", "b/a.parquet"):
        store.rows([row()], file)
    names = ("a.parquet", "b/a.parquet", "b/c/d.parquet", "z.parquet")
    assert store.dataset().rows.files == tuple(f"data/benchmarks/{name}" for name in names)


def test_other_files_beside_are_ignored(store):
    """Only names that end in .parquet count, in either letter case."""
    store.rows([row()], "a.parquet")
    store.rows([row(conc=2)], "B.PARQUET")
    for name in ("README.md", "_SUCCESS", "a.parquet.crc", "notes.parquet.txt", "parquet"):
        store.raw(b"not rows", name)
    assert sorted(store.values("conc")) == [1, 2]


def test_folder_named_like_a_file_holds_files(store):
    """A folder x.parquet, as some tools write, is a folder: its files are read."""
    store.rows([row(conc=3)], "x.parquet/part-0.parquet")
    assert store.dataset().rows.files == ("data/benchmarks/x.parquet/part-0.parquet",)


def test_empty_folder_named_like_a_file_is_no_file(store):
    """A folder x.parquet without files gives none."""
    (store.folder / "x.parquet").mkdir()
    assert store.faults() == [
        "data/benchmarks: error: no *.parquet file in it or below it, expected at least one [no-data]"
    ]


def test_missing_folder_is_named(store):
    """No data/benchmarks/ is an error of its own, and the only one."""
    store.folder.rmdir()
    assert store.faults() == [
        "data/benchmarks: error: the folder does not exist, expected Parquet files in it [no-data]"
    ]


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", "the file is empty (0 bytes)"),
        (b"model,hardware\nkimik2.6,b300\n", "the content is not Parquet"),
        (b"P", "the content is not Parquet"),
        (LFS_POINTER, "a Git LFS pointer, not the data itself (git lfs pull fetches it)"),
        (b"PAR1", "the file is cut off before its end"),
        (b"PAR1PAR1", "the file is cut off before its end"),
        (b"PAR1 the rest never came", "the file is cut off before its end"),
    ],
)
def test_foreign_file_is_told_by_its_content(store, content, fault):
    """Whatever is not Parquet is named with what it is instead."""
    store.raw(content)
    assert store.faults() == [f"{PLACE} {fault}, expected a Parquet file [not-parquet]"]


def test_half_a_file_is_cut_off(store):
    """A copy that stopped half-way is named as one."""
    whole = store.rows(copies(50)).read_bytes()
    store.raw(whole[: len(whole) // 2])
    assert store.faults() == [f"{PLACE} the file is cut off before its end, expected a Parquet file [not-parquet]"]


@pytest.mark.parametrize(
    ("footer", "before", "after"),
    [
        (9999, "damaged or not Parquet (", "), expected a whole Parquet file [not-parquet]"),
        (100, "damaged or cut off (", "), expected a whole, readable Parquet file [not-parquet]"),
    ],
)
def test_damaged_footer_is_named(store, footer, before, after):
    """Bytes between two right ends that mean nothing: the reason that Arrow gives stands in brackets."""
    store.raw(b"PAR1" + b"\xff" * 200 + footer.to_bytes(4, "little") + b"PAR1")
    (line,) = store.faults()
    assert line.startswith(f"{PLACE} {before}")
    assert line.endswith(after)


def _chunk(path: Path, column: str) -> tuple[int, int]:
    """Where the bytes of one column of a file start and end."""
    group = pq.ParquetFile(path).metadata.row_group(0)
    found = next(group.column(i) for i in range(group.num_columns) if group.column(i).path_in_schema == column)
    start = found.dictionary_page_offset or found.data_page_offset
    return start, start + found.total_compressed_size


def _spoil(path: Path, column: str) -> None:
    start, end = _chunk(path, column)
    content = bytearray(path.read_bytes())
    content[start:end] = b"\xff" * (end - start)
    path.write_bytes(content)


def test_damage_in_a_needed_column_is_an_error(store):
    """A file with a sound frame and spoilt content inside is refused with its name."""
    _spoil(store.rows(copies(50)), "conc")
    (line,) = store.faults()
    assert line.startswith(f"{PLACE} damaged or ")
    assert line.endswith(" Parquet file [not-parquet]")


def test_damage_in_a_column_that_nobody_needs_does_not_matter(store):
    """Only needed columns are read: one that is not may even be unreadable."""
    _spoil(store.rows(copies(50, trace=[0.5, 1.5])), "trace.list.element")
    assert store.values("conc") == list(range(1, 51))


def test_only_needed_columns_are_asked_for(store, monkeypatch):
    """The file is asked for the columns that the builder knows, and for no other."""
    asked: list[list[str]] = []
    plain_read = pq.ParquetFile.read

    def read(self, *args, **options):
        asked.append(options["columns"])
        return plain_read(self, *args, **options)

    monkeypatch.setattr(pq.ParquetFile, "read", read)
    metrics = {"median_ttft": 0.1, "gpu_log": "x" * 1000}
    store.rows([row(prompt="y" * 1000, metrics=metrics)])
    store.dataset()
    assert [sorted(columns) for columns in asked] == [sorted([*row(), "metrics.median_ttft"])]


def test_file_that_cannot_be_opened_is_named(store, monkeypatch):
    """A file without the right to read it: the reason of the system stands in brackets."""
    store.rows([row()])

    def refuse(self, *args, **options):
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "open", refuse)
    assert store.faults() == [
        f"{PLACE} cannot be read (Permission denied), expected a whole, readable Parquet file [unreadable-file]"
    ]


def test_link_to_nothing_is_named(store):
    """A dangling link is a file that cannot be read, not one to pass over."""
    (store.folder / "a.parquet").symlink_to(store.folder / "gone")
    assert store.faults() == [
        f"{PLACE} cannot be read (No such file or directory), expected a whole, readable Parquet file [unreadable-file]"
    ]


def test_folder_that_cannot_be_listed_is_an_error(store, monkeypatch):
    """Rows in a folder without the right to list it are never left out quietly."""
    store.rows([row()])
    store.rows([row(conc=2)], "closed/b.parquet")
    plain_scan = os.scandir

    def refuse(path="."):
        if Path(path).name == "closed":
            raise PermissionError(13, "Permission denied", str(path))
        return plain_scan(path)

    monkeypatch.setattr(os, "scandir", refuse)
    (line,) = store.faults()
    assert line.startswith("data/benchmarks/closed: error: ")
    assert "Permission denied" in line


def test_reason_without_words_is_named_by_its_kind(store, monkeypatch):
    """A fault that says nothing is named by what it is."""
    store.rows([row()])

    def refuse(path):
        raise pa.ArrowInvalid

    monkeypatch.setattr(pq, "ParquetFile", refuse)
    assert store.faults() == [
        f"{PLACE} damaged or not Parquet (ArrowInvalid), expected a whole Parquet file [not-parquet]"
    ]


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> bytes:
    return write_rows(tmp_path_factory.mktemp("whole") / "a.parquet", copies(20)).read_bytes()


@given(st.data())
def test_no_start_of_a_file_is_taken_for_a_whole_one(whole, tmp_path_factory, data):
    """Wherever a copy stops, the file is refused with its name."""
    length = data.draw(st.integers(0, len(whole) - 1))
    path = tmp_path_factory.getbasetemp() / "cut.parquet"
    path.write_bytes(whole[:length])
    problems = Problems()
    assert parquet.read_file(path, path.parent, "cut.parquet", problems) is None
    assert [problem.place for problem in problems] == ["cut.parquet"]


@given(st.data())
def test_changed_bytes_never_escape_as_anything_but_a_named_fault(whole, tmp_path_factory, data):
    """A file with wrong bytes is read or refused by name: no other exception comes out."""
    content = bytearray(whole)
    for at in data.draw(st.lists(st.integers(4, len(whole) - 5), min_size=1, max_size=4)):
        content[at] = data.draw(st.integers(0, 255))
    path = tmp_path_factory.getbasetemp() / "changed.parquet"
    path.write_bytes(content)
    problems = Problems()
    found = parquet.read_file(path, path.parent, "changed.parquet", problems)
    assert (found is None) == (len(problems) == 1)
