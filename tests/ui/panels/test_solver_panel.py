"""The solver panel: knobs of the kind that a parameter asks for, and rasters beyond the memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.catalog.algorithms import rows_of
from app.catalog.rows import TERRAIN
from app.document.joined import JoinRequest
from app.solving.request import Options
from tests.app.cli.test_joined import write_roads, write_terrain
from tests.app.little_memory import lower_memory
from tests.ui.driving import Driver
from tests.ui.rasters import Rasters, centre
from ui.panels.solver import SolverPanel
from ui.widgets.knob import ChoiceKnob, NumberKnob


def panel_of(user: Driver) -> SolverPanel:
    return user.window.docks.panel(SolverPanel)


def test_whole_numbers_are_shown_without_decimals(user: Driver) -> None:
    panel = panel_of(user)
    for row in rows_of(TERRAIN):
        user.window.editor.set_options(Options(algorithm=row.id))
        for parameter in row.parameters:
            knob = panel.knobs[parameter.name]
            assert knob.value() == parameter.default
            assert knob.accessibleName() == parameter.label
            if isinstance(knob, NumberKnob):
                assert (knob.decimals() == 0) == parameter.whole
            else:
                assert knob.count() == len(parameter.choices)


def test_the_side_of_a_block_is_chosen_among_powers_of_two(user: Driver) -> None:
    user.window.editor.set_options(Options(algorithm="out-of-core"))
    knob = panel_of(user).knobs["block_cells"]
    assert isinstance(knob, ChoiceKnob)
    assert knob.currentText() == "automatic"
    assert knob.itemText(1) == "32 cells"
    knob.setCurrentIndex(knob.findText("1024 cells"))
    knob.activated.emit(knob.currentIndex())
    assert dict(user.window.session.options.parameters)["block_cells"] == 1024
    user.do("undo")
    assert knob.currentText() == "automatic"


def test_a_number_that_is_turned_reaches_the_session(user: Driver) -> None:
    user.window.editor.set_options(Options(algorithm="out-of-core"))
    knob = panel_of(user).knobs["workers"]
    assert knob.text() == "1"
    knob.setValue(3)
    assert dict(user.window.session.options.parameters)["workers"] == 3


def test_a_raster_beyond_the_memory_is_solved_out_of_core_and_the_window_says_so(
    user: Driver, rasters: Rasters, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = rasters.geotiff()
    lower_memory(monkeypatch, 1000)
    user.open(path)
    assert panel_of(user).algorithm.currentData() == "out-of-core"
    assert "temporary file" in user.window.session.document.grid.notes[-1]
    user.click(*centre(20, 10))
    assert user.solved.algorithm == "out-of-core"
    assert "does not fit into memory" in user.message
    assert user.seconds(20, 13) == 3.0
    monkeypatch.undo()
    user.open(rasters.geotiff("second.tif"))
    assert panel_of(user).algorithm.currentData() == "tiled"


def test_straight_lines_are_asked_for_by_a_command_and_stay_with_the_question(
    user: Driver, rasters: Rasters
) -> None:
    command, session = user.window.commands["straight_lines"], user.window.session
    assert not command.isEnabled()  # nothing is open
    user.open(rasters.geotiff())
    user.window.editor.set_options(Options(algorithm="dijkstra"))
    user.rest()
    user.click(*centre(20, 10))
    before = session.result
    assert before is not None
    command.trigger()
    user.rest()
    straight = session.result
    assert straight is not None
    assert (before.times.geometry, straight.times.geometry) == ("eight", "straight")
    assert straight.validate().passed
    assert panel_of(user).knobs["geometry"].value() == 1
    panel = panel_of(user)
    panel.algorithm.setCurrentIndex(panel.algorithm.findData("near-far"))
    panel.algorithm.activated.emit(panel.algorithm.currentIndex())
    assert command.isChecked()
    user.do("undo")
    user.do("undo")
    assert not command.isChecked()
    assert session.options.geometry == "eight"


def test_ground_that_takes_minutes_to_prepare_is_asked_about_before(
    user: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ground, roads = write_terrain(tmp_path / "ground.tif"), write_roads(tmp_path / "roads.gpkg")
    user.window.opener.open_joined(JoinRequest(ground, roads))
    user.rest()
    user.window.docks.show_panel("solver")
    panel, before = panel_of(user), user.window.session.options.algorithm

    def choose(algorithm: str) -> None:
        panel.algorithm.setCurrentIndex(panel.algorithm.findData(algorithm))
        panel.algorithm.activated.emit(panel.algorithm.currentIndex())

    monkeypatch.setattr("app.document.joined.QUICKLY_PREPARED_CELLS", 100)
    choose("phast")
    assert panel.doubt.isVisible()
    assert user.window.session.options.algorithm == before, "nothing begins"
    panel.keep.click()
    assert not panel.doubt.isVisible()
    assert panel.algorithm.currentData() == before
    choose("near-far")
    assert not panel.doubt.isVisible()
    choose("phast")
    panel.go_on.click()
    assert not panel.doubt.isVisible()
    assert user.window.session.options.algorithm == "phast"
    user.do("undo")
    monkeypatch.undo()
    choose("phast")
    assert user.window.session.options.algorithm == "phast", "little ground is prepared at once"
