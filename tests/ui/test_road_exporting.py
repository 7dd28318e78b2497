"""Areas and rasters of reached roads: how they are made is asked before where they go."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from app.solving.request import Options
from tests.ui.driving import LEFT_BUTTON, NO_KEY, Driver
from tests.ui.roads import Roads, corner
from ui.dialogs.export.dialog import ExportDialog


@pytest.fixture
def town(user: Driver, tmp_path: Path) -> Driver:
    """The town, solved by car from its first corner."""
    user.open(Roads(tmp_path).town())
    at = QPoint(*map(round, user.window.map.pixel_of(*corner(0, 0))))
    QTest.mouseClick(user.window.map, LEFT_BUTTON, NO_KEY, at)
    user.rest()
    return user


def _dialog(user: Driver, command: str) -> ExportDialog:
    user.do(command)
    dialog = user.window.exporter.dialog
    assert dialog is not None
    return dialog


def _properties(path: Path) -> dict[str, object]:
    properties: dict[str, object] = json.loads(path.read_text())["features"][0]["properties"]
    return properties


def test_areas_are_made_as_they_are_asked_for(
    town: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "areas.geojson"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(target), ""))
    dialog = _dialog(town, "export_polygons")
    asked = dialog.form.off_roads
    assert asked.tolerance.isVisible()
    assert not asked.cell.isVisible()
    assert asked.tolerance.text() == "automatic"
    asked.tolerance.setValue(80.0)
    dialog.accept()
    town.rest()
    assert _properties(target)["method"] == "buffer"
    assert _properties(target)["within_m"] == 80.0
    dialog = _dialog(town, "export_polygons")
    again = dialog.form.off_roads
    assert again.tolerance.value() == 80.0, "the choice is proposed again"
    again.method.setCurrentIndex(again.method.findData("walk"))
    assert not again.tolerance.isVisible()
    assert again.reach.isVisible()
    again.cell.setValue(25.0)
    again.reach.setValue(120.0)
    again.walk.setValue(4.0)
    dialog.accept()
    town.rest()
    assert _properties(target)["method"] == "walk"
    assert _properties(target)["within_m"] == 120.0
    assert "walked at 4 km/h" in town.message


def test_a_raster_has_the_cells_that_are_asked_for(
    town: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import rasterio

    target = tmp_path / "cells.tif"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(target), ""))
    dialog = _dialog(town, "export_bands")
    assert not dialog.form.off_roads.method.isVisible()
    dialog.form.off_roads.cell.setValue(40.0)
    dialog.accept()
    town.rest()
    with rasterio.open(target) as dataset:
        assert dataset.res == (40.0, 40.0)


def test_nothing_is_written_where_the_question_is_cancelled(
    town: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: asked.append(1) or ("", ""))
    _dialog(town, "export_polygons").reject()
    assert asked == []
    dialog = _dialog(town, "export_isolines")
    assert not dialog.form.off_roads.isVisible(), "of lines there is nothing to ask"
    dialog.accept()
    assert asked == [1]


@pytest.mark.parametrize("algorithm", ["dijkstra", "phast"])
def test_times_of_vertices_come_with_the_shortest_path_tree(
    town: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, algorithm: str
) -> None:
    town.window.editor.set_options(Options(algorithm=algorithm))
    town.rest()
    target = tmp_path / "tree.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(target), "CSV (*.csv)"))
    town.export("export_times")
    town.rest()
    result = town.window.session.result
    assert result is not None
    assert result.algorithm == algorithm
    with target.open(newline="") as file:
        rows = {row["vertex"]: row for row in csv.DictReader(file)}
    begins = [row for row in rows.values() if row["parent"] == row["vertex"]]
    assert len(begins) < len(rows)
    for row in rows.values():
        assert float(row["at_parent"]) >= float(rows[row["parent"]]["time_s"])
        assert row in begins or float(row["at_parent"]) < float(row["time_s"])
