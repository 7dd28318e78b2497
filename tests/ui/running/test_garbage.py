"""Full collections of garbage in the real window: while it rests, and at no other time."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterator
from itertools import count
from math import cos, sin

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.ui.driving import LEFT_BUTTON, NO_KEY, Driver, pause
from tests.ui.rasters import Rasters
from ui.running import garbage
from ui.running.garbage import GarbageAtRest

LOOK_MS = 50
REST_MS = LOOK_MS * garbage.REST_LOOKS
SEVERAL_RESTS_MS = 4 * REST_MS

OBJECTS = 1500
"""Objects that a step of the hand leaves."""

STEPS = 250
"""Steps of a hand, in which the interpreter by itself would look through all objects."""


class Ring:
    """Refers to itself, so that only a collection frees it."""

    def __init__(self, held: object) -> None:
        self.ring, self.held = self, held


@pytest.fixture
def full() -> Iterator[list[str]]:
    """One entry for each full collection; what lives already is frozen, and the interpreter looks
    as often as in the program."""
    counted: list[str] = []

    def told_of(phase: str, told: dict[str, int]) -> None:
        if phase == "stop" and told["generation"] == 2:
            counted.append(threading.current_thread().name)

    before = gc.get_threshold()
    gc.freeze()
    gc.collect()  # of next to nothing, so that few new objects are enough for another one
    gc.set_threshold(700, 10, 10)
    gc.callbacks.append(told_of)
    yield counted
    gc.callbacks.remove(told_of)
    gc.set_threshold(*before)


@pytest.fixture
def collector(
    full: list[str], qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> Iterator[GarbageAtRest]:
    """What the program has, which looks at the window oftener."""
    monkeypatch.setattr(garbage, "LOOK_MS", LOOK_MS)
    monkeypatch.setattr(garbage, "FEW_PICTURES", 0)  # in so short a time a front has few
    made = GarbageAtRest(qapp)
    yield made
    made.stop()


def _pan(user: Driver) -> list[list[object]]:
    """Drag the ground about, leaving many objects that stay; returns them."""
    view = user.window.map
    left: list[list[object]] = []
    middle = QPoint(view.width() // 2, view.height() // 2)
    QTest.mousePress(view, LEFT_BUTTON, NO_KEY, middle)
    for step in range(STEPS):
        QTest.mouseMove(view, middle + QPoint(round(40 * sin(step / 9)), round(30 * cos(step / 9))))
        left += [[] for _ in range(OBJECTS)]
        pause(4)
    QTest.mouseRelease(view, LEFT_BUTTON, NO_KEY, middle)
    return left


def test_the_interpreter_by_itself_would_stop_the_hand(
    user: Driver, rasters: Rasters, full: list[str]
) -> None:
    user.open(rasters.geotiff())
    full.clear()
    _pan(user)
    assert full, "or the next tests prove nothing"


def test_no_full_collection_while_a_hand_pans_and_one_at_rest(
    user: Driver, rasters: Rasters, full: list[str], collector: GarbageAtRest
) -> None:
    user.open(rasters.geotiff())
    full.clear()
    left = _pan(user)
    assert not full
    user.wait(lambda: full)
    assert full == [threading.current_thread().name]
    assert not any(each is left for each in gc.get_objects()), "what lives on is frozen"
    pause(SEVERAL_RESTS_MS)
    assert len(full) == 1, "nothing moved since"


def test_what_a_closed_document_left_is_freed_at_rest(
    user: Driver, rasters: Rasters, full: list[str], collector: GarbageAtRest
) -> None:
    user.open(rasters.geotiff())
    held = weakref.ref(user.window.session.document)
    left = Ring(user.window.session.document)
    ring = weakref.ref(left)
    full.clear()
    user.wait(lambda: full)
    assert not any(each is left for each in gc.get_objects()), "it is frozen"
    user.open(rasters.geotiff("other.tif"))
    del left
    full.clear()
    assert ring() is not None
    user.wait(lambda: full)
    assert ring() is None
    assert held() is None


def test_no_full_collection_while_a_front_is_played(
    user: Driver, rasters: Rasters, full: list[str], collector: GarbageAtRest
) -> None:
    user.open(rasters.geotiff())
    user.do("good_start")
    user.wait(lambda: user.window.front._can)
    user.window.front.toggle()
    full.clear()
    pause(SEVERAL_RESTS_MS)
    assert user.window.front.playing
    assert not full
    user.window.front.finish()
    user.wait(lambda: full)


def test_no_full_collection_while_something_is_worked_on(
    user: Driver, full: list[str], collector: GarbageAtRest
) -> None:
    go_on = threading.Event()
    user.window.bridge.run("compute", lambda *_: go_on.wait(240), quiet=True)
    try:
        pause(LOOK_MS)
        full.clear()
        pause(SEVERAL_RESTS_MS)
        assert not full
    finally:
        go_on.set()
    user.wait(lambda: full)


def test_no_full_collection_while_a_button_is_held_or_the_pointer_moves(
    user: Driver, full: list[str], collector: GarbageAtRest, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = count()
    for owner, name, value in (
        (QApplication, "mouseButtons", lambda: Qt.MouseButton.LeftButton),
        (QCursor, "pos", lambda: QPoint(next(places), 0)),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(owner, name, value)
            pause(2 * LOOK_MS)
            full.clear()
            pause(SEVERAL_RESTS_MS)
            assert not full, name
        user.wait(lambda: full)


def test_a_moment_of_rest_is_enough_when_a_collection_is_overdue(
    user: Driver, full: list[str], collector: GarbageAtRest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage, "REST_LOOKS", 1_000_000)
    pause(SEVERAL_RESTS_MS)
    full.clear()
    pause(SEVERAL_RESTS_MS)
    assert not full
    monkeypatch.setattr(garbage, "OVERDUE_SECONDS", 0.0)
    user.wait(lambda: full)


def test_a_hand_that_never_rests_keeps_a_bounded_number_of_objects(
    full: list[str], collector: GarbageAtRest
) -> None:
    full.clear()
    most = 2 * 700 * 11 * garbage.MOST_COLLECTIONS
    made = 0
    while not full and made < most:
        Ring(None)
        made += 1
    assert full


def test_who_stops_leaves_garbage_to_the_interpreter(full: list[str], qapp: QApplication) -> None:
    before = gc.get_threshold()
    made = GarbageAtRest(qapp)
    assert gc.get_threshold() == (*before[:2], garbage.MOST_COLLECTIONS)
    made.stop()
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0


PROGRAM = """
import gc
from PySide6.QtCore import QTimer
from ui.running import starting

make = starting.application

def made(*words, **more):
    app = make(*words, **more)
    def tell():
        print("third", gc.get_threshold()[2], flush=True)
        app.quit()
    QTimer.singleShot(1000, app, tell)
    return app

starting.application = made
{call}
"""


@pytest.mark.parametrize("call", ["starting.run(None, sample='')", "starting.run_tour(loop=False)"])
def test_the_program_collects_at_rest(call: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(call=call)],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert f"third {garbage.MOST_COLLECTIONS}" in done.stdout, done.stderr
