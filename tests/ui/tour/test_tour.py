"""The tour by itself: every step happens, and whoever touches anything ends it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.editing.session import Change
from app.main import main
from tests.ui.driving import LEFT_BUTTON, NO_KEY, PATIENCE_MS
from ui import preferences, theme
from ui.main_window import MainWindow
from ui.pictures.theme import LIGHT
from ui.showing import TourDoor
from ui.tour.acts import AREAS_FILE, MAP_FILE, STEPS, Guide
from ui.tour.hand import Wait
from ui.tour.tour import Tour


@pytest.fixture
def tour(
    qtbot: QtBot, qapp: QApplication, own_places: None, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Tour]:
    """Without pauses, and with patience."""
    monkeypatch.setattr("ui.tour.tour.QUIET_S", 60.0)
    if qapp.styleSheet() != theme.style_sheet(LIGHT):
        theme.apply(qapp, "light")
    window = MainWindow(remember=False)
    qtbot.addWidget(window)
    yield Tour(window, pace=0.0)
    window.close()


class Witness:
    """What was seen on the way, by step."""

    def __init__(self, tour: Tour) -> None:
        self.tour = tour
        self.seen: dict[str, set[str]] = {step.id: set() for step in STEPS}
        window = tour.window
        window.editor.changed.connect(self._look)
        window.comparing.changed.connect(lambda: self._say(window.comparing.view))
        window.map.front.shown.connect(lambda: self._say("front"))
        window.hover.path.connect(lambda points, note: self._say("path", points is not None))
        window.bridge.task_started.connect(self._say)
        window.map.swipe.moved.connect(lambda share: self._say("swiped"))
        window.editor.changed.connect(lambda _: self._say(tour.caption.title.text()))

    def _say(self, what: str, holds: bool = True) -> None:
        if holds and self.tour.step:
            self.seen[self.tour.step].add(what)

    def _look(self, change: Change) -> None:
        session, roads = self.tour.window.session, self.tour.window.editor.road_edits
        result = session.result
        self._say(f"{len(session.starts)} starts")
        self._say("owners", result is not None and result.owners is not None)
        self._say("closure", bool(roads.closures))
        self._say("moved", bool(change & Change.STARTS))
        self._say("metric", bool(change & Change.METRIC))


def test_every_step_of_the_tour_happens(
    tour: Tour, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.controllers.front.WHOLE_S", 0.2)
    witness, before = Witness(tour), preferences.settings().allKeys()
    written: dict[str, int] = {}
    tour.window.exporter.done.connect(
        lambda *_: written.update({f.name: f.stat().st_size for f in tour.folder.iterdir()})
    )
    tour.begin()
    assert tour.window.commands["present"].isChecked()
    assert tour.caption.isVisible()
    qtbot.waitUntil(lambda: not tour.running, timeout=PATIENCE_MS)
    assert tour.walked == [step.id for step in STEPS]
    seen = witness.seen
    assert "moved" in seen["drag"]
    assert "front" in seen["front"]
    assert {"2 starts", "3 starts", "owners", "moved"} <= seen["rivals"]
    assert "Racing" in seen["race"]
    assert {"moved", "path"} <= seen["roads"]
    assert "closure" in seen["closure"]
    assert {"swipe", "swiped", "difference"} <= seen["compare"]
    assert "metric" in seen["slider"]
    assert written.keys() == {AREAS_FILE, MAP_FILE}
    assert min(written.values()) > 1000
    assert not tour.window.commands["present"].isChecked()
    assert preferences.settings().allKeys() == before
    folder = tour.folder
    tour.window.close()
    assert not folder.exists()


@pytest.mark.parametrize("by", ["a key", "a click"])
def test_a_key_or_a_click_ends_it_and_does_nothing_else(tour: Tour, qtbot: QtBot, by: str) -> None:
    window = tour.window
    tour.begin()
    qtbot.waitUntil(lambda: tour.hand.holding, timeout=PATIENCE_MS)
    assert tour.step == "drag"
    starts = len(window.session.starts)
    if by == "a key":
        QTest.keyClick(window, Qt.Key.Key_X)  # closes roads elsewhere
    else:
        QTest.mouseClick(window.map, LEFT_BUTTON, NO_KEY)
    assert not tour.running
    assert not tour.hand.holding
    assert not tour.hand.isVisible()
    assert not tour.caption.isVisible()
    assert len(window.session.starts) == starts
    assert not window.commands["close_roads"].isChecked()
    assert not window.isFullScreen()
    assert window.menuBar().isVisible()
    assert "The tour has ended" in window.stage.messages.text()
    assert preferences.settings().allKeys() == []
    assert preferences.recent_files() == ()
    qtbot.wait(20)
    QTest.mouseClick(window.map, LEFT_BUTTON, NO_KEY, window.map.rect().center())  # is the user's
    qtbot.waitUntil(lambda: not window.bridge.busy, timeout=PATIENCE_MS)
    assert window.session.starts


def test_the_menu_shows_the_tour_beside_what_is_open(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.tour.tour.FIRST_S", 1e9)
    door = TourDoor(window)
    window.commands["tour"].trigger()
    tour = door.tour
    assert tour is not None
    qtbot.addWidget(tour.window)
    assert tour.running
    assert tour.window is not window
    tour.stop()
    tour.window.commands["tour"].trigger()
    assert tour.running, "there, and in no third window"
    assert door.tour is tour
    tour.window.close()
    assert not tour.running
    assert window.isVisible()


@pytest.mark.parametrize("words", [["demo"], ["demo", "--loop"]])
def test_the_command_line_shows_the_tour(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []
    monkeypatch.setattr("ui.running.starting.run_tour", lambda *, loop: asked.append(loop) or 0)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    assert main(words) == 0
    assert asked == ["--loop" in words]


def test_a_loop_goes_on_until_it_is_stopped_and_a_failing_step_ends_it(
    tour: Tour, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(_guide: Guide) -> Iterator[Wait]:
        yield 0.0

    def fails(_guide: Guide) -> Iterator[Wait]:
        yield 0.0
        raise RuntimeError("in the middle")

    monkeypatch.setattr("ui.tour.tour.STEPS", (replace(STEPS[0], act=nothing),) * 2)
    tour.loop = True
    tour.begin()
    qtbot.waitUntil(lambda: len(tour.walked) > 4, timeout=PATIENCE_MS)
    tour.stop()
    assert not tour.running
    monkeypatch.setattr("ui.tour.tour.STEPS", (replace(STEPS[0], act=fails),))
    with qtbot.captureExceptions() as faults:
        tour.begin()
        qtbot.waitUntil(lambda: not tour.running, timeout=PATIENCE_MS)
    assert "in the middle" in str(faults[0][1])
    assert not tour.caption.isVisible()
