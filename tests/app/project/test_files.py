"""Project files: what is kept comes back, and what is none is told in a line."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from app.project.file import FORMAT, MOST_BYTES, read_project, text_of, write_project
from app.project.project import open_project
from app.project.saving import ProjectContents, contents_of
from app.project.sources import MissingSourceError, OutsideError, stamp_of
from app.project.trusted import trust
from app.solving.solve import Solving
from core.errors import InputError
from tests.app.cli_runs import ROOT
from tests.app.project.projects import KINDS, asking, changed, restored, saved


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_session_asks_comes_back_bit_for_bit(tmp_path: Path, kind: str) -> None:
    before = asking(kind, tmp_path)
    asked = saved(before, tmp_path / "a.isofront")
    project = open_project(tmp_path / "a.isofront")
    assert project.notes == ()
    after = restored(project)
    assert contents_of(after) == asked
    for name in ("starts", "limit_seconds", "bands", "pins"):
        assert getattr(after, name) == getattr(before, name)
    assert after.required.closures == before.required.closures
    one, other = (Solving().run(session.request()) for session in (before, after))
    assert one.times.max_seconds > 0
    np.testing.assert_array_equal(one.times.labels, other.times.labels)
    assert one.solve_ms >= 0  # it was solved, not found


def test_the_text_says_what_is_kept_and_nothing_is_lost_of_slots(tmp_path: Path) -> None:
    session = asking("terrain", tmp_path)
    slots = {"recipe": {"version": 7, "strokes": [[1.5, 2]]}, "scenarios": {"version": 2}}
    asked = contents_of(session, others={**slots, "starts": []})
    path = tmp_path / "a.isofront"
    write_project(path, asked.saved_to(tmp_path))
    values = read_project(path).values
    assert values["recipe"] == slots["recipe"]
    assert values["scenarios"] == slots["scenarios"]
    assert values["starts"][0]["name"] == "Dépôt"
    assert values["sources"]["terrain"]["path"] == "ground.tif"
    assert text_of(values) == path.read_text(encoding="utf-8")
    again = contents_of(restored(open_project(path)), others=values)
    assert again == asked


def test_work_is_neither_the_layout_nor_what_fits_itself() -> None:
    fitted = {"limits": [1], "automatic": True}
    one = ProjectContents({"starts": [], "bands": fitted, "window": {"panels": []}}, {})
    other = ProjectContents({"starts": [], "bands": {**fitted, "limits": [2]}, "window": {}}, {})
    assert one.work == other.work
    assert ProjectContents({"starts": [1]}, {}).work != one.work


TEXTS: dict[str, tuple[str | bytes, str]] = {
    "nothing": ("", "is not JSON"),
    "cut off": ('{"isofront_project": 1, "sources": {', "is not JSON"),
    "no text": (b"\xff\xfe\x00", "is not text in UTF-8"),
    "a list": ("[1]", "is no Isofront project"),
    "another file": ('{"type": "FeatureCollection"}', "is no Isofront project"),
    "newer": ('{"isofront_project": 99, "wings": 1}', "is of version 99"),
    "no sources": ('{"isofront_project": 1}', "has no 'sources'"),
    "NaN": ('{"isofront_project": 1, "sources": {}, "limit": NaN}', "NaN is not a number"),
    "infinite": ('{"isofront_project": 1, "sources": {}, "limit": 1e999}', "is not a number"),
    "many digits": (f'{{"isofront_project": {"9" * 5000}}}', "is not a number"),
    "twice": ('{"isofront_project": 1, "isofront_project": 1}', "stands there twice"),
    "deep": ('{"isofront_project": 1, "edits": ' + "[" * 500, "nests deeper|is not JSON"),
    "deeper": ("[" * 200_000, "nests deeper"),
    "deep and whole": ('{"edits": ' + "[" * 90 + "]" * 90 + "}", "nests deeper"),
    "unknown": ('{"isofront_project": 1, "sources": {}, "strats": []}', "Did you mean 'starts'"),
    "wrong type": ('{"isofront_project": 1, "sources": {}, "starts": {}}', "is not a list"),
    "no number": (
        '{"isofront_project": 1, "sources": {}, "starts": [{"x": "1", "y": 2}]}',
        r"starts\[0\].x: \"1\" is not a number",
    ),
    "true is none": ('{"isofront_project": 1, "sources": {}, "limit": true}', "is not a number"),
    "bands": ('{"isofront_project": 1, "sources": {}, "bands": {"limits": []}}', "0 entries"),
    "control": (
        '{"isofront_project": 1, "sources": {}, "pins": [{"x": 1, "y": 1, "name": "\\u001b[2J"}]}',
        "has control characters",
    ),
    "slot": ('{"isofront_project": 1, "sources": {}, "edits": {}}', "has no 'version'"),
    "colour": (
        '{"isofront_project": 1, "sources": {}, "starts": [{"colour": "red"}]}',
        "Write it as #rrggbb",
    ),
    "relief": ('{"isofront_project": 1, "sources": {}, "style": {"relief": "x"}}', "not known"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_what_is_no_project_is_told_in_a_line(tmp_path: Path, name: str) -> None:
    text, found = TEXTS[name]
    path = tmp_path / "a.isofront"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    with pytest.raises(InputError, match=found) as told:
        read_project(path)
    assert told.value.where.startswith("a.isofront")
    assert told.value.advice


def test_neither_large_files_nor_pipes_are_read(tmp_path: Path) -> None:
    large = tmp_path / "large.isofront"
    with large.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(InputError, match="more than 64 MiB"):
        read_project(large)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.isofront")
        with pytest.raises(InputError, match="no such file"):
            read_project(tmp_path / "pipe.isofront")


def test_what_moved_or_changed_is_noticed(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    saved(asking("terrain", home), home / "a.isofront")
    below = home / "data" / "old"
    below.mkdir(parents=True)
    shutil.move(home / "ground.tif", below / "ground.tif")
    (home / "data" / "ground.tif").write_text("a namesake that is nearer")
    (note,) = open_project(home / "a.isofront").notes
    assert note == "ground.tif was found at data/old/ground.tif, and no longer at ground.tif"
    os.utime(below / "ground.tif", (1, 1))  # copied: no change
    assert len(open_project(home / "a.isofront").notes) == 1
    (below / "ground.tif").unlink()
    moved, other = open_project(home / "a.isofront").notes
    assert "data/ground.tif" in moved
    assert other.startswith("ground.tif has changed since the project was saved")
    (home / "data" / "ground.tif").unlink()
    with pytest.raises(MissingSourceError, match=r"ground.tif.*is gone.*--source terrain=FILE"):
        open_project(home / "a.isofront")
    instead = home / "heights.asc"
    assert open_project(home / "a.isofront", {"terrain": instead}).main == instead
    with pytest.raises(InputError, match=r"has no source 'streets'\. It has: terrain"):
        open_project(home / "a.isofront", {"streets": instead})


def test_of_a_large_file_both_ends_and_the_size_are_hashed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.project.sources.WHOLE_BYTES", 100)
    monkeypatch.setattr("app.project.sources.END_BYTES", 10)
    path, found = tmp_path / "large", []
    contents = [b"a" * 200, b"a" * 199 + b"b", b"b" + b"a" * 199, b"a" * 201]
    for data in contents:
        path.write_bytes(data)
        stamp = stamp_of(path)
        assert stamp["hashed"] == "ends"
        found.append(stamp["hash"])
    assert len(set(found)) == 4
    path.write_bytes(b"a" * 50)
    assert stamp_of(path)["hashed"] == "whole"


def test_files_outside_its_folder_are_read_only_when_told(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    session = asking("terrain", tmp_path)
    path = home / "a.isofront"
    saved(session, path)
    with pytest.raises(OutsideError, match=r"outside its folder: \.\./ground.tif.*--allow-links"):
        open_project(path)
    assert open_project(path, outside=True).main == tmp_path / "ground.tif"
    (home / "link.tif").symlink_to(tmp_path / "ground.tif")
    linked = changed(path, "b.isofront", sources={"terrain": {"path": "link.tif"}})
    with pytest.raises(OutsideError):
        open_project(linked)
    (home / "deep" / "down").mkdir(parents=True)
    (home / "back").symlink_to(home / "deep" / "down")  # on the disk back/.. is deep
    shutil.copy(tmp_path / "ground.tif", home / "ground.tif")
    around = {"terrain": {"path": "back/../../ground.tif"}}
    with pytest.raises(OutsideError):
        open_project(changed(path, "e.isofront", sources=around))
    absolute = {"terrain": {"path": str(tmp_path / "ground.tif")}}
    with pytest.raises(OutsideError):
        open_project(changed(path, "c.isofront", sources=absolute))
    for name in ("/vsicurl/http://a.b/c.tif", "https://a.b/c.tif", r"\\server\share\c.tif"):
        remote = changed(path, "d.isofront", sources={"terrain": {"path": name}})
        with pytest.raises(InputError, match="the name of no file on this machine"):
            open_project(remote, outside=True)
    trust(path, ("../ground.tif", "../heights.asc"))
    assert open_project(path).main == tmp_path / "ground.tif"
    shutil.copy(path, tmp_path / "home" / "copy.isofront")
    with pytest.raises(OutsideError):  # the one was trusted, and no copy of it
        open_project(tmp_path / "home" / "copy.isofront")


def test_a_model_of_slopes_reads_no_file(tmp_path: Path) -> None:
    path = tmp_path / "a.isofront"
    saved(asking("terrain", tmp_path), path)
    spy = changed(path, "b.isofront", slopes={"model": "table:/etc/passwd"})
    with pytest.raises(InputError, match="names a file"):
        restored(open_project(spy))


KILLS = int(os.environ.get("ISOFRONT_KILLS", "20"))
"""Times that the writer is killed: some in a run of all tests, more where one asks."""

WRITER = """
import itertools, sys
from pathlib import Path
from app.project.file import write_project
values = {"isofront_project": 1, "sources": {}, "edits": {"version": 1, "many": [0.5] * 20_000}}
for number in itertools.count():
    write_project(Path(sys.argv[1]), values | {"written_by": str(number)})
    print(number, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_a_writer_that_is_killed_leaves_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    path, rng = tmp_path / "a.isofront", np.random.default_rng(5)
    for _ in range(KILLS):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, path], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert writer.stdout is not None
        assert writer.stdout.readline() == "0\n"  # by now it writes on and on
        time.sleep(rng.uniform(0, 0.05))
        writer.send_signal(signal.SIGKILL)
        told = [0, *map(int, writer.stdout.read().split())]
        writer.wait()
        # What was told to be written is there, or what came after it.
        assert int(read_project(path).values["written_by"]) in (told[-1], told[-1] + 1)
    write_project(path, {"isofront_project": FORMAT, "sources": {}})
    # A folder that its process was killed over before it had locked it stays for an hour.
    beside = [each.name for each in tmp_path.iterdir() if each != path]
    assert all(name.startswith(".isofront-") for name in beside)
    assert len(beside) < KILLS


def test_the_schema_is_one_that_others_can_read() -> None:
    schema = json.loads((ROOT / "resources" / "project.schema.json").read_text())
    assert schema["$schema"].startswith("https://json-schema.org/")
    assert {"recipe", "edits", "scenarios"} <= schema["properties"].keys()
