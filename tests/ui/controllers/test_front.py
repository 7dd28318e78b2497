"""The front is played, held, taken to a moment and ended, as a user does it."""

from __future__ import annotations

import threading
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.bands import Bands
from core.geometry.moving_front import HOT
from tests.ui.driving import LEFT_BUTTON, NO_KEY, PATIENCE_MS, SHIFT, Driver
from tests.ui.rasters import Rasters, centre
from ui import preferences
from ui.canvas import front_show
from ui.canvas.film import rgb_of
from ui.controllers import front
from ui.controllers.front import FrontPlayer
from ui.main_window import MainWindow
from ui.pictures.front import FrontStage
from ui.pictures.scene import PictureLayer
from ui.widgets.scrubber import STEPS

LATEST_S = front.LATEST_S

AS_REMEMBERED = preferences.front_after_solve
"""The preference itself; no test plays the front unasked."""


@pytest.fixture
def player(user: Driver, rasters: Rasters, monkeypatch: pytest.MonkeyPatch) -> FrontPlayer:
    """Something is solved and lies on the map."""
    monkeypatch.setattr(front, "LATEST_S", PATIENCE_MS / 1e3)
    user.open(rasters.geotiff())
    user.click(*centre(20, 10))
    _seen(user)
    return user.window.front


def _seen(user: Driver) -> None:
    frames, session = user.window.map.frames, user.window.session
    user.wait(
        lambda: (
            frames.frame is not None
            and session.result is not None
            and frames.frame.scene.times is session.result.times
        )
    )


def _shows(user: Driver) -> None:
    user.wait(lambda: user.window.map.front.layer is not None)


def test_the_bar_is_there_with_a_map_and_of_use_with_a_result(
    user: Driver, rasters: Rasters
) -> None:
    bar = user.window.front.bar
    assert not bar.isVisible()
    user.open(rasters.geotiff())
    assert bar.isVisible()
    assert not bar.isEnabled()
    assert not user.window.commands["export_animation"].isEnabled()
    user.click(*centre(20, 10))
    assert bar.isEnabled()
    assert user.window.commands["export_animation"].isEnabled()
    assert bar.clock.text().startswith(bar.clock.text().split(" / ")[1]), "at the end"
    user.window.resize(user.window.minimumSizeHint())
    user.bot.wait(20)
    assert (
        bar.clock.shown()
        == bar.clock.text()
        == user.window.front.clock(user.solved.times.max_seconds)
    )
    user.do("remove_starts")
    user.rest()
    assert not bar.isEnabled()


def test_the_slider_takes_the_front_to_a_moment_and_its_end_is_the_result(
    user: Driver, player: FrontPlayer
) -> None:
    view = user.window.map
    shown: list[float] = []
    view.front.shown.connect(shown.append)
    player.bar.slider.setValue(STEPS // 2)
    _shows(user)
    last = user.solved.times.max_seconds
    assert shown[-1] == pytest.approx(last / 2, rel=0.02)
    assert view.front.caption == player.clock(last / 2)
    assert not player.playing
    half, copied = view.grab().toImage(), view.snapshot()
    assert np.array_equal(rgb_of(copied), view.film().at(last / 2, player.clock(last / 2)))
    player.bar.slider.setValue(STEPS)
    assert view.front.layer is None
    assert view.grab().toImage() != half
    assert view.snapshot() != copied, "pictures show the front where it is held"


def test_where_owners_are_shown_there_is_no_front(user: Driver, player: FrontPlayer) -> None:
    user.click(*centre(20, 50), keys=SHIFT)
    user.rest()
    _seen(user)
    player.go(0.5)
    user.do("owners")
    user.rest()
    assert not player.bar.isEnabled()
    assert not user.window.commands["export_animation"].isEnabled()
    assert not user.window.map.front.active
    user.do("owners")
    user.rest()
    assert player.bar.isEnabled()


def test_play_runs_to_the_end_and_begins_again_from_there(
    user: Driver, player: FrontPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(front, "WHOLE_S", 0.3)
    shown: list[float] = []
    user.window.map.front.shown.connect(shown.append)
    for _ in range(2):
        shown.clear()
        QTest.keyClick(user.window, Qt.Key.Key_K)
        assert player.playing
        user.wait(lambda: not player.playing)
        assert shown == sorted(shown)
        assert shown[0] == 0.0
        assert user.window.map.front.layer is None
        assert player.bar.slider.value() == STEPS


def test_a_play_is_held_where_it_is_and_goes_on_from_there(
    user: Driver, player: FrontPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(front, "WHOLE_S", 60.0)
    player.toggle()
    user.wait(lambda: player.bar.slider.value() > 2)
    player.toggle()
    held = player.bar.slider.value()
    _shows(user)
    user.bot.wait(60)
    assert player.bar.slider.value() == held
    player.toggle()
    user.wait(lambda: player.bar.slider.value() > held)
    player.finish()


def test_a_loop_begins_again_and_speed_is_changed_on_the_way(
    user: Driver, player: FrontPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(front, "WHOLE_S", 0.8)
    user.do("front_loop")
    player.bar.speed.setCurrentIndex(player.bar.speed.findData(4.0))
    shown: list[float] = []
    user.window.map.front.shown.connect(shown.append)
    player.toggle()
    user.wait(lambda: any(b < a for a, b in pairwise(shown)))
    assert player.playing
    player.toggle()


def test_a_new_start_is_played_once_and_any_input_ends_it(
    user: Driver, player: FrontPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(front, "ONCE_S", 60.0)
    user.window.commands["front_after_solve"].setChecked(True)
    view = user.window.map
    user.click(*centre(30, 30))
    user.wait(lambda: player.by_itself)
    _shows(user)
    QTest.mousePress(view, LEFT_BUTTON, NO_KEY, QPoint(5, 5))
    assert not player.playing
    assert view.front.layer is None
    QTest.mouseRelease(view, LEFT_BUTTON, NO_KEY, QPoint(5, 5))
    user.rest()
    for key in (Qt.Key.Key_L, Qt.Key.Key_Right):
        user.click(*centre(20, 10 + key % 7))
        user.wait(lambda: player.by_itself)
        QTest.keyClick(view, key)
        assert not player.playing


def test_a_front_that_takes_long_to_be_drawn_is_played_after_the_result_is_seen(
    user: Driver, player: FrontPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert LATEST_S > front_show.PATIENCE_S
    monkeypatch.setattr(front_show, "PATIENCE_S", 0.0)
    drawn, at = threading.Event(), FrontStage.at

    def late(stage: FrontStage, seconds: float) -> PictureLayer:
        drawn.wait(PATIENCE_MS / 1e3)
        return at(stage, seconds)

    monkeypatch.setattr(FrontStage, "at", late)
    user.window.commands["front_after_solve"].setChecked(True)
    user.click(*centre(30, 30))
    user.wait(lambda: player.by_itself)
    user.bot.wait(50)
    frames, show = user.window.map.frames, user.window.map.front
    assert show.beneath(frames.frame) is frames.frame, "the result"
    assert player.by_itself
    drawn.set()
    _shows(user)
    player.finish()


def test_a_click_while_playing_is_answered_at_once(
    user: Driver, player: FrontPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(front, "ONCE_S", 60.0)
    user.window.commands["front_after_solve"].setChecked(True)
    user.click(*centre(30, 30))
    user.wait(lambda: player.by_itself)
    before = user.solved
    user.click(*centre(5, 5))
    assert user.solved is not before
    assert user.seconds(5, 5) == 0.0, "the click was taken for what it is"
    player.finish()


def test_a_drag_and_a_key_that_moves_the_start_play_nothing(
    user: Driver, player: FrontPlayer
) -> None:
    user.window.commands["front_after_solve"].setChecked(True)
    x, y = centre(20, 10)
    user.press(x, y)
    for step in range(1, 5):
        user.move(x + 20.0 * step, y)
        user.rest()
        assert not player.playing
    user.release(x + 80.0, y)
    user.rest()
    _seen(user)
    assert not player.playing
    user.do("east")
    user.rest()
    _seen(user)
    assert not player.playing


def test_whether_starts_are_played_is_remembered(
    user: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preferences, "front_after_solve", AS_REMEMBERED)
    asked = user.window.commands["front_after_solve"]
    for on in (True, False):
        asked.setChecked(on)
        assert preferences.front_after_solve() is on
        again = MainWindow()
        assert again.commands["front_after_solve"].isChecked() is on
        again.close()


def test_panning_takes_the_moment_along(user: Driver, player: FrontPlayer) -> None:
    player.bar.slider.setValue(STEPS // 2)
    _shows(user)
    view = user.window.map
    first = view.front.layer
    for _ in range(4):
        view.zoom_in()
    user.wait(lambda: view.front.layer is not None and view.front.layer is not first)
    user.wait(lambda: view.front.layer.bounds == view.frames.frame.patch.bounds)
    player.finish()


def test_another_cost_of_bands_leaves_the_clock_true(user: Driver, player: FrontPlayer) -> None:
    user.window.editor.set_bands(Bands((10.0, 20.0)))
    player.bar.slider.setValue(STEPS // 4)
    _shows(user)
    last = user.solved.times.max_seconds
    assert player.bar.clock.text() == f"{player.clock(last / 4)} / {player.clock(last)}"


def test_a_window_that_closes_ends_the_play(user: Driver, player: FrontPlayer) -> None:
    player.toggle()
    _shows(user)
    user.window.close()
    assert user.window.map.front._thread._thread is None
    assert not player._timer.isActive()


def test_the_line_on_the_map_lies_where_the_field_is_at_the_clock(
    user: Driver, player: FrontPlayer
) -> None:
    user.window.link.set_style("relief", "none")
    _seen(user)
    player.bar.slider.setValue(STEPS // 3)
    _shows(user)
    view = user.window.map
    seconds = user.solved.times.max_seconds * (STEPS // 3) / STEPS
    layer = view.front.layer
    assert layer is not None
    left, bottom, right, top = layer.bounds
    rows, cols = layer.pixels.shape
    off = layer.pixels.view(np.uint8).reshape(rows, cols, 4)[..., :3].astype(int) - HOT
    at = np.argwhere(np.abs(off).max(axis=2) < 4)
    assert len(at) > 50
    grid = user.window.session.required.grid
    assert grid is not None
    found = []
    for row, col in at[:: max(len(at) // 40, 1)]:
        x, y = left + (col + 0.5) * (right - left) / cols, top - (row + 0.5) * (top - bottom) / rows
        cell = int((grid.top - y) / grid.cell_y), int((x - grid.left) / grid.cell_x)
        found.append(user.seconds(*cell))
    assert np.median(np.abs(np.array(found) - seconds)) < 1.5
