"""Scenarios of the window: switched between by a key, with answers and undo of their own."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QInputDialog

from app.project.file import read_project
from app.project.open_scenarios import OpenScenarios
from app.project.project import open_project
from app.project.scenarios import names_in
from app.solving.solve import Solving
from raster.edits.edit import NO_EDITS
from tests.app.project.projects import restored
from tests.app.project.scenarios import DRY, LATER, TODAY, several
from tests.ui.driving import Driver
from tests.ui.rasters import Rasters, centre
from ui.controllers.comparison.comparing import DIFFERENCE
from ui.controllers.projects.scenarios import Scenarios
from ui.panels.comparison import ComparisonPanel
from ui.panels.scenarios import ScenariosPanel


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "plan.isofront"
    several("terrain", tmp_path, path)
    return path


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Have the user type a name when one is asked for."""

    def answer(name: str) -> None:
        monkeypatch.setattr(QInputDialog, "getText", lambda *_, **__: (name, True))

    return answer


def scenarios(user: Driver) -> Scenarios:
    return user.window.projects.scenarios


def panel(user: Driver) -> ScenariosPanel:
    return user.window.docks.panel(ScenariosPanel)


def key(user: Driver, key: Qt.Key, modifier: Qt.KeyboardModifier) -> None:
    user.window.activateWindow()
    user.window.map.setFocus()
    QTest.keyClick(user.window.map, key, modifier)
    user.rest()


def labels(user: Driver) -> np.ndarray:
    return user.solved.times.ticks().copy()


def test_a_key_duplicates_and_switches_at_once_with_answers_and_undo_of_their_own(
    user: Driver, rasters: Rasters
) -> None:
    none, shift = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
    user.open(rasters.geotiff())
    user.click(*centre(30, 10))
    window, session = user.window, user.window.session
    assert not window.commands["next_scenario"].isEnabled()
    key(user, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert scenarios(user).open.names == ["Scenario 1", "Scenario 2"]
    first, before = session.result, labels(user)
    assert not window.commands["undo"].isEnabled()  # nothing was done here yet
    user.click(*centre(5, 50))
    window.editor.set_limit(900.0)
    user.rest()
    second, after = session.result, labels(user)
    assert not np.array_equal(before, after)
    solves: list[object] = []
    window.bridge.solve_started.connect(solves.append)
    key(user, Qt.Key.Key_S, none)
    assert session.result is first
    assert session.limit_seconds > 900
    (start,) = session.starts
    assert (start.x, start.y) == pytest.approx(centre(30, 10), abs=5)
    assert window.commands["undo"].isEnabled()  # the click that set the start
    key(user, Qt.Key.Key_S, shift)
    assert session.result is second
    assert session.limit_seconds == 900
    assert solves == []
    user.do("undo")
    user.rest()
    assert session.limit_seconds > 900
    key(user, Qt.Key.Key_S, none)
    user.do("undo")
    user.rest()
    assert session.starts == ()
    key(user, Qt.Key.Key_S, none)
    assert len(session.starts) == 1


def test_scenarios_of_a_project_are_opened_one_by_one_with_its_times(
    user: Driver, plan: Path
) -> None:
    user.open(plan)
    window = user.window
    assert scenarios(user).open.names == [TODAY, DRY, LATER]
    assert not window.projects.unsaved
    document = window.session.required
    for name in (TODAY, DRY, LATER):
        assert scenarios(user).open.current.name == name
        np.testing.assert_array_equal(user.solved.times.ticks(), restored_times(plan, name))
        assert window.session.required.subject is document.subject  # nothing was read again
        user.do("next_scenario")
        user.rest()
    assert scenarios(user).open.current.name == TODAY
    assert window.session.required.edits
    user.do("next_scenario")
    assert window.session.required.edits == NO_EDITS
    assert window.projects.unsaved  # another one is opened next time
    window.projects.show_title()
    assert window.windowTitle().startswith(f"plan · {DRY}[*]")
    user.do("save_project")
    assert read_project(plan).values["scenarios"]["open"] == DRY
    assert names_in(read_project(plan).values) == (TODAY, DRY, LATER)


@pytest.mark.parametrize("kind", ["roads", "combined", "burned"])
def test_other_kinds_switch_to_the_same_bits(user: Driver, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "plan.isofront"
    asked = several(kind, tmp_path, path)
    user.open(path)
    session = user.window.session
    before = read_project(path).values["scenarios"]["list"]
    for name, own in asked.items():
        assert scenarios(user).open.current.name == name
        assert session.starts == own.starts
        assert session.required.closures == own.required.closures
        assert session.required.edits == own.required.edits
        result = session.result
        assert result is not None
        own_times = restored_times(path, name)
        np.testing.assert_array_equal(result.times.labels, own_times)
        user.do("next_scenario")
        user.rest()
    user.do("save_project")
    assert read_project(path).values["scenarios"]["list"] == before


def restored_times(path: Path, name: str) -> np.ndarray:
    session = restored(open_project(path, scenario=name))
    found: np.ndarray = Solving().run(session.request()).times.labels
    return found


def test_the_panel_lists_renames_deletes_and_brings_back(
    user: Driver, plan: Path, named: Callable[[str], None]
) -> None:
    user.open(plan)
    shown = panel(user)
    assert [shown.list.item(row).text() for row in range(3)] == [TODAY, DRY, LATER]
    shown.list.setCurrentRow(2)
    user.rest()
    assert scenarios(user).open.current.name == LATER
    shown.list.item(2).setText("Evening")
    assert scenarios(user).open.names[2] == "Evening"
    shown.list.item(2).setText(TODAY.lower())
    assert "there is a scenario 'today' already" in user.message.lower()
    assert shown.list.item(2).text() == "Evening"
    named("Night")
    user.do("rename_scenario")
    assert scenarios(user).open.names == [TODAY, DRY, "Night"]
    shown.remove.click()
    user.rest()
    assert scenarios(user).open.names == [TODAY, DRY]
    assert scenarios(user).open.current.name == DRY
    user.window.stage.messages.button.click()
    assert scenarios(user).open.names == [TODAY, DRY, "Night"]
    user.do("next_scenario")
    user.rest()
    assert len(user.window.session.starts) == 2


def test_a_file_that_is_gone_is_told_and_the_scenario_stays(user: Driver, plan: Path) -> None:
    user.open(plan)
    user.do("next_scenario")  # level ground
    user.rest()
    plan.with_name("heights.asc").unlink()
    user.do("next_scenario")
    user.rest()
    assert "heights.asc" in user.message
    assert f"scenario '{LATER}'" in user.message
    assert scenarios(user).open.current.name == DRY
    user.do("previous_scenario")  # it is open already
    assert scenarios(user).open.current.name == TODAY


def test_two_scenarios_are_a_and_b(user: Driver, plan: Path) -> None:
    user.open(plan)
    compared, comparing = user.window.docks.panel(ComparisonPanel), user.window.comparing
    assert [compared.scenario_b.itemText(k) for k in range(3)] == [TODAY, DRY, LATER]
    compared.scenario_a.setCurrentIndex(3)
    compared.scenario_a.activated.emit(3)
    user.wait(lambda: comparing.gains is not None)
    assert comparing.names == (LATER, TODAY)
    assert comparing.view == DIFFERENCE
    assert "the starts (2 in Two starts later, 1 in Today)" in compared.differs.text()
    compared.scenario_b.activated.emit(1)
    user.rest()
    user.wait(lambda: comparing.names == (LATER, DRY) and comparing.gains is not None)
    assert compared.scenario_b.currentText() == DRY
    before = comparing.kept
    compared.scenario_b.activated.emit(2)
    user.rest()
    user.window.editor.set_limit(30.0)
    user.rest()
    compared.scenario_b.activated.emit(0)
    user.rest()
    assert comparing.names == (LATER, TODAY)
    assert comparing.kept is not before  # A is what it asks now
    assert comparing.kept is not None
    assert comparing.kept.result.times.max_seconds <= 30
    panel(user).compare.click()
    user.rest()
    assert comparing.names == (LATER, TODAY)


def test_all_are_solved_and_figures_kept(
    user: Driver, plan: Path, named: Callable[[str], None]
) -> None:
    user.open(plan)
    assert all(entry.session is None for entry in scenarios(user).open.entries)
    user.do("solve_scenarios")
    user.rest()
    solves: list[object] = []
    user.window.bridge.solve_started.connect(solves.append)
    for _ in range(3):
        user.do("next_scenario")
        assert user.window.session.result is not None
    assert solves == []
    named("first draft")
    user.do("keep_figures")
    user.rest()
    shown = panel(user).results
    assert [shown.item(0, column).text() for column in (0, 3)] == ["first draft", "the same"]
    user.window.editor.set_limit(5.0)
    user.rest()
    assert shown.item(0, 3).text() == "others now"
    user.do("save_project")
    (kept,) = read_project(plan).values["scenarios"]["list"][0]["results"]
    assert kept["name"] == "first draft"
    shown.selectRow(0)
    panel(user).forget.click()
    assert shown.rowCount() == 0


def test_a_project_gets_scenarios_and_is_recovered_with_them(
    user: Driver, rasters: Rasters, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "plan.isofront"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    window = user.window
    user.open(rasters.geotiff())
    user.click(*centre(30, 10))
    user.do("save_project")
    assert read_project(path).values["isofront_project"] == 1
    user.do("duplicate_scenario")
    window.editor.set_limit(70.0)
    user.rest()
    assert window.projects.unsaved
    window.projects.keep()
    kept = window.projects.autosave.path
    limits = [each["limit"] for each in read_project(kept).values["scenarios"]["list"]]
    assert limits == [None, 70.0]
    user.do("save_project")
    assert not window.projects.unsaved
    user.open(rasters.geotiff("other.tif"))
    assert len(scenarios(user).open.entries) == 1
    user.open(path)
    assert window.session.limit_seconds == 70
    user.do("next_scenario")
    user.rest()
    assert window.session.limit_seconds > 70


def test_memory_for_answers_is_bounded_and_the_oldest_go(user: Driver, plan: Path) -> None:
    user.open(plan)
    user.do("solve_scenarios")
    user.rest()
    found: OpenScenarios = scenarios(user).open
    found.trim(0)
    assert all(entry.session is None for entry in found.entries)
    far = user.solved.times.max_seconds
    for _ in range(3):
        user.do("next_scenario")
        user.rest()
    assert user.solved.times.max_seconds == far


def test_scenarios_made_by_hand_of_roads_burned_otherwise_are_told(
    user: Driver, tmp_path: Path
) -> None:
    path = tmp_path / "plan.isofront"
    several("burned", tmp_path, path)
    values = json.loads(path.read_text(encoding="utf-8"))
    values["scenarios"]["list"][1]["vehicle"]["closures"] = []
    values["scenarios"]["list"][1]["vehicle"]["metric"]["name"] = "other"
    path.write_text(json.dumps(values), encoding="utf-8")
    user.open(path)
    user.do("next_scenario")
    user.rest()
    assert "burns roads into the cells otherwise" in user.message
    assert scenarios(user).open.current.name == TODAY
