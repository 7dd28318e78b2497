"""Vehicles out of files and into them: what is saved drives here and on the command line alike."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from app.editing.session import Session
from road.costs.metric import Metric
from road.costs.metric_files import read_metric
from road.properties import ArcEnd, RoadClass, Turn
from tests.app.cli_runs import CommandLine
from tests.ui.driving import Driver
from tests.ui.roads import Roads, amount, corner
from ui.panels.vehicle import VehiclePanel

Captured = pytest.CaptureFixture[str]

LEFT_S = 12.0


@pytest.fixture
def town(user: Driver, tmp_path: Path) -> Driver:
    user.open(Roads(tmp_path).town())
    user.window.editor.place(*corner(0, 0))
    user.rest()
    return user


def named(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """Both dialogs name this file."""
    for asked in ("getSaveFileName", "getOpenFileName"):
        monkeypatch.setattr(QFileDialog, asked, lambda *_: (str(path), ""))


def driven(user: Driver) -> Metric:
    session: Session = user.window.session
    metric = session.driven.costs.metric
    assert metric is not None
    return metric


def test_a_vehicle_that_is_saved_drives_again_and_on_the_command_line(
    town: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    panel, path = town.window.docks.panel(VehiclePanel), tmp_path / "slow van.json"
    named(monkeypatch, path)
    town.window.editor.edit_roads(lambda edits: edits.set_speed(RoadClass.RESIDENTIAL, 17.0))
    town.window.editor.edit_roads(lambda edits: edits.set_limits("ignore"))
    town.window.editor.edit_roads(lambda edits: edits.set_turn_cost(Turn.LEFT, LEFT_S))
    town.window.editor.edit_roads(
        lambda edits: edits.set_number("wait_seconds", ArcEnd.SIGNALS, 9.0)
    )
    town.rest()
    saved, there = driven(town), amount(town, 2, 3)
    panel.save.click()
    town.rest()
    assert path.exists(), town.message
    panel.reset.click()
    town.rest()
    assert amount(town, 2, 3) != there
    panel.from_file.click()
    town.rest()
    assert panel.profile.currentText() == "slow van", "it is no car any more"
    assert driven(town) == read_metric(path)
    assert driven(town).turn_seconds == saved.turn_seconds
    assert amount(town, 2, 3) == there
    assert not panel.reset.isEnabled(), "nothing is changed since"
    start = ",".join(map(str, corner(0, 0)))
    end = ",".join(map(str, corner(2, 3)))
    told = CommandLine(capsys).json(
        "route", tmp_path / "town.geojson", "--from", start, "--to", end, "--metric", path
    )
    assert told["seconds"] == pytest.approx(there, abs=0.01)
    path = path.with_name("fast van.json")
    named(monkeypatch, path)
    panel.save.click()
    town.rest()
    assert read_metric(path).name == "fast van", "which renames it"
    town.do("undo")
    town.rest()
    assert panel.profile.currentText() == "Car"


def test_a_file_that_is_read_again_is_the_one_in_the_list(
    town: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel, path = town.window.docks.panel(VehiclePanel), tmp_path / "van.json"
    named(monkeypatch, path)
    for share in (0.5, 0.9):
        path.write_text(json.dumps({"based_on": "car", "limit_factor": share}))
        panel.from_file.click()
        town.rest()
    names = [panel.profile.itemText(k) for k in range(panel.profile.count())]
    assert names.count("van") == 1
    for name in ("Car", "van"):
        panel.profile.setCurrentText(name)
        panel.profile.activated.emit(panel.profile.currentIndex())
        town.rest()
    assert driven(town).limit_factor == 0.9


def test_a_file_that_is_none_is_told_with_its_key(
    town: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel, path = town.window.docks.panel(VehiclePanel), tmp_path / "van.json"
    named(monkeypatch, path)
    before = driven(town)
    for values, words in (
        ({"based_on": "car", "wait_second": 3}, "there is no setting 'wait_second'"),
        ({"based_on": "car", "limit_factor": "half"}, "'limit_factor'"),
        ({"limit_factor": 1}, "neither a preset nor a vehicle"),
    ):
        path.write_text(json.dumps(values))
        panel.from_file.click()
        town.rest()
        assert words in town.message
    assert driven(town) is before


def test_costs_of_a_file_are_no_vehicle(user: Driver, tmp_path: Path) -> None:
    panel = user.window.docks.panel(VehiclePanel)
    user.open(Roads(tmp_path).numbers())
    assert not panel.save.isEnabled()
    assert not panel.from_file.isEnabled(), "without lengths nobody drives"
