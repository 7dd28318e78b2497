"""Sliders and closures over contracted roads, as a user moves them."""

from __future__ import annotations

import math
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

import app.solving.contracting
import app.solving.hierarchies
from app.catalog.algorithms import contracting
from app.solving.jobs import SolveDone
from core.cancel import NEVER
from road.ch.contraction import contract
from road.ch.query.phast import Phast
from road.properties import RoadClass
from road.search.search_graph import SearchGraph
from tests.app.gpu_rows import TWO_GPUS, use_gpus, use_rows
from tests.ui.driving import LEFT_BUTTON, NO_KEY, PATIENCE_MS, Driver
from tests.ui.roads import Roads, corner, seconds
from ui.panels.contraction import ContractionPanel
from ui.panels.vehicle import VehiclePanel


class PhastOnGpu(Phast):
    """The CPU's in truth."""

    def __init__(self, *roads: Any, device: int = 0, **options: Any) -> None:
        super().__init__(*roads, **options)


class Gate:
    """Contractions that wait until they are let through, or cancelled; not those that warm up."""

    def __init__(self) -> None:
        self.waiting, self.open = 0, threading.Event()
        self.open.set()

    def contract(self, search: SearchGraph, *arguments: Any, **told: Any) -> Any:
        cancel = told.get("cancel", NEVER)
        if cancel is NEVER:
            return contract(search, *arguments, **told)
        self.waiting += 1
        try:
            while not self.open.wait(0.001):
                cancel.check("the contraction")
        finally:
            self.waiting -= 1
        return contract(search, *arguments, **told)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    made = Gate()
    monkeypatch.setattr(app.solving.hierarchies, "contract", made.contract)
    return made


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every contraction counts as quick, on a busy machine, too."""
    monkeypatch.setattr(app.solving.contracting, "QUICK_MS", math.inf)


@pytest.fixture
def slow(quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """No contraction counts as quick."""
    monkeypatch.setattr(app.solving.contracting, "QUICK_MS", -1.0)


@pytest.fixture
def town(user: Driver, tmp_path: Path) -> Driver:
    """The town, contracted and solved by car from its first corner."""
    user.open(Roads(tmp_path).town())
    at = QPoint(*map(round, user.window.map.pixel_of(*corner(0, 0))))
    QTest.mouseClick(user.window.map, LEFT_BUTTON, NO_KEY, at)
    user.rest()
    options = replace(user.window.session.options, algorithm="phast", backend="cpu")
    user.window.editor.set_options(options)
    user.rest()
    vehicle = user.window.docks.panel(VehiclePanel)
    user.window.docks.show_panel("vehicle")
    vehicle.limits.setCurrentIndex(vehicle.limits.findData("ignore"))
    vehicle.limits.activated.emit(vehicle.limits.currentIndex())
    user.rest()
    assert user.on_roads.algorithm == "phast"
    return user


def hold(user: Driver) -> Any:
    """The slider of streets, with the mouse on its handle."""
    slider = user.window.docks.panel(VehiclePanel).speeds[RoadClass.RESIDENTIAL].slider
    slider.setSliderDown(True)
    return slider


def previews_of(user: Driver) -> list[SolveDone]:
    shown: list[SolveDone] = []
    user.window.editor.preview_ready.connect(shown.append)
    return shown


def test_a_quick_contraction_follows_every_step_of_a_slider(town: Driver) -> None:
    previews, slider = previews_of(town), hold(town)
    for kmh in (40, 50, 60):
        slider.setValue(kmh)
        town.rest()
    slider.setSliderDown(False)
    town.rest()
    answered = [(done.solved.algorithm, done.solved.stale) for done in previews]
    assert answered == [("phast", "")] * 3
    assert town.on_roads.algorithm == "phast"
    assert town.on_roads.at(*corner(0, 3)).amount == pytest.approx(seconds(3, 60), rel=0.01)


def test_a_slow_one_is_made_beside_other_work_once_the_slider_rests(
    town: Driver, gate: Gate, slow: None
) -> None:
    told: list[str] = []
    town.window.bridge.task_progress.connect(lambda title, _fraction: told.append(title))
    previews, slider = previews_of(town), hold(town)
    for kmh in (40, 50, 60):
        slider.setValue(kmh)
        town.rest()
    assert [done.solved.algorithm for done in previews] == ["dijkstra"] * 3
    assert gate.waiting == 0, "not while the slider is held"
    gate.open.clear()
    slider.setSliderDown(False)
    town.wait(lambda: gate.waiting)
    town.wait(lambda: town.window.session.result is not None)
    answered = town.on_roads
    assert (answered.algorithm, answered.preview) == ("dijkstra", False)
    assert "contracting the roads for the new costs takes about" in answered.stale
    assert answered.at(*corner(0, 3)).amount == pytest.approx(seconds(3, 60), rel=0.01)
    town.wait(lambda: "Contracting the roads (Dijkstra answers meanwhile)" in told)
    gate.open.set()
    town.rest()
    assert (town.on_roads.algorithm, town.on_roads.stale) == ("phast", "")
    assert (town.on_roads.times.labels == answered.times.labels).all()
    assert not town.window.editor.contracting.running


def test_a_slider_that_moves_again_gives_the_contraction_up(
    town: Driver, gate: Gate, slow: None
) -> None:
    gate.open.clear()
    slider = hold(town)
    slider.setValue(40)
    slider.setSliderDown(False)
    town.wait(lambda: gate.waiting)
    previews = previews_of(town)
    slider.setSliderDown(True)
    slider.setValue(60)
    town.wait(lambda: not gate.waiting)
    town.wait(lambda: previews)
    assert previews[0].solved.algorithm == "dijkstra"
    gate.open.set()
    slider.setSliderDown(False)
    town.rest()
    assert town.on_roads.algorithm == "phast"
    assert town.on_roads.at(*corner(0, 3)).amount == pytest.approx(seconds(3, 60), rel=0.01)


def test_who_stops_it_keeps_the_answer_and_may_have_it_after_all(
    town: Driver, gate: Gate, slow: None
) -> None:
    gate.open.clear()
    slider = hold(town)
    slider.setValue(40)
    slider.setSliderDown(False)
    town.wait(lambda: gate.waiting)
    town.wait(lambda: town.window.session.result is not None and not town.window.bridge.solving)
    QTest.keyClick(town.window, Qt.Key.Key_Escape)
    town.bot.waitUntil(lambda: not town.window.bridge.busy, timeout=PATIENCE_MS)
    assert "not contracted for these costs" in town.message
    assert town.on_roads.algorithm == "dijkstra"
    town.do("solve")
    town.rest()
    assert town.window.editor.contracting.stopped, "it waits for the user's word"
    panel = town.window.docks.panel(ContractionPanel)
    town.window.docks.show_panel("contraction")
    assert "these figures are of other costs. Dijkstra answered" in panel.state.text()
    gate.open.set()
    panel.again.click()
    assert "contracted again" in panel.state.text()
    town.rest()
    assert town.on_roads.algorithm == "phast"
    assert panel.state.isHidden()
    assert panel.again.isHidden()


def test_a_start_that_is_moved_meanwhile_is_answered_and_stops_nothing(
    town: Driver, gate: Gate, slow: None
) -> None:
    gate.open.clear()
    slider = hold(town)
    slider.setValue(40)
    slider.setSliderDown(False)
    town.wait(lambda: gate.waiting)
    at = QPoint(*map(round, town.window.map.pixel_of(*corner(2, 2))))
    QTest.mouseClick(town.window.map, LEFT_BUTTON, NO_KEY, at)
    town.wait(lambda: town.on_roads.starts[0].x == pytest.approx(corner(2, 2)[0], abs=1e-4))
    assert town.on_roads.algorithm == "dijkstra"
    assert gate.waiting == 1
    gate.open.set()
    town.rest()
    assert town.on_roads.algorithm == "phast"


def test_a_device_contracts_for_who_solves_and_no_second_time(
    town: Driver, gate: Gate, slow: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_gpus(monkeypatch, TWO_GPUS[0])
    use_rows(monkeypatch, replace(contracting(), gpu=f"{__name__}:{PhastOnGpu.__name__}"))
    options = replace(town.window.session.options, backend="gpu")
    town.window.editor.set_options(options)
    town.rest()
    begun: list[str] = []
    town.window.bridge.task_started.connect(begun.append)
    previews, slider = previews_of(town), hold(town)
    slider.setValue(40)
    town.rest()
    slider.setSliderDown(False)
    town.rest()
    assert [done.solved.algorithm for done in previews] == ["dijkstra"]
    assert (town.on_roads.algorithm, town.on_roads.backend) == ("phast", "gpu")
    assert begun == []


def stop_contraction(town: Driver, gate: Gate) -> None:
    town.wait(lambda: gate.waiting)
    QTest.keyClick(town.window, Qt.Key.Key_Escape)
    town.wait(lambda: not (gate.waiting or town.window.bridge.busy))
    assert town.window.editor.contracting.stopped


def test_who_stops_the_first_contraction_keeps_what_was_shown(
    town: Driver, gate: Gate, slow: None
) -> None:
    editor, phast = town.window.editor, town.window.session.options
    editor.set_options(replace(phast, algorithm="dijkstra"))
    editor.edit_roads(lambda edits: edits.set_direction("to"))
    town.rest()
    shown = town.on_roads
    gate.open.clear()
    editor.set_options(phast)
    stop_contraction(town, gate)
    assert town.window.session.result is shown
    assert town.window.stage.messages.button.text() == "Contract now"
    town.window.docks.show_panel("contraction")
    panel = town.window.docks.panel(ContractionPanel)
    assert panel.again.isVisible(), "also where there are no figures yet"
    town.do("solve")
    town.rest()
    assert (town.on_roads.algorithm, bool(town.on_roads.stale)) == ("dijkstra", True)
    gate.open.set()
    panel.again.click()
    town.rest()
    assert (town.on_roads.algorithm, town.on_roads.stale) == ("phast", "")
    assert (town.on_roads.times.labels == shown.times.labels).all()


def test_what_answered_meanwhile_stays_where_a_device_is_stopped(
    town: Driver, gate: Gate, slow: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_gpus(monkeypatch, TWO_GPUS[0])
    use_rows(monkeypatch, replace(contracting(), gpu=f"{__name__}:{PhastOnGpu.__name__}"))
    town.window.editor.set_options(replace(town.window.session.options, backend="gpu"))
    town.rest()
    gate.open.clear()
    slider = hold(town)
    slider.setValue(40)
    slider.setSliderDown(False)
    stop_contraction(town, gate)
    assert town.on_roads.algorithm == "dijkstra"
    assert town.on_roads.at(*corner(0, 3)).amount == pytest.approx(seconds(3, 40), rel=0.01)
    gate.open.set()
    slider.setSliderDown(True)
    slider.setValue(60)
    slider.setSliderDown(False)
    town.rest()
    assert (town.on_roads.algorithm, town.on_roads.backend) == ("phast", "gpu"), "of other costs"


def test_a_result_of_another_start_does_not_stay(town: Driver, gate: Gate) -> None:
    editor, phast = town.window.editor, town.window.session.options
    editor.set_options(replace(phast, algorithm="dijkstra"))
    editor.edit_roads(lambda edits: edits.set_direction("to"))
    town.rest()
    gate.open.clear()
    editor.set_options(phast)
    town.wait(lambda: gate.waiting)
    editor.place(*corner(2, 2))
    stop_contraction(town, gate)
    assert town.window.session.result is None
