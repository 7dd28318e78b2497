"""Work that must not get lost: what is done while something else is opened, switched or solved."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QFileDialog, QMessageBox

from app.document.joined import JoinRequest
from app.project.file import read_project
from raster.edits.edit import GroundEdit, LineShape
from tests.app.project.projects import changed
from tests.app.project.scenarios import DRY, LATER, TODAY, several
from tests.ui.driving import PATIENCE_MS, Driver
from tests.ui.rasters import Rasters, centre
from tests.ui.roads import Roads
from ui.controllers.opening import made_ready

ASKED = "ui.controllers.projects.asking.ask_about_unsaved"


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """What is opened is taken once this is set."""
    go_on = threading.Event()

    def waits(*given: Any) -> Any:
        go_on.wait(PATIENCE_MS / 1e3)
        return made_ready(*given)

    monkeypatch.setattr("ui.controllers.projects.projects.made_ready", waits)
    monkeypatch.setattr("ui.controllers.opening.made_ready", waits)
    yield go_on
    go_on.set()


@pytest.mark.parametrize(("what", "before"), [("plan.isofront", True), ("other.tif", False)])
def test_what_is_done_while_another_file_is_read_is_asked_about(
    user: Driver,
    rasters: Rasters,
    project: Path,
    gate: threading.Event,
    monkeypatch: pytest.MonkeyPatch,
    what: str,
    before: bool,
) -> None:
    """before : whether such a file is looked into, and the question asked, before it is read."""
    window, asked = user.window, list[str]()
    answer = "cancel"
    monkeypatch.setattr(ASKED, lambda _, name: asked.append(name) or answer)
    other = rasters.geotiff("other.tif").with_name(what)
    gate.set()
    user.open(rasters.geotiff())
    user.click(*centre(30, 10))
    user.do("save_project")
    for answer in ("cancel", "discard"):
        gate.clear()
        window.open_path(other)
        user.bot.wait(50)
        assert len(asked) == (answer == "discard") * (1 + before), "only work of before"
        window.editor.set_limit(33.0 + len(asked))
        gate.set()
        user.rest()
        stays = answer == "cancel"
        assert (window.session.limit_seconds == 33) == stays
    assert len(asked) == 2 + before, "again for what was done meanwhile"


def test_nobody_is_asked_before_a_file_that_cannot_be_opened_was_looked_into(
    user: Driver, rasters: Rasters, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, asked = user.window, list[str]()
    monkeypatch.setattr(ASKED, lambda _, name: asked.append(name) or "cancel")
    broken, good = rasters.not_a_raster(), rasters.geotiff()
    user.open(good)
    user.click(*centre(30, 10))
    user.do("save_project")
    window.editor.set_limit(33.0)
    away = changed(project, "away.isofront")
    values = json.loads(away.read_text(encoding="utf-8"))
    values["sources"]["terrain"]["path"] = "gone.tif"
    away.write_text(json.dumps(values), encoding="utf-8")
    damaged = tmp_path / "damaged.isofront"
    damaged.write_text("{", encoding="utf-8")
    ways: dict[str, Callable[[], object]] = {
        "a raster": lambda: window.open_path(broken),
        "with options": lambda: window.opener.open(broken, ask=True),
        "roads": lambda: window.open_path(Roads(tmp_path).broken()),
        "both": lambda: window.opener.open_joined(JoinRequest(good, broken)),
        "a damaged project": lambda: window.open_path(damaged),
        "a project without its raster": lambda: window.open_path(away),
    }
    for name, way in ways.items():
        window.stage.messages.dismiss()
        way()
        user.rest()
        assert user.message, name
        assert asked == [], name
    window.opener.open(good, ask=True)
    user.rest()
    assert (len(asked), window.opener.dialog) == (1, None), "before its options are asked for"
    assert window.session.limit_seconds == 33


def test_a_project_that_is_opened_again_and_saved_when_asked_is_opened_as_saved(
    user: Driver, rasters: Rasters, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ASKED, lambda *_: "save")
    user.open(rasters.geotiff())
    user.click(*centre(30, 10))
    user.window.editor.set_limit(20.0)
    user.do("save_project")
    user.window.editor.set_limit(33.0)
    user.open(project)
    assert user.window.session.limit_seconds == 33
    assert not user.window.projects.unsaved


def test_a_project_whose_question_is_damaged_leaves_no_other_to_be_overwritten(
    user: Driver, rasters: Rasters, project: Path
) -> None:
    user.open(rasters.geotiff())
    user.click(*centre(30, 10))
    user.do("save_project")
    user.open(changed(project, "broken.isofront", bands={"limits": [2, 1]}))
    assert "ascending" in user.message
    assert user.window.projects.path is None, "to save now must not replace the plan"


def test_a_project_whose_start_lies_under_an_edit_is_opened_as_it_was(
    user: Driver, rasters: Rasters, project: Path
) -> None:
    user.open(rasters.geotiff())
    user.click(*centre(30, 10))
    window = user.window
    over = LineShape((centre(29, 10), centre(31, 10)), 25.0)
    window.editor.ground_edits.add(GroundEdit(over, "barrier"))
    user.do("duplicate_scenario")
    window.editor.starts.remove({0})
    user.do("previous_scenario")
    user.rest()
    user.do("save_project")
    user.open(rasters.geotiff("other.tif"))
    user.open(project)
    for _ in range(3):
        assert len(window.session.starts) == 1 - window.projects.scenarios.open.at
        assert len(window.session.required.edits.edits) == 1
        user.do("next_scenario")
        user.rest()
    user.do("save_project")  # in the other one
    user.open(rasters.geotiff("other.tif"))
    user.open(project)
    assert not window.session.starts
    user.do("previous_scenario")
    user.rest()
    assert "lies over a start" in window.stage.hint.text()
    window.editor.ground_edits.remove(0)
    user.rest()
    assert user.solved.times.max_seconds > 0


def test_a_name_without_its_suffix_replaces_nothing_unasked(
    user: Driver, rasters: Rasters, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    user.open(rasters.geotiff())
    user.do("save_project")
    before = project.read_bytes()
    user.window.editor.set_limit(7.0)
    bare = str(project.with_suffix(""))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (bare, ""))
    asked: list[str] = []
    answer = QMessageBox.StandardButton.No
    monkeypatch.setattr(QMessageBox, "question", lambda *given: asked.append(given[2]) or answer)
    user.do("save_project_as")
    assert asked == ["plan.isofront exists already. Replace it?"]
    assert project.read_bytes() == before
    answer = QMessageBox.StandardButton.Yes
    user.do("save_project_as")
    assert read_project(project).values["limit"] == 7


# -- scenarios


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "plan.isofront"
    several("terrain", tmp_path, path)
    return path


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Scenarios are opened once this is set."""
    from app.cli.projects.asking import asked_on

    go_on = threading.Event()

    def waits(*given: Any) -> Any:
        go_on.wait(PATIENCE_MS / 1e3)
        return asked_on(*given)

    monkeypatch.setattr("app.cli.projects.asking.asked_on", waits)
    yield go_on
    go_on.set()


def test_a_switch_that_was_cancelled_can_be_made_again(
    user: Driver, plan: Path, slow: threading.Event
) -> None:
    user.open(plan)
    scenarios = user.window.projects.scenarios
    user.do("next_scenario")
    user.window.bridge.cancel()
    slow.set()
    user.rest()
    assert scenarios.open.current.name == TODAY
    user.do("next_scenario")
    user.rest()
    assert scenarios.open.current.name == DRY


def test_what_is_changed_while_all_are_solved_stays(
    user: Driver, plan: Path, slow: threading.Event
) -> None:
    user.open(plan)
    window, scenarios = user.window, user.window.projects.scenarios
    user.do("solve_scenarios")
    slow_ones = slow.wait
    slow.set()
    user.do("next_scenario")
    user.wait(lambda: scenarios.open.current.name == DRY)
    window.editor.set_limit(12.0)
    user.do("previous_scenario")
    assert slow_ones(0)
    user.rest()
    user.do("next_scenario")
    user.rest()
    assert (scenarios.open.current.name, window.session.limit_seconds) == (DRY, 12.0)


def test_looking_at_every_scenario_changes_none(
    user: Driver, tmp_path: Path, project: Path
) -> None:
    away = tmp_path / "home" / "plan.isofront"
    away.parent.mkdir()
    several("terrain", tmp_path, away)  # whose files lie outside its folder
    user.open(away)
    user.window.stage.messages.button.click()
    user.rest()
    for name in (TODAY, DRY, LATER):
        assert user.window.projects.scenarios.open.current.name == name
        user.do("next_scenario")
        user.rest()
    assert not user.window.projects.unsaved
    assert json.loads(away.read_text(encoding="utf-8"))["scenarios"]["open"] == TODAY
