"""Kills builds of a small site at every change that they make to the disk, and looks at what is left each time."""

import os
import shutil
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from site_builder.output.manifest import MANIFEST
from tests.faults import Disk, Fault, dying, names_of_changes, run_and_die, torn
from tests.publishing import AFTER, BEFORE, one_by_one, put
from tests.running import snapshot, stray

SCENES = ("missing", "empty", "built", "kept")
_MINE = "elsewhere.txt"

Found = dict[str, object]


def whole_at_any_instant(out: Path, scene: str, *, every: int = 1) -> int:
    """A killed build leaves the old site or the new one, with all that is somebody else's, and the next build ends as
    if nothing had been. every: only each n-th kill, beside those around the exchange. Gives how many there were.

    out: a folder of an empty working folder."""
    before, after = _whole_sites(out, scene)
    new = []

    def check(when: str) -> None:
        found = _files_in(snapshot(out))
        assert found in (_files_in(before), _files_in(after)), when
        new.append(found == _files_in(after))
        _build(out, scene)()
        assert snapshot(out) == after, when
        assert not stray(Path(), [out.name, _MINE]), when

    count = _kill(out, scene, check, every)
    assert set(new) == {True, False}
    assert Path(_MINE).stat().st_nlink == (2 if scene in ("built", "kept") else 1)
    return count


def whole_files_one_by_one(out: Path, scene: str, *, every: int = 1, beside: bool = True) -> int:
    """The same where no folder can be exchanged: every file is the old one or the new one, and the next build mends.

    beside: whether there is a place for the staging folder beside the output folder."""
    with pytest.MonkeyPatch.context() as patch:
        one_by_one(patch)
        patch.setattr(os, "access", lambda *_: beside)
        before, after = _whole_sites(out, scene)

        def check(when: str) -> None:
            found = _files_in(snapshot(out))
            found.pop(MANIFEST, None)
            found = {name: content for name, content in found.items() if not name.startswith(".public.staging/")}
            assert all(content in (before.get(name), after.get(name)) for name, content in found.items()), when
            assert all(found.get(name) == content for name, content in before.items() if _is_foreign(name)), when
            _build(out, scene)()
            assert snapshot(out) == after, when
            assert not stray(Path(), [out.name, _MINE]), when

        return _kill(out, scene, check, every)


def _prepare(out: Path, scene: str) -> None:
    """The folder of a scene: not there, there with what keeps it in git, or with an earlier site among what is somebody
    else's: files, a folder, an empty one, a link, a file that has another name elsewhere."""
    shutil.rmtree(out, ignore_errors=True)
    Path(_MINE).write_bytes(b"mine")
    if scene == "empty":
        out.mkdir()
        (out / ".gitkeep").write_bytes(b"")
    elif scene != "missing":
        put(out, BEFORE)
        (out / "CNAME").write_bytes(b"example.org")
        (out / "run/gone/notes.txt").write_bytes(b"kept")
        (out / "photos/2026").mkdir(parents=True)
        (out / "photos/2026/a.png").write_bytes(b"png")
        (out / "empty").mkdir()
        (out / "link").symlink_to("/nowhere")
        os.link(_MINE, out / "linked.txt")


def _is_foreign(name: str) -> bool:
    return name not in BEFORE and name not in AFTER and name != MANIFEST


def _build(out: Path, scene: str) -> Callable[[], None]:
    def act() -> None:
        put(out, AFTER, keep_others=scene == "kept")

    return act


def _whole_sites(out: Path, scene: str) -> tuple[Found, Found]:
    """What the folder of a scene holds before and after a build that nothing disturbs."""
    _prepare(out, scene)
    before = snapshot(out)
    _build(out, scene)()
    return before, snapshot(out)


def _files_in(found: Found) -> Found:
    """What a folder holds, folders aside."""
    return {name: content for name, content in found.items() if content is not None}


def _kill(out: Path, scene: str, check: Callable[[str], None], every: int) -> int:
    """Kill a build before each change that it makes to the disk, and within each file that it writes."""
    _prepare(out, scene)
    names = names_of_changes(_build(out, scene))
    kills: list[tuple[int, Fault]] = []
    for at, name in enumerate(names, start=1):
        kills += [(at, fault) for fault in ((dying, torn) if name == "open" else (dying,))]
    around = {at for at, pair in enumerate(pairwise(["", *names, ""])) if "exchange" in pair}
    chosen = [kill for place, kill in enumerate(kills) if place % every == 0 or kill[0] - 1 in around]
    for at, fault in chosen:
        _prepare(out, scene)
        assert run_and_die(_build(out, scene), Disk(at, fault, cleaning=True)), f"change {at}"
        check(f"{fault.__name__} at change {at}: {names[at - 1]}")
    return len(chosen)
