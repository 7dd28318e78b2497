"""Projects of the window: saved, opened again, kept meanwhile, recovered, asked about."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QLockFile
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from app.bands import Bands
from app.project.file import read_project
from app.solving.request import Options
from app.solving.solve import Solving
from tests.app.cli_runs import ROOT
from tests.app.project.projects import asking, saved
from tests.ui.driving import Driver
from tests.ui.rasters import Rasters, centre
from tests.ui.roads import Roads, corner
from ui import preferences
from ui.controllers.projects.autosave import (
    INTERVAL_MS,
    MOST_LEFT,
    autosave_folder,
    decline,
    left_behind,
)
from ui.main_window import MainWindow
from ui.widgets.message_bar import NOTE


def as_kept(window: MainWindow) -> dict[str, Any]:
    """What a project would keep, but for sizes, of which tabs take some."""
    contents = window.projects.contents()
    layout = {k: v for k, v in contents.values["window"].items() if k != "sizes"}
    return {**contents.values, "window": layout, "sources": contents.files}


def test_a_window_is_saved_and_opened_again_as_it_was(
    user: Driver, rasters: Rasters, project: Path, tmp_path: Path
) -> None:
    window, picture = user.window, rasters.geotiff("below.tif")
    user.open(rasters.geotiff())
    user.click(*centre(30, 10))
    session = window.session
    window.editor.set_bands(Bands((7.5, 21.25)))
    window.editor.set_limit(44.5)
    window.editor.set_options(replace(session.options, algorithm="dijkstra", backend="cpu"))
    window.link.set_style("opacity", 0.5)
    window.link.set_style("colormap", "viridis")
    window.layer_files.add(picture)
    user.rest()
    window.map.navigation.look(*centre(20, 20), 1.5)
    window.docks.resize({"isochrones": [433, 400], "performance": [433, 280]})
    user.rest()
    sizes = window.docks.sizes()
    assert (sizes["isochrones"][0], len(sizes)) == (433, 2)
    assert window.projects.unsaved
    user.do("save_project")
    assert not window.projects.unsaved
    assert window.windowTitle().startswith("plan[*] – ")
    before, labels = as_kept(window), user.solved.times.ticks()
    window.editor.set_limit(50)
    assert window.projects.unsaved
    window.projects.show_title()
    assert window.isWindowModified()
    user.open(rasters.geotiff("other.tif"))
    assert window.projects.path is None
    assert "plan" not in window.windowTitle()
    window.docks.resize({"isochrones": [390, 300], "performance": [390, 380]})
    user.do("open_project")
    user.rest()
    assert as_kept(window) == before
    for dock, size in window.docks.sizes().items():
        assert size == pytest.approx(sizes[dock], abs=30)
    np.testing.assert_array_equal(user.solved.times.ticks(), labels)
    assert not window.projects.unsaved
    assert preferences.recent_files()[0] == project
    assert not window.commands["undo"].isEnabled()  # opening is no edit


def test_roads_with_what_was_done_to_them_come_back(
    user: Driver, tmp_path: Path, project: Path
) -> None:
    user.open(Roads(tmp_path).town())
    user.window.editor.place(*corner(1, 1))
    user.rest()
    window = user.window
    window.editor.edit_roads(lambda edits: edits.set_direction("to"))
    user.rest()
    user.do("save_project")
    before = as_kept(window), user.on_roads.times.labels.copy()
    user.open(Roads(tmp_path).town("other.geojson"))
    user.do("open_project")
    user.rest()
    assert as_kept(window) == before[0]
    np.testing.assert_array_equal(user.on_roads.times.labels, before[1])


@pytest.mark.parametrize("kind", ["combined", "burned"])
def test_both_joined_come_back_with_all_that_was_asked_of_them(
    user: Driver, tmp_path: Path, project: Path, rasters: Rasters, kind: str
) -> None:
    window, asked = user.window, asking(kind, tmp_path)
    saved(asked, project)
    user.open(project)
    labels = window.session.result.times.labels.copy()
    np.testing.assert_array_equal(labels, Solving().run(asked.request()).times.labels)
    window.editor.starts.remove({1})
    edits = window.editor.ground_edits
    edits.add(replace(edits.layer.edits[0], value=0.3, name="clay"))
    user.rest()
    assert window.projects.unsaved
    user.do("save_project")
    before, labels = as_kept(window), window.session.result.times.labels.copy()
    assert [each["name"] for each in before["edits"]["layer"]] == ["mud", "clay"]
    user.open(rasters.geotiff())
    assert window.projects.path is None
    user.open(project)
    assert as_kept(window) == before
    np.testing.assert_array_equal(window.session.result.times.labels, labels)
    assert not window.projects.unsaved


def test_whatever_is_opened_in_its_place_asks_first(
    user: Driver, rasters: Rasters, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, answer = user.window, "cancel"
    asked: list[str] = []
    question = "ui.controllers.projects.asking.ask_about_unsaved"
    monkeypatch.setattr(question, lambda _, name: asked.append(name) or answer)
    other, recent = rasters.geotiff("other.tif"), window.view_menus.recent
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(other), ""))
    plan = tmp_path / "plan.isofront"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(plan), ""))
    user.open(other)
    user.open(rasters.geotiff())
    user.click(*centre(30, 10))
    document = window.session.document
    recent.aboutToShow.emit()
    ways: dict[str, Callable[[], object]] = {
        "dialog": lambda: user.do("open"),
        "with options": lambda: user.do("open_with"),
        "drop": lambda: window.map.file_dropped.emit(str(other)),
        "recent": recent.actions()[1].trigger,
        "welcome": lambda: window.welcome.recents.wanted.emit(other),
        "sample": lambda: user.do("sample"),
        "sample of roads": lambda: user.do("sample_roads"),
        "sample of both": lambda: user.do("sample_joined"),
    }
    for number, (name, way) in enumerate(ways.items(), start=1):
        way()
        user.rest()
        assert (len(asked), window.session.document) == (number, document), name
    answer = "save"
    ways["drop"]()
    user.rest()
    assert window.session.required.path == other
    assert len(read_project(plan).values["starts"]) == 1
    user.open(rasters.geotiff())
    asked.clear()
    recent.aboutToShow.emit()
    (action,) = [each for each in recent.actions() if "plan" in each.text()]
    action.trigger()  # a project among the recent files is opened as one
    user.rest()
    assert (window.projects.path, asked) == (plan, [])
    user.open(window.session.required.path)  # the raster by itself is not the project any more
    assert window.projects.path is None


def test_what_is_gone_is_pointed_at_and_what_lies_outside_allowed(
    user: Driver, rasters: Rasters, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    raster = rasters.geotiff()
    user.open(raster)
    user.click(*centre(30, 10))
    user.do("save_project")
    moved = tmp_path / "elsewhere" / "moved.tif"
    moved.parent.mkdir()
    shutil.move(raster, moved)
    user.open(project)
    assert "is gone" in user.message
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(moved), ""))
    user.window.stage.messages.button.click()
    user.rest()
    assert user.window.session.required.path == moved
    user.do("save_project")  # names it where it is now
    away = tmp_path / "home" / "copy.isofront"
    away.parent.mkdir()
    values = json.loads(project.read_text(encoding="utf-8"))
    values["sources"]["terrain"]["path"] = "../elsewhere/moved.tif"
    away.write_text(json.dumps(values), encoding="utf-8")
    user.open(away)
    assert "names files outside its folder: ../elsewhere/moved.tif" in user.message
    user.window.stage.messages.button.click()
    user.rest()
    assert user.window.projects.path == away
    assert user.solved.times.max_seconds > 0


def test_unsaved_work_is_kept_and_recovered(
    user: Driver, rasters: Rasters, project: Path, tmp_path: Path
) -> None:
    assert INTERVAL_MS <= 15_000  # half of the 30 s that may be lost
    window = user.window
    user.open(rasters.geotiff())
    window.projects.keep()
    assert not window.projects.autosave.path.exists()  # nothing was done yet
    user.click(*centre(30, 10))
    user.do("save_project")
    window.editor.set_limit(33.0)
    window.projects.keep()
    kept = window.projects.autosave.path
    assert read_project(kept).values["limit"] == 33.0
    assert "limit" not in json.dumps(read_project(project).values["limit"])
    assert left_behind() == []  # its window lives
    crashed = autosave_folder() / "crashed.isofront"
    shutil.copy(kept, crashed)
    user.open(rasters.geotiff("other.tif"))
    window.projects.keep()
    assert not kept.exists()
    lock = QLockFile(str(kept.with_suffix(".lock")))
    assert lock.tryLock(0)
    lock.unlock()
    assert left_behind() == [crashed]
    window.projects.recovery.offer()
    assert "Unsaved work on plan of" in user.message
    window.stage.messages.button.click()
    user.rest()
    assert window.session.limit_seconds == 33.0
    assert window.projects.path == project
    assert window.projects.unsaved
    assert not crashed.exists()
    assert read_project(kept).values["limit"] == 33.0, "a crash right after loses nothing"


def test_work_that_was_left_is_offered_until_it_is_declined(user: Driver, rasters: Rasters) -> None:
    window, messages = user.window, user.window.stage.messages
    user.open(rasters.geotiff())
    user.click(*centre(30, 10))
    window.projects.keep()
    crashed = autosave_folder() / "crashed.isofront"
    shutil.copy(window.projects.autosave.path, crashed)
    for pass_over in (messages.dismiss, lambda: messages.say(NOTE, "Another"), window.close):
        window.projects.recovery.offer()
        assert "Unsaved work on plain of" in user.message
        pass_over()
        assert left_behind() == [crashed]
    window.projects.recovery.offer()
    messages.say(NOTE, "Another")
    messages._close.click()
    assert left_behind() == [crashed], "the other was dismissed"
    window.projects.recovery.offer()
    messages._close.click()
    assert user.message == ""
    assert left_behind() == []
    kept = autosave_folder() / "declined" / crashed.name
    assert read_project(kept).values["starts"], "what a person closed is not lost at once"


def test_of_work_that_was_declined_the_last_stays(tmp_path: Path) -> None:
    for number in range(2 * MOST_LEFT):
        path = tmp_path / f"{number}.isofront"
        path.touch()
        os.utime(path, (number, number))
        decline(path)
    found = sorted((tmp_path / "declined").iterdir(), key=lambda each: each.stat().st_mtime)
    last = range(MOST_LEFT, 2 * MOST_LEFT)
    assert [each.stem for each in found] == [str(number) for number in last]


def test_unsaved_work_on_a_raster_that_moved_is_recovered_once_it_is_pointed_at(
    user: Driver, rasters: Rasters, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, raster = user.window, rasters.geotiff()
    user.open(raster)
    user.click(*centre(30, 10))
    user.do("save_project")
    window.editor.set_limit(33.0)
    window.projects.keep()
    crashed = autosave_folder() / "crashed.isofront"
    shutil.copy(window.projects.autosave.path, crashed)
    user.open(rasters.geotiff("other.tif"))
    moved = tmp_path / "elsewhere" / "moved.tif"
    moved.parent.mkdir()
    shutil.move(raster, moved)
    window.projects.recovery.recover(crashed)
    user.rest()
    assert "is gone" in user.message
    assert crashed.exists()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(moved), ""))
    window.stage.messages.button.click()
    user.rest()
    assert (window.session.required.path, window.session.limit_seconds) == (moved, 33.0)
    assert window.projects.path == project
    assert not crashed.exists()


CHILD = """
import itertools, sys
from pathlib import Path
from PySide6.QtCore import QSettings, QTimer
from PySide6.QtWidgets import QApplication
QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, sys.argv[1])
app = QApplication([])
from ui.layers.opening import open_layer
from ui.main_window import MainWindow
window, limits = MainWindow(), itertools.count(100)
window.show()
editor, session, projects = window.editor, window.session, window.projects

def act():
    if session.starts:
        editor.set_limit(float(next(limits)))
    elif session.document is not None:
        editor.place(float(sys.argv[3]), float(sys.argv[4]))

def keep():
    limit = session.limit_seconds
    projects.keep()
    if limit < 1e6 and projects.autosave.path.exists():
        print(limit, flush=True)

timers = QTimer(), QTimer()
for timer, call, delay_ms in zip(timers, (act, keep), (3, 20)):
    timer.timeout.connect(call)
    timer.start(delay_ms)
window.open_path(Path(sys.argv[2]))
app.exec()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_a_window_that_is_killed_leaves_what_it_kept_last(
    user: Driver, qtbot: QtBot, rasters: Rasters, tmp_path: Path
) -> None:
    raster, (x, y) = rasters.geotiff(), centre(30, 10)
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, tmp_path / "settings", raster, str(x), str(y)],
        cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    with child:
        assert child.stdout is not None
        told = [float(child.stdout.readline())]  # from now on it keeps again and again
        time.sleep(np.random.default_rng().uniform(0, 0.3))
        assert left_behind() == []  # it lives
        child.kill()
        told += map(float, child.stdout.read().split())
    user.window.close()
    again = MainWindow()
    qtbot.addWidget(again)
    again.show()
    after = Driver(again, qtbot)
    assert "Unsaved work on plain of" in after.message
    again.stage.messages.button.click()
    after.rest()
    # What was told to be kept, or what came after it; every INTERVAL_MS, if nobody hurries it.
    assert again.session.limit_seconds >= told[-1]
    assert [(start.x, start.y) for start in again.session.starts] == [(x, y)]
    assert again.projects.unsaved
    again.close()


def test_closing_with_unsaved_work_asks(
    user: Driver, rasters: Rasters, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, answers = user.window, ["cancel", "save", "cancel"]
    asked: list[str] = []

    def answer(_: MainWindow, name: str) -> str:
        asked.append(name)
        return answers.pop(0)

    monkeypatch.setattr("ui.controllers.projects.asking.ask_about_unsaved", answer)
    user.open(rasters.geotiff())
    assert window.projects.may_leave()
    assert asked == []
    user.click(*centre(30, 10))
    window.close()
    assert window.isVisible()
    assert asked == ["plain"]
    assert window.projects.may_leave()  # it is saved
    assert len(read_project(project).values["starts"]) == 1
    assert window.projects.may_leave()
    assert len(asked) == 2
    window.editor.set_options(Options("dijkstra"))
    user.rest()
    window.open_path(project)
    user.rest()
    assert window.session.options.algorithm == "dijkstra"  # cancelled: it stays
    assert len(asked) == 3
    monkeypatch.setattr("ui.controllers.projects.asking.ask_about_unsaved", lambda *_: "discard")
    user.open(project)
    assert window.session.options.algorithm != "dijkstra"


def test_a_newer_project_says_so(user: Driver, tmp_path: Path) -> None:
    path = tmp_path / "new.isofront"
    path.write_text('{"isofront_project": 9, "sources": {}}')
    user.open(path)
    assert "is of version 9" in user.message
