"""Files that appear whole or not at all."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from core.errors import ExportError
from core.files.atomic_write import atomic_write, not_written


def files(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir()}


def test_a_file_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("old")
    with atomic_write(tmp_path / "a.txt") as draft:
        assert draft.name == "a.txt"
        draft.write_text("new")
        assert (tmp_path / "a.txt").read_text() == "old"
    assert files(tmp_path) == {"a.txt": "new"}


def test_a_failure_leaves_everything_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("old")

    def fail_halfway() -> None:
        with atomic_write(tmp_path / "a.txt", ("a.idx",)) as draft:
            draft.write_text("half")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_halfway()
    assert files(tmp_path) == {"a.txt": "old"}


def test_several_parts_move_together_and_stale_ones_go(tmp_path: Path) -> None:
    for name in ("a.shp", "a.dbf", "a.sbn", "b.sbn"):
        (tmp_path / name).write_text("old")
    with atomic_write(tmp_path / "a.shp", ("a.dbf", "a.shx", "a.sbn")) as draft:
        draft.write_text("new")
        draft.with_suffix(".dbf").write_text("new")
    assert files(tmp_path) == {"a.shp": "new", "a.dbf": "new", "b.sbn": "old"}


@pytest.mark.parametrize("failing", range(6))  # three old parts go, three new ones come
def test_parts_that_cannot_all_move_do_not_move_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: int
) -> None:
    old = {"a.shp": "old", "a.dbf": "old", "a.sbn": "old"}
    for name, text in old.items():
        (tmp_path / name).write_text(text)
    moves = [os.replace] * 20

    def refuse(*_: object) -> None:
        raise OSError(errno.EACCES, "held open")

    moves[failing] = refuse  # type: ignore[assignment]
    moving = iter(moves)
    monkeypatch.setattr(os, "replace", lambda a, b: next(moving)(a, b))

    def write_three() -> None:
        with atomic_write(tmp_path / "a.shp", ("a.sbn",)) as draft:
            for suffix in (".dbf", ".shx", ".shp"):
                draft.with_suffix(suffix).write_text("new")

    with pytest.raises(ExportError, match="holds it open"):
        write_three()
    assert files(tmp_path) == old


def test_a_folder_in_the_way_of_a_part_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "a.shp").write_text("old")
    (tmp_path / "a.dbf").mkdir()
    with (
        pytest.raises(ExportError, match=r"a\.dbf is a folder"),
        atomic_write(tmp_path / "a.shp", ("a.dbf",)) as draft,
    ):
        draft.write_text("new")
    assert (tmp_path / "a.dbf").is_dir()
    assert (tmp_path / "a.shp").read_text() == "old"


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.txt").write_text("old")
    (tmp_path / "a.txt").symlink_to(tmp_path / "real" / "a.txt")
    with atomic_write(tmp_path / "a.txt") as draft:
        draft.write_text("new")
    assert (tmp_path / "a.txt").is_symlink()
    assert files(tmp_path / "real") == {"a.txt": "new"}


def test_the_new_file_has_the_rights_of_the_old_one(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("old")
    (tmp_path / "a.txt").chmod(0o604)
    with atomic_write(tmp_path / "a.txt") as draft:
        draft.write_text("new")
    assert (tmp_path / "a.txt").stat().st_mode & 0o777 == 0o604


def test_a_place_that_does_not_exist_is_refused_at_once(tmp_path: Path) -> None:
    for target in (tmp_path / "nowhere" / "a.txt", tmp_path):
        with pytest.raises(ExportError), atomic_write(target):
            raise AssertionError("too late")
    assert files(tmp_path) == {}


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EIO])
def test_what_the_system_says_becomes_one_line_of_advice(tmp_path: Path, code: int) -> None:
    with pytest.raises(ExportError) as caught, atomic_write(tmp_path / "a.txt"):
        raise OSError(code, os.strerror(code))
    text = str(caught.value)
    assert text.startswith(str(tmp_path / "a.txt"))
    assert "Errno" not in text
    assert text.endswith("place.")


def test_a_full_disk_is_told_in_one_line_whoever_says_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite takes back what it wrote, so that there is room again when its error comes."""
    target = tmp_path / "a.gpkg"
    full = "the disk is full"
    with closing(sqlite3.connect(tmp_path / "small")) as database:
        database.execute("PRAGMA max_page_count = 2")
        database.execute("CREATE TABLE pages (page BLOB)")
        with pytest.raises(sqlite3.OperationalError) as caught:
            database.execute("INSERT INTO pages VALUES (zeroblob(100000))")
    assert not_written(target, caught.value).found == full
    outer = RuntimeError("see above")
    outer.__cause__ = RuntimeError("write failed: No space left on device")
    assert not_written(target, outer).found == full
    usage = SimpleNamespace(total=1 << 30, free=2 << 20)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage)
    vague = RuntimeError("Failed to commit transaction")
    assert not_written(target, vague, needs=3 << 20).found == full
    assert not_written(target, vague, needs=1 << 20).found != full
    assert not_written(target, PermissionError(errno.EACCES, ""), needs=3 << 20).found != full


def test_a_name_that_is_not_utf_8_is_told_where_a_library_refuses_it(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="UTF-8"), atomic_write(tmp_path / "\udcff.tif") as draft:
        str(draft).encode()
    with pytest.raises(UnicodeEncodeError), atomic_write(tmp_path / "a.tif"):
        "\udcff".encode()  # of something else: a fault of ours


def test_long_messages_of_libraries_are_cut_and_say_the_cause(tmp_path: Path) -> None:
    outer = RuntimeError("see above")
    outer.__cause__ = RuntimeError("row 7 of /x/.isofront-abc/new/a.txt " + "and so on " * 50)
    text = not_written(tmp_path / "a.txt", outer).found
    assert "row 7 of and so on" in text
    assert ".isofront-" not in text
    assert len(text) < 160


def test_the_file_that_was_asked_for_comes_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Who sees it finds the rest of the data set beside it.
    replace = os.replace
    came: list[str] = []

    def seen(source: Path, target: Path) -> None:
        replace(source, target)
        came.extend([target.name] if target.parent == tmp_path else [])

    monkeypatch.setattr(os, "replace", seen)
    with atomic_write(tmp_path / "a.shp") as draft:
        for suffix in (".shp", ".dbf", ".shx"):
            draft.with_suffix(suffix).write_text("new")
    assert sorted(came) == ["a.dbf", "a.shp", "a.shx"]
    assert came[-1] == "a.shp"


def test_a_drive_that_tells_no_size_is_not_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = PermissionError(errno.EACCES, "denied")
    for total, found in ((1 << 30, "the disk is full"), (0, "may not be written, or")):
        usage = SimpleNamespace(total=total, free=0)
        monkeypatch.setattr(shutil, "disk_usage", lambda path, usage=usage: usage)
        assert not_written(tmp_path / "a.txt", error).found.startswith(found)
