"""What killed processes left is cleared by the next that writes there; nothing else is."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from core.files.atomic_write import atomic_write
from core.files.leftovers import (
    LOCK,
    NAMES,
    NEW,
    OLD,
    PREFIX,
    UNLOCKED_SECONDS,
    clear_left,
    working_folder,
)

HOLD = """
import sys
from pathlib import Path
from core.files.leftovers import working_folder
with working_folder(Path(sys.argv[1])) as folder:
    (folder / "new" / "half.tif").write_text("half")
    print(folder.name, flush=True)
    sys.stdin.read()
"""


def holder(folder: Path) -> tuple[subprocess.Popen[str], Path]:
    """A process that works in a folder of its own below, and the folder."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    return process, folder / process.stdout.readline().strip()


def left(parent: Path, name: str = "x") -> Path:
    """The folder of a process that is no more."""
    folder = parent / f"{PREFIX}{name}"
    (folder / NEW).mkdir(parents=True)
    (folder / LOCK).touch()
    return folder


def test_what_a_killed_process_left_is_cleared_by_the_next(tmp_path: Path) -> None:
    process, folder = holder(tmp_path)
    clear_left(tmp_path)
    assert (folder / NEW / "half.tif").exists()  # it is at work
    process.kill()
    process.communicate()
    assert (folder / NEW / "half.tif").exists()
    with atomic_write(tmp_path / "a.txt") as draft:
        assert not folder.exists()
        draft.write_text("new")
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_folders_of_running_threads_and_of_others_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    strange = tmp_path / f"{PREFIX}notes"
    strange.mkdir()
    (strange / LOCK).touch()
    (strange / "my notes.txt").write_text("mine")
    (tmp_path / f"{PREFIX}file").write_text("mine")
    other = left(tmp_path, "other")
    monkeypatch.setattr(os, "getuid", lambda: other.stat().st_uid + 1, raising=False)
    with working_folder(tmp_path) as one, working_folder(tmp_path) as two:
        clear_left(tmp_path)
        assert one.is_dir()
        assert two.is_dir()
    assert strange.is_dir()
    assert (tmp_path / f"{PREFIX}file").exists()
    assert other.is_dir() == hasattr(os, "getuid")


def test_a_folder_that_has_no_lock_yet_is_given_time(tmp_path: Path) -> None:
    folder = left(tmp_path)
    (folder / LOCK).unlink()
    clear_left(tmp_path)
    assert folder.is_dir()
    long_ago = time.time() - UNLOCKED_SECONDS - 1
    os.utime(folder, (long_ago, long_ago))
    clear_left(tmp_path)
    assert not folder.exists()


def moving(parent: Path, at: int) -> None:
    """A data set of three files, killed after `at` of the six steps of its exchange: the old ones
    of two names go aside, then the new ones of three take their places."""
    names = ["a.dbf", "a.shx", "a.shp"]
    for name in ("a.dbf", "a.shp"):
        (parent / name).write_text("old")
    folder = left(parent)
    (folder / OLD).mkdir()
    for name in names:
        (folder / NEW / name).write_text("new")
    (folder / NAMES).write_text("\n".join(names))
    steps = [(parent / name, folder / OLD / name) for name in ("a.dbf", "a.shp")]
    steps += [(folder / NEW / name, parent / name) for name in names]
    for source, target in steps[:at]:
        os.replace(source, target)


@pytest.mark.parametrize("at", range(6))
def test_an_exchange_that_was_killed_is_taken_back_or_was_done(tmp_path: Path, at: int) -> None:
    moving(tmp_path, at)
    clear_left(tmp_path)
    found = {path.name: path.read_text() for path in tmp_path.iterdir()}
    old = {"a.dbf": "old", "a.shp": "old"}
    assert found == (old if at < 5 else dict.fromkeys(["a.dbf", "a.shx", "a.shp"], "new"))
