"""Speeds of single ways from a table: chosen, dropped, told, taken away."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from tests.shared_data import needs_shared, shared
from tests.ui.driving import LEFT_BUTTON, NO_KEY, Driver
from tests.ui.roads import Roads, amount, corner, seconds
from ui.panels.vehicle import VehiclePanel


@pytest.fixture
def town(user: Driver, tmp_path: Path) -> Driver:
    """The town, solved by car from its first corner."""
    user.open(Roads(tmp_path).town())
    at = QPoint(*map(round, user.window.map.pixel_of(*corner(0, 0))))
    QTest.mouseClick(user.window.map, LEFT_BUTTON, NO_KEY, at)
    user.rest()
    return user


@pytest.fixture
def panel(town: Driver) -> VehiclePanel:
    return town.window.docks.panel(VehiclePanel)


def _table(folder: Path, *rows: str, name: str = "jam.csv") -> Path:
    path = folder / name
    path.write_text("\n".join(("osm_id,max_speed,speed_type", *rows, "")))
    return path


def _way_of(user: Driver, col: float, row: float) -> int:
    """The way of a street, as the file counts them."""
    return user.on_roads.at(*corner(col, row)).way


def test_a_table_is_chosen_told_and_taken_away(
    town: Driver, panel: VehiclePanel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = amount(town, 0, 3)
    way = _way_of(town, 0, 1.5)
    path = _table(tmp_path, f"{way},0.25,scale", "999999,10,km/h")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *args: (str(path), ""))
    assert panel.ways.facts.text() == "none"
    panel.ways.choose.click()
    town.rest()
    assert panel.ways.facts.text() == "jam.csv\n1 of 2 ways matched"
    assert amount(town, 0, 3) > 1.5 * before
    panel.ways.remove.click()
    town.rest()
    assert panel.ways.facts.text() == "none"
    assert amount(town, 0, 3) == before
    town.do("undo")
    town.rest()
    assert panel.ways.facts.text().startswith("jam.csv")


def test_a_table_dropped_on_roads_counts_for_them(
    town: Driver, panel: VehiclePanel, tmp_path: Path
) -> None:
    way = _way_of(town, 0, 1.5)
    town.window.map.file_dropped.emit(str(_table(tmp_path, f"{way},15,km/h")))
    town.rest()
    assert town.window.session.document.roads.graph.vertices == 36, "the roads stay open"
    assert amount(town, 0, 1) == pytest.approx(seconds(1, 15), rel=0.01)
    panel.reset.click()
    town.rest()
    assert panel.ways.facts.text() == "none"


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (("x,1,km/h",), "line 2"),
        (("999999,10,km/h",), "none of its 1 ways is among the roads"),
    ],
)
def test_a_table_that_does_not_fit_is_told_in_a_line_and_changes_nothing(
    town: Driver, panel: VehiclePanel, tmp_path: Path, rows: tuple[str, ...], told: str
) -> None:
    before = town.window.session.document.roads
    town.window.open_path(_table(tmp_path, *rows, name="odd.csv"))
    town.rest()
    assert told in town.message
    assert "odd.csv" in town.message
    assert town.window.session.document.roads is before


def test_costs_of_a_file_have_no_speeds_to_change(user: Driver, tmp_path: Path) -> None:
    roads = Roads(tmp_path)
    user.open(roads.numbers())
    user.window.open_path(_table(tmp_path, "-1,10,km/h"))
    user.rest()
    assert user.message != ""
    assert user.window.session.document.roads.costs.metric is None


@needs_shared
def test_congestion_of_porto_alegre_slows_its_ways(user: Driver) -> None:
    user.open(shared("roads/osm-elevation/poa_osm.pbf"))
    user.do("good_start")
    user.rest()
    free = user.window.session.result.times.max_seconds
    user.window.open_path(shared("roads/osm-elevation/poa_osm_congestion.csv"))
    user.rest()
    panel = user.window.docks.panel(VehiclePanel)
    met = panel.ways.facts.text()
    assert met == "poa_osm_congestion.csv\n61 of 61 ways matched"
    assert user.window.session.result.times.max_seconds >= free
    slowed = user.window.session.document.roads.weights.arc_costs
    panel.ways.remove.click()
    user.rest()
    assert (slowed >= user.window.session.document.roads.weights.arc_costs).all()
    assert (slowed > user.window.session.document.roads.weights.arc_costs).any()


def test_another_vehicle_keeps_a_table_or_the_window_says_that_it_does_not(
    town: Driver, panel: VehiclePanel, tmp_path: Path
) -> None:
    town.window.map.file_dropped.emit(str(_table(tmp_path, f"{_way_of(town, 0, 1.5)},15,km/h")))
    town.rest()
    for name, facts in (("truck", "jam.csv\n1 of 1 ways matched"), ("foot", "none")):
        panel.profile.setCurrentIndex(
            [panel.profile.itemData(k).name for k in range(panel.profile.count())].index(name)
        )
        panel.profile.activated.emit(panel.profile.currentIndex())
        town.rest()
        assert panel.ways.facts.text() == facts
        assert ("jam.csv are left out" in town.message) == (name == "foot")
    town.do("undo")
    town.rest()
    assert panel.ways.facts.text().startswith("jam.csv")
