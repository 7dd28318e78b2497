"""Projects of the window: saved, opened again, kept meanwhile, recovered, asked about."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QLockFile
from PySide6.QtWidgets import QFileDialog

from app.bands import Bands
from app.project.file import read_project
from app.solving.request import Options
from tests.ui.driving import Driver
from tests.ui.rasters import Rasters, centre
from tests.ui.roads import Roads, corner
from ui import preferences
from ui.controllers.projects.autosave import INTERVAL_MS, autosave_folder, left_behind
from ui.main_window import MainWindow


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that the dialogs of projects name."""
    path = tmp_path / "plan.isofront"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    return path


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
    assert window.projects.unsaved
    user.do("save_project")
    assert not window.projects.unsaved
    assert window.windowTitle().startswith("plan[*] – ")
    before, labels = window.projects.contents(), user.solved.times.ticks()
    window.editor.set_limit(50)
    assert window.projects.unsaved
    window.projects.show_title()
    assert window.isWindowModified()
    user.open(rasters.geotiff("other.tif"))
    assert window.projects.path is None
    assert "plan" not in window.windowTitle()
    user.do("open_project")
    user.rest()
    after = window.projects.contents()
    assert after == before
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
    before = window.projects.contents(), user.on_roads.times.labels.copy()
    user.open(Roads(tmp_path).town("other.geojson"))
    user.do("open_project")
    user.rest()
    assert window.projects.contents() == before[0]
    np.testing.assert_array_equal(user.on_roads.times.labels, before[1])


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
    assert left_behind() == [crashed]
    window.projects.offer_recovery()
    assert "Unsaved work of" in user.message
    window.stage.messages.button.click()
    user.rest()
    assert window.session.limit_seconds == 33.0
    assert window.projects.path == project
    assert window.projects.unsaved
    assert not crashed.exists()
    lock = QLockFile(str(kept.with_suffix(".lock")))
    assert lock.tryLock(0)


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
