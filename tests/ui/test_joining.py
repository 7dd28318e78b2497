"""Terrain and roads opened together in the window."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage, QStandardItem, QStandardItemModel
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QFileDialog, QTabBar

from app.document.joined_solved import JoinedSolved
from app.solving.request import Options, SolveRequest
from raster.slopes.heights import heights_of
from raster.slopes.models import Tobler
from raster.slopes.slopes import GridSlopes
from road.properties import RoadClass
from tests.app.cli.test_joined import CELL, LEFT, TOP, write_roads, write_terrain
from tests.ui.canvas.worlds import rgb
from tests.ui.driving import LEFT_BUTTON, NO_KEY, Driver
from ui.controllers.reading import readers
from ui.dialogs.join import JoinDialog
from ui.docks import NARROW_SIDE
from ui.panels.catalog import PANELS
from ui.panels.contraction import ContractionPanel
from ui.panels.customization import CustomizationPanel
from ui.panels.route import RoutePanel
from ui.panels.solver import SolverPanel
from ui.panels.terrain import TerrainPanel
from ui.panels.vehicle import VehiclePanel
from ui.texts import milliseconds
from ui.widgets import badge
from ui.widgets.knob import ChoiceKnob


def middle_of(row: int, col: int) -> tuple[float, float]:
    return LEFT + (col + 0.5) * CELL, TOP - (row + 0.5) * CELL


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """Ground with a river in column 20, and a road with a bridge over it in row 4."""
    return write_terrain(tmp_path / "ground.tif"), write_roads(tmp_path / "roads.gpkg")


def dialog_of(user: Driver) -> JoinDialog:
    user.do("open_joined")
    dialog = user.window.opener.dialog
    assert isinstance(dialog, JoinDialog)
    return dialog


def open_together(user: Driver, files: tuple[Path, Path], join: str) -> None:
    dialog = dialog_of(user)
    dialog.terrain.setText(str(files[0]))
    dialog.roads.setText(str(files[1]))
    dialog.join.setCurrentIndex(dialog.join.findData(join))
    dialog.accept()
    user.rest()


def test_ground_and_roads_are_one_map(user: Driver, files: tuple[Path, Path]) -> None:
    open_together(user, files, "combined")
    window = user.window
    assert "ground + roads" in window.windowTitle()
    assert "meet the ground" in window.docks.panel(TerrainPanel).notes.text()
    solver = window.docks.panel(SolverPanel)
    assert solver.algorithm.findData("near-far") >= 0
    assert solver.algorithm.findData("tiled") == -1
    user.click(*middle_of(2, 2))
    assert np.isfinite(user.seconds(2, 38)), user.message
    lines: list[object] = []
    window.hover.path.connect(lambda line, note: lines.append(line))
    QTest.mouseMove(window.map, user.pixel(*middle_of(2, 36)))
    QTest.mouseMove(window.map, user.pixel(*middle_of(2, 38)))
    user.wait(lambda: lines and lines[-1] is not None)
    line = np.asarray(lines[-1])
    bridge = (abs(line[:, 0] - middle_of(0, 20)[0]) < 2.5 * CELL) & (
        line[:, 1] == middle_of(4, 0)[1]
    )
    assert bridge.any(), "the way leads over the bridge"
    user.do("validate")
    user.rest()
    assert solver.badge.state == badge.PASSED

    # Straight lines lead over its ground, too; who has none is grey and says why.
    def item(box: QComboBox, value: object) -> QStandardItem:
        model = box.model()
        assert isinstance(model, QStandardItemModel)
        return model.item(box.findData(value))

    assert item(solver.algorithm, "phast").isEnabled()
    user.do("straight_lines")
    user.rest()
    straight = user.solved
    assert straight.times.geometry == "straight"
    assert straight.validate().passed
    assert not item(solver.algorithm, "phast").isEnabled()
    why = "No straight lines: It adds up arcs beforehand"
    assert item(solver.algorithm, "phast").toolTip().startswith(why)
    assert item(solver.algorithm, "near-far").isEnabled()
    way = straight.on_cells.way(*middle_of(2, 38))
    assert len(way) > 20
    bridge = (abs(way[:, 0] - middle_of(0, 20)[0]) < 2.5 * CELL) & (way[:, 1] == middle_of(4, 0)[1])
    assert bridge.any()
    user.window.editor.set_options(Options(algorithm="bellman-ford"))
    user.rest()
    directions = solver.knobs["geometry"]
    assert isinstance(directions, ChoiceKnob)
    assert not item(directions, 1).isEnabled()
    assert not window.commands["straight_lines"].isEnabled()


def test_the_panel_of_contraction_says_beforehand_what_joined_ground_takes(
    user: Driver, files: tuple[Path, Path]
) -> None:
    open_together(user, files, "combined")
    user.window.docks.show_panel("contraction")
    panel = user.window.docks.panel(ContractionPanel)
    assert panel.choose.isVisible()
    assert "takes minutes" in panel.empty.text()
    panel.choose.click()
    user.click(*middle_of(2, 2))
    user.rest()
    assert user.solved.algorithm == "phast", "who chooses it has it"


def test_a_start_that_is_dragged_is_followed_over_both(
    user: Driver, files: tuple[Path, Path]
) -> None:
    open_together(user, files, "combined")
    user.click(*middle_of(2, 2))
    user.press(*middle_of(2, 2))
    for col in range(3, 9):
        user.move(*middle_of(2, col))
        user.rest()
    user.release(*middle_of(2, 8))
    user.rest()
    assert user.seconds(2, 8) == 0
    before = user.seconds(2, 38)
    combo = user.window.docks.panel(SolverPanel).algorithm
    combo.setCurrentIndex(combo.findData("near-far"))
    combo.activated.emit(combo.currentIndex())
    user.rest()
    assert user.solved.algorithm == "near-far"
    assert user.seconds(2, 38) == before
    user.window.editor.place(*middle_of(0, 20))
    assert "impassable" in user.message


def test_customization_of_cells_and_roads_is_shown_and_its_energy_measured(
    user: Driver, files: tuple[Path, Path]
) -> None:
    open_together(user, files, "combined")
    docks = user.window.docks
    panel = docks.panel(CustomizationPanel)
    assert not docks.dock("customization").isHidden()
    assert not docks.dock("vehicle").isHidden()
    user.click(*middle_of(2, 2))
    before = user.seconds(2, 38)
    assert "Another algorithm is in use" in panel.empty.text()
    panel.choose.click()
    user.rest()
    assert user.solved.algorithm == "crp"
    assert user.seconds(2, 38) == before
    both = user.on_roads
    assert both.customization is not None
    assert panel.figures.text("total") == milliseconds(both.customization.total_ms)
    assert panel.meter.text() == "Energy: not reported by the CPU"
    asked: list[SolveRequest] = []
    user.window.bridge.solve_started.connect(asked.append)
    panel.measure.click()
    assert [request.metered for request in asked] == [True]
    user.rest()
    told = replace(
        both.customization, backend="gpu", metered=True, energy_joules=0.85, total_ms=12.5
    )
    both = replace(both, customize_ms=12.5, customization=told)
    assert isinstance(user.solved, JoinedSolved)
    user.window.session.set_result(replace(user.solved, both=both))
    assert panel.figures.text("energy") == "850 mJ"
    assert "driver's counter" in panel.meter.text()
    open_together(user, files, "burned")
    assert docks.dock("customization").isHidden(), "cells are not customized"


def test_another_speed_on_the_roads_changes_the_times_of_the_cells(
    user: Driver, files: tuple[Path, Path]
) -> None:
    open_together(user, files, "combined")
    vehicle = user.window.docks.panel(VehiclePanel)
    assert not user.window.docks.dock("vehicle").isHidden()
    assert not user.window.docks.dock("roads").isHidden()
    user.click(*middle_of(4, 5))
    before = user.seconds(4, 35)
    row = vehicle.speeds[RoadClass.PRIMARY]
    row.slider.setSliderDown(True)
    row.slider.setValue(15)
    row.slider.setSliderDown(False)
    user.rest()
    assert user.seconds(4, 35) > 3 * before, "75 km/h were 15 once"
    user.do("undo")
    user.rest()
    assert user.seconds(4, 35) == before
    vehicle.inward.click()
    user.rest()
    assert user.window.session.result.on_graph.times.search.direction == "to"


def test_a_closed_bridge_parts_the_ground_until_it_is_opened(
    user: Driver, files: tuple[Path, Path]
) -> None:
    open_together(user, files, "combined")
    window, vehicle = user.window, user.window.docks.panel(VehiclePanel)
    user.click(*middle_of(4, 5))
    before = user.seconds(4, 35)
    assert window.commands["close_roads"].isVisible()
    window.map.closing.tool.drawn.emit(
        [middle_of(2, 20), middle_of(6, 20)], False
    )  # as the tool draws it
    user.rest()
    assert len(window.map.closing.marks) == 1
    assert vehicle.closures.list.count() == 1
    assert np.isinf(user.seconds(4, 35)), "nobody wades the river"
    assert np.isfinite(user.seconds(4, 17))
    user.do("open_roads")
    user.rest()
    assert user.seconds(4, 35) == before


def test_roads_are_drawn_over_the_times_and_told_under_the_pointer(
    user: Driver, files: tuple[Path, Path]
) -> None:
    open_together(user, files, "combined")
    user.click(*middle_of(2, 2))
    view = user.window.map

    def colour(row: int, col: int) -> tuple[int, ...]:
        picture = view.snapshot()
        at = user.pixel(*middle_of(row, col)).toPointF() * picture.devicePixelRatio()
        return rgb(picture.pixelColor(at.toPoint()))

    bridge, river = colour(4, 20), colour(3, 20)
    assert bridge != river
    user.do("velocity")
    assert colour(4, 20) == colour(3, 20), "roads are part of what lies beneath"
    user.do("velocity")
    QTest.mouseMove(view, user.pixel(*middle_of(4, 10)))
    assert user.window.status.speed.text() == "5 km/h · primary · way 1"
    QTest.mouseMove(view, user.pixel(*middle_of(4, 20)))
    assert user.window.status.speed.text() == "barrier · primary · way 2"
    QTest.mouseMove(view, user.pixel(*middle_of(2, 10)))
    assert user.window.status.speed.text() == "5 km/h"


def test_roads_shine_through_the_times(
    user: Driver, files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    open_together(user, files, "combined")
    user.do("names")
    found = []
    for share in (0.0, 0.55, 1.0):
        monkeypatch.setattr("ui.pictures.joined._THROUGH", share)
        picture = user.window.map.snapshot(400, 300).convertToFormat(QImage.Format.Format_RGB32)
        words = np.frombuffer(bytes(picture.constBits()), np.uint8)
        found.append(words.reshape(300, 400, 4)[..., :3].astype(int))
    none, some, whole = found
    there = np.abs(whole - none).sum(axis=2) > 60
    assert there.sum() > 20
    between = np.abs(some - none)[there] + np.abs(whole - some)[there]
    assert np.abs(between - np.abs(whole - none)[there]).max() <= 2
    assert (some != none)[there].any(axis=1).all()
    assert (some != whole)[there].any(axis=1).all()


def test_the_way_to_the_pointer_is_told_by_streets_and_over_ground(
    user: Driver, files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readers, "path_length", lambda *_: 1.0)  # as long as it is drawn
    open_together(user, files, "combined")
    assert not user.window.docks.dock("route").isHidden()
    panel = user.window.docks.panel(RoutePanel)
    notes: list[tuple[str, ...]] = []
    user.window.hover.path.connect(lambda _, note: notes.append(note))
    user.click(*middle_of(2, 2))
    QTest.mouseMove(user.window.map, user.pixel(*middle_of(2, 38)))
    user.wait(lambda: panel.table.rowCount())
    assert notes[-1][1] == panel.figures.text("length"), "one way has one length"
    turns = [line.split("\t")[0] for line in panel.text.splitlines()]
    assert (turns[0], turns[-1]) == ("Go over open ground", "Go over open ground")
    assert "primary" in turns[1]
    assert panel.figures.text("legs") == str(len(turns) - 2), "streets, and not the ground"
    assert panel.table.item(0, 0).text() == "↝  open ground"


@pytest.mark.parametrize("kind", ["terrain", "roads", "joined"])
def test_the_titles_of_panels_fit_into_their_tabs(
    user: Driver, files: tuple[Path, Path], kind: str
) -> None:
    if kind == "joined":
        open_together(user, files, "combined")
    else:
        user.open(files[kind == "roads"])
    bars = [bar for bar in user.window.findChildren(QTabBar) if bar.isVisible() and bar.count() > 1]
    assert bars
    for bar in bars:
        titles = [bar.tabText(tab) for tab in range(bar.count())]
        needed = sum(bar.fontMetrics().horizontalAdvance(title) for title in titles)
        assert needed + 2 * NARROW_SIDE * len(titles) <= bar.width(), titles
        assert bar.sizeHint().width() <= bar.width(), titles
    if kind != "joined":
        return
    docks = user.window.docks
    for row in PANELS:
        docks.show_panel(row.id)
    for row in (PANELS[0], next(row for row in PANELS if row.id == "zones")):
        docks.show_panel(row.id)
        user.rest()
        bar = next(bar for bar in bars if bar.tabText(bar.currentIndex()) == row.title)
        front = bar.tabRect(bar.currentIndex())
        assert bar.sizeHint().width() > bar.width(), "too many: they scroll"
        assert front.width() > bar.fontMetrics().horizontalAdvance(row.title)
        assert bar.rect().contains(front), row.title


def test_the_roads_are_exported_by_the_dialog_of_times(
    user: Driver, files: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_together(user, files, "combined")
    assert "roads and their vertices" in user.window.commands["export_times"].toolTip()
    user.click(*middle_of(2, 2))
    target, offered = tmp_path / "roads.geojson", []

    def choose(*asked: Any) -> tuple[str, str]:
        offered.extend(asked[3].split(";;"))
        return str(target), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    user.export("export_times")
    user.rest()
    assert "Exported roads.geojson" in user.message
    assert (offered[0], offered[3]) == ("GeoTIFF (*.tif *.tiff)", "CSV of vertices (*.csv)")
    assert "GeoPackage of roads (*.gpkg)" in offered
    features = json.loads(target.read_text())["features"]
    assert {feature["properties"]["class"] for feature in features} == {"primary"}
    times = [feature["properties"]["time_from"] for feature in features]
    assert min(times) > 0


def test_burned_roads_make_a_terrain_like_any(user: Driver, files: tuple[Path, Path]) -> None:
    open_together(user, files, "burned")
    user.click(*middle_of(2, 2))
    assert np.isfinite(user.seconds(2, 38)), user.message
    assert dict(user.solved.on_cells.tags)["ISOFRONT_JOIN"] == "burned"
    assert user.window.docks.panel(SolverPanel).algorithm.currentData() == "tiled"

    # Slopes count on, since cells are the same.
    document = user.window.session.required
    assert document.grid is not None
    slopes = GridSlopes(heights_of(np.zeros(document.grid.shape)), Tobler())
    user.window.editor.set_slopes(slopes)
    open_together(user, files, "burned")
    assert user.window.session.options.slopes is slopes


def test_what_cannot_be_joined_is_told_and_changes_nothing(
    user: Driver, files: tuple[Path, Path], tmp_path: Path
) -> None:
    user.open(files[0])
    open_together(user, (files[0], write_roads(tmp_path / "away.gpkg", shift=1e6)), "combined")
    assert "lie outside the raster" in user.message
    assert user.window.session.document.kind == "terrain"
    at = QPoint(10, 10)
    QTest.mouseMove(user.window.map, at)
    QTest.mouseClick(user.window.map, LEFT_BUTTON, NO_KEY, user.pixel(*middle_of(2, 2)))
    user.rest()
    assert user.solved.algorithm == "tiled"
