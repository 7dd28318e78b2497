"""The vehicle panel: whose speeds, which way, what turns cost; each an edit that can be undone."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QDateTime, QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.solving.jobs import SolveDone
from road.costs.profiles import BUS, CAR
from road.properties import ArcEnd, RoadClass, Surface, Turn, Vehicle
from tests.road.drawn import random_town
from tests.ui.driving import LEFT_BUTTON, NO_KEY, Driver
from tests.ui.roads import Roads, amount, corner, seconds
from ui.canvas.map_view import MapView
from ui.canvas.painter_thread import PainterThread, Wish
from ui.panels.isochrones import IsochronesPanel
from ui.panels.starts import StartsPanel
from ui.panels.vehicle import VehiclePanel
from ui.pictures.scene import Frame
from ui.widgets.vehicle.class_rows import ClassRows


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


STILL_MS = 300
"""Milliseconds without a painting after which a map is taken to be at rest."""


class _Paints(QObject):
    """The times that a map shows, one after another; shown again, in a picture that is of another
    size, they count once, and not at all where Qt wants anew what was there, as when a label beside
    the map grows."""

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self.seen: list[object] = []
        self.rests = QTimer(self, singleShot=True, interval=STILL_MS)
        self._view = view
        self._asked = False
        self._last: object = None
        update = view.update

        def asked(*given: Any) -> None:
            self._asked = True
            update(*given)

        view.update = asked  # type: ignore[method-assign]
        view.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        if event.type() == QEvent.Type.Paint:
            self.rests.start()
            times = self._view.frames.frame.scene.times
            anew = times is self._last and not self._asked
            if not anew and not any(times is one for one in self.seen[-1:]):
                self.seen.append(times)
            self._asked, self._last = False, times
        return False

    def answered(self, times: object) -> None:
        """Forget what was shown before these came, which may be on the map already."""
        self.seen = [one for one in self.seen if one is times]


def _wait_for_the_picture(
    user: Driver, solved: list[SolveDone], looked_around: list[object], paints: _Paints
) -> None:
    user.rest()
    frames = user.window.map.frames
    user.wait(lambda: frames.frame.scene.times is solved[-1].solved.times)
    user.wait(lambda: looked_around and looked_around[-1] is solved[-1].solved.times)
    # A finer picture is drawn by then; painted, and whatever else changes the map, later.
    user.wait(lambda: paints.seen and paints.seen[-1] is solved[-1].solved.times)
    user.wait(lambda: not paints.rests.isActive())


def _choose(panel: VehiclePanel, name: str) -> None:
    names = [panel.profile.itemData(k).name for k in range(panel.profile.count())]
    panel.profile.setCurrentIndex(names.index(name))
    panel.profile.activated.emit(panel.profile.currentIndex())


def test_the_panel_shows_only_classes_that_the_roads_have(panel: VehiclePanel) -> None:
    assert list(panel.speeds) == [RoadClass.PRIMARY, RoadClass.RESIDENTIAL, RoadClass.PATH]
    assert panel.speeds[RoadClass.RESIDENTIAL].value() == 25


def test_another_vehicle_uses_other_roads(town: Driver, panel: VehiclePanel) -> None:
    assert panel.profile.currentText() == "Car"
    _choose(panel, "foot")
    town.rest()
    assert amount(town, 5, 2) == pytest.approx(seconds(7, 5), rel=0.01)
    town.do("undo")
    town.rest()
    assert panel.profile.currentText() == "Car"


def test_private_streets_are_for_ends_unless_told(town: Driver, panel: VehiclePanel) -> None:
    assert panel.private.currentData() == "ends"
    panel.private.setCurrentIndex(panel.private.findData("closed"))
    panel.private.activated.emit(panel.private.currentIndex())
    metric = town.window.session.driven.costs.metric
    assert metric is not None
    assert metric.private == "closed"
    town.do("undo")
    assert panel.private.currentData() == "ends"


def test_a_departure_stays_with_another_vehicle_and_figures_do_not(
    town: Driver, panel: VehiclePanel
) -> None:
    rows = panel.situation
    assert rows.figures["height_m"].value() == 2.0
    rows.at_time.setChecked(True)
    rows.departure.setDateTime(QDateTime(2026, 11, 23, 8, 30, 0))
    rows.figures["weight_t"].setValue(3.0)
    metric = town.window.session.driven.costs.metric
    assert metric is not None
    assert metric.situation == CAR.situation._replace(departure="2026-11-23T08:30", weight_t=3.0)
    _choose(panel, "bus")
    metric = town.window.session.driven.costs.metric
    assert metric is not None
    assert metric.situation == BUS.situation._replace(departure="2026-11-23T08:30")
    rows.at_time.setChecked(False)
    town.do("undo")
    town.do("undo")
    assert rows.at_time.isChecked()
    assert rows.figures["weight_t"].value() == 3.0


def test_a_speed_that_slides_is_followed_and_undone_at_once(
    town: Driver, panel: VehiclePanel
) -> None:
    shown: list[object] = []
    town.window.editor.preview_ready.connect(shown.append)
    panel.limits.setCurrentIndex(panel.limits.findData("ignore"))
    panel.limits.activated.emit(panel.limits.currentIndex())
    town.rest()
    slider = panel.speeds[RoadClass.RESIDENTIAL].slider
    slider.setSliderDown(True)
    for kmh in (40, 50, 60):
        slider.setValue(kmh)
        town.rest()
    assert shown, "times follow the slider while it is held"
    slider.setSliderDown(False)
    town.rest()
    assert amount(town, 0, 3) == pytest.approx(seconds(3, 60), rel=0.01)
    assert panel.reset.isEnabled()
    town.do("undo")
    town.rest()
    assert amount(town, 0, 3) == pytest.approx(seconds(3, 25), rel=0.01)
    assert slider.value() == 25


def test_a_step_of_a_slider_paints_no_picture_of_the_step_before(
    town: Driver, panel: VehiclePanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_around: list[object] = []  # of which times: what is drawn last, after the finer picture
    look = PainterThread._look_around

    def noted(painter: PainterThread, wish: Wish, before: Frame | None) -> Frame | None:
        found = look(painter, wish, before)
        looked_around.append(wish.scene.times)
        return found

    monkeypatch.setattr(PainterThread, "_look_around", noted)
    panel.limits.setCurrentIndex(panel.limits.findData("ignore"))
    panel.limits.activated.emit(panel.limits.currentIndex())
    town.rest()
    solved: list[SolveDone] = []
    town.window.editor.preview_ready.connect(solved.append)
    slider = panel.speeds[RoadClass.RESIDENTIAL].slider
    slider.setSliderDown(True)
    slider.setValue(40)
    paints = _Paints(town.window.map)
    _wait_for_the_picture(town, solved, looked_around, paints)
    town.window.editor.preview_ready.connect(lambda done: paints.answered(done.solved.times))
    for kmh in (50, 60):
        slider.setValue(kmh)
        _wait_for_the_picture(town, solved, looked_around, paints)
        assert [id(times) for times in paints.seen] == [id(solved[-1].solved.times)]
    slider.setSliderDown(False)


def _takes_the_wheel(control: QWidget) -> bool:
    """Whether a notch of the wheel stays with a control and does not scroll the page under it."""
    middle = control.rect().center()
    event = QWheelEvent(
        middle, control.mapToGlobal(middle), QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton,
        NO_KEY, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(control, event)
    return event.isAccepted()


def test_the_wheel_turns_only_controls_that_were_chosen(town: Driver, panel: VehiclePanel) -> None:
    panel.parentWidget().raise_()
    row = panel.speeds[RoadClass.PRIMARY]
    before, limits = row.value(), panel.limits.currentIndex()
    for control in (row.slider, row.number, panel.limits):
        assert control.focusPolicy() == Qt.FocusPolicy.StrongFocus, "the wheel does not choose"
        control.clearFocus()
        assert not _takes_the_wheel(control)
    assert (row.value(), panel.limits.currentIndex()) == (before, limits)
    town.window.activateWindow()
    row.slider.setFocus()
    town.wait(row.slider.hasFocus)
    assert _takes_the_wheel(row.slider)
    assert row.value() < before


def test_a_class_can_be_closed(town: Driver, panel: VehiclePanel) -> None:
    before = amount(town, 3, 2)
    panel.open[RoadClass.PRIMARY].setChecked(False)
    town.rest()
    assert amount(town, 3, 2) > before
    assert not panel.speeds[RoadClass.PRIMARY].isEnabled()
    panel.reset.click()
    town.rest()
    assert amount(town, 3, 2) == before
    assert panel.open[RoadClass.PRIMARY].isChecked()


def test_classes_that_a_vehicle_may_not_use_are_left_out_and_named(
    town: Driver, panel: VehiclePanel
) -> None:
    panel.parentWidget().raise_()
    assert panel.speeds[RoadClass.PATH].isHidden()
    assert panel.open[RoadClass.PATH].isHidden()
    assert not panel.speeds[RoadClass.PRIMARY].isHidden()
    assert panel.classes.hint.text() == "Closed to this vehicle: path."
    _choose(panel, "foot")
    town.rest()
    assert not panel.speeds[RoadClass.PATH].isHidden()
    assert panel.classes.hint.isHidden()


def test_a_class_of_which_little_is_open_tells_how_much(qtbot: QtBot) -> None:
    graph = random_town()
    lengths = np.full(graph.arc_count, 1000.0, np.float32)
    vehicles = np.full(graph.arc_count, int(Vehicle.FOOT), np.uint8)
    vehicles[: graph.arc_count // 10] |= int(Vehicle.CAR)
    classes = np.full(graph.arc_count, int(RoadClass.FOOTWAY), np.uint8)
    arcs = replace(graph.arcs, road_class=classes, vehicles=vehicles, length_m=lengths)
    rows = ClassRows()
    qtbot.addWidget(rows)
    rows.show_graph(replace(graph, arcs=arcs), "km/h", 1.0)
    rows.show_metric(CAR)
    assert rows.hint.text() == "Open to this vehicle only in part: footway (10 %)."
    assert not rows.speeds[RoadClass.FOOTWAY].isHidden()


def test_the_end_of_a_scale_is_a_word(town: Driver, panel: VehiclePanel) -> None:
    panel.parentWidget().raise_()
    row = panel.turns[Turn.U_TURN]
    assert row.number.text() == "never"
    row.number.selectAll()
    QTest.keyClicks(row.number, "12")
    QTest.keyClick(row.number, Qt.Key.Key_Return)
    assert (row.number.text(), row.slider.value()) == ("12.0 s", 24)
    row.number.selectAll()
    QTest.keyClicks(row.number, "never")
    QTest.keyClick(row.number, Qt.Key.Key_Return)
    metric = town.window.session.driven.costs.metric
    assert metric is not None
    assert math.isinf(metric.turn_seconds[Turn.U_TURN])
    assert row.number.text() == "never"
    caps = panel.caps.rows.rows
    assert {box.number.text() for box in caps.values()} >= {"no limit"}


def test_turns_cost_what_is_said(town: Driver, panel: VehiclePanel) -> None:
    before = amount(town, 2, 2)
    panel.turns[Turn.LEFT].number.setValue(10)
    panel.turns[Turn.RIGHT].number.setValue(10)
    town.rest()
    assert amount(town, 2, 2) == pytest.approx(before + 10, abs=0.1)


def test_shares_waits_and_u_turns_are_edits_that_can_be_undone(
    town: Driver, panel: VehiclePanel
) -> None:
    before = amount(town, 0, 3)
    (share,) = panel.limit_share
    assert share.value() == 80
    share.number.setValue(40)
    town.rest()
    assert amount(town, 0, 3) == pytest.approx(2 * before, rel=0.001)
    signals = next(iter(panel.waiting))
    assert signals.value() == 2
    signals.slider.setValue(5)  # half seconds
    assert signals.value() == 2.5
    signals.number.setValue(9)
    cobbles = list(panel.caps)[1]
    assert cobbles.value() == 40
    cobbles.number.setValue(25)
    list(panel.caps)[2].number.setValue(140)  # the end of the scale: none
    list(panel.shares)[1].number.setValue(50)
    list(panel.waiting)[-1].number.setValue(600)
    panel.turns[Turn.U_TURN].number.setValue(100)
    panel.turns[Turn.U_TURN].number.setValue(120)  # the end of the scale: never
    metric = town.window.session.driven.costs.metric
    assert metric is not None
    assert metric.wait_seconds[ArcEnd.SIGNALS] == 9
    assert metric.wait_seconds[ArcEnd.LANDING] == 600
    assert metric.surface_caps_kmh[Surface.COBBLES] == 25
    assert metric.surface_caps_kmh[Surface.COMPACTED] == float("inf")
    assert metric.surface_factors[Surface.COBBLES] == 0.5
    assert metric.turn_seconds[Turn.U_TURN] == float("inf")
    panel.reset.click()
    town.rest()
    assert (share.value(), signals.value(), cobbles.value()) == (80, 2, 40)


def test_bicycles_alone_are_pushed(town: Driver, panel: VehiclePanel) -> None:
    assert panel.pushing.isHidden()
    panel.profile.setCurrentIndex(panel.profile.findText("Bicycle"))
    panel.profile.activated.emit(panel.profile.currentIndex())
    town.rest()
    (pushed,) = panel.pushing
    assert not panel.pushing.isHidden()
    assert pushed.value() == 5
    pushed.number.setValue(3.5)
    metric = town.window.session.driven.costs.metric
    assert metric is not None
    assert metric.pushed_kmh == 3.5


def test_the_direction_can_be_turned(town: Driver, panel: VehiclePanel) -> None:
    panel.inward.click()
    town.rest()
    assert town.window.session.result.times.search.direction == "to"
    town.do("undo")
    town.rest()
    assert panel.outward.isChecked()
    assert town.window.session.result.times.search.direction == "from"


def test_distances_have_bands_and_delays_in_metres(town: Driver, panel: VehiclePanel) -> None:
    panel.short.click()
    town.rest()
    blocks = town.window.docks.panel(IsochronesPanel)
    assert blocks.top.unit.currentText() in ("m", "km")
    assert town.window.session.bands.measure.quantity == "length"
    model = town.window.docks.panel(StartsPanel).model
    assert model.headerData(3, Qt.Orientation.Horizontal) == "Delay, m"
    assert town.window.map.snapshot().width() > 0
    town.do("undo")
    town.rest()
    assert town.window.session.bands.measure.quantity == "time"
    assert blocks.top.unit.currentText() in ("s", "min")


def test_what_a_graph_cannot_be_driven_by_is_not_offered(user: Driver, tmp_path: Path) -> None:
    user.open(Roads(tmp_path).numbers())
    panel = user.window.docks.panel(VehiclePanel)
    names = {panel.profile.itemData(k).name for k in range(panel.profile.count())}
    assert "car" not in names
    assert panel._metric.isHidden()
