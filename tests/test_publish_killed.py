"""A build that is killed at any instant leaves the whole old site or the whole new one, and the next one mends all.

Here at some changes to the disk; `make torture` kills at all of them, and real builds at random moments."""

from pathlib import Path

import pytest

from tests.killing import SCENES, whole_at_any_instant, whole_files_one_by_one

SOME = 12


@pytest.fixture
def out(tmp_path, monkeypatch):
    """The output folder public/, not made yet, of an empty working folder."""
    monkeypatch.chdir(tmp_path)
    return Path("public")


@pytest.mark.parametrize("scene", SCENES)
def test_a_killed_build_leaves_the_old_site_or_the_new_one(out, scene):
    """First builds, builds over an earlier site, and builds of some pages."""
    assert whole_at_any_instant(out, scene, every=SOME) >= 10


@pytest.mark.parametrize("scene", SCENES)
def test_where_files_are_replaced_one_by_one_each_is_whole(out, scene):
    """Old or new, never torn; and what is somebody else's is always there."""
    assert whole_files_one_by_one(out, scene, every=SOME) >= 4


@pytest.mark.parametrize("scene", ["empty", "built"])
def test_where_only_the_output_can_be_written_each_file_is_whole(out, scene):
    """What waits lies in the output folder itself then, and is gone after the next build."""
    assert whole_files_one_by_one(out, scene, every=SOME, beside=False) >= 4
