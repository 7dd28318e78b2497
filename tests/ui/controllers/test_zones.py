"""The zonal table in the window: rasters summed, a zone on the map, and a file."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from app.uncertainty.noise import SpeedNoise
from tests.ui.driving import LEFT_BUTTON, NO_KEY, SHIFT, Driver
from tests.ui.rasters import Rasters, centre
from ui.controllers.comparison.certainties import USUAL
from ui.controllers.comparison.zones import ZONE
from ui.panels.uncertainty import UncertaintyPanel
from ui.panels.zones import ALL_BANDS, ZonesPanel
from ui.pictures.classes import NOBODY, TerrainClassScene


def test_zones_are_summed_shown_and_written(
    user: Driver, rasters: Rasters, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, path = user.window, rasters.geotiff()
    panel, zoning = window.docks.panel(ZonesPanel), window.analyses.zoning
    user.open(path)
    user.click(*centre(20, 10))
    user.click(*centre(30, 50), SHIFT)
    assert zoning.table is None, "nobody looks at it"
    window.docks.show_panel("zones")
    user.wait(lambda: zoning.table is not None)
    monkeypatch.setattr("PySide6.QtWidgets.QFileDialog.getOpenFileName", lambda *_: (str(path), ""))
    panel.add.click()
    user.wait(lambda: zoning.table is not None and zoning.table.rasters)
    name = panel.rasters.item(0, 0)
    assert name is not None
    name.setText("people")
    user.wait(lambda: zoning.table is not None and zoning.table.rasters[0].name == "people")
    table = zoning.table
    assert table is not None
    assert panel.table.columnCount() == 4
    assert panel._zones[-1] == (1, ALL_BANDS)
    panel.table.selectRow(0)
    scene = window.map._scene
    assert isinstance(scene, TerrainClassScene)
    assert window.link.shows_instead == ZONE
    assert scene.named is not None
    assert scene.named.title == "First: Start 1", "it is called as anywhere else"
    start, band = panel._zones[0]
    area = (scene.classes.of == 0).sum() * scene.grid.cell_area
    assert area == table.amounts[start, band]
    assert ((scene.classes.of != NOBODY).sum() * scene.grid.cell_area) == table.amounts.sum()
    panel.copy.click()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].split("\t")[-1] == "people"
    assert len(lines) == panel.table.rowCount() + 1
    copied = [float(line.split("\t")[-1]) for line in lines[1:]]
    assert max(copied) >= 1000, "thousands have no space between their digits"
    target = tmp_path / "zones.csv"
    monkeypatch.setattr(
        "PySide6.QtWidgets.QFileDialog.getSaveFileName", lambda *_: (str(target), "")
    )
    user.do("export_zonal")
    user.wait(target.exists)
    with target.open() as file:
        rows = list(csv.DictReader(file))
    people = [float(row["people"]) for row in rows]
    np.testing.assert_allclose(people, table.values[0].reshape(-1))
    user.click(*centre(5, 30), SHIFT)
    assert window.link.shows_instead == ""
    user.wait(lambda: zoning.table is not None and len(zoning.table.names) == 3)


def test_a_zone_goes_by_a_click_and_where_another_panel_takes_the_map(
    user: Driver, rasters: Rasters
) -> None:
    window = user.window
    panel, zoning, link = window.docks.panel(ZonesPanel), window.analyses.zoning, window.link
    user.open(rasters.geotiff())
    window.docks.show_panel("zones")
    assert panel.hint.text().startswith("Set starts")
    told: list[str] = []
    zoning.changed.connect(lambda: told.append(panel.hint.text()))
    user.click(*centre(20, 10))
    user.wait(lambda: zoning.table is not None)
    assert "Adding up what lies in each band…" in told
    assert panel.hint.text().startswith("Each place")

    def click(row: int) -> None:
        item = panel.table.item(row, 1)
        assert item is not None
        at = panel.table.visualItemRect(item).center()
        QTest.mouseClick(panel.table.viewport(), LEFT_BUTTON, NO_KEY, at)

    click(1)
    assert link.shows_instead == ZONE
    click(1)
    assert link.shows_instead == ""
    assert not panel.table.selectedIndexes()
    click(1)
    assert link.shows_instead == ZONE, "and again"

    certain = window.analyses.certainties
    uncertain = window.docks.panel(UncertaintyPanel)
    certain.run(SpeedNoise(3, 0.1))
    user.wait(lambda: certain.found is not None)
    certain.look("90")
    assert (link.shows_instead, certain.view) == ("90", "90")
    assert not panel.table.selectedIndexes(), "the map shows no zone"
    assert link.shows_instead == "90", "which is no reason to show nothing else"
    click(1)
    assert link.shows_instead == ZONE
    assert certain.view == USUAL
    assert uncertain.view.currentData() == USUAL
