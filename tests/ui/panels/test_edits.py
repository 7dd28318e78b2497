"""Edits of the ground as a user draws them: times follow, and each stroke is one step back."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import rasterio
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel

from app.document.terrain import TerrainDocument
from raster.edits.edit import AreaShape, FloodShape, LineShape
from raster.grid import grid_from_kmh
from raster.solvers.dijkstra import Dijkstra
from tests.ui.driving import LEFT_BUTTON, NO_KEY, PATIENCE_MS, Driver
from tests.ui.rasters import Rasters
from ui.bridge import Bridge
from ui.ground_commands import GROUND
from ui.panels.ground.edits import AREA, BRUSH, FLOOD, LINE, EditsPanel, _usual_width


@pytest.fixture
def field(user: Driver, tmp_path: Path) -> Driver:
    """Even ground, solved from a corner, with the panel of edits."""
    user.open(Rasters(tmp_path).geotiff())
    user.click(*cell(user, 2, 2))
    return user


def cell(user: Driver, row: float, col: float) -> tuple[float, float]:
    document = user.window.session.document
    assert document is not None
    assert document.grid is not None
    return document.grid.centre_of(row, col)


def panel_of(user: Driver) -> EditsPanel:
    user.window.docks.show_panel("edits")
    return user.window.docks.panel(EditsPanel)


def choose(user: Driver, tool: str, effect: str, value: float = 0.0, width: float = 0.0) -> None:
    panel = panel_of(user)
    panel.effect.setCurrentIndex(panel.effect.findData(effect))
    panel.effect.activated.emit(panel.effect.currentIndex())
    if value:
        panel.value.setValue(value)
    panel.width_m.setValue(width)
    if user.window.map.ground_drawing.tool != tool:
        panel.tools[tool].click()


def expect_fresh(user: Driver) -> None:
    """What is shown is what Dijkstra finds on the ground as it is edited now."""
    solved, document = user.solved, user.window.session.document
    assert document is not None
    assert document.grid is not None
    problem = document.problem(user.window.session.request(), lambda *_: None, None)  # type: ignore[arg-type]
    fresh = Dijkstra(document.grid).solve(problem.sources)
    assert np.array_equal(solved.times.ticks(), fresh.labels)


def brush(user: Driver, *cells: tuple[float, float]) -> None:
    user.press(*cell(user, *cells[0]))
    for place in cells[1:]:
        user.move(*cell(user, *place))
    user.release(*cell(user, *cells[-1]))
    user.rest()


def test_a_stroke_of_the_brush_is_followed_and_is_one_step_back(field: Driver) -> None:
    before, window = field.solved.times.ticks().copy(), field.window
    rows, cols = before.shape
    choose(field, BRUSH, "barrier")
    brush(field, *((row, cols // 2) for row in np.linspace(0, rows * 0.7, 9)))
    edits = window.editor.ground_edits
    assert len(edits.layer.edits) == 1
    assert (field.solved.times.ticks()[: rows // 2, cols // 2] >= 1 << 30).all()
    expect_fresh(field)
    brush(field, (rows // 2, 3), (rows // 2, 8))
    assert [type(e.shape) for e in edits.layer.edits] == [LineShape, LineShape]
    assert window.map.ground_drawing.marks
    window.map.grab()
    for left in (1, 0):
        field.do("undo")
        field.rest()
        assert len(edits.layer.edits) == left
        expect_fresh(field)
    assert np.array_equal(field.solved.times.ticks(), before)
    field.do("redo")
    field.rest()
    expect_fresh(field)
    QTest.keyClick(window.map, Qt.Key.Key_Escape)
    assert not panel_of(field).tools[BRUSH].isChecked()


def test_lines_areas_and_floods_are_drawn_listed_hidden_renamed_and_removed(field: Driver) -> None:
    view, panel, layer = field.window.map, panel_of(field), field.window.editor.ground_edits
    rows, cols = field.solved.times.shape
    choose(field, LINE, "barrier")
    for place in ((rows // 2, -1), (rows // 2, cols // 2)):
        QTest.mouseClick(view, LEFT_BUTTON, NO_KEY, field.pixel(*cell(field, *place)))
    QTest.keyClick(view, Qt.Key.Key_Return)
    choose(field, AREA, "speed", 5.0)
    for place in ((2, cols // 2), (2, cols - 3), (rows // 3, cols - 3)):
        QTest.mouseClick(view, LEFT_BUTTON, NO_KEY, field.pixel(*cell(field, *place)))
    QTest.keyClick(view, Qt.Key.Key_Return)
    choose(field, FLOOD, "factor", 0.5)
    field.click(*cell(field, rows - 3, cols // 2))
    shapes = [type(edit.shape) for edit in layer.layer.edits]
    assert shapes == [LineShape, AreaShape, FloodShape]
    assert [mark.area for mark in view.ground_drawing.marks] == [False, True, True]
    expect_fresh(field)
    assert [panel.list.item(k).text() for k in range(3)] == [
        "Line: barrier", "Area: 5 km/h", "Flood: × 0.5",
    ]  # fmt: skip
    panel.list.item(1).setCheckState(Qt.CheckState.Unchecked)
    field.rest()
    assert [edit.visible for edit in layer.layer.edits] == [True, False, True]
    expect_fresh(field)
    panel.list.item(0).setText("wall")
    assert layer.layer.edits[0].name == "wall"
    panel.list.setCurrentRow(2)
    assert view.ground_drawing.chosen == 1, "of those that are shown"
    panel.remove.click()
    field.rest()
    assert [edit.name for edit in layer.layer.edits] == ["wall", ""]
    panel.list.setCurrentRow(-1)
    panel.remove.click()
    field.rest()
    assert not layer.layer
    assert not panel.burn.isEnabled()


def test_layers_go_to_files_and_come_back_and_are_burnt(
    field: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel, window = panel_of(field), field.window
    choose(field, BRUSH, "factor", 0.25, 60.0)
    brush(field, (4, 4), (9, 12))
    drawn, times = window.editor.ground_edits.layer, field.solved.times.ticks().copy()
    names = iter([tmp_path / "layer.gpkg", tmp_path / "speeds.tif"])
    asked = lambda *_: (str(next(names)), "")  # noqa: E731
    monkeypatch.setattr(QFileDialog, "getSaveFileName", asked)
    panel.save.click()
    field.rest()
    panel.burn.click()
    field.rest()
    with rasterio.open(tmp_path / "speeds.tif") as dataset:
        assert dataset.tags()["ISOFRONT_EDITS"] == "factor 0.25"
    field.do("undo")
    name = str(tmp_path / "layer.gpkg")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (name, ""))
    panel.from_file.click()
    field.rest()
    assert window.editor.ground_edits.layer == drawn
    assert np.array_equal(field.solved.times.ticks(), times)
    name = str(tmp_path / "missing.gpkg")
    panel.from_file.click()
    field.rest()
    assert "missing.gpkg" in field.message
    choose(field, BRUSH, "barrier")
    window.map.ground_drawing.take(LINE)
    field.do("measure")
    assert window.map.ground_drawing.tool == "", "one meaning of clicks at a time"


def test_commands_take_up_tools_and_say_what_a_click_does(field: Driver) -> None:
    window, stage = field.window, field.window.stage
    drawing, panel = window.map.ground_drawing, panel_of(field)
    assert not window.commands["save_edits"].isEnabled(), "there is nothing to be saved"
    for tool in (BRUSH, LINE, AREA, FLOOD):
        field.do(f"edit_{tool}")
        assert drawing.tool == tool
        assert [id_ for id_, button in panel.tools.items() if button.isChecked()] == [tool]
        on = [id_ for id_ in panel.tools if window.commands[f"edit_{id_}"].isChecked()]
        assert on == [tool]
        assert "Esc ends it" in stage.hint.text()
    field.do("measure")
    assert drawing.tool == ""
    assert "measuring" in stage.hint.text()
    field.do("edit_brush")
    assert not window.commands["measure"].isChecked()
    QTest.keyClick(window.map, Qt.Key.Key_Escape)
    assert not window.commands["edit_brush"].isChecked()
    assert not stage.hint.text()
    choose(field, BRUSH, "factor", 0.5)
    brush(field, (8, 4), (8, 9))
    assert window.commands["undo"].text().endswith("brush stroke")
    assert window.commands["burn_edits"].isEnabled()


def test_while_an_edit_covers_the_start_the_picture_stays(field: Driver) -> None:
    before, stage = field.solved, field.window.stage
    choose(field, BRUSH, "barrier", width=30.0)
    brush(field, (2, 2), (2, 5), (4, 5))
    assert field.window.session.result is before
    assert not field.message, "nobody is told at every step"
    assert "lies over a start" in stage.hint.text()
    field.do("solve")
    assert field.window.session.result is before
    field.do("undo")
    field.rest()
    assert "lies over a start" not in stage.hint.text()
    expect_fresh(field)
    field.do("redo")
    QTest.keyClick(field.window.map, Qt.Key.Key_Escape)
    field.click(*cell(field, 12, 12))
    assert not stage.hint.text()
    expect_fresh(field)


def test_while_nothing_is_open_no_edits_are_drawn_or_written(user: Driver) -> None:
    off = {id_ for id_, *_ in GROUND if not user.window.commands[id_].isEnabled()}
    assert off == {id_ for id_, *_ in GROUND}


def test_while_a_step_is_solved_the_stroke_is_seen_and_the_newest_counts_next(
    field: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, edits = field.window, field.window.editor.ground_edits
    choose(field, BRUSH, "barrier")
    field.press(*cell(field, 6, 6))
    field.rest()
    solving = True
    monkeypatch.setattr(Bridge, "solving", property(lambda _: solving))
    first = edits.layer
    for col in (8, 10, 12):
        field.move(*cell(field, 6, col))
        assert edits.layer is first, "nothing queues"
        (mark,) = window.map.ground_drawing.marks
        assert mark.rings[0][-1][0] == pytest.approx(cell(field, 6, col)[0])
    solving = False
    window.bridge.solve_dropped.emit()
    (edit,) = edits.layer.edits
    assert isinstance(edit.shape, LineShape)
    assert edit.shape.corners[-1][0] == pytest.approx(cell(field, 6, 12)[0])
    monkeypatch.undo()
    field.release(*cell(field, 6, 12))
    field.rest()
    expect_fresh(field)
    field.do("undo")
    assert not edits.layer, "one step"


def test_a_tool_that_is_put_down_ends_its_stroke(field: Driver) -> None:
    window, edits = field.window, field.window.editor.ground_edits
    choose(field, BRUSH, "barrier")
    field.press(*cell(field, 6, 6))
    field.move(*cell(field, 6, 9))
    field.do("edit_brush")
    assert window.map.ground_drawing.tool == ""
    assert not window.editor.brushing
    field.release(*cell(field, 6, 9))
    field.do("edit_brush")
    brush(field, (9, 6), (9, 9))
    assert len(edits.layer.edits) == 2, "the next stroke is another"
    expect_fresh(field)
    field.press(*cell(field, 12, 6))
    field.window.open_path(field.window.session.required.files["terrain"])
    field.rest()
    assert not window.editor.brushing
    assert not edits.layer


def test_fields_say_what_they_are_for(field: Driver) -> None:
    panel = panel_of(field)
    choose(field, BRUSH, "barrier")
    assert panel.value.text() == "–", "a barrier has no speed"
    assert not panel.value.isEnabled()
    assert panel.width_m.isEnabled()
    assert not panel.tolerance.isEnabled()
    choose(field, FLOOD, "factor", 0.5)
    assert panel.value.text() == "× 0.50"
    label = panel._rows.labelForField(panel.value)
    assert isinstance(label, QLabel)
    assert label.text() == "Factor"
    assert not panel.width_m.isEnabled()
    assert panel.tolerance.isEnabled()
    choose(field, LINE, "open", 7.0)
    assert (panel.value.text(), label.text()) == ("7.00 km/h", "Speed")
    brush_of = panel.edit_of(panel.shape_of(LINE, ((0.0, 0.0), (1.0, 1.0))))
    assert brush_of.value == 7.0
    field.window.map.ground_drawing.take("")
    assert panel.width_m.isEnabled()
    assert panel.tolerance.isEnabled()
    choose(field, BRUSH, "barrier", width=30.0)
    brush(field, (8, 8), (8, 12))
    assert panel.remove.text() == "Remove all"
    panel.list.setCurrentRow(0)
    assert panel.remove.text() == "Remove"


def test_a_brush_is_as_wide_at_first_as_can_be_seen() -> None:
    wide = grid_from_kmh(np.full((800, 2000), 5.0), 10.0)
    assert _usual_width(wide) == 100.0
    assert _usual_width(grid_from_kmh(np.full((40, 40), 5.0), 10.0)) == 50.0


@pytest.fixture
def slow_to_get_ready(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Set once what edits are made with is at hand, as on a machine that compiles it first."""
    ready = threading.Event()
    monkeypatch.setattr(TerrainDocument, "warm_up_edits", lambda *_: ready.wait(PATIENCE_MS / 1e3))
    yield ready
    ready.set()


def test_what_is_drawn_before_all_is_at_hand_is_seen_and_counts_then(
    field: Driver, slow_to_get_ready: threading.Event
) -> None:
    window, edits = field.window, field.window.editor.ground_edits
    before = field.solved.times.ticks().copy()
    rows, cols = before.shape
    choose(field, BRUSH, "barrier")
    field.wait(lambda: "Getting ready to edit" in window.status.state.text())
    for col in (cols // 2, cols // 3):
        field.press(*cell(field, 0, col))
        field.move(*cell(field, rows // 2, col))
        field.release(*cell(field, rows // 2, col))
    choose(field, FLOOD, "speed", 7.0)
    QTest.mouseClick(window.map, LEFT_BUTTON, NO_KEY, field.pixel(*cell(field, rows - 2, 2)))
    field.press(*cell(field, rows - 2, 2))
    assert not edits.layer
    assert len(window.map.ground_drawing.marks) == 4, "the flood was clicked twice"
    slow_to_get_ready.set()
    field.rest()
    assert [type(e.shape) for e in edits.layer.edits] == 2 * [LineShape] + 2 * [FloodShape]
    expect_fresh(field)
    for left in (3, 2, 1, 0):
        field.do("undo")
        assert len(edits.layer.edits) == left
    field.rest()
    assert np.array_equal(field.solved.times.ticks(), before)


def test_what_is_drawn_meanwhile_is_given_up_with_the_getting_ready(
    field: Driver, slow_to_get_ready: threading.Event
) -> None:
    drawing, edits = field.window.map.ground_drawing, field.window.editor.ground_edits
    choose(field, BRUSH, "barrier")
    field.press(*cell(field, 3, 3))
    field.release(*cell(field, 3, 3))
    assert drawing.marks
    field.window.bridge.cancel()
    assert not drawing.marks
    slow_to_get_ready.set()
    field.rest()
    assert not edits.layer
    choose(field, LINE, "barrier")
    choose(field, BRUSH, "barrier")  # taken up again: made ready anew
    brush(field, (5, 5), (5, 8))
    assert len(edits.layer.edits) == 1
