"""Miles by choice: one setting, obeyed by every text of lengths, areas and speeds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel, QTableWidget

from app.units import METRIC, MILES, shown_in, units
from road.properties import RoadClass
from road.speed_limits import NO_LIMIT, code_of
from tests.ui.driving import Driver
from tests.ui.rasters import Rasters, centre
from tests.ui.roads import Roads, corner
from ui import preferences
from ui.canvas.legend import Legend
from ui.canvas.scale_bar import round_length
from ui.panels.isochrones import IsochronesPanel
from ui.panels.roads import RoadsPanel
from ui.panels.terrain import TerrainPanel
from ui.panels.vehicle import VehiclePanel
from ui.texts import area, length, posted, speed
from ui.widgets.figures import Facts


@pytest.fixture(autouse=True)
def metric_again() -> Iterator[None]:
    with shown_in(METRIC.name):
        yield


def _choose(user: Driver, name: str) -> None:
    action = user.window.view_menus.systems[name]
    action.trigger()
    assert action.isChecked()


def _told(facts: Facts) -> str:
    return " | ".join(label.text() for label in facts.findChildren(QLabel))


def _head(table: QTableWidget, column: int) -> str:
    item = table.horizontalHeaderItem(column)
    assert item is not None
    return item.text()


def test_terrain_is_read_in_miles_from_the_menu(user: Driver, rasters: Rasters) -> None:
    user.open(rasters.geotiff())
    user.click(*centre(20, 10))
    table = user.window.docks.panel(IsochronesPanel).table
    user.wait(lambda: table.item(0, 1).text() != "–")
    square_km = float(table.item(0, 1).text())
    _choose(user, "miles")
    user.rest()
    assert preferences.unit_system() == "miles"
    user.wait(lambda: _head(table, 1) == "acres")
    assert float(table.item(0, 1).text()) == pytest.approx(square_km * 247.105, rel=0.01)
    facts = _told(user.window.docks.panel(TerrainPanel).facts)
    assert "ft" in facts
    assert "mph" in facts
    assert "km" not in facts
    user.move(*centre(5, 5))
    user.wait(lambda: "mph" in user.window.status.speed.text())
    legend = Legend.of(user.window.map.frames.frame.scene)
    assert "km/h" not in str(legend)
    _choose(user, "metric")
    user.wait(lambda: _head(table, 1) == "km²")
    assert preferences.unit_system() == "metric"


def test_speeds_of_the_vehicle_are_slid_in_miles_an_hour(user: Driver, tmp_path: Path) -> None:
    user.open(Roads(tmp_path).town())
    _choose(user, "miles")
    panel = user.window.docks.panel(VehiclePanel)
    row = panel.speeds[RoadClass.RESIDENTIAL]
    assert row.number.suffix() == " mph"
    assert row.value() == 16  # 25 km/h
    row.number.setValue(25)
    user.rest()
    metric = user.window.session.driven.costs.metric
    assert metric is not None
    assert metric.speeds_kmh[RoadClass.RESIDENTIAL] == pytest.approx(25 * 1.609344)
    assert row.value() == 25
    assert " mi" in _told(user.window.docks.panel(RoadsPanel).facts)
    user.click(*corner(0, 0))
    assert _head(user.window.docks.panel(IsochronesPanel).table, 1) == "mi"


def test_texts_are_round_in_the_unit_that_is_read() -> None:
    assert (length(250), length(1500), area(2e6), speed(30)) == (
        "250 m", "1.5 km", "2 km²", "30 km/h",
    )  # fmt: skip
    assert (posted(code_of(50)), posted(NO_LIMIT)) == ("50 km/h", "no limit")
    assert round_length(10).text == "1 km"
    with shown_in(MILES.name):
        assert units() is MILES
        assert (length(0.0), length(250), length(1500), length(0.1)) == (
            "0 ft", "820 ft", "0.9 mi", "3.9 in",
        )  # fmt: skip
        assert (area(5e6), area(2e4), speed(30)) == ("1.93 mi²", "4.94 acres", "18.6 mph")
        assert (posted(code_of(50)), posted(NO_LIMIT), posted(0)) == ("31 mph", "no limit", "")
        bar = round_length(10)
        assert bar.text == "2\u202f000 ft"
        assert bar.pixels == pytest.approx(609.6 / 10)
        assert round_length(30).text == "2 mi"
